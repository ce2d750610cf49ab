import type { BodyOf, secondFactors } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, requireOwnAccount, type Session } from '../../platform/auth/session.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountTrail } from '../accounts/account-trail.js';
import { EnrolledFactors } from './enrolled-factors.js';
import { FactorProofs } from './factor-proofs.js';
import type { Site } from './passkeys.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SecondFactorsRepository, shown } from './second-factors.repository.js';

/** A person's own second factors, once they are enrolled: listing, naming and removing them. */
@Injectable()
export class SecondFactorsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly factors: SecondFactorsRepository,
    private readonly enrolled: EnrolledFactors,
    private readonly recovery: RecoveryCodes,
    private readonly proofs: FactorProofs,
    private readonly trail: AccountTrail,
  ) {}

  list(session: Session) {
    return this.onOwn(session, async (scope) => ({
      factors: (await this.factors.of(scope, session.userId)).map(shown),
      recoveryCodesLeft: await this.factors.countRecoveryCodes(scope, session.userId),
      required: await this.factors.isRequired(scope, session.tenantId),
    }));
  }

  challenge(session: Session, site: Site) {
    return this.onOwn(session, (scope) => this.proofs.challenge(scope, session.userId, 'STEP_UP', site));
  }

  /** @throws DomainError NOT_FOUND */
  rename(session: Session, { id, name }: BodyOf<typeof secondFactors.rename>) {
    const { userId, tenantId } = session;
    return this.onOwn(session, async (scope) => {
      const factor = await this.factors.rename(scope, userId, id, name);
      if (!factor) throw new DomainError('NOT_FOUND');
      await this.trail.recordOfPerson(scope, {
        action: 'secondFactors.rename',
        userId,
        within: tenantId,
        after: { id, name },
      });
      return shown(factor);
    });
  }

  /** @throws DomainError NOT_FOUND */
  delete(session: Session, id: string): Promise<void> {
    return this.onOwn(session, (scope) => this.enrolled.remove(scope, session, id));
  }

  /** @throws DomainError NOT_FOUND without a second factor. */
  recoveryCodes(session: Session): Promise<{ recoveryCodes: string[] }> {
    return this.onOwn(session, async (scope) => {
      const { userId, tenantId } = session;
      if ((await this.factors.of(scope, userId)).length === 0) throw new DomainError('NOT_FOUND');
      const recoveryCodes = await this.recovery.renew(scope, userId);
      await this.trail.event(scope, { kind: 'RECOVERY_CODES_MADE', userId, tenantId });
      return { recoveryCodes };
    });
  }

  private onOwn<T>(session: Session, work: (scope: PlatformScope) => Promise<T>): Promise<T> {
    requireOwnAccount(session);
    return this.transactions.onPlatform(actorOf(session), work);
  }
}
