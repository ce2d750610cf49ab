import { availableParallelism } from 'node:os';
import type { Answer, Question, QuestionJob } from '@fibado/optimizer';
import { NO_PLAN_IN_TIME } from '@fibado/optimizer/no-plan';
import { newStopFlag, setStopFlag } from '@fibado/optimizer/stop-flag';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { PoolError, WorkerPool, workerProgram } from '../../platform/jobs/worker-pool.js';
import { FAILURES, SolveError } from './solve-error.js';

/** A question keeps its own time, each of its plans with a grace of some seconds; a thread is ended when it does not. */
const GRACE_MS = 40_000;
/** The same for a question that was told to end before its time. */
const HURRY_GRACE_MS = 20_000;
const DEFAULT_TIME_LIMIT_MS = 30_000;
/** The queue hands out as many questions as there are threads; one more may come while another one ends. */
const QUEUE = 1;

/**
 * Questions about plans, off the thread that answers requests. They take longer than a plan and have threads of their
 * own, half as many as the solver's, so that plans never wait behind questions.
 */
@Injectable()
export class InsightPool implements BeforeApplicationShutdown {
  readonly #pool: WorkerPool<QuestionJob, Answer>;
  /** Questions answered at the same time. */
  readonly threads: number;

  constructor(@Inject(ENV) env: Env) {
    const solvers = env.SOLVER_THREADS ?? availableParallelism() - 1;
    this.threads = Math.max(1, Math.ceil(solvers / 2));
    this.#pool = new WorkerPool({
      program: workerProgram('finance/solver/insight'),
      threads: this.threads,
      queue: QUEUE,
      memory: { oldMb: env.SOLVER_MEMORY_MB, youngMb: 64 },
      codes: { busy: 'SOLVER_BUSY', late: 'SOLVER_BUSY', overflow: 'SOLVER_BUSY' },
    });
  }

  /** Questions a thread works on. */
  get busy(): number {
    return this.#pool.busy;
  }

  /**
   * @param hurry aborted when the question is to end soon, with what it has.
   * @throws SolveError when it ended without an answer, or DomainError CANCELLED when the signal was aborted.
   */
  async ask(question: Question, signal: AbortSignal, hurry?: AbortSignal): Promise<Answer> {
    const timeLimitMs = (question.options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS) + GRACE_MS;
    const stop = newStopFlag();
    try {
      return await this.#pool.run(
        { question, stop },
        {
          signal,
          timeLimitMs,
          stop: () => setStopFlag(stop),
          hurry: hurry && { signal: hurry, graceMs: HURRY_GRACE_MS },
        },
      );
    } catch (error) {
      if (error instanceof PoolError) throw new SolveError(FAILURES[error.reason]);
      // A thread's boundary keeps an error's message only.
      if (error instanceof Error && error.message === NO_PLAN_IN_TIME)
        throw new SolveError('NO_PLAN_IN_TIME');
      throw error;
    }
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#pool.close();
  }
}
