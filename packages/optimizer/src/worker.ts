/**
 * The optimizer as a worker thread's default export: plain data in, plain data out. The pool that owns the thread
 * cancels by ending it.
 */

import type { MessagePort } from 'node:worker_threads';
import type { Problem } from '@fibado/planning';
import { optimize } from './optimize.js';
import type { OptimizationResult, OptimizeOptions } from './types.js';

export interface OptimizeJob {
  readonly problem: Problem;
  readonly options?: OptimizeOptions | undefined;
  /** Receives an `OptimizationProgress` now and then; transferred to the worker. */
  readonly progressPort?: MessagePort | undefined;
}

export default async function run(job: OptimizeJob): Promise<OptimizationResult> {
  const { progressPort } = job;
  let last = 0;
  const result = await optimize(job.problem, job.options, {
    onProgress:
      progressPort === undefined
        ? undefined
        : (progress) => {
            // A solver reports far more often than anybody looks.
            if (progress.elapsedMs - last < PROGRESS_EVERY_MS && progress.phase === 'SOLVING') return;
            last = progress.elapsedMs;
            progressPort.postMessage(progress);
          },
  });
  progressPort?.close();
  return result;
}

const PROGRESS_EVERY_MS = 100;
