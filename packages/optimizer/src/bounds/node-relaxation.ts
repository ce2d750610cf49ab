/**
 * The nodes of branch and bound by linear programs over the whole daily grid: what the incumbent already beats is
 * dropped, and each program tells what the thresholds are worth that it must keep.
 */

import type { Engines, LinearOutcome, LinearSession } from '../engines/port.js';
import { poolFormulation } from '../formulations/formulations.js';
import type { Household } from '../household/household.js';
import type { PlanModel } from '../formulations/plan-model.js';
import type { Price, Prices } from '../formulations/prices.js';
import { objectiveOf } from '../modelling/program.js';
import type { RefereedPlan } from '../referee.js';
import { decisionsOf, valueOf, type Decision, type Side, type Sides } from './bound-tightening.js';
import type { BranchNode } from './branch-and-bound.js';

export interface NodeRelaxation {
  /** `undefined`: no plan is better than the incumbent. */
  readonly root: BranchNode | undefined;
  /** What can still be better in a node when one more threshold is decided: two nodes, or fewer. */
  readonly split: (node: BranchNode, key: string) => readonly BranchNode[];
  /** Whether all thresholds can be priced: an average that can be negative is no linear measure. */
  readonly isPriceable: boolean;
}

interface RelaxationRequest {
  readonly household: Household;
  readonly engines: Engines;
  readonly incumbent: RefereedPlan;
  /** Milliseconds left. */
  readonly left: () => number;
  /** Count transfers by stretches instead of one by one: a far smaller program, whose bounds are hardly higher. */
  readonly countsByStretch?: boolean | undefined;
}

/** A share, or a price in cents, that is more than numerical dust. */
const DUST = 1e-6;

const WHOLE: BranchNode = {
  sides: new Map(),
  boundCents: Infinity,
  prices: new Map(),
  mixtures: new Map(),
  undecided: [],
  held: [],
};

/** Hands the nodes on while the linear program can be asked. */
export function withNodeRelaxation<T>(
  { household, engines, incumbent, left, countsByStretch }: RelaxationRequest,
  use: (relaxation: NodeRelaxation) => T,
): T {
  const model = poolFormulation(household, { spans: true, countsByStretch });
  const program = model.builder.build();
  const worth = incumbent.objectiveCents - model.roundingCents;
  return engines.highs.session(program, left, (session): T => {
    session.atLeast(worth - program.offset, objectiveOf(program));
    const decisions = decisionsOf(model);
    const relax = (node: BranchNode): BranchNode | undefined => relaxed({ model, session, decisions }, node);
    const split = (node: BranchNode, key: string): BranchNode[] =>
      SIDES.flatMap((side) => {
        const sides = new Map([...node.sides, [key, side]]);
        return relax({ ...node, sides, tookMs: undefined, together: undefined }) ?? [];
      });
    const root = relax(WHOLE);
    return use({ root, split, isPriceable: isPriceable(model) });
  });
}

interface Relaxed {
  readonly model: PlanModel;
  readonly session: LinearSession;
  readonly decisions: readonly Decision[];
}

/** The node with the bound and the prices of its linear program; `undefined` when nothing in it is better. */
function relaxed({ model, session, decisions }: Relaxed, node: BranchNode): BranchNode | undefined {
  const { sides } = node;
  for (const decision of decisions) {
    const value = valueOf(decision, sides.get(decision.key) ?? 'EITHER');
    session.bound(decision.decision?.column ?? -1, value?.value ?? 0, value?.value ?? 1);
  }
  const outcome = session.maximise();
  if (outcome.status === 'INFEASIBLE') return undefined;
  const prices = pricesOf(model, sides, outcome, node.prices);
  if (outcome.status !== 'OPTIMAL') return { ...node, prices, undecided: [], held: [] };
  return {
    ...node,
    boundCents: Math.min(node.boundCents, outcome.objective + model.roundingCents),
    prices,
    mixtures: mixturesOf(model, outcome),
    undecided: undecidedOf(decisions, sides, outcome.values),
    held: heldOf(model, sides, outcome.shadowPrices),
  };
}

/** The one most in between first. */
function undecidedOf(decisions: readonly Decision[], sides: Sides, values: Float64Array): string[] {
  const doubt = ({ decision }: Decision): number => {
    const value = values[decision?.column ?? -1] ?? 0;
    return Math.min(value, 1 - value);
  };
  const keys = decisions
    .filter((one) => !sides.has(one.key) && doubt(one) > DUST)
    // A fee that the average waives is waived, whatever comes in.
    .filter(({ after }) => after === undefined || sides.get(after) !== 'BELOW')
    .sort((a, b) => doubt(b) - doubt(a))
    .map(({ key, after }) => (after === undefined || sides.has(after) ? key : after));
  return [...new Set(keys)];
}

/** The one whose lower side costs most to keep first. */
function heldOf({ thresholds }: PlanModel, sides: Sides, shadowPrices: Float64Array): string[] {
  return thresholds
    .filter(({ key, decision, limit }) => decision !== undefined && limit !== undefined && !sides.has(key))
    .map(({ key, limit }) => ({ key, cents: shadowPrices[limit?.row ?? -1] ?? 0 }))
    .filter(({ cents }) => cents > DUST)
    .sort((a, b) => b.cents - a.cents)
    .map(({ key }) => key);
}

const SIDES: readonly Side[] = ['ABOVE', 'BELOW'];

/** What a unit of the average is worth that a threshold allows: the worth of its row. */
function pricesOf(model: PlanModel, sides: Sides, outcome: LinearOutcome, before: Prices): Prices {
  return new Map(
    model.thresholds.flatMap(({ key, limit }): [string, Price][] => {
      if (limit === undefined || sides.get(key) !== 'BELOW') return [];
      const known = before.get(key)?.cents ?? 0;
      const cents = outcome.status === 'OPTIMAL' ? (outcome.shadowPrices[limit.row] ?? 0) : known;
      return [[key, { measure: limit.measure, cents }]];
    }),
  );
}

type Optimum = Extract<LinearOutcome, { status: 'OPTIMAL' }>;

/** The shares of the figures of each duty: what their rows are worth, which is 1 together with the minimum's. */
function mixturesOf({ dutyParts }: PlanModel, { shadowPrices }: Pick<Optimum, 'shadowPrices'>): Prices {
  const sums = new Map<number, number>();
  for (const { row, account } of dutyParts) {
    sums.set(account, (sums.get(account) ?? 0) + (shadowPrices[row] ?? 0));
  }
  return new Map(
    dutyParts.map(({ key, row, account, measure }): [string, Price] => {
      // What arithmetic adds must not make more of them than there is.
      const cents = (shadowPrices[row] ?? 0) / Math.max(1, sums.get(account) ?? 0);
      return [key, { measure, cents, dutyOf: account }];
    }),
  );
}

export function isPriceable({ thresholds }: PlanModel): boolean {
  return thresholds.every(({ isKink, limit }) => isKink === true || limit !== undefined);
}
