import { evaluate, type Problem } from '@fibado/planning';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  aProblem,
  aSetup,
  aTransfer,
  bankId,
  flatRate,
  theSettings,
} from '@fibado/planning/testing';
import { frontierOf, limitPrices, lossOf, runScenario, valueOfOffer } from '../../src/index.js';

const problem = aProblem({
  banks: [aBank(1), aBank(2)],
  accountGroups: [aGroup(1)],
  accounts: [
    anAccount(1, { minBalanceCents: 100_000 }),
    anAccount(2, { rates: flatRate(0.5) }),
    anAccount(3, { bankId: bankId(2), rates: flatRate(3) }),
  ],
  setups: [aSetup(1, 1_000_000), aSetup(2, 600_000), aSetup(3, 0)],
});

describe('the frontier', () => {
  it('each transfer more earns less than the one before, and ends where more earn nothing', async () => {
    const { points, complete } = await frontierOf(problem, {}, 4);
    expect(complete).toBe(true);
    expect(points.map(({ most, transfers }) => [most, transfers])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
    const [none = 0, one = 0, two = 0] = points.map(({ netReturnCents }) => netReturnCents);
    expect(one - none).toBeGreaterThan(two - one);
    expect(two).toBeGreaterThan(one);
    expect(points[2]?.objectiveCents).toBe(two - 2 * problem.settings.effortCostCents);
  });

  it('leaves out numbers without a plan', async () => {
    const needy: Problem = { ...problem, operations: [anExpense(1, 3, '2027-05-10', 50_000)] };
    const { points } = await frontierOf(needy, {}, 1);
    expect(points.map(({ most }) => most)).toEqual([1]);
  });
});

describe('the price of a limit', () => {
  it('of a minimum: 100 euro less on the account earn a quarter of interest', async () => {
    const { prices, base, unpriced } = await limitPrices(problem, {}, 10_000);
    expect(unpriced).toEqual([]);
    expect(base.status).toBe('OPTIMAL');
    // 100 € × 3 % × 74 % × 91 / 365 = 0.553 €
    const price = prices.find((one) => one.accountId === accountId(1));
    expect(price).toMatchObject({ limit: 'minBalanceCents', unit: 'CENTS', by: 10_000, exact: true });
    expect(Math.abs((price?.worthCents ?? 0) - 55)).toBeLessThanOrEqual(2);
    // An unset maximum and a guarantee that does not bind have no price.
    expect(prices.some(({ limit }) => ['maxBalanceCents', 'guaranteeLimitCents'].includes(limit))).toBe(
      false,
    );
  });

  it('of a maximum, a guarantee, a number of transfers and a lead day', async () => {
    const tight = aProblem({
      ...problem,
      accounts: [
        anAccount(1, { transferLeadDays: 2 }),
        anAccount(2, { rates: flatRate(1) }),
        anAccount(3, { bankId: bankId(2), rates: flatRate(3), maxBalanceCents: 500_000 }),
      ],
      settings: theSettings({ guaranteeLimitCents: 1_100_000 }),
    });
    const { prices } = await limitPrices(tight, { maxTransfers: 1 }, 10_000);
    const of = (limit: string) => prices.find((one) => one.limit === limit);
    // 100 € × 3 % × 74 % × 89 days (two under way) / 365 = 0.54 €
    expect(Math.abs((of('maxBalanceCents')?.worthCents ?? 0) - 54)).toBeLessThanOrEqual(3);
    expect(of('maxTransfers')).toMatchObject({ unit: 'TRANSFERS', by: 1 });
    expect(of('transferLeadDays')).toMatchObject({ accountId: accountId(1), unit: 'DAYS', by: 1 });
    // 5,000 € × 3 % × 74 % / 365 a day: from Thursday to Friday and not to Monday, three days.
    expect(Math.abs((of('transferLeadDays')?.worthCents ?? 0) - 91)).toBeLessThanOrEqual(2);
    expect(prices).toEqual([...prices].sort((a, b) => b.worthCents - a.worthCents));
  });

  it('of the limits of transfers: what the limit would have to be, and what it is worth', async () => {
    const limited = (fields: object) =>
      aProblem({
        banks: [aBank(1), aBank(2)],
        accountGroups: [aGroup(1)],
        accounts: [anAccount(1, fields), anAccount(2, { bankId: bankId(2), rates: flatRate(3) })],
        setups: [aSetup(1, 2_000_000), aSetup(2, 0)],
      });
    const daily = await limitPrices(limited({ dailyLimitCents: 500_000 }), {}, 10_000);
    expect(daily.base.transfers.map(({ date, amountCents }) => [date, amountCents])).toEqual([
      ['2027-04-01', 500_000],
      ['2027-04-02', 500_000],
      ['2027-04-05', 500_000],
      ['2027-04-06', 500_000],
    ]);
    const [price] = daily.prices;
    expect(price).toMatchObject({
      limit: 'dailyLimitCents',
      accountId: accountId(1),
      by: 1_500_000,
      exact: true,
    });
    // 15,000 € for one day, 10,000 for three and 5,000 for one, × 3 % × 74 % / 365 = 3.04 €, and three transfers less.
    expect(Math.abs((price?.worthCents ?? 0) - 604)).toBeLessThanOrEqual(2);
    const single = await limitPrices(limited({ singleLimitCents: 500_000 }), {}, 10_000);
    expect(single.base.transfers.map(({ amountCents }) => amountCents)).toEqual([5e5, 5e5, 5e5, 5e5]);
    expect(single.prices[0]).toMatchObject({
      limit: 'singleLimitCents',
      by: 1_500_000,
      worthCents: 300,
      exact: true,
    });
  });

  it('of the guarantee, where it holds money back', async () => {
    const held = aProblem({
      ...problem,
      settings: theSettings({ guaranteeLimitCents: 700_000 }),
      banks: [aBank(1, { guaranteeScheme: 'NONE' }), aBank(2)],
    });
    const { prices } = await limitPrices(held, {}, 10_000);
    const price = prices.find(({ limit }) => limit === 'guaranteeLimitCents');
    expect(price?.accountId).toBeUndefined();
    // From 0.5 % to 3 %: 100 € × 2.5 % × 74 % × 91 / 365 = 0.46 €, and 0.55 € from the account that pays nothing.
    expect(price?.worthCents).toBeGreaterThanOrEqual(44);
    expect(price?.worthCents).toBeLessThanOrEqual(57);
  });
});

describe('why not', () => {
  it('says what a prohibition costs, and what is done instead', async () => {
    const pair = { fromAccountId: accountId(1), toAccountId: accountId(3) };
    const { lossCents, base, alternative, difference, exact } = await lossOf(
      problem,
      {},
      { forbidden: [pair] },
    );
    expect(exact).toBe(true);
    // The detour through the other account costs one more transfer at most.
    expect(lossCents).toBeGreaterThanOrEqual(0);
    expect(lossCents).toBeLessThanOrEqual(100);
    expect(lossCents).toBe(base.objectiveCents - (alternative?.objectiveCents ?? 0));
    const uses = (transfers: readonly { fromAccountId: string; toAccountId: string }[] = []) =>
      transfers.some((t) => t.fromAccountId === pair.fromAccountId && t.toAccountId === pair.toAccountId);
    expect(uses(alternative?.transfers)).toBe(false);
    expect(uses(difference?.removed)).toBe(true);
  });

  it('forbids what the accepted plan does', async () => {
    const [transfer] = (await lossOf(problem, {}, { forbidden: [] })).base.transfers;
    if (transfer === undefined) throw new Error('No transfer');
    const { date, fromAccountId, toAccountId, amountCents } = transfer;
    const accepted: Problem = {
      ...problem,
      operations: [
        {
          id: 'accepted',
          quarter: problem.quarter,
          kind: 'TRANSFER',
          description: '',
          amountCents,
          date,
          valueDate: date,
          accountId: fromAccountId,
          toAccountId,
          status: 'PLANNED',
          origin: 'OPTIMIZER',
          locked: false,
        },
      ],
    };
    const { alternative } = await lossOf(accepted, {}, { forbidden: [{ fromAccountId, toAccountId }] });
    expect(
      alternative?.transfers.some((t) => t.fromAccountId === fromAccountId && t.toAccountId === toAccountId),
    ).toBe(false);
  });

  it('forces a transfer, and counts its effort', async () => {
    const forced = aTransfer(2, 1, '2027-04-06', 10_000);
    const { lossCents, difference, alternative } = await lossOf(problem, {}, { forced: [forced] });
    expect(difference?.added).toContainEqual(expect.objectContaining(forced));
    expect(lossCents).toBeGreaterThanOrEqual(100);
    const figures = evaluate(problem, alternative?.transfers ?? []);
    expect(alternative?.netReturnCents).toBe(figures.netReturnCents);
  });

  it('answers with conflicts when no plan is left', async () => {
    const forced = aTransfer(1, 3, '2027-04-06', 1_900_000);
    // What the other account does not send back the same day.
    const forbidden = [1, 2].map((to) => ({ fromAccountId: accountId(3), toAccountId: accountId(to) }));
    const { lossCents, alternative } = await lossOf(problem, {}, { forced: [forced], forbidden });
    expect(lossCents).toBeNull();
    expect(alternative).toMatchObject({ status: 'INFEASIBLE' });
    expect(alternative?.conflicts[0]).toMatchObject({
      kind: 'BELOW_MINIMUM',
      accountId: accountId(1),
      date: '2027-04-06',
      // 10,000 + 6,000 − 19,000 − 1,000 of minimum, whatever else is moved.
      missingCents: 400_000,
      relaxation: { byCents: 400_000 },
    });
  });

  it('names the rule in the way of a forced transfer', async () => {
    const choice = { forced: [aTransfer(1, 3, '2027-04-05', 100), aTransfer(1, 3, '2027-03-31', 100)] };
    const { obstacles, alternative } = await lossOf(problem, { from: '2027-04-06' }, choice);
    // Easter Monday, and a day that is over.
    expect(obstacles.map(({ forcedIndex, kind }) => [forcedIndex, kind])).toEqual([
      [0, 'PAST'],
      [1, 'PAST'],
    ]);
    expect(alternative).toBeUndefined();
    const holiday = await lossOf(problem, {}, { forced: [aTransfer(1, 3, '2027-04-05', 100)] });
    expect(holiday.obstacles).toEqual([]);
    const sunday = await lossOf(problem, {}, { forced: [aTransfer(1, 3, '2027-04-11', 100)] });
    expect(sunday.obstacles).toEqual([{ forcedIndex: 0, kind: 'NOT_BUSINESS_DAY', accountId: accountId(1) }]);
  });
});

describe('the value of an offer', () => {
  const offered = (ratePct: number) => ({
    account: anAccount(4, { bankId: bankId(2), rates: flatRate(ratePct) }),
  });

  it('is what the better rate earns, and nothing for a worse one', async () => {
    const better = await valueOfOffer(problem, {}, offered(4));
    // 15,000 € × 1 % × 74 % × 91 / 365 = 27.67 €
    expect(Math.abs(better.gainCents - 2767)).toBeLessThanOrEqual(2);
    expect(better).toMatchObject({ exact: true, accountId: accountId(4) });
    expect(better.peakBalanceCents).toBe(1_500_000);
    expect(better.averageBalanceCents).toBeGreaterThan(1_400_000);
    expect(better.difference.added.every(({ toAccountId }) => toAccountId === accountId(4))).toBe(true);
    const worse = await valueOfOffer(problem, {}, offered(0.1));
    expect(worse.gainCents).toBe(0);
    expect(worse.peakBalanceCents).toBe(0);
  });

  it('breaks even where the household is paid already', async () => {
    for (const ratePct of [4, 0.1]) {
      const { breakEven } = await valueOfOffer(problem, {}, offered(ratePct));
      expect(breakEven?.ratePct).toBeCloseTo(3.01, 10);
      expect(breakEven?.belowPct).toBeCloseTo(3, 10);
      // Most of 15,000 € × 0.01 %: the referee's cents.
      expect(breakEven?.gainCents).toBeGreaterThan(5);
      expect(breakEven?.gainCents).toBeLessThanOrEqual(30);
    }
  });

  it('counts the fee of a new bank, and can be less than nothing', async () => {
    const { gainCents } = await valueOfOffer(
      problem,
      {},
      {
        account: anAccount(4, { bankId: bankId(3), rates: flatRate(1), monthlyFeeCents: 200 }),
        bank: aBank(3),
      },
    );
    expect(gainCents).toBe(-600);
  });
});

describe('a scenario', () => {
  it('is worth the difference of two plans, each refereed', async () => {
    const period = { ...flatRate(4)[0], from: '2027-05-01' };
    const outcome = await runScenario(
      problem,
      [{ kind: 'RATE', accountId: accountId(2), period: period as Problem['accounts'][0]['rates'][0] }],
      {},
    );
    expect(outcome.exact).toBe(true);
    expect(outcome.worthCents).toBe(outcome.plan.objectiveCents - outcome.reference.objectiveCents);
    // At most 61 days of one percent more on 15,000 €.
    expect(outcome.worthCents).toBeGreaterThan(1500);
    expect(outcome.worthCents).toBeLessThan(1900);
    expect(outcome.result.objectiveCents).toBe(outcome.plan.objectiveCents);
  });

  it('is the quarter itself without changes', async () => {
    const { plan, reference, worthCents } = await runScenario(problem, [], {});
    expect(worthCents).toBe(0);
    expect(plan).toEqual(reference);
  });
});
