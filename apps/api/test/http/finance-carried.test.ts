import type { Account, Quarter, Setup } from '@fibado/contracts';
import { statedHistory } from '@fibado/planning';
import { createTestApp, type TestApp } from '../support/app.js';
import { NEXT, QUARTER, TestHousehold } from '../support/finance.js';

const SUMMER = '2026-07-01';

/** History of running periods as a household writes it, and as quarters hand it on. */
describe('what running periods bring along', () => {
  let app: TestApp;
  let home: TestHousehold;
  let account: Account;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    account = await home.saveAccount({ statementPeriod: 'YEARLY', interestCredit: 'YEARLY' });
  });
  afterAll(() => app.close());

  const setup = (openingBalanceCents: number, more: Partial<Setup> = {}): Setup => ({
    accountId: account.id,
    openingBalanceCents,
    excluded: false,
    ...more,
  });
  const save = async (date: string, ...setups: Setup[]): Promise<readonly Setup[]> =>
    ((await home.post('quarters/save-setups', { date, setups }).expect(200)).body as Quarter).setups;
  const typed = (averageCents: number, from = '2026-01-01', date = QUARTER) =>
    statedHistory({ from, averageCents, grossInterestCents: 0 }, date, 26);

  it('is kept by what does not name it, and taken away by one that says nothing', async () => {
    await home.initQuarter(QUARTER, { [account.id]: 500_000 });
    const carried = typed(490_000);
    expect((await save(QUARTER, setup(500_000, { carried })))[0]?.carried).toEqual(carried);
    expect((await save(QUARTER, setup(510_000)))[0]).toEqual(setup(510_000, { carried }));
    const nothing = typed(0, QUARTER);
    expect((await save(QUARTER, setup(510_000, { carried: nothing })))[0]).toEqual(setup(510_000));
  });

  it('refuses history that no quarter could have', async () => {
    await home.initQuarter(QUARTER, { [account.id]: 500_000 });
    const carried = { ...typed(490_000), source: 'GUESSED' };
    const { body } = await home
      .post('quarters/save-setups', { date: QUARTER, setups: [{ ...setup(1), carried }] })
      .expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: ['setups.0.carried.source'] });
  });

  it('typed by a person stays while the quarter before knows fewer days', async () => {
    await home.initQuarter(SUMMER, { [account.id]: 400_000 });
    await home.initQuarter(QUARTER);
    const whole = typed(410_000);
    await save(QUARTER, setup(400_000, { carried: whole }));
    const refreshed = (await home.post('quarters/import-setups', { date: QUARTER }).expect(200))
      .body as Quarter;
    expect(refreshed.setups[0]?.carried).toEqual(whole);
    // Once the quarter before knows the year from its first day, it is what counts.
    await save(SUMMER, setup(400_000, { carried: typed(420_000, '2026-01-01', SUMMER) }));
    const again = (await home.post('quarters/import-setups', { date: QUARTER }).expect(200)).body as Quarter;
    expect(again.setups[0]?.carried).toMatchObject({
      source: 'QUARTERS',
      periodFrom: '2026-01-01',
      days: 273,
      sumCentDays: 181 * 420_000 + 92 * 400_000,
    });
  });

  it('follows the closing of the quarter before, with the bank’s balance as it stands', async () => {
    const fixed = await home.saveAccount();
    await home.initQuarter(SUMMER, { [account.id]: 400_000, [fixed.id]: 900_000 });
    await home.initQuarter(QUARTER);
    await home.post('quarters/start-quarter', { date: SUMMER }).expect(200);
    const actuals = [{ accountId: account.id, closingBalanceCents: 492_000 }];
    await home.post('quarters/close-quarter', { date: SUMMER, actuals }).expect(200);
    const { body } = await home.get(`quarters/get-quarter/${QUARTER}`).expect(200);
    const of = (id: string) => (body as Quarter).setups.find((one) => one.accountId === id);
    // The difference is a movement of the last day: 91 days of 4,000 and one of 4,920.
    expect(of(account.id)).toMatchObject({
      openingBalanceCents: 492_000,
      carried: { days: 92, sumCentDays: 91 * 400_000 + 492_000 },
    });
    // Nothing was reported of the other one: the quarter's duty, 34.20 × 92 / 365, is still to be booked.
    expect(of(fixed.id)?.openingBalanceCents).toBe(900_000 - 862);
  });

  it('ends with the year', async () => {
    await home.initQuarter(QUARTER, { [account.id]: 500_000 });
    await save(QUARTER, setup(500_000, { carried: typed(490_000) }));
    const january = await home.initQuarter(NEXT);
    // (273 × 4,900 + 92 × 5,000) / 365 is below the threshold.
    expect(january.setups).toEqual([setup(500_000)]);
  });
});
