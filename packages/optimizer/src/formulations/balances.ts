/** Balances as what moved up to each node (3) within their ranges (4); on spans also the average level (19). */

import type { Term } from '../modelling/program.js';
import type { PlanModel } from './plan-model.js';

interface Change {
  readonly column: number;
  readonly sign: number;
  readonly weighted: number | undefined;
}

/** balance = balance before + in − out, within its range; in spans also the average level. */
export function addBalances(model: PlanModel): void {
  const { household, nodes, builder } = model;
  const changes = changesOf(model);
  for (const account of household.accounts) {
    let current = -1;
    for (const node of nodes.keys()) {
      const range = model.range(account.index, node);
      const moved = changes.get(key(account.index, node)) ?? [];
      if (moved.length > 0) {
        const before = current;
        current = builder.column(range.lower, range.upper);
        builder.equal(0, [
          [current, 1],
          ...(before < 0 ? [] : [[before, -1] as Term]),
          ...moved.map((change): Term => [change.column, -change.sign]),
        ]);
        if (nodes[node]?.kind === 'SPAN') {
          // Inside a span the account's own money does not change, so the level keeps to the same limits.
          const earlier = node === 0 ? range : model.range(account.index, node - 1);
          const level = builder.column(
            Math.min(range.lower, earlier.lower),
            Math.max(range.upper, earlier.upper),
          );
          builder.equal(0, [
            [level, 1],
            ...(before < 0 ? [] : [[before, -1] as Term]),
            ...moved.map((change): Term => [change.weighted ?? change.column, -change.sign]),
          ]);
          setAt(model.level, account.index, node, level);
        } else {
          setAt(model.level, account.index, node, current);
        }
      } else {
        if (current < 0) {
          if (account.isMovable && (range.lower > EPSILON || range.upper < -EPSILON)) {
            builder.row(range.lower, range.upper, []);
          }
        } else {
          builder.tighten(current, range.lower, range.upper);
        }
        setAt(model.level, account.index, node, current);
      }
      setAt(model.balance, account.index, node, current);
    }
  }
}

const EPSILON = 1e-9;

function changesOf(model: PlanModel): Map<string, Change[]> {
  const changes = new Map<string, Change[]>();
  const add = (account: number, node: number, change: Change): void => {
    const list = changes.get(key(account, node)) ?? [];
    list.push(change);
    changes.set(key(account, node), list);
  };
  for (const { account, node, column, weighted } of model.sends)
    add(account, node, { column, weighted, sign: -1 });
  for (const { account, node, column, weighted } of model.receives) {
    add(account, node, { column, weighted, sign: 1 });
  }
  for (const { from, to, node, arrival, column, weighted } of model.arcs) {
    add(from, node, { column, weighted, sign: -1 });
    add(to, arrival, { column, weighted, sign: 1 });
  }
  return changes;
}

function key(account: number, node: number): string {
  return `${String(account)}:${String(node)}`;
}

function setAt(table: number[][], account: number, node: number, column: number): void {
  const row = table[account];
  if (row !== undefined) row[node] = column;
}
