import type { Dashboard } from '@fibado/contracts';
import { evaluate, quarterOf } from '@fibado/planning';
import { DemoHousehold } from '../../src/finance/demo/demo-household.js';
import { ProblemService } from '../../src/finance/problem/problem.service.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { PREVIOUS, QUARTER } from '../support/finance.js';

const HOUR = 3_600_000;

describe('the demonstration household', () => {
  let app: TestApp;
  let user: TestUser;
  let took = 0;
  beforeAll(async () => {
    app = await createTestApp();
    user = await app.newUser(['FBDO_FIBADO']);
    const start = performance.now();
    await app.app.get(DemoHousehold).create(user.tenantId);
    took = performance.now() - start;
  });
  afterAll(() => app.close());

  const get = async (path: string) =>
    (await app.as(user).get(`/api/finance/${path}`).expect(200)).body as never;

  it('is two people with six accounts at four banks and two quarters, made in a moment', async () => {
    expect(took).toBeLessThan(5000);
    expect(await get('quarters/list')).toEqual([
      { date: PREVIOUS, state: 'CLOSED', accounts: 6, operations: expect.any(Number) as number },
      { date: QUARTER, state: 'STARTED', accounts: 6, operations: expect.any(Number) as number },
    ]);
    expect(await get('banks/get')).toHaveLength(4);
    const groups: { holders: string[] }[] = await get('accountGroups/get');
    expect(groups.map((group) => group.holders)).toEqual([
      ['Giulia Bianchi', 'Marco Bianchi'],
      ['Giulia Bianchi'],
      ['Marco Bianchi'],
    ]);
    const accounts: { kind: string; bankId: string; maturityDate?: string; feeWaiver?: object }[] =
      await get('accounts/get');
    expect(accounts.find((account) => account.maturityDate)?.maturityDate).toMatch(/^2026-12/);
    expect(new Set(accounts.map((account) => account.bankId)).size).toBe(4);
  });

  it('has lived until today: what is past is done, what comes is planned', async () => {
    const operations: { date: string; status: string }[] = await get(`operations/get/${QUARTER}`);
    expect(operations.length).toBeGreaterThan(40);
    for (const operation of operations)
      expect(operation.status).toBe(operation.date <= '2026-11-21' ? 'DONE' : 'PLANNED');
  });

  it('lives on recurrences: every rule writes its operations, none is proposed, nothing has drifted', async () => {
    const rules: { id: string; description: string }[] = await get('recurrences/get');
    expect(rules).toHaveLength(11);
    for (const quarter of [PREVIOUS, QUARTER]) {
      const operations: { recurrenceId?: string }[] = await get(`operations/get/${quarter}`);
      for (const { id, description } of rules)
        expect([description, operations.filter((one) => one.recurrenceId === id).length]).toEqual([
          description,
          description === 'Spesa settimanale' ? 13 : 3,
        ]);
    }
    expect(await get('recurrences/learn')).toMatchObject({ proposals: [], drift: [] });
  });

  it('breaks its minimum on the day of the tax unless something is done', async () => {
    const summary: { evaluation: { violations: { kind: string; date: string }[] } } = await get(
      `quarters/summary/${QUARTER}`,
    );
    expect(summary.evaluation.violations.map(({ kind, date }) => [kind, date])).toEqual([
      ['BELOW_MINIMUM', '2026-11-30'],
    ]);
  });

  it('answers its dashboard at once, with what the single reads answer', async () => {
    const quarterOn = async (query: string) => {
      const { shown }: Dashboard = await get(`dashboard/get/${query}`);
      return shown?.quarter.date;
    };
    expect(await get('dashboard/get/2026-11-21')).toEqual({
      quarters: await get('quarters/list'),
      banks: await get('banks/get'),
      accountGroups: await get('accountGroups/get'),
      accounts: await get('accounts/get'),
      settings: await get('settings/get'),
      termOffers: await get('term-offers/get'),
      lots: await get('lots/get'),
      goals: await get('goals/get'),
      recurrences: await get('recurrences/get'),
      shown: {
        quarter: await get(`quarters/get-quarter/${QUARTER}`),
        operations: await get(`operations/get/${QUARTER}`),
        summary: await get(`quarters/summary/${QUARTER}`),
      },
    });
    expect(await quarterOn(`2026-11-21?quarter=${PREVIOUS}`)).toBe(PREVIOUS);
    expect(await quarterOn('2026-11-21?quarter=2031-01-01')).toBe(QUARTER);
    const stranger = app.as(await app.newUser(['FBDO_READ']));
    const { body } = await stranger.get('/api/finance/dashboard/get/2026-11-21').expect(200);
    expect(body).toMatchObject({ quarters: [], accounts: [] });
    expect(body).not.toHaveProperty('shown');
    await app.as(user).get('/api/finance/dashboard/get/2026-11-31').expect(400);
  });

  it('saves for something in the quarter after this one', async () => {
    expect(await get('goals/get')).toMatchObject([
      { name: 'Bagno nuovo', date: '2027-02-15', amountCents: 800_000 },
    ]);
  });

  it('is made once', async () => {
    const before = await get('accounts/get');
    await app.app.get(DemoHousehold).create(user.tenantId);
    expect(await get('accounts/get')).toEqual(before);
  });

  it('has a clean past on whatever day it is made', async () => {
    // Every quarter at its beginning, in its middle and near its end, over the year.
    for (let visit = 0; visit < 9; visit += 1) {
      app.clock.advance(43 * 24 * HOUR);
      const today = app.clock.today();
      const tenant = await app.newTenant();
      await app.app.get(DemoHousehold).create(tenant.id);
      const problem = await app.transactions.inTenant(tenant.id, SYSTEM_ACTOR, (scope) =>
        app.app.get(ProblemService).load(scope, quarterOf(today)),
      );
      const early = evaluate(problem).violations.filter((violation) => violation.date <= today);
      expect({ today, early }).toEqual({ today, early: [] });
    }
  }, 60_000);
});
