import { randomUUID } from 'node:crypto';
import { BREAK_GLASS_MINUTES } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, requirePerson, type Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { Outbox } from '../../platform/messaging/outbox.js';

/**
 * Break-glass access of a super-administrator to a household: for an hour, with a reason, told to every member and
 * written into the household's own audit. It lets the super-administrator act as a member, export the household, and
 * help a member back in.
 */
@Injectable()
export class HouseholdEntries {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError FORBIDDEN, NOT_FOUND */
  enter(
    session: Session,
    tenantId: string,
    reason: string,
  ): Promise<{ tenantId: string; expiresAt: string }> {
    requirePerson(session);
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      await this.requireTenant(scope, tenantId);
      const now = this.clock.now();
      const until = new Date(now.getTime() + BREAK_GLASS_MINUTES * 60_000);
      const expiresAt = until.toISOString();
      await scope.manager.query(
        `insert into household_entries (tenant_id, id, user_id, reason, entered_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [tenantId, randomUUID(), session.userId, reason, now, until],
      );
      await this.events.record(scope, { kind: 'HOUSEHOLD_ENTERED', userId: session.userId, tenantId });
      await this.outbox.add(
        scope,
        'household.entered',
        { by: session.username, reason, until: expiresAt },
        tenantId,
      );
      await this.audit.record(scope, {
        action: 'tenants.enter',
        entity: 'tenant',
        entityId: tenantId,
        tenantId,
        after: { reason, expiresAt },
      });
      return { tenantId, expiresAt };
    });
  }

  /** Ends the access, and the sessions that were opened by it. @throws DomainError NOT_FOUND */
  async leave(session: Session, tenantId: string): Promise<void> {
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const now = this.clock.now();
      const ended = await scope.manager.query<unknown[]>(
        `with ended as (
           update household_entries set expires_at = $3
           where tenant_id = $1 and user_id = $2 and expires_at > $3 returning id
         ) select id from ended`,
        [tenantId, session.userId, now],
      );
      if (ended.length === 0) throw new DomainError('NOT_FOUND');
      await scope.manager.query(
        `update sessions set revoked_at = $3
         where tenant_id = $1 and actor_user_id = $2 and revoked_at is null`,
        [tenantId, session.userId, now],
      );
      await this.audit.record(scope, {
        action: 'tenants.leave',
        entity: 'tenant',
        entityId: tenantId,
        tenantId,
      });
    });
  }

  /** The tenants a user has entered and may still be in. */
  async openOf(scope: PlatformScope, userId: string): Promise<ReadonlySet<string>> {
    const rows = await scope.manager.query<{ id: string }[]>(
      'select distinct tenant_id as id from household_entries where user_id = $1 and expires_at > $2',
      [userId, this.clock.now()],
    );
    return new Set(rows.map((row) => row.id));
  }

  /** When the access ends, if it is open. */
  async endOf(scope: PlatformScope, userId: string, tenantId: string): Promise<Date | undefined> {
    const rows = await scope.manager.query<{ end: Date | null }[]>(
      `select max(expires_at) as end from household_entries
       where tenant_id = $1 and user_id = $2 and expires_at > $3`,
      [tenantId, userId, this.clock.now()],
    );
    return rows[0]?.end ?? undefined;
  }

  private async requireTenant(scope: PlatformScope, tenantId: string): Promise<void> {
    const rows = await scope.manager.query<unknown[]>('select 1 from tenants where id = $1', [tenantId]);
    if (rows.length === 0) throw new DomainError('NOT_FOUND');
  }
}
