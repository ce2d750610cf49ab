/**
 * Statement and crediting periods longer than a quarter: worked examples to the cent, and what must hold for every
 * horizon. The arithmetic is in the comments, in euro.
 */

import {
  type Account,
  type Carried,
  type Evaluation,
  evaluate,
  horizonOfQuarters,
  type Operation,
  type Setup,
  usualPeriods,
} from '../src/index.js';
import { aBank, anAccount, anExpense, anIncome, aProblem, aSetup, flatRate } from '../src/testing/index.js';
import { euro, YEARLY, FIXED } from './support/periods.js';

/** One account from the first day of a quarter, over some quarters. */
function over(
  quarters: number,
  from: string,
  openingCents: number,
  account: Partial<Account>,
  operations: readonly Operation[] = [],
  setup: Partial<Setup> = {},
): Evaluation {
  return evaluate(
    aProblem({
      quarter: from,
      horizon: horizonOfQuarters(from, quarters),
      accounts: [anAccount(1, account)],
      setups: [aSetup(1, openingCents, setup)],
      operations,
    }),
  );
}

const account = (evaluation: Evaluation) => evaluation.accounts[0];
const byQuarter = (evaluation: Evaluation, key: 'stampDutyCents' | 'grossInterestCents'): number[] =>
  evaluation.quarters.map(({ accounts }) => accounts[0]?.[key] ?? NaN);

describe('the average of a yearly statement, 2027', () => {
  const fall = [anExpense(1, 1, '2027-10-01', euro(4100))];
  const rise = [anIncome(1, 1, '2027-10-01', euro(4100))];

  it('over 5,000 in three quarters and under it over the year: nothing, quarterly 25.58', () => {
    // 5,100 × 273 days + 1,000 × 92 days = 1,484,300; / 365 = 4,066.58. Quarterly: 8.43 + 8.53 + 8.62 = 25.58.
    const year = over(4, '2027-01-01', euro(5100), { ...FIXED, ...YEARLY }, fall);
    expect(account(year)).toMatchObject({ stampDutyCents: 0, averageBalanceCents: 406_658 });
    expect(year.dutyGroups).toMatchObject([
      { due: false, from: '2027-01-01', to: '2027-12-31', provisional: false },
    ]);
    const quarters = over(4, '2027-01-01', euro(5100), FIXED, fall);
    expect(byQuarter(quarters, 'stampDutyCents')).toEqual([843, 853, 862, 0]);
    expect(quarters.dutyGroups.map(({ due }) => due)).toEqual([true, true, true, false]);
  });

  it('under 5,000 in three quarters and over it over the year: 34.20, quarterly 8.62', () => {
    // 4,900 × 273 + 9,000 × 92 = 2,165,700; / 365 = 5,933.42.
    const year = over(4, '2027-01-01', euro(4900), { ...FIXED, ...YEARLY }, rise);
    expect(account(year)).toMatchObject({ stampDutyCents: 3420, averageBalanceCents: 593_342 });
    // Accrued by days: 8.4329, 8.5266, 8.6203, 8.6203; the cent left by rounding down goes to the largest remainder.
    expect(byQuarter(year, 'stampDutyCents')).toEqual([843, 853, 862, 862]);
    // Quarterly the fourth quarter alone pays; the 8.62 are booked after its last day.
    expect(byQuarter(over(4, '2027-01-01', euro(4900), FIXED, rise), 'stampDutyCents')).toEqual([
      0, 0, 0, 862,
    ]);
  });

  it('in the fourth quarter alone the whole year is at stake, less what was counted', () => {
    const carried = (averageCents: number, dutyCents: number): Carried => ({
      periodFrom: '2027-01-01',
      days: 273,
      sumCentDays: averageCents * 273,
      accruedGross: '0',
      counted: { grossCents: 0, withholdingCents: 0, dutyCents, feesCents: 0 },
    });
    const last = (opening: number, history: Carried): number | undefined =>
      account(over(1, '2027-10-01', opening, { ...FIXED, ...YEARLY }, [], { carried: history }))
        ?.stampDutyCents;
    expect(last(euro(9000), carried(euro(4900), 0))).toBe(3420);
    expect(last(euro(9000), carried(euro(5100), 2558))).toBe(3420 - 2558);
    expect(last(euro(1000), carried(euro(5100), 2558))).toBe(-2558);
  });

  it('before the year ends the duty of the days so far is provisional', () => {
    // First half at 6,000: 34.20 × 181 / 365 = 16.96.
    const half = over(2, '2027-01-01', euro(6000), { ...FIXED, ...YEARLY });
    expect(half.statements).toMatchObject([
      { from: '2027-01-01', to: '2027-12-31', provisional: true, days: 181, stampDutyCents: 1696 },
    ]);
    const twelfths = evaluate(
      aProblem({
        quarter: '2027-01-01',
        horizon: horizonOfQuarters('2027-01-01', 2),
        banks: [aBank(1, { stampDutyMethod: 'TWELFTHS' })],
        accounts: [anAccount(1, { ...FIXED, ...YEARLY })],
        setups: [aSetup(1, euro(6000))],
      }),
    );
    expect(account(twelfths)?.stampDutyCents).toBe(1710);
  });
});

