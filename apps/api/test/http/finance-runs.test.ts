import { randomUUID } from 'node:crypto';
import { HEADERS, type OptimizerRun, type RunProgress, type Summary } from '@fibado/contracts';
import type { Question } from '@fibado/optimizer';
import { evaluate, type Problem } from '@fibado/planning';
import { hardProblem } from '@fibado/planning/testing';
import { SolverPool } from '../../src/finance/solver/solver-pool.js';
import { Trials } from '../../src/finance/solver/trials.js';
import type { Session } from '../../src/platform/auth/session.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { noId, PREVIOUS, QUARTER, recordEvents, TestHousehold } from '../support/finance.js';
import { detail, start, untilRun, ended, startHard } from '../support/runs.js';
import { pause, until } from '../support/waiting.js';

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
    const working = await untilRun(own, id, ({ state }) => state === 'RUNNING');
    expect(working).toMatchObject({ progress: { phase: 'SOLVING' } });
    expect(working.startedAt).toBeDefined();
    // Time goes on while the engine says nothing.
    app.clock.advance(1234);
    expect((await detail(own, id)).progress?.elapsedMs).toBeGreaterThanOrEqual(1234);
    const cancelled = (await own.post(`optimizer/runs/${id}/cancel`).expect(200)).body as OptimizerRun;
    expect(cancelled.state).toBe('CANCELLED');
    const pool = app.app.get(SolverPool);
    await until('the computation is stopped', () => pool.busy === 0);
    expect(await detail(own, id)).toMatchObject({ state: 'CANCELLED' });
    expect((await own.post(`optimizer/runs/${id}/cancel`).expect(200)).body.state).toBe('CANCELLED');
    expect(await items()).toEqual([]);
    const done = await start(home);
    await ended(home, done.runId);
    expect((await home.post(`optimizer/runs/${done.runId}/cancel`).expect(200)).body.state).toBe('DONE');
  }, 60_000);

  it('write how far they are twice a second at most', async () => {
    const own = await TestHousehold.create(app);
    const id = await startHard(own, 1500, { operations: 60, size: 6 });
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
    const found = await untilRun(own, id, ({ incumbent }) => incumbent !== undefined);
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
    await until('a question is held', async () => (await held()) > 0);
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
    await untilRun(own, ahead, ({ state }) => state === 'RUNNING');
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
    await untilRun(own, ahead, ({ state }) => state === 'RUNNING');
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
    await untilRun(own, blocked, ({ state }) => state === 'RUNNING');
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

  it('fail with a reason when every worker that leased them died', async () => {
    const own = await TestHousehold.create(app);
    await own.simple();
    const blocked = await startHard(own, 60_000);
    await untilRun(own, blocked, ({ state }) => state === 'RUNNING');
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
    await untilRun(own, blocked, ({ state }) => state === 'RUNNING');
    await asOwner(app.database, 'delete from optimizer_runs where tenant_id = $1', [own.user.tenantId]);
    await asOwner(app.database, 'update jobs set holder = null where tenant_id = $1', [own.user.tenantId]);
    const another = await ended(home, (await start(home)).runId);
    expect(another.state).toBe('DONE');
    await until('no job is left', async () => (await items()).length === 0);
  }, 60_000);
});
