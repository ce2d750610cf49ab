/**
 * The worked examples of the domain, to the cent. Codes (T1, E01 …) are theirs. Amounts in comments are euro.
 */

import {
  type Account,
  addQuarters,
  averageCents,
  daysInQuarter,
  daysInYear,
  type Evaluation,
  evaluate,
  fixedDutyCents,
  fixedDutyTest,
  multiplyDivideHalfUp,
  type Problem,
  proportionalDutyCents,
} from '../src/index.js';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aSetup,
  bankId,
  groupId,
} from '../src/testing/index.js';
import { euro, law, FIXED, single, only } from './support/examples.js';

const dutyOf = (evaluation: Evaluation, position = 0): number =>
  evaluation.accounts[position]?.stampDutyCents ?? NaN;

describe('T1: duty per quarter by actual days', () => {
  const table: readonly [year: number, annualCents: number, quarters: readonly number[], sum: number][] = [
    [2026, 3420, [8.43, 8.53, 8.62, 8.62], 34.2],
    [2027, 3420, [8.43, 8.53, 8.62, 8.62], 34.2],
    [2028, 3420, [8.5, 8.5, 8.6, 8.6], 34.2],
    [2026, 10_000, [24.66, 24.93, 25.21, 25.21], 100.01],
    [2027, 10_000, [24.66, 24.93, 25.21, 25.21], 100.01],
    [2028, 10_000, [24.86, 24.86, 25.14, 25.14], 100],
  ];

  it.each(table)('%i, %i cents a year', (year, annualCents, quarters, sum) => {
    const duties = [0, 1, 2, 3].map((index) => {
      const quarter = addQuarters(`${String(year)}-01-01`, index);
      const period = { days: daysInQuarter(quarter), daysInYear: daysInYear(year), months: 3 };
      return fixedDutyCents(annualCents, period, 'ACTUAL_DAYS', law.minimumDutyCents);
    });
    expect(duties).toEqual(quarters.map(euro));
    expect(duties.reduce((total, duty) => total + duty, 0)).toBe(euro(sum));
  });

  it('agrees with the amounts banks publish: 8.62, 8.60 in a leap year, 9.37 for 100 days', () => {
    const duty = (days: number, year: number): number =>
      fixedDutyCents(law.fixedDutyCents, { days, daysInYear: daysInYear(year) }, 'ACTUAL_DAYS', 100);
    expect([duty(92, 2027), duty(92, 2028), duty(100, 2027)]).toEqual([862, 860, 937]);
  });

  it('by twelfths: a month, a quarter, a half-year, a year; 25.00 for other holders', () => {
    const duty = (months: number, annualCents: number): number =>
      fixedDutyCents(annualCents, { days: 30 * months, daysInYear: 365, months }, 'TWELFTHS', 100);
    expect([1, 3, 6, 12].map((months) => duty(months, law.fixedDutyCents))).toEqual([285, 855, 1710, 3420]);
    expect(duty(3, law.fixedDutyOtherHolderCents)).toBe(2500);
  });

  it('reaches the evaluation, by the method of the bank', () => {
    for (const [method, expected] of [
      ['ACTUAL_DAYS', 853],
      ['TWELFTHS', 855],
    ] as const) {
      const banks = [aBank(1, { stampDutyMethod: method })];
      expect(dutyOf(single('2027-04-01', euro(6000), FIXED, [], { banks }))).toBe(expected);
    }
  });
});

test('E01: 4,500×45, 8,000×10, 15,000×5, 800×30 average 4,238.89: exempt', () => {
  // Q1 2027 has 90 days: the 46th is 15 February, the 56th 25 February, the 61st 2 March.
  const evaluation = single('2027-01-01', euro(4500), FIXED, [
    anIncome(1, 1, '2027-02-15', euro(3500)),
    anIncome(2, 1, '2027-02-25', euro(7000)),
    anExpense(3, 1, '2027-03-02', euro(14_200)),
  ]);
  const account = only(evaluation.accounts);
  const count = (balance: number): number =>
    account.dailyBalancesCents.filter((cents) => cents === euro(balance)).length;
  expect([4500, 8000, 15_000, 800].map(count)).toEqual([45, 10, 5, 30]);
  expect(account.averageBalanceCents).toBe(423_889);
  expect(account.stampDutyCents).toBe(0);
  expect(only(evaluation.dutyGroups).due).toBe(false);
});

