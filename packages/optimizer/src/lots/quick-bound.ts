/** A bound on plans with lots by linear programs alone: far sooner than a plan of the relaxation, and mostly nearer. */

import type { Cents } from '@fibado/planning';
import { branchAndBound } from '../bounds/branch-and-bound.js';
import { withNodeRelaxation } from '../bounds/node-relaxation.js';
import { loadEngines } from '../engines/load.js';
import type { Engines } from '../engines/port.js';
import { relaxedOf } from '../household/drift.js';
import { householdOf } from '../household/household.js';
import { referee } from '../referee.js';
import { NUMERICAL_CENTS } from '../search.js';
import type { OptimizeOptions } from '../types.js';
import type { RelaxedLots } from './relaxed-lots.js';

/** Below the value of every plan, cents. */
const LEAST_CENTS = -1e9;

interface QuickBoundRequest {
  readonly options: OptimizeOptions;
  readonly engines: Engines | undefined;
  /** Milliseconds left. */
  readonly left: () => number;
  /** What the best plan known is worth, if one is: only better ones are looked at. */
  readonly leastCents: Cents | undefined;
}

/** No plan with lots is worth more, cents; infinite where time was short. */
export async function quickBound(
  { problem, outside, constantCents, slackCents }: RelaxedLots,
  { options, engines, left, leastCents }: QuickBoundRequest,
): Promise<number> {
  // The referee knows no margin: a plan whose average lies in it is worth more than programs with one say.
  const household = { ...householdOf(problem, { ...options, thresholdMarginCents: 0 }), outside };
  const leastOfAll = leastCents === undefined ? LEAST_CENTS : leastCents - constantCents - slackCents;
  const incumbent = { ...referee(household, []), objectiveCents: leastOfAll };
  const loaded = engines ?? (await loadEngines());
  const relaxation = {
    household: relaxedOf(household),
    engines: loaded,
    incumbent,
    left,
    countsByStretch: true,
  };
  let most = Infinity;
  withNodeRelaxation(relaxation, (nodes) => {
    branchAndBound({
      ...nodes,
      left,
      splitUntilMs: 0,
      enough: () => leastOfAll,
      onBound: (boundCents) => {
        most = Math.max(leastOfAll, boundCents + NUMERICAL_CENTS);
      },
    });
  });
  return Math.ceil(most + constantCents + slackCents);
}
