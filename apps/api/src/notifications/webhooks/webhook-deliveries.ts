import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from '../../platform/database/transactions.js';
import type { LeasedHandler, LeasedJob } from '../../platform/jobs/job.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { RETRY } from '../../platform/jobs/retry-policy.js';
import { WebhookHealth } from './webhook-health.js';
import { WebhookSender } from './webhook-sender.js';
import {
  type DeliveryRow,
  type Outcome,
  type WebhookRow,
  WebhooksRepository,
} from './webhooks.repository.js';

/** The receiver says that it is gone for good. */
const GONE = 410;

/** Sends the deliveries, each an attempt of a job of the queue WEBHOOKS. */
@Injectable()
export class WebhookDeliveries implements LeasedHandler {
  readonly hold = 'lease';
  readonly queue = 'WEBHOOKS';
  readonly retry = RETRY.webhook;
  /** A receiver that does not answer holds one place for ten seconds; households take turns. */
  readonly concurrency = 4;

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: WebhooksRepository,
    private readonly sender: WebhookSender,
    private readonly jobs: JobStore,
    private readonly health: WebhookHealth,
    runner: JobRunner,
  ) {
    runner.serve(this);
  }

  async work(job: LeasedJob, signal: AbortSignal): Promise<void> {
    const found = await this.inTenant(job, async (scope) => {
      const delivery = await this.rows.delivery(scope, job.id);
      return delivery && { delivery, webhook: await this.rows.find(scope, delivery.webhookId) };
    });
    if (!found?.webhook) {
      await this.inTenant(job, (scope) => this.jobs.over(scope, job.id, job.holder));
      return;
    }
    const { delivery, webhook } = found;
    const outcome: Outcome = webhook.enabled
      ? await this.sender.send(webhook, delivery.id, delivery, signal)
      : { error: 'DISABLED' };
    // Not an attempt: the process ends, or another one has the lease.
    signal.throwIfAborted();
    const isOver = outcome.error === undefined || outcome.error === 'DISABLED' || outcome.status === GONE;
    await this.inTenant(job, (scope) => this.note(scope, job, { delivery, webhook, outcome, isOver }));
    if (!isOver) throw new Error(`${outcome.error} ${outcome.status ?? ''}`.trim());
  }

  /** After the last attempt: the delivery's log says why, and no dead letter is left for the administrator. */
  async giveUp(job: LeasedJob): Promise<void> {
    await this.inTenant(job, async (scope) => {
      const delivery = await this.rows.delivery(scope, job.id);
      if (!(await this.jobs.over(scope, job.id, job.holder)) || !delivery) return;
      await this.rows.giveUp(scope, delivery.id);
      const webhook = await this.rows.find(scope, delivery.webhookId);
      if (webhook && this.health.hasFailedLong(webhook)) await this.health.disable(scope, webhook);
    });
  }

  private async note(
    scope: TenantScope,
    job: LeasedJob,
    { delivery, webhook, outcome, isOver }: Attempt,
  ): Promise<void> {
    const held = isOver
      ? await this.jobs.over(scope, job.id, job.holder)
      : await this.jobs.lock(scope, job.id, job.holder);
    if (!held) return;
    const state = outcome.error === undefined ? 'DELIVERED' : isOver ? 'FAILED' : 'WAITING';
    await this.health.note(scope, delivery, state, outcome);
    if (outcome.status === GONE && webhook.enabled) await this.health.disable(scope, webhook);
  }

  private inTenant<T>({ tenantId, id }: LeasedJob, work: (scope: TenantScope) => Promise<T>): Promise<T> {
    if (tenantId === null) throw new Error(`Delivery ${id} has no tenant`);
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, work);
  }
}

interface Attempt {
  readonly delivery: DeliveryRow;
  readonly webhook: WebhookRow;
  readonly outcome: Outcome;
  readonly isOver: boolean;
}
