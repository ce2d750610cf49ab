import { NOTIFY_EXCHANGE } from '@fibado/contracts';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { ChannelModel, ConfirmChannel, RecoveringChannelModel } from 'amqplib';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';
import type { PlatformScope } from '../../database/transactions.js';
import { type NotifyMessage, NotifyTransport } from '../notify-transport.js';

const CONFIRM_TIMEOUT_MS = 10_000;
/** Web-STOMP's own port and path, where nobody said otherwise. */
const WEB_STOMP_PORT = 15_674;
const WEB_STOMP_PATH = '/ws';
const HEARTBEAT_SECONDS = '10';

/** RabbitMQ as the carrier: a topic exchange browsers read through its Web-STOMP plugin. */
@Injectable()
export class RabbitmqTransport
  extends NotifyTransport
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  readonly #logger = new Logger('broker');
  readonly #listeners: (() => void)[] = [];
  #connection: RecoveringChannelModel | undefined;
  #channel: ConfirmChannel | undefined;

  constructor(@Inject(ENV) private readonly env: Env) {
    super();
  }

  /** The product starts without its broker: notifications wait in the outbox until there is one. */
  async onApplicationBootstrap(): Promise<void> {
    // Only instances with a broker pay for its client's memory.
    const { connect } = await import('amqplib');
    const connection = await connect(addressOf(this.env.AMQP_URL ?? ''), {
      recovery: {
        ...{ initialDelay: 200, maxDelay: 5000, waitForConnect: false },
        setup: (model: ChannelModel) => this.open(model),
      },
    });
    this.#connection = connection;
    connection.on('error', () => undefined);
    connection.on('disconnect', (error) => this.lost(error));
    connection.on('connect-failed', (error) => this.lost(error));
    connection.on('connect', () => {
      for (const tell of this.#listeners) tell();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#channel = undefined;
    await this.#connection?.close();
  }

  override isReady(): boolean {
    return this.#channel !== undefined;
  }

  override onReady(tell: () => void): void {
    this.#listeners.push(tell);
  }

  override async publish(
    _scope: PlatformScope,
    messages: readonly NotifyMessage[],
  ): Promise<readonly (Error | undefined)[]> {
    const channel = this.#channel;
    if (!channel) return messages.map(() => new Error('not connected'));
    return Promise.all(messages.map((message) => publishConfirmed(channel, message)));
  }

  override hostSocket(origin: string): string {
    if (this.env.STOMP_URL) return this.env.STOMP_URL;
    return `ws://${new URL(origin).hostname}:${WEB_STOMP_PORT}${WEB_STOMP_PATH}`;
  }

  override async ping(): Promise<void> {
    if (!this.#channel) throw new Error('not connected');
    await this.#channel.checkExchange(NOTIFY_EXCHANGE);
  }

  private async open(model: ChannelModel): Promise<void> {
    const channel = await model.createConfirmChannel();
    channel.on('error', (error: Error) => this.#logger.warn(`The broker's channel failed: ${error.message}`));
    // A topic exchange: on any other kind the broker would not ask who may read which key.
    await channel.assertExchange(NOTIFY_EXCHANGE, 'topic', { durable: true });
    channel.once('close', () => {
      if (this.#channel !== channel) return;
      this.#channel = undefined;
      // The connection may outlive its channel; a new connection brings a new one.
      void model.close().catch(() => undefined);
    });
    this.#channel = channel;
  }

  private lost(error: Error): void {
    this.#channel = undefined;
    this.#logger.warn(`The broker cannot be reached: ${error.message}`);
  }
}

/** Resolves when the broker has the message, or with the reason it does not. */
function publishConfirmed(
  channel: ConfirmChannel,
  { key, message }: NotifyMessage,
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(new Error('not confirmed in time')), CONFIRM_TIMEOUT_MS);
    const done = (error?: unknown) => {
      clearTimeout(timer);
      if (!error) resolve(undefined);
      else resolve(error instanceof Error ? error : new Error('refused by the broker'));
    };
    try {
      channel.publish(
        NOTIFY_EXCHANGE,
        key,
        Buffer.from(JSON.stringify(message)),
        // Browsers' queues die with them; a queue somebody binds for keeping is not to lose anything either.
        { contentType: 'application/json', persistent: true },
        done,
      );
    } catch (error) {
      done(error);
    }
  });
}

/** The address with heart-beats, and `/` alone as the path meaning the virtual host `/`. */
function addressOf(url: string): string {
  const address = new URL(url);
  if (address.pathname === '/') address.pathname = '';
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', HEARTBEAT_SECONDS);
  return address.href;
}
