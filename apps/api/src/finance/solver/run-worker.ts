import type { OptimizeResultBody, RunFailure, RunIncumbent } from '@fibado/contracts';
import type { Incumbent } from '@fibado/optimizer';
import { outlineOfGiven } from '@fibado/optimizer/insight';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import {
  type Actor,
  SYSTEM_ACTOR,
  type TenantScope,
  Transactions,
} from '../../platform/database/transactions.js';
import { type DeadLetter, DeadLetters } from '../../platform/jobs/dead-letters.js';
import type { JobRef, LeasedHandler, LeasedJob, TenantJob } from '../../platform/jobs/job.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { QueueState } from '../../platform/jobs/queue-state.js';
import { RETRY } from '../../platform/jobs/retry-policy.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { InsightPool } from './insight-pool.js';
import type { OptimizerRunEntity, RunInput } from '../ledger/optimizer-run.entity.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { planHash } from '../ledger/plan-basis.js';
import { SolveError } from './solve-error.js';
import { SolverPool } from './solver-pool.js';
import { RunProgressWriter } from './run-progress.js';

/** Plans kept of a quarter, the newest, and as many other runs. */
const RUNS_KEPT = 20;

/** Takes runs from the queue, has them solved in threads, and writes down what came out. */
@Injectable()
export class RunWorker implements OnModuleInit {
  readonly #logger = new Logger('solver');

