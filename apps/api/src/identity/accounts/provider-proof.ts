import { STEP_UP_MINUTES } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, type Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { IdentityProvider } from '../sso/identity-provider.js';
import { UserStore } from '../users/user-store.js';

/** A fresh sign-in at the identity provider as the proof of a step-up. */
@Injectable()
export class ProviderProof {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly provider: IdentityProvider,
    private readonly clock: Clock,
  ) {}

  /**
   * The provider has to say when the person was there: its session alone may be as old as ours.
   * @throws DomainError IDENTITY_REFUSED, BAD_CREDENTIALS
   */
  async ofSession(session: Session, token: string): Promise<void> {
    const identity = await this.provider.verify(token);
    const user = await this.transactions.onPlatform(actorOf(session), (scope) =>
      this.users.findByIdentity(scope, identity.issuer, identity.subject),
    );
    const age = this.clock.now().getTime() - (identity.authenticatedAt?.getTime() ?? -Infinity);
    if (user?.id !== session.userId || !identity.isStrong || age > STEP_UP_MINUTES * 60_000)
      throw new DomainError('IDENTITY_REFUSED');
  }
}
