import type {
  Operation,
  OptimizerRunDetail,
  PlannedTransfer,
  Quarter,
  ResponseOf,
  insights,
  SaveOperation,
  Summary,
} from '@fibado/contracts';
import { DemoHousehold } from '../../src/finance/demo/demo-household.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { NEXT, noId, QUARTER, recordEvents, TestHousehold } from '../support/finance.js';
import { pause } from '../support/waiting.js';

interface Planned {
  readonly runId: string;
  readonly result: { readonly transfers: readonly PlannedTransfer[]; readonly netReturnCents: number };
}

/** Which plan a household took up, and what regret measures it by afterwards. */
describe('taking up a plan', () => {
  let app: TestApp;
  let home: TestHousehold;
  let savings: string;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    savings = (await home.simple()).second.id;
  });

  /** A plan; the day it begins makes it another one. */
  const plan = async (options: object = {}): Promise<Planned> => {
    app.clock.advance(1000);
    return (await home.post('optimizer/optimize', { quarter: QUARTER, options }).expect(200)).body;
  };
  const operationsOf = (transfers: readonly PlannedTransfer[]): SaveOperation[] =>
    transfers.map((transfer) => ({
      quarter: QUARTER,
      kind: 'TRANSFER',
      date: transfer.date,
      valueDate: transfer.arrivalDate,
      accountId: transfer.fromAccountId,
      toAccountId: transfer.toAccountId,
      amountCents: transfer.amountCents,
      description: 'Giroconto',
      origin: 'OPTIMIZER',
    }));
  const accept = (transfers: readonly PlannedTransfer[], more: object = {}) => {
    app.clock.advance(1000);
    return home.post('operations/save-bulk', {
      operations: operationsOf(transfers),
      replaceOptimizer: { quarter: QUARTER },
      ...more,
    });
  };
  const acceptedAt = async ({ runId }: Planned) =>
    ((await home.get(`optimizer/runs/${runId}`).expect(200)).body as OptimizerRunDetail).acceptedAt;
  const latest = async () =>
    ((await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary).latestPlan;
  /** What regret calls the plan, once the quarter is closed. */
  const planLookedBackAt = async (of = home) => {
    const { body: quarter } = await of.get(`quarters/get-quarter/${QUARTER}`).expect(200);
    if ((quarter as Quarter).state === 'INITIALIZED')
      await of.post('quarters/start-quarter', { date: QUARTER }).expect(200);
    const all = (await of.get(`operations/get/${QUARTER}`).expect(200)).body as Operation[];
    for (const one of all) await of.post('operations/save', { ...one, status: 'DONE' }).expect(200);
    await of.post('quarters/close-quarter', { date: QUARTER, early: true, actuals: [] }).expect(200);
    const { body } = await of.post('insights/regret', { quarter: QUARTER, timeLimitMs: 5000 }).expect(200);
    return (body as ResponseOf<typeof insights.regret>).plan.transfers;
  };
  const keys = (transfers: readonly { date: string; amountCents: number }[]) =>
    transfers.map(({ date, amountCents }) => ({ date, amountCents }));

  const hash = (one: object) => JSON.stringify(one);

  it('names an earlier run, and that run alone is the one accepted', async () => {
    const older = await plan({ from: '2026-12-01' });
    const newer = await plan();
    expect(keys(older.result.transfers)).not.toEqual(keys(newer.result.transfers));
    await accept(older.result.transfers, { acceptedRunId: older.runId }).expect(200);
    expect([await acceptedAt(older), await acceptedAt(newer)]).toEqual([expect.any(String), undefined]);
    expect(await latest()).toMatchObject({ runId: newer.runId, accepted: false });
    expect(keys(await planLookedBackAt())).toEqual(keys(older.result.transfers));
  });

  it('can go back to a run accepted before', async () => {
    const [older, newer] = [await plan({ from: '2026-12-01' }), await plan()];
    for (const { runId, result } of [older, newer, older])
      await accept(result.transfers, {
        acceptedRunId: runId,
        replaceOptimizer: { quarter: QUARTER, from: QUARTER },
      }).expect(200);
    expect(((await acceptedAt(older)) ?? '') > ((await acceptedAt(newer)) ?? '')).toBe(true);
    expect(await latest()).toMatchObject({ runId: newer.runId, accepted: false });
    expect(keys(await planLookedBackAt())).toEqual(keys(older.result.transfers));
  });

  it('knows which whole plan is saved where no run is named', async () => {
    const [older, newer] = [await plan({ from: '2026-12-01' }), await plan()];
    await accept(older.result.transfers).expect(200);
    expect([await acceptedAt(older), await acceptedAt(newer)]).toEqual([expect.any(String), undefined]);
    // Entered by hand, in place of nothing.
    await home.post('operations/save-bulk', { operations: operationsOf(newer.result.transfers) }).expect(200);
    expect(await acceptedAt(newer)).toEqual(expect.any(String));
  });

  it('keeps a plan no run made, such as a cautious one, as what it is', async () => {
    const newest = await plan();
    await accept(newest.result.transfers, { acceptedRunId: newest.runId }).expect(200);
    const before = await acceptedAt(newest);
    const cautious = newest.result.transfers.map((one) => ({
      ...one,
      amountCents: one.amountCents - 50_000,
    }));
    await accept(cautious).expect(200);
    expect(await acceptedAt(newest)).toBe(before);
    expect(await latest()).toMatchObject({ runId: newest.runId, accepted: false });
    expect(
      ((await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary).acceptedPlan,
    ).toEqual({
      acceptedAt: app.clock.now().toISOString(),
    });
    const told = await asOwner(
      app.database,
      `select entity, after->'of' as of from audit
       where tenant_id = $1 and action = 'optimizer.accept' order by at`,
      [home.user.tenantId],
    );
    expect(told).toEqual([
      { entity: 'optimizerRun', of: 1 },
      { entity: 'quarter', of: null },
    ]);
    expect(keys(await planLookedBackAt())).toEqual(keys(cautious));
  });

  it('keeps the part of a plan that was taken up', async () => {
    home = await TestHousehold.create(app);
    await app.app.get(DemoHousehold).create(home.user.tenantId);
    const whole = await plan({ timeLimitMs: 1500 });
    const part = whole.result.transfers.slice(1);
    expect(part.length).toBeGreaterThan(0);
    await accept(part, { acceptedRunId: whole.runId }).expect(200);
    expect(await acceptedAt(whole)).toEqual(expect.any(String));
    const [row] = await asOwner<{ plan: { runId: string; transfers: PlannedTransfer[] } }>(
      app.database,
      'select accepted_plan as plan from quarters where tenant_id = $1 and date = $2',
      [home.user.tenantId, QUARTER],
    );
    expect(row?.plan.runId).toBe(whole.runId);
    const own = (row?.plan.transfers ?? []).filter(({ date }) => date >= '2026-11-21');
    expect(keys(own).map(hash).sort()).toEqual(keys(part).map(hash).sort());
  }, 30_000);

  it('can be done before the run has ended; the run tells only of a better plan', async () => {
    home = await TestHousehold.create(app);
    await app.app.get(DemoHousehold).create(home.user.tenantId);
    const events = recordEvents(app);
    const timesReady = () => events.of(home.user.tenantId).filter(([topic]) => topic === 'plan.ready').length;
    // Given longer than the runs after it, so that none of them finds a better plan on a machine that is busy.
    const best = (await plan({ timeLimitMs: 2500 })).result.transfers;
    const options = { timeLimitMs: 1500 };
    expect(timesReady()).toBe(1);

    /** Adopts transfers as soon as a run has an incumbent, and waits for its end. */
    const adoptEarly = async (transfers: readonly PlannedTransfer[]): Promise<OptimizerRunDetail> => {
      app.clock.advance(1000);
      const { runId } = (await home.post('optimizer/runs', { quarter: QUARTER, options }).expect(200)).body;
      const read = async (): Promise<OptimizerRunDetail> =>
        (await home.get(`optimizer/runs/${String(runId)}`).expect(200)).body;
      let run = await read();
      for (; run.incumbent === undefined; run = await read()) {
        if (run.state === 'DONE') throw new Error('The run ended before it showed an incumbent');
        await pause(50);
      }
      await accept(transfers, { acceptedRunId: run.runId }).expect(200);
      app.clock.advance(1000);
      for (run = await read(); run.state === 'RUNNING'; run = await read()) await pause(50);
      expect(run.state).toBe('DONE');
      return run;
    };

    const same = await adoptEarly(best);
    expect(same.acceptedAt).toEqual(expect.any(String));
    expect(await latest()).toMatchObject({ runId: same.runId, accepted: true, stale: false });
    expect(timesReady()).toBe(1);

    const better = await adoptEarly(best.slice(0, 1));
    expect(better.acceptedAt).toBeUndefined();
    const summary = (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
    expect(summary.latestPlan).toMatchObject({ runId: better.runId, accepted: false, stale: false });
    expect(summary.acceptedPlan?.runId).toBe(better.runId);
    expect((summary.latestPlan?.createdAt ?? '') > (summary.acceptedPlan?.acceptedAt ?? '')).toBe(true);
    expect(timesReady()).toBe(2);
  }, 60_000);

  it('is none of a run of which everything was switched off', async () => {
    const whole = await plan();
    await accept([], { acceptedRunId: whole.runId }).expect(200);
    expect(await acceptedAt(whole)).toBeUndefined();
    expect(await planLookedBackAt()).toEqual([]);
  });

  it('keeps its run, however many come after it', async () => {
    const chosen = await plan();
    await accept(chosen.result.transfers, { acceptedRunId: chosen.runId }).expect(200);
    await asOwner(
      app.database,
      `insert into optimizer_runs (tenant_id, id, quarter, created_at, created_by, options, problem_hash,
         input_hash, result)
       select tenant_id, gen_random_uuid(), quarter, created_at + n * interval '1 millisecond', created_by, options,
         problem_hash, input_hash, result
       from optimizer_runs, generate_series(1, 25) n where id = $1`,
      [chosen.runId],
    );
    await plan();
    expect((await home.get('optimizer/runs?size=200').expect(200)).body.total).toBe(21);
    expect(await acceptedAt(chosen)).toEqual(expect.any(String));
  });

  it('outlasts the run, and goes with the household’s archive', async () => {
    const chosen = await plan({ from: '2026-12-01' });
    await accept(chosen.result.transfers, { acceptedRunId: chosen.runId }).expect(200);
    await asOwner(app.database, 'delete from optimizer_runs where id = $1', [chosen.runId]);
    const archive = await home
      .get('exports/archive')
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, Buffer.concat(parts)));
      })
      .expect(200);
    const other = await TestHousehold.create(app);
    await app
      .as(other.user)
      .post('/api/finance/exports/load-archive')
      .attach('file', archive.body as Buffer, 'famiglia.zip')
      .expect(200);
    expect(keys(await planLookedBackAt(other))).toEqual(keys(chosen.result.transfers));
  });

  it('replaces from the day the run begins, unless told otherwise', async () => {
    const early: Partial<SaveOperation> = {
      kind: 'TRANSFER',
      date: '2026-11-23',
      valueDate: '2026-11-24',
      origin: 'OPTIMIZER',
    };
    const { first, second } = await accounts();
    await home.saveOperation(first, { ...early, toAccountId: second, amountCents: 100_000 });
    const later = await plan({ from: '2026-12-01' });
    await accept(later.result.transfers, { acceptedRunId: later.runId }).expect(200);
    const dates = async () =>
      ((await home.get(`operations/get/${QUARTER}`)).body as SaveOperation[]).map(({ date }) => date);
    expect(await dates()).toEqual(['2026-11-23', ...later.result.transfers.map(({ date }) => date)]);
    expect(keys(await planLookedBackAt())).toEqual([
      { date: '2026-11-23', amountCents: 100_000 },
      ...keys(later.result.transfers),
    ]);
  });

  it('refuses a run that did not plan what is saved, and a run that is none', async () => {
    const made = await plan();
    const dearer = made.result.transfers.map((one) => ({ ...one, amountCents: one.amountCents + 1 }));
    const refused = async (expected: object, status: number, body: Parameters<typeof accept>) =>
      expect((await accept(...body).expect(status)).body).toEqual(expected);
    const invalid = { error: 'VALIDATION', params: ['acceptedRunId'] };
    const absent = { error: 'NOT_FOUND', params: ['acceptedRunId'] };
    await refused(invalid, 400, [dearer, { acceptedRunId: made.runId }]);
    await refused(absent, 404, [made.result.transfers, { acceptedRunId: noId() }]);
    const strange = { acceptedRunId: made.runId, operations: [], replaceOptimizer: { quarter: NEXT } };
    await refused(invalid, 400, [[], strange]);
    await refused(invalid, 400, [[], { ...strange, replaceOptimizer: undefined }]);
    const other = await TestHousehold.create(app);
    await other.simple();
    await other
      .post('operations/save-bulk', {
        operations: [],
        replaceOptimizer: { quarter: QUARTER },
        acceptedRunId: made.runId,
      })
      .expect(404, absent);
    expect(await acceptedAt(made)).toBeUndefined();
    expect((await home.get(`operations/get/${QUARTER}`)).body).toEqual([]);
  });

  const accounts = async () => {
    const all = (await home.get('accounts/get').expect(200)).body as { id: string }[];
    const first = all.find(({ id }) => id !== savings)?.id ?? '';
    return { first, second: savings };
  };
});
