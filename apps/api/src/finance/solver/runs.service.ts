import { randomUUID } from 'node:crypto';
import {
  type OptimizeResultBody,
  type optimizer,
  type OptimizerRun,
  type OptimizerRunDetail,
  PROBLEM_LIMITS,
  type QueryOf,
  type ResponseOf,
} from '@fibado/contracts';
import type { OptimizeOptions, Question } from '@fibado/optimizer';
import { ENGINE_REVISION, inputHash } from '@fibado/optimizer/hash';
import { movableAccounts, WHOLE_ACCOUNTS } from '@fibado/optimizer/size';
import type { Problem } from '@fibado/planning';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Audit } from '../../platform/audit.js';
import type { Session } from '../../platform/auth/session.js';
import { MaintenanceJobs } from '../../platform/maintenance-jobs.js';
import { Clock } from '../../platform/clock.js';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PRIORITY, type QueueName } from '../../platform/jobs/job.js';
import { JobNotices } from '../../platform/jobs/job-notices.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { QueueState } from '../../platform/jobs/queue-state.js';
import { contentHash } from '../shared/content-hash.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import type { OptimizerRunEntity, PlanInput, RunInput, RunKind } from '../ledger/optimizer-run.entity.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { planBasis } from '../ledger/plan-basis.js';
import { type Answers, answerTo } from '../ledger/run-answer.js';
import { RunStates } from './run-states.js';
import { toDetail, toRun } from './runs.mapper.js';

/** How long a run without a waiting request may wait for a solver. */
const PATIENCE_MS = 10 * 60_000;
const LOOK_EVERY_MS = 30_000;
/** A household's share of the places in the line. */
const SHARE = 1 / 4;
/** A trial is answered and deleted within minutes; what is older was left by a process that died. */
const TRIALS_KEPT_MS = 3_600_000;

const PRIORITIES: Readonly<Record<RunKind, number>> = {
  PLAN: PRIORITY.interactive,
  TRIAL: PRIORITY.trial,
  REPEAT: PRIORITY.background,
};

/** A plan to be made, and what it is for. */
export interface Wanted extends PlanInput {
  readonly kind: RunKind;
  readonly repeat?: OptimizerRunEntity['repeat'] | undefined;
}

/** What makes one run another one than the next. */
type Asked = Pick<
  OptimizerRunEntity,
  'kind' | 'quarter' | 'options' | 'problemHash' | 'inputHash' | 'repeat'
> & { readonly input: RunInput };

