import { hardProblem } from '@fibado/planning/testing';
import { RunStates } from '../../src/finance/solver/run-states.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { QueueState } from '../../src/platform/jobs/queue-state.js';
import { createTestApp, createTestAppOn, type TestApp } from '../support/app.js';
import { asOwner, createTestDatabase } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';
import { detail, start, untilRun, ended, startHard } from '../support/runs.js';
import { pause, until } from '../support/waiting.js';

describe('a process that does not solve', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_IN_API: 'false', SOLVER_WAIT_SECONDS: '0.5', SOLVER_QUEUE: '8' });
    home = await TestHousehold.create(app);
    await home.simple();
  });
  afterAll(() => app.close());

  it('says so to who waits, and keeps what happened', async () => {
    const { body } = await home.post('optimizer/optimize', { quarter: QUARTER }).expect(503);
    expect(body).toEqual({ error: 'SERVICE_UNAVAILABLE', params: [] });
    const { items } = (await home.get('optimizer/runs').expect(200)).body;
    expect(items).toMatchObject([{ state: 'FAILED', failure: 'NO_SOLVER' }]);
    await home.post('optimizer/what-if', { problem: hardProblem() }).expect(503);
    expect(await asOwner(app.database, `select 1 from optimizer_runs where kind = 'TRIAL'`)).toEqual([]);
  });

  it('lets runs wait for a worker, and no longer than the limit', async () => {
    const { runId } = await start(home);
    await pause(700);
    expect((await detail(home, runId)).state).toBe('QUEUED');
    expect(await app.app.get(RunStates).expire({ tenantId: home.user.tenantId, id: runId })).toBe(true);
    expect(await detail(home, runId)).toMatchObject({ state: 'FAILED', failure: 'NO_SOLVER' });
    expect(await app.app.get(RunStates).expire({ tenantId: home.user.tenantId, id: runId })).toBe(false);
  });

  /** Leaves a run in the hands of one who last said so that long ago. */
  const leaveWith = async (heldAgo: string): Promise<void> => {
    await asOwner(
      app.database,
      `update jobs set holder = gen_random_uuid(), attempts = 1, created_at = now() - interval '1 hour',
         held_at = clock_timestamp() - $1::interval where queue = 'PLANS'`,
      [heldAgo],
    );
    await asOwner(
      app.database,
      `update optimizer_runs set state = 'RUNNING', started_at = now() where state = 'QUEUED'`,
    );
  };

  it('ends a run whose worker died, and none whose worker lives', async () => {
    const { runId } = await start(home);
    const item = { tenantId: home.user.tenantId, id: runId };
    const overdue = () =>
      app.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
        app.app.get(QueueState).overdue(scope, ['PLANS'], 600_000),
      );
    await leaveWith('10 seconds');
    expect(await overdue()).toEqual([]);
    expect(await app.app.get(RunStates).expire(item)).toBe(false);
    // Time for another worker: what counts is the last word of the dead one.
    await leaveWith('5 minutes');
    expect(await overdue()).toEqual([]);
    await leaveWith('11 minutes');
    expect(await overdue()).toEqual([{ ...item, queue: 'PLANS' }]);
    expect(await app.app.get(RunStates).expire(item)).toBe(true);
    expect(await detail(home, runId)).toMatchObject({ state: 'FAILED', failure: 'NO_SOLVER' });
  });

  it('does not let a caller wait for ever for a worker that died', async () => {
    const answered = home.post('optimizer/optimize', { quarter: QUARTER }).then((response) => response);
    const jobs = () => asOwner(app.database, "select 1 from jobs where queue in ('PLANS', 'QUESTIONS')");
    await until('the job is there', async () => (await jobs()).length > 0);
    await leaveWith('0 seconds');
    let over = false;
    void answered.then(() => (over = true));
    // In living hands it is waited for, however long it takes.
    await pause(2500);
    expect(over).toBe(false);
    await leaveWith('1 minute');
    const { status, body } = await answered;
    expect([status, body]).toEqual([503, { error: 'SERVICE_UNAVAILABLE', params: [] }]);
    expect(await jobs()).toEqual([]);
  }, 20_000);

  it('takes no more than a household’s share of the line, and then no more than the line', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const waiting = [await start(own), await start(own)];
    await own.post('optimizer/runs', { quarter: QUARTER }).expect(503);
    for (let others = 0; others < 3; others += 1) {
      const other = await TestHousehold.create(app);
      await other.simple();
      waiting.push(await start(other), await start(other));
    }
    await home.post('optimizer/runs', { quarter: QUARTER }).expect(503);
    await own.post(`optimizer/runs/${waiting[0]?.runId}/cancel`).expect(200);
    const { runId } = await start(home);
    await home.post(`optimizer/runs/${runId}/cancel`).expect(200);
  });

  it('lets questions fill no line but their own', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    await asOwner(
      app.database,
      `insert into jobs (tenant_id, id, queue, priority)
       select $1, gen_random_uuid(), 'QUESTIONS', 5 from generate_series(1, 8)`,
      [own.user.tenantId],
    );
    await own.post('insights/frontier', { quarter: QUARTER, most: 1 }).expect(503);
    await start(own);
    await asOwner(app.database, "delete from jobs where queue in ('PLANS', 'QUESTIONS')");
  });

  it('takes no more than that of those who come at the same moment', async () => {
    const empty = () => asOwner(app.database, "delete from jobs where queue in ('PLANS', 'QUESTIONS')");
    const homes = [home];
    for (let others = 0; others < 5; others += 1) {
      const other = await TestHousehold.create(app);
      await other.simple();
      homes.push(other);
    }
    const taken = async (all: readonly TestHousehold[]) => {
      const answers = await Promise.all(all.map((own) => own.post('optimizer/runs', { quarter: QUARTER })));
      return answers.filter(({ status }) => status === 200).length;
    };
    await empty();
    expect(await taken(Array.from({ length: 12 }, () => home))).toBe(2);
    await empty();
    expect(await taken([...homes, ...homes, ...homes])).toBe(8);
    await empty();
  }, 60_000);
});

describe('a process that ends in mid-run', () => {
  it('puts the run back, and the next one finishes it', async () => {
    const database = await createTestDatabase();
    const first = await createTestAppOn(database, { SOLVER_THREADS: '1' });
    const home = await TestHousehold.create(first);
    const id = await startHard(home, 1500, { operations: 60, size: 6 });
    await untilRun(home, id, ({ state }) => state === 'RUNNING');
    await first.app.close();
    expect(
      await asOwner(database, "select holder, attempts as deliveries from jobs where queue = 'PLANS'"),
    ).toEqual([{ holder: null, deliveries: 0 }]);
    expect(await asOwner(database, 'select state, started_at, progress from optimizer_runs')).toEqual([
      { state: 'QUEUED', started_at: null, progress: null },
    ]);
    const second = await createTestAppOn(database, { SOLVER_THREADS: '1' });
    const run = await ended(new TestHousehold(second, home.user), id);
    expect(['DONE', 'FAILED']).toContain(run.state);
    expect(run.failure).not.toBe('CRASHED');
    await second.close();
  }, 90_000);
});

describe('a solver that outgrows its memory', () => {
  it('ends the run with that reason, and nothing else', async () => {
    const app = await createTestApp({ SOLVER_THREADS: '1', SOLVER_MEMORY_MB: '16' });
    const home = await TestHousehold.create(app);
    await home.simple();
    const run = await ended(home, await startHard(home, 10_000, { operations: 9000 }));
    expect(run).toMatchObject({ state: 'FAILED', failure: 'OUT_OF_MEMORY' });
    await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
    await app.close();
  }, 90_000);
});
