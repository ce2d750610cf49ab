import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { actorOf, type Session } from '../../platform/auth/session.js';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountTrail } from '../accounts/account-trail.js';
import { verifyPassword } from '../users/password.js';
import { UserStore } from '../users/user-store.js';
import { SignInLimits } from './sign-in-limits.js';

/** Where a password is compared: attempts are limited and failures recorded, at a sign-in and within a session. */
@Injectable()
export class PasswordProof {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly limits: SignInLimits,
    private readonly trail: AccountTrail,
  ) {}

  /**
   * The account of a name and its password. Which of them was wrong is never said, and an unknown name takes as long.
   * @param device what proves that the account was signed in there before.
   * @throws DomainError BAD_CREDENTIALS, also where local sign-in is off; TOO_MANY_REQUESTS
   */
  async ofSignIn(username: string, password: string, address: string, device: string | undefined) {
    if (!this.env.LOCAL_SIGN_IN) throw new DomainError('BAD_CREDENTIALS');
    const credentials = () =>
      this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.users.credentials(scope, username));
    await this.limits.attempt(username, address, device).catch(async (error: unknown) => {
      await this.trail.refusal({ kind: 'SIGN_IN_LOCKED', userId: (await credentials())?.id });
      throw error;
    });
    const user = await credentials();
    const fits = await verifyPassword(user?.passwordHash, password);
    if (!user || !fits) {
      await this.trail.refusal({ kind: 'SIGN_IN_FAILED', userId: user?.id });
      throw new DomainError('BAD_CREDENTIALS');
    }
    await this.limits.succeeded(username, address, device);
    return user;
  }

  /**
   * The password of the person of a session: an open page left behind must not be a way to guess it.
   * @param field of the body that holds the password.
   * @throws DomainError PASSWORD_WRONG, TOO_MANY_REQUESTS
   */
  async ofSession(session: Session, password: string, address: string, field: string): Promise<void> {
    const { username, userId, tenantId } = session;
    const device = `session ${session.id}`;
    const credentials = await this.transactions.onPlatform(actorOf(session), (scope) =>
      this.users.credentials(scope, username),
    );
    await this.limits.attempt(username, address, device);
    if (!(await verifyPassword(credentials?.passwordHash, password))) {
      await this.trail.refusal({ kind: 'STEP_UP_FAILED', userId, tenantId });
      throw new DomainError('PASSWORD_WRONG', field);
    }
    await this.limits.succeeded(username, address, device);
  }
}
