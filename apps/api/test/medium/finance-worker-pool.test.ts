import { getPriority } from 'node:os';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WorkerPool } from '../../src/platform/jobs/worker-pool.js';

const PROGRAM = fileURLToPath(new URL('../support/finance-pool.worker.ts', import.meta.url));

describe('the worker pool', () => {
  let pool: WorkerPool<{ what: string; ms?: number }, string>;
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
