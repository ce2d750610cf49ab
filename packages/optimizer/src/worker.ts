/**
 * The optimizer as a worker thread's default export: plain data in, plain data out. The pool that owns the thread
 * cancels by ending it.
 */

import type { MessagePort } from 'node:worker_threads';
import type { Problem } from '@fibado/planning';
import { optimize } from './optimize.js';
import type { OptimizationProgress, OptimizationResult, OptimizeOptions } from './types.js';

export interface OptimizeJob {
  readonly problem: Problem;
  readonly options?: OptimizeOptions | undefined;
  /** Receives an `OptimizationProgress` now and then; transferred to the worker. */
  readonly progressPort?: MessagePort | undefined;
  /** Receives every `Incumbent` as soon as it is found; transferred to the worker, which closes it at the end. */
  readonly incumbentPort?: MessagePort | undefined;
}

export default async function run(job: OptimizeJob): Promise<OptimizationResult> {
  const { progressPort, incumbentPort } = job;
  let last: OptimizationProgress | undefined;
  const result = await optimize(job.problem, job.options, {
    onProgress:
      progressPort === undefined
        ? undefined
        : (progress) => {
            // A solver reports far more often than anybody looks; what is new may be the last for a while.
            if (last && !isNews(progress, last)) return;
            last = progress;
            progressPort.postMessage(progress);
          },
    onIncumbent:
      incumbentPort === undefined
        ? undefined
        : (incumbent) => {
            incumbentPort.postMessage(incumbent);
          },
  });
  progressPort?.close();
  incumbentPort?.close();
  return result;
}

const PROGRESS_EVERY_MS = 100;

const isNews = (progress: OptimizationProgress, last: OptimizationProgress): boolean =>
  progress.elapsedMs - last.elapsedMs >= PROGRESS_EVERY_MS ||
  progress.phase !== last.phase ||
  progress.objectiveCents !== last.objectiveCents ||
  progress.boundCents !== last.boundCents;
