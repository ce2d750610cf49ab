import { availableParallelism } from 'node:os';
import type { OptimizationResult, OptimizeJob, OptimizeOptions } from '@fibado/optimizer';
import { NO_PLAN_IN_TIME } from '@fibado/optimizer/no-plan';
import type { Problem } from '@fibado/planning';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { WorkerPool, workerProgram } from '../../platform/jobs/worker-pool.js';

const DEFAULT_TIME_LIMIT_MS = 10_000;
/** The optimizer keeps its own time; a thread is ended when it does not. */
const GRACE_MS = 20_000;
/** Plans that may wait for each thread. */
const QUEUE_PER_THREAD = 4;

/** The optimizer, off the thread that answers requests. */
@Injectable()
export class SolverPool implements OnModuleDestroy {
  readonly #pool: WorkerPool<OptimizeJob, OptimizationResult>;

  constructor(@Inject(ENV) env: Env) {
    const threads = env.SOLVER_THREADS ?? Math.max(1, availableParallelism() - 1);
    this.#pool = new WorkerPool({
      program: workerProgram(import.meta.url, './optimize.worker'),
      threads,
      queue: threads * QUEUE_PER_THREAD,
      memory: { oldMb: 1024, youngMb: 64 },
      codes: { busy: 'SOLVER_BUSY', late: 'SOLVER_BUSY', overflow: 'SOLVER_BUSY' },
    });
  }

  /** Plans being made, and plans waiting. */
  get load(): { busy: number; waiting: number } {
    return { busy: this.#pool.busy, waiting: this.#pool.waiting };
  }

  /**
   * @throws DomainError SOLVER_BUSY, also when time ended without a plan and without the proof that none exists, or
   * CANCELLED when the signal was aborted: then the thread is ended.
   */
  async optimize(
    problem: Problem,
    options: OptimizeOptions,
    signal: AbortSignal,
  ): Promise<OptimizationResult> {
    const timeLimitMs = (options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS) + GRACE_MS;
    try {
      return await this.#pool.run({ problem, options }, { signal, timeLimitMs });
    } catch (error) {
      // A thread's boundary keeps an error's message only.
      if (error instanceof Error && error.message === NO_PLAN_IN_TIME) throw new DomainError('SOLVER_BUSY');
      throw error;
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.#pool.close();
  }
}
