import { randomUUID } from 'node:crypto';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { BatchRounds } from '../../src/platform/jobs/batch-rounds.js';
import type { BatchHandler, Job, LeasedHandler, LeasedJob, QueueName } from '../../src/platform/jobs/job.js';
import { JobRunner } from '../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../src/platform/jobs/job-store.js';
import { DeadLetters } from '../../src/platform/jobs/dead-letters.js';
import { LeaseKeeper } from '../../src/platform/jobs/lease-keeper.js';
import { LeaseRounds } from '../../src/platform/jobs/lease-rounds.js';
import { doubling } from '../../src/platform/jobs/retry-policy.js';
import { DatabaseListener } from '../../src/platform/messaging/database-listener.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { pause, until } from '../support/waiting.js';

/** A queue of the test's own. */
const QUEUE = 'TEST' as QueueName;

let app: TestApp;
let tenantId: string;
const runners: JobRunner[] = [];
beforeAll(async () => {
  app = await createTestApp();
  tenantId = (await app.newTenant()).id;
});
afterAll(() => app.close());
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await asOwner(app.database, 'delete from jobs where queue = $1', [QUEUE]);
});

const get = <T>(type: new (...args: never[]) => T): T => app.app.get(type, { strict: false });
/** A runner as another process would have it. */
const newRunner = (): JobRunner => {
  const runner = new JobRunner(get(BatchRounds), get(LeaseRounds), get(LeaseKeeper), get(DatabaseListener));
  runners.push(runner);
  return runner;
};
const add = (payloads: readonly unknown[]) =>
  app.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
    get(JobStore).add(
      scope,
      QUEUE,
      payloads.map((payload) => ({ payload })),
      tenantId,
    ),
  );
const waiting = () =>
  asOwner<{ attempts: number; last_error: string | null }>(
    app.database,
    'select attempts, last_error from jobs where queue = $1 and dead_at is null',
    [QUEUE],
  );
const dead = () =>
  asOwner<{ id: string; attempts: number; last_error: string | null }>(
    app.database,
    'select id, attempts, last_error from jobs where queue = $1 and dead_at is not null',
    [QUEUE],
  );
