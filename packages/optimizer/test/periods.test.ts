/** Statement and crediting periods that are no quarters, with history, against a solver that tries everything. */

import type { Problem, StatementPeriod } from '@fibado/planning';
import { optimize } from '../src/index.js';
import { bruteForce } from './support/brute-force.js';
import {
  FIRST_DAY,
  MONTH_END,
  QUARTER_END,
  tinyAbroad,
  tinyAbroadYears,
  tinyHorizon,
  tinyPeriods,
  type TriedDays,
  YEAR_END,
} from './support/tiny.js';

/** More households on request: `FIBADO_TINY_HOUSEHOLDS=500`. */
const HOUSEHOLDS = Number(process.env['FIBADO_TINY_HOUSEHOLDS'] ?? 3);
/** Steps a transfer of the judge may have; the households hold more, so the optimizer may do better. */
const MOST_STEPS = 4;

/** What one step moved for the days left is worth at the household's best rate, cents. */
function stepWorthCents({ accounts, settings }: Problem, days: number): number {
  const rates = accounts.flatMap((account) =>
    account.rates.flatMap(({ tiers }) => tiers.map(({ ratePct }) => ratePct)),
  );
  return (settings.transferStepCents * (Math.max(...rates) / 100) * days) / 365;
}

interface Comparison {
  readonly rhythms: readonly StatementPeriod[];
  readonly days?: TriedDays;
  readonly daysLeft: number;
  readonly householdOf?: typeof tinyPeriods;
}

async function compare({
  rhythms,
  days,
  daysLeft,
  householdOf = tinyPeriods,
}: Comparison): Promise<string[]> {
  const from = days?.first ?? FIRST_DAY;
  const found: string[] = [];
  for (let seed = 1; seed <= HOUSEHOLDS; seed += 1) {
    const problem = householdOf(seed, rhythms);
    const judge = bruteForce(problem, MOST_STEPS, days);
    const options = { from, maxTransfers: 2, marginals: false, timeLimitMs: 20_000 };
    const label = `household ${String(seed)}`;
    const result = await optimize(problem, options);
    if (judge === undefined) continue;
    const best = `${String(judge.objectiveCents)} ${JSON.stringify(judge.plan)}`;
    if (result.status === 'INFEASIBLE') found.push(`${label}: infeasible, but ${best}`);
    if (result.boundCents < judge.objectiveCents) {
      found.push(`${label}: bound ${String(result.boundCents)} below ${best}`);
    }
    if (result.objectiveCents < judge.objectiveCents - 1 - stepWorthCents(problem, daysLeft)) {
      found.push(`${label}: ${String(result.objectiveCents)} worth less than ${best}`);
    }
  }
  return found;
}

describe('periods that are no quarters, against a solver that tries everything', () => {
  it(
    'no plan is better nor above the bound where they end with the horizon or run past it',
    async () => {
      expect(
        await compare({ rhythms: ['QUARTERLY', 'HALF_YEARLY', 'YEARLY', 'MONTHLY'], daysLeft: 7 }),
      ).toEqual([]);
    },
    HOUSEHOLDS * 40_000,
  );

  it(
    'no plan is better nor above the bound where months end inside the horizon and book on their accounts',
    async () => {
      const rhythms = ['MONTHLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
      expect(await compare({ rhythms, days: MONTH_END, daysLeft: 34 })).toEqual([]);
    },
    HOUSEHOLDS * 40_000,
  );

  it(
    'no plan is better nor above the bound over two quarters',
    async () => {
      const rhythms = ['MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY'] as const;
      const householdOf = tinyHorizon;
      expect(await compare({ rhythms, days: QUARTER_END, daysLeft: 95, householdOf })).toEqual([]);
    },
    HOUSEHOLDS * 40_000,
  );

  it(
    'no plan is better nor above the bound with accounts abroad, in the year and at its end',
    async () => {
      const rhythms = ['MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
      const inYear = await compare({ rhythms, daysLeft: 7, householdOf: tinyAbroad });
      const atEnd = { rhythms, days: YEAR_END, daysLeft: 95, householdOf: tinyAbroadYears };
      expect([...inYear, ...(await compare(atEnd))]).toEqual([]);
    },
    HOUSEHOLDS * 80_000,
  );
});
