import { Injectable } from '@nestjs/common';
import { Clock } from './clock.js';
import type { PlatformScope, Scope } from './database/transactions.js';

/** What was done to which row; `before` and `after` hold no secrets. */
export interface AuditEntry {
  /** `family.verb`, e.g. `banks.save`. */
  readonly action: string;
  readonly entity: string;
  readonly entityId: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** On the platform: the tenant the entry belongs to, if any. */
  readonly tenantId?: string;
}

/** What was done to a person: it concerns every tenant the person belongs to. */
export interface PersonEntry extends Omit<AuditEntry, 'entity' | 'entityId' | 'tenantId'> {
  readonly userId: string;
  /** A further tenant, in which it was done. */
  readonly within?: string;
}

/** Writes the audit in the transaction of what it records: both happen, or neither. */
@Injectable()
export class Audit {
  constructor(private readonly clock: Clock) {}

  async record(scope: Scope, entry: AuditEntry): Promise<void> {
    const { actor } = scope;
    await scope.manager.query(
      `insert into audit (tenant_id, at, actor_user_id, actor_username, acting_for, action, entity, entity_id, before, after)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        scope.kind === 'tenant' ? scope.tenantId : (entry.tenantId ?? null),
        this.clock.now(),
        actor.userId,
        // The real person behind an acting session is recorded.
        actor.actingUsername ?? actor.username,
        actor.actingUsername ? actor.username : null,
        entry.action,
        entry.entity,
        entry.entityId,
        json(entry.before),
        json(entry.after),
      ],
    );
  }

  /** Writes one entry under each tenant the person belongs to at this moment, and under `within`. */
  async recordOfPerson(scope: PlatformScope, { userId, within, ...entry }: PersonEntry): Promise<void> {
    const rows = await scope.manager.query<{ id: string }[]>(
      'select tenant_id as id from memberships where user_id = $1',
      [userId],
    );
    const tenants = new Set([...(within === undefined ? [] : [within]), ...rows.map((row) => row.id)]);
    for (const tenantId of tenants.size > 0 ? tenants : [undefined])
      await this.record(scope, {
        ...entry,
        entity: 'user',
        entityId: userId,
        ...(tenantId === undefined ? {} : { tenantId }),
      });
  }
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
