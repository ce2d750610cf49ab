/** What running periods bring along: when it is missing, and how a person states it. */

import {
  carriedForward,
  evaluate,
  horizonOfQuarters,
  missingHistory,
  type Operation,
  saysAnything,
  statedHistory,
} from '../src/index.js';
import { anAccount, anExpense, anIncome, aProblem, aSetup, flatRate } from '../src/testing/index.js';

const euro = (amount: number): number => Math.round(amount * 100);
const Q4 = '2027-10-01';
const yearly = anAccount(1, { dutyRegime: 'FIXED', statementPeriod: 'YEARLY', rates: flatRate(2) });
const stated = statedHistory(
  { from: '2027-01-01', averageCents: euro(4900), grossInterestCents: euro(73.5) },
  Q4,
  26,
);

describe('missing history', () => {
  const missing = (account = yearly, quarter = Q4, carried = undefined as typeof stated | undefined) =>
    missingHistory(account, { carried }, quarter);

  test('is named by first day and days, and no longer once it is stated', () => {
    expect(missing()).toEqual({ balancesFrom: '2027-01-01', days: 273, interestFrom: '2027-01-01' });
    expect(missing(yearly, Q4, stated)).toBeUndefined();
    expect(missing(yearly, Q4, { ...stated, periodFrom: '2027-07-01', days: 92 })).toEqual({
      balancesFrom: '2027-01-01',
      days: 181,
      interestFrom: undefined,
    });
  });

  test('is none where the periods begin with the quarter, the account opens in it, or no duty is asked', () => {
    expect(missing(yearly, '2027-01-01')).toBeUndefined();
    expect(missing({ ...yearly, openedOn: '2027-11-02' })).toBeUndefined();
    expect(missing({ ...yearly, statementPeriod: undefined })).toBeUndefined();
    expect(missing({ ...yearly, dutyRegime: 'NONE', rates: [] })).toBeUndefined();
    expect(missing({ ...yearly, openedOn: '2027-08-15' })).toMatchObject({
      balancesFrom: '2027-08-15',
      days: 47,
    });
  });

  test('of the interest alone, where only the crediting runs on', () => {
    const current = { ...yearly, statementPeriod: 'QUARTERLY', interestCredit: 'YEARLY' } as const;
    expect(missing(current)).toEqual({ balancesFrom: undefined, days: 0, interestFrom: '2027-01-01' });
    expect(missing({ ...current, rates: flatRate(0) })).toBeUndefined();
  });
});

test('stated history shapes the test of the year, is not earned again, and is credited whole', () => {
  const problem = (carried: typeof stated | undefined) =>
    aProblem({ quarter: Q4, accounts: [yearly], setups: [aSetup(1, euro(5200), { carried })] });
  const with_ = evaluate(problem(stated));
  const without = evaluate(problem(undefined));
  // (273 × 4,900 + 92 × 5,200) / 365 = 4,975.62: exempt; alone the quarter is over.
  expect(with_.statements[0]).toMatchObject({ days: 365, averageBalanceCents: 497_562, stampDutyCents: 0 });
  expect(without.statements[0]?.stampDutyCents).toBeGreaterThan(0);
  // 5,200 × 2 % × 92 / 365 = 26.21 either way.
  expect(with_.accounts[0]?.grossInterestCents).toBe(2621);
  expect(without.accounts[0]?.grossInterestCents).toBe(2621);
});

test('says nothing without balances, interest and counted figures', () => {
  const nothing = statedHistory({ from: Q4, averageCents: 0, grossInterestCents: 0 }, Q4, 26);
  expect(saysAnything(nothing)).toBe(false);
  expect(saysAnything(undefined)).toBe(false);
  expect(saysAnything(stated)).toBe(true);
  expect(saysAnything({ ...nothing, history: [{ from: '2027-09-01', days: 30, sumCentDays: 0 }] })).toBe(
    true,
  );
  expect(saysAnything({ ...nothing, accruedOverdraft: '5' })).toBe(true);
});

