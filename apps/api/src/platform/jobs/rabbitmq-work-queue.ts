import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  Optional,
} from '@nestjs/common';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { z } from 'zod';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import {
  SYSTEM_ACTOR,
  type PlatformScope,
  type TenantScope,
  Transactions,
} from '../database/transactions.js';
import { Outbox } from '../messaging/outbox.js';
import { BrokerLine, ReturnedError } from '../messaging/rabbitmq/broker-line.js';
import { type Lane, OutboxRelay, type OutboxRow } from '../messaging/relay.js';
import { Slots } from './slots.js';
import { MAX_PRIORITY, type Standing, WORK_LINES, WorkItems, type WorkLine } from './work-items.js';
import { Bench, type Outcome, type Worker, WorkQueue } from './work-queue.js';

/** What workers take from, each line its own; higher priorities first. */
export const WORK_QUEUES: Readonly<Record<WorkLine, string>> = {
  MAIN: 'fibado.work',
  SIDE: 'fibado.work.side',
};
/** What was given up, to be looked at. */
export const DEAD_QUEUE = 'fibado.work.dead';
const MAX_DEAD = 1000;

const TOPIC = 'work';
const payload = z.strictObject({
  id: z.uuid(),
  line: z.enum(WORK_LINES).default('MAIN'),
  priority: z.int().min(0).max(MAX_PRIORITY),
});
const message = z.strictObject({ tenantId: z.uuid(), id: z.uuid() });
type Named = z.output<typeof message>;

/** Work that nobody took or holds for so long is sent again: the broker may have lost its disk. */
const AGAIN_MS = 60_000;
const PAUSE_MS = 1000;

/**
 * RabbitMQ hands the work out. Messages go through the outbox, in the transaction that makes the work, and name it
 * and its household, nothing else. The rows decide who works: a message that comes twice, or again after its work is
 * over, finds nothing to take.
 */
