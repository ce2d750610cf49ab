import { EVENT_PAYLOADS, type EventTopic, type NotificationKind } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../platform/database/transactions.js';
import type { BatchHandler, Job } from '../platform/jobs/job.js';
import { JobRunner } from '../platform/jobs/job-runner.js';
import { RETRY } from '../platform/jobs/retry-policy.js';
import {
  ACCESS_NEWS,
  type AccessTopic,
  type Effect,
  EFFECTS,
  type HouseholdTopic,
  isAccessTopic,
} from './event-effects.js';
import { Households } from './households.js';
import { type Household, NotificationMails } from './notification-mails.js';
import { type NewNotification, NotificationsRepository } from './notifications.repository.js';
import { WebNotifications } from './web-notifications.js';
import { WebhookQueue } from './webhooks/webhook-queue.js';

/** Where a kind goes while the household has not said; web only. */
const DEFAULT_CHANNELS = { web: true, email: false } as const;

/**
 * Turns events into notifications: rows for those who may read the household's finances, messages for their open
 * pages and devices, and mails. All of it in the transaction that removes the event from the queue, so each event has its
 * effect once.
 */
@Injectable()
export class EventConsumer implements BatchHandler {
  readonly hold = 'transaction';
  readonly queue = 'EVENTS';
  readonly retry = RETRY.event;
  readonly batch = 50;

  constructor(
    private readonly households: Households,
    private readonly rows: NotificationsRepository,
    private readonly web: WebNotifications,
    private readonly mails: NotificationMails,
    private readonly webhooks: WebhookQueue,
    runner: JobRunner,
  ) {
    runner.serve(this);
  }

  isReady(): boolean {
    return true;
  }

  async handle(scope: PlatformScope, jobs: readonly Job[]): Promise<ReadonlyMap<string, Error>> {
    const failed = new Map<string, Error>();
    const known = new Map<string, Promise<Household>>();
    const householdOf = (tenantId: string): Promise<Household> => {
      const household = known.get(tenantId) ?? this.households.of(scope, tenantId);
      known.set(tenantId, household);
      return household;
    };
    for (const event of jobs) {
      // An event that fails takes back what it wrote and leaves the others alone.
      await scope.manager.query('savepoint event');
      try {
        await this.handleOne(scope, event, householdOf);
        await scope.manager.query('release savepoint event');
      } catch (error) {
        await scope.manager.query('rollback to savepoint event');
        failed.set(event.id, error as Error);
      }
    }
    return failed;
  }

  private async handleOne(
    scope: PlatformScope,
    job: Job,
    householdOf: (tenantId: string) => Promise<Household>,
  ): Promise<void> {
    const event = eventOf(job);
    const { topic } = event;
    if (topic === 'account.changed') {
      await this.web.accountChanged(scope, event.tenantId, EVENT_PAYLOADS[topic].parse(event.payload));
      return;
    }
    if (isAccessTopic(topic)) {
      await this.accessNews(scope, topic, event);
      return;
    }
    const { notification, settles } = effectOf(topic, event);
    if (settles) await this.rows.settle(scope, event.tenantId, settles);
    const { tenantId } = event;
    if (notification) await this.tell(scope, tenantId, await householdOf(tenantId), notification);
    await this.webhooks.add(
      scope,
      { tenantId, topic, job, notification },
      async () => (await householdOf(tenantId)).settings.language,
    );
  }

  private async tell(
    scope: PlatformScope,
    tenantId: string,
    household: Household,
    notification: NewNotification,
  ): Promise<void> {
    const channels =
      household.settings.notifications[notification.kind as NotificationKind] ?? DEFAULT_CHANNELS;
    if (channels.web) await this.web.show(scope, tenantId, household.readers, notification);
    if (channels.email) await this.mails.send(scope, tenantId, this.mails.of(household, notification));
  }

  /** Who has access to a household is told to its members on every channel there is. */
  private async accessNews(scope: PlatformScope, topic: AccessTopic, event: TenantEvent): Promise<void> {
    const { kind, to } = ACCESS_NEWS[topic];
    const params = EVENT_PAYLOADS[topic].parse(event.payload);
    const recipients = await this.rows.members(scope, event.tenantId, to === 'ADMINISTRATORS');
    await this.web.show(scope, event.tenantId, recipients, { kind, params, subject: `${kind}:${event.id}` });
    await this.mails.send(scope, event.tenantId, this.mails.ofAccess(recipients, kind, params));
  }
}

/** An event of a household. */
type TenantEvent = Job & { readonly tenantId: string; readonly topic: EventTopic };

function eventOf({ tenantId, topic, ...job }: Job): TenantEvent {
  if (tenantId === null || topic === null || !(topic in EVENT_PAYLOADS))
    throw new Error(`This version knows no event ${topic}`);
  return { ...job, tenantId, topic: topic as EventTopic };
}

function effectOf(topic: HouseholdTopic, event: TenantEvent): Effect {
  const effect = EFFECTS[topic] as (payload: unknown, eventId: string) => Effect;
  return effect(EVENT_PAYLOADS[topic].parse(event.payload), event.id);
}
