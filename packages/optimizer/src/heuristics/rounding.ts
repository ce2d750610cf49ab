/**
 * From amounts of any size to whole steps without a binary decision. Transfers over time are a network: when every
 * amount and every balance may only go to the whole step below or above, a vertex of the linear program consists of
 * whole steps (its matrix is totally unimodular, Heller and Tompkins 1956). Limits on sums of balances are no part of
 * the network; a program built to be `withStepMargin` keeps away from them.
 */

import type { Engines } from '../engines/port.js';
import type { Household } from '../household/household.js';
import { slopesOn } from '../household/daily-interest.js';
import type { ArcFlow, PlanModel } from '../formulations/plan-model.js';
import { limitsOfPair } from '../household/transfer-limits.js';
import { ProgramBuilder, type Term } from '../modelling/program.js';
import { units } from '../modelling/units.js';

/** Of a step: what arithmetic may add to a whole number. */
const DUST = 1e-5;

/** Whole steps of each transfer of a solution, those that become nothing left out; `undefined`: no rounding was found. */
export function wholeSteps(
  engines: Engines,
  model: PlanModel,
  values: Float64Array,
  timeLimitMs: number,
): Map<ArcFlow, number> | undefined {
  const { household, nodes } = model;
  const step = units(household.options.stepCents);
  const builder = new ProgramBuilder();
  const between = (units: number): [number, number] => [
    Math.floor(units / step + DUST),
    Math.ceil(units / step - DUST),
  ];
  const columns = new Map<ArcFlow, number>();
  const changes = new Map<string, Term[]>();
  const change = (account: number, node: number, term: Term): void => {
    const known = changes.get(keyOf(account, node));
    if (known === undefined) changes.set(keyOf(account, node), [term]);
    else known.push(term);
  };
  for (const arc of model.arcs) {
    const amount = values[arc.column] ?? 0;
    if (amount <= DUST * step) continue;
    const column = builder.column(...between(amount));
    columns.set(arc, column);
    change(arc.to, arc.arrival, [column, 1]);
    if (limitsOfPair(household, arc.from, arc.to) === undefined) change(arc.from, arc.node, [column, -1]);
  }
  // What leaves an account on a day goes through one more vertex, so that its limit stays a bound of the network.
  for (const { from, node, arcs } of limitedDays(household, [...columns.keys()])) {
    const out = builder.column(...between(arcs.reduce((sum, arc) => sum + (values[arc.column] ?? 0), 0)));
    builder.equal(0, [[out, -1], ...arcs.map((arc): Term => [columns.get(arc) ?? out, 1])]);
    change(from, node, [out, -1]);
  }
  for (const account of household.accounts) {
    let before: Term[] = [];
    for (const [node, { first, last }] of nodes.entries()) {
      const moved = changes.get(keyOf(account.index, node));
      if (moved === undefined && before.length === 0) continue;
      const sum = values[model.balance[account.index]?.[node] ?? -1] ?? 0;
      const at = { lower: sum, upper: sum };
      const earns = slopesOn(account, first, at).least * (last - first + 1) * step;
      const balance = builder.column(...between(sum), earns);
      builder.equal(0, [[balance, -1], ...before, ...(moved ?? [])]);
      before = [[balance, 1]];
    }
  }
  const outcome = engines.glpk.solve(builder.build(), { timeLimitMs });
  if (outcome.status !== 'OPTIMAL') return undefined;
  return new Map(
    [...columns]
      .map(([arc, column]): [ArcFlow, number] => [arc, Math.round(outcome.values[column] ?? 0)])
      .filter(([, steps]) => steps > 0),
  );
}

/** The transfers that count together towards a limit: those of one account at one node. */
function limitedDays(
  household: Household,
  arcs: readonly ArcFlow[],
): { readonly from: number; readonly node: number; readonly arcs: readonly ArcFlow[] }[] {
  const days = new Map<string, ArcFlow[]>();
  for (const arc of arcs) {
    if (limitsOfPair(household, arc.from, arc.to) === undefined) continue;
    const known = days.get(keyOf(arc.from, arc.node));
    if (known === undefined) days.set(keyOf(arc.from, arc.node), [arc]);
    else known.push(arc);
  }
  return [...days.values()].flatMap((together) => {
    const [first] = together;
    return first === undefined ? [] : [{ from: first.from, node: first.node, arcs: together }];
  });
}

function keyOf(account: number, node: number): string {
  return `${String(account)}:${String(node)}`;
}
