/**
 * The exact last step: given the transfers worth considering, decide which to make and their amounts in whole steps,
 * every transfer counted one by one, and have the referee replay the outcome.
 */

import type { Transfer } from '@fibado/planning';
import { engineFor, type Engines } from '../engines/port.js';
import { booksInside, withBookingsOf } from '../household/bookings.js';
import { arcFormulation } from '../formulations/formulations.js';
import type { Household } from '../household/household.js';
import { interestRoundingOf } from '../formulations/interest.js';
import type { ArcChoice, ArcFlow, PlanModel } from '../formulations/plan-model.js';
import { piecesOfArc } from '../household/transfer-limits.js';
import { lpRelaxation } from '../modelling/program.js';
import { UNIT_CENTS } from '../modelling/units.js';
import { arcsAmong, arcsOf } from './arcs.js';
import { referee, type RefereedPlan } from '../referee.js';
import { wholeSteps } from './rounding.js';
import { warmStart } from './warm-start.js';

/** Half a cent of objective: rounding of interest makes anything finer meaningless. */
const GAP_CENTS = 0.5;
/** Wider than any household's worth: the first plan ends the search. */
const ANY_GAP_CENTS = 1e12;

/** Rounds of successive linearisation: the bookings of a plan mostly settle in the second. */
const MOST_ROUNDS = 3;

/**
 * The best plan made of the given arcs, refereed; `undefined` when none is feasible (or found in time). A plan known
 * to be made of them is where the search starts. Where periods book inside the horizon, a plan whose own bookings make
 * it worth less than promised is decided again with them.
 */
export function restrictedMip(
  household: Household,
  engines: Engines,
  arcs: readonly ArcChoice[],
  timeLimitMs: number,
  known?: RefereedPlan,
  nodeLimit?: number,
): RefereedPlan | undefined {
  const limits = { timeLimitMs: timeLimitMs / 2, nodeLimit };
  let { plan: best, solution, promised } = decided(household, engines, arcs, { ...limits, known });
  if (!booksInside(household)) return best;
  for (let round = 1; round < MOST_ROUNDS && solution !== undefined; round += 1) {
    const worth = Math.min(solution.objectiveCents, best?.objectiveCents ?? -Infinity);
    if (promised <= worth + AS_GOOD_CENTS) break;
    const about = withBookingsOf(household, solution.transfers);
    const next = decided(about, engines, arcs, { ...limits, known: undefined });
    best = better(best, next.plan);
    ({ solution, promised } = next);
  }
  return best;
}

interface Decided {
  /** Keeps every limit. */
  readonly plan: RefereedPlan | undefined;
  /** What the program's solution comes to, whether it keeps them or not. */
  readonly solution: RefereedPlan | undefined;
  /** What the program says that it is worth, cents. */
  readonly promised: number;
}

function decided(
  household: Household,
  engines: Engines,
  arcs: readonly ArcChoice[],
  { timeLimitMs, ...more }: ChoiceRequest,
): Decided {
  // Which transfers to make is decided on amounts of any size; whole steps for all of them at once take far longer.
  const chosen = isWorthChoosing(arcs)
    ? chosenOf(household, engines, arcs, { timeLimitMs, ...more })
    : undefined;
  const plan = chosen === undefined ? undefined : inSteps(household, engines, chosen, timeLimitMs / 2);
  if (chosen !== undefined && plan !== undefined)
    return { plan, solution: chosen.solution ?? plan, promised: chosen.promised };
  return integralMip(household, engines, arcs, { timeLimitMs: timeLimitMs / 2 });
}

/** The plan of what was chosen; its steps are decided only where rounding alone costs too much. */
function inSteps(
  household: Household,
  engines: Engines,
  { arcs, promised, rounded: plan }: Chosen,
  timeLimitMs: number,
): RefereedPlan | undefined {
  const asGood = Math.max(AS_GOOD_CENTS, interestRoundingOf(household) * SHARE_OF_ROUNDING);
  if (plan !== undefined && promised - plan.objectiveCents <= asGood) return plan;
  return better(integralMip(household, engines, arcs, { timeLimitMs }).plan, plan);
}

/** Of a plan in whole steps against amounts of any size: deciding the steps is not worth its time. */
const AS_GOOD_CENTS = 1;
/** Of what rounding interest may hide: the program cannot tell plans apart that differ by that, only the referee can. */
const SHARE_OF_ROUNDING = 0.25;

