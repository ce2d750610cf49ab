import { randomUUID } from 'node:crypto';
import {
  HEADERS,
  type OptimizerRun,
  type OptimizerRunDetail,
  type RunProgress,
  type Summary,
} from '@fibado/contracts';
import type { Question } from '@fibado/optimizer';
import { evaluate, type Problem } from '@fibado/planning';
import { SolverPool } from '../../src/finance/solver/solver-pool.js';
import { RunRequests } from '../../src/finance/solver/run-requests.js';
import { Trials } from '../../src/finance/solver/trials.js';
import { RunStates } from '../../src/finance/solver/run-states.js';
import type { Session } from '../../src/platform/auth/session.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { QueueState } from '../../src/platform/jobs/queue-state.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { createTestApp, createTestAppOn, type TestApp } from '../support/app.js';
import { asOwner, createTestDatabase } from '../support/database.js';
import { noId, PREVIOUS, QUARTER, recordEvents, TestHousehold } from '../support/finance.js';
import { hardProblem } from '../support/hard-problem.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const detail = async (home: TestHousehold, id: string): Promise<OptimizerRunDetail> =>
  (await home.get(`optimizer/runs/${id}`).expect(200)).body;
const start = async (home: TestHousehold, options: object = {}): Promise<OptimizerRun> =>
  (await home.post('optimizer/runs', { quarter: QUARTER, options }).expect(200)).body;

async function until(
  home: TestHousehold,
  id: string,
  holds: (run: OptimizerRunDetail) => boolean,
): Promise<OptimizerRunDetail> {
  for (const end = Date.now() + 55_000; Date.now() < end; await pause(50)) {
    const run = await detail(home, id);
    if (holds(run)) return run;
  }
  throw new Error(`The run is still ${JSON.stringify(await detail(home, id))}`);
}
const ended = (home: TestHousehold, id: string) =>
  until(home, id, ({ state }) => state !== 'QUEUED' && state !== 'RUNNING');

/** A run that takes as long as it may, of a quarter the household has. */
async function startHard(
  home: TestHousehold,
  timeLimitMs: number,
  { operations, size }: { operations?: number; size?: number } = {},
): Promise<string> {
  const { app, user } = home;
  const problem: Problem = hardProblem(operations, size);
  await asOwner(
    app.database,
    `insert into quarters (tenant_id, date, state, initialized_at) values ($1, $2, 'INITIALIZED', now())
     on conflict do nothing`,
    [user.tenantId, problem.quarter],
  );
  const actor = { userId: user.id, username: user.username };
  const { id } = await app.transactions.inTenant(user.tenantId, actor, (scope) =>
    app.app.get(RunRequests).ask(scope, {
      kind: 'PLAN' as const,
      problem,
      options: { timeLimitMs, effortCostCents: 50 },
    }),
  );
  return id;
}

