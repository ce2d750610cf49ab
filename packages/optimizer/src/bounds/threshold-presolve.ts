/**
 * Branching on what weighs most first. Whether a duty is due or a fee waived changes the relaxation by euros, whether
 * an account sends on a day by cents; an engine that tries the many small decisions first leaves the bound where it
 * was for long. So the program is split by the few large ones, by linear programs, until none is left undecided in
 * the relaxation; what an incumbent already beats is dropped, and the engine solves the cases that remain.
 */

import { engineFor, type Engines, type SolveLimits, type SolveOutcome } from '../engines/port.js';
import type { PlanModel } from '../formulations/plan-model.js';
import { lpRelaxation, type Program } from '../modelling/program.js';

/** More cases than this are left to the engine's own branching. */
const MOST_CASES = 12;
/** Of the time, what splitting may take. */
const SHARE_OF_SPLITTING = 0.3;
const SHORTEST_MS = 20;
const FRACTION = 1e-6;

export interface CaseLimits extends SolveLimits {
  /** −∞: every solution is of use. */
  readonly cutoff: number;
}

interface Case {
  readonly program: Program;
  /** Of the relaxation. */
  readonly bound: number;
  /** The large decision the relaxation is least sure of; `undefined`: sure of all. */
  readonly undecided: number | undefined;
}

/** Solves the program case by case. `UNKNOWN` also when no solution is worth more than what is known. */
export function solveByThresholds(
  engines: Engines,
  model: PlanModel,
  program: Program,
  limits: CaseLimits,
): SolveOutcome {
  const engine = engineFor(engines, program);
  const large = largeDecisions(model, program);
  // Without small decisions beside them the engine branches on nothing else anyway.
  if (large.length === 0 || large.length === openIntegers(program)) return engine.solve(program, limits);
  const started = performance.now();
  const left = (): number => Math.max(0, limits.timeLimitMs - (performance.now() - started));
  const { cases, dropped } = split(
    engines,
    program,
    large,
    limits.cutoff,
    () => left() - limits.timeLimitMs * (1 - SHARE_OF_SPLITTING),
  );
  const bounds = cases.map(({ bound }) => bound);
  let best: Extract<SolveOutcome, { values: Float64Array }> | undefined;
  let nodes = 0;
  let areAllInfeasible = !dropped;
  for (const [position, { program: part }] of cases.entries()) {
    const known = Math.max(limits.cutoff, best?.objective ?? -Infinity);
    if ((bounds[position] ?? Infinity) <= known) {
      areAllInfeasible = false;
      continue;
    }
    const outcome = engine.solve(part, {
      ...limits,
      cutoff: known,
      timeLimitMs: Math.max(SHORTEST_MS, left() / (cases.length - position)),
    });
    nodes += outcome.nodes;
    if (outcome.status === 'INFEASIBLE') {
      bounds[position] = -Infinity;
      continue;
    }
    areAllInfeasible = false;
    bounds[position] = Math.min(bounds[position] ?? Infinity, outcome.bound);
    if (outcome.status !== 'UNKNOWN' && outcome.objective > (best?.objective ?? -Infinity)) best = outcome;
  }
  if (areAllInfeasible) return { status: 'INFEASIBLE', nodes };
  const bound = Math.max(limits.cutoff, best?.objective ?? -Infinity, ...bounds);
  if (best === undefined) return { status: 'UNKNOWN', bound, nodes };
  const isOptimal = bound <= Math.max(best.objective, limits.cutoff) + (limits.absoluteGap ?? 0);
  return { ...best, status: isOptimal ? 'OPTIMAL' : 'FEASIBLE', bound, nodes };
}

function openIntegers({ integrality, columnLower, columnUpper }: Program): number {
  return integrality.reduce(
    (sum, flag, column) => sum + (flag === 1 && isOpen(columnLower[column], columnUpper[column]) ? 1 : 0),
    0,
  );
}

function isOpen(lower = 0, upper = 0): boolean {
  return lower < upper;
}

/** The integer columns that are no transfer's. */
function largeDecisions(model: PlanModel, program: Program): number[] {
  const small = new Set([...model.sends, ...model.receives, ...model.arcs].map(({ binary }) => binary));
  const large: number[] = [];
  for (let column = 0; column < program.columns; column += 1) {
    const isUndecided = isOpen(program.columnLower[column], program.columnUpper[column]);
    if (program.integrality[column] === 1 && isUndecided && !small.has(column)) large.push(column);
  }
  return large;
}

/** The cases worth solving, the most promising first, and whether any was dropped because a plan beats it. */
function split(
  engines: Engines,
  program: Program,
  large: readonly number[],
  cutoff: number,
  left: () => number,
): { cases: Case[]; dropped: boolean } {
  const decided: Case[] = [];
  let open: Case[] = [];
  let dropped = false;
  const consider = (part: Program, boundBefore: number): void => {
    const found = relaxed(engines, part, large, boundBefore, left());
    if (found === undefined) return;
    if (found.bound <= cutoff) dropped = true;
    else if (found.undecided === undefined) decided.push(found);
    else open.push(found);
  };
  consider(program, Infinity);
  while (open.length > 0 && open.length + decided.length < MOST_CASES && left() > 0) {
    open.sort((a, b) => b.bound - a.bound);
    const [widest, ...others] = open;
    open = others;
    if (widest?.undecided === undefined) break;
    for (const value of [1, 0]) consider(fixed(widest.program, widest.undecided, value), widest.bound);
  }
  return { cases: [...decided, ...open].sort((a, b) => b.bound - a.bound), dropped };
}

/** The relaxation of one case; `undefined` when it has no solution. */
function relaxed(
  engines: Engines,
  program: Program,
  large: readonly number[],
  boundBefore: number,
  leftMs: number,
): Case | undefined {
  const linear = lpRelaxation(program);
  const outcome = engineFor(engines, linear).solve(linear, { timeLimitMs: Math.max(SHORTEST_MS, leftMs) });
  if (outcome.status === 'INFEASIBLE') return undefined;
  if (outcome.status !== 'OPTIMAL') return { program, bound: boundBefore, undecided: undefined };
  const values = outcome.values;
  const doubt = (column: number): number => Math.min(values[column] ?? 0, 1 - (values[column] ?? 0));
  const undecided = large.reduce<number | undefined>(
    (widest, column) => (doubt(column) > (widest === undefined ? FRACTION : doubt(widest)) ? column : widest),
    undefined,
  );
  return { program, bound: Math.min(boundBefore, outcome.objective), undecided };
}

function fixed(program: Program, column: number, value: number): Program {
  const columnLower = Float64Array.from(program.columnLower);
  const columnUpper = Float64Array.from(program.columnUpper);
  columnLower[column] = value;
  columnUpper[column] = value;
  return { ...program, columnLower, columnUpper };
}
