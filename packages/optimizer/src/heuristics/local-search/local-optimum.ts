/** Turns of local search from a plan, each with the bookings of the best plan so far, until one is in vain. */

import { SHORTEST_MS } from '../../budget.js';
import { Linearisation } from '../../household/bookings.js';
import type { Household } from '../../household/household.js';
import type { RefereedPlan } from '../../referee.js';
import { localSearch, type LocalSearchRequest } from './local-search.js';
import { repaired } from './repair.js';

export interface LocalOptimumRequest extends Pick<LocalSearchRequest, 'daysOf' | 'left'> {
  readonly start: RefereedPlan;
  /** Another number at each call. */
  readonly seed: () => number;
  /** Cents. */
  readonly valueOf: (plan: RefereedPlan) => number;
  /** Told of every better plan on the way. */
  readonly onBetter: (plan: RefereedPlan) => void;
}

/** The best plan found, refereed and within every limit; where none is better, the start. */
export function localOptimum(household: Household, request: LocalOptimumRequest): RefereedPlan {
  const { start, daysOf, left, seed, valueOf, onBetter } = request;
  const linearisation = new Linearisation(household);
  let best = start;
  while (left() > SHORTEST_MS) {
    const { transfers } = best;
    const found = localSearch(linearisation.about(transfers), { transfers, daysOf, seed: seed(), left });
    const plan = repaired(household, found);
    if (plan === undefined || valueOf(plan) <= valueOf(best)) break;
    best = plan;
    onBetter(plan);
  }
  return best;
}
