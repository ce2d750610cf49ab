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
import { deadLetterLine } from './batch-rounds.js';
import { reasonOf } from './dead-letters.js';
import { JOB_OVER_CHANNEL, type LeasedHandler, type LeasedJob } from './job.js';
import { JobStore } from './job-store.js';
import { QueueState } from './queue-state.js';
import { afterFailure } from './retry-policy.js';

/** How the attempt at a job ended: done, requeued, or given up. */
export type Outcome = 'DONE' | 'REQUEUED' | 'DEAD';

const HEARTBEAT_MS = 2500;
/** Time for a database that is away to come back, milliseconds, before a lease is given back once more. */
const PAUSE_MS = 1000;

interface Held {
  readonly job: LeasedJob;
  readonly controller: AbortController;
  readonly hurry: AbortController;
  /** When the work began, milliseconds on `performance`'s clock. */
  readonly since: number;
  readonly done: Promise<Outcome>;
}

/** The leases of this process: renewed by heartbeats, their work aborted when a lease is lost. */
@Injectable()
export class LeaseKeeper implements OnModuleDestroy, BeforeApplicationShutdown {
  readonly #logger = new Logger('jobs');
  readonly #held = new Map<string, Held>();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly jobs: JobStore,
    private readonly queues: QueueState,
    listener: DatabaseListener,
  ) {
    listener.subscribe(JOB_OVER_CHANNEL, {
      onMessage: (id) => this.lost((held) => held.job.id === id),
      onGap: () => void this.heartbeat(),
    });
  }

  /** Leases held. */
  get busy(): number {
    return this.#held.size;
  }

  /** Lets leases be worked on again after `clear`. */
  open(): void {
    this.#stopping = false;
  }

  /** Works on a leased job. Never rejects. */
  run(handler: LeasedHandler, job: LeasedJob): Promise<Outcome> {
    const controller = new AbortController();
    const hurry = new AbortController();
    const done = this.attempt(handler, job, controller.signal, hurry.signal).finally(() =>
      this.#held.delete(job.holder),
    );
    this.#held.set(job.holder, { job, controller, hurry, since: performance.now(), done });
    this.#timer ??= setInterval(() => void this.heartbeat(), HEARTBEAT_MS).unref();
    return done;
  }

  /** Lets the leased jobs go on for so long, then requeues them. */
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
    handler: LeasedHandler,
    job: LeasedJob,
    signal: AbortSignal,
    hurry: AbortSignal,
  ): Promise<Outcome> {
    if (this.#stopping) return this.requeue(handler, job, undefined);
    try {
      // The attempts before this one killed their processes, or they would have been given up then.
      const most = handler.retry.attempts;
      if (most !== undefined && job.attempts > most)
        return await this.giveUp(
          handler,
          { ...job, attempts: most },
          `${most} attempts ended without a result`,
        );
      await handler.work(job, signal, hurry);
      return 'DONE';
    } catch (error) {
      // Another process has the lease, or the job was cancelled: its end is not this attempt's.
      if (signal.aborted && !this.#stopping) return 'DONE';
      return this.requeue(handler, job, error);
    }
  }

  private async giveUp(handler: LeasedHandler, job: LeasedJob, reason: string): Promise<Outcome> {
    this.#logger.error(deadLetterLine(handler.queue, job.topic, job.id, job.attempts, reason));
    await handler.giveUp(job, reason);
    return 'DEAD';
  }

  /** Gives a lease back; one that cannot be given back expires by itself. */
  private async requeue(handler: LeasedHandler, job: LeasedJob, error: unknown): Promise<Outcome> {
    for (let last = false; ; last = true) {
      try {
        return await this.giveBack(handler, job, error);
      } catch (failed) {
        if (last || this.#stopping) {
          this.#logger.warn(
            `Job ${job.id} of queue ${job.queue} could not be requeued; its lease expires by itself: ${(failed as Error).message}`,
          );
          return 'REQUEUED';
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  private async giveBack(handler: LeasedHandler, job: LeasedJob, error: unknown): Promise<Outcome> {
    if (this.#stopping) {
      await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.jobs.release(scope, job));
      return 'REQUEUED';
    }
    const reason = reasonOf(error);
    const next = afterFailure(handler.retry, job);
    if (next === 'DEAD') return this.giveUp(handler, job, reason);
    this.#logger.warn(
      `Job ${job.id} of queue ${job.queue} failed (attempt ${job.attempts}) and will be retried in ` +
        `${Math.round(next / 1000)} s: ${reason}`,
    );
    await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.jobs.retryLeased(scope, job, next, reason),
    );
    return 'REQUEUED';
  }

  private async heartbeat(): Promise<void> {
    const holders = [...this.#held.keys()];
    if (holders.length === 0) return;
    try {
      const live = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        this.jobs.renew(scope, holders),
      );
      this.lost(({ job }) => holders.includes(job.holder) && !live.has(job.holder));
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
    const blocking = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.queues.blocking(
        scope,
        used.map(({ job }) => job.holder),
      ),
    );
    for (const { job, hurry } of used) if (blocking.has(job.holder)) hurry.abort();
  }

  private lost(which: (held: Held) => boolean): void {
    for (const held of this.#held.values()) if (which(held)) held.controller.abort();
  }
}
