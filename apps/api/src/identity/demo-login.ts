import { Injectable } from '@nestjs/common';
import { Demonstration } from '../platform/auth/demonstration.js';
import { SYSTEM_ACTOR, Transactions } from '../platform/database/transactions.js';
import { UserStore } from './users/user-store.js';

export const DEMO_USERNAME = 'demo';
/** Published: see `Demonstration` for what it opens and when. */
export const DEMO_PASSWORD = 'fibado-demo';

/** The demonstration's login for the sign-in page, while it works. */
@Injectable()
export class DemoLogin {
  constructor(
    private readonly demonstration: Demonstration,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
  ) {}

  async current(): Promise<{ username: string; password: string } | undefined> {
    if (!this.demonstration.open) return undefined;
    const user = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.users.credentials(scope, DEMO_USERNAME),
    );
    if (!user?.demonstration || user.blocked) return undefined;
    return { username: DEMO_USERNAME, password: DEMO_PASSWORD };
  }
}