describe('what a bank booked itself', () => {
  const monthly = anAccount(1, { dutyRegime: 'FIXED', statementPeriod: 'MONTHLY', monthlyFeeCents: 300 });
  const opening = euro(9000);
  const problem = (importKey: string | undefined, date: string) =>
    aProblem({
      quarter: Q4,
      accounts: [monthly],
      setups: [aSetup(1, opening)],
      operations: [anIncome(1, 1, date, 100, { status: 'DONE', importKey })],
    });

  test('is not booked again for the periods that the statement covers', () => {
    const own = evaluate(problem(undefined, '2027-11-30')).accounts[0];
    const read = evaluate(problem('key', '2027-11-30')).accounts[0];
    // Two ends of months inside the quarter: 2.90 and 2.81 of duty, 3.00 of fees each.
    expect(own?.settledCents).toBe(-(290 + 281 + 600));
    expect(read?.settledCents).toBe(0);
    // The figures of the plan stay those of the law.
    expect(read?.stampDutyCents).toBe(own?.stampDutyCents);
    expect(read?.monthlyFeesCents).toBe(own?.monthlyFeesCents);
    expect(evaluate(problem('key', '2027-11-29')).accounts[0]?.settledCents).toBe(-(281 + 300));
  });
});

describe('charges and interest of a quarter that the bank books in the next one', () => {
  // 10,000 € at 2 % over 90 of 365 days: 49.32 € gross, 36.50 € net; duty 34.20 × 90 / 365 = 8.43 €; fees 6.00 €.
  const first = aProblem({
    quarter: '2027-01-01',
    accounts: [
      anAccount(1, {
        dutyRegime: 'FIXED',
        rates: flatRate(2),
        monthlyFeeCents: 200,
        interestCredit: 'QUARTERLY',
      }),
    ],
    setups: [aSetup(1, 1_000_000)],
    operations: [],
  });
  const [forward] = carriedForward(first);
  const line = (
    kind: 'INCOME' | 'EXPENSE',
    amountCents: number,
    date: string,
    id = amountCents,
  ): Operation => ({
    ...(kind === 'INCOME' ? anIncome(id, 1, date, amountCents) : anExpense(id, 1, date, amountCents)),
    quarter: '2027-04-01',
    status: 'DONE',
    importKey: `line ${String(id)}`,
  });
  const on = (operations: Operation[], day: number): number | undefined => {
    const setups = [{ ...aSetup(1, 0), ...forward }];
    const problem = { ...first, quarter: '2027-04-01', setups, operations };
    return evaluate(problem).accounts[0]?.dailyBalancesCents[day];
  };

  it('are handed on by kind, as the opening balance has them', () => {
    expect(forward?.carried.anticipated).toEqual({ interestCents: 3650, dutyCents: 843, feesCents: 600 });
    expect(forward?.openingBalanceCents).toBe(1_000_000 + 3650 - 843 - 600);
  });

  it('count once when the bank’s own line of the amount comes, whatever else has come', () => {
    const opening = on([], 0);
    expect(on([line('EXPENSE', 843, '2027-04-02')], 0)).toBe((opening ?? 0) + 843);
    expect(on([line('EXPENSE', 843, '2027-04-02')], 1)).toBe(opening);
    expect(on([line('EXPENSE', 842, '2027-04-02')], 1)).toBe((opening ?? 0) + 1);
    expect(on([line('INCOME', 3650, '2027-04-02'), line('EXPENSE', 600, '2027-04-02')], 1)).toBe(opening);
    expect(on([line('EXPENSE', 900, '2027-04-02')], 1)).toBe((opening ?? 0) - 900);
    expect(on([line('INCOME', 843, '2027-04-02')], 1)).toBe((opening ?? 0) + 843);
    // A second line of the amount is another expense.
    const twice = [line('EXPENSE', 843, '2027-04-02'), line('EXPENSE', 843, '2027-04-03', 7)];
    expect(on(twice, 2)).toBe((opening ?? 0) - 843);
  });

  it('are all the bank’s own once its statement has been read beyond the days in which lines are late', () => {
    const lines = [line('EXPENSE', 1500, '2027-04-05'), line('EXPENSE', 100, '2027-04-16')];
    expect(on(lines, 15)).toBe(1_000_000 - 1500 - 100);
    const typed = lines.map(({ importKey: _, ...operation }) => operation);
    expect(on(typed, 15)).toBe((on([], 0) ?? 0) - 1500 - 100);
  });

  it('are no part of a horizon that goes on, which books them itself', () => {
    const alone = evaluate({ ...first, horizon: horizonOfQuarters('2027-01-01', 2) });
    const { accounts } = evaluate({
      ...first,
      quarter: '2027-04-01',
      setups: [{ ...aSetup(1, 0), ...forward }],
    });
    expect(accounts[0]?.closingBalanceCents).toBe(alone.accounts[0]?.closingBalanceCents);
  });
});
