import { randomUUID } from 'node:crypto';
import { PROBLEM_LIMITS } from '@fibado/contracts';
import type { Question } from '@fibado/optimizer';
import { ENGINE_REVISION, inputHash } from '@fibado/optimizer/hash';
import { movableAccounts, WHOLE_ACCOUNTS } from '@fibado/optimizer/size';
import type { Problem, QuarterDate } from '@fibado/planning';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PRIORITY } from '../../platform/jobs/job.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { QueueState, type Waiting } from '../../platform/jobs/queue-state.js';
import type { OptimizerRunEntity, PlanInput, RunInput, RunKind } from '../ledger/optimizer-run.entity.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { planBasis } from '../ledger/plan-basis.js';
import { contentHash } from '../shared/content-hash.js';

/** A household's share of the places in the queue. */
const SHARE = 1 / 4;

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

/** How long a plan made after a save waits for the next save, milliseconds. */
const DEBOUNCE_MS = 200;

/** What makes one run another one than the next. */
type Asked = Pick<
  OptimizerRunEntity,
  'kind' | 'quarter' | 'options' | 'problemHash' | 'inputHash' | 'repeat' | 'automatic'
> & { readonly input: RunInput };

/** Stores what the optimizer is asked and enqueues it; who solves it is the queue's business. */
@Injectable()
export class RunRequests {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly runs: OptimizerRunsRepository,
    private readonly jobs: JobStore,
    private readonly queues: QueueState,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores what is asked and puts it in the queue, both when `scope` commits.
   * @throws DomainError SOLVER_BUSY when the line is full, or the household's share of it; PROBLEM_TOO_LARGE.
   */
  async ask(scope: TenantScope, wanted: Wanted): Promise<OptimizerRunEntity> {
    // Automatic plans are cancelled in favour of a requested one.
    await this.dropAutomatic(scope);
    return this.enqueue(scope, askedOf(wanted));
  }

  /**
   * The same for an automatic plan, at the end of the household's own jobs. Where the queue has no place for
   * it, there is none.
   * @throws DomainError PROBLEM_TOO_LARGE
   */
  async prepare(scope: TenantScope, wanted: Wanted): Promise<void> {
    if (this.isFull(await this.queues.count(scope, 'PLANS'))) return;
    await this.insert(scope, { ...askedOf(wanted), automatic: true });
  }

  /** Takes back what `prepare` enqueued and what is not over. */
  async dropAutomatic(scope: TenantScope, quarter?: QuarterDate): Promise<void> {
    const underWay = await this.runs.underWay(scope, quarter);
    for (const { id } of underWay.filter(({ automatic }) => automatic)) {
      await this.jobs.over(scope, id);
      await this.runs.remove(scope, id);
    }
  }

  /** The same for a question about plans. */
  askQuestion(scope: TenantScope, question: Question): Promise<OptimizerRunEntity> {
    const hash = contentHash(question);
    return this.enqueue(scope, {
      kind: 'TRIAL',
      quarter: null,
      options: question.options,
      input: { question },
      problemHash: hash,
      inputHash: hash,
      repeat: null,
      automatic: false,
    });
  }

  /** Asks again what a run was asked. @throws DomainError NOT_FOUND when its input is not kept, or SOLVER_BUSY */
  async repeat(scope: TenantScope, runId: string): Promise<OptimizerRunEntity> {
    const first = await this.runs.outline(scope, runId);
    const input = await this.runs.input(scope, runId);
    if (!first || !input || !('problem' in input)) throw new DomainError('NOT_FOUND');
    const sameInput = inputHash(input.problem, input.options) === first.inputHash;
    return this.ask(scope, { kind: 'REPEAT', ...input, repeat: { runId, sameInput } });
  }

  /** Whether a question would find a place in the queue at this moment. */
  async hasPlace(scope: TenantScope): Promise<boolean> {
    return !this.isFull(await this.queues.count(scope, 'QUESTIONS'));
  }

  private isFull({ own, all }: Waiting): boolean {
    const places = this.env.SOLVER_QUEUE;
    return all >= places || own >= Math.max(1, Math.floor(places * SHARE));
  }

  /** @throws DomainError SOLVER_BUSY, PROBLEM_TOO_LARGE */
  private async enqueue(scope: TenantScope, asked: Asked): Promise<OptimizerRunEntity> {
    expectSolvable(asked.input);
    const queue = queueOf(asked.input);
    if (this.isFull(await this.queues.waiting(scope, queue))) throw new DomainError('SOLVER_BUSY');
    return this.insert(scope, asked);
  }

  private async insert(scope: TenantScope, asked: Asked): Promise<OptimizerRunEntity> {
    expectSolvable(asked.input);
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
    const when = row.automatic
      ? { priority: PRIORITY.background, delayMs: DEBOUNCE_MS }
      : { priority: PRIORITIES[row.kind] };
    await this.jobs.add(scope, queueOf(asked.input), [{ id: row.id, ...when }]);
    return row;
  }
}

const queueOf = (input: RunInput) => ('question' in input ? 'QUESTIONS' : 'PLANS');

const askedOf = ({ kind, problem, options, repeat }: Wanted): Asked => ({
  kind,
  quarter: kind === 'TRIAL' ? null : problem.quarter,
  options,
  input: { problem, options },
  problemHash: planBasis(problem, options),
  inputHash: inputHash(problem, options),
  repeat: repeat ?? null,
  automatic: false,
});

/**
 * Refuses at once what would not be solved: plans larger than a problem may be, and questions and plans with lots, which compare
 * several whole plans, about households of which only a part can be planned.
 * @throws DomainError PROBLEM_TOO_LARGE
 */
function expectSolvable(input: RunInput): void {
  const problem = 'problem' in input ? input.problem : problemOf(input.question);
  const expectAtMost = (what: string, count: number, most: number) => {
    if (count > most) throw new DomainError('PROBLEM_TOO_LARGE', what, String(count), String(most));
  };
  expectAtMost('accounts', problem.accounts.length, PROBLEM_LIMITS.accounts);
  expectAtMost('operations', problem.operations.length, PROBLEM_LIMITS.operations);
  if ('question' in input || input.options.newLots === true)
    expectAtMost('accounts', movableAccounts(problem), WHOLE_ACCOUNTS);
}

const problemOf = (question: Question): Problem =>
  question.kind === 'REGRET' ? question.quarter.closed : question.problem;
