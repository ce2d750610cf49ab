/** Several quarters: one of them as a problem by itself, and what of a plan falls on each. */

import {
  type Cents,
  evaluate,
  horizonOf,
  isInQuarter,
  quarterEnd,
  quartersOf,
  type Evaluation,
  type Problem,
  type QuarterDate,
} from '@fibado/planning';
import type { Household } from './household/household.js';
import type { RefereedPlan } from './referee.js';
import type { HorizonFigures, Myopia } from './types.js';

/** One quarter's problem out of a horizon's, with everything up to its end that is not settled before it. */
export function problemOfQuarter({ horizon: _, ...problem }: Problem, quarter: QuarterDate): Problem {
  const end = quarterEnd(quarter);
  return { ...problem, quarter, operations: problem.operations.filter(({ date }) => date <= end) };
}

/** By how much a plan of the horizon is better than quarters planned by themselves, cents. */
export const myopiaOf = (objectiveCents: Cents, myopicCents: Cents): Myopia => ({
  objectiveCents: myopicCents,
  priceCents: Math.max(0, objectiveCents - myopicCents),
});

/** What a plan over several quarters says of each, and what looking at one quarter at a time would lose. */
export function horizonFigures(
  { problem, options }: Household,
  plan: RefereedPlan,
  myopic: RefereedPlan | undefined,
): HorizonFigures | undefined {
  const horizon = horizonOf(problem);
  const quarters = quartersOf(horizon);
  if (quarters.length < 2) return undefined;
  const baseline = evaluate(problem, []);
  const netOf = ({ quarters: figures }: Evaluation, index: number): number =>
    figures[index]?.netReturnCents ?? 0;
  return {
    ...horizon,
    quarters: quarters.map((quarter, index) => ({
      quarter,
      baselineNetReturnCents: netOf(baseline, index),
      netReturnCents: netOf(plan.evaluation, index),
      transfers: plan.transfers.filter(({ date }) => isInQuarter(date, quarter)).length,
    })),
    ...(myopic !== undefined && options.stabilityCents === undefined
      ? { myopia: myopiaOf(plan.objectiveCents, myopic.objectiveCents) }
      : {}),
  };
}