/** What the optimizer is asked, from the question to the answer; who solves it is the queue's. */
@Injectable()
export class RunsService implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('runs');
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly tenantTransactions: TenantTransactions,
    private readonly runs: OptimizerRunsRepository,
    private readonly jobs: JobStore,
    private readonly queues: QueueState,
    private readonly notices: JobNotices,
    private readonly states: RunStates,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly maintenance: MaintenanceJobs,
  ) {}

  /** A trial is deleted with its answer, unless the process that asked died meanwhile. */
  onModuleInit(): void {
    this.maintenance.add((scope, now) =>
      this.runs.pruneTrials(scope, new Date(now.getTime() - TRIALS_KEPT_MS)),
    );
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.expire(), LOOK_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  /**
   * Stores what is asked and puts it in the queue, both when `scope` commits.
   * @throws DomainError SOLVER_BUSY when the line is full, or the household's share of it; PROBLEM_TOO_LARGE.
   */
  async ask(scope: TenantScope, { kind, problem, options, repeat }: Wanted): Promise<OptimizerRunEntity> {
    return this.store(scope, {
      kind,
      quarter: kind === 'TRIAL' ? null : problem.quarter,
      options,
      input: { problem, options },
      problemHash: planBasis(problem),
      inputHash: inputHash(problem, options),
      repeat: repeat ?? null,
    });
  }

  /**
   * Solves a problem whose answer is not kept, and waits for it.
   * @throws DomainError SOLVER_BUSY, or CANCELLED when the caller went away.
   */
  async trial(
    session: Session,
    problem: Problem,
    options: OptimizeOptions,
    signal: AbortSignal,
  ): Promise<OptimizeResultBody> {
    return resultOf(
      await this.passing(session, signal, (scope) => this.ask(scope, { kind: 'TRIAL', problem, options })),
    );
  }

  /** The same for a question about plans. */
  async question<Q extends Question>(
    session: Session,
    question: Q,
    signal: AbortSignal,
  ): Promise<Answers[Q['kind']]> {
    const hash = contentHash(question);
    const { id, answer } = await this.passing(session, signal, (scope) =>
      this.store(scope, {
        kind: 'TRIAL',
        quarter: null,
        options: question.options,
        input: { question },
        problemHash: hash,
        inputHash: hash,
        repeat: null,
      }),
    );
    if (!answer) throw new Error(`Run ${id} was asked a question and has no answer`);
    return answerTo<Q['kind']>(question.kind, answer);
  }

  /** A run that is gone when its answer is there. */
  private async passing(
    session: Session,
    signal: AbortSignal,
    store: (scope: TenantScope) => Promise<OptimizerRunEntity>,
  ): Promise<OptimizerRunEntity> {
    const { id } = await this.tenantTransactions.run(session, store);
    try {
      return await this.done(session, id, signal);
    } finally {
      await this.tenantTransactions.run(session, (scope) => this.runs.remove(scope, id));
    }
  }

  private async store(scope: TenantScope, asked: Asked): Promise<OptimizerRunEntity> {
    expectSolvable(asked.input);
    const queue = 'question' in asked.input ? 'QUESTIONS' : 'PLANS';
    const waiting = await this.queues.waiting(scope, queue);
    const places = this.env.SOLVER_QUEUE;
    if (waiting.all >= places || waiting.own >= Math.max(1, Math.floor(places * SHARE)))
      throw new DomainError('SOLVER_BUSY');
    const { tenantId, actor } = scope;
    const row: OptimizerRunEntity = {
      tenantId,
      id: randomUUID(),
      ...asked,
      state: 'QUEUED',
      actor,
      createdBy: actor.username,
      createdAt: this.clock.now(),
      startedAt: null,
      finishedAt: null,
      revision: ENGINE_REVISION,
      progress: null,
      incumbent: null,
      failure: null,
      result: null,
      answer: null,
      resultHash: null,
      acceptedAt: null,
      staleSince: null,
    };
    await this.runs.insert(scope, row);
    await this.jobs.add(scope, queue, [{ id: row.id, priority: PRIORITIES[row.kind] }]);
    return row;
  }

  /** Waits for the plan of a run. @throws DomainError as `done` does. */
  async plan(
    session: Session,
    id: string,
    signal: AbortSignal,
  ): Promise<{ readonly createdAt: Date; readonly result: OptimizeResultBody }> {
    const run = await this.done(session, id, signal);
    return { createdAt: run.createdAt, result: resultOf(run) };
  }

  /**
   * Waits until a run has ended.
   * @throws DomainError SERVICE_UNAVAILABLE when no solver works, NO_PLAN_IN_TIME when the solver gave up, CANCELLED
   * when
   *   the caller went away or the run was cancelled meanwhile.
   */
  private async done(session: Session, id: string, signal: AbortSignal): Promise<OptimizerRunEntity> {
    const patience = () => performance.now() + this.env.SOLVER_WAIT_SECONDS * 1000;
    let until = patience();
    const look = async () => {
      const { run, held } = await this.tenantTransactions.run(session, async (scope) => ({
        held: await this.jobs.isLeased(scope, { tenantId: session.tenantId, id }),
        run: await this.runs.find(scope, id),
      }));
      if (run?.state !== 'QUEUED' && run?.state !== 'RUNNING') return { run };
      // While solvers work, its turn comes; one that dies is replaced, and the wait for another one begins anew.
      if (held || (await this.isServed(session, id))) until = patience();
      else if (performance.now() > until) await this.states.expire({ tenantId: session.tenantId, id });
      return undefined;
    };
    try {
      const { run } = await this.notices.until(id, look, signal);
      if (run?.state === 'DONE') return run;
      throw run?.state === 'FAILED' ? failureOf(run) : new DomainError('CANCELLED');
    } catch (error) {
      if (!signal.aborted) throw error;
      await this.end(session, id);
      throw new DomainError('CANCELLED');
    }
  }

  async page(
    session: Session,
    query: QueryOf<typeof optimizer.runs>,
  ): Promise<ResponseOf<typeof optimizer.runs>> {
    const { page, size } = query;
    const { items, total } = await this.tenantTransactions.snapshot(session, (scope) =>
      this.runs.page(scope, query),
    );
    return { items: items.map((row) => toRun(row, this.clock.now())), page, size, total };
  }

  /** Whether some process works on jobs of the queue in which the run waits. */
  private isServed({ tenantId }: Session, id: string): Promise<boolean> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.queues.isServed(scope, { tenantId, id }),
    );
  }

  /** Where the household's waiting plans and questions stand. */
  async queueOf({ tenantId }: Session): Promise<ResponseOf<typeof optimizer.queue>> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const stateOf = async (queue: QueueName) => {
        const places = await this.queues.places(scope, tenantId, queue);
        return { waiting: places.length, position: places[0]?.position };
      };
      return { plans: await stateOf('PLANS'), questions: await stateOf('QUESTIONS') };
    });
  }

  /** @throws DomainError NOT_FOUND */
  async get(session: Session, id: string): Promise<OptimizerRunDetail> {
    const detail = await this.detail(session, id);
    if (detail.state !== 'QUEUED') return detail;
    const places = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.queues.places(scope, session.tenantId, 'PLANS'),
    );
    const position = places.find((place) => place.id === id)?.position;
    return position === undefined ? detail : { ...detail, position };
  }

  private detail(session: Session, id: string): Promise<OptimizerRunDetail> {
    return this.tenantTransactions.snapshot(session, async (scope) => {
      const run = await this.outline(scope, id);
      return toDetail(run, run.state === 'QUEUED' ? null : await this.runs.find(scope, id));
    });
  }

  /** @throws DomainError NOT_FOUND */
  async outline(scope: TenantScope, id: string): Promise<OptimizerRun> {
    const row = await this.runs.outline(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    return toRun(row, this.clock.now());
  }

  /** Ends a run that has not ended. @throws DomainError NOT_FOUND */
  async cancel(session: Session, id: string): Promise<OptimizerRun> {
    await this.tenantTransactions.run(session, (scope) => this.outline(scope, id));
    await this.end(session, id);
    return this.tenantTransactions.run(session, (scope) => this.outline(scope, id));
  }

  /** Asks again what a run was asked. @throws DomainError NOT_FOUND when its input is not kept, or SOLVER_BUSY */
  async repeat(scope: TenantScope, runId: string): Promise<OptimizerRun> {
    const first = await this.outline(scope, runId);
    const input = await this.runs.input(scope, runId);
    if (!input || !('problem' in input)) throw new DomainError('NOT_FOUND');
    const sameInput = inputHash(input.problem, input.options) === first.inputHash;
    const row = await this.ask(scope, { kind: 'REPEAT', ...input, repeat: { runId, sameInput } });
    return this.outline(scope, row.id);
  }

  private async end(session: Session, id: string): Promise<void> {
    await this.tenantTransactions.run(session, async (scope) => {
      if (!(await this.jobs.over(scope, id))) return;
      await this.runs.mark(scope, id, { state: 'CANCELLED', finishedAt: this.clock.now() });
      const run = await this.runs.find(scope, id);
      if (!run || run.kind === 'TRIAL') return;
      await this.audit.record(scope, {
        action: 'optimizer.cancel',
        entity: 'optimizerRun',
        entityId: id,
        after: { quarter: run.quarter, inputHash: run.inputHash },
      });
    });
  }

  /** Fails runs that no worker leased in time. */
  private async expire(): Promise<void> {
    try {
      const overdue = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        this.queues.overdue(scope, ['PLANS', 'QUESTIONS'], PATIENCE_MS),
      );
      for (const job of overdue) await this.states.expire(job);
    } catch (error) {
      this.#logger.warn(`Overdue runs could not be failed, retrying: ${(error as Error).message}`);
    }
  }
}

