/**
 * Which thresholds can matter at all. Over every plan on the daily grid that is at least as good as the incumbent, a
 * linear program (binary decisions relaxed, transfers allowed on every day) tells the least and the most of each
 * average: when it stays on one side of its threshold, no good plan leans on the threshold. With none left, the event
 * days alone prove the bound.
 */

import type { Engines, LinearSession } from '../engines/port.js';
import { poolFormulation } from '../formulations/formulations.js';
import type { Household } from '../household/household.js';
import type { PlanModel, Threshold } from '../formulations/plan-model.js';
import { objectiveOf } from '../modelling/program.js';
import type { RefereedPlan } from '../referee.js';

export interface TighteningRequest {
  readonly plan: RefereedPlan;
  readonly prudentByAverage: boolean;
  /** Milliseconds left. */
  readonly left: () => number;
}

/** The side every good plan keeps of each threshold, in the model's order. */
export type Side = 'ABOVE' | 'BELOW' | 'EITHER';

export type Sides = ReadonlyMap<string, Side>;

export const NO_SIDES: Sides = new Map();

export function tightenThresholds(
  household: Household,
  engines: Engines,
  { plan, prudentByAverage, left }: TighteningRequest,
): Sides {
  const model = poolFormulation(household, { spans: true, prudentByAverage });
  const program = model.builder.build();
  const sides = new Map<string, Side>();
  engines.highs.session(program, left, (session) => {
    session.atLeast(plan.objectiveCents - model.roundingCents - program.offset, objectiveOf(program));
    // What one threshold decides can decide another.
    for (let pass = 0; pass < PASSES; pass += 1) {
      let found = false;
      for (const threshold of model.thresholds) {
        if (threshold.form === undefined || sides.has(threshold.key) || left() < LEAST_MS) continue;
        const side = sideOf(session, threshold.form);
        if (side === 'EITHER') continue;
        sides.set(threshold.key, side);
        found = true;
        const value = valueOf(threshold, side);
        if (value !== undefined) session.bound(value.column, value.value, value.value);
      }
      if (!found) break;
    }
  });
  return sides;
}

type Form = NonNullable<Threshold['form']>;

const PASSES = 2;
const LEAST_MS = 50;

/** Fixes the decisions that go with the known sides, and those of averages with `otherwise` where none is known. */
export function decide(model: PlanModel, sides: Sides, otherwise: Side = 'EITHER'): void {
  for (const decision of decisionsOf(model)) {
    const side = sides.get(decision.key) ?? (decision.isByAverage ? otherwise : 'EITHER');
    const value = valueOf(decision, side);
    if (value !== undefined) model.builder.tighten(value.column, value.value, value.value);
  }
}

/** The side of a fee's waiver by what comes in, beside the one by the average: above is waived. */
export function creditKey(key: string): string {
  return `credits:${key}`;
}

export interface Decision extends Pick<Threshold, 'key' | 'decision'> {
  /** Whether an average decides, and not what comes in. */
  readonly isByAverage: boolean;
  /** Only asked when this average is above zero: it misses its threshold. */
  readonly after?: string | undefined;
}

/** The decisions a side can be chosen for: those of the averages, and the waivers by what comes in. */
export function decisionsOf({ thresholds, credited }: PlanModel): Decision[] {
  const averages = thresholds
    .filter(({ decision }) => decision !== undefined)
    .map(({ key, decision }) => ({ key, decision, isByAverage: true }));
  const keys = new Set(averages.map(({ key }) => key));
  return [
    ...averages,
    ...[...credited].flatMap(([key, { holds }]): Decision[] => {
      const decision = { column: holds ?? -1, above: 1 as const };
      const after = keys.has(key) ? key : undefined;
      return holds === undefined ? [] : [{ key: creditKey(key), decision, isByAverage: false, after }];
    }),
  ];
}

export function valueOf(
  { decision }: Pick<Threshold, 'decision'>,
  side: Side,
): { column: number; value: number } | undefined {
  if (decision === undefined || side === 'EITHER') return undefined;
  return { column: decision.column, value: side === 'ABOVE' ? decision.above : 1 - decision.above };
}

function sideOf(session: LinearSession, { constant, terms }: Form): Side {
  const tolerance = 1e-6;
  const most = session.maximise(terms);
  if (most.status === 'OPTIMAL' && constant + most.objective <= -tolerance) return 'BELOW';
  const least = session.maximise(terms.map(([column, factor]) => [column, -factor]));
  return least.status === 'OPTIMAL' && constant - least.objective >= tolerance ? 'ABOVE' : 'EITHER';
}