describe('runs of the optimizer', () => {
  let app: TestApp;
  let home: TestHousehold;
  let events: ReturnType<typeof recordEvents>;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_THREADS: '1' });
    events = recordEvents(app);
    home = await TestHousehold.create(app);
    await home.simple();
  });
  afterAll(() => app.close());

  const items = () =>
    asOwner<{ holder: string | null }>(
      app.database,
      "select * from jobs where queue in ('PLANS', 'QUESTIONS') and dead_at is null",
    );

  it('answer at once, say how it went, and keep the plan', async () => {
    const asked = await start(home, { maxTransfers: 3 });
    expect(asked).toMatchObject({
      quarter: QUARTER,
      kind: 'PLAN',
      state: 'QUEUED',
      createdBy: home.user.username,
      options: { maxTransfers: 3, from: '2026-11-21' },
      repeatable: true,
    });
    const run = await ended(home, asked.runId);
    expect(run).toMatchObject({
      runId: asked.runId,
      state: 'DONE',
      inputHash: run.result?.inputHash,
      outcome: { status: 'OPTIMAL', gainCents: run.result?.gainCents, transfers: 1 },
      engine: { name: run.result?.solver.engine, version: run.result?.solver.version },
    });
    expect(run.resultHash).toMatch(/^[0-9a-f]{64}$/);
    expect(run.progress).toBeUndefined();
    const summary = (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
    expect(summary.latestPlan).toMatchObject({ runId: run.runId, stale: false, accepted: false });
    expect(events.of(home.user.tenantId).filter(([topic]) => topic === 'plan.ready')).toHaveLength(1);
    const audited = await asOwner(
      app.database,
      `select actor_username as who, action from audit where tenant_id = $1 and entity_id = $2`,
      [home.user.tenantId, run.runId],
    );
    expect(audited).toEqual([{ who: home.user.username, action: 'optimizer.optimize' }]);
    expect(await items()).toEqual([]);
  });

  it('know the cut-offs that have passed today, by the clock in Italy', async () => {
    const own = await TestHousehold.create(app);
    const { first } = await own.simple();
    await own.post('accounts/save', { ...first, cutOff: '09:30' }).expect(200);
    // 10:00 in Italy.
    expect((await start(own)).options).toMatchObject({ from: '2026-11-21', fromTime: '09:30' });
  });

  it('are listed newest first, a page at a time, with what was asked and answered synchronously too', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const first = (await own.post('optimizer/optimize', { quarter: QUARTER }).expect(200)).body.runId;
    app.clock.advance(1000);
    const second = (await start(own)).runId;
    await ended(own, second);
    const list = async (query: string) =>
      (await own.get(`optimizer/runs?${query}`).expect(200)).body as { items: OptimizerRun[]; total: number };
    const all = await list(`quarter=${QUARTER}`);
    expect([all.total, all.items.map(({ runId, state }) => [runId, state])]).toEqual([
      2,
      [
        [second, 'DONE'],
        [first, 'DONE'],
      ],
    ]);
    expect(Object.keys(all.items[0] ?? {})).not.toContain('result');
    expect((await list('page=1&size=1')).items.map(({ runId }) => runId)).toEqual([first]);
    expect(await list(`quarter=${PREVIOUS}`)).toMatchObject({ items: [], total: 0 });
  });

  it('are started once under one key', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const key = randomUUID();
    const send = (options: object) =>
      own.post('optimizer/runs', { quarter: QUARTER, options }).set(HEADERS.idempotencyKey, key);
    const first = (await send({}).expect(200)).body as OptimizerRun;
    expect((await send({}).expect(200)).body).toEqual(first);
    await send({ maxTransfers: 1 }).expect(409);
    expect((await own.get('optimizer/runs').expect(200)).body.total).toBe(1);
    await ended(own, first.runId);
  });

  it('show how far they are, and end when they are cancelled', async () => {
    const own = await TestHousehold.create(app);
    const id = await startHard(own, 60_000);
    const working = await until(own, id, ({ state }) => state === 'RUNNING');
    expect(working).toMatchObject({ progress: { phase: 'SOLVING' } });
    expect(working.startedAt).toBeDefined();
    // Time goes on while the engine says nothing.
    app.clock.advance(1234);
    expect((await detail(own, id)).progress?.elapsedMs).toBeGreaterThanOrEqual(1234);
    const cancelled = (await own.post(`optimizer/runs/${id}/cancel`).expect(200)).body as OptimizerRun;
    expect(cancelled.state).toBe('CANCELLED');
    const pool = app.app.get(SolverPool);
    for (let tries = 0; tries < 200 && pool.busy > 0; tries += 1) await pause(50);
    expect(pool.busy).toBe(0);
    expect(await detail(own, id)).toMatchObject({ state: 'CANCELLED' });
    expect((await own.post(`optimizer/runs/${id}/cancel`).expect(200)).body.state).toBe('CANCELLED');
    expect(await items()).toEqual([]);
    const done = await start(home);
    await ended(home, done.runId);
    expect((await home.post(`optimizer/runs/${done.runId}/cancel`).expect(200)).body.state).toBe('DONE');
  }, 60_000);

  it('write how far they are twice a second at most', async () => {
    const own = await TestHousehold.create(app);
    const id = await startHard(own, 3000, { operations: 60, size: 6 });
    const began = performance.now();
    const seen = new Map<string, RunProgress>();
    for (let state = ''; state !== 'DONE' && state !== 'FAILED'; await pause(20)) {
      const [row] = await asOwner<{ state: string; progress: RunProgress | null }>(
        app.database,
        'select state, progress from optimizer_runs where id = $1',
        [id],
      );
      state = row?.state ?? '';
      if (row?.progress) seen.set(JSON.stringify(row.progress), row.progress);
    }
    expect(seen.size).toBeGreaterThan(0);
    // One more for the first incumbent, which is written at once.
    expect(seen.size).toBeLessThanOrEqual((performance.now() - began) / 500 + 1);
    // To do nothing is a plan as well, so that there is always one; what no plan exceeds takes its time.
    for (const { objectiveCents, boundCents = Infinity } of seen.values())
      expect(boundCents).toBeGreaterThanOrEqual(objectiveCents ?? NaN);
  }, 60_000);

  it('show their best plan so far, and keep it when they are cancelled', async () => {
    const own = await TestHousehold.create(app);
    const id = await startHard(own, 8000, { operations: 60, size: 6 });
    const found = await until(own, id, ({ incumbent }) => incumbent !== undefined);
    expect(found.state).toBe('RUNNING');
    const { incumbent } = found;
    const [row] = await asOwner<{ input: { problem: Problem } }>(
      app.database,
      'select input from optimizer_runs where id = $1',
      [id],
    );
    if (!row || !incumbent) throw new Error('There is no incumbent');
    const { problem } = row.input;
    const evaluation = evaluate(problem, incumbent.transfers);
    expect(evaluation).toMatchObject({ netReturnCents: incumbent.netReturnCents, violations: [] });
    expect(incumbent.objectiveCents).toBe(incumbent.netReturnCents - 50 * incumbent.transfers.length);
    // The household stops it: what was found stays.
    await own.post(`optimizer/runs/${id}/cancel`).expect(200);
    const stopped = await detail(own, id);
    expect(stopped).toMatchObject({ state: 'CANCELLED' });
    expect(stopped.incumbent?.objectiveCents).toBeGreaterThanOrEqual(incumbent.objectiveCents);
    expect(Object.keys((await own.get('optimizer/runs').expect(200)).body.items[0])).not.toContain(
      'incumbent',
    );
  }, 60_000);

  it('never wait behind questions, which have places of their own', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const { tenantId, id: userId, username } = own.user;
    const session = { tenantId, userId, username } as Session;
    const leaving = new AbortController();
    const problem = hardProblem();
    const question: Question = { kind: 'FRONTIER', problem, most: 40, options: { timeLimitMs: 60_000 } };
    const answers = [1, 2].map(() =>
      app.app
        .get(Trials)
        .question(session, () => Promise.resolve(question), leaving.signal)
        .then(
          () => 'answered',
          () => 'given up',
        ),
    );
    const held = async () => (await items()).filter(({ holder }) => holder !== null).length;
    for (let tries = 0; tries < 200 && (await held()) === 0; tries += 1) await pause(50);
    expect(await ended(own, (await start(own)).runId)).toMatchObject({ state: 'DONE' });
    // Of the questions one is still worked on, and the other one waits.
    expect(await app.app.get(Metrics).registry.metrics()).toMatch(/^fibado_work_waiting 0$/m);
    expect([await held(), (await items()).length]).toEqual([1, 2]);
    leaving.abort();
    expect(await Promise.all(answers)).toEqual(['given up', 'given up']);
  }, 60_000);

  it('are cancelled while they wait, and then never begin', async () => {
    const own = await TestHousehold.create(app);
    const ahead = await startHard(own, 60_000);
    await until(own, ahead, ({ state }) => state === 'RUNNING');
    const behind = await startHard(own, 60_000);
    expect((await own.post(`optimizer/runs/${behind}/cancel`).expect(200)).body).toMatchObject({
      state: 'CANCELLED',
    });
    await own.post(`optimizer/runs/${ahead}/cancel`).expect(200);
    await pause(300);
    expect((await detail(own, behind)).startedAt).toBeUndefined();
  }, 60_000);

  it('give the same plan when they are repeated, and say what is not the same', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const first = await ended(own, (await start(own)).runId);
    // What the household changes later is not what was asked.
    const accounts = (await own.get('accounts/get').expect(200)).body;
    await own.saveOperation(accounts[0].id, { date: '2026-12-01', amountCents: 12_345 });
    const repeat = async () => {
      const { body } = await own.post(`optimizer/runs/${first.runId}/repeat`).expect(200);
      return ended(own, body.runId);
    };
    const again = await repeat();
    expect(again).toMatchObject({
      kind: 'REPEAT',
      state: 'DONE',
      inputHash: first.inputHash,
      resultHash: first.resultHash,
      repeat: { runId: first.runId, sameInput: true, sameEngine: true, samePlan: true },
    });
    expect(again.result?.transfers).toEqual(first.result?.transfers);
    const summary = (await own.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
    expect(summary.latestPlan).toMatchObject({ runId: first.runId, stale: true });
    expect(events.of(own.user.tenantId).filter(([topic]) => topic === 'plan.ready')).toHaveLength(1);
    await asOwner(
      app.database,
      `update optimizer_runs set revision = 'older', input_hash = 'other', result_hash = 'other',
         result = jsonb_set(result, '{solver,version}', '"0"') where id = $1`,
      [first.runId],
    );
    expect((await repeat()).repeat).toEqual({
      runId: first.runId,
      sameInput: false,
      sameEngine: false,
      samePlan: false,
    });
    await asOwner(app.database, 'update optimizer_runs set input = null where id = $1', [first.runId]);
    expect((await detail(own, first.runId)).repeatable).toBe(false);
    await own.post(`optimizer/runs/${first.runId}/repeat`).expect(404);
  });

  it('are counted in the metrics', async () => {
    const own = await TestHousehold.create(app);
    const ahead = await startHard(own, 60_000);
    await until(own, ahead, ({ state }) => state === 'RUNNING');
    const behind = await startHard(own, 60_000);
    const figures = await app.app.get(Metrics).registry.metrics();
    for (const figure of ['solver_busy', 'solver_threads', 'work_waiting'])
      expect(figures).toMatch(new RegExp(`^fibado_${figure} 1$`, 'm'));
    for (const id of [behind, ahead]) await own.post(`optimizer/runs/${id}/cancel`).expect(200);
  }, 60_000);

  it('are their household’s alone', async () => {
    const run = await ended(home, (await start(home)).runId);
    const stranger = await TestHousehold.create(app);
    await stranger.get(`optimizer/runs/${run.runId}`).expect(404);
    await stranger.post(`optimizer/runs/${run.runId}/cancel`).expect(404);
    await stranger.post(`optimizer/runs/${run.runId}/repeat`).expect(404);
    expect((await stranger.get('optimizer/runs').expect(200)).body).toMatchObject({ items: [], total: 0 });
    await home.get(`optimizer/runs/${noId()}`).expect(404);
    const reader = new TestHousehold(
      app,
      await app.newUser(['FBDO_READ'], { id: home.user.tenantId, code: home.user.tenant }),
    );
    await reader.get(`optimizer/runs/${run.runId}`).expect(200);
    await reader.post(`optimizer/runs/${run.runId}/repeat`).expect(403);
  });

  it('are kept while they are new: twenty plans of a quarter, and twenty of the others', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const { runId } = await ended(own, (await start(own)).runId);
    for (const [kind, state] of [
      ['PLAN', 'DONE'],
      ['PLAN', 'FAILED'],
    ])
      await asOwner(
        app.database,
        `insert into optimizer_runs (tenant_id, id, quarter, created_at, created_by, options, problem_hash,
           input_hash, result, kind, state)
         select tenant_id, gen_random_uuid(), quarter, created_at - n * interval '1 hour', created_by, options,
           problem_hash, input_hash, case when $3 = 'DONE' then result end, $2, $3
         from optimizer_runs, generate_series(1, 25) n where id = $1`,
        [runId, kind, state],
      );
    app.clock.advance(1000);
    const newest = await ended(own, (await start(own)).runId);
    const { items: kept } = (await own.get('optimizer/runs?size=200').expect(200)).body as {
      items: OptimizerRun[];
    };
    const count = (state: string) => kept.filter((run) => run.state === state).length;
    expect([count('DONE'), count('FAILED')]).toEqual([20, 20]);
    expect(kept[0]?.runId).toBe(newest.runId);
    expect(kept.map((run) => run.runId)).toContain(runId);
  });

  it('are requeued when the heartbeats of their worker stop', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const blocked = await startHard(own, 60_000);
    await until(own, blocked, ({ state }) => state === 'RUNNING');
    const { runId } = await start(own);
    await asOwner(
      app.database,
      `update jobs set holder = gen_random_uuid(), attempts = 1,
         held_at = clock_timestamp() - interval '1 minute' where id = $1`,
      [runId],
    );
    await own.post(`optimizer/runs/${blocked}/cancel`).expect(200);
    expect(await ended(own, runId)).toMatchObject({ state: 'DONE' });
  }, 60_000);

  it('fail with a reason when everybody who took them died', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const blocked = await startHard(own, 60_000);
    await until(own, blocked, ({ state }) => state === 'RUNNING');
    const { runId } = await start(own);
    await asOwner(app.database, 'update jobs set attempts = 3 where id = $1', [runId]);
    await own.post(`optimizer/runs/${blocked}/cancel`).expect(200);
    expect(await ended(own, runId)).toMatchObject({ state: 'FAILED', failure: 'CRASHED' });
    expect(await items()).toEqual([]);
  }, 60_000);

  it('do not outlive their quarter', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const blocked = await startHard(own, 60_000);
    await until(own, blocked, ({ state }) => state === 'RUNNING');
    await asOwner(app.database, 'delete from optimizer_runs where tenant_id = $1', [own.user.tenantId]);
    await asOwner(app.database, 'update jobs set holder = null where tenant_id = $1', [own.user.tenantId]);
    const another = await ended(home, (await start(home)).runId);
    expect(another.state).toBe('DONE');
    for (let tries = 0; tries < 200 && (await items()).length > 0; tries += 1) await pause(50);
    expect(await items()).toEqual([]);
  }, 60_000);
});

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
    const taken = async () =>
      (await asOwner(app.database, "select 1 from jobs where queue in ('PLANS', 'QUESTIONS')")).length > 0;
    for (let tries = 0; tries < 100 && !(await taken()); tries += 1) await pause(5);
    await leaveWith('0 seconds');
    let over = false;
    void answered.then(() => (over = true));
    // In living hands it is waited for, however long it takes.
    await pause(2500);
    expect(over).toBe(false);
    await leaveWith('1 minute');
    const { status, body } = await answered;
    expect([status, body]).toEqual([503, { error: 'SERVICE_UNAVAILABLE', params: [] }]);
    expect(await asOwner(app.database, "select 1 from jobs where queue in ('PLANS', 'QUESTIONS')")).toEqual(
      [],
    );
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
    const id = await startHard(home, 3000);
    await until(home, id, ({ state }) => state === 'RUNNING');
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
