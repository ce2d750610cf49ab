/**
 * Branch and bound over the sides of thresholds, the best bound first.
 *
 * A duty that is due or a fee that is waived changes the value by euros, and a program that leaves it open says little.
 * So nodes are split by linear programs, until none is left in between; then the most promising one gets a bound that
 * takes longer, for as long as it is the most promising.
 */

import { SHORTEST_MS } from '../budget.js';
import type { Prices } from '../formulations/prices.js';
import type { Counts } from '../formulations/transfers.js';
import type { Sides } from './bound-tightening.js';

export interface BranchNode {
  /** Of the thresholds that were decided; the others are left open. */
  readonly sides: Sides;
  /** No plan of the node is worth more, cents, rounding included. */
  readonly boundCents: number;
  /** What the linear program finds each threshold worth on whose lower side the node is. */
  readonly prices: Prices;
  /** The mixture it finds each proportional duty to be: the shares of its figures. */
  readonly mixtures: Prices;
  /** The thresholds that the linear program leaves in between, and those it keeps on their lower side at a price. */
  readonly undecided: readonly string[];
  readonly held: readonly string[];
  /** Of these, what is left to the integer program: a split lowers the bound too little. */
  readonly together?: readonly string[] | undefined;
  /** How many transfers its plans have, forced ones not counted; unset: any number. */
  readonly counts?: Counts | undefined;
  /** What bounding it took before, milliseconds. */
  readonly tookMs?: number | undefined;
}

export interface NodeBound {
  /** Cents, rounding included. */
  readonly boundCents: number;
  /** A threshold that needs deciding first. */
  readonly crossed?: string | undefined;
  /** Plans of at most so many transfers and those of more need different prices. */
  readonly countBetween?: number | undefined;
  /** More time may lower it. */
  readonly isUnfinished: boolean;
}

/** Whether a node's time is over and another one is more promising than a bound of it, cents. */
export type IsOver = (boundCents: number) => boolean;

export interface Branching {
  /** `undefined`: no plan is better than the incumbent. */
  readonly root: BranchNode | undefined;
  /** Milliseconds left. */
  readonly left: () => number;
  /** Until so much is left, nodes are split by linear programs before they are bounded. */
  readonly splitUntilMs: number;
  /** By which share of what a node promises too much one half has to promise less; unset: any split will do. */
  readonly leastDrop?: number | undefined;
  /** What can still be better in a node when one more threshold is decided: two nodes, or fewer. */
  readonly split: (node: BranchNode, key: string) => readonly BranchNode[];
  /** A bound at which a node holds no better plan, cents. */
  readonly enough: () => number;
  /** A better bound of a node; unset: linear programs alone. `undefined`: it has none. */
  readonly bound?: ((node: BranchNode, isOver: IsOver) => NodeBound | undefined) | undefined;
  /** Told the largest bound of all nodes after each step, cents. */
  readonly onBound: (boundCents: number) => void;
}

/** Nodes that linear programs split into; afterwards splits come from bounds alone. */
const MOST_NODES = 16;
/** A node gets one of so many shares of the time left before another one may take over. */
const MOST_SHARES = 4;

export function branchAndBound(branching: Branching): void {
  const { left, enough, bound, onBound } = branching;
  let open = branching.root === undefined ? [] : [branching.root];
  let closedCents = -Infinity;
  while (left() > SHORTEST_MS) {
    onBound(Math.max(closedCents, ...open.map(({ boundCents }) => boundCents)));
    open.sort((a, b) => b.boundCents - a.boundCents);
    const [widest, ...others] = open;
    if (widest === undefined || widest.boundCents <= Math.max(enough(), closedCents)) break;
    const key = open.length < MOST_NODES ? toDecide(branching, widest) : undefined;
    if (key !== undefined) {
      open = [...others, ...separated(branching, widest, key)];
      continue;
    }
    const { tookMs = 0 } = widest;
    // Linear programs have nothing left to decide, or time is too short for more than last time.
    if (bound === undefined || left() < tookMs) break;
    const before = left();
    const timeLimitMs = Math.max(before / Math.min(open.length, MOST_SHARES), 2 * tookMs);
    const found = bound(
      widest,
      (cents) => before - left() > timeLimitMs && others.some(({ boundCents }) => boundCents > cents),
    );
    if (found === undefined) break;
    const boundCents = Math.min(widest.boundCents, found.boundCents);
    const rest = { ...widest, boundCents, tookMs: before - left() };
    open = others;
    if (found.crossed !== undefined) open.push(...branching.split(rest, found.crossed));
    else if (found.countBetween !== undefined) open.push(...splitByCount(rest, found.countBetween));
    else if (found.isUnfinished) open.push(rest);
    else closedCents = Math.max(closedCents, boundCents);
  }
  onBound(Math.max(closedCents, ...open.map(({ boundCents }) => boundCents)));
}

/** The threshold to decide next by linear programs. */
function toDecide({ left, splitUntilMs, bound }: Branching, node: BranchNode): string | undefined {
  if (left() <= splitUntilMs) return undefined;
  const { undecided, held, together = [] } = node;
  return [...undecided, ...(bound === undefined ? [] : held)].find((key) => !together.includes(key));
}

/** Both halves, or the node itself where they promise hardly less. */
function separated(
  { split, enough, leastDrop = 0 }: Branching,
  node: BranchNode,
  key: string,
): readonly BranchNode[] {
  const halves = split(node, key);
  const most = node.boundCents - leastDrop * (node.boundCents - enough());
  if (halves.length < 2 || halves.some(({ boundCents }) => boundCents <= most)) return halves;
  return [{ ...node, together: [...(node.together ?? []), key] }];
}

function splitByCount(node: BranchNode, between: number): BranchNode[] {
  const { least, most } = node.counts ?? { least: 0, most: Infinity };
  return [
    { ...node, tookMs: undefined, counts: { least, most: between } },
    { ...node, tookMs: undefined, counts: { least: between + 1, most } },
  ];
}