const none = async () => (await waiting()).length === 0;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('a queue handled in batches', () => {
  const start = (
    handle: (jobs: readonly Job[]) => Promise<Map<string, Error>>,
    extra: Partial<BatchHandler> = {},
  ): JobRunner => {
    const runner = newRunner();
    runner.serve({
      hold: 'transaction',
      queue: QUEUE,
      retry: { delaysMs: doubling(250, 1000), jitter: 0.25 },
      batch: 10,
      isReady: () => true,
      handle: (_scope, jobs) => handle(jobs),
      ...extra,
    });
    runner.start();
    return runner;
  };

  it('shares the jobs with another process, each handled once', async () => {
    const handled: [number[], number[]] = [[], []];
    for (const mine of handled)
      start(async (jobs) => {
        await pause(2);
        mine.push(...jobs.map((job) => job.payload as number));
        return new Map();
      });
    for (let i = 0; i < 10; i += 1) await add(numbers(50).map((n) => i * 50 + n));
    await until('an empty queue', none);
    expect(handled.flat().sort((a, b) => a - b)).toEqual(numbers(500));
    for (const mine of handled) expect(mine.length).toBeGreaterThan(50);
  });

  it('wakes at the commit and not at the poll', async () => {
    let handledAt = 0;
    start(() => {
      handledAt = performance.now();
      return Promise.resolve(new Map());
    });
    await pause(200);
    const before = performance.now();
    await add(['now']);
    await until('the job', () => handledAt > 0);
    expect(handledAt - before).toBeLessThan(500);
  });

  it('retries what failed, later each time, and lets nothing else wait for it', async () => {
    const tries: number[] = [];
    let others = 0;
    start((jobs) => {
      const failed = new Map<string, Error>();
      for (const job of jobs) {
        if (job.payload !== 'bad') others += 1;
        else if (tries.push(performance.now()) < 4) failed.set(job.id, new Error('not today'));
      }
      return Promise.resolve(failed);
    });
    await add(['bad', ...numbers(30)]);
    // They are counted before their batch is committed.
    await until('the others', async () => others === 30 && (await waiting()).length === 1);
    expect(await waiting()).toMatchObject([{ last_error: 'not today' }]);
    await until('an empty queue', none);
    const [a = 0, b = 0, c = 0, d = 0] = tries;
    expect(tries).toHaveLength(4);
    expect(b - a).toBeGreaterThanOrEqual(180);
    expect(c - b).toBeGreaterThanOrEqual(370);
    expect(d - c).toBeGreaterThanOrEqual(740);
  });

  it('counts a thrown error as a failure of the whole batch', async () => {
    let calls = 0;
    start(() => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('no')) : Promise.resolve(new Map());
    });
    await add([1, 2]);
    await until('an empty queue', none);
    expect(calls).toBeGreaterThanOrEqual(2);
  });

  it('undoes what a failed attempt wrote', async () => {
    let calls = 0;
    start(() => Promise.resolve(new Map()), {
      handle: async (scope) => {
        calls += 1;
        await scope.manager.query(`update tenants set name = name || '!' where id = $1`, [tenantId]);
        if (calls === 1) await scope.manager.query('select 1 / 0');
        return new Map();
      },
    });
    await add([1]);
    await until('an empty queue', none);
    const rows = await asOwner<{ name: string }>(app.database, 'select name from tenants where id = $1', [
      tenantId,
    ]);
    expect(rows[0]?.name.endsWith('!')).toBe(true);
    expect(rows[0]?.name.endsWith('!!')).toBe(false);
  });

  it('makes a dead letter of a job after its last attempt, and takes it again only when it is retried', async () => {
    let calls = 0;
    let works = false;
    start(
      (jobs) => {
        calls += 1;
        return Promise.resolve(new Map(works ? [] : jobs.map((job) => [job.id, new Error('never')])));
      },
      { retry: { attempts: 2, delaysMs: [20], jitter: 0 } },
    );
    await add([1]);
    await until('the dead letter', async () => (await dead()).length > 0);
    expect(await dead()).toMatchObject([{ attempts: 2, last_error: 'never' }]);
    await pause(300);
    expect(calls).toBe(2);
    works = true;
    const [letter] = await dead();
    await app.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      get(DeadLetters).retry(scope, letter?.id ?? ''),
    );
    await until('an empty queue', async () => (await none()) && (await dead()).length === 0);
    expect(calls).toBe(3);
  });

  it('makes a dead letter of a job that fails past its deadline', async () => {
    start((jobs) => Promise.resolve(new Map(jobs.map((job) => [job.id, new Error('too late')]))), {
      retry: { delaysMs: [20], jitter: 0, deadlineMs: 1000 },
    });
    await add([1]);
    await until('the dead letter', async () => (await dead()).length > 0);
    expect((await dead())[0]?.attempts).toBeGreaterThan(1);
  });

  it('lets jobs wait, unharmed, while the destination is away', async () => {
    let ready = false;
    let handled = 0;
    const runner = start(
      (jobs) => {
        handled += jobs.length;
        return Promise.resolve(new Map());
      },
      { isReady: () => ready },
    );
    await add([1, 2, 3]);
    await pause(200);
    expect(await waiting()).toEqual(numbers(3).map(() => ({ attempts: 0, last_error: null })));
    ready = true;
    runner.wake(QUEUE);
    await until('the jobs', () => handled === 3);
  });

  it('stops after the batch under way', async () => {
    let begun = 0;
    let done = 0;
    const runner = start(
      async () => {
        begun += 1;
        await pause(200);
        done += 1;
        return new Map();
      },
      { batch: 1 },
    );
    await add([1, 2, 3]);
    await until('a batch under way', () => begun === 1);
    await runner.stop();
    expect([begun, done]).toEqual([1, 1]);
    expect(await waiting()).toHaveLength(2);
  });
});

