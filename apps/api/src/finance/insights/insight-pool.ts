import { availableParallelism } from 'node:os';
import type { AnswerTo, Question } from '@fibado/optimizer';
import { NO_PLAN_IN_TIME } from '@fibado/optimizer/no-plan';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { WorkerPool, workerProgram } from '../../platform/jobs/worker-pool.js';

/** A question keeps its own time, each of its plans with a grace of some seconds; a thread is ended when it does not. */
const GRACE_MS = 40_000;
const DEFAULT_TIME_LIMIT_MS = 30_000;
/** Questions that may wait for each thread. */
const QUEUE_PER_THREAD = 3;

/**
 * Questions about plans, off the thread that answers requests. They take longer than a plan and have threads of their
 * own, half as many as the solver's, so that nobody who plans waits behind somebody who asks.
 */
@Injectable()
export class InsightPool implements BeforeApplicationShutdown {
  readonly #pool: WorkerPool<Question, AnswerTo<Question>>;
  /** Questions answered at the same time. */
  readonly threads: number;
  /** Questions there is room for, those waiting included. */
  readonly places: number;

  constructor(@Inject(ENV) env: Env) {
    const solvers = env.SOLVER_THREADS ?? availableParallelism() - 1;
    this.threads = Math.max(1, Math.ceil(solvers / 2));
    const queue = this.threads * QUEUE_PER_THREAD;
    this.places = this.threads + queue;
    this.#pool = new WorkerPool({
      program: workerProgram(import.meta.url, './insight.worker'),
      ...{ threads: this.threads, queue, memory: { oldMb: env.SOLVER_MEMORY_MB, youngMb: 64 } },
      codes: { busy: 'SOLVER_BUSY', late: 'SOLVER_BUSY', overflow: 'SOLVER_BUSY' },
    });
  }

  /** Questions a thread works on. */
  get busy(): number {
    return this.#pool.busy;
  }

  /**
   * @throws DomainError SOLVER_BUSY, also when time ended without a plan and without the proof that none exists, or
   * CANCELLED when the signal was aborted: then the thread is ended.
   */
  async ask<Q extends Question>(question: Q, signal: AbortSignal): Promise<AnswerTo<Q>> {
    const timeLimitMs = (question.options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS) + GRACE_MS;
    try {
      return (await this.#pool.run(question, { signal, timeLimitMs })) as AnswerTo<Q>;
    } catch (error) {
      // A thread's boundary keeps an error's message only.
      if (error instanceof Error && error.message === NO_PLAN_IN_TIME) throw new DomainError('SOLVER_BUSY');
      throw error;
    }
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#pool.close();
  }
}
