/**
 * A first plan, whatever it earns, or the proof that there is none. Neither needs the binary decisions that make the
 * best plan hard to find: a linear program without them says which money must move, and its transfers in whole steps
 * are mostly a plan. Where they are not, every transfer on every event day is tried in whole steps, which is complete:
 * shifting a transfer to an event day breaks no limit (see the decision record on the grid).
 */

import type { ViolationKind } from '@fibado/planning';
import { engineFor, type Engines } from '../engines/port.js';
import { poolFormulation } from '../formulations/formulations.js';
import { nodesOf } from '../household/time-grid.js';
import type { Household } from '../household/household.js';
import { lpRelaxation } from '../modelling/program.js';
import type { ArcChoice } from '../formulations/plan-model.js';
import { candidateArcs } from './arcs.js';
import { lpRounding, integralMip } from './restricted-mip.js';
import { referee, type RefereedPlan } from '../referee.js';
import { slopeScaledArcs } from './slope-scaling.js';

/** `undefined`: neither a plan nor a proof was found in time. */
export type FirstPlan = { readonly plan: RefereedPlan } | 'NONE_EXISTS' | undefined;

/** `proven`: the household whose limits give way to bookings; only where it has no plan, there is none. */
export function firstPlan(
  household: Household,
  proven: Household,
  engines: Engines,
  leftMs: () => number,
): FirstPlan {
  if (isRuledOut(household, proven)) return 'NONE_EXISTS';
  const first = firstOrNone(household, engines, leftMs);
  if (first !== 'NONE_EXISTS' || proven === household) return first;
  const model = poolFormulation(proven, { withoutFixedCosts: true, prudentByAverage: true });
  const program = lpRelaxation(model.builder.build());
  const outcome = engineFor(engines, program).solve(program, { timeLimitMs: leftMs() });
  return outcome.status === 'INFEASIBLE' ? 'NONE_EXISTS' : undefined;
}

function firstOrNone(household: Household, engines: Engines, leftMs: () => number): FirstPlan {
  const model = poolFormulation(household, { withoutFixedCosts: true, prudentByAverage: true });
  const program = lpRelaxation(model.builder.build());
  const outcome = engineFor(engines, program).solve(program, { timeLimitMs: leftMs() });
  // Amounts of any size, no limit on their number: when even that fails, nothing succeeds.
  if (outcome.status === 'INFEASIBLE') return 'NONE_EXISTS';
  if (outcome.status !== 'UNKNOWN') {
    const few = slopeScaledArcs(household, engines, leftMs);
    const arcs = few.length > 0 ? few : candidateArcs(model, outcome.values);
    const plan =
      lpRounding(household, engines, arcs, leftMs() * SHARE_OF_NEAREST) ??
      integralMip(household, engines, arcs, { timeLimitMs: leftMs() * SHARE_OF_NEAREST, anyPlan: true }).plan;
    if (plan !== undefined && fits(household, plan)) return { plan };
  }
  const { plan, infeasible } = integralMip(household, engines, everyArc(household), {
    timeLimitMs: leftMs(),
    anyPlan: true,
  });
  if (plan !== undefined && fits(household, plan)) return { plan };
  return infeasible ? 'NONE_EXISTS' : undefined;
}

/**
 * Whether no program is needed to see that no plan exists. Programs hold the limits of movable accounts alone: a limit
 * broken by an account no transfer can touch stays broken in every plan, as does any limit where no transfer beyond
 * the forced ones is possible.
 */
function isRuledOut(household: Household, proven: Household): boolean {
  const { accounts, pairs, forced, options } = household;
  if (forced.length > options.maxTransfers) return true;
  const { violations } = referee(household, []);
  if (pairs.length === 0 || forced.length === options.maxTransfers) return violations.length > 0;
  return violations.some(
    ({ kind, accountId }) =>
      TRANSFERS_THEMSELVES.has(kind) ||
      (proven === household &&
        (kind === 'BELOW_MINIMUM' || kind === 'ABOVE_MAXIMUM') &&
        accounts[household.indexOf(accountId) ?? -1]?.isMovable === false),
  );
}

/** Broken by forced transfers: no other transfer changes that. */
const TRANSFERS_THEMSELVES: ReadonlySet<ViolationKind> = new Set([
  'TRANSFER_NOT_ALLOWED',
  'SINGLE_LIMIT_EXCEEDED',
  'DAILY_LIMIT_EXCEEDED',
]);

const SHARE_OF_NEAREST = 0.3;

function fits({ options }: Household, plan: RefereedPlan): boolean {
  return plan.transfers.length <= options.maxTransfers;
}

/** Every allowed pair on every day an event asks for. */
function everyArc(household: Household): ArcChoice[] {
  const days = nodesOf(household, { spans: false, everyLateDay: true })
    .filter(({ kind }) => kind === 'DAY')
    .map(({ first }) => first);
  return days.flatMap((day) => household.pairs.map(({ from, to }): ArcChoice => ({ from, to, day })));
}
