import type { Account, Operation, Scenario, ScenarioChangeInput, Summary } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { Trials } from '../../src/finance/solver/trials.js';
import { PlanStore } from '../../src/finance/ledger/plan-store.js';
import { ProblemService } from '../../src/finance/problem/problem.service.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { noId, QUARTER, recordEvents, TestHousehold } from '../support/finance.js';

describe('scenarios', () => {
  let app: TestApp;
  let events: ReturnType<typeof recordEvents>;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_THREADS: '1' });
    events = recordEvents(app);
  });
  afterAll(() => app.close());

  let home: TestHousehold;
  let first: Account;
  let second: Account;
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    ({ first, second } = await home.simple());
  });

  const rate = (accountId: string, ratePct: number, from = '2026-12-01'): ScenarioChangeInput => ({
    kind: 'RATE',
    accountId,
    period: { from, tiers: [{ upToCents: null, ratePct }], tierMode: 'MARGINAL' },
  });
  const save = async (name: string, changes: readonly ScenarioChangeInput[] = [], more: object = {}) =>
    (await home.post('scenarios/save', { quarter: QUARTER, name, changes, ...more }).expect(200))
      .body as Scenario;
  const run = async ({ id }: { id: string }) =>
    (await home.post('scenarios/run', { id, timeLimitMs: 20_000 }).expect(200)).body as Scenario;
  const get = async ({ id }: { id: string }) =>
    (await home.get(`scenarios/get/${id}`).expect(200)).body as Scenario;
  const summary = async () => (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
  const problem = () =>
    app.transactions.inTenant(home.user.tenantId, SYSTEM_ACTOR, (scope) =>
      app.app.get(ProblemService).load(scope, QUARTER),
    );

  it('are saved, listed, changed by version and deleted', async () => {
    const one = await save('Tasso al 3 %', [rate(second.id, 3)]);
    expect(one).toMatchObject({ name: 'Tasso al 3 %', version: 1, quarter: QUARTER });
    expect(one.outcome).toBeUndefined();
    const two = await save('Com’è');
    expect((await home.get(`scenarios/list/${QUARTER}`).expect(200)).body).toEqual([two, one]);
    await home
      .post('scenarios/save', { quarter: QUARTER, name: 'tasso AL 3 %', changes: [] })
      .expect(409, { error: 'ALREADY_EXISTS', params: ['name'] });
    const changed = await save('Tasso al 2,5 %', [rate(second.id, 2.5)], { id: one.id, version: 1 });
    expect(changed).toMatchObject({ id: one.id, version: 2 });
    await home
      .post('scenarios/save', {
        ...changed,
        outcome: undefined,
        createdAt: undefined,
        createdBy: undefined,
        version: 1,
      })
      .expect(409, { error: 'STALE_VERSION', params: [] });
    await home.delete(`scenarios/delete/${one.id}`).expect(204);
    await home.delete(`scenarios/delete/${one.id}`).expect(404);
    await home.get(`scenarios/get/${one.id}`).expect(404);
  });

  it('name the change that is wrong', async () => {
    const wrong = async (changes: readonly object[], path: string) => {
      const body = { quarter: QUARTER, name: 'x', changes };
      const { body: answer } = await home.post('scenarios/save', body).expect(400);
      expect(answer).toEqual({ error: 'VALIDATION', params: [path] });
    };
    await wrong([rate(noId(), 3)], 'changes.0.accountId');
    await wrong(
      [rate(second.id, 3), { kind: 'OPERATION', operationId: noId(), dropped: true }],
      'changes.1.operationId',
    );
    await wrong(
      [
        {
          kind: 'MOVEMENT',
          movement: 'EXPENSE',
          accountId: first.id,
          date: '2027-01-10',
          amountCents: 1,
          description: 'x',
        },
      ],
      'changes.0.date',
    );
    await wrong(
      [
        { kind: 'LIMITS', accountId: first.id, minBalanceCents: 100 },
        { kind: 'LIMITS', accountId: first.id, maxBalanceCents: 99 },
      ],
      'changes.1.maxBalanceCents',
    );
    await wrong([{ kind: 'SPEED' }], 'changes.0.kind');
  });

  it('are run against the quarter as it is, and kept', async () => {
    const scenario = await run(await save('Più alto', [rate(second.id, 4)]));
    const { outcome } = scenario;
    expect(outcome).toMatchObject({ stale: false, exact: true });
    if (!outcome) throw new Error('No outcome');
    // 10,000 € for 31 days at two percent more: 10,000 × 2 % × 74 % × 31 / 365 = 12.57 €
    expect(Math.abs(outcome.worthCents - 1257)).toBeLessThanOrEqual(10);
    expect(outcome.worthCents).toBe(outcome.plan.objectiveCents - outcome.reference.objectiveCents);
    const quarter = await problem();
    expect(evaluate(quarter, outcome.reference.transfers).netReturnCents).toBe(
      outcome.reference.netReturnCents,
    );
    const offered = {
      ...quarter,
      accounts: quarter.accounts.map((account) =>
        account.id === second.id
          ? {
              ...account,
              rates: [
                { ...account.rates[0], to: '2026-11-30' },
                { ...account.rates[0], from: '2026-12-01', tiers: [{ upToCents: null, ratePct: 4 }] },
              ] as typeof account.rates,
            }
          : account,
      ),
    };
    expect(evaluate(offered, outcome.plan.transfers).netReturnCents).toBe(outcome.plan.netReturnCents);
    expect(await get(scenario)).toEqual(scenario);
    expect((await home.get('settings/get')).body).toBeDefined();
    expect((await problem()).accounts).toEqual(quarter.accounts);
  });

  it('are tried out without being kept: the same figures, by a person who only reads', async () => {
    const changes = [rate(second.id, 4)];
    const reader = await app.newUser(['FBDO_READ'], { id: home.user.tenantId, code: home.user.tenant });
    const body = { quarter: QUARTER, changes, timeLimitMs: 20_000 };
    const tried = await app.as(reader).post('/api/finance/scenarios/try-out', body).expect(200);
    expect((await home.get(`scenarios/list/${QUARTER}`).expect(200)).body).toEqual([]);
    const { outcome } = await run(await save('Uno', changes));
    const { ranAt: _ran, stale: _stale, ...figures } = outcome ?? {};
    expect(tried.body).toMatchObject(figures);
    expect(tried.body.inputHash).toMatch(/^[0-9a-f]{64}$/);
    const wrong = { quarter: QUARTER, changes: [rate(noId(), 3)] };
    await home
      .post('scenarios/try-out', wrong)
      .expect(400, { error: 'VALIDATION', params: ['changes.0.accountId'] });
    await home.post('scenarios/try-out', { quarter: '2031-01-01', changes: [] }).expect(404);
  });

  it('are stale when the quarter, the changes or the day is another', async () => {
    const scenario = await run(await save('Uno', [rate(second.id, 4)]));
    expect(scenario.outcome?.stale).toBe(false);
    const operation = await home.saveOperation(first.id, { date: '2026-12-10', amountCents: 5 });
    expect((await get(scenario)).outcome?.stale).toBe(true);
    await home.delete(`operations/delete/${operation.id}`).expect(204);
    expect((await get(scenario)).outcome?.stale).toBe(false);
    await save('Uno', [rate(second.id, 5)], { id: scenario.id, version: 2 });
    expect((await get(scenario)).outcome?.stale).toBe(true);
    await home.post('scenarios/promote', { id: scenario.id, version: 3 }).expect(409, {
      error: 'PLAN_STALE',
      params: [],
    });
  });

  it('are another version with every outcome, so that only one that was seen is made real', async () => {
    const saved = await save('Uno', [rate(second.id, 4)]);
    const seen = await run(saved);
    expect(seen.version).toBe(saved.version + 1);
    // Another user runs it again.
    const again = await run(seen);
    expect(again.version).toBe(seen.version + 1);
    await home
      .post('scenarios/promote', { id: seen.id, version: seen.version })
      .expect(409, { error: 'STALE_VERSION', params: [] });
    expect((await get(seen)).promotedAt).toBeUndefined();
    await home.post('scenarios/promote', { id: again.id, version: again.version }).expect(200);
  });

  it('keep no outcome of a run during which they were changed or deleted', async () => {
    const runs = app.app.get(Trials);
    const ask = runs.question.bind(runs);
    const saved = await save('Uno', [rate(second.id, 4)]);
    let meanwhile: () => Promise<unknown> = () => save('Due', [], { id: saved.id, version: saved.version });
    runs.question = async (...asked) => {
      const answer = await ask(...asked);
      await meanwhile();
      return answer;
    };
    const again = () => home.post('scenarios/run', { id: saved.id, timeLimitMs: 20_000 });
    try {
      await again().expect(409, { error: 'STALE_VERSION', params: [] });
      const now = await get(saved);
      expect(now).toMatchObject({ name: 'Due', version: 2 });
      expect(now.outcome).toBeUndefined();
      meanwhile = () => home.delete(`scenarios/delete/${saved.id}`).expect(204);
      await again().expect(404);
    } finally {
      runs.question = ask;
    }
  });

  it('stand side by side with the quarter as it is', async () => {
    await run(await save('Uno', [rate(second.id, 4)]));
    await run(await save('Nessun giroconto', [{ kind: 'OPTIONS', maxTransfers: 0 }]));
    await save('Mai provato');
    const { body } = await home.get(`scenarios/compare/${QUARTER}`).expect(200);
    expect(body.current).toMatchObject({ status: 'GIVEN', transfers: [] });
    expect(body.current.netReturnCents).toBe(evaluate(await problem()).netReturnCents);
    const [never, none, one] = body.scenarios;
    expect(one.netReturnDifferenceCents).toBe(one.outcome.plan.netReturnCents - body.current.netReturnCents);
    expect(one.stampDutyDifferenceCents).toBe(one.outcome.plan.stampDutyCents - body.current.stampDutyCents);
    expect(one.difference.added).toEqual(one.outcome.plan.transfers);
    expect(one.outcome.plan.accounts).toHaveLength(2);
    expect(none).toMatchObject({ netReturnDifferenceCents: 0, difference: { added: [], removed: [] } });
    expect(never.outcome).toBeUndefined();
  });

  describe('made real', () => {
    const promote = (scenario: Scenario, key?: string) => {
      const request = home.post('scenarios/promote', { id: scenario.id, version: scenario.version });
      return key === undefined ? request : request.set('Idempotency-Key', key);
    };

    it('need a fresh plan that keeps all limits, in a quarter that is open', async () => {
      const never = await save('Mai');
      await promote(never).expect(409, { error: 'NO_PLAN', params: [] });
      const poor = await run(
        await save('Spesa', [
          {
            kind: 'MOVEMENT',
            movement: 'EXPENSE',
            accountId: first.id,
            date: '2026-12-10',
            amountCents: 1_500_000,
            description: 'Tetto',
          },
        ]),
      );
      expect(poor.outcome?.plan).toMatchObject({ status: 'INFEASIBLE' });
      expect(poor.outcome?.plan.conflicts[0]).toMatchObject({ missingCents: 500_000, date: '2026-12-10' });
      await promote(poor).expect(409, { error: 'NO_PLAN', params: [] });
      await promote({ ...poor, id: noId() }).expect(404);
    });

    it('apply every change, and their plan becomes the accepted one, worth what was promised', async () => {
      const bill = await home.saveOperation(first.id, { date: '2026-12-10', amountCents: 30_000 });
      const dropped = await home.saveOperation(first.id, { date: '2026-12-11', amountCents: 40_000 });
      await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
      const scenario = await run(
        await save('Tutto', [
          rate(second.id, 2.5),
          {
            kind: 'OPEN_ACCOUNT',
            account: {
              name: 'Nuovo deposito',
              accountGroupId: first.accountGroupId,
              kind: 'DEPOSIT_FREE',
              bank: { name: 'Banca Nuova', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
              dutyRegime: 'PROPORTIONAL',
              minBalanceCents: 10_000,
              rates: [{ from: '2026-01-01', tiers: [{ upToCents: null, ratePct: 6 }], tierMode: 'MARGINAL' }],
            },
          },
          {
            kind: 'MOVEMENT',
            movement: 'INCOME',
            accountId: first.id,
            date: '2026-12-15',
            amountCents: 70_000,
            description: 'Rimborso',
          },
          { kind: 'OPERATION', operationId: bill.id, amountCents: 35_000, date: '2026-12-14' },
          { kind: 'OPERATION', operationId: dropped.id, dropped: true },
          { kind: 'LIMITS', accountId: first.id, minBalanceCents: 50_000, maxBalanceCents: 2_000_000 },
          { kind: 'OPTIONS', effortCostCents: 50, maxTransfers: 5 },
        ]),
      );
      const plan = scenario.outcome?.plan;
      expect(plan?.status).toBe('OPTIMAL');
      const opened = scenario.changes.find((change) => change.kind === 'OPEN_ACCOUNT');
      expect(plan?.transfers.some(({ toAccountId }) => toAccountId === opened?.accountId)).toBe(true);

      const { body } = await promote(scenario, 'once-and-only').expect(200);
      expect(body.transfers).toBe(plan?.transfers.length);
      expect(body.scenario).toMatchObject({ id: scenario.id, version: 3 });
      expect(body.scenario.promotedAt).toBeDefined();

      const now = await problem();
      const account = (id: string | undefined) => now.accounts.find((one) => one.id === id);
      expect(account(opened?.accountId)).toMatchObject({ name: 'Nuovo deposito', openedOn: '2026-11-24' });
      expect(now.banks.map(({ name }) => name)).toContain('Banca Nuova');
      expect(account(second.id)?.rates.map(({ from, tiers }) => [from, tiers[0]?.ratePct])).toEqual([
        ['2026-01-01', 2],
        ['2026-12-01', 2.5],
      ]);
      expect(now.settings.effortCostCents).toBe(50);
      expect(now.setups.find(({ accountId }) => accountId === first.id)).toMatchObject({
        openingBalanceCents: 1_000_000,
        minBalanceCents: 50_000,
        maxBalanceCents: 2_000_000,
      });
      expect(now.operations.find(({ id }) => id === bill.id)).toMatchObject({
        amountCents: 35_000,
        date: '2026-12-14',
        valueDate: '2026-12-14',
      });
      expect(now.operations.some(({ id }) => id === dropped.id)).toBe(false);
      expect(now.operations.some(({ description }) => description === 'Rimborso')).toBe(true);

      const shown = await summary();
      expect(shown.evaluation.netReturnCents).toBe(plan?.netReturnCents);
      expect(shown.evaluation.violations).toEqual([]);
      expect(shown.latestPlan).toMatchObject({ runId: body.runId, accepted: true, stale: false });
      expect(events.of(home.user.tenantId).filter(([topic]) => topic === 'plan.stale')).toEqual([]);

      // The same key answers the same; without it there is nothing left to promote.
      expect((await promote(scenario, 'once-and-only').expect(200)).body).toEqual(body);
      await promote(body.scenario).expect(409, { error: 'PLAN_STALE', params: [] });
      const audit = await asOwner<{ action: string }>(
        app.database,
        `select action from audit where tenant_id = $1 and action in ('scenarios.promote', 'optimizer.accept')
         order by action`,
        [home.user.tenantId],
      );
      expect(audit.map(({ action }) => action)).toEqual(['optimizer.accept', 'scenarios.promote']);
    });

    it('break no limit that is set while they are made real', async () => {
      const scenario = await run(await save('Uno', [rate(second.id, 4)]));
      expect(scenario.outcome?.plan.violations).toEqual([]);
      const plans = app.app.get(PlanStore);
      const retire = plans.retire.bind(plans);
      // A minimum changes nothing of what the plan yields; no quarter has to be waited for to set it.
      plans.retire = async (...of) => {
        await home.post('accounts/save', { ...first, minBalanceCents: 900_000 }).expect(200);
        await retire(...of);
      };
      try {
        await promote(scenario).expect(409, { error: 'PLAN_STALE', params: [] });
      } finally {
        plans.retire = retire;
      }
      expect((await get(scenario)).promotedAt).toBeUndefined();
      expect((await home.get(`operations/get/${QUARTER}`).expect(200)).body).toEqual([]);
    });

    it('replace the plan accepted before', async () => {
      const accepted = await run(await save('Adesso'));
      await promote(accepted).expect(200);
      const before = (await home.get(`operations/get/${QUARTER}`).expect(200)).body as Operation[];
      expect(before.length).toBeGreaterThan(0);
      const other = await run(await save('Niente', [{ kind: 'OPTIONS', maxTransfers: 0 }]));
      await promote(other).expect(200);
      expect((await home.get(`operations/get/${QUARTER}`).expect(200)).body).toEqual([]);
    });

    it('leave nothing behind when a change cannot be made', async () => {
      const scenario = await run(
        await save('Banca doppia', [
          rate(second.id, 3),
          {
            kind: 'OPEN_ACCOUNT',
            account: {
              name: 'N',
              accountGroupId: first.accountGroupId,
              kind: 'CURRENT',
              dutyRegime: 'NONE',
              bank: { name: 'Banca Unica', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
              rates: [],
            },
          },
        ]),
      );
      await app.transactions.inTenant(home.user.tenantId, SYSTEM_ACTOR, ({ manager }) =>
        manager.query(
          `insert into banks (tenant_id, id, name, guarantee_scheme, stamp_duty_method)
           values ($1, gen_random_uuid(), 'Banca Unica', 'FITD', 'ACTUAL_DAYS')`,
          [home.user.tenantId],
        ),
      );
      // The new bank makes the outcome stale, too; what is told first is that.
      await promote(scenario).expect(409, { error: 'PLAN_STALE', params: [] });
      const again = await run(scenario);
      await promote(again).expect(409, { error: 'ALREADY_EXISTS', params: ['name'] });
      expect((await problem()).accounts.find(({ id }) => id === second.id)?.rates).toHaveLength(1);
      expect((await get(again)).promotedAt).toBeUndefined();
      expect((await summary()).latestPlan).toBeUndefined();
    });
  });
});
