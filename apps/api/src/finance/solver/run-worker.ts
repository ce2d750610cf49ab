import type { RunFailure } from '@fibado/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import type { LeasedHandler, LeasedJob, TenantJob } from '../../platform/jobs/job.js';
import { RETRY } from '../../platform/jobs/retry-policy.js';
import { InsightPool } from './insight-pool.js';
import type { RunInput, RunOutput } from '../ledger/optimizer-run.entity.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { SolveError } from './solve-error.js';
import { RunStates } from './run-states.js';
import { SolverMetrics } from './solver-metrics.js';
import { SolverPool } from './solver-pool.js';
import { RunProgressWriter } from './run-progress.js';

/** Takes runs from the queue, has them solved in threads, and writes down what came out. */
@Injectable()
export class RunWorker {
  readonly #logger = new Logger('solver');

  constructor(
    private readonly transactions: Transactions,
    private readonly runs: OptimizerRunsRepository,
    private readonly states: RunStates,
    private readonly solver: SolverPool,
    private readonly questions: InsightPool,
    private readonly metrics: SolverMetrics,
  ) {}

  /** Plans and questions have a queue and threads of their own each, so that plans never wait for questions. */
  handlers(): readonly LeasedHandler[] {
    const handler = {
      hold: 'lease',
      retry: RETRY.computation,
      work: (job: LeasedJob, signal: AbortSignal, hurry: AbortSignal) =>
        this.work(ofTenant(job), signal, hurry),
      giveUp: (job: LeasedJob, reason: string) => this.states.giveUp(ofTenant(job), reason),
    } as const;
    return [
      { ...handler, queue: 'PLANS', concurrency: this.solver.threads },
      { ...handler, queue: 'QUESTIONS', concurrency: this.questions.threads },
    ];
  }

  async work(job: TenantJob, signal: AbortSignal, hurry: AbortSignal): Promise<void> {
    try {
      await this.workOn(job, signal, hurry);
    } catch (error) {
      await this.states.wait(job).catch((failed: unknown) => this.#logger.warn((failed as Error).message));
      throw error;
    }
  }

  private async workOn(job: TenantJob, signal: AbortSignal, hurry: AbortSignal): Promise<void> {
    const input = await this.states.begin(job);
    // The quarter was deleted, and its runs with it.
    if (!input) return;
    let output: RunOutput;
    try {
      output = await this.solve(job, input, signal, hurry);
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = failureOf(error);
      if (failure === 'ERROR') this.#logger.error(error);
      await this.states.fail(job, failure);
      this.metrics.failed(input, failure);
      return;
    }
    await this.states.finish(job, input, output);
    this.metrics.ended(output);
  }

  private async solve(
    { tenantId, id }: TenantJob,
    input: RunInput,
    signal: AbortSignal,
    hurry: AbortSignal,
  ): Promise<RunOutput> {
    if ('question' in input)
      return { kind: 'ANSWER', answer: await this.questions.ask(input.question, signal, hurry) };
    const progress = new RunProgressWriter((latest) =>
      this.transactions.inTenant(tenantId, SYSTEM_ACTOR, (scope) => this.runs.note(scope, id, latest)),
    );
    try {
      const result = await this.solver.optimize(input.problem, input.options, {
        signal,
        hurry,
        onProgress: (latest) => progress.write({ progress: latest }),
        // To move nothing is a plan as well, but none to adopt.
        onIncumbent: (found) => {
          if (found.transfers.length > 0 || (found.lots ?? []).length > 0)
            progress.write({ incumbent: found });
        },
      });
      return { kind: 'PLAN', result };
    } finally {
      await progress.end();
    }
  }
}

const failureOf = (error: unknown): RunFailure => (error instanceof SolveError ? error.failure : 'ERROR');

function ofTenant(job: LeasedJob): TenantJob {
  const { tenantId } = job;
  if (tenantId === null) throw new Error(`Job ${job.id} of queue ${job.queue} has no tenant`);
  return { ...job, tenantId };
}