describe('a queue of leased jobs', () => {
  const complete = (job: LeasedJob) =>
    app.transactions.onPlatform(SYSTEM_ACTOR, (scope) => get(JobStore).complete(scope, job));
  const start = (work: LeasedHandler['work'], extra: Partial<LeasedHandler> = {}): JobRunner => {
    const runner = newRunner();
    runner.serve({
      hold: 'lease',
      queue: QUEUE,
      retry: { attempts: 3, delaysMs: [50], jitter: 0 },
      concurrency: 1,
      work,
      giveUp: async (job, reason) => {
        await app.transactions.onPlatform(SYSTEM_ACTOR, (scope) => get(DeadLetters).bury(scope, job, reason));
      },
      ...extra,
    });
    runner.start();
    return runner;
  };

  it('works on no more jobs at a time than it has places', async () => {
    let busy = 0;
    let most = 0;
    start(
      async (job) => {
        busy += 1;
        most = Math.max(most, busy);
        await until('a job beside the first', () => most > 1);
        await pause(20);
        busy -= 1;
        await complete(job);
      },
      { concurrency: 2 },
    );
    // Of several tenants: one alone is left a place for others.
    const other = (await app.newTenant()).id;
    for (const tenant of [tenantId, other])
      await app.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        get(JobStore).add(scope, QUEUE, [{}, {}, {}], tenant),
      );
    await until('an empty queue', none);
    expect(most).toBe(2);
  });

  it('retries a failed job after its delay, and buries it after the last attempt with the reason', async () => {
    const tries: number[] = [];
    start(() => {
      tries.push(performance.now());
      return Promise.reject(new Error('no luck'));
    });
    await add([1]);
    await until('the dead letter', async () => (await dead()).length > 0);
    expect(await dead()).toMatchObject([{ attempts: 3, last_error: 'no luck' }]);
    const [a = 0, b = 0, c = 0] = tries;
    expect(tries).toHaveLength(3);
    expect(Math.min(b - a, c - b)).toBeGreaterThanOrEqual(45);
  });

  it('requeues the job of a process that died, and buries one that kills its processes', async () => {
    await add([1]);
    const die = (attempts: number) =>
      asOwner(
        app.database,
        `update jobs set holder = gen_random_uuid(), holder_process = gen_random_uuid(), attempts = $2,
           held_at = clock_timestamp() - interval '7 seconds' where queue = $1`,
        [QUEUE, attempts],
      );
    await die(1);
    const worked: number[] = [];
    const runner = start(async (job) => {
      worked.push(job.attempts);
      await complete(job);
    });
    await until('an empty queue', none);
    expect(worked).toEqual([2]);
    await runner.stop();
    await add([2]);
    await die(3);
    runner.start();
    await until('the dead letter', async () => (await dead()).length > 0);
    expect(worked).toEqual([2]);
    expect((await dead())[0]?.last_error).toBe('3 attempts ended without a result');
  });

  it('keeps a lease whose process lives and missed heartbeats', async () => {
    await add([1]);
    // Not the process's own lock, but one that is held: the listener's of this application.
    const [row] = await asOwner<{ holder_process: string }>(
      app.database,
      `update jobs set holder = gen_random_uuid(), holder_process = $2, attempts = 1,
         held_at = clock_timestamp() - interval '7 seconds' where queue = $1 returning holder_process`,
      [QUEUE, randomUUID()],
    );
    const process = row?.holder_process ?? '';
    const lock = `select pg_advisory_lock_shared(hashtextextended('fibado job ' || $1, 0))`;
    const { Client } = (await import('pg')).default;
    const alive = new Client({ connectionString: app.database.appUrl });
    await alive.connect();
    await alive.query(lock, [process]);
    const worked: number[] = [];
    const runner = start(async (job) => {
      worked.push(job.attempts);
      await complete(job);
    });
    await pause(300);
    expect(worked).toEqual([]);
    await alive.end();
    runner.wake(QUEUE);
    await until('an empty queue', none);
    expect(worked).toEqual([2]);
  });

  it('lets a holder whose lease was revoked complete nothing', async () => {
    let completed: boolean | undefined;
    let aborted = false;
    start(async (job, signal) => {
      await asOwner(app.database, 'update jobs set holder = gen_random_uuid() where id = $1', [job.id]);
      await until('the signal', () => signal.aborted, 8000);
      aborted = true;
      completed = await complete(job);
    });
    await add([1]);
    await until('the end', () => completed !== undefined, 10_000);
    expect([aborted, completed]).toEqual([true, false]);
    expect(await waiting()).toHaveLength(1);
  }, 15_000);
});
