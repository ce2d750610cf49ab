/**
 * One plan out of several (construct, merge, solve and adapt; Blum, Pinacho, López-Ibáñez and Lozano 2016): local search
 * from other starts and with other random numbers ends in plans that are good in different places. What any of them transfers
 * are few pairs and days, among which a restricted program decides.
 */

import type { Engines } from '../engines/port.js';
import type { ArcChoice } from '../formulations/plan-model.js';
import type { Household } from '../household/household.js';
import type { RefereedPlan } from '../referee.js';
import { arcKey, arcsOf } from './arcs.js';
import { restrictedMip } from './restricted-mip.js';

/** Of the time left, what finding them may take. */
const SEARCH_SHARE = 0.5;
/** Branch-and-bound nodes: what the program finds first is mostly the gain. */
const MOST_NODES = 200;
const LEAST_MS = 50;

export interface MergingRequest {
  readonly incumbent: RefereedPlan;
  /** Each finds a local optimum in the time it is given. */
  readonly optima: readonly ((left: () => number) => RefereedPlan)[];
  /** Transfers to choose among as well. */
  readonly beside: readonly ArcChoice[];
  /** Milliseconds left. */
  readonly left: () => number;
}

/** The best plan of what the incumbent and some local optima transfer, refereed. */
export function mergedPlan(
  household: Household,
  engines: Engines,
  { incumbent, optima, beside, left }: MergingRequest,
): RefereedPlan {
  const arcs = new Map<string, ArcChoice>();
  const merge = (plan: RefereedPlan): void => {
    for (const arc of arcsOf(household, plan)) arcs.set(arcKey(arc.from, arc.to, arc.day), arc);
  };
  merge(incumbent);
  for (const arc of beside) arcs.set(arcKey(arc.from, arc.to, arc.day), arc);
  let best = incumbent;
  const searched = left() * (1 - SEARCH_SHARE);
  for (const [found, optimum] of optima.entries()) {
    if (left() <= searched + LEAST_MS) break;
    const until = left() - (left() - searched) / (optima.length - found);
    const plan = optimum(() => Math.max(0, left() - until));
    merge(plan);
    if (plan.objectiveCents > best.objectiveCents) best = plan;
  }
  if (left() <= LEAST_MS) return best;
  const merged = restrictedMip(household, engines, [...arcs.values()], left() / 2, best, MOST_NODES);
  return merged === undefined || merged.objectiveCents <= best.objectiveCents ? best : merged;
}
