/** The referee against the naive one, on random problems. */

import { checkProblem, type Evaluation, evaluate, goalEvaluations } from '../src/index.js';
import {
  randomHorizonPlan,
  randomPlan,
  type RandomPlan,
  withRandomGoals,
  withRandomIbans,
  withRandomLots,
  withRandomSpeeds,
} from '../src/testing/index.js';
import fc from 'fast-check';
import { referenceEvaluate } from './support/reference.js';

/** Small problems of every shape; the size shrinks, the seed names the rest. */
const plans: fc.Arbitrary<RandomPlan> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    banks: fc.integer({ min: 1, max: 3 }),
    groups: fc.integer({ min: 1, max: 3 }),
    accounts: fc.integer({ min: 1, max: 7 }),
    operations: fc.integer({ min: 0, max: 25 }),
    transfers: fc.integer({ min: 0, max: 6 }),
  })
  .map(({ seed, ...size }) => randomPlan(seed, size));

const sorted = (items: readonly object[]): string[] =>
  items.map((item) => JSON.stringify(item, keysSorted)).sort();

function keysSorted(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function comparable(
  evaluation: Pick<
    Evaluation,
    'netReturnCents' | 'accounts' | 'statements' | 'foreignDuties' | 'credits' | 'guarantee' | 'violations'
  >,
) {
  const { netReturnCents, accounts, statements, foreignDuties, credits, guarantee, violations } = evaluation;
  return {
    netReturnCents,
    accounts,
    statements: sorted(statements),
    foreignDuties: sorted(foreignDuties),
    credits: sorted(credits),
    guarantee: sorted(guarantee),
    violations: sorted(violations),
  };
}

test('agree on every figure of random plans', () => {
  const met = { violations: new Set<string>(), due: 0 };
  fc.assert(
    fc.property(plans, ({ problem, transfers }) => {
      const evaluation = evaluate(problem, transfers);
      const reference = referenceEvaluate(problem, transfers);
      expect(comparable(evaluation)).toEqual(comparable(reference));
      expect(evaluation.dutyGroups.map(({ holders: _, ...group }) => group)).toEqual(reference.dutyGroups);
      for (const { kind } of evaluation.violations) met.violations.add(kind);
      met.due += evaluation.dutyGroups.filter((group) => group.due).length;
    }),
    { numRuns: 200, seed: 20_270_401 },
  );
  // The comparison means something only when the plans reach every rule.
  expect([...met.violations].sort()).toEqual([
    'ABOVE_MAXIMUM',
    'BELOW_MINIMUM',
    'GUARANTEE_EXCEEDED',
    'TRANSFER_NOT_ALLOWED',
  ]);
  expect(met.due).toBeGreaterThan(100);
});

/** With enough transfers between banks to meet every rule about how they are sent. */
const busyPlans: fc.Arbitrary<RandomPlan> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    banks: fc.integer({ min: 2, max: 3 }),
    groups: fc.integer({ min: 1, max: 2 }),
    accounts: fc.integer({ min: 3, max: 5 }),
    operations: fc.integer({ min: 0, max: 8 }),
    transfers: fc.integer({ min: 3, max: 6 }),
  })
  .map(({ seed, ...size }) => randomPlan(seed, size));

test('agree on every figure of 60 random plans with instant transfers, cut-offs and limits of transfers', () => {
  let [instant, late] = [0, 0];
  const broken = new Set<string>();
  fc.assert(
    fc.property(busyPlans, fc.nat(), (plain, seed) => {
      const { problem, transfers } = withRandomSpeeds(plain, seed);
      expect(checkProblem(problem)).toEqual(checkProblem(plain.problem));
      const evaluation = evaluate(problem, transfers);
      expect(comparable(evaluation)).toEqual(comparable(referenceEvaluate(problem, transfers)));
      for (const { kind } of evaluation.violations) broken.add(kind);
      const early = evaluate({ ...problem, orderedFrom: undefined }, transfers).violations.length;
      late += evaluation.violations.length > early ? 1 : 0;
      instant += evaluate(plain.problem, transfers).netReturnCents === evaluation.netReturnCents ? 0 : 1;
    }),
    { numRuns: 60, seed: 20_270_402 },
  );
  expect(instant).toBeGreaterThan(10);
  expect(late).toBeGreaterThan(2);
  expect([...broken]).toEqual(expect.arrayContaining(['SINGLE_LIMIT_EXCEEDED', 'DAILY_LIMIT_EXCEEDED']));
});

/** Fewer and smaller: the naive referee recounts every balance of up to 731 days. */
const horizons: fc.Arbitrary<RandomPlan> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    banks: fc.integer({ min: 1, max: 2 }),
    groups: fc.integer({ min: 1, max: 2 }),
    accounts: fc.integer({ min: 1, max: 5 }),
    operations: fc.integer({ min: 0, max: 6 }),
    transfers: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ seed, ...size }) => randomHorizonPlan(seed, size));

test('agree on every figure of random horizons with periods and what they bring along', () => {
  const met = { provisional: 0, final: 0, settled: 0, due: 0, windows: 0 };
  fc.assert(
    fc.property(horizons, ({ problem, transfers }) => {
      const evaluation = evaluate(problem, transfers);
      const reference = referenceEvaluate(problem, transfers);
      expect(comparable(evaluation)).toEqual(comparable(reference));
      expect(evaluation.dutyGroups.map(({ holders: _, ...group }) => group)).toEqual(reference.dutyGroups);
      met.provisional += evaluation.statements.filter(({ provisional }) => provisional).length;
      met.final += evaluation.statements.filter(({ provisional }) => !provisional).length;
      met.settled += evaluation.accounts.filter(({ settledCents }) => settledCents !== 0).length;
      met.due += evaluation.dutyGroups.filter(({ due }) => due).length;
      met.windows += evaluation.dutyGroups.length;
    }),
    { numRuns: 24, seed: 20_271_231 },
  );
  expect(Math.min(...Object.values(met))).toBeGreaterThan(10);
});

