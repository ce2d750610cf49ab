/** A thread's program for the tests of the pool: does what it is told. */
export default async function run(task: { what: 'answer' | 'spin' | 'fill' | 'fail'; ms?: number }) {
  if (task.what === 'fail') throw new Error('The task failed');
  if (task.what === 'spin') for (const end = Date.now() + (task.ms ?? 60_000); Date.now() < end;);
  if (task.what === 'fill') {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
  }
  return 'done';
}
