import { Injectable } from '@nestjs/common';
import { actorOf, requireOwnAccount, type Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountTrail } from '../accounts/account-trail.js';
import { secondFactorMail } from '../links/link-texts.js';
import { PersonReader } from '../users/person-reader.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** What administrators decide about second factors: whether they are required, and a new start for who lost them. */
@Injectable()
export class FactorAdministration {
  constructor(
    private readonly transactions: Transactions,
    private readonly factors: SecondFactorsRepository,
    private readonly people: PersonReader,
    private readonly sessions: SessionStore,
    private readonly trail: AccountTrail,
  ) {}

  setPolicy(session: Session, required: boolean): Promise<{ required: boolean }> {
    requireOwnAccount(session);
    const { tenantId, userId } = session;
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = await this.factors.isRequired(scope, tenantId);
      await this.factors.require(scope, tenantId, required);
      await this.trail.event(scope, { kind: 'SECOND_FACTOR_POLICY', userId, tenantId });
      await this.trail.record(scope, {
        action: 'secondFactors.policy',
        entity: 'tenant',
        entityId: tenantId,
        tenantId,
        before: { required: before },
        after: { required },
      });
      return { required };
    });
  }

  /** @throws DomainError FORBIDDEN (oneself), NOT_FOUND, ROLE_NOT_HELD, BREAK_GLASS_REQUIRED */
  reset(session: Session, id: string): Promise<void> {
    requireOwnAccount(session);
    // One's own are removed in the profile, with a proof by one of them.
    if (id === session.userId) throw new DomainError('FORBIDDEN');
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const person = await this.people.manageable(scope, session, id);
      await this.factors.removeAll(scope, id);
      await this.sessions.revokeAll(scope, id);
      await this.trail.event(scope, {
        kind: 'SECOND_FACTORS_RESET',
        userId: id,
        actor: session.username,
        tenantId: session.tenantId,
      });
      await this.trail.recordOfPerson(scope, {
        action: 'secondFactors.reset',
        userId: id,
        within: session.tenantId,
      });
      await this.trail.mail(scope, (at) => secondFactorMail(person, 'REMOVED', at));
    });
  }
}
