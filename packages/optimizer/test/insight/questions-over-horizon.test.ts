/** Questions about a plan over several quarters: answered of the whole horizon. */

import {
  evaluate,
  horizonOfQuarters,
  quarterOf,
  type Cents,
  type Operation,
  type Problem,
} from '@fibado/planning';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aSetup,
  flatRate,
  theSettings,
} from '@fibado/planning/testing';
import { applyChanges, type Change } from '../../src/insight/index.js';
import { frontierOf, limitPrices, lossOf, robustPlan, runScenario, valueOfOffer } from '../../src/index.js';

const QUARTER = '2027-01-01';
const EFFORT_CENTS = 500;
const options = { timeLimitMs: 5_000 };
const pair = { fromAccountId: accountId(1), toAccountId: accountId(2) };

/** Net interest of an amount at 1 % from the second day of the year on, when the first transfer can arrive. */
const earned = (amountCents: Cents, days: number): Cents => (amountCents * 0.01 * 0.74 * days) / 365;

/** 2,000 € to spare, of which a quarter earns less than the effort of a transfer, and two earn more. */
const household = (quarters: number, more: Partial<Problem> = {}): Problem =>
  aProblem({
    quarter: QUARTER,
    horizon: horizonOfQuarters(QUARTER, quarters),
    banks: [aBank(1)],
    accountGroups: [aGroup(1)],
    accounts: [
      anAccount(1, { dutyRegime: 'NONE', rates: flatRate(0) }),
      anAccount(2, { dutyRegime: 'NONE', rates: flatRate(1), interestCredit: 'YEARLY' }),
    ],
    setups: [aSetup(1, 300_000, { minBalanceCents: 100_000 }), aSetup(2, 0)],
    operations: [],
    settings: theSettings({
      effortCostCents: EFFORT_CENTS,
      transferStepCents: 10_000,
      thresholdMarginCents: 0,
    }),
    ...more,
  });

describe('questions over two quarters', () => {
  it('a transfer that pays over both alone is missed there, and in none by itself', async () => {
    const quarter = await lossOf(household(1), options, { forbidden: [pair] });
    expect([quarter.base.transfers, quarter.lossCents]).toEqual([[], 0]);
    const { base, alternative, lossCents, exact } = await lossOf(household(2), options, {
      forbidden: [pair],
    });
    expect(base.transfers).toHaveLength(1);
    expect(alternative?.transfers).toEqual([]);
    expect(lossCents).toBe(base.objectiveCents - (alternative?.objectiveCents ?? NaN));
    // The first business day of the year is a Monday, the 4th.
    expect(Math.abs((lossCents ?? 0) - (earned(200_000, 178) - EFFORT_CENTS))).toBeLessThanOrEqual(2);
    expect(exact).toBe(true);
    expect(base.horizon?.quarters.map(({ transfers }) => transfers)).toEqual([1, 0]);
    expect(quarter.base.horizon).toBeUndefined();
    expect(evaluate(household(2), base.transfers).netReturnCents).toBe(base.netReturnCents);
  });

  it('a transfer of a later quarter can be forced', async () => {
    const forced = [{ date: '2027-04-01', ...pair, amountCents: 200_000 }];
    expect((await lossOf(household(1), options, { forced })).obstacles).toHaveLength(1);
    const { alternative, lossCents, obstacles } = await lossOf(household(2), options, { forced });
    expect(obstacles).toEqual([]);
    expect(alternative?.transfers.map(({ date }) => date)).toContain('2027-04-01');
    // What is made in April need not be made in January: a quarter of interest is lost.
    expect(Math.abs((lossCents ?? 0) - earned(200_000, 87))).toBeLessThanOrEqual(2);
  });

  it('a limit costs what both earn without it', async () => {
    const { prices } = await limitPrices(household(2), options, 50_000);
    const price = prices.find(({ limit }) => limit === 'minBalanceCents');
    expect(price).toMatchObject({ accountId: accountId(1), by: 50_000 });
    expect(Math.abs((price?.worthCents ?? 0) - earned(50_000, 178))).toBeLessThanOrEqual(2);
    expect((await limitPrices(household(1), options, 50_000)).prices).toEqual([]);
  });

  it('fewer transfers are fewer of both', async () => {
    const { points, complete } = await frontierOf(household(2), options, 3);
    expect(complete).toBe(true);
    expect(points.map(({ transfers }) => transfers)).toEqual([0, 1, 1]);
    expect(points[1]?.objectiveCents).toBe((points[1]?.netReturnCents ?? 0) - EFFORT_CENTS);
  });

  it('an account is worth what both earn on it', async () => {
    const account = anAccount(3, { dutyRegime: 'NONE', rates: flatRate(3), interestCredit: 'YEARLY' });
    const quarter = await valueOfOffer(household(1), options, { account });
    const both = await valueOfOffer(household(2), options, { account });
    // 2,000 € at 3 % in place of 1 %; in the quarter alone in place of nothing, with the effort.
    expect(Math.abs(both.gainCents - 2 * earned(200_000, 178))).toBeLessThanOrEqual(2);
    expect(Math.abs(quarter.gainCents - (3 * earned(200_000, 87) - EFFORT_CENTS))).toBeLessThanOrEqual(2);
    expect(both.breakEven?.ratePct).toBeCloseTo(1.01, 2);
  });

  it('a change is worth what it brings over both', async () => {
    const [period] = flatRate(2);
    if (period === undefined) throw new Error('No rate');
    const changes = [{ kind: 'RATE' as const, accountId: accountId(2), period }];
    const { worthCents } = await runScenario(household(2), changes, options);
    expect(Math.abs(worthCents - earned(200_000, 178))).toBeLessThanOrEqual(2);
  });
});

