/** Goals by hand: what counts, on which day, and who is named when it is not there. */

import { evaluate, goalEvaluations, type Goal, type Problem, withGoals } from '../src/index.js';
import {
  aBank,
  accountId,
  aLot,
  anAccount,
  anExpense,
  anIncome,
  anOffer,
  aProblem,
  aSetup,
  aTransfer,
  bankId,
  goalId,
} from '../src/testing/index.js';

const GOAL: Goal = { id: goalId(1), name: 'Car', date: '2027-05-12', amountCents: 900_000 };

/** 5,000 € and 3,000 € for payments at two banks, 4,000 € on a deposit linked to the first. */
function household(fields: Partial<Problem> = {}): Problem {
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accounts: [
      anAccount(1, { transferLeadDays: 1 }),
      anAccount(2, { bankId: bankId(2), transferLeadDays: 1 }),
      anAccount(3, { kind: 'DEPOSIT_FREE', linkedAccountId: accountId(1) }),
    ],
    setups: [aSetup(1, 500_000), aSetup(2, 300_000), aSetup(3, 400_000)],
    goals: [GOAL],
    ...fields,
  });
}

const missed = (problem: Problem, ...transfers: Parameters<typeof evaluate>[1] & object) =>
  evaluate(problem, transfers).violations.filter(({ kind }) => kind === 'GOAL');

const MISSED = {
  kind: 'GOAL',
  accountId: accountId(1),
  date: '2027-05-12',
  amountCents: 100_000,
  goalId: goalId(1),
};

test('what is on accounts for payments counts, and what a linked deposit holds does not', () => {
  expect(missed(household())).toEqual([MISSED]);
  expect(missed(household(), aTransfer(3, 1, '2027-05-12', 100_000))).toEqual([]);
  expect(missed(household(), aTransfer(3, 1, '2027-05-13', 100_000))).toEqual([MISSED]);
});

test('only the end of its day is asked for', () => {
  const paid = [anIncome(1, 2, '2027-05-12', 100_000), anExpense(2, 1, '2027-05-13', 400_000)];
  expect(missed(household({ operations: paid }))).toEqual([]);
  const spent = [anIncome(1, 2, '2027-05-12', 100_000), anExpense(2, 2, '2027-05-12', 1)];
  expect(missed(household({ operations: spent }))).toEqual([{ ...MISSED, amountCents: 1 }]);
});

test('money on its way between banks does not count', () => {
  const problem = household({ goals: [{ ...GOAL, amountCents: 800_000 }] });
  expect(missed(problem)).toEqual([]);
  const [violation] = missed(problem, aTransfer(1, 2, '2027-05-11', 200_000));
  expect(violation).toBeUndefined();
  expect(missed(problem, aTransfer(1, 2, '2027-05-12', 200_000))).toEqual([
    { ...MISSED, amountCents: 200_000 },
  ]);
});

test('named accounts count alone, and the one with most of what is there is named', () => {
  const goals = [{ ...GOAL, amountCents: 750_000, accountIds: [accountId(2), accountId(3)] }];
  expect(missed(household({ goals }))).toEqual([{ ...MISSED, accountId: accountId(3), amountCents: 50_000 }]);
});

test('a lot counts from the day on which it is paid back', () => {
  const withLot = (maturityDate: string) =>
    household({ offers: [anOffer(1)], lots: [aLot(1, { amountCents: 100_000, maturityDate })] });
  expect(missed(withLot('2027-05-12'))).toEqual([]);
  expect(missed(withLot('2027-05-13'))).toEqual([MISSED]);
});

test('a goal outside the horizon asks for nothing', () => {
  for (const date of ['2027-03-31', '2027-07-01'])
    expect(missed(household({ goals: [{ ...GOAL, date, amountCents: 1e12 }] }))).toEqual([]);
});

test('says what is there and what is missing', () => {
  const problem = household({ goals: [GOAL, { ...GOAL, id: goalId(2), amountCents: 1 }] });
  const { date } = GOAL;
  expect(goalEvaluations(problem, evaluate(problem))).toEqual([
    { goalId: goalId(1), date, amountCents: 900_000, availableCents: 800_000, missingCents: 100_000 },
    { goalId: goalId(2), date, amountCents: 1, availableCents: 800_000, missingCents: 0 },
  ]);
});

describe('the goals of a household', () => {
  const bare = household({ goals: undefined });

  it('are in its problem, but for those of earlier quarters', () => {
    expect(withGoals(bare, [{ ...GOAL, date: '2027-03-31' }])).toBe(bare);
    const later = { ...GOAL, date: '2028-01-01' };
    expect(withGoals(bare, [GOAL, later]).goals).toEqual([GOAL, later]);
  });

  it('lose the accounts that take no part, and are left out without any', () => {
    const all = { ...GOAL, accountIds: [accountId(9), accountId(2)] };
    expect(withGoals(bare, [all]).goals).toEqual([{ ...GOAL, accountIds: [accountId(2)] }]);
    expect(withGoals(bare, [{ ...GOAL, accountIds: [accountId(9)] }])).toBe(bare);
  });
});