describe('E03: the threshold is strict and tested on the unrounded average, Q2 2027', () => {
  it.each([
    [4999.99, false],
    [5000, false],
    [5000.01, true],
  ])('%d every day: due %s', (balance, due) => {
    const evaluation = single('2027-04-01', euro(balance), FIXED);
    expect(only(evaluation.dutyGroups)).toMatchObject({ due, aggregateAverageCents: euro(balance) });
    expect(dutyOf(evaluation)).toBe(due ? 853 : 0);
  });

  it('5,000.00 with 0.30 more on the last day shows 5,000.00 and is due', () => {
    const evaluation = single('2027-04-01', euro(5000), FIXED, [anIncome(1, 1, '2027-06-30', 30)]);
    expect(only(evaluation.dutyGroups)).toMatchObject({
      due: true,
      aggregateAverageCents: euro(5000),
      marginCentDays: -30,
    });
    expect(dutyOf(evaluation)).toBe(853);
  });
});

describe('E05: two accounts of one holder, 4,000 and 2,000, Q2 2027', () => {
  const problem = (secondBank: number, method: 'ACTUAL_DAYS' | 'TWELFTHS' = 'ACTUAL_DAYS'): Problem =>
    aProblem({
      banks: [aBank(1, { stampDutyMethod: method }), aBank(2, { stampDutyMethod: method })],
      accounts: [anAccount(1, FIXED), anAccount(2, { ...FIXED, bankId: bankId(secondBank) })],
      setups: [aSetup(1, euro(4000)), aSetup(2, euro(2000))],
    });
  const total = (evaluation: Evaluation): number =>
    evaluation.accounts.reduce((sum, account) => sum + account.stampDutyCents, 0);

  it('at one bank each pays: 17.06 by days, 17.10 by twelfths', () => {
    const evaluation = evaluate(problem(1));
    expect(only(evaluation.dutyGroups)).toMatchObject({
      due: true,
      aggregateAverageCents: euro(6000),
      stampDutyCents: 1706,
    });
    expect(total(evaluation)).toBe(1706);
    expect(total(evaluate(problem(1, 'TWELFTHS')))).toBe(1710);
  });

  it('over the year 68.40', () => {
    const year = [0, 1, 2, 3].map((index) =>
      total(evaluate({ ...problem(1), quarter: addQuarters('2027-01-01', index) })),
    );
    expect(year.reduce((sum, duty) => sum + duty, 0)).toBe(6840);
  });

  it('at two banks is free of duty', () => {
    expect(total(evaluate(problem(2)))).toBe(0);
  });
});

test('E06: A alone 4,000, A and B joint 4,500, B alone 600 at one bank: three groups, no duty', () => {
  const evaluation = evaluate(
    aProblem({
      accountGroups: [
        aGroup(1, { holders: ['A'] }),
        aGroup(2, { holders: ['A', 'B'] }),
        aGroup(3, { holders: ['B'] }),
      ],
      accounts: [1, 2, 3].map((number) => anAccount(number, { ...FIXED, accountGroupId: groupId(number) })),
      setups: [aSetup(1, euro(4000)), aSetup(2, euro(4500)), aSetup(3, euro(600))],
    }),
  );
  expect(evaluation.dutyGroups.map((group) => [group.holders, group.due])).toEqual([
    [['A'], false],
    [['A', 'B'], false],
    [['B'], false],
  ]);
  expect(evaluation.accounts.map((account) => account.stampDutyCents)).toEqual([0, 0, 0]);
});

describe('E09: opened in the quarter', () => {
  it('15 February 2027 with 9,000: average over 45 active days 9,000, duty 4.22', () => {
    const evaluation = single('2027-01-01', euro(9000), { ...FIXED, openedOn: '2027-02-15' });
    expect(only(evaluation.accounts)).toMatchObject({
      averageBalanceCents: euro(9000),
      stampDutyCents: 422,
    });
    // Under twelfths an account open for part of a quarter still goes by days.
    const banks = [aBank(1, { stampDutyMethod: 'TWELFTHS' })];
    const twelfths = single('2027-01-01', euro(9000), { ...FIXED, openedOn: '2027-02-15' }, [], { banks });
    expect(dutyOf(twelfths)).toBe(422);
  });

  it('the other reading, over the full 90 days, would be 4,500 and exempt', () => {
    const full = { sumCentDays: euro(9000) * 45, days: 90 };
    expect(averageCents(full)).toBe(euro(4500));
    expect(fixedDutyTest([full], law.fixedDutyThresholdCents, 90).due).toBe(false);
  });

  it('E09b: 27 March, 5 days, 0.47: the minimum of 1.00', () => {
    expect(dutyOf(single('2027-01-01', euro(9000), { ...FIXED, openedOn: '2027-03-27' }))).toBe(100);
  });
});

