import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type {
  Incumbent,
  OptimizationProgress,
  OptimizationResult,
  OptimizeJob,
  OptimizeOptions,
} from '@fibado/optimizer';
import { resultOfPlan } from '@fibado/optimizer/incumbent-result';
import { NO_PLAN_IN_TIME } from '@fibado/optimizer/no-plan';
import { newStopFlag, setStopFlag } from '@fibado/optimizer/stop-flag';
import type { Problem } from '@fibado/planning';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { PoolError, WorkerPool, workerProgram } from '../../platform/jobs/worker-pool.js';
import { WARM_UP_MS, WARM_UP_PROBLEM } from './built-in-households.js';
import { FAILURES, SolveError } from './solve-error.js';

const DEFAULT_TIME_LIMIT_MS = 10_000;
/** The optimizer keeps its own time; a thread is ended when it does not. */
const GRACE_MS = 30_000;
/** The same for a run that was told to end before its time. */
const HURRY_GRACE_MS = 10_000;
/** A thread's compiled code is worth keeping while a person edits and plans. */
const IDLE_MS = 600_000;
/** Beside what the queue hands out the services page tries the solver, and may have to wait a moment. */
const LINE = 4;

export interface Watching {
  /** Aborted when the plan is no longer wanted. */
  readonly signal: AbortSignal;
  /** Aborted when the run is to end soon, with the best plan it has. */
  readonly hurry?: AbortSignal | undefined;
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
      program: workerProgram('finance/solver/optimize'),
      threads: this.threads,
      queue: LINE,
      idleMs: IDLE_MS,
      memory: { oldMb, youngMb: Math.ceil(oldMb / 16) },
      codes: { busy: 'SOLVER_BUSY', late: 'SOLVER_BUSY', overflow: 'SOLVER_BUSY' },
    });
  }

  /** Plans being made. */
  get busy(): number {
    return this.#pool.busy;
  }

  /**
   * Starts a thread, if none runs, and lets it plan a household of the program's own: a plan that is asked for soon
   * after has its first transfers in a tenth to a quarter of the time, since the code that finds them is compiled.
   */
  async warmUp(): Promise<void> {
    if (this.#pool.threads > 0) return;
    await this.#pool.run(
      { problem: WARM_UP_PROBLEM, options: { timeLimitMs: WARM_UP_MS, marginals: false } },
      { timeLimitMs: WARM_UP_MS + GRACE_MS },
    );
  }

  /**
   * Plans; a thread that has to be ended leaves the best plan it had found.
   * @throws SolveError when there is none, or DomainError CANCELLED when the signal was aborted.
   */
  async optimize(
    problem: Problem,
    options: OptimizeOptions,
    { signal, hurry, onProgress, onIncumbent }: Watching,
  ): Promise<OptimizationResult> {
    const timeLimitMs = (options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS) + GRACE_MS;
    const stop = newStopFlag();
    let best: Incumbent | undefined;
    const began = performance.now();
    const { port1: listening, port2: progressPort } = new MessageChannel();
    const { port1: receiving, port2: incumbentPort } = new MessageChannel();
    // A run that is no longer wanted goes on until it has stopped: another process may be at work on it by then.
    listening
      .on('message', (progress: OptimizationProgress) => {
        if (!signal.aborted) onProgress?.(progress);
      })
      .unref();
    receiving
      .on('message', (incumbent: Incumbent) => {
        best = incumbent;
        if (!signal.aborted) onIncumbent?.(incumbent);
      })
      .unref();
    try {
      return await this.#pool.run(
        { problem, options, progressPort, incumbentPort, stop },
        {
          signal,
          timeLimitMs,
          transfer: [progressPort, incumbentPort],
          stop: () => setStopFlag(stop),
          hurry: hurry && { signal: hurry, graceMs: HURRY_GRACE_MS },
        },
      );
    } catch (error) {
      if (error instanceof PoolError) {
        if (best && error.reason !== 'BUSY')
          return resultOf(problem, options, best, performance.now() - began);
        throw new SolveError(FAILURES[error.reason]);
      }
      // A thread's boundary keeps an error's message only.
      if (error instanceof Error && error.message === NO_PLAN_IN_TIME)
        throw new SolveError('NO_PLAN_IN_TIME');
      throw error;
    } finally {
      listening.close();
      receiving.close();
    }
  }

  /** After the queue has requeued the leased runs. */
  beforeApplicationShutdown(): Promise<void> {
    return this.#pool.close();
  }
}

/** What a thread had found when it was ended. */
const resultOf = (
  problem: Problem,
  options: OptimizeOptions,
  { transfers, lots, boundCents }: Incumbent,
  timeMs: number,
): OptimizationResult =>
  resultOfPlan(problem, options, {
    transfers,
    lots,
    boundCents,
    solver: {
      engine: 'highs',
      version: '',
      timeMs: Math.round(timeMs),
      rows: 0,
      columns: 0,
      integers: 0,
      nodes: 0,
    },
  });
