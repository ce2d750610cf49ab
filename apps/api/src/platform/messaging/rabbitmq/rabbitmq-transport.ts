import { NOTIFY_EXCHANGE } from '@fibado/contracts';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';
import type { PlatformScope } from '../../database/transactions.js';
import { type NotifyMessage, NotifyTransport } from '../notify-transport.js';
import { BrokerLine } from './broker-line.js';
import { webStompUrl } from './web-stomp.js';

/** RabbitMQ as the carrier: a topic exchange browsers read through its Web-STOMP plugin. */
@Injectable()
export class RabbitmqTransport
  extends NotifyTransport
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  readonly #listeners: (() => void)[] = [];
  readonly #line: BrokerLine;

  constructor(@Inject(ENV) private readonly env: Env) {
    super();
    this.#line = new BrokerLine(
      env.AMQP_URL ?? '',
      // A topic exchange: on any other kind the broker would not ask who may read which key.
      async (channel) => void (await channel.assertExchange(NOTIFY_EXCHANGE, 'topic', { durable: true })),
      () => {
        for (const tell of this.#listeners) tell();
      },
    );
  }

  /** The product starts without its broker: notifications wait in the queue until there is one. */
  onApplicationBootstrap(): Promise<void> {
    return this.#line.open();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#line.close();
  }

  override isReady(): boolean {
    return this.#line.channel !== undefined;
  }

  override onReady(tell: () => void): void {
    this.#listeners.push(tell);
  }

  override publish(
    _scope: PlatformScope,
    messages: readonly NotifyMessage[],
  ): Promise<readonly (Error | undefined)[]> {
    // Browsers' queues die with them; a durable queue bound by an operator is not to lose anything either.
    return Promise.all(messages.map(({ key, message }) => this.#line.publish(NOTIFY_EXCHANGE, key, message)));
  }

  override hostSocket(origin: string): string {
    return webStompUrl(this.env, origin);
  }

  override async ping(): Promise<{ version: string | undefined }> {
    const { channel, version } = this.#line;
    if (!channel) throw new Error('not connected');
    await channel.checkExchange(NOTIFY_EXCHANGE);
    return { version };
  }
}