describe('the changes of a scenario over two quarters', () => {
  const SAVINGS = accountId(2);
  const salary = (number: number, date: string, more: Partial<Operation> = {}): Operation => ({
    ...anIncome(number, 2, date, 10_000),
    quarter: quarterOf(date),
    status: 'PLANNED',
    origin: 'RECURRENCE',
    ...more,
  });
  const closing = { kind: 'CLOSE_ACCOUNT' as const, accountId: SAVINGS, on: '2027-03-15' };
  const daysLeft = (operations: readonly Operation[], changes: readonly Change[] = [closing]) =>
    applyChanges(household(2, { operations }), changes).problem.operations.map(({ date }) => date);

  it('end what rules write later on an account that closes, and nothing else', () => {
    const ofRule = salary(1, '2027-04-27');
    const sent: Operation = {
      ...salary(2, '2027-05-03'),
      kind: 'TRANSFER',
      accountId: accountId(1),
      toAccountId: SAVINGS,
      valueDate: '2027-05-04',
    };
    expect(daysLeft([ofRule, sent])).toEqual([]);
    const stays = [
      salary(3, '2027-03-27'),
      salary(4, '2027-04-28', { origin: 'MANUAL' }),
      salary(5, '2027-04-29', { locked: true }),
      salary(6, '2027-04-30', { accountId: accountId(1) }),
    ];
    expect(daysLeft(stays)).toEqual(stays.map(({ date }) => date));
    expect(daysLeft([ofRule], [{ ...closing, on: '2027-04-27' }])).toEqual(['2027-04-27']);
  });

  it('leave an account that closes empty, its money where it still earns or stays', async () => {
    const { plan, reference, worthCents } = await runScenario(
      household(2, { operations: [salary(1, '2027-04-27')] }),
      [closing],
      options,
    );
    expect(plan.status).toBe('OPTIMAL');
    expect(plan.accounts.map(({ closingBalanceCents }) => closingBalanceCents)).toEqual([300_000, 0]);
    expect(reference.accounts[1]?.closingBalanceCents).toBeGreaterThan(200_000);
    expect(worthCents).toBeLessThan(0);
  });

  it('are of their day: an expense of the first quarter is missed in both, and comes once', async () => {
    const changes: Change[] = [
      {
        kind: 'MOVEMENT',
        movement: 'EXPENSE',
        accountId: accountId(1),
        date: '2027-01-01',
        amountCents: 20_000,
        description: 'Caldaia',
      },
    ];
    const { plan, worthCents } = await runScenario(household(2), changes, options);
    // Interest is credited at the end of the year.
    expect(plan.accounts.reduce((sum, { closingBalanceCents }) => sum + closingBalanceCents, 0)).toBe(
      280_000,
    );
    expect(Math.abs(worthCents + earned(20_000, 178))).toBeLessThanOrEqual(2);
  });

  it('may keep an account from holding more than a limit in both', async () => {
    const changes = [{ kind: 'LIMITS' as const, accountId: SAVINGS, maxBalanceCents: 50_000 }];
    const { worthCents, plan } = await runScenario(household(2), changes, options);
    // 500 € earn less than the effort of bringing them there.
    expect(plan.transfers).toEqual([]);
    expect(Math.abs(worthCents + earned(200_000, 178) - EFFORT_CENTS)).toBeLessThanOrEqual(2);
  });
});

describe('a robust plan over two quarters', () => {
  const wanted = { alpha: 0.05, samples: 200, seed: 1 };
  const bill = {
    ...anExpense(1, 1, '2027-02-10', 50_000),
    status: 'PLANNED' as const,
    uncertainty: { highCents: 100_000 },
  };
  const two = household(2, {
    operations: [bill],
    settings: theSettings({ effortCostCents: 100, transferStepCents: 100, thresholdMarginCents: 0 }),
  });

  it('keeps a buffer for the surprises of its own quarter, and counts its price over both', async () => {
    const robust = await robustPlan(two, options, wanted);
    expect(robust.reached).toBe(true);
    const [buffer] = robust.buffers;
    // 95 % of a uniform 0 to 500 €.
    expect(Math.abs((buffer?.bufferCents ?? 0) - 47_500)).toBeLessThan(3_000);
    expect(robust.risk.share).toBeLessThan(0.1);
    expect(robust.riskWithout.share).toBeGreaterThan(0.9);
    expect(Math.abs(robust.priceCents - earned(buffer?.bufferCents ?? 0, 178))).toBeLessThanOrEqual(3);
    expect(evaluate(two, robust.plan.transfers).netReturnCents).toBe(robust.plan.netReturnCents);
  });

  it('is no safer for what a later quarter may bring', async () => {
    const later = { ...bill, id: '00000000-0000-4000-8000-00000000abcd', quarter: '2027-04-01' };
    const moved = { ...two, operations: [{ ...later, date: '2027-05-10', valueDate: '2027-05-10' }] };
    const robust = await robustPlan(moved, options, wanted);
    expect(robust).toMatchObject({ priceCents: 0, buffers: [] });
    expect(robust.riskWithout.broken).toBe(0);
  });
});
