import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import {
  type DeliveryRow,
  type Outcome,
  type WebhookRow,
  WebhooksRepository,
} from './webhooks.repository.js';

/** A webhook that nothing reached for so long when a delivery is given up is disabled. */
export const LASTING_FAILURE_MS = 12 * 3_600_000;
/** What attempts change: the log, since when a webhook fails, and whether it goes on. */
@Injectable()
export class WebhookHealth {
  constructor(
    private readonly rows: WebhooksRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async note(
    scope: TenantScope,
    { id, webhookId }: DeliveryRow,
    state: 'WAITING' | 'DELIVERED' | 'FAILED',
    outcome: Outcome,
  ): Promise<void> {
    const now = this.clock.now();
    await this.rows.noteAttempt(scope, id, state, outcome, now);
    if (outcome.error !== 'DISABLED')
      await this.rows.noteReach(scope, webhookId, outcome.error === undefined ? null : now);
  }

  hasFailedLong({ enabled, failingSince }: WebhookRow): boolean {
    return (
      enabled &&
      failingSince !== null &&
      this.clock.now().getTime() - failingSince.getTime() >= LASTING_FAILURE_MS
    );
  }

  /** And tells the household. */
  async disable(scope: TenantScope, { id, name }: WebhookRow): Promise<void> {
    await this.rows.disable(scope, id);
    await this.outbox.add(scope, 'webhook.disabled', { webhookId: id, name });
  }
}
