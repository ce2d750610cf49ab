import { randomUUID } from 'node:crypto';
import { EVENT_PAYLOADS, type EventPayload, type EventTopic } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import type { PlatformScope, Scope, TenantScope } from '../database/transactions.js';

/** PostgreSQL's channel on which a commit with something in the outbox wakes the relays. */
export const OUTBOX_CHANNEL = 'fibado_outbox';

/**
 * Where a feature says what happened, in the transaction in which it happens: rolled back, it was never said;
 * committed, a relay passes it on at least once.
 */
@Injectable()
export class Outbox {
  constructor(private readonly clock: Clock) {}

  /** On the platform the event's tenant has to be named. */
  add<T extends EventTopic>(scope: TenantScope, topic: T, payload: EventPayload<T>): Promise<void>;
  add<T extends EventTopic>(
    scope: PlatformScope,
    topic: T,
    payload: EventPayload<T>,
    tenantId: string,
  ): Promise<void>;
  async add<T extends EventTopic>(
    scope: Scope,
    topic: T,
    payload: EventPayload<T>,
    tenantId?: string,
  ): Promise<void> {
    // An unreadable payload fails here, where its cause can still be rolled back.
    const checked = EVENT_PAYLOADS[topic].parse(payload);
    await this.enqueue(scope, scope.kind === 'tenant' ? scope.tenantId : (tenantId ?? ''), topic, [checked]);
  }

  /** Puts rows of any topic in the queue; for the relays' own second step. */
  async enqueue(scope: Scope, tenantId: string, topic: string, payloads: readonly unknown[]): Promise<void> {
    if (payloads.length === 0) return;
    await scope.manager.query(
      // Due times are the database's own: a clock held still for a demonstration must not hold back the queue.
      `insert into outbox (id, tenant_id, topic, payload, created_at, available_at)
       select id, $1, $2, payload, $5, clock_timestamp()
       from unnest($3::uuid[], $4::jsonb[]) as row (id, payload)`,
      [
        tenantId,
        topic,
        payloads.map(() => randomUUID()),
        payloads.map((payload) => JSON.stringify(payload)),
        this.clock.now(),
      ],
    );
    // Told at commit, and once however often a transaction says it.
    await scope.manager.query(`select pg_notify($1, '')`, [OUTBOX_CHANNEL]);
  }
}
