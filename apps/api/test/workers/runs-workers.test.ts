import type { OptimizerRun } from '@fibado/contracts';
import { hardProblem } from '@fibado/planning/testing';
import { DemoHousehold } from '../../src/finance/demo/demo-household.js';
import { RunRequests } from '../../src/finance/solver/run-requests.js';
import type { RunKind } from '../../src/finance/ledger/optimizer-run.entity.js';
import { pause, until } from '../support/waiting.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';
import { startWorkerProcess, type WorkerProcess } from './worker-processes.js';

/** An API without solvers, and worker processes that share its database. Each test says how many it begins with. */
describe('plans in worker processes', () => {
  let app: TestApp;
  let home: TestHousehold;
  /** Running workers: the next test goes on with those that are left. */
  const workers = new Set<WorkerProcess>();
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_IN_API: 'false', SOLVER_WAIT_SECONDS: '3' });
  }, 60_000);
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    await home.simple();
  }, 60_000);
  afterEach(async () => {
    await asOwner(app.database, "delete from jobs where queue in ('PLANS', 'QUESTIONS')");
  });
  afterAll(async () => {
    for (const worker of workers) await worker.kill();
    await app.close();
  }, 60_000);

  const startWorker = async (options: Parameters<typeof startWorkerProcess>[2] = {}) => {
    const worker = await startWorkerProcess(app, {}, options);
    workers.add(worker);
    void worker.ended.then(() => workers.delete(worker));
    return worker;
  };
  /** Exactly so many idle workers, as if they had done nothing before. */
  const idleWorkers = async (count: number): Promise<WorkerProcess[]> => {
    const [...running] = workers;
    for (const one of running.splice(count)) await one.kill();
    while (running.length < count) running.push(await startWorker());
    for (const one of running) one.forget();
    return running;
  };
  const idleWorker = async () => (await idleWorkers(1))[0]!;
  const start = async (): Promise<string> =>
    ((await home.post('optimizer/runs', { quarter: QUARTER }).expect(200)).body as OptimizerRun).runId;
  const stateOf = async (id: string) => {
    const rows = await asOwner<{ state: string; failure: string | null; deliveries: number | null }>(
      app.database,
      `select r.state, r.failure, w.attempts as deliveries from optimizer_runs r
       left join jobs w on w.id = r.id where r.id = $1`,
      [id],
    );
    return rows[0];
  };
  const ended = (id: string, ms = 60_000) =>
    until(
      'the end of the run',
      async () => !['QUEUED', 'RUNNING'].includes((await stateOf(id))?.state ?? ''),
      ms,
    );
  /** A run that takes about so long: of the largest household a single step takes seconds. */
  const startHard = async (
    timeLimitMs: number,
    kind: RunKind = 'TRIAL',
    problem = hardProblem(60, 6),
  ): Promise<string> => {
    const { user } = home;
    const actor = { userId: user.id, username: user.username };
    const row = await app.transactions.inTenant(user.tenantId, actor, (scope) =>
      app.app.get(RunRequests).ask(scope, {
        kind,
        problem: { ...problem, ...(kind === 'TRIAL' ? {} : { quarter: QUARTER }) },
        options: { timeLimitMs, effortCostCents: 50 },
      }),
    );
    return row.id;
  };

  it('are refused clearly while no worker is there, and taken when one comes', async () => {
    await idleWorkers(0);
    const began = performance.now();
    const { body } = await home.post('optimizer/optimize', { quarter: QUARTER }).expect(503);
    expect(body).toEqual({ error: 'SERVICE_UNAVAILABLE', params: [] });
    expect(performance.now() - began).toBeLessThan(6000);
    const id = await start();
    await pause(1000);
    expect(await stateOf(id)).toMatchObject({ state: 'QUEUED' });
    await startWorker();
    await ended(id);
    expect(await stateOf(id)).toMatchObject({ state: 'DONE' });
  }, 60_000);

  it('are taken by urgency: what people wait for, then what-ifs, then the rest', async () => {
    const worker = await idleWorker();
    const first = await startHard(1500);
    await until('the worker to be busy', () => worker.took.includes(first));
    const order: string[] = [];
    for (const kind of ['REPEAT', 'TRIAL', 'PLAN'] as const) order.unshift(await startHard(200, kind));
    for (const id of order) await ended(id);
    expect(worker.took).toEqual([first, ...order]);
  }, 60_000);

  it('take questions about plans with them', async () => {
    const worker = await idleWorker();
    const { body } = await home.post('insights/frontier', { quarter: QUARTER, most: 2 }).expect(200);
    expect(body.points.length).toBeGreaterThan(0);
    expect(worker.took).toHaveLength(1);
    expect(
      await asOwner(app.database, 'select 1 from optimizer_runs where tenant_id = $1', [home.user.tenantId]),
    ).toEqual([]);
  }, 60_000);

  it('never wait behind questions, which have places of their own', async () => {
    const worker = await idleWorker();
    const curious = await TestHousehold.create(app);
    await app.app.get(DemoHousehold).create(curious.user.tenantId);
    const questions = [1, 2, 3].map((effortCostCents) => {
      const request = curious.post('insights/limit-prices', {
        quarter: QUARTER,
        options: { timeLimitMs: 100_000, effortCostCents: 30 + effortCostCents },
      });
      request.then(
        () => undefined,
        () => undefined,
      );
      return request;
    });
    await until('the worker to answer one', () => worker.took.length === 1);
    const id = await start();
    await ended(id, 20_000);
    expect(await stateOf(id)).toMatchObject({ state: 'DONE' });
    await until('the worker to let go of it', () => worker.left.length > 0);
    // The first question is still worked on, and the next one waits for its place.
    expect([worker.took.length, worker.left]).toEqual([2, [id]]);
    for (const question of questions) question.abort();
    await until('the worker to let go', () => worker.left.length === worker.took.length);
  }, 90_000);

  it('are ended in mid-work when they are cancelled', async () => {
    const worker = await idleWorker();
    const id = await startHard(60_000, 'PLAN', hardProblem());
    await until('the worker to work', () => worker.took.includes(id));
    const { body } = await home.post(`optimizer/runs/${id}/cancel`).expect(200);
    expect(body.state).toBe('CANCELLED');
    await until('the worker to let go', () => worker.left.includes(id), 5000);
    const next = await start();
    await ended(next);
    expect([await stateOf(id), await stateOf(next)]).toMatchObject([
      { state: 'CANCELLED' },
      { state: 'DONE' },
    ]);
  }, 60_000);

  it('are solved by workers, which share them', async () => {
    const two = await idleWorkers(2);
    const ids = await Promise.all(Array.from({ length: 6 }, () => startHard(600)));
    for (const id of ids) await ended(id);
    const took = two.map((worker) => worker.took.length);
    expect(Math.min(...took)).toBeGreaterThanOrEqual(1);
    // Each exactly once, by one of them.
    expect(two.flatMap((worker) => worker.took).sort()).toEqual([...ids].sort());
    const { body } = await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
    expect(body.result.status).toBe('OPTIMAL');
    expect(
      await asOwner(
        app.database,
        "select 1 from jobs where queue in ('PLANS', 'QUESTIONS') and dead_at is null",
      ),
    ).toEqual([]);
  }, 240_000);

  it('are finished by another worker, exactly once, when one is killed in the middle', async () => {
    const both = await idleWorkers(2);
    const id = await startHard(1500);
    await until('one to work', () => both.some(({ took }) => took.includes(id)));
    const victim = both.find(({ took }) => took.includes(id))!;
    const heir = both.find((one) => one !== victim)!;
    const killedAt = performance.now();
    await victim.kill();
    await until('the heir to take over', () => heir.took.includes(id), 30_000);
    expect(performance.now() - killedAt).toBeLessThan(30_000);
    await ended(id);
    // It says so a moment after the result is stored.
    await until('the heir to let go', () => heir.left.includes(id));
    expect([victim.left, heir.took, heir.left]).toEqual([[], [id], [id]]);
    expect(await stateOf(id)).toMatchObject({ state: 'DONE', deliveries: null });
    const run = await start();
    await ended(run);
    const written = await asOwner(
      app.database,
      `select entity_id as id from audit where action = 'optimizer.optimize' and tenant_id = $1`,
      [home.user.tenantId],
    );
    expect(written).toEqual([{ id: run }]);
  }, 120_000);

  it('are finished first when a worker that is told to end can', async () => {
    const leaving = await idleWorker();
    const id = await startHard(800);
    await until('the worker to work', () => leaving.took.includes(id));
    await leaving.stop();
    expect(await stateOf(id)).toMatchObject({ state: 'DONE' });
    expect(
      await asOwner(
        app.database,
        "select 1 from jobs where queue in ('PLANS', 'QUESTIONS') and dead_at is null",
      ),
    ).toEqual([]);
  }, 60_000);

  it('go back when a worker is told to end and cannot finish, and count no try', async () => {
    await idleWorkers(0);
    const leaving = await startWorker({ drainMs: 300 });
    const id = await startHard(60_000, 'TRIAL', hardProblem());
    await until('the worker to work', () => leaving.took.includes(id));
    await leaving.stop();
    expect(await stateOf(id)).toMatchObject({ deliveries: 0 });
  }, 60_000);

  it('fail with a reason, and are put aside, when they kill their workers', async () => {
    await idleWorkers(0);
    const id = await start();
    for (let tries = 1; tries <= 3; tries += 1) {
      const victim = await startWorker({ diesOfWork: true });
      expect(await victim.ended).toBe('SIGKILL');
      expect(await stateOf(id)).toMatchObject({ deliveries: tries });
      // The next one need not wait for a lease to run out: that it does has its own test above.
      await asOwner(
        app.database,
        "update jobs set held_at = clock_timestamp() - interval '1 minute' where id = $1",
        [id],
      );
    }
    const careful = await startWorker();
    await ended(id);
    expect(await stateOf(id)).toMatchObject({ state: 'FAILED', failure: 'CRASHED' });
    expect(careful.took).toEqual([]);
    expect(
      await asOwner(
        app.database,
        "select 1 from jobs where queue in ('PLANS', 'QUESTIONS') and dead_at is null",
      ),
    ).toEqual([]);
    const next = await start();
    await ended(next);
    expect(await stateOf(next)).toMatchObject({ state: 'DONE' });
  }, 120_000);
});
