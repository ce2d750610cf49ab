import type { BodyOf, profile } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, requireOwnAccount, type Session } from '../../platform/auth/session.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { changedMail } from '../links/link-texts.js';
import { PasswordProof } from '../tokens/password-proof.js';
import { hashPassword } from '../users/password.js';
import { PasswordChange } from '../users/password-change.js';
import { requireStrong } from '../users/password-rules.js';
import { UserStore } from '../users/user-store.js';
import { AccountTrail } from './account-trail.js';

/** A person's change of the own password. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly proof: PasswordProof,
    private readonly password: PasswordChange,
    private readonly trail: AccountTrail,
  ) {}

  /**
   * The session that asks stays, every other one ends, and the API keys unless they are kept.
   * @throws DomainError FORBIDDEN, PASSWORD_WRONG, PASSWORD_WEAK, TOO_MANY_REQUESTS
   */
  async change(
    session: Session,
    body: BodyOf<typeof profile.changePassword>,
    address: string,
  ): Promise<void> {
    requireOwnAccount(session);
    const { userId, tenantId } = session;
    await this.proof.ofSession(session, body.oldPassword, address, 'oldPassword');
    const user = await this.transactions.onPlatform(actorOf(session), (scope) =>
      this.users.find(scope, userId),
    );
    if (!user) throw new DomainError('UNAUTHENTICATED');
    await requireStrong(body.newPassword, user, 'newPassword');
    if (body.newPassword === body.oldPassword) throw new DomainError('PASSWORD_WEAK', 'newPassword');
    const passwordHash = await hashPassword(body.newPassword);
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      await this.password.apply(scope, userId, passwordHash, {
        session: session.id,
        keys: body.keepKeys === true,
      });
      await this.trail.event(scope, { kind: 'PASSWORD_CHANGED', userId });
      await this.trail.recordOfPerson(scope, { action: 'account.changePassword', userId, within: tenantId });
      await this.trail.mail(scope, (at) => changedMail(user, at));
    });
  }
}
