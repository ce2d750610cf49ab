/**
 * Which thresholds can matter at all. Over every plan on the daily grid that is at least as good as one in hand, a
 * linear program (yes/no decisions relaxed, transfers allowed on every day) tells the least and the most of each
 * average: when it stays on one side of its threshold, no good plan leans on the threshold. With none left, the event
 * days alone prove the bound.
 */

import { engineFor, type Engine, type Engines } from '../engines/port.js';
import { buildModel } from '../model/build.js';
import type { Household } from '../model/household.js';
import type { PlanModel, Threshold } from '../model/plan-model.js';
import type { Program } from '../model/program.js';
import type { RefereedPlan } from './referee.js';

export interface RelevanceRequest {
  readonly plan: RefereedPlan;
  readonly prudentByAverage: boolean;
  /** Milliseconds left. */
  readonly left: () => number;
}

/** The side every good plan keeps of each threshold, in the model's order. */
export type Side = 'ABOVE' | 'BELOW' | 'EITHER';

export function thresholdSides(
  household: Household,
  engines: Engines,
  { plan, prudentByAverage, left }: RelevanceRequest,
): Side[] {
  const model = buildModel(household, { spans: true, prudentByAverage });
  addWorth(model, plan.objectiveCents - model.roundingCents);
  const sides = model.thresholds.map((): Side => 'EITHER');
  // What one threshold decides can decide another.
  for (let pass = 0; pass < PASSES; pass += 1) {
    let found = false;
    for (const [index, threshold] of model.thresholds.entries()) {
      const { form } = threshold;
      if (form === undefined || sides[index] !== 'EITHER' || left() < LEAST_MS) continue;
      const side = sideOf(model, engines, form, left());
      sides[index] = side;
      if (side === 'EITHER') continue;
      found = true;
      decide(model, threshold, side);
    }
    if (!found) break;
  }
  return sides;
}

type Form = NonNullable<Threshold['form']>;

const PASSES = 2;
const LEAST_MS = 50;

/** Fixes the decision that goes with a side. */
export function decide(model: PlanModel, threshold: Threshold, side: Side): void {
  const { decision } = threshold;
  if (decision === undefined || side === 'EITHER') return;
  const value = side === 'ABOVE' ? decision.above : 1 - decision.above;
  model.builder.tighten(decision.column, value, value);
}

/** Only plans worth at least so much. */
function addWorth(model: PlanModel, worthCents: number): void {
  const { builder } = model;
  const { cost, offset } = builder.build();
  builder.atLeast(
    worthCents - offset,
    [...cost].flatMap((value, column) => (value === 0 ? [] : [[column, value] as const])),
  );
}

function sideOf(model: PlanModel, engines: Engines, form: Form, timeLimitMs: number): Side {
  const built = model.builder.build();
  const relaxed = { ...built, integrality: new Uint8Array(built.columns) };
  const engine = engineFor(engines, relaxed);
  const tolerance = 1e-6;
  const most = extreme(engine, relaxed, form, 1, timeLimitMs);
  if (most !== undefined && most <= -tolerance) return 'BELOW';
  const least = extreme(engine, relaxed, form, -1, timeLimitMs);
  return least !== undefined && -least >= tolerance ? 'ABOVE' : 'EITHER';
}

/** The most of sign × threshold; `undefined` when unknown. */
function extreme(
  engine: Engine,
  program: Program,
  form: Form,
  sign: 1 | -1,
  timeLimitMs: number,
): number | undefined {
  const cost = new Float64Array(program.columns);
  for (const [column, factor] of form.terms) cost[column] = (cost[column] ?? 0) + sign * factor;
  const outcome = engine.solve({ ...program, cost, offset: sign * form.constant }, { timeLimitMs });
  return outcome.status === 'OPTIMAL' ? outcome.objective : undefined;
}
