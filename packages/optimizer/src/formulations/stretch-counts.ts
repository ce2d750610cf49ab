/**
 * How many transfers a household needs at least, where single days are too many to decide (34)-(36): one count of what
 * leaves an account, and one of what reaches it, between two of its own movements. Income that is to be sent away takes
 * a transfer after it, an expense that is not covered one before it.
 */

import type { HouseAccount } from '../household/household.js';
import type { Term } from '../modelling/program.js';
import type { Counting, PlanModel } from './plan-model.js';

/** How many stretches an inequality spans at most. */
const WINDOW = 4;

/** Nodes between which an account's own money does not change. */
interface Stretch {
  /** First and last node, inclusive. */
  readonly first: number;
  readonly last: number;
  /** Columns that count what leaves and what arrives; unset: nothing can. */
  readonly out: number | undefined;
  readonly in: number | undefined;
}

/** A month, whose transfers are counted together. */
interface Window {
  /** Nodes, the last one excluded. */
  readonly first: number;
  readonly end: number;
  /** The first node from which something arrives in it or later. */
  readonly early: number;
}

export function addStretchCounts(model: PlanModel, counting: Counting): void {
  const windows = windowsOf(model);
  const stretches = model.household.accounts.flatMap((account) => {
    if (!account.isMovable) return [];
    const own = stretchesOf(model, counting, account, windows);
    addSweeps(model, account.index, own);
    addNeeds(model, account.index, own);
    return own;
  });
  for (const { first, end, early } of windows) {
    addMeeting(
      model,
      stretches.filter((stretch) => stretch.first >= early && stretch.last < end),
      stretches.filter((stretch) => stretch.first >= first && stretch.last < end),
    );
  }
  addMeeting(model, stretches, stretches);
}

function windowsOf({ household, nodes, arcs, sends }: PlanModel): Window[] {
  const { months } = household.timeline.plan.grid;
  const starts = months.map(({ from }) => nodes.findIndex(({ first }) => first >= from));
  const edges = [...new Set([0, ...starts.filter((start) => start > 0)])];
  const ways = [
    ...arcs.map(({ node, arrival }) => ({ node, arrival })),
    ...sends.map(({ node, pool }) => ({ node, arrival: pool })),
  ];
  return edges.map((first, index) => {
    const late = ways.filter(({ arrival }) => arrival >= first);
    return {
      first,
      end: edges[index + 1] ?? nodes.length,
      early: late.reduce((least, { node }) => Math.min(least, node), first),
    };
  });
}

/** From one own movement to the next, and no further than windows go. */
function stretchesOf(
  model: PlanModel,
  counting: Counting,
  account: HouseAccount,
  windows: readonly Window[],
): Stretch[] {
  const { nodes, builder } = model;
  const { booked, min } = account;
  const own = nodes.map(({ first }) => (booked[first] ?? 0) - (min[first] ?? 0));
  const changes = [...nodes.keys()].filter((node) => node > 0 && own[node] !== own[node - 1]);
  const starts = new Set([0, ...changes, ...windows.flatMap(({ first, early }) => [first, early])]);
  const sorted = [...starts].sort((a, b) => a - b);
  const { leaving, arriving, leastCents } = waysOf(model, counting, account.index);
  return sorted.map((first, index) => {
    const last = (sorted[index + 1] ?? nodes.length) - 1;
    const isWithin = (node: number): boolean => first <= node && node <= last;
    return {
      first,
      last,
      out: leaving.some(isWithin) ? builder.column(0, Infinity, -leastCents) : undefined,
      in: arriving.some(isWithin) ? builder.column(0, Infinity) : undefined,
    };
  });
}

/** The nodes at which something can leave or reach an account, and what a transfer from it costs at least, cents. */
function waysOf(
  { sends, receives, arcs, nodes }: PlanModel,
  counting: Counting,
  account: number,
): { leaving: number[]; arriving: number[]; leastCents: number } {
  const sending = sends.filter((flow) => flow.account === account);
  const outgoing = arcs.filter(({ from }) => from === account);
  const costs = outgoing.map(({ from, to, node }) =>
    counting.costOfArc({ from, to, day: nodes[node]?.first ?? 0 }),
  );
  if (sending.length > 0) costs.push(counting.costOf(account));
  return {
    leaving: [...sending, ...outgoing].map(({ node }) => node),
    arriving: [
      ...receives.filter((flow) => flow.account === account).map(({ node }) => node),
      ...arcs.filter(({ to }) => to === account).map(({ arrival }) => arrival),
    ],
    leastCents: Math.min(...costs),
  };
}

/** The least sum of an account's transfers after a node; before the first one there are none. */
function leastOf(model: PlanModel, account: number, node: number): number {
  return node < 0 ? 0 : model.range(account, node).lower;
}

/** What came in by itself is there until something leaves after it (34). */
function addSweeps(model: PlanModel, account: number, stretches: readonly Stretch[]): void {
  for (const from of [-1, ...stretches.slice(1).map(({ first }) => first - 1)]) {
    const after = stretches.filter(({ last }) => last > from);
    const steps = after.map(({ first, last, out }) => ({
      first,
      count: out,
      nodes: range(Math.max(from + 1, first), last + 1),
    }));
    addCovers(model, account, leastOf(model, account, from), steps);
  }
}

/** What the account pays by itself was there unless something has arrived by then (35). */
function addNeeds(model: PlanModel, account: number, stretches: readonly Stretch[]): void {
  for (const { first: due } of stretches) {
    const before = stretches.filter(({ first }) => first <= due).reverse();
    const steps = before.map((stretch) => ({
      first: stretch.first,
      count: stretch.in,
      nodes: range(stretch.first - 1, Math.min(due, stretch.last)).reverse(),
    }));
    addCovers(model, account, leastOf(model, account, due), steps);
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

interface Step {
  /** The stretch's first node. */
  readonly first: number;
  readonly count: number | undefined;
  readonly nodes: readonly number[];
}

/** The sum after each node, and on every day of a span, and the counts on the way to it reach the level. */
function addCovers(model: PlanModel, account: number, level: number, steps: readonly Step[]): void {
  const counted: Term[] = [];
  for (const { first, count, nodes } of steps.slice(0, WINDOW)) {
    let most = 0;
    let least = level;
    for (const node of nodes) {
      least = leastOf(model, account, node);
      most = Math.max(most, level - least);
      if (!Number.isFinite(most)) return;
      if (least >= level) continue;
      const counts = [...counted, ...countOf(count, most)];
      const sum = node < 0 ? [] : model.balanceTerms(account, node, 1);
      model.builder.atLeast(level, [...sum, ...counts]);
      if (node >= first && model.nodes[node]?.kind === 'SPAN') {
        model.builder.atLeast(level, [...model.levelTerms(account, node, 1), ...counts]);
      }
    }
    // From here on the sum alone reaches it.
    if (least >= level) return;
    counted.push(...countOf(count, most));
  }
}

function countOf(column: number | undefined, factor: number): Term[] {
  return column === undefined ? [] : [[column, factor]];
}

/** What arrives has left (36). */
function addMeeting(model: PlanModel, leaving: readonly Stretch[], arriving: readonly Stretch[]): void {
  model.builder.atLeast(0, [
    ...leaving.flatMap((stretch) => countOf(stretch.out, 1)),
    ...arriving.flatMap((stretch) => countOf(stretch.in, -1)),
  ]);
}