const shortHorizons: fc.Arbitrary<RandomPlan> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    accounts: fc.integer({ min: 1, max: 2 }),
    quarters: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ seed, ...size }) =>
    randomHorizonPlan(seed, { banks: 1, groups: 1, operations: 2, transfers: 1, ...size }),
  );

test('agree on every figure of random lots, in quarters that begin before, in and after their lives', () => {
  const met = { broken: 0, renewed: 0, takenBack: 0, ended: 0, opened: 0 };
  fc.assert(
    fc.property(shortHorizons, fc.nat(), (plan, seed) => {
      const { problem, transfers } = withRandomLots(plan, seed);
      expect(checkProblem(problem)).toEqual(checkProblem(plan.problem));
      const evaluation = evaluate(problem, transfers);
      expect(comparable(evaluation)).toEqual(comparable(referenceEvaluate(problem, transfers)));
      const lots = new Set(problem.lots?.map(({ id }) => id));
      for (const { state, renewal, openedOn } of problem.lots ?? []) {
        met.broken += state === 'BROKEN' ? 1 : 0;
        met.renewed += renewal === 'AUTO' ? 1 : 0;
        met.opened += openedOn > problem.quarter ? 1 : 0;
      }
      for (const credit of evaluation.credits.filter(({ accountId }) => lots.has(accountId))) {
        met.takenBack += credit.grossInterestCents < 0 ? 1 : 0;
        met.ended += credit.provisional ? 0 : 1;
      }
    }),
    { numRuns: 30, seed: 20_280_229 },
  );
  expect(Math.min(...Object.values(met))).toBeGreaterThan(1);
});

test('agree on the goals that random horizons with lots miss', () => {
  const met = { kept: 0, missed: 0, named: 0 };
  fc.assert(
    fc.property(shortHorizons, fc.nat(), (plan, seed) => {
      const { problem, transfers } = withRandomGoals(withRandomLots(plan, seed), seed);
      expect(checkProblem(problem)).toEqual(checkProblem(plan.problem));
      const evaluation = evaluate(problem, transfers);
      expect(comparable(evaluation)).toEqual(comparable(referenceEvaluate(problem, transfers)));
      const missing = new Map(
        evaluation.violations.flatMap(({ goalId, amountCents }) => (goalId ? [[goalId, amountCents]] : [])),
      );
      for (const { goalId, missingCents } of goalEvaluations(problem, evaluation)) {
        expect(missing.get(goalId) ?? 0).toBe(missingCents);
        met.kept += missingCents === 0 ? 1 : 0;
        met.missed += missingCents === 0 ? 0 : 1;
      }
      met.named += problem.goals?.filter(({ accountIds }) => accountIds).length ?? 0;
    }),
    { numRuns: 40, seed: 20_280_301 },
  );
  expect(Math.min(...Object.values(met))).toBeGreaterThan(5);
});

test('agree on IVAFE and on the tax that is due in the return, with accounts abroad', () => {
  const met = { final: 0, provisional: 0, due: 0, exempt: 0, inReturn: 0, proportional: 0, shared: 0 };
  fc.assert(
    fc.property(horizons, fc.nat(), (plain, seed) => {
      const { problem, transfers } = withRandomIbans(plain, seed);
      const evaluation = evaluate(problem, transfers);
      const reference = referenceEvaluate(problem, transfers);
      expect(comparable(evaluation)).toEqual(comparable(reference));
      expect(evaluation.dutyGroups.map(({ holders: _, ...group }) => group)).toEqual(reference.dutyGroups);
      const { foreignDuties, dutyGroups, credits } = evaluation;
      met.final += foreignDuties.filter(({ provisional }) => !provisional).length;
      met.provisional += foreignDuties.filter(({ provisional }) => provisional).length;
      const byPerson = dutyGroups.filter(({ tax }) => tax === 'IVAFE');
      met.due += byPerson.filter(({ due }) => due).length;
      met.exempt += byPerson.filter(({ due }) => !due).length;
      met.shared += byPerson.filter(({ accountIds }) => accountIds.length > 1).length;
      met.inReturn += credits.filter(({ dueInReturnCents = 0 }) => dueInReturnCents > 0).length;
      const products = problem.accounts.filter(({ dutyRegime }) => dutyRegime === 'PROPORTIONAL');
      met.proportional += foreignDuties.filter(
        (one) => one.dutyCents > 0 && products.some(({ id }) => id === one.accountId),
      ).length;
    }),
    { numRuns: 24, seed: 20_271_232 },
  );
  expect(Math.min(...Object.values(met))).toBeGreaterThan(5);
});

test('random horizons are sound, but for limits that cross', () => {
  fc.assert(
    fc.property(horizons, ({ problem }) => {
      const issues = checkProblem(problem).filter(({ message }) => !message.includes('least balance'));
      expect(issues).toEqual([]);
    }),
    { numRuns: 200, seed: 7 },
  );
});

test('random plans are sound, but for limits that cross', () => {
  fc.assert(
    fc.property(plans, ({ problem }) => {
      const issues = checkProblem(problem).filter(({ message }) => !message.includes('least balance'));
      expect(issues).toEqual([]);
    }),
    { numRuns: 300, seed: 7 },
  );
});
