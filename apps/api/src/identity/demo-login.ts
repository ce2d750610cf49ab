import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../config/env.js';
import { ENV } from '../config/instance.module.js';
import { SYSTEM_ACTOR, Transactions } from '../platform/database/transactions.js';
import { verifyPassword } from './users/password.js';
import { UserStore } from './users/user-store.js';

export const DEMO_USERNAME = 'demo';
/** Known to everybody: it opens the demonstration household and nothing else. */
export const DEMO_PASSWORD = 'fibado-demo';

/** The demonstration's login, for as long as it works: once its password is changed it is shown no more. */
@Injectable()
export class DemoLogin {
  #known: { hash: string | null; works: boolean } | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
  ) {}

  async current(): Promise<{ username: string; password: string } | undefined> {
    if (!this.env.DEMO) return undefined;
    const user = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.users.credentials(scope, DEMO_USERNAME),
    );
    if (!user || user.blocked) return undefined;
    if (this.#known?.hash !== user.passwordHash)
      this.#known = {
        hash: user.passwordHash,
        works: await verifyPassword(user.passwordHash, DEMO_PASSWORD),
      };
    return this.#known.works ? { username: DEMO_USERNAME, password: DEMO_PASSWORD } : undefined;
  }
}
