import { Injectable, Logger } from '@nestjs/common';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { DeadLetters, reasonOf } from './dead-letters.js';
import type { BatchHandler, Job } from './job.js';
import { JobStore } from './job-store.js';
import { POLL_MS } from './queue-loop.js';
import { afterFailure } from './retry-policy.js';

/** One round of a handler of batches: takes due jobs, has them handled and deletes them, in one transaction. */
@Injectable()
export class BatchRounds {
  readonly #logger = new Logger('jobs');

  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: JobStore,
    private readonly deadLetters: DeadLetters,
  ) {}

  /** @returns how long to wait for the next round, milliseconds; 0 when more may be waiting. */
  async run(handler: BatchHandler): Promise<number> {
    if (!handler.isReady()) return POLL_MS;
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const jobs = await this.jobs.take(scope, handler.queue, handler.batch);
      if (jobs.length > 0) await this.handle(scope, handler, jobs);
      if (jobs.length === handler.batch) return 0;
      return ((await this.jobs.untilNext(scope, handler.queue)) ?? POLL_MS) + 1;
    });
  }

  private async handle(scope: PlatformScope, handler: BatchHandler, jobs: readonly Job[]): Promise<void> {
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
