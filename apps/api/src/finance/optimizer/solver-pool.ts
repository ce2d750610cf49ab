import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type { RunFailure } from '@fibado/contracts';
import type {
  Incumbent,
  OptimizationProgress,
  OptimizationResult,
  OptimizeJob,
  OptimizeOptions,
} from '@fibado/optimizer';
import { NO_PLAN_IN_TIME } from '@fibado/optimizer/no-plan';
import type { Problem } from '@fibado/planning';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { PoolError, type PoolReason, WorkerPool, workerProgram } from '../../platform/jobs/worker-pool.js';

const DEFAULT_TIME_LIMIT_MS = 10_000;
/** The optimizer keeps its own time; a thread is ended when it does not. */
const GRACE_MS = 20_000;
/** Beside what the queue hands out the services page tries the solver, and may have to wait a moment. */
const LINE = 4;

const FAILURES: Readonly<Record<PoolReason, RunFailure>> = {
  BUSY: 'NO_SOLVER',
  LATE: 'OUT_OF_TIME',
  OVERFLOW: 'OUT_OF_MEMORY',
};

/** A run that ended without an answer, for a reason that is no fault of the program. */
export class SolveError extends Error {
  override readonly name = 'SolveError';
  constructor(readonly failure: RunFailure) {
    super(failure);
  }
}

export interface Watching {
  /** Aborted when nobody wants the plan any more: then the thread is ended. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: OptimizationProgress) => void) | undefined;
  readonly onIncumbent?: ((incumbent: Incumbent) => void) | undefined;
}

/** The optimizer, off the thread that answers requests. */
@Injectable()
export class SolverPool implements BeforeApplicationShutdown {
  readonly threads: number;
  readonly #pool: WorkerPool<OptimizeJob, OptimizationResult>;

  constructor(@Inject(ENV) env: Env) {
    this.threads = env.SOLVER_THREADS ?? Math.max(1, availableParallelism() - 1);
    const oldMb = env.SOLVER_MEMORY_MB;
    this.#pool = new WorkerPool({
      program: workerProgram(import.meta.url, './optimize.worker'),
      ...{ threads: this.threads, queue: LINE, memory: { oldMb, youngMb: Math.ceil(oldMb / 16) } },
      codes: { busy: 'SOLVER_BUSY', late: 'SOLVER_BUSY', overflow: 'SOLVER_BUSY' },
    });
  }

  /** Plans being made. */
  get busy(): number {
    return this.#pool.busy;
  }

  /** @throws SolveError, or DomainError CANCELLED when the signal was aborted. */
  async optimize(
    problem: Problem,
    options: OptimizeOptions,
    { signal, onProgress, onIncumbent }: Watching,
  ): Promise<OptimizationResult> {
    const timeLimitMs = (options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS) + GRACE_MS;
    const { port1: listening, port2: progressPort } = new MessageChannel();
    const { port1: receiving, port2: incumbentPort } = new MessageChannel();
    if (onProgress) listening.on('message', onProgress).unref();
    if (onIncumbent) receiving.on('message', onIncumbent).unref();
    try {
      return await this.#pool.run(
        { problem, options, progressPort, incumbentPort },
        { signal, timeLimitMs, transfer: [progressPort, incumbentPort] },
      );
    } catch (error) {
      if (error instanceof PoolError) throw new SolveError(FAILURES[error.reason]);
      // A thread's boundary keeps an error's message only.
      if (error instanceof Error && error.message === NO_PLAN_IN_TIME)
        throw new SolveError('NO_PLAN_IN_TIME');
      throw error;
    } finally {
      listening.close();
      receiving.close();
    }
  }

  /** After the queue has put back what was in hand. */
  beforeApplicationShutdown(): Promise<void> {
    return this.#pool.close();
  }
}
