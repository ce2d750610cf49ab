import { setTimeout as pause } from 'node:timers/promises';
import type { OptimizeResultBody } from '@fibado/contracts';
import type { OptimizeOptions, Question } from '@fibado/optimizer';
import type { Problem } from '@fibado/planning';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { MaintenanceJobs } from '../../platform/maintenance-jobs.js';
import type { OptimizerRunEntity } from '../ledger/optimizer-run.entity.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { type Answers, answerTo } from '../ledger/run-answer.js';
import { RunRequests } from './run-requests.js';
import { resultOf, RunWaiter } from './run-waiter.js';

/** A trial is answered and deleted within minutes; what is older was left by a process that died. */
const TRIALS_KEPT_MS = 3_600_000;
/** How long a question without a place in the queue waits for its refusal. */
const REFUSAL_DELAY_MS = 500;

/** Problems and questions solved while the request waits: the run is deleted with its answer. */
@Injectable()
export class Trials implements OnModuleInit {
  constructor(
    private readonly tenantTransactions: TenantTransactions,
    private readonly runs: OptimizerRunsRepository,
    private readonly requests: RunRequests,
    private readonly waiter: RunWaiter,
    private readonly maintenance: MaintenanceJobs,
  ) {}

  onModuleInit(): void {
    this.maintenance.add((scope, now) =>
      this.runs.pruneTrials(scope, new Date(now.getTime() - TRIALS_KEPT_MS)),
    );
  }

  /**
   * Solves a problem.
   * @throws DomainError SOLVER_BUSY, or CANCELLED when the caller went away.
   */
  async plan(
    session: Session,
    problem: Problem,
    options: OptimizeOptions,
    signal: AbortSignal,
  ): Promise<OptimizeResultBody> {
    const run = await this.passing(session, signal, (scope) =>
      this.requests.ask(scope, { kind: 'TRIAL', problem, options }),
    );
    return resultOf(run);
  }

  /** The same for a question about plans. */
  async question<Q extends Question>(
    session: Session,
    question: Q,
    signal: AbortSignal,
  ): Promise<Answers[Q['kind']]> {
    const { id, answer } = await this.passing(session, signal, (scope) =>
      this.requests.askQuestion(scope, question),
    );
    if (!answer) throw new Error(`Run ${id} was asked a question and has no answer`);
    return answerTo<Q['kind']>(question.kind, answer);
  }

  /**
   * Refuses a question that would find no place in the queue, before its problem is loaded. The refusal is delayed, so
   * that a household that repeats it at once over many connections does not use up the process for the others.
   * @throws DomainError SOLVER_BUSY
   */
  async expectPlace(session: Session, signal: AbortSignal): Promise<void> {
    if (await this.tenantTransactions.snapshot(session, (scope) => this.requests.hasPlace(scope))) return;
    await pause(REFUSAL_DELAY_MS, undefined, { signal }).catch(() => undefined);
    throw new DomainError('SOLVER_BUSY');
  }

  private async passing(
    session: Session,
    signal: AbortSignal,
    store: (scope: TenantScope) => Promise<OptimizerRunEntity>,
  ): Promise<OptimizerRunEntity> {
    const { id } = await this.tenantTransactions.run(session, store);
    try {
      return await this.waiter.done(session, id, signal);
    } finally {
      await this.tenantTransactions.run(session, (scope) => this.runs.remove(scope, id));
    }
  }
}
