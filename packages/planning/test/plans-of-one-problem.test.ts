/** Many plans of one problem that was indexed once, and the readings they are tried with, say nothing to one another. */

import fc from 'fast-check';
import { evaluate, evaluateOn, indexProblem, type Readings, type Transfer } from '../src/index.js';
import {
  anAccount,
  aProblem,
  aSetup,
  aTransfer,
  randomHorizonPlan,
  type RandomPlan,
  withRandomGoals,
  withRandomIbans,
  withRandomLots,
} from '../src/testing/index.js';

const plans: fc.Arbitrary<RandomPlan> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    banks: fc.integer({ min: 1, max: 3 }),
    groups: fc.integer({ min: 1, max: 2 }),
    accounts: fc.integer({ min: 2, max: 5 }),
    operations: fc.integer({ min: 0, max: 8 }),
    transfers: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ seed, ...size }) =>
    withRandomGoals(withRandomLots(withRandomIbans(randomHorizonPlan(seed, size), seed), seed), seed),
  );

const READINGS: Readings = { thresholdOwes: true, minimumDutyCents: 250 };

test('plans of a problem indexed once are evaluated as each is by itself', () => {
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      const indexed = indexProblem(problem);
      const tried = [transfers, [], transfers.slice(1), transfers];
      for (const plan of tried) expect(evaluateOn(indexed, plan)).toEqual(evaluate(problem, plan));
      expect(evaluateOn(indexed, transfers, READINGS)).toEqual(evaluate(problem, transfers, READINGS));
      expect(evaluateOn(indexed, transfers)).toEqual(evaluate(problem, transfers));
    }),
    { numRuns: 30 },
  );
});

test('a deposit that one plan moves for a moment is unmoved in the next, and owes no least duty', () => {
  const deposit = { dutyRegime: 'PROPORTIONAL', transferLeadDays: 0 } as const;
  const problem = aProblem({
    accounts: [anAccount(1, { transferLeadDays: 0 }), anAccount(2, deposit)],
    setups: [aSetup(1, 100_000), aSetup(2, 0)],
  });
  const indexed = indexProblem(problem);
  const dutyOf = (plan: readonly Transfer[]) => evaluateOn(indexed, plan).accounts[1]?.stampDutyCents;
  const thereAndBack = [aTransfer(1, 2, '2027-05-05', 10_000), aTransfer(2, 1, '2027-05-05', 10_000)];
  const moved = dutyOf(thereAndBack);
  expect(moved).toBeGreaterThan(0);
  expect([dutyOf([]), dutyOf(thereAndBack)]).toEqual([0, moved]);
});
