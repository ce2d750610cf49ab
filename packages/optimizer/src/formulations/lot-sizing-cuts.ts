/**
 * Inequalities every plan satisfies anyway, which make the program's relaxation tight (the lot-sizing family of
 * Barany, Van Roy and Wolsey): what leaves an account in a stretch was there before it, came in during it, or is
 * income of the stretch swept by a transfer; what enters is still there after it, left again, or pays for an expense
 * of the stretch.
 */

import type { HouseAccount } from '../household/household.js';
import type { PlanModel } from './plan-model.js';
import type { Term } from '../modelling/program.js';
import { units } from '../modelling/units.js';

/** How many of the account's own movements a stretch spans at most. */
const WINDOW = 4;

interface Flow {
  readonly node: number;
  readonly column: number;
  readonly binary: number | undefined;
}

export function addLotSizingCuts(model: PlanModel): void {
  for (const account of model.household.accounts) {
    if (account.isMovable) addAccountCuts(model, account);
  }
}

function addAccountCuts(model: PlanModel, account: HouseAccount): void {
  const { nodes } = model;
  const [outgoing, incoming] = [outflowsOf(model, account.index), inflowsOf(model, account.index)];
  if ([...outgoing, ...incoming].some((flow) => flow.binary === undefined)) return;
  const [outflows, inflows] = [byNode(model, outgoing), byNode(model, incoming)];
  const base = nodes.map((node) => account.booked[node.first] ?? 0);
  const min = nodes.map((node) => account.min[node.first] ?? 0);
  const changes = nodes.flatMap((_, node) => (node > 0 && base[node] !== base[node - 1] ? [node] : []));
  addOpeningCuts(model, { base, min, changes }, outflows, inflows);
  for (const [position, change] of changes.entries()) {
    const limitAt = (node: number): boolean =>
      min
        .slice(Math.min(change - 1, node), Math.max(change, node) + 1)
        .some((value) => value !== min[change]);
    // Income at `change`: swept by the end of any later node of its own stretch, then of the next few.
    const after = changes[position + 1] ?? nodes.length;
    const ends = [
      ...range(change, after),
      ...range(1, WINDOW).map((step) => (changes[position + 1 + step] ?? nodes.length) - 1),
    ];
    for (const last of new Set(ends)) {
      if (limitAt(last)) break;
      addSweepCut(model, account, { first: change, last, base, min }, outflows, inflows);
    }
    // An expense at `change`: paid for from any earlier node of the stretch before, then of the few before that.
    const before = changes[position - 1] ?? 1;
    const starts = [
      ...range(before, change + 1).reverse(),
      ...range(1, WINDOW).map((step) => changes[position - 1 - step] ?? 1),
    ];
    for (const first of new Set(starts)) {
      if (limitAt(first - 1)) break;
      addNeedCut(model, account, { first, last: change, base, min }, outflows, inflows);
    }
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

type FlowsByNode = readonly (readonly Flow[])[];

function byNode({ nodes }: PlanModel, flows: readonly Flow[]): FlowsByNode {
  const lists = nodes.map((): Flow[] => []);
  for (const flow of flows) lists[flow.node]?.push(flow);
  return lists;
}

/** Those of the nodes from `first` to `last`. */
function between(flows: FlowsByNode, first: number, last: number): Flow[] {
  return flows.slice(first, last + 1).flat();
}

/** What is there at the start is swept, too: the same inequality with nothing before it. */
function addOpeningCuts(
  model: PlanModel,
  { base, min, changes }: { base: readonly number[]; min: readonly number[]; changes: readonly number[] },
  outflows: FlowsByNode,
  inflows: FlowsByNode,
): void {
  const supply = (node: number): number => units(Math.max(0, (base[node] ?? 0) - (min[node] ?? 0)));
  const last = model.nodes.length - 1;
  const early = changes[0] ?? Math.min(last, OPENING_NODES);
  const ends = new Set([...range(0, early), ...changes.slice(1, WINDOW).map((change) => change - 1), last]);
  for (const end of ends) {
    const leaving = between(outflows, 0, end);
    if (leaving.length === 0) continue;
    model.builder.atMost(0, [
      ...leaving.map(({ column }): Term => [column, 1]),
      ...perBinary(leaving, supply),
      ...between(inflows, 0, end).map(({ column }): Term => [column, -1]),
    ]);
  }
}

const OPENING_NODES = 8;

interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly base: readonly number[];
  readonly min: readonly number[];
}

/** Σ out ≤ Σ (base − base before)·sends + excess before + Σ in. */
function addSweepCut(
  model: PlanModel,
  account: HouseAccount,
  { first, last, base, min }: Stretch,
  outflows: FlowsByNode,
  inflows: FlowsByNode,
): void {
  const before = first - 1;
  const start = base[before] ?? 0;
  const supply = (node: number): number => units(Math.max(0, (base[node] ?? 0) - start));
  if (supply(first) === 0) return;
  const leaving = between(outflows, first, last);
  if (leaving.length === 0) return;
  model.builder.atMost(units(start - (min[before] ?? 0)), [
    ...leaving.map(({ column }): Term => [column, 1]),
    ...perBinary(leaving, supply),
    ...model.balanceTerms(account.index, before, -1),
    ...between(inflows, first, last).map(({ column }): Term => [column, -1]),
  ]);
}

/** Σ in ≤ Σ (base before − base at the end)·receives + excess at the end + Σ out. */
function addNeedCut(
  model: PlanModel,
  account: HouseAccount,
  { first, last, base, min }: Stretch,
  outflows: FlowsByNode,
  inflows: FlowsByNode,
): void {
  const end = base[last] ?? 0;
  const need = (node: number): number => units(Math.max(0, (base[node - 1] ?? 0) - end));
  if (need(first) === 0) return;
  const entering = between(inflows, first, last);
  if (entering.length === 0) return;
  model.builder.atMost(units(end - (min[last] ?? 0)), [
    ...entering.map(({ column }): Term => [column, 1]),
    ...perBinary(entering, need),
    ...model.balanceTerms(account.index, last, -1),
    ...between(outflows, first, last).map(({ column }): Term => [column, -1]),
  ]);
}

/** One term a decision, with the largest factor of the flows that share it. */
function perBinary(flows: readonly Flow[], factor: (node: number) => number): Term[] {
  const largest = new Map<number, number>();
  for (const { node, binary } of flows) {
    if (binary === undefined) continue;
    largest.set(binary, Math.max(largest.get(binary) ?? 0, factor(node)));
  }
  return [...largest].map(([binary, value]): Term => [binary, -value]);
}

function outflowsOf(model: PlanModel, account: number): Flow[] {
  return [
    ...model.sends.filter((flow) => flow.account === account),
    ...model.arcs.filter((flow) => flow.from === account),
  ].map(({ node, column, binary }) => ({ node, column, binary }));
}

function inflowsOf(model: PlanModel, account: number): Flow[] {
  return [
    ...model.receives
      .filter((flow) => flow.account === account)
      .map(({ node, column, binary }) => ({ node, column, binary })),
    ...model.arcs
      .filter((flow) => flow.to === account)
      .map(({ arrival, column, binary }) => ({ node: arrival, column, binary })),
  ];
}
