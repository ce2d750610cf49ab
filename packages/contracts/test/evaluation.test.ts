/** The contracts and the domain's types are one: what one gives the other takes. */

import { checkProblem, type Evaluation, evaluate, type Problem } from '@fibado/planning';
import { randomHorizonPlan, randomPlan } from '@fibado/planning/testing';
import fc from 'fast-check';
import type { z } from 'zod';
import { evaluation, problem } from '../src/index.js';

// Compiles only while the parsed problem is the domain's problem and the evaluation the contract's answer.
const asDomain = (parsed: z.output<typeof problem>): Problem => parsed;
const asAnswer = (evaluated: Evaluation): unknown =>
  evaluated satisfies { readonly netReturnCents: number; readonly days: readonly string[] };

const plans = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    banks: fc.integer({ min: 1, max: 3 }),
    groups: fc.integer({ min: 1, max: 3 }),
    accounts: fc.integer({ min: 1, max: 8 }),
    operations: fc.integer({ min: 0, max: 30 }),
    transfers: fc.integer({ min: 0, max: 6 }),
  })
  .map(({ seed, ...size }) => (seed % 2 === 0 ? randomPlan(seed, size) : randomHorizonPlan(seed, size)));

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('a sound problem survives the wire unchanged, and so does its evaluation', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      fc.pre(checkProblem(plan.problem).length === 0);
      const parsed = asDomain(problem.parse(overTheWire(plan.problem)));
      expect(parsed).toEqual(plan.problem);
      const evaluated = evaluate(parsed, plan.transfers);
      expect(evaluation.parse(overTheWire(asAnswer(evaluated)))).toEqual(evaluated);
    }),
    { numRuns: 100 },
  );
});

test('an unsound one is refused with the paths the domain names', () => {
  const { problem: sound } = randomPlan(1, { banks: 1, groups: 1, accounts: 3, operations: 0, transfers: 0 });
  const unsound = { ...sound, setups: [...sound.setups, ...sound.setups.slice(0, 1)] };
  expect(checkProblem(unsound).map(({ path }) => path)).toContain('setups.3.accountId');
  const parsed = problem.safeParse(overTheWire(unsound));
  expect(parsed.error?.issues.map(({ path }) => path)).toContainEqual(['setups', 3, 'accountId']);
});
