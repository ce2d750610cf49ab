/** Goals worked by hand: what they move, what they cost, until when money may be tied, and why one cannot be kept. */

import type { Goal, Problem } from '@fibado/planning';
import {
  aBank,
  accountId,
  anAccount,
  anIncome,
  aProblem,
  aSetup,
  bankId,
  flatRate,
  goalId,
  theSettings,
} from '@fibado/planning/testing';
import { goalPrices } from '../src/insight/goal-prices.js';
import { optimize } from '../src/index.js';

const GOAL: Goal = { id: goalId(1), name: 'Car', date: '2027-05-12', amountCents: 1_000_000 };
const OPTIONS = { timeLimitMs: 10_000 };

/** 10,000 € at 3.65 % on a deposit that sends to its account for payments only, which pays nothing. */
function household(fields: Partial<Problem> = {}): Problem {
  return aProblem({
    accounts: [
      anAccount(1, { dutyRegime: 'NONE' }),
      anAccount(2, {
        kind: 'DEPOSIT_FREE',
        linkedAccountId: accountId(1),
        dutyRegime: 'NONE',
        rates: flatRate(3.65),
      }),
    ],
    setups: [aSetup(1), aSetup(2, 1_000_000)],
    settings: theSettings({ effortCostCents: 0, transferStepCents: 100, guaranteePolicy: 'OFF' }),
    goals: [GOAL],
    ...fields,
  });
}

const question = (problem: Problem) => goalPrices(problem, OPTIONS);

test('brings the money for its day and sends it back on the next', async () => {
  const { status, transfers } = await optimize(household(), OPTIONS);
  expect(status).toBe('OPTIMAL');
  expect(transfers.map(({ date, toAccountId, amountCents }) => [date, toAccountId, amountCents])).toEqual([
    ['2027-05-12', accountId(1), 1_000_000],
    ['2027-05-13', accountId(2), 1_000_000],
  ]);
  expect(transfers[0]).toMatchObject({ reason: 'GOAL_KEPT', marginalCents: null });
});

test('costs the interest of one day, net: 10,000 € × 3.65 % / 365 × 74 % = 0.74 €', async () => {
  const { base, goals, unpriced } = await question(household());
  expect(base.status).toBe('OPTIMAL');
  expect(unpriced).toEqual([]);
  expect(goals).toEqual([
    {
      goalId: goalId(1),
      availableCents: 1_000_000,
      priceCents: 74,
      leastCents: expect.any(Number),
      mostCents: expect.any(Number),
      exact: true,
      maturities: [{ accountId: accountId(1), date: '2027-05-12' }],
    },
  ]);
  expect(goals[0]?.leastCents).toBeLessThanOrEqual(74);
  expect(goals[0]?.mostCents).toBeGreaterThanOrEqual(74);
});

test('two goals on the same accounts are priced each on its own', async () => {
  const smaller = { ...GOAL, id: goalId(2), amountCents: 500_000 };
  const { goals } = await question(household({ goals: [GOAL, smaller] }));
  // The larger one keeps the smaller one, which costs nothing more; without the larger one half a day's interest is left.
  expect(goals.map(({ priceCents }) => priceCents)).toEqual([37, 0]);
});

test('from another bank the money has to be free a business day before', async () => {
  const problem = household({
    banks: [aBank(1), aBank(2)],
    accounts: [
      anAccount(1, { dutyRegime: 'NONE', transferLeadDays: 1 }),
      anAccount(2, {
        bankId: bankId(2),
        dutyRegime: 'NONE',
        transferLeadDays: 1,
        rates: flatRate(3.65),
      }),
    ],
    // A Monday.
    goals: [{ ...GOAL, date: '2027-05-10', accountIds: [accountId(1)] }],
  });
  const { goals } = await question(problem);
  expect(goals[0]?.maturities).toEqual([
    { accountId: accountId(1), date: '2027-05-10' },
    { accountId: accountId(2), date: '2027-05-07' },
  ]);
  const { transfers } = await optimize(problem, OPTIONS);
  expect(transfers[0]).toMatchObject({ date: '2027-05-07', arrivalDate: '2027-05-10' });
});

test('one that nothing can keep is named with what it lacks', async () => {
  const problem = household({ goals: [{ ...GOAL, amountCents: 1_200_000 }] });
  const { status, conflicts } = await optimize(problem, OPTIONS);
  expect(status).toBe('INFEASIBLE');
  expect(conflicts).toMatchObject([
    {
      kind: 'GOAL',
      goalId: goalId(1),
      date: '2027-05-12',
      missingCents: 200_000,
      relaxation: { limit: 'goalCents', byCents: 200_000 },
    },
  ]);
  expect((await question(problem)).base.conflicts).toMatchObject([{ kind: 'GOAL', goalId: goalId(1) }]);
  const salary = [anIncome(1, 1, '2027-05-12', 200_000)];
  expect((await optimize({ ...problem, operations: salary }, OPTIONS)).status).toBe('OPTIMAL');
});

test('is held over several quarters, in whichever it lies', async () => {
  const problem = household({
    horizon: { from: '2027-04-01', to: '2027-12-31' },
    goals: [GOAL, { ...GOAL, id: goalId(2), date: '2027-09-08' }],
  });
  const { transfers } = await optimize(problem, OPTIONS);
  expect(transfers.map(({ date }) => date)).toEqual(
    expect.arrayContaining(['2027-05-12', '2027-05-13', '2027-09-08', '2027-09-09']),
  );
});
