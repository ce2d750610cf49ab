import { type EventTopic, WEBHOOK_TOPICS } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import type { Job } from '../../platform/jobs/job.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { mailText } from '../mail-texts.js';
import type { NewNotification } from '../notifications.repository.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** An event, and the notification that follows from it. */
interface WebhookEvent {
  readonly tenantId: string;
  readonly topic: EventTopic;
  readonly job: Pick<Job, 'payload' | 'ageMs'>;
  readonly notification: NewNotification | undefined;
}

/** Hands events out to the webhooks of their household: a delivery and a job for each. */
@Injectable()
export class WebhookQueue {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly rows: WebhooksRepository,
    private readonly jobs: JobStore,
    private readonly clock: Clock,
  ) {}

  /** In the transaction that handles the event. @param language asked where a webhook wants the event. */
  async add(
    scope: PlatformScope,
    { tenantId, topic, job, notification }: WebhookEvent,
    language: () => Promise<'it' | 'en'>,
  ): Promise<void> {
    if (!WEBHOOK_TOPICS.some((known) => known === topic)) return;
    if (!(await this.rows.isWanted(scope, tenantId, topic))) return;
    const now = this.clock.now();
    const message = notification ? this.messageOf(await language(), notification) : null;
    const event = { type: topic, timestamp: now.toISOString(), data: job.payload };
    const ids = await this.rows.fanOut(scope, tenantId, topic, { event, message }, now);
    const jobs = ids.map((id) => ({ id }));
    await this.jobs.add(scope, 'WEBHOOKS', jobs, tenantId);
  }

  private messageOf(language: 'it' | 'en', { kind, params, link }: NewNotification) {
    const { subject, body } = mailText(language, kind, params);
    const { PUBLIC_URL } = this.env;
    return {
      title: subject,
      text: body,
      ...(PUBLIC_URL && link ? { link: new URL(link, PUBLIC_URL).href } : {}),
    };
  }
}
