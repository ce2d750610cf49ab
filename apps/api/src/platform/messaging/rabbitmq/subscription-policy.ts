import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { NotifyTransport } from '../notify-transport.js';
import { BrokerManagement } from './broker-management.js';

/** The plugin may begin to answer later than the broker. */
const RETRY_MS = 5000;
const TRIES = 12;

/**
 * Broker policy for every queue that a browser's subscription declares, overriding its arguments: expires after a
 * minute without a consumer, durable or not; holds at most a thousand messages, each for a minute.
 */
export const SUBSCRIPTION_POLICY = {
  pattern: '^stomp-subscription-',
  'apply-to': 'queues',
  priority: 10,
  definition: { expires: 60_000, 'message-ttl': 60_000, 'max-length': 1000, overflow: 'drop-head' },
} as const;

/** Puts the policy to the broker whenever it is reached anew, over its management plugin. */
@Injectable()
export class SubscriptionPolicy implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('broker');
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(
    private readonly management: BrokerManagement,
    private readonly transport: NotifyTransport,
  ) {}

  onApplicationBootstrap(): void {
    if (this.management.isSet) this.transport.onReady(() => void this.put(TRIES));
  }

  onModuleDestroy(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  private async put(tries: number): Promise<void> {
    try {
      await this.management.ask('policies/%2F/fibado-subscriptions', 'PUT', SUBSCRIPTION_POLICY);
    } catch (error) {
      if (this.#ended) return;
      if (tries > 1) this.#timer = setTimeout(() => void this.put(tries - 1), RETRY_MS).unref();
      else
        this.#logger.warn(`The policy for subscription queues could not be set: ${(error as Error).message}`);
    }
  }
}