describe('E11: 2,000 always there and 18,000 more for k days, Q2 2027', () => {
  it.each([
    [15, '2027-04-16', 496_703, 0],
    [16, '2027-04-17', 516_484, 853],
  ])('k = %i', (days, backOn, averageBalanceCents, stampDutyCents) => {
    const evaluation = single('2027-04-01', euro(2000), FIXED, [
      anIncome(1, 1, '2027-04-01', euro(18_000)),
      anExpense(2, 1, backOn, euro(18_000)),
    ]);
    const account = only(evaluation.accounts);
    expect(account.dailyBalancesCents.filter((balance) => balance === euro(20_000))).toHaveLength(days);
    expect(account).toMatchObject({ averageBalanceCents, stampDutyCents });
  });
});

describe('E12: deposit account, 20,000', () => {
  const constant = (balanceCents: number, days: number) => ({
    average: { sumCentDays: balanceCents * days, days },
    closingCents: balanceCents,
    used: true,
  });
  const duty = (balanceCents: number, days: number, year = 2027, capCents?: number): number =>
    proportionalDutyCents(
      constant(balanceCents, days),
      'CLOSING',
      { days, daysInYear: daysInYear(year) },
      law,
      capCents,
    );
  const DEPOSIT: Partial<Account> = { kind: 'DEPOSIT_FREE', dutyRegime: 'PROPORTIONAL' };

  it('Q4 2027: 10.08', () => {
    expect(dutyOf(single('2027-10-01', euro(20_000), DEPOSIT))).toBe(1008);
    // The two figures named beside it: a simple quarter of the yearly duty, and rounding to ten cents.
    expect(multiplyDivideHalfUp(duty(euro(20_000), 365), 3, 12)).toBe(1000);
    expect(multiplyDivideHalfUp(1008, 1, 10) * 10).toBe(1010);
  });

  it('yearly: 40.00; 300 euro: the minimum of 1.00; opened 10 November: 5.70', () => {
    expect([duty(euro(20_000), 365), duty(euro(300), 365), duty(euro(20_000), 52)]).toEqual([4000, 100, 570]);
  });

  it('opened 10 November 2027 reaches the evaluation', () => {
    expect(dutyOf(single('2027-10-01', euro(20_000), { ...DEPOSIT, openedOn: '2027-11-10' }))).toBe(570);
  });

  it('four quarters by days: 39.99', () => {
    const quarters = [0, 1, 2, 3].map((index) =>
      dutyOf(single(addQuarters('2027-01-01', index), euro(20_000), DEPOSIT)),
    );
    expect(quarters.reduce((sum, cents) => sum + cents, 0)).toBe(3999);
  });

  it('all quarter but 1,000 on the last day: the law takes the closing balance, the prudent plan does not', () => {
    const emptied = [anExpense(1, 1, '2027-12-31', euro(19_000))];
    const by = (dutyBase: Account['dutyBase']): number =>
      dutyOf(single('2027-10-01', euro(20_000), { ...DEPOSIT, dutyBase }, emptied));
    expect(by('CLOSING')).toBe(100);
    // (20,000 × 91 + 1,000) × 0.2 % / 365
    expect(by('AVERAGE')).toBe(998);
    expect(by('PRUDENT')).toBe(998);
  });

  it('a holder that is no natural person, 9,000,000: the cap of 14,000.00', () => {
    expect(duty(euro(9_000_000), 365)).toBe(euro(18_000));
    expect(duty(euro(9_000_000), 365, 2027, law.proportionalDutyOtherHolderCapCents)).toBe(euro(14_000));
  });
});

test('the ids of the builders are those the evaluation reports', () => {
  expect(only(single('2027-04-01', 0, {}).accounts).accountId).toBe(accountId(1));
});