describe('proportional duty of a year, 2027', () => {
  const deposit: Partial<Account> = { kind: 'DEPOSIT_FREE', dutyRegime: 'PROPORTIONAL' };

  it.each([
    // 0.20 % of 400 is 0.80, below the least of 1.00; quarter by quarter it would be 4 × 1.00.
    [400, 100, 400],
    // 0.20 % of 10,000 is 20.00; by quarters 4.93, then 4.98 of 9,995.07, 5.04 of 9,990.09, 5.03 of 9,985.05.
    [10_000, 2000, 1998],
  ])('%d euro: %d cents a year, %d in four quarters', (balance, yearly, quarterly) => {
    expect(account(over(4, '2027-01-01', euro(balance), { ...deposit, ...YEARLY }))?.stampDutyCents).toBe(
      yearly,
    );
    expect(account(over(4, '2027-01-01', euro(balance), deposit))?.stampDutyCents).toBe(quarterly);
  });

  it('accrues its least amount by days: 1.00 × 90 / 365', () => {
    // 400 × 0.002 × 90 / 365 = 0.197; the share of the minimum is 0.247.
    expect(account(over(1, '2027-01-01', euro(400), { ...deposit, ...YEARLY }))?.stampDutyCents).toBe(25);
  });
});

describe('interest credited on 31 December', () => {
  const bank: Partial<Account> = { ...FIXED, interestCredit: 'YEARLY', rates: flatRate(2) };

  it('lifts the average of the next quarter over the threshold', () => {
    // 4,980 × 2 % = 99.60; withheld 25.896, so 25.90; net 73.70, and the new year begins with 5,053.70.
    const evaluation = over(5, '2027-01-01', euro(4980), bank);
    expect(evaluation.credits[0]).toMatchObject({
      to: '2027-12-31',
      provisional: false,
      grossInterestCents: 9960,
      withholdingCents: 2590,
    });
    const balances = account(evaluation)?.dailyBalancesCents;
    expect([balances?.[364], balances?.[365]]).toEqual([euro(4980), euro(5053.7)]);
    // The first quarter of 2028 has 91 of 366 days: 34.20 × 91 / 366 = 8.50.
    expect(byQuarter(evaluation, 'stampDutyCents')).toEqual([0, 0, 0, 0, 850]);
    // Accrued by quarters: 24.559, 24.832, 25.105, 25.105.
    expect(byQuarter(evaluation, 'grossInterestCents').slice(0, 4)).toEqual([2456, 2483, 2511, 2510]);
  });

  it('is withheld at the rate of the account', () => {
    const paper = over(4, '2027-01-01', euro(4980), { ...bank, withholdingPct: 12.5 });
    expect(account(paper)?.withholdingCents).toBe(1245);
  });

  it('of a deposit credited at maturity is paid out with the principal', () => {
    // 10,000 × 3 % × 182 / 365 = 149.589; withheld 38.89; it matures on 2 July with 10,110.70.
    const evaluation = evaluate(
      aProblem({
        quarter: '2027-01-01',
        horizon: horizonOfQuarters('2027-01-01', 3),
        accounts: [
          anAccount(1),
          anAccount(2, {
            kind: 'DEPOSIT_TERM',
            rates: flatRate(3),
            interestCredit: 'MATURITY',
            maturityDate: '2027-07-02',
            linkedAccountId: anAccount(1).id,
          }),
        ],
        setups: [aSetup(1), aSetup(2, euro(10_000))],
      }),
    );
    expect(evaluation.accounts[1]).toMatchObject({ grossInterestCents: 14_959, withholdingCents: 3889 });
    expect(evaluation.accounts.map(({ closingBalanceCents }) => closingBalanceCents)).toEqual([
      euro(10_110.7),
      0,
    ]);
  });
});

