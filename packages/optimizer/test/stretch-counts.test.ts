/** Counts of transfers by stretches in the bound of many pairs: what they charge, and plans that are never above it. */

import { addDays, evaluate, type Problem, type Transfer } from '@fibado/planning';
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
  flatRate,
  randomOf,
  theSettings,
} from '@fibado/planning/testing';
import { loadEngines, optimize } from '../src/index.js';
import { bruteForce } from './support/brute-force.js';
import { stretchBound } from './support/stretch-bound.js';
import { FIRST_DAY, QUARTER_END, tinyGoals, tinyHorizon, tinyLimits, tinySpeeds } from './support/tiny.js';

/** More households on request: `FIBADO_TINY_HOUSEHOLDS=500`. */
const HOUSEHOLDS = Number(process.env['FIBADO_TINY_HOUSEHOLDS'] ?? 6);
const RHYTHMS = ['MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY'] as const;
/** Steps a transfer of the judge may have. */
const MOST_STEPS = 4;
const EFFORT_CENTS = 500;
/** Rounding of interest in the bound, of both accounts. */
const ROUNDING_CENTS = 2;

/** An account that earns nothing, one at another bank that earns 3 %, and what comes and goes on the first. */
function household(openingCents: number, operations: Problem['operations'], leadDays = 0): Problem {
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accountGroups: [aGroup(1)],
    accounts: [
      anAccount(1, { dutyRegime: 'NONE', rates: flatRate(0), transferLeadDays: leadDays }),
      anAccount(2, {
        bankId: bankId(2),
        dutyRegime: 'NONE',
        rates: flatRate(3),
        transferLeadDays: leadDays,
      }),
    ],
    setups: [aSetup(1, openingCents), aSetup(2, 0)],
    operations,
    settings: theSettings({ effortCostCents: EFFORT_CENTS, thresholdMarginCents: 0 }),
  });
}

async function boundAndOptimum(problem: Problem): Promise<{ bound: number; optimum: number; made: number }> {
  const engines = await loadEngines();
  const { objectiveCents, status, transfers } = await optimize(problem, { marginals: false });
  expect(status).toBe('OPTIMAL');
  return { bound: stretchBound(engines, problem, {}), optimum: objectiveCents, made: transfers.length };
}

describe('counts of transfers by stretches', () => {
  it.each([
    ['money that is there', household(1_000_000, []), 1],
    ['money that is there, sent with a lead day', household(1_000_000, [], 1), 1],
    ['income', household(0, [anIncome(1, 1, '2027-04-20', 1_000_000)]), 1],
    [
      'income, and a bill for all of it, with a lead day',
      household(0, [anIncome(1, 1, '2027-04-14', 2_000_000), anExpense(2, 1, '2027-06-16', 2_000_000)], 1),
      2,
    ],
  ])('charge one transfer for what takes one: %s', async (_, problem, transfers) => {
    const { bound, optimum, made } = await boundAndOptimum(problem);
    expect(made).toBe(transfers);
    expect(bound).toBeGreaterThanOrEqual(optimum);
    expect(bound).toBeLessThanOrEqual(optimum + ROUNDING_CENTS);
    const engines = await loadEngines();
    const free = stretchBound(engines, problem, {}, { countsByStretch: false });
    expect(free - bound).toBeCloseTo(EFFORT_CENTS * transfers, 3);
  });

  it('leave no random plan above the bound', async () => {
    const engines = await loadEngines();
    const random = randomOf(7);
    const above: string[] = [];
    for (let seed = 1; seed <= HOUSEHOLDS * 5; seed += 1) {
      const operations = Array.from({ length: 6 }, (_, index) => {
        const date = addDays('2027-04-02', random.int(0, 80));
        const make = random.chance(0.5) ? anIncome : anExpense;
        return make(index + 1, random.int(1, 2), date, random.int(1, 9) * 10_000);
      });
      const problem = household(random.int(20, 60) * 10_000, operations, random.int(0, 2));
      const bound = stretchBound(engines, problem, {});
      for (let trial = 0; trial < 20; trial += 1) {
        const transfers = Array.from({ length: random.int(1, 4) }, (): Transfer => {
          const from = random.int(1, 2);
          return {
            date: addDays('2027-04-02', random.int(0, 80)),
            fromAccountId: accountId(from),
            toAccountId: accountId(3 - from),
            amountCents: random.int(1, 40) * 10_000,
          };
        });
        const { netReturnCents, violations } = evaluate(problem, transfers);
        const worth = netReturnCents - EFFORT_CENTS * transfers.length;
        if (violations.length === 0 && worth > bound) above.push(`${String(seed)}: ${String(worth)}`);
      }
    }
    expect(above).toEqual([]);
  });

  it.each([
    ['two quarters', (seed: number) => tinyHorizon(seed, RHYTHMS), QUARTER_END],
    ['instant transfers', tinySpeeds, undefined],
    ['limits of transfers', tinyLimits, undefined],
    ['goals', tinyGoals, undefined],
  ])(
    'leave no plan of the solver that tries everything above the bound: %s',
    async (_, householdOf, days) => {
      const engines = await loadEngines();
      const above: string[] = [];
      for (let seed = 1; seed <= HOUSEHOLDS; seed += 1) {
        const problem = householdOf(seed);
        const best = bruteForce(problem, MOST_STEPS, days);
        const bound = stretchBound(engines, problem, { from: days?.first ?? FIRST_DAY });
        if (best !== undefined && best.objectiveCents > bound) {
          above.push(`${String(seed)}: ${String(best.objectiveCents)} above ${String(bound)}`);
        }
      }
      expect(above).toEqual([]);
    },
    HOUSEHOLDS * 20_000,
  );
});