function better(one: RefereedPlan | undefined, other: RefereedPlan | undefined): RefereedPlan | undefined {
  return one === undefined || (other !== undefined && other.objectiveCents > one.objectiveCents)
    ? other
    : one;
}

interface Chosen {
  /** The arcs the best plan uses when amounts need not be whole steps. */
  readonly arcs: readonly ArcChoice[];
  /** What that plan is worth, objective units. */
  readonly promised: number;
  /** The same plan in whole steps, when it still keeps every limit. */
  readonly rounded: RefereedPlan | undefined;
  /** The same, whether it does or not. */
  readonly solution: RefereedPlan | undefined;
}

interface ChoiceRequest {
  readonly timeLimitMs: number;
  readonly nodeLimit?: number | undefined;
  readonly known: RefereedPlan | undefined;
}

function chosenOf(
  household: Household,
  engines: Engines,
  arcs: readonly ArcChoice[],
  { timeLimitMs, nodeLimit, known }: ChoiceRequest,
): Chosen | undefined {
  const model = arcFormulation(household, { arcs, amounts: 'STEP_MARGIN' });
  const program = model.builder.build();
  const outcome = engineFor(engines, program).solve(program, {
    timeLimitMs,
    nodeLimit,
    absoluteGap: GAP_CENTS,
    start: known === undefined ? undefined : warmStart(model, known),
  });
  if (outcome.status !== 'OPTIMAL' && outcome.status !== 'FEASIBLE') return undefined;
  const used = model.arcs.filter(({ column }) => (outcome.values[column] ?? 0) * UNIT_CENTS > 1);
  const solution = inWholeSteps(engines, model, outcome.values, timeLimitMs);
  return {
    arcs: arcsAmong(model, arcs, used),
    promised: outcome.objective,
    solution,
    rounded: keptOrRepaired(household, engines, solution, timeLimitMs),
  };
}

/** Whether anything is saved by choosing first. */
function isWorthChoosing(arcs: readonly ArcChoice[]): boolean {
  return arcs.length >= WORTH_CHOOSING && arcs.every(({ exactly }) => exactly === undefined);
}

const WORTH_CHOOSING = 8;

/** A plan made of the given arcs by linear programs alone: mostly one, never the proof that there is none. */
export function lpRounding(
  household: Household,
  engines: Engines,
  arcs: readonly ArcChoice[],
  timeLimitMs: number,
): RefereedPlan | undefined {
  // Exactly at the limits first: amounts that come out whole there need no distance.
  for (const amounts of ['ANY', 'STEP_MARGIN'] as const) {
    const model = arcFormulation(household, { arcs, amounts, withoutFixedCosts: true });
    const program = lpRelaxation(model.builder.build());
    const outcome = engineFor(engines, program).solve(program, { timeLimitMs: timeLimitMs / 2 });
    if (outcome.status !== 'OPTIMAL') continue;
    const plan = rounded(household, engines, model, outcome.values, timeLimitMs / 2);
    if (plan !== undefined && plan.transfers.length <= household.options.maxTransfers) return plan;
  }
  return undefined;
}

/** The plan of a solution with its amounts in whole steps; `undefined` when a limit is then broken. */
function rounded(
  household: Household,
  engines: Engines,
  model: PlanModel,
  values: Float64Array,
  timeLimitMs: number,
): RefereedPlan | undefined {
  return keptOrRepaired(household, engines, inWholeSteps(engines, model, values, timeLimitMs), timeLimitMs);
}

/** The same, whether a limit is broken or not. */
function inWholeSteps(
  engines: Engines,
  model: PlanModel,
  values: Float64Array,
  timeLimitMs: number,
): RefereedPlan | undefined {
  const { household } = model;
  const steps = wholeSteps(engines, model, values, timeLimitMs);
  if (steps === undefined) return undefined;
  const { stepCents } = household.options;
  const transfers = [...steps].flatMap(([arc, count]) => transferOf(model, arc, count * stepCents));
  return referee(household, transfers);
}

/** Rounds of successive linearisation. */
const MOST_REPAIRS = 3;

/**
 * The plan itself when it keeps every limit. Programs have the bookings of another plan in their balances, so that the
 * plan's own may break a limit: its amounts are then decided again with its bookings, until they agree.
 */
