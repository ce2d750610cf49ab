import { setTimeout as pause } from 'node:timers/promises';
import type { OptimizeResultBody } from '@fibado/contracts';
import type { OptimizeOptions, Question } from '@fibado/optimizer';
import type { Problem } from '@fibado/planning';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Semaphore } from '../../platform/jobs/semaphore.js';
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
/** Questions of a household that wait to be prepared. */
const ADMISSION_QUEUE = 64;

/** Problems and questions solved while the request waits: the run is deleted with its answer. */
@Injectable()
export class Trials implements OnModuleInit {
  /** By household. */
  readonly #admissions = new Map<string, Semaphore>();

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
    const { id } = await this.tenantTransactions.run(session, (scope) =>
      this.requests.ask(scope, { kind: 'TRIAL', problem, options }),
    );
    return resultOf(await this.answered(session, id, signal));
  }

  /**
   * The same for a question about plans. Questions of a household are prepared one after the other, each only when there is
   * a place for it: loading the problem costs more than anything else here, and forty questions at once would all load
   * theirs before the first is in the queue.
   * @param prepare loads what the question is about.
   * @throws DomainError SOLVER_BUSY; delayed, so that a household that repeats it at once over many connections does not
   *   use up the process for the others.
   */
  async question<Q extends Question>(
    session: Session,
    prepare: () => Promise<Q>,
    signal: AbortSignal,
  ): Promise<{ readonly question: Q; readonly inputHash: string; readonly answer: Answers[Q['kind']] }> {
    const admitted = await this.admit(session, prepare, signal);
    if (!admitted) {
      await pause(REFUSAL_DELAY_MS, undefined, { signal }).catch(() => undefined);
      throw new DomainError('SOLVER_BUSY');
    }
    const { question, id } = admitted;
    const { answer, inputHash } = await this.answered(session, id, signal);
    if (!answer) throw new Error(`Run ${id} was asked a question and has no answer`);
    return { question, inputHash, answer: answerTo<Q['kind']>(question.kind, answer) };
  }

  /** @returns the question and its run; nothing when there is no place for it. */
  private async admit<Q extends Question>(session: Session, prepare: () => Promise<Q>, signal: AbortSignal) {
    const { tenantId } = session;
    const admissions = this.#admissions.get(tenantId) ?? new Semaphore(1, ADMISSION_QUEUE);
    this.#admissions.set(tenantId, admissions);
    const release = await admissions.acquire(signal);
    if (!release) return undefined;
    try {
      if (!(await this.tenantTransactions.snapshot(session, (scope) => this.requests.hasPlace(scope))))
        return undefined;
      const question = await prepare();
      const { id } = await this.tenantTransactions.run(session, (scope) =>
        this.requests.askQuestion(scope, question),
      );
      return { question, id };
    } finally {
      release();
      if (admissions.taken === 0) this.#admissions.delete(tenantId);
    }
  }

  private async answered(session: Session, id: string, signal: AbortSignal): Promise<OptimizerRunEntity> {
    try {
      return await this.waiter.done(session, id, signal);
    } finally {
      await this.tenantTransactions.run(session, (scope) => this.runs.remove(scope, id));
    }
  }
}
