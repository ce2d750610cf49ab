import { Injectable, Logger } from '@nestjs/common';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { DeadLetters, reasonOf } from './dead-letters.js';
import type { BatchHandler, Job } from './job.js';
import { JobStore } from './job-store.js';
import { POLL_MS } from './queue-loop.js';
import { type AttemptOutcome, QueueMetrics } from './queue-metrics.js';
import { afterFailure } from './retry-policy.js';

type Ended = Readonly<Record<AttemptOutcome, number>>;
const NOTHING: Ended = { done: 0, requeued: 0, dead: 0 };

/** One round of a handler of batches: takes due jobs, has them handled and deletes them, in one transaction. */
@Injectable()
export class BatchRounds {
  readonly #logger = new Logger('jobs');

  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: JobStore,
    private readonly deadLetters: DeadLetters,
    private readonly metrics: QueueMetrics,
  ) {}

  /** @returns how long to wait for the next round, milliseconds; 0 when more may be waiting. */
  async run(handler: BatchHandler): Promise<number> {
    if (!handler.isReady()) return POLL_MS;
    const { ended, wait } = await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const jobs = await this.jobs.take(scope, handler.queue, handler.batch);
      const ended = jobs.length > 0 ? await this.handle(scope, handler, jobs) : NOTHING;
      if (jobs.length === handler.batch) return { ended, wait: 0 };
      return { ended, wait: ((await this.jobs.untilNext(scope, handler.queue)) ?? POLL_MS) + 1 };
    });
    for (const outcome of ['done', 'requeued', 'dead'] as const)
      this.metrics.count(handler.queue, outcome, ended[outcome]);
    return wait;
  }

  /** @returns how many jobs ended in which way. */
  private async handle(scope: PlatformScope, handler: BatchHandler, jobs: readonly Job[]): Promise<Ended> {
    const failed = await this.attempt(scope, handler, jobs);
    await this.jobs.delete(
      scope,
      jobs.filter(({ id }) => !failed.has(id)),
    );
    const again: { id: string; delayMs: number; reason: string }[] = [];
    const dead: { id: string; reason: string }[] = [];
    for (const job of jobs) {
      const error = failed.get(job.id);
      if (!error) continue;
      const { id, topic, attempts, ageMs } = job;
      const reason = reasonOf(error);
      const next = afterFailure(handler.retry, { attempts: attempts + 1, ageMs });
      if (next !== 'DEAD') again.push({ id, delayMs: next, reason });
      else {
        dead.push({ id, reason });
        this.#logger.error(deadLetterLine(handler.queue, topic, id, attempts + 1, reason));
      }
    }
    if (again.length > 0)
      this.#logger.warn(
        `${again.length} of ${jobs.length} jobs of queue ${handler.queue} failed and will be retried: ${again[0]?.reason}`,
      );
    await this.jobs.retry(scope, again);
    await this.deadLetters.buryTaken(scope, dead);
    return { done: jobs.length - failed.size, requeued: again.length, dead: dead.length };
  }

  /** What a failed attempt wrote is undone; the jobs stay locked. */
  private async attempt(
    scope: PlatformScope,
    handler: BatchHandler,
    jobs: readonly Job[],
  ): Promise<ReadonlyMap<string, Error>> {
    await scope.manager.query('savepoint batch');
    try {
      return await handler.handle(scope, jobs);
    } catch (error) {
      await scope.manager.query('rollback to savepoint batch');
      return new Map(jobs.map(({ id }) => [id, error as Error]));
    }
  }
}

/** What the log says of a job that is not tried again. */
export const deadLetterLine = (
  queue: string,
  topic: string | null,
  id: string,
  attempts: number,
  reason: string,
): string =>
  `Job ${id} of queue ${queue}${topic ? ` (${topic})` : ''} is a dead letter after ${attempts} attempts: ${reason}. ` +
  'Retry or discard it under Administration, Service manager.';