function keptOrRepaired(
  household: Household,
  engines: Engines,
  solution: RefereedPlan | undefined,
  timeLimitMs: number,
): RefereedPlan | undefined {
  if (solution === undefined) return undefined;
  const plan = withoutUseless(household, solution);
  if (plan.violations.length === 0) return plan;
  if (!booksInside(household)) return undefined;
  const arcs = arcsOf(household, solution);
  let broken = solution;
  for (let round = 0; round < MOST_REPAIRS; round += 1) {
    const about = withBookingsOf(household, broken.transfers);
    const model = arcFormulation(about, { arcs, amounts: 'STEP_MARGIN', withoutFixedCosts: true });
    const program = lpRelaxation(model.builder.build());
    const outcome = engineFor(engines, program).solve(program, { timeLimitMs });
    if (outcome.status !== 'OPTIMAL') return undefined;
    const next = inWholeSteps(engines, model, outcome.values, timeLimitMs);
    if (next === undefined) return undefined;
    const kept = withoutUseless(household, next);
    if (kept.violations.length === 0) return kept;
    broken = next;
  }
  return undefined;
}

export interface IntegralMipLimits {
  readonly timeLimitMs: number;
  /** Stop at the first plan that keeps the limits; what transfers cost is left out unless their number is limited. */
  readonly anyPlan?: boolean | undefined;
}

/** The same, and whether no plan can be made of the arcs at all. */
export function integralMip(
  household: Household,
  engines: Engines,
  arcs: readonly ArcChoice[],
  { timeLimitMs, anyPlan = false }: IntegralMipLimits,
): Decided & { readonly infeasible: boolean } {
  const withoutFixedCosts = anyPlan && !Number.isFinite(household.options.maxTransfers);
  const model = arcFormulation(household, { arcs, amounts: 'WHOLE_STEPS', withoutFixedCosts });
  const program = model.builder.build();
  const outcome = engineFor(engines, program).solve(program, {
    timeLimitMs,
    absoluteGap: anyPlan ? ANY_GAP_CENTS : GAP_CENTS,
  });
  if (outcome.status !== 'OPTIMAL' && outcome.status !== 'FEASIBLE') {
    const none = { plan: undefined, solution: undefined, promised: -Infinity };
    return { ...none, infeasible: outcome.status === 'INFEASIBLE' };
  }
  const solution = planOf(household, model, arcs, outcome.values);
  const plan = keptOrRepaired(household, engines, solution, timeLimitMs);
  return { plan, solution, promised: outcome.objective, infeasible: false };
}

/** The refereed plan a solution stands for. */
function planOf(
  household: Household,
  model: PlanModel,
  arcs: readonly ArcChoice[],
  values: Float64Array,
): RefereedPlan {
  const { stepCents } = household.options;
  const transfers = model.arcs.flatMap((flow): Transfer[] => {
    const cents = (values[flow.column] ?? 0) * UNIT_CENTS;
    const isExact = arcs.some(
      (arc) =>
        arc.exactly !== undefined &&
        arc.from === flow.from &&
        arc.to === flow.to &&
        Math.abs(arc.exactly * UNIT_CENTS - cents) < 0.5,
    );
    const amountCents = isExact ? Math.round(cents) : Math.round(cents / stepCents) * stepCents;
    return transferOf(model, flow, amountCents);
  });
  return referee(household, transfers);
}

function transferOf({ household, nodes }: PlanModel, flow: ArcFlow, amountCents: number): Transfer[] {
  const date = household.timeline.plan.grid.days[nodes[flow.node]?.first ?? 0];
  const source = household.accounts[flow.from];
  const destination = household.accounts[flow.to];
  if (amountCents <= 0 || date === undefined || source === undefined || destination === undefined) return [];
  return piecesOfArc(household, flow.from, flow.to, amountCents).map((cents) => ({
    date,
    fromAccountId: source.id,
    toAccountId: destination.id,
    amountCents: cents,
  }));
}

/** Drops transfers that earn nothing: with free effort the program does not mind them, a person does. */
function withoutUseless(household: Household, plan: RefereedPlan): RefereedPlan {
  let best = plan;
  const forced = household.forced.length;
  if (
    household.options.effortCents > 0 ||
    best.transfers.length === forced ||
    best.transfers.length > MOST_TO_TRY
  )
    return best;
  for (const transfer of plan.transfers) {
    if (household.forced.includes(transfer)) continue;
    const rest = best.transfers.filter((other) => other !== transfer && !household.forced.includes(other));
    const without = referee(household, rest);
    if (
      without.violations.length <= best.violations.length &&
      without.objectiveCents >= best.objectiveCents
    ) {
      best = without;
    }
  }
  return best;
}

const MOST_TO_TRY = 120;
