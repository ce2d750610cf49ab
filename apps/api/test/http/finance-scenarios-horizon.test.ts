import type {
  Account,
  Operation,
  PlanOutline,
  ResponseOf,
  Scenario,
  ScenarioChangeInput,
  scenarios,
  Summary,
} from '@fibado/contracts';
import { applyChanges, type Change, withoutPlan } from '@fibado/optimizer/insight';
import { evaluate, isInQuarter } from '@fibado/planning';
import { QuarterGate } from '../../src/finance/ledger/quarter-gate.js';
import { HorizonProblems } from '../../src/finance/problem/horizon-problems.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { aSalaryBody, NEXT, QUARTER, TestHousehold } from '../support/finance.js';

type Comparisons = ResponseOf<typeof scenarios.compare>;

/** What two quarters and one say of the same changes, and what of it becomes the household's. */
describe('scenarios over several quarters', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_THREADS: '1' });
  });
  afterAll(() => app.close());

  let home: TestHousehold;
  let first: Account;
  let second: Account;
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    ({ first, second } = await home.simple());
  });

  const AHEAD = { horizonQuarters: 2, timeLimitMs: 5_000 };
  const rate = (ratePct: number): ScenarioChangeInput & Change => ({
    kind: 'RATE',
    accountId: second.id,
    period: { from: '2026-12-01', tiers: [{ upToCents: null, ratePct }], tierMode: 'MARGINAL' },
  });
  const save = async (name: string, changes: readonly ScenarioChangeInput[] = []) =>
    (await home.post('scenarios/save', { quarter: QUARTER, name, changes }).expect(200)).body as Scenario;
  const run = async ({ id }: { id: string }, more: object = AHEAD) => {
    const scenario = (await home.post('scenarios/run', { id, ...more }).expect(200)).body as Scenario;
    if (!scenario.outcome) throw new Error('No outcome');
    return { scenario, outcome: scenario.outcome };
  };
  const isStale = async ({ id }: { id: string }) =>
    ((await home.get(`scenarios/get/${id}`).expect(200)).body as Scenario).outcome?.stale;
  const compare = async (query = '') =>
    (await home.get(`scenarios/compare/${QUARTER}${query}`).expect(200)).body as Comparisons;
  const problem = (quarters = 2) =>
    app.transactions.inTenant(home.user.tenantId, SYSTEM_ACTOR, async (scope) =>
      app.app.get(HorizonProblems).of(scope, await app.app.get(QuarterGate).expect(scope, QUARTER), quarters),
    );
  const keepRule = (fields: object = {}) =>
    home.post('recurrences/keep', aSalaryBody(first.id, fields)).expect(200);
  const quartersOf = ({ horizon }: PlanOutline) => horizon?.quarters.map(({ quarter }) => quarter);

  it('are worth what their changes bring over all of them, by the referee', async () => {
    const changes = [rate(4)];
    const saved = await save('Più alto', changes);
    const { outcome: alone } = await run(saved, { timeLimitMs: 5_000 });
    expect(alone.plan.horizon).toBeUndefined();
    const { outcome: both } = await run(saved);
    expect([both.plan, both.reference].map(quartersOf)).toEqual([
      [QUARTER, NEXT],
      [QUARTER, NEXT],
    ]);
    // Two percent more on 10,000 € go on for 90 days.
    expect(Math.abs(both.worthCents - alone.worthCents - (1_000_000 * 0.02 * 0.74 * 90) / 365)).toBeLessThan(
      60,
    );
    const now = await problem();
    const { problem: changed } = applyChanges(now, changes);
    for (const [of, plan] of [
      [changed, both.plan],
      [now, both.reference],
    ] as const) {
      const refereed = evaluate(of, plan.transfers);
      expect(plan.netReturnCents).toBe(refereed.netReturnCents);
      expect(plan.horizon?.quarters.map(({ netReturnCents }) => netReturnCents)).toEqual(
        refereed.quarters.map(({ netReturnCents }) => netReturnCents),
      );
    }
    const tried = await home.post('scenarios/try-out', { quarter: QUARTER, changes, ...AHEAD }).expect(200);
    expect(tried.body).toMatchObject({ worthCents: both.worthCents, plan: both.plan });
  });

  it('stand beside as many quarters of reality as they were run over', async () => {
    await keepRule();
    const two = await run(await save('Due', [rate(4)]));
    const one = await run(await save('Uno', [rate(4)]), { timeLimitMs: 5_000 });
    const ahead = await compare('?horizonQuarters=2');
    expect(quartersOf(ahead.current)).toEqual([QUARTER, NEXT]);
    expect(ahead.current.netReturnCents).toBe(evaluate(await problem()).netReturnCents);
    const of = ({ scenarios: all }: Comparisons, { scenario }: { scenario: Scenario }) =>
      all.find(({ scenarioId }) => scenarioId === scenario.id);
    expect(of(ahead, two)?.netReturnDifferenceCents).toBe(
      two.outcome.plan.netReturnCents - ahead.current.netReturnCents,
    );
    expect(of(ahead, one)).toEqual({ scenarioId: one.scenario.id, name: 'Uno', outcome: one.outcome });
    const alone = await compare();
    expect(alone.current.horizon).toBeUndefined();
    expect(of(alone, one)?.netReturnDifferenceCents).toBe(
      one.outcome.plan.netReturnCents - alone.current.netReturnCents,
    );
    expect(of(alone, two)?.netReturnDifferenceCents).toBeUndefined();
    await home
      .get(`scenarios/compare/${QUARTER}?horizonQuarters=9`)
      .expect(400, { error: 'VALIDATION', params: ['horizonQuarters'] });
  });

  it('are stale when a later quarter expects something else, and not when it is initialised as projected', async () => {
    await keepRule();
    const two = (await run(await save('Due'))).scenario;
    const one = (await run(await save('Uno'), { timeLimitMs: 5_000 })).scenario;
    await home.initQuarter(NEXT);
    expect([await isStale(two), await isStale(one)]).toEqual([false, false]);
    const later = await home.saveOperation(first.id, { date: '2027-02-10', amountCents: 5 });
    expect([await isStale(two), await isStale(one)]).toEqual([true, false]);
    await home.post('scenarios/promote', { id: two.id, version: two.version }).expect(409, {
      error: 'PLAN_STALE',
      params: [],
    });
    await home.delete(`operations/delete/${later.id}`).expect(204);
    expect(await isStale(two)).toBe(false);
    await keepRule({ description: 'Affitto', from: NEXT, applyFrom: NEXT });
    expect([await isStale(two), await isStale(one)]).toEqual([true, false]);
  });

  it('change what can be adopted into their quarter alone', async () => {
    const expense = {
      kind: 'MOVEMENT',
      movement: 'EXPENSE',
      accountId: first.id,
      date: '2027-01-10',
      amountCents: 1,
      description: 'x',
    };
    const body = { quarter: QUARTER, changes: [expense], ...AHEAD };
    await home
      .post('scenarios/try-out', body)
      .expect(400, { error: 'VALIDATION', params: ['changes.0.date'] });
  });

  it('made real become the plan of their quarter, worth there what was promised', async () => {
    // What comes in the next quarter is moved then.
    await keepRule();
    const saved = await save('Più alto', [
      rate(4),
      { kind: 'LIMITS', accountId: first.id, minBalanceCents: 50_000 },
    ]);
    const { scenario, outcome } = await run(saved);
    const { transfers } = outcome.plan;
    const mine = transfers.filter(({ date }) => isInQuarter(date, QUARTER));
    expect(mine.length).toBeGreaterThan(0);
    expect(transfers.length).toBeGreaterThan(mine.length);
    const changed = applyChanges(await problem(1), saved.changes as Change[]).problem;
    const promised = evaluate(changed, mine).netReturnCents;

    const { body } = await home
      .post('scenarios/promote', { id: scenario.id, version: scenario.version })
      .expect(200);
    expect(body.transfers).toBe(mine.length);
    const moved = ((await home.get(`operations/get/${QUARTER}`).expect(200)).body as Operation[])
      .filter(({ kind }) => kind === 'TRANSFER')
      .map(({ date, amountCents }) => ({ date, amountCents }));
    expect(moved).toEqual(mine.map(({ date, amountCents }) => ({ date, amountCents })));
    const summary = (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
    expect(summary.evaluation.netReturnCents).toBe(promised);
    expect(summary.evaluation.violations).toEqual([]);
    expect(summary.latestPlan).toMatchObject({ runId: body.runId, accepted: true, stale: false });
  });

  it('run before outcomes said what their own quarter is promised are made real by their plan', async () => {
    const { scenario, outcome } = await run(await save('Uno', [rate(4)]), { timeLimitMs: 5_000 });
    await asOwner(app.database, `update scenarios set outcome = outcome - 'own' where id = $1`, [
      scenario.id,
    ]);
    await home.post('scenarios/promote', { id: scenario.id, version: scenario.version }).expect(200);
    const summary = (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
    expect(summary.evaluation.netReturnCents).toBe(outcome.plan.netReturnCents);
  });

  it('end the recurrences of an account that closes, as they end once it is closed', async () => {
    await keepRule({ accountId: second.id, from: '2026-12-01', applyFrom: '2026-12-01' });
    const [salary] = (await home.get(`operations/get/${QUARTER}`).expect(200)).body as Operation[];
    const closing: ScenarioChangeInput & Change = {
      kind: 'CLOSE_ACCOUNT',
      accountId: second.id,
      on: '2026-12-30',
    };
    const { scenario, outcome } = await run(await save('Chiuso', [closing]));
    expect(salary?.date).toBe('2026-12-24');
    expect(outcome.plan.status).toBe('OPTIMAL');
    const { problem: changed } = applyChanges(await problem(), [closing]);
    await home.post('scenarios/promote', { id: scenario.id, version: scenario.version }).expect(200);
    const now = withoutPlan(await problem(), {});
    expect(now.operations).toEqual(changed.operations);
    expect(evaluate(now, outcome.plan.transfers).netReturnCents).toBe(outcome.plan.netReturnCents);
  });
});
