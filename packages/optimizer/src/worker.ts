/**
 * The optimizer as a worker thread's default export: plain data in, plain data out. The pool that owns the thread
 * cancels by `stop`, and by ending the thread where that takes too long.
 */

import type { MessagePort } from 'node:worker_threads';
import type { Problem } from '@fibado/planning';
import { optimizeAnySize } from './large.js';
import { stoppableRun } from './stopping.js';
import type { OptimizationProgress, OptimizationResult, OptimizeOptions } from './types.js';

export interface OptimizeJob {
  readonly problem: Problem;
  readonly options?: OptimizeOptions | undefined;
  /** Receives an `OptimizationProgress` now and then; transferred to the worker. */
  readonly progressPort?: MessagePort | undefined;
  /** Receives every `Incumbent` as soon as it is found; transferred to the worker, which closes it at the end. */
  readonly incumbentPort?: MessagePort | undefined;
  /** Set from outside, the run ends with the best plan it has; see `newStopFlag`. */
  readonly stop?: SharedArrayBuffer | undefined;
}

export default async function solveJob(job: OptimizeJob): Promise<OptimizationResult> {
  const { progressPort, incumbentPort } = job;
  let last: OptimizationProgress | undefined;
  const run = await stoppableRun(job.stop);
  const result = await optimizeAnySize(job.problem, job.options, {
    clock: run.clock,
    engines: run.engines,
    onProgress:
      progressPort === undefined
        ? undefined
        : (reported) => {
            // The run's clock jumps when it is told to stop.
            const progress = { ...reported, elapsedMs: Math.round(run.elapsedMs()) };
            // Throttled: the solver reports far more often than clients poll; the last report is never dropped.
            if (last && !isNews(progress, last)) return;
            last = progress;
            progressPort.postMessage(progress);
          },
    onIncumbent:
      incumbentPort === undefined
        ? undefined
        : (incumbent) => {
            incumbentPort.postMessage({ ...incumbent, elapsedMs: Math.round(run.elapsedMs()) });
          },
  });
  progressPort?.close();
  incumbentPort?.close();
  return { ...result, solver: { ...result.solver, timeMs: Math.round(run.elapsedMs()) } };
}

const PROGRESS_EVERY_MS = 100;

const isNews = (progress: OptimizationProgress, last: OptimizationProgress): boolean =>
  progress.elapsedMs - last.elapsedMs >= PROGRESS_EVERY_MS ||
  progress.phase !== last.phase ||
  progress.objectiveCents !== last.objectiveCents ||
  progress.boundCents !== last.boundCents;
