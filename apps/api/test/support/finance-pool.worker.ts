import { threadId } from 'node:worker_threads';
import { lowerThreadPriority } from '../../src/platform/jobs/thread-priority.js';

/** What a thread of the tests of the pool is told to do. */
export interface PoolTask {
  readonly what: 'answer' | 'spin' | 'fill' | 'fail' | 'yield' | 'thread';
  readonly ms?: number;
  /** Ends a spin when it is set. */
  readonly stop?: SharedArrayBuffer;
}

/** That thread's program. */
export default async function run(task: PoolTask) {
  if (task.what === 'fail') throw new Error('The task failed');
  if (task.what === 'yield') return String(lowerThreadPriority(5));
  if (task.what === 'thread') return String(threadId);
  const stop = new Int32Array(task.stop ?? new SharedArrayBuffer(4));
  if (task.what === 'spin')
    for (const end = Date.now() + (task.ms ?? 60_000); Date.now() < end && Atomics.load(stop, 0) === 0;);
  if (task.what === 'fill') {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
  }
  return 'done';
}
