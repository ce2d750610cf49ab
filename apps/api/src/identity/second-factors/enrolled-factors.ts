import { MAX_SECOND_FACTORS } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { isUniqueViolation } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountTrail } from '../accounts/account-trail.js';
import { secondFactorMail } from '../links/link-texts.js';
import { UserStore } from '../users/user-store.js';
import { RecoveryCodes } from './recovery-codes.js';
import { type NewFactor, SecondFactorsRepository, shown } from './second-factors.repository.js';

/** Second factors of the account of a session, with what comes and goes with them: recovery codes, proofs, mails. */
@Injectable()
export class EnrolledFactors {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly recovery: RecoveryCodes,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly trail: AccountTrail,
  ) {}

  /** The factors there are. @throws DomainError ALREADY_EXISTS when the account has as many as it may. */
  async requirePlace(scope: PlatformScope, userId: string) {
    const known = await this.factors.of(scope, userId);
    if (known.length >= MAX_SECOND_FACTORS) throw new DomainError('ALREADY_EXISTS', 'factors');
    return known;
  }

  /**
   * Stores a factor; the session that enrolled it has given one.
   * @returns the factor, and recovery codes with the first.
   * @throws DomainError ALREADY_EXISTS
   */
  async add(scope: PlatformScope, session: Session, factor: NewFactor) {
    const { userId, tenantId } = session;
    const known = await this.requirePlace(scope, userId);
    const row = await this.factors.add(scope, userId, factor).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new DomainError('ALREADY_EXISTS', 'passkey') : error;
    });
    const recoveryCodes = known.length === 0 ? await this.recovery.renew(scope, userId) : undefined;
    await this.sessions.proveTwice(scope, session.id);
    await this.trail.event(scope, { kind: 'SECOND_FACTOR_ADDED', userId, tenantId });
    const { id, kind, name } = row;
    await this.trail.recordOfPerson(scope, {
      action: 'secondFactors.add',
      userId,
      within: tenantId,
      after: { id, kind, name },
    });
    await this.tell(scope, userId, 'ADDED');
    return { factor: shown(row), ...(recoveryCodes ? { recoveryCodes } : {}) };
  }

  /** @throws DomainError NOT_FOUND */
  async remove(scope: PlatformScope, session: Session, id: string): Promise<void> {
    const { userId, tenantId } = session;
    if (!(await this.factors.remove(scope, userId, id))) throw new DomainError('NOT_FOUND');
    // Recovery codes without a first registered factor would be the only second factor.
    if ((await this.factors.of(scope, userId)).length === 0) await this.factors.removeAll(scope, userId);
    await this.trail.event(scope, { kind: 'SECOND_FACTOR_REMOVED', userId, tenantId });
    await this.trail.recordOfPerson(scope, {
      action: 'secondFactors.delete',
      userId,
      within: tenantId,
      after: { id },
    });
    await this.tell(scope, userId, 'REMOVED');
  }

  /** Mails the user, so that a change by an attacker is noticed. */
  private async tell(scope: PlatformScope, userId: string, what: 'ADDED' | 'REMOVED'): Promise<void> {
    const owner = await this.users.find(scope, userId);
    if (owner) await this.trail.mail(scope, (at) => secondFactorMail(owner, what, at));
  }
}
