import { EVENT_PAYLOADS, type EventPayload, type EventTopic } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope, Scope, TenantScope } from '../database/transactions.js';
import { JobStore } from '../jobs/job-store.js';

/**
 * Where a feature says what happened, in the transaction in which it happens: rolled back, it was never said;
 * committed, it is handled at least once. An event is a job of the queue EVENTS.
 */
@Injectable()
export class Outbox {
  constructor(private readonly jobs: JobStore) {}

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
    await this.jobs.add(scope, 'EVENTS', [{ topic, payload: checked }], tenantId);
  }
}
