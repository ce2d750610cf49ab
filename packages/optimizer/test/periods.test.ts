/** Statement and crediting periods that are no quarters, with history, against a solver that tries everything. */

import { evaluate, type StatementPeriod } from '@fibado/planning';
import { optimize } from '../src/index.js';
import { bruteForce, FIRST_DAY, MONTH_END, tinyPeriods, type TriedDays } from './support/tiny.js';

/** More households on request: `FIBADO_TINY_HOUSEHOLDS=500`. */
const HOUSEHOLDS = Number(process.env['FIBADO_TINY_HOUSEHOLDS'] ?? 8);
/** Steps a transfer of the judge may have. */
const MOST_STEPS = 4;

interface Comparison {
  readonly rhythms: readonly StatementPeriod[];
  readonly days?: TriedDays;
}

async function falsehoods({ rhythms, days }: Comparison): Promise<string[]> {
  const found: string[] = [];
  for (let seed = 1; seed <= HOUSEHOLDS; seed += 1) {
    const problem = tinyPeriods(seed, rhythms);
    const judge = bruteForce(problem, MOST_STEPS, days);
    if (judge === undefined) continue;
    const from = days?.first ?? FIRST_DAY;
    const result = await optimize(problem, { from, maxTransfers: 2, marginals: false, timeLimitMs: 1_000 });
    const label = `household ${String(seed)}`;
    const replayed = evaluate(problem, result.transfers);
    if (result.status === 'INFEASIBLE') found.push(`${label}: infeasible, but there is a plan`);
    if (result.netReturnCents !== replayed.netReturnCents) found.push(`${label}: not the referee's figures`);
    if (result.boundCents < judge.objectiveCents) {
      found.push(`${label}: bound ${String(result.boundCents)} below ${String(judge.objectiveCents)}`);
    }
    if (result.boundCents < result.objectiveCents) found.push(`${label}: bound below the plan`);
  }
  return found;
}

describe('periods that are no quarters, against a solver that tries everything', () => {
  it(
    'no plan is above the bound where they end with the horizon or run past it',
    async () => {
      expect(await falsehoods({ rhythms: ['QUARTERLY', 'HALF_YEARLY', 'YEARLY'] })).toEqual([]);
    },
    HOUSEHOLDS * 20_000,
  );

  it(
    'no plan is above the bound where months end inside the horizon',
    async () => {
      const rhythms = ['MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
      expect(await falsehoods({ rhythms, days: MONTH_END })).toEqual([]);
    },
    HOUSEHOLDS * 20_000,
  );
});