  constructor(
    private readonly transactions: Transactions,
    private readonly runs: OptimizerRunsRepository,
    private readonly jobs: JobStore,
    private readonly queues: QueueState,
    private readonly deadLetters: DeadLetters,
    private readonly solver: SolverPool,
    private readonly questions: InsightPool,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    for (const { queue } of this.handlers())
      this.deadLetters.register(queue, { retried: (_scope, letter) => this.revive(letter) });
    this.metrics.gauge('fibado_solver_busy', 'Plans this process works on', () => this.solver.busy);
    this.metrics.gauge('fibado_solver_threads', 'Plans it can work on at once', () => this.solver.threads);
    this.metrics.gauge('fibado_work_waiting', 'Plans of the instance that wait for a solver', () =>
      this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.queues.countFree(scope, 'PLANS')),
    );
  }

  /** Plans and questions have a queue and threads of their own each, so that plans never wait for questions. */
  handlers(): readonly LeasedHandler[] {
    const handler = {
      hold: 'lease',
      retry: RETRY.computation,
      work: (job: LeasedJob, signal: AbortSignal, hurry: AbortSignal) =>
        this.work(ofTenant(job), signal, hurry),
      giveUp: (job: LeasedJob, reason: string) => this.giveUp(ofTenant(job), reason),
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
      await this.wait(job).catch((failed: unknown) => this.#logger.warn((failed as Error).message));
      throw error;
    }
  }

  private async workOn(job: TenantJob, signal: AbortSignal, hurry: AbortSignal): Promise<void> {
    const input = await this.begin(job);
    // The quarter was deleted, and its runs with it.
    if (!input) return;
    let result: OptimizeResultBody;
    try {
      result = await this.solve(job, input, signal, hurry);
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = failureOf(error);
      if (failure === 'ERROR') this.#logger.error(error);
      await this.fail(job, failure);
      return;
    }
    await this.finish(job, input, result);
  }

  /** A plan of the household stays as a dead letter; the request that asked anything else has its answer. */
  private giveUp(job: TenantJob, reason: string): Promise<void> {
    return this.transactions.inTenant(job.tenantId, SYSTEM_ACTOR, async (scope) => {
      const run = await this.runs.find(scope, job.id);
      const kept = run !== null && run.kind !== 'TRIAL';
      const mine = kept
        ? await this.deadLetters.bury(scope, job, reason)
        : await this.jobs.over(scope, job.id, job.holder);
      if (mine) await this.markFailed(scope, job.id, 'CRASHED');
    });
  }

  /** Fails a run that no worker leased in time. @returns false when one has leased it meanwhile. */
  expire({ tenantId, id }: JobRef): Promise<boolean> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      if (!(await this.jobs.withdraw(scope, id))) return false;
      await this.runs.mark(scope, id, {
        state: 'FAILED',
        failure: 'NO_SOLVER',
        finishedAt: this.clock.now(),
      });
      return true;
    });
  }

  /** Says of a run that goes back to the queue that it waits again, if it is still this worker's. */
  private wait({ tenantId, id, holder }: TenantJob): Promise<void> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      if (await this.jobs.lock(scope, id, holder))
        await this.runs.mark(scope, id, {
          state: 'QUEUED',
          startedAt: null,
          progress: null,
          incumbent: null,
        });
    });
  }

  /** @returns what to solve, or nothing when the run was taken away or deleted meanwhile. */
  private begin({ tenantId, id, holder }: TenantJob): Promise<RunInput | undefined> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      // A cancellation and this transaction wait for each other's row lock.
      if (!(await this.jobs.lock(scope, id, holder))) return undefined;
      const input = await this.runs.input(scope, id);
      if (input)
        await this.runs.mark(scope, id, { state: 'RUNNING', startedAt: this.clock.now(), progress: null });
      else await this.jobs.over(scope, id, holder);
      return input;
    });
  }

  private async solve(
    { tenantId, id }: TenantJob,
    input: RunInput,
    signal: AbortSignal,
    hurry: AbortSignal,
  ): Promise<OptimizeResultBody> {
    // The one place where an answer passes for a plan: whoever asked the question knows what it is.
    if ('question' in input)
      return (await this.questions.ask(input.question, signal, hurry)) as unknown as OptimizeResultBody;
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
          if (found.transfers.length > 0) progress.write({ incumbent: toRunIncumbent(found) });
        },
      });
      // The same figures in arrays that may be written to.
      return result as unknown as OptimizeResultBody;
    } finally {
      await progress.end();
    }
  }

  private fail({ tenantId, id, holder }: TenantJob, failure: RunFailure): Promise<void> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      if (await this.jobs.over(scope, id, holder)) await this.markFailed(scope, id, failure);
    });
  }

  private async markFailed(scope: TenantScope, id: string, failure: RunFailure): Promise<void> {
    await this.runs.mark(scope, id, { state: 'FAILED', failure, finishedAt: this.clock.now() });
    const run = await this.runs.find(scope, id);
    if (run?.quarter) await this.runs.prune(scope, run.quarter, RUNS_KEPT);
  }

  /** A dead letter that is retried is a run that waits again. */
  private async revive({ tenantId, id }: DeadLetter): Promise<void> {
    if (tenantId === null) return;
    await this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      const run = await this.runs.find(scope, id);
      if (run?.state === 'FAILED')
        await this.runs.mark(scope, id, {
          state: 'QUEUED',
          failure: null,
          startedAt: null,
          finishedAt: null,
        });
    });
  }

  /** Stores the result while the run's lease is still this worker's; else its new holder stores one. */
  private finish(
    { tenantId, id, holder }: TenantJob,
    input: RunInput,
    result: OptimizeResultBody,
  ): Promise<void> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (system) => {
      if (!(await this.jobs.over(system, id, holder))) return;
      const run = await this.runs.lock(system, id);
      if (!run) return;
      const done = { state: 'DONE', finishedAt: this.clock.now(), result, progress: null } as const;
      if (run.kind === 'TRIAL') return this.runs.mark(system, id, done);
      const resultHash = planHash(result);
      await this.runs.mark(system, id, {
        ...done,
        resultHash,
        ...(run.repeat ? { repeat: await this.compared(system, run, result, resultHash) } : {}),
      });
      // In the name of the user who asked.
      const scope: TenantScope = { ...system, actor: actorOf(run) };
      await this.record(scope, run, result);
      if (run.acceptedAt === null) await this.announce(scope, run, result);
      else if (await this.isBetter(scope, run, input, result)) {
        await this.runs.mark(scope, id, { acceptedAt: null });
        await this.announce(scope, run, result);
      }
    });
  }

  /** Whether the run went on to a plan better than the incumbent that was adopted from it. */
  private async isBetter(
    scope: TenantScope,
    run: OptimizerRunEntity,
    input: RunInput,
    result: OptimizeResultBody,
  ): Promise<boolean> {
    const adopted = await this.runs.adopted(scope, run.id);
    if (!adopted || !('problem' in input)) return false;
    const { problem, options } = input;
    const from = options.from ?? problem.quarter;
    const movable = adopted.filter(({ date }) => date >= from);
    return result.objectiveCents > outlineOfGiven(problem, options, movable).objectiveCents;
  }

  private async record(
    scope: TenantScope,
    { id, kind, quarter, options, inputHash }: OptimizerRunEntity,
    { status, gainCents }: OptimizeResultBody,
  ): Promise<void> {
    if (quarter === null) return;
    await this.runs.prune(scope, quarter, RUNS_KEPT);
    await this.audit.record(scope, {
      action: kind === 'PLAN' ? 'optimizer.optimize' : 'optimizer.repeat',
      entity: 'optimizerRun',
      entityId: id,
      after: { quarter, options, status, gainCents, inputHash },
    });
  }

  private async announce(
    scope: TenantScope,
    { kind, quarter }: OptimizerRunEntity,
    { status, gainCents, transfers }: OptimizeResultBody,
  ): Promise<void> {
    if (kind !== 'PLAN' || quarter === null) return;
    await this.outbox.add(scope, 'plan.ready', { quarter, status, gainCents, transfers: transfers.length });
  }

  /** What a repeated run has in common with the one it repeats, which may have been dropped meanwhile. */
  private async compared(
    scope: TenantScope,
    run: OptimizerRunEntity,
    { solver }: OptimizeResultBody,
    resultHash: string,
  ): Promise<OptimizerRunEntity['repeat']> {
    const { repeat } = run;
    if (!repeat) return null;
    const first = await this.runs.find(scope, repeat.runId);
    if (!first?.result) return repeat;
    const before = first.result.solver;
    return {
      ...repeat,
      sameEngine:
        before.engine === solver.engine &&
        before.version === solver.version &&
        (first.revision === null ? repeat.sameInput : first.revision === run.revision),
      samePlan: (first.resultHash ?? planHash(first.result)) === resultHash,
    };
  }
}

const failureOf = (error: unknown): RunFailure => (error instanceof SolveError ? error.failure : 'ERROR');

const toRunIncumbent = ({ transfers, ...figures }: Incumbent): RunIncumbent => ({
  ...figures,
  transfers: transfers.map((transfer) => ({ ...transfer })),
});

const actorOf = (run: OptimizerRunEntity): Actor => run.actor ?? SYSTEM_ACTOR;

function ofTenant(job: LeasedJob): TenantJob {
  const { tenantId } = job;
  if (tenantId === null) throw new Error(`Job ${job.id} of queue ${job.queue} has no tenant`);
  return { ...job, tenantId };
}
