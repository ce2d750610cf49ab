/**
 * How far each account's sum of transfers can go at each node: its own limits, the guarantee, and the money of the
 * whole household, which no transfer increases. Tight ranges are what makes the binary decisions cheap.
 */

import type { Node } from './time-grid.js';
import type { Household } from './household.js';
import type { Range } from '../formulations/plan-model.js';
import { units } from '../modelling/units.js';

/** Ranges by account and node, units; a lower end above the upper one means no plan exists. */
export function rangesOf(household: Household, nodes: readonly Node[]): Range[][] {
  const { accounts, hasNoLeadTimes } = household;
  const lower = accounts.map((account) =>
    nodes.map((node) => {
      if (!account.isMovable) return 0;
      if (!account.canSend || node.last < account.sendsFrom) return Math.max(0, ownLower(account, node));
      return ownLower(account, node);
    }),
  );
  const upper = accounts.map((account) =>
    nodes.map((node) => {
      if (!account.isMovable) return 0;
      return account.canReceive ? ownUpper(account, node) : Math.min(0, ownUpper(account, node));
    }),
  );
  tightenByGuarantee(household, nodes, lower, upper);
  // Money in transit is on no account, so with lead days the sum may fall short, but it never exceeds zero.
  for (let pass = 0; pass < 2; pass += 1) {
    for (let node = 0; node < nodes.length; node += 1) {
      tightenByWealth(lower, upper, node, !hasNoLeadTimes);
    }
  }
  return accounts.map((_, account) =>
    nodes.map((__, node) => ({ lower: lower[account]?.[node] ?? 0, upper: upper[account]?.[node] ?? 0 })),
  );
}

function ownLower(account: Household['accounts'][number], node: Node): number {
  let bound = -Infinity;
  for (let day = node.first; day <= node.last; day += 1) {
    bound = Math.max(bound, units((account.min[day] ?? 0) - (account.booked[day] ?? 0)));
  }
  return bound;
}

function ownUpper(account: Household['accounts'][number], node: Node): number {
  let bound = Infinity;
  for (let day = node.first; day <= node.last; day += 1) {
    bound = Math.min(bound, units((account.max[day] ?? 0) - (account.booked[day] ?? 0)));
  }
  return bound;
}

/** A holder's limit at a bank, less the least the others there can hold, limits each account. */
function tightenByGuarantee(
  household: Household,
  nodes: readonly Node[],
  lower: readonly number[][],
  upper: readonly number[][],
): void {
  const { problem, exposures, accounts } = household;
  for (const exposure of exposures) {
    for (const [index, node] of nodes.entries()) {
      const limit = problem.settings.guaranteeLimitCents * exposure.unitsPerCent;
      const own = exposure.dailyUnits[node.first] ?? 0;
      const least = exposure.shares.map((share) => share.units * (lower[share.accountIndex]?.[index] ?? 0));
      const sum = least.reduce((total, value) => total + value, 0);
      for (const [position, share] of exposure.shares.entries()) {
        const row = upper[share.accountIndex];
        if (accounts[share.accountIndex]?.isMovable !== true || row === undefined) continue;
        const free = units(limit - own) - (sum - (least[position] ?? 0));
        if (Number.isFinite(free)) row[index] = Math.min(row[index] ?? 0, free / share.units);
      }
    }
  }
}

function tightenByWealth(
  lower: readonly number[][],
  upper: readonly number[][],
  node: number,
  canBeInTransit: boolean,
): void {
  const least = lower.map((row) => row[node] ?? 0);
  const most = upper.map((row) => row[node] ?? 0);
  const sumLeast = finiteSum(least);
  const sumMost = finiteSum(most);
  for (const [account, row] of upper.entries()) {
    const others = sumLeast.without(least[account] ?? 0);
    if (Number.isFinite(others)) row[node] = Math.min(row[node] ?? 0, -others);
  }
  if (canBeInTransit) return;
  for (const [account, row] of lower.entries()) {
    const others = sumMost.without(most[account] ?? 0);
    if (Number.isFinite(others)) row[node] = Math.max(row[node] ?? 0, -others);
  }
}

/** A sum that can leave one of its terms out even when some are infinite. */
function finiteSum(values: readonly number[]): { without(value: number): number } {
  const infinite = values.filter((value) => !Number.isFinite(value));
  const sum = values.reduce((total, value) => (Number.isFinite(value) ? total + value : total), 0);
  return {
    without(value) {
      const others = infinite.length - (Number.isFinite(value) ? 0 : 1);
      if (others > 0) return infinite[0] ?? Infinity;
      return Number.isFinite(value) ? sum - value : sum;
    },
  };
}

/**
 * The most that Σ factor × sum of transfers of some accounts can be at a node, units: within their ranges, and with no
 * more money than the household has.
 */
export function mostTogether(
  rangeOf: (account: number) => Range,
  accounts: number,
  members: readonly { readonly account: number; readonly factor: number }[],
): number {
  let spare = 0;
  for (let account = 0; account < accounts; account += 1) spare -= rangeOf(account).lower;
  let most = 0;
  for (const { account, factor } of [...members].sort((a, b) => b.factor - a.factor)) {
    const { lower, upper } = rangeOf(account);
    const more = Math.max(0, Math.min(spare, upper - lower));
    if (!Number.isFinite(more) || !Number.isFinite(lower)) return Infinity;
    most += factor * (lower + more);
    spare -= more;
  }
  return most;
}
