import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from '../database/transactions.js';
import { DatabaseListener } from '../messaging/database-listener.js';
import { type Standing, WORK_OVER_CHANNEL, type WorkItem, WorkItems, type WorkLine } from './work-items.js';

/** What works on items. */
export interface Worker {
  /** Items of each line worked on at the same time. */
  readonly places: Readonly<Record<WorkLine, number>>;
  /**
   * Works on one item and takes it out of the queue in the transaction that keeps what came out. Throwing puts it
   * back. @param signal aborted when the item is no longer this worker's, or the process ends.
   * @param hurry aborted when the item's time slice is used up and other households wait: the work is to end soon with
   *   what it has.
   */
  work(item: WorkItem, signal: AbortSignal, hurry: AbortSignal): Promise<void>;
  /** Takes an item out that brought down whoever worked on it too often. */
  giveUp(item: WorkItem): Promise<void>;
}

/** How the work on an item ended: it is out of the queue, it is back in it, or it was given up. */
export type Outcome = 'OVER' | 'BACK' | 'GIVEN_UP';

/** How often an item is taken before it is given up. */
const MAX_DELIVERIES = 3;
const HOLD_EVERY_MS = 2500;
/** After an error of our own: time for a database that is away to come back. */
const PAUSE_MS = 1000;

/**
 * Work that survives the process that does it, and is done in whichever process has a place free. Two kinds: the
 * database's rows are the queue, or RabbitMQ hands the rows out.
 */
export abstract class WorkQueue {
  /** Puts work in the queue in the transaction that makes it. */
  abstract add(scope: TenantScope, id: string, standing: Standing): Promise<void>;

  /** Starts to hand work to `worker`, of which a process has one at most. */
  abstract serve(worker: Worker): void;

  /** Takes no more and lets what is worked on go on for so long; what is not done then goes back. */
  abstract drain(ms: number): Promise<void>;

  /** How many workers there are, where that is known. */
  abstract workers(): Promise<number | undefined>;
}

interface Held {
  readonly item: WorkItem;
  readonly controller: AbortController;
  readonly hurry: AbortController;
  /** When the work began, milliseconds on `performance`'s clock. */
  readonly since: number;
  readonly done: Promise<Outcome>;
}

/** What this process works on: said to be held again and again, ended when it is not any more. */
@Injectable()
export class Bench implements OnModuleDestroy, BeforeApplicationShutdown {
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
      onGap: () => void this.hold(),
    });
  }

  /** Items in hand. */
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
    this.#timer ??= setInterval(() => void this.hold(), HOLD_EVERY_MS).unref();
    return done;
  }

  /** Lets what is in hand go on for so long, then puts it back. */
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
    if (this.#stopping) return this.putBack(item, undefined, signal);
    try {
      if (item.deliveries > MAX_DELIVERIES) {
        this.#logger.error(`${item.id} was taken ${item.deliveries - 1} times in vain and is given up`);
        await worker.giveUp(item);
        return 'GIVEN_UP';
      }
      await worker.work(item, signal, hurry);
      return 'OVER';
    } catch (error) {
      return this.putBack(item, error, signal);
    }
  }

  private async putBack(item: WorkItem, error: unknown, signal: AbortSignal): Promise<Outcome> {
    // Taken away by others: it is theirs to bring to an end.
    if (signal.aborted && !this.#stopping) return 'OVER';
    if (!this.#stopping) {
      this.#logger.error(error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    try {
      await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        this.items.release(scope, item, !this.#stopping),
      );
    } catch (failed) {
      // Nobody says that it is held any more: it is free before long.
      this.#logger.warn(`${item.id} could not be put back: ${(failed as Error).message}`);
    }
    return 'BACK';
  }

  private async hold(): Promise<void> {
    const holders = [...this.#held.keys()];
    if (holders.length === 0) return;
    try {
      const live = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        this.items.hold(scope, holders),
      );
      this.lost(({ item }) => holders.includes(item.holder) && !live.has(item.holder));
      await this.endSlices();
    } catch (error) {
      this.#logger.warn(`What is held could not be said: ${(error as Error).message}`);
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
