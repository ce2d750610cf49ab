import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { ChannelModel, ConfirmChannel, Options, RecoveringChannelModel } from 'amqplib';

const CONFIRM_TIMEOUT_MS = 10_000;
const HEARTBEAT_SECONDS = '10';

/** A message the broker had no queue for: it was given back, and is gone from there. */
export class ReturnedError extends Error {
  override readonly name = 'ReturnedError';
}

/** One connection to RabbitMQ with one channel, reopened when it breaks or its channel is closed. */
export class BrokerLine {
  readonly #logger = new Logger('broker');
  #connection: RecoveringChannelModel | undefined;
  #channel: ConfirmChannel | undefined;
  #version: string | undefined;
  /** Messages given back that are still to be confirmed: the broker does one before the other. */
  readonly #returned = new Set<string>();

  /**
   * @param setUp makes what the channel needs, each time there is a new one.
   * @param onReady called when there is a channel.
   */
  constructor(
    private readonly url: string,
    private readonly setUp: (channel: ConfirmChannel) => Promise<void>,
    private readonly onReady: () => void = () => undefined,
  ) {}

  /** The channel, while there is one. */
  get channel(): ConfirmChannel | undefined {
    return this.#channel;
  }

  /** The server's name and version, as it gave them with the latest connection. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Returns at once; a broker that is away is tried again until it is back. */
  async open(): Promise<void> {
    // Only instances with a broker pay for its client's memory.
    const { connect } = await import('amqplib');
    const connection = await connect(addressOf(this.url), {
      recovery: {
        initialDelay: 200,
        maxDelay: 5000,
        waitForConnect: false,
        setup: (model: ChannelModel) => this.openChannel(model),
      },
    });
    this.#connection = connection;
    connection.on('error', () => undefined);
    connection.on('disconnect', (error) => this.lost(error));
    connection.on('connect-failed', (error) => this.lost(error));
    connection.on('connect', () => this.onReady());
  }

  async close(): Promise<void> {
    this.#channel = undefined;
    await this.#connection?.close();
  }

  /**
   * Resolves when the broker has the message, or with the reason it does not: with `mandatory` also when it has no
   * queue for it.
   */
  publish(
    exchange: string,
    key: string,
    content: object,
    options: Options.Publish = {},
  ): Promise<Error | undefined> {
    const channel = this.#channel;
    if (!channel) return Promise.resolve(new Error('not connected'));
    const messageId = randomUUID();
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(new Error('not confirmed in time')), CONFIRM_TIMEOUT_MS);
      const done = (error?: unknown) => {
        clearTimeout(timer);
        if (this.#returned.delete(messageId)) resolve(new ReturnedError('no queue takes it'));
        else if (!error) resolve(undefined);
        else resolve(error instanceof Error ? error : new Error('refused by the broker'));
      };
      try {
        channel.publish(
          exchange,
          key,
          Buffer.from(JSON.stringify(content)),
          { contentType: 'application/json', persistent: true, messageId, ...options },
          done,
        );
      } catch (error) {
        done(error);
      }
    });
  }

  private async openChannel(model: ChannelModel): Promise<void> {
    const { product, version } = model.connection.serverProperties;
    this.#version = `${product} ${version}`;
    const channel = await model.createConfirmChannel();
    channel.on('error', (error: Error) => this.#logger.warn(`The broker's channel failed: ${error.message}`));
    this.#returned.clear();
    channel.on('return', ({ properties }: { properties: { messageId?: unknown } }) => {
      if (typeof properties.messageId === 'string') this.#returned.add(properties.messageId);
    });
    await this.setUp(channel);
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

/** The address with heart-beats, and `/` alone as the path meaning the virtual host `/`. */
function addressOf(url: string): string {
  const address = new URL(url);
  if (address.pathname === '/') address.pathname = '';
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', HEARTBEAT_SECONDS);
  return address.href;
}
