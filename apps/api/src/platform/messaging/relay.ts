import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { DatabaseListener } from './database-listener.js';
import { OUTBOX_CHANNEL } from './outbox.js';

/** One thing that happened and was not passed on yet. */
export interface OutboxRow {
  readonly id: string;
  readonly tenantId: string;
  readonly topic: string;
  readonly payload: unknown;
  readonly createdAt: Date;
  /** How often it failed before. */
  readonly attempts: number;
}

/** Who passes rows of some topics on. */
export interface OutboxConsumer {
  readonly topics: readonly string[];
  /** Rows taken at once. */
  readonly batch: number;
  /** Longest wait before a failed row is tried again, milliseconds. */
  readonly maxDelayMs: number;
  /** Attempts after which a row is given up; absent: never. */
  readonly maxAttempts?: number;
  /** False while the destination is unavailable; rows then wait without counting as failed. */
  isReady(): boolean;
  /**
   * Passes rows on, in the transaction that holds and afterwards deletes them.
   * @returns the rows that failed, each with its reason; throwing fails all of them.
   */
  pass(scope: PlatformScope, rows: readonly OutboxRow[]): Promise<ReadonlyMap<string, Error>>;
}

const POLL_MS = 5000;
const FIRST_DELAY_MS = 250;

const TAKE = `
  select id, tenant_id as "tenantId", topic, payload, created_at as "createdAt", attempts
  from outbox where topic = any($1) and available_at <= clock_timestamp()
  order by available_at, id limit $2 for update skip locked`;

const PUT_BACK = `
  update outbox set attempts = attempts + 1, last_error = failed.reason,
    available_at = clock_timestamp() + failed.delay * interval '1 millisecond'
  from unnest($1::uuid[], $2::text[], $3::float8[]) as failed (id, reason, delay)
  where outbox.id = failed.id`;

const NEXT = `
  select extract(epoch from min(available_at) - clock_timestamp())::float8 * 1000 as ms
  from outbox where topic = any($1) and available_at > clock_timestamp()`;

/**
 * Empties the outbox. Each process runs one; they share the rows by locking the ones they hold and skipping the
 * others'. A row is deleted in the transaction that passed it on: a process killed before has passed nothing on as
 * far as the database knows, and the next relay takes the row again. Hence at least once, never lost.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('outbox');
  readonly #consumers = new Set<ConsumerLoop>();

  constructor(
    private readonly transactions: Transactions,
    listener: DatabaseListener,
  ) {
    const wake = () => this.wake();
    listener.subscribe(OUTBOX_CHANNEL, { onMessage: wake, onGap: wake });
  }

  /** Adds a consumer; it starts with the application. */
  register(consumer: OutboxConsumer): void {
    this.#consumers.add(new ConsumerLoop(consumer, (l) => this.passOnce(l)));
  }

  /** Looks at the queue now instead of at the next poll. */
  wake(): void {
    for (const consumer of this.#consumers) consumer.wake();
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  start(): void {
    for (const consumer of this.#consumers) consumer.start();
  }

  /** Ends after the leased rows are passed on. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()));
  }

  /**
   * One round of a consumer.
   * @returns how long to wait for the next, milliseconds; 0 when more may be waiting.
   */
  private async passOnce(consumer: OutboxConsumer): Promise<number> {
    if (!consumer.isReady()) return POLL_MS;
    try {
      return await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.passBatch(scope, consumer));
    } catch (error) {
      this.#logger.warn(`The outbox could not be read: ${(error as Error).message}`);
      return 1000;
    }
  }

  private async passBatch(scope: PlatformScope, consumer: OutboxConsumer): Promise<number> {
    const rows = await scope.manager.query<OutboxRow[]>(TAKE, [consumer.topics, consumer.batch]);
    if (rows.length === 0) return this.untilNext(scope, consumer);
    const failed = await this.passInSavepoint(scope, consumer, rows);
    const gone = rows.filter(
      (row) => !failed.has(row.id) || this.isGivenUp(consumer, row, failed.get(row.id)),
    );
    await scope.manager.query('delete from outbox where id = any($1)', [gone.map((row) => row.id)]);
    const back = rows.filter((row) => !gone.includes(row));
    if (back.length > 0) await this.putBack(scope, consumer, back, failed);
    return rows.length === consumer.batch ? 0 : this.untilNext(scope, consumer);
  }

  /** Milliseconds until something put back is due; what others hold at this moment is theirs. */
  private async untilNext(scope: PlatformScope, consumer: OutboxConsumer): Promise<number> {
    const rows = await scope.manager.query<{ ms: number | null }[]>(NEXT, [consumer.topics]);
    return Math.min(POLL_MS, (rows[0]?.ms ?? POLL_MS) + 1);
  }

  /** What a failed attempt wrote is undone; the rows stay held. */
  private async passInSavepoint(
    scope: PlatformScope,
    consumer: OutboxConsumer,
    rows: readonly OutboxRow[],
  ): Promise<ReadonlyMap<string, Error>> {
    await scope.manager.query('savepoint pass');
    try {
      return await consumer.pass(scope, rows);
    } catch (error) {
      await scope.manager.query('rollback to savepoint pass');
      return new Map(rows.map((row) => [row.id, error as Error]));
    }
  }

  private async putBack(
    scope: PlatformScope,
    consumer: OutboxConsumer,
    rows: readonly OutboxRow[],
    failed: ReadonlyMap<string, Error>,
  ): Promise<void> {
    this.#logger.warn(
      `${rows.length} not passed on, to be tried again: ${failed.get(rows[0]?.id ?? '')?.message}`,
    );
    await scope.manager.query(PUT_BACK, [
      rows.map((row) => row.id),
      rows.map((row) => failed.get(row.id)?.message.slice(0, 500) ?? ''),
      rows.map((row) => delayOf(consumer, row)),
    ]);
  }

  private isGivenUp(consumer: OutboxConsumer, row: OutboxRow, error: Error | undefined): boolean {
    if (consumer.maxAttempts === undefined || row.attempts + 1 < consumer.maxAttempts) return false;
    this.#logger.error(`${row.topic} given up after ${row.attempts + 1} attempts: ${error?.message}`);
    return true;
  }
}

/** Doubles with each failure, with a random part so that processes do not try in step. */
function delayOf(consumer: OutboxConsumer, row: OutboxRow): number {
  const delay = Math.min(consumer.maxDelayMs, FIRST_DELAY_MS * 2 ** Math.min(row.attempts, 20));
  return delay * (0.75 + 0.25 * Math.random());
}

/** The loop of one consumer: work until nothing is due, then sleep until woken or until the next is due. */
class ConsumerLoop {
  #running: Promise<void> | undefined;
  #stopped = false;
  #woken = false;
  #rouse: (() => void) | undefined;

  constructor(
    private readonly consumer: OutboxConsumer,
    private readonly once: (consumer: OutboxConsumer) => Promise<number>,
  ) {}

  start(): void {
    if (this.#running) return;
    this.#stopped = false;
    this.#running = this.run();
  }

  wake(): void {
    this.#woken = true;
    this.#rouse?.();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#running;
    this.#running = undefined;
  }

  private async run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      const wait = await this.once(this.consumer);
      if (wait > 0) await this.sleep(wait);
    }
  }

  private sleep(ms: number): Promise<void> {
    if (this.#woken || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#rouse = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#rouse = end;
    });
  }
}
