/** What is free under the threshold until a statement period ends: worked examples, and the claim itself. */

import fc from 'fast-check';
import { type Account, dutyAllowances, evaluate, horizonOfQuarters, type Problem } from '../src/index.js';
import { anAccount, anExpense, anIncome, aProblem, aSetup, randomHorizonPlan } from '../src/testing/index.js';

const euro = (amount: number): number => Math.round(amount * 100);
const FIXED: Partial<Account> = { dutyRegime: 'FIXED' };

const household = (
  openingCents: number,
  fields: Partial<Account> = {},
  more: Partial<Problem> = {},
): Problem =>
  aProblem({
    quarter: '2027-10-01',
    accounts: [anAccount(1, { ...FIXED, ...fields })],
    setups: [aSetup(1, openingCents)],
    ...more,
  });

test('a quarter leaves the free cent-days over the days left', () => {
  // 92 days of 4,000: 92 × 1,000 are free. After 31 October 61 days are left: 1,508.19 more on each.
  expect(dutyAllowances(household(euro(4000)), '2027-10-31')).toEqual([
    expect.objectContaining({
      from: '2027-10-01',
      to: '2027-12-31',
      thresholdCents: euro(5000),
      averageCents: euro(4000),
      soFarCents: euro(4000),
      due: false,
      dutyCents: 0,
      daysLeft: 61,
      extraCents: Math.floor((92 * euro(1000)) / 61),
      isLost: false,
    }),
  ]);
});

test('over the threshold it says how much less has to be held, and when nothing helps any more', () => {
  // 92 days of 6,000: 92 × 1,000 too much; on the last 30 days 3,066.67 less each.
  const [soon] = dutyAllowances(household(euro(6000)), '2027-12-01');
  expect(soon).toMatchObject({
    due: true,
    daysLeft: 30,
    extraCents: -306_667,
    isLost: false,
    dutyCents: 862,
  });
  // On the last 10 days 9,200 less each, of 6,000.
  expect(dutyAllowances(household(euro(6000)), '2027-12-21')[0]).toMatchObject({
    daysLeft: 10,
    isLost: true,
  });
  const [over] = dutyAllowances(household(euro(6000)), '2027-12-31');
  expect(over).toMatchObject({ daysLeft: 0, isLost: true });
  expect(over?.extraCents).toBeUndefined();
});

test('a yearly statement counts the year: its history, and the quarters to come as they are planned', () => {
  const yearly = { statementPeriod: 'YEARLY' } as const;
  // History of 4,900 on 273 days, 5,000 on 92: free are 273 × 100.
  const last = household(euro(5000), yearly, {
    setups: [
      aSetup(1, euro(5000), {
        carried: {
          periodFrom: '2027-01-01',
          days: 273,
          sumCentDays: 273 * euro(4900),
          accruedGross: '0',
          counted: { grossCents: 0, withholdingCents: 0, dutyCents: 0, feesCents: 0 },
        },
      }),
    ],
  });
  expect(dutyAllowances(last, '2027-10-11')[0]).toMatchObject({
    from: '2027-01-01',
    to: '2027-12-31',
    daysLeft: 81,
    extraCents: Math.floor((273 * euro(100)) / 81),
  });
  // From January the year's end is reached: 3,000 until 30 June, 4,000 after an income.
  const first = household(euro(3000), yearly, {
    quarter: '2027-01-01',
    operations: [anIncome(1, 1, '2027-07-01', euro(1000))],
  });
  const free = 181 * euro(2000) + 184 * euro(1000);
  expect(dutyAllowances(first, '2026-11-01')[0]).toMatchObject({
    daysLeft: 365,
    extraCents: Math.floor(free / 365),
  });
  expect(dutyAllowances(first, '2026-11-01')[0]?.soFarCents).toBeUndefined();
});

test('monthly statements are shown by the running month only', () => {
  const monthly = household(euro(4000), { statementPeriod: 'MONTHLY' });
  expect(dutyAllowances(monthly, '2027-11-10').map(({ from, to }) => [from, to])).toEqual([
    ['2027-11-01', '2027-11-30'],
  ]);
});

test('holding that much more leaves the group under the threshold, and a cent a day more does not', () => {
  let tried = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 80 }), (seed, day) => {
      const { problem } = randomHorizonPlan(seed, {
        banks: 1,
        groups: 1,
        accounts: 2,
        operations: 3,
        transfers: 0,
        quarters: 1,
      });
      // What is held more must earn nothing and be on an account that is open throughout.
      const plain: Problem = {
        ...problem,
        accounts: problem.accounts.map((account) => ({
          ...account,
          kind: 'CURRENT',
          dutyRegime: 'FIXED',
          statementPeriod: 'QUARTERLY',
          interestCredit: 'QUARTERLY',
          maturityDate: undefined,
          openedOn: undefined,
          closedOn: undefined,
        })),
        setups: problem.setups.map(({ carried: _, ...setup }) => ({
          ...setup,
          openingBalanceCents: Math.abs(setup.openingBalanceCents % 200_000),
        })),
        operations: problem.operations.map((one) => ({
          ...one,
          amountCents: 1 + (one.amountCents % 40_000),
        })),
      };
      const today = evaluate(plain).days[day] ?? plain.quarter;
      const [allowance] = dutyAllowances(plain, today);
      const account = plain.accounts.find(({ id }) => id === allowance?.accountIds[0]);
      const { extraCents = -1, averageCents = 0 } = allowance ?? {};
      if (!allowance || !account || extraCents < 0 || averageCents === 0) return;
      const holding = (cents: number) => {
        const next = evaluate(plain).days[day + 1];
        if (next === undefined) return undefined;
        const more = { ...anIncome(999, 1, next, Math.max(1, cents)), accountId: account.id };
        return evaluate({ ...plain, operations: [...plain.operations, more] });
      };
      const own = evaluate(plain).accounts.find(({ accountId }) => accountId === account.id);
      if ((own?.averageBalanceCents ?? 0) <= 0 || extraCents === 0) return;
      tried += 1;
      expect(holding(extraCents)?.dutyGroups[0]?.due).toBe(false);
      expect(holding(extraCents + 2)?.dutyGroups[0]?.due).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(tried).toBeGreaterThan(30);
});

test('an account whose balances are all at another bank is no part of the group', () => {
  const two = aProblem({
    quarter: '2027-10-01',
    accounts: [anAccount(1, FIXED), anAccount(2, { dutyRegime: 'PROPORTIONAL' })],
    setups: [aSetup(1, euro(4000)), aSetup(2, euro(90_000))],
    operations: [anExpense(1, 1, '2027-12-01', euro(100))],
    horizon: horizonOfQuarters('2027-10-01', 1),
  });
  expect(dutyAllowances(two, '2027-10-01').map(({ accountIds }) => accountIds)).toEqual([
    [two.accounts[0]?.id],
  ]);
});
