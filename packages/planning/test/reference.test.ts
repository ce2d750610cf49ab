/** The referee against the naive one, on random problems. */

import { checkProblem, type Evaluation, evaluate } from '../src/index.js';
import { randomPlan, type RandomPlan } from '../src/testing/index.js';
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
  evaluation: Pick<Evaluation, 'netReturnCents' | 'accounts' | 'guarantee' | 'violations'>,
) {
  const { netReturnCents, accounts, guarantee, violations } = evaluation;
  return { netReturnCents, accounts, guarantee: sorted(guarantee), violations: sorted(violations) };
}

test('agree on every figure of 600 random plans', () => {
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
    { numRuns: 600, seed: 20_270_401 },
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

test('random plans are sound, but for limits that cross', () => {
  fc.assert(
    fc.property(plans, ({ problem }) => {
      const issues = checkProblem(problem).filter(({ message }) => !message.includes('least balance'));
      expect(issues).toEqual([]);
    }),
    { numRuns: 300, seed: 7 },
  );
});
