import { routingKeyOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../platform/database/transactions.js';
import type { NotifyMessage } from '../platform/messaging/notify-transport.js';
import { PublishConsumer } from '../platform/messaging/publish-consumer.js';
import type { AccountChange } from './event-effects.js';
import { type NewNotification, NotificationsRepository, type Recipient } from './notifications.repository.js';
import { PushQueue } from './push/push-queue.js';

/** Notifications in the application: rows of the list, messages for open pages, and pushes to devices. */
@Injectable()
export class WebNotifications {
  constructor(
    private readonly rows: NotificationsRepository,
    private readonly publisher: PublishConsumer,
    private readonly push: PushQueue,
  ) {}

  async show(
    scope: PlatformScope,
    tenantId: string,
    recipients: readonly Recipient[],
    notification: NewNotification,
  ): Promise<void> {
    const ids = recipients.map((one) => one.userId);
    const written = await this.rows.add(scope, tenantId, ids, notification);
    const byId = new Map(recipients.map((one) => [one.userId, one]));
    const messages = written.flatMap(({ userId, id }): NotifyMessage[] => {
      const recipient = byId.get(userId);
      return recipient ? [{ key: keyOf(recipient), message: { type: 'SIMPLE', idNotify: id } }] : [];
    });
    await this.publisher.send(scope, tenantId, messages);
    await this.push.add(scope, tenantId, written);
  }

  /** The open pages of a user whose rights changed are told, whatever the switches say. */
  async accountChanged(
    scope: PlatformScope,
    tenantId: string,
    { userId, username, change }: AccountChange,
  ): Promise<void> {
    const tenant = await this.rows.tenantCode(scope, tenantId);
    if (tenant === undefined) return;
    if (change === 'ROLES') {
      const written = await this.rows.add(scope, tenantId, [userId], {
        kind: 'ACCOUNT_CHANGED',
        subject: 'ACCOUNT_CHANGED',
        params: {},
      });
      await this.push.add(scope, tenantId, written);
    }
    await this.publisher.send(scope, tenantId, [
      { key: routingKeyOf(tenant, username), message: { type: 'ACCOUNT_BLOCK' } },
    ]);
  }
}

const keyOf = ({ tenant, username }: Recipient): string => routingKeyOf(tenant, username);
