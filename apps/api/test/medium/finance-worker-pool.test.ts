import { getPriority } from 'node:os';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newStopFlag, setStopFlag } from '@fibado/optimizer/stop-flag';
import { type Run, WorkerPool } from '../../src/platform/jobs/worker-pool.js';
import type { PoolTask } from '../support/finance-pool.worker.js';
import { pause } from '../support/waiting.js';

const jest = import.meta.jest;

const PROGRAM = fileURLToPath(new URL('../support/finance-pool.worker.ts', import.meta.url));

describe('the worker pool', () => {
  let pool: WorkerPool<PoolTask, string>;
  beforeEach(() => {
    pool = new WorkerPool({
      program: PROGRAM,
      threads: 1,
      queue: 1,
      memory: { oldMb: 64, youngMb: 16 },
      codes: { busy: 'SOLVER_BUSY', late: 'FILE_TIMEOUT', overflow: 'FILE_TOO_COMPLEX' },
    });
  });
  afterEach(() => pool.close());

  const soon = { timeLimitMs: 20_000 };
  const answers = () => pool.run({ what: 'answer' }, soon);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: { code?: string }) => error.code,
    );

  it('answers, and passes on what a task throws', async () => {
    expect(await answers()).toBe('done');
    await expect(pool.run({ what: 'fail' }, soon)).rejects.toThrow('The task failed');
    expect(await answers()).toBe('done');
  });

  it('lowers the priority of a thread, and of no other thread of the process', async () => {
    const isLinux = process.platform === 'linux';
    const priorities = () =>
      isLinux
        ? readdirSync('/proc/self/task')
            .map((thread) => getPriority(Number(thread)))
            .sort((a, b) => a - b)
        : [];
    const own = getPriority();
    const before = priorities().filter((priority) => priority !== own);
    expect(await pool.run({ what: 'yield' }, soon)).toBe(String(isLinux));
    expect(getPriority()).toBe(own);
    expect(priorities().filter((priority) => priority !== own)).toEqual(
      isLinux ? before.concat(Math.min(19, own + 5)) : [],
    );
  });

  it('ends a task that outlasts its time, and goes on', async () => {
    await answers();
    const start = performance.now();
    expect(await codeOf(pool.run({ what: 'spin' }, { timeLimitMs: 200 }))).toBe('FILE_TIMEOUT');
    expect(performance.now() - start).toBeLessThan(5000);
    expect(await answers()).toBe('done');
  });

  it('ends a task that outgrows its memory, and goes on', async () => {
    expect(await codeOf(pool.run({ what: 'fill' }, soon))).toBe('FILE_TOO_COMPLEX');
    expect(await answers()).toBe('done');
  }, 30_000);

  it('ends a task whose caller has gone, running or queued', async () => {
    await answers();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = codeOf(pool.run({ what: 'spin' }, { ...soon, signal: running.signal }));
    const second = codeOf(pool.run({ what: 'answer' }, { ...soon, signal: waiting.signal }));
    expect([pool.busy, pool.waiting]).toEqual([1, 1]);
    waiting.abort();
    expect(await second).toBe('CANCELLED');
    expect([pool.busy, pool.waiting]).toEqual([1, 0]);
    running.abort();
    expect(await first).toBe('CANCELLED');
    expect([pool.busy, pool.waiting]).toEqual([0, 0]);
    expect(await codeOf(pool.run({ what: 'answer' }, { ...soon, signal: running.signal }))).toBe('CANCELLED');
    expect(await answers()).toBe('done');
  });

  /** Spins in a thread, and says which thread works afterwards: the same one, or another. */
  const threadAfterSpin = async (task: Partial<PoolTask>, run: Partial<Run>, end: () => void) => {
    const before = await pool.run({ what: 'thread' }, soon);
    const spinning = codeOf(pool.run({ what: 'spin', ...task }, { ...soon, ...run }));
    // Taken by the thread.
    await pause(100);
    end();
    const code = await spinning;
    const after = await pool.run({ what: 'thread' }, soon);
    return { code, thread: after === before ? 'the same' : 'another' };
  };

  it('tells a task to stop whose caller has gone, and keeps its thread', async () => {
    const [gone, flag] = [new AbortController(), newStopFlag()];
    const stop = () => setStopFlag(flag);
    expect(await threadAfterSpin({ stop: flag }, { signal: gone.signal, stop }, () => gone.abort())).toEqual({
      code: 'CANCELLED',
      thread: 'the same',
    });
  });

  it('ends the thread of a task that does not stop when it is told to', async () => {
    const [gone, hurry] = [new AbortController(), new AbortController()];
    const stop = jest.fn();
    expect(await threadAfterSpin({}, { signal: gone.signal, stop }, () => gone.abort())).toEqual({
      code: 'CANCELLED',
      thread: 'another',
    });
    const hurried = { stop, hurry: { signal: hurry.signal, graceMs: 200 } };
    expect(await threadAfterSpin({}, hurried, () => hurry.abort())).toEqual({
      code: 'FILE_TIMEOUT',
      thread: 'another',
    });
    expect(stop).toHaveBeenCalledTimes(2);
  });

  it('tells a task to hurry, also before a thread takes it, and gives its answer', async () => {
    const [hurry, flag] = [AbortSignal.abort(), newStopFlag()];
    const hurried = { ...soon, stop: () => setStopFlag(flag), hurry: { signal: hurry, graceMs: 20_000 } };
    expect(await pool.run({ what: 'spin', stop: flag }, hurried)).toBe('done');
  });

  it('lets as many wait as it has room for, first come first served', async () => {
    await answers();
    const order: string[] = [];
    const first = pool.run({ what: 'spin', ms: 300 }, soon).then(() => order.push('first'));
    const second = answers().then(() => order.push('second'));
    expect(await codeOf(answers())).toBe('SOLVER_BUSY');
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });
});
