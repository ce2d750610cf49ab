import { socketMessage } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PlatformScope, Scope } from '../database/transactions.js';
import { type NotifyMessage, NotifyTransport } from './notify-transport.js';
import { Outbox } from './outbox.js';
import { type OutboxConsumer, OutboxRelay, type OutboxRow } from './relay.js';

const TOPIC = 'web-notify';
const payload = z.strictObject({ key: z.string(), message: socketMessage });

/** The last step of a notification: from the outbox to the open pages. */
@Injectable()
export class PublishConsumer implements OutboxConsumer {
  readonly topics = [TOPIC];
  readonly batch = 200;
  readonly maxDelayMs = 5000;

  constructor(
    private readonly outbox: Outbox,
    private readonly transport: NotifyTransport,
    relay: OutboxRelay,
  ) {
    relay.register(this);
    transport.onReady(() => relay.wake());
  }

  /** Sends messages when `scope` commits. */
  send(scope: Scope, tenantId: string, messages: readonly NotifyMessage[]): Promise<void> {
    return this.outbox.enqueue(scope, tenantId, TOPIC, messages);
  }

  isReady(): boolean {
    return this.transport.isReady();
  }

  async pass(scope: PlatformScope, rows: readonly OutboxRow[]): Promise<ReadonlyMap<string, Error>> {
    const failed = new Map<string, Error>();
    const sendable: { id: string; message: NotifyMessage }[] = [];
    for (const row of rows) {
      const parsed = payload.safeParse(row.payload);
      if (parsed.success) sendable.push({ id: row.id, message: parsed.data });
      else failed.set(row.id, parsed.error);
    }
    const results = await this.transport.publish(
      scope,
      sendable.map(({ message }) => message),
    );
    sendable.forEach(({ id }, i) => {
      const error = results[i];
      if (error) failed.set(id, error);
    });
    return failed;
  }
}