function resultOf({ id, result }: OptimizerRunEntity): OptimizeResultBody {
  if (!result) throw new Error(`Run ${id} is done and has no plan`);
  return result;
}

/** What a caller who waited is told. */
function failureOf({ id, failure }: OptimizerRunEntity): Error {
  if (failure === 'ERROR' || failure === 'CRASHED') return new Error(`Run ${id} ended: ${failure}`);
  return new DomainError(failure === 'NO_SOLVER' ? 'SERVICE_UNAVAILABLE' : 'NO_PLAN_IN_TIME');
}

/**
 * Refuses at once what would not be solved: plans larger than a problem may be, and questions, which compare several
 * whole plans, about households of which only a part can be planned.
 * @throws DomainError PROBLEM_TOO_LARGE
 */
function expectSolvable(input: RunInput): void {
  const problem = 'problem' in input ? input.problem : problemOf(input.question);
  const expectAtMost = (what: string, count: number, most: number) => {
    if (count > most) throw new DomainError('PROBLEM_TOO_LARGE', what, String(count), String(most));
  };
  expectAtMost('accounts', problem.accounts.length, PROBLEM_LIMITS.accounts);
  expectAtMost('operations', problem.operations.length, PROBLEM_LIMITS.operations);
  if ('question' in input) expectAtMost('accounts', movableAccounts(problem), WHOLE_ACCOUNTS);
}

const problemOf = (question: Question): Problem =>
  question.kind === 'REGRET' ? question.quarter.closed : question.problem;
