/** What may move at all: when an account may send or receive, how much at most (6), and what the options forbid. */

import { forbids, type Household, type HouseAccount } from '../household/household.js';
import type { PlanModel } from './plan-model.js';
import { units } from '../modelling/units.js';

export function mayLeave(model: PlanModel, account: HouseAccount, node: number): boolean {
  const { first, kind } = model.nodes[node] ?? { first: 0, kind: 'NO_TRANSFER' };
  if (kind === 'DAY' && !model.household.sendsOn(account.index, first)) return false;
  return account.canSend && first >= account.sendsFrom && first <= account.entry.openTo;
}

export function isOpen(account: HouseAccount, node: { first: number } | undefined): boolean {
  return node !== undefined && node.first >= account.entry.openFrom && node.first <= account.entry.openTo;
}

/**
 * The most that can leave or enter an account at a node, units: the ranges before and after it, unless money may
 * pass through the account on the same day; then all the money the household has above its minimums.
 */
export function mostFlow(
  model: PlanModel,
  account: number,
  node: number,
  direction: 'send' | 'receive',
): number {
  const before = node === 0 ? { lower: 0, upper: 0 } : model.range(account, node - 1);
  const after = model.range(account, node);
  const own = direction === 'send' ? before.upper - after.lower : after.upper - before.lower;
  const most = model.passesThrough(account, node) ? spareMoney(model, node) : own;
  const negligible = 1e-9;
  return most > negligible ? most : 0;
}

/**
 * Σ of what all accounts may hold above their minimums before the node's transfers, units; and what sending to and fro
 * may be worth beyond it, as limits are kept at the end of a day only.
 */
function spareMoney(model: PlanModel, node: number): number {
  const day = model.nodes[node]?.first ?? 0;
  let spare = 0;
  for (const { booked, min, isMovable } of model.household.accounts) {
    if (!isMovable) continue;
    const own = (booked[day] ?? 0) - (min[day] ?? 0);
    const earlier = day === 0 ? own : (booked[day - 1] ?? 0) - (min[day - 1] ?? 0);
    spare += node === 0 ? Math.max(0, own) : own + Math.max(0, earlier - own);
  }
  const toAndFro = model.creditedAt(node).reduce((sum, { missingCents }) => sum + missingCents, 0);
  return Math.max(0, units(spare)) + units(toAndFro);
}

/** In a span a flow is felt on the days that follow it: between those of its last and its first transfer day. */
export function addWeighted(model: PlanModel, node: number, column: number, most: number): number {
  const { builder, household } = model;
  const { first, last } = model.nodes[node] ?? { first: 0, last: 0 };
  const days: number[] = [];
  for (let day = first; day <= last; day += 1) if (household.isTransferDay[day] === true) days.push(day);
  const share = (day: number | undefined): number => (last - (day ?? first) + 1) / (last - first + 1);
  const weighted = builder.column(0, most);
  builder.atMost(0, [
    [weighted, 1],
    [column, -share(days[0])],
  ]);
  builder.atLeast(0, [
    [weighted, 1],
    [column, -share(days.at(-1))],
  ]);
  return weighted;
}

/** Whether the options forbid this transfer. */
export function isForbidden(
  household: Household,
  source: HouseAccount,
  destination: HouseAccount,
  day: number,
): boolean {
  const { grid } = household.timeline.plan;
  const transfer = { fromAccountId: source.id, toAccountId: destination.id, date: grid.days[day] ?? '' };
  return household.options.forbidden.some((choice) => forbids(choice, transfer));
}