@Injectable()
export class RabbitmqWorkQueue
  extends WorkQueue
  implements Lane, OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  readonly topics = [TOPIC];
  readonly batch = 100;
  readonly maxDelayMs = 5000;
  readonly #logger = new Logger('work');
  readonly #sending: BrokerLine;
  readonly #taking: BrokerLine;
  #worker: Worker | undefined;
  readonly #places = new Map<WorkLine, Slots>();
  #timer: NodeJS.Timeout | undefined;
  #consumers: string[] = [];
  #stopped = false;

  constructor(
    @Inject(ENV) env: Env,
    private readonly transactions: Transactions,
    private readonly items: WorkItems,
    private readonly bench: Bench,
    private readonly outbox: Outbox,
    /** Absent in a worker process: passing on is the API's. */
    @Optional() private readonly relay?: OutboxRelay,
  ) {
    super();
    const url = env.AMQP_URL ?? '';
    // Two connections: the broker slows down one that sends too much, and taking must not suffer from it.
    this.#sending = new BrokerLine(url, makeQueues, () => relay?.wake());
    this.#taking = new BrokerLine(url, (channel) => this.consume(channel));
    relay?.register(this);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#sending.open();
    if (this.#worker) await this.#taking.open();
    if (this.relay) this.#timer = setInterval(() => void this.sendAgain(), AGAIN_MS / 2).unref();
  }

  override async add(scope: TenantScope, id: string, standing: Standing): Promise<void> {
    await this.items.add(scope, id, standing);
    await this.outbox.enqueue(scope, scope.tenantId, TOPIC, [{ id, ...standing }]);
  }

  override serve(worker: Worker): void {
    this.#worker = worker;
  }

  override async workers(): Promise<number> {
    const { channel } = this.#sending;
    if (!channel) throw new Error('The broker cannot be reached');
    return (await channel.checkQueue(WORK_QUEUES.MAIN)).consumerCount;
  }

  isReady(): boolean {
    return this.#sending.channel !== undefined;
  }

  async pass(_scope: PlatformScope, rows: readonly OutboxRow[]): Promise<ReadonlyMap<string, Error>> {
    const failed = new Map<string, Error>();
    const send = async ({ id: row, tenantId, payload: content }: OutboxRow) => {
      const parsed = payload.safeParse(content);
      const error = parsed.success
        ? await this.#sending.publish(
            '',
            WORK_QUEUES[parsed.data.line],
            { tenantId, id: parsed.data.id },
            { priority: parsed.data.priority, mandatory: true },
          )
        : parsed.error;
      if (error) failed.set(row, error);
    };
    await Promise.all(rows.map(send));
    // Somebody deleted the queue: it is there again when these are tried again.
    const { channel } = this.#sending;
    if (channel && [...failed.values()].some((error) => error instanceof ReturnedError))
      await makeQueues(channel);
    return failed;
  }

  override async drain(ms: number): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    const { channel } = this.#taking;
    for (const consumer of this.#consumers) await channel?.cancel(consumer).catch(() => undefined);
    await this.bench.clear(ms);
  }

  onModuleDestroy(): Promise<void> {
    return this.drain(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.#sending.close(), this.#taking.close()]);
  }

  private async consume(channel: ConfirmChannel): Promise<void> {
    const worker = this.#worker;
    if (!worker || this.#stopped) return;
    await makeQueues(channel);
    this.#consumers = [];
    for (const line of WORK_LINES) {
      // Holds for the consumers that come after it, each by itself.
      await channel.prefetch(worker.places[line]);
      const { consumerTag } = await channel.consume(WORK_QUEUES[line], (got) => {
        if (got) void this.receive(channel, worker, line, got);
        else if (!this.#stopped) this.cancelled(channel);
      });
      this.#consumers.push(consumerTag);
    }
  }

  /** The broker took the queue away, or moved it: nothing comes over this channel any more. */
  private cancelled(channel: ConfirmChannel): void {
    this.#logger.warn('The broker ended the handing out of work; it is asked for anew');
    void channel.close().catch(() => undefined);
  }

  private async receive(
    channel: ConfirmChannel,
    worker: Worker,
    line: WorkLine,
    got: ConsumeMessage,
  ): Promise<void> {
    const named = readMessage(got);
    if (!named) this.#logger.error('A message that names no work was put aside');
    const outcome = named ? await this.workOn(worker, line, named, got.fields.redelivered) : 'GIVEN_UP';
    try {
      if (outcome === 'OVER') channel.ack(got);
      else channel.nack(got, false, outcome === 'BACK');
    } catch {
      // The channel is gone. The broker handed the message out again, and whoever got it saw that it was in hand.
      if (named && outcome === 'BACK') await this.unsend(named);
    }
  }

  private async workOn(worker: Worker, line: WorkLine, named: Named, again: boolean): Promise<Outcome> {
    // A new connection brings new messages while what came over the old one is still worked on.
    const leave = await this.places(worker, line).take();
    try {
      if (this.#stopped) return 'BACK';
      const item = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        this.items.take(scope, named, again),
      );
      // Not there: it is over, or in living hands.
      return item ? await this.bench.run(worker, item) : 'OVER';
    } catch (error) {
      this.#logger.warn(`Work could not be taken: ${(error as Error).message}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      return 'BACK';
    } finally {
      leave?.();
    }
  }

  private places({ places }: Worker, line: WorkLine): Slots {
    const slots = this.#places.get(line) ?? new Slots(places[line], Infinity);
    this.#places.set(line, slots);
    return slots;
  }

  private async unsend(named: Named): Promise<void> {
    await this.transactions
      .onPlatform(SYSTEM_ACTOR, (scope) => this.items.unsend(scope, named))
      .catch((error: unknown) => this.#logger.warn((error as Error).message));
  }

  private async sendAgain(): Promise<void> {
    try {
      await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
        for (const { tenantId, ...sent } of await this.items.stranded(scope, AGAIN_MS))
          await this.outbox.enqueue(scope, tenantId, TOPIC, [sent]);
      });
    } catch (error) {
      this.#logger.warn(`Work left lying could not be looked for: ${(error as Error).message}`);
    }
  }
}

async function makeQueues(channel: ConfirmChannel): Promise<void> {
  await channel.assertQueue(DEAD_QUEUE, { durable: true, maxLength: MAX_DEAD });
  for (const queue of Object.values(WORK_QUEUES))
    await channel.assertQueue(queue, {
      ...{ durable: true, maxPriority: MAX_PRIORITY },
      ...{ deadLetterExchange: '', deadLetterRoutingKey: DEAD_QUEUE },
    });
}

function readMessage(got: ConsumeMessage): Named | undefined {
  try {
    return message.parse(JSON.parse(got.content.toString('utf8')));
  } catch {
    return undefined;
  }
}
