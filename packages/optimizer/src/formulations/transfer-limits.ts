/** Limits on what leaves an account for other banks: in pieces (25), and together on a day (26). */

import type { HouseAccount } from '../household/household.js';
import { limitsOfPair, type TransferLimits } from '../household/transfer-limits.js';
import type { Term } from '../modelling/program.js';
import { units } from '../modelling/units.js';
import type { PlanModel } from './plan-model.js';

/** Of a piece: what arithmetic may add to a whole number. */
const DUST = 1e-6;

interface Pieces {
  /** The amount, whether anything is sent, and the most that can be. */
  readonly column: number;
  readonly binary: number | undefined;
  readonly most: number;
  /** Of each further transfer, cents. */
  readonly costCents: number;
}

/**
 * An integer that counts the transfers an amount takes beyond the first: x ≤ S (z + n). `undefined` where one transfer is
 * always enough, or transfers are not counted.
 */
export function addPieces(
  model: PlanModel,
  limits: TransferLimits | undefined,
  { column, binary, most, costCents }: Pieces,
): number | undefined {
  const single = units(limits?.singleCents ?? Infinity);
  if (binary === undefined || most <= single * (1 + DUST)) return undefined;
  const { builder } = model;
  const mostFurther = single > 0 ? Math.ceil(most / single - DUST) - 1 : 0;
  const further = builder.column(0, mostFurther, -costCents, true);
  builder.atMost(0, [
    [column, 1],
    [binary, -single],
    [further, -single],
  ]);
  model.counters.push(further);
  return further;
}

/** The most that may leave the account for other banks at a node, units: in a span, on all its transfer days. */
export function dailyLimitOf(
  model: PlanModel,
  { index, limits }: Pick<HouseAccount, 'index' | 'limits'>,
  node: number,
): number {
  return model.limitSlacks.has(index) ? Infinity : limitOn(model, limits, node);
}

function limitOn(model: PlanModel, limits: TransferLimits | undefined, node: number): number {
  const { first, last, kind } = model.nodes[node] ?? { first: 0, last: -1, kind: 'NO_TRANSFER' };
  if (limits === undefined) return Infinity;
  let cents = limits.dailyCents[first] ?? Infinity;
  if (kind !== 'SPAN') return units(cents);
  for (let day = first + 1; day <= last; day += 1) {
    if (model.household.isTransferDay[day] === true) cents += limits.dailyCents[day] ?? Infinity;
  }
  return units(cents);
}

/** Σ of what leaves each account for other banks at each node is within the limit of the day. */
export function addDailyLimits(model: PlanModel): void {
  const { builder, limitSlacks } = model;
  for (const { account, terms, limit } of limitedFlows(model)) {
    const slack = limitSlacks.get(account);
    if (slack !== undefined) builder.atMost(limit, [...terms, [slack, -1]]);
    // A single flow has the limit as its bound.
    else if (terms.length > 1) builder.atMost(limit, terms);
  }
}

interface LimitedFlow {
  readonly account: number;
  readonly node: number;
  /** What leaves, and its limit, units. */
  readonly terms: readonly Term[];
  readonly limit: number;
}

/** What leaves limited accounts for other banks, by node. */
export function limitedFlows(model: PlanModel): LimitedFlow[] {
  const { household, nodes } = model;
  if (!household.hasTransferLimits) return [];
  return household.accounts.flatMap(({ index, limits }): LimitedFlow[] => {
    if (limits === undefined) return [];
    const leaving = nodes.map((): Term[] => []);
    for (const { from, to, node, column } of model.arcs) {
      if (from === index && limitsOfPair(household, from, to) !== undefined) leaving[node]?.push([column, 1]);
    }
    for (const { account, node, column } of model.sends) {
      if (account === index) leaving[node]?.push([column, 1]);
    }
    return leaving.flatMap((terms, node): LimitedFlow[] => {
      const limit = limitOn(model, limits, node);
      return terms.length > 0 && Number.isFinite(limit) ? [{ account: index, node, terms, limit }] : [];
    });
  });
}
