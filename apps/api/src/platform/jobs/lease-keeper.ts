import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { DatabaseListener } from '../messaging/database-listener.js';
import { WORK_OVER_CHANNEL, type WorkItem, WorkItems, type QueueName } from './work-items.js';

/** What works on items. */
export interface Worker {
  /** Items of each line worked on at the same time. */
  readonly concurrency: Readonly<Record<QueueName, number>>;
  /**
   * Works on one item and takes it out of the queue in the transaction that keeps what came out. Throwing puts it
   * back. @param signal aborted when the item is no longer this worker's, or the process ends.
   * @param hurry aborted when the item's time slice is used up and other households wait: the work is to end soon with
   *   what it has.
   */
  work(item: WorkItem, signal: AbortSignal, hurry: AbortSignal): Promise<void>;
  /** Removes an item whose workers crashed too often. */
  giveUp(item: WorkItem): Promise<void>;
}

/** How the work on an item ended: done, requeued, or dead after too many deliveries. */
export type Outcome = 'DONE' | 'REQUEUED' | 'DEAD';

/** How often an item is taken before it is given up. */
const MAX_DELIVERIES = 3;
const HEARTBEAT_MS = 2500;
/** After an error of our own: time for a database that is away to come back. */
const PAUSE_MS = 1000;

interface Held {
  readonly item: WorkItem;
  readonly controller: AbortController;
  readonly hurry: AbortController;
  /** When the work began, milliseconds on `performance`'s clock. */
  readonly since: number;
  readonly done: Promise<Outcome>;
}

/** The leases of this process: renewed by heartbeats, their work aborted when a lease is lost. */
@Injectable()
export class LeaseKeeper implements OnModuleDestroy, BeforeApplicationShutdown {
  readonly #logger = new Logger('work');
  readonly #held = new Map<string, Held>();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly items: WorkItems,
    listener: DatabaseListener,
  ) {
    listener.subscribe(WORK_OVER_CHANNEL, {
      onMessage: (id) => this.lost((held) => held.item.id === id),
      onGap: () => void this.heartbeat(),
    });
  }

  /** Leased items. */
  get busy(): number {
    return this.#held.size;
  }

  /** Works on an item that was taken. Never rejects. */
  run(worker: Worker, item: WorkItem): Promise<Outcome> {
    const controller = new AbortController();
    const hurry = new AbortController();
    const done = this.attempt(worker, item, controller.signal, hurry.signal).finally(() =>
      this.#held.delete(item.holder),
    );
    this.#held.set(item.holder, { item, controller, hurry, since: performance.now(), done });
    this.#timer ??= setInterval(() => void this.heartbeat(), HEARTBEAT_MS).unref();
    return done;
  }

  /** Drains: lets leased items finish within the grace period, then requeues them. */
  async clear(ms: number): Promise<void> {
    const all = () => Promise.allSettled([...this.#held.values()].map(({ done }) => done));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([all(), new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
    clearTimeout(timer);
    this.#stopping = true;
    for (const { controller } of this.#held.values()) controller.abort();
    await all();
  }

  async onModuleDestroy(): Promise<void> {
    await this.clear(0);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  private async attempt(
    worker: Worker,
    item: WorkItem,
    signal: AbortSignal,
    hurry: AbortSignal,
  ): Promise<Outcome> {
    if (this.#stopping) return this.requeue(item, undefined, signal);
    try {
      if (item.deliveries > MAX_DELIVERIES) {
        this.#logger.error(
          `Work item ${item.id} is dead: ${item.deliveries - 1} deliveries ended without a result`,
        );
        await worker.giveUp(item);
        return 'DEAD';
      }
      await worker.work(item, signal, hurry);
      return 'DONE';
    } catch (error) {
      return this.requeue(item, error, signal);
    }
  }

  private async requeue(item: WorkItem, error: unknown, signal: AbortSignal): Promise<Outcome> {
    // Taken away by others: it is theirs to bring to an end.
    if (signal.aborted && !this.#stopping) return 'DONE';
    if (!this.#stopping) {
      this.#logger.error(error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    try {
      await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        this.items.release(scope, item, !this.#stopping),
      );
    } catch (failed) {
      this.#logger.warn(
        `${item.id} could not be requeued; its lease expires by itself: ${(failed as Error).message}`,
      );
    }
    return 'REQUEUED';
  }

  private async heartbeat(): Promise<void> {
    const holders = [...this.#held.keys()];
    if (holders.length === 0) return;
    try {
      const live = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        this.items.hold(scope, holders),
      );
      this.lost(({ item }) => holders.includes(item.holder) && !live.has(item.holder));
      await this.endSlices();
    } catch (error) {
      this.#logger.warn(
        `The heartbeats of this process's leases could not be written: ${(error as Error).message}`,
      );
    }
  }

  /** Ends the time slices that are used up while other households wait. */
  private async endSlices(): Promise<void> {
    const used = [...this.#held.values()].filter(
      ({ since, hurry }) =>
        !hurry.signal.aborted && performance.now() - since >= this.env.SOLVER_SLICE_SECONDS * 1000,
    );
    if (used.length === 0) return;
    const inTheWay = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.items.inTheWay(
        scope,
        used.map(({ item }) => item.holder),
      ),
    );
    for (const { item, hurry } of used) if (inTheWay.has(item.holder)) hurry.abort();
  }

  private lost(which: (held: Held) => boolean): void {
    for (const held of this.#held.values()) if (which(held)) held.controller.abort();
  }
}
