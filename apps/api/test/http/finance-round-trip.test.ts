import type { Account, OptimizeResultBody, Quarter } from '@fibado/contracts';
import { daysBetween } from '@fibado/planning';
import { createTestApp, type TestApp } from '../support/app.js';
import { NEXT, QUARTER, TestHousehold } from '../support/finance.js';

/** What the API answers to a GET is sent back as it came, without dropping a field. */
describe('answers posted back', () => {
  let app: TestApp;
  let home: TestHousehold;
  let accounts: { first: Account; second: Account };
  beforeAll(async () => {
    app = await createTestApp();
    home = await TestHousehold.create(app);
    accounts = await home.simple();
    const { first, second } = accounts;
    await home.post('accounts/save', {
      ...first,
      overdraftRatePct: 9,
      monthlyFeeCents: 200,
      openedOn: '2020-01-01',
      feeWaiver: { minMonthlyCreditsCents: 100 },
    });
    await home.saveOperation(first.id, { uncertainty: { lowCents: 9000, lateDays: 2 }, category: 'Casa' });
    await home.saveOperation(first.id, {
      kind: 'TRANSFER',
      date: '2026-12-30',
      valueDate: '2027-01-04',
      toAccountId: second.id,
      importKey: 'a-key',
    });
    const settings = await get<object>('settings/get');
    await home
      .post('settings/save', {
        ...settings,
        reminders: { email: 'anna@example.org', daysBefore: 3 },
        notifications: { PLAN_READY: { web: true, email: false } },
      })
      .expect(200);
    await home.initQuarter(NEXT);
  });
  afterAll(() => app.close());

  const get = async <T = never>(path: string) => (await home.get(path).expect(200)).body as T;

  /** A problem put together from GET answers alone. */
  const problemOf = async (date: string) => {
    const { setups, carriedOver = [] } = await get<Quarter & { carriedOver?: object[] }>(
      `quarters/get-quarter/${date}`,
    );
    const operations: object[] = await get(`operations/get/${date}`);
    return {
      quarter: date,
      banks: await get('banks/get'),
      accountGroups: await get('accountGroups/get'),
      accounts: await get('accounts/get'),
      setups,
      operations: [...operations, ...carriedOver],
      settings: await get('settings/get'),
    };
  };

  it.each([QUARTER, NEXT])('make a problem that is evaluated as the summary of %s is', async (date) => {
    const { evaluation } = await get<{ evaluation: object }>(`quarters/summary/${date}`);
    const { body } = await home
      .post('optimizer/evaluate', { problem: await problemOf(date), transfers: [] })
      .expect(200);
    expect(body).toEqual(evaluation);
  });

  it('make a problem that is planned, and its plan is evaluated as the plan says', async () => {
    const problem = await problemOf(QUARTER);
    const { body } = await home.post('optimizer/what-if', { problem }).expect(200);
    const plan = body as OptimizeResultBody;
    expect(plan.transfers.length).toBeGreaterThan(0);
    const judged = await home.post('optimizer/evaluate', { problem, transfers: plan.transfers }).expect(200);
    expect(judged.body.netReturnCents).toBe(plan.netReturnCents);
    const forced = await home
      .post('optimizer/what-if', { problem, options: { forced: plan.transfers } })
      .expect(200);
    expect(forced.body.transfers).toHaveLength(plan.transfers.length);
  });

  it('are told from a word that is none of theirs', async () => {
    const problem = await problemOf(QUARTER);
    const settings = { ...(problem.settings as object), langauge: 'it' };
    const { body } = await home
      .post('optimizer/evaluate', { problem: { ...problem, settings }, transfers: [] })
      .expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: ['problem.settings.langauge'] });
  });

  it('are saved again', async () => {
    for (const family of ['banks', 'accountGroups', 'accounts'])
      for (const entity of await get<object[]>(`${family}/get`))
        await home.post(`${family}/save`, entity).expect(200);
    await home.post('settings/save', await get('settings/get')).expect(200);
    for (const operation of await get<object[]>(`operations/get/${QUARTER}`))
      await home.post('operations/save', operation).expect(200);
    const { date, version, setups } = await get<Quarter>(`quarters/get-quarter/${NEXT}`);
    await home.post('quarters/save-setups', { date, version, setups }).expect(200);
  });

  it('keep what the running periods of a setup bring along', async () => {
    const { date, setups } = await get<Quarter>(`quarters/get-quarter/${NEXT}`);
    const carried = {
      periodFrom: '2026-10-01',
      days: daysBetween('2026-10-01', date),
      sumCentDays: 45_000_000,
      accruedGross: '123456789012345678901234567890',
      accruedOverdraft: '7',
      counted: { grossCents: 100, withholdingCents: 26, overdraftCents: 1, dutyCents: 843, feesCents: 300 },
      history: [{ from: '2026-12-29', days: 3, sumCentDays: -5 }],
    };
    const changed = setups.map((setup) => ({ ...setup, carried }));
    await home.post('quarters/save-setups', { date, setups: changed }).expect(200);
    const after = await get<Quarter>(`quarters/get-quarter/${NEXT}`);
    expect(after.setups.map((setup) => setup.carried)).toEqual(changed.map(() => carried));
  });
});
