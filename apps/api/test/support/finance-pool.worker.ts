import { lowerThreadPriority } from '../../src/platform/jobs/thread-priority.js';

/** A thread's program for the tests of the pool: does what it is told. */
export default async function run(task: {
  what: 'answer' | 'spin' | 'fill' | 'fail' | 'yield';
  ms?: number;
}) {
  if (task.what === 'fail') throw new Error('The task failed');
  if (task.what === 'yield') return String(lowerThreadPriority(5));
  if (task.what === 'spin') for (const end = Date.now() + (task.ms ?? 60_000); Date.now() < end;);
  if (task.what === 'fill') {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
  }
  return 'done';
}
