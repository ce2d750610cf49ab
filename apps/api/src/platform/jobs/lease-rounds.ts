import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import type { LeasedHandler, LeasedJob } from './job.js';
import { JobStore } from './job-store.js';
import { LeaseKeeper, type Outcome } from './lease-keeper.js';
import { type AttemptOutcome, QueueMetrics } from './queue-metrics.js';
import { POLL_MS } from './queue-loop.js';

const OUTCOMES: Readonly<Record<Outcome, AttemptOutcome>> = {
  DONE: 'done',
  REQUEUED: 'requeued',
  DEAD: 'dead',
};

/** The jobs of one queue that this process has leased. */
export class Places {
  readonly #jobs = new Set<LeasedJob>();
  readonly #done = new Set<Promise<unknown>>();

  constructor(private readonly concurrency: () => number) {}

  get busy(): number {
    return this.#jobs.size;
  }

  get free(): number {
    return this.concurrency() - this.busy;
  }

  /** Households that have as many jobs at work here as they may: where there are several places, all but one. */
  full(): string[] {
    const most = Math.max(1, this.concurrency() - 1);
    const tenants = [...this.#jobs].flatMap(({ tenantId }) => tenantId ?? []);
    return [...new Set(tenants)].filter((one) => tenants.filter((other) => other === one).length >= most);
  }

  occupy(job: LeasedJob, work: Promise<unknown>): Promise<void> {
    this.#jobs.add(job);
    const done = work.then(() => {
      this.#jobs.delete(job);
      this.#done.delete(done);
    });
    this.#done.add(done);
    return done;
  }

  /** Waits for the jobs at work. */
  async settled(): Promise<void> {
    await Promise.all(this.#done);
  }
}

/** One round of a handler of leased jobs: frees the leases of dead processes and fills the free places. */
@Injectable()
export class LeaseRounds {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: JobStore,
    private readonly leases: LeaseKeeper,
    private readonly metrics: QueueMetrics,
  ) {}

  /**
   * @param freed called when a place is free again.
   * @returns how long to wait for the next round, milliseconds.
   */
  async run(handler: LeasedHandler, places: Places, freed: () => void): Promise<number> {
    if (handler.isReady && !(await handler.isReady())) return POLL_MS;
    await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.jobs.requeueDead(scope, handler.queue));
    while (places.free > 0) {
      const job = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        this.jobs.lease(scope, handler.queue, places.full()),
      );
      if (!job) break;
      const work = this.leases
        .run(handler, job)
        .then((outcome) => this.metrics.count(job.queue, OUTCOMES[outcome]));
      void places.occupy(job, work).then(freed);
    }
    const next = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.jobs.untilNext(scope, handler.queue),
    );
    return (next ?? POLL_MS) + 1;
  }
}