test('an account opened on 15 August owes for its 139 days', () => {
  // 17 + 30 + 31 + 30 + 31 days; 34.20 × 139 / 365 = 13.02, of which 47 days fall on the third quarter: 4.40.
  const evaluation = over(2, '2027-07-01', euro(6000), { ...FIXED, ...YEARLY, openedOn: '2027-08-15' });
  expect(evaluation.statements).toMatchObject([
    {
      from: '2027-08-15',
      to: '2027-12-31',
      days: 139,
      stampDutyCents: 1302,
      averageBalanceCents: euro(6000),
    },
  ]);
  expect(byQuarter(evaluation, 'stampDutyCents')).toEqual([440, 862]);
});

describe('the leap year 2028', () => {
  it('owes 34.20 for 366 days, 28.59 from 1 March on', () => {
    const year = over(4, '2028-01-01', euro(6000), { ...FIXED, ...YEARLY });
    expect(account(year)?.stampDutyCents).toBe(3420);
    // 8.5033, 8.5033, 8.5967, 8.5967 by days.
    expect(byQuarter(year, 'stampDutyCents')).toEqual([850, 850, 860, 860]);
    // 34.20 × 306 / 366 = 28.593.
    const march = over(4, '2028-01-01', euro(6000), { ...FIXED, ...YEARLY, openedOn: '2028-03-01' });
    expect(account(march)?.stampDutyCents).toBe(2859);
  });

  it('earns 366 days of 365 where the contract divides by 365', () => {
    const gross = (interestBasis: Account['interestBasis']): number | undefined =>
      account(over(4, '2028-01-01', euro(10_000), { ...YEARLY, interestBasis, rates: flatRate(1) }))
        ?.grossInterestCents;
    expect([gross('ACT_ACT'), gross('ACT_365')]).toEqual([10_000, 10_027]);
  });
});

test('two accounts with equal holders and other periods: each at the end of its own, with the average of both', () => {
  // Yearly 3,000; quarterly 1,000, from July 4,000: 4,000 in the first two quarters, 7,000 in the others.
  // Over the year 3,000 + (1,000 × 181 + 4,000 × 184) / 365 = 5,512.33, less the duty booked on 30 September.
  const evaluation = evaluate(
    aProblem({
      quarter: '2027-01-01',
      horizon: horizonOfQuarters('2027-01-01', 4),
      accounts: [anAccount(1, { ...FIXED, ...YEARLY }), anAccount(2, FIXED)],
      setups: [aSetup(1, euro(3000)), aSetup(2, euro(1000))],
      operations: [anIncome(1, 2, '2027-07-01', euro(3000))],
    }),
  );
  expect(evaluation.dutyGroups.map(({ from, to, due }) => [from, to, due])).toEqual([
    ['2027-01-01', '2027-03-31', false],
    ['2027-04-01', '2027-06-30', false],
    ['2027-07-01', '2027-09-30', true],
    ['2027-01-01', '2027-12-31', true],
    ['2027-10-01', '2027-12-31', true],
  ]);
  expect(evaluation.accounts.map(({ stampDutyCents }) => stampDutyCents)).toEqual([3420, 1724]);
});

test('the usual periods of each kind', () => {
  expect(usualPeriods('CURRENT')).toEqual({ statementPeriod: 'QUARTERLY', interestCredit: 'YEARLY' });
  expect(usualPeriods('PREPAID')).toEqual({ statementPeriod: 'QUARTERLY', interestCredit: 'QUARTERLY' });
  expect(usualPeriods('DEPOSIT_FREE')).toEqual({ statementPeriod: 'YEARLY', interestCredit: 'YEARLY' });
});
