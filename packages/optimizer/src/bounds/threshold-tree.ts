/**
 * Which sides of the thresholds a better plan can be on.
 *
 * A duty that is due or a fee that is waived changes the value by euros, and a program that leaves it open says little.
 * So the sides are tried out, by linear programs over the whole daily grid, until none is left in between; what the
 * incumbent already beats is dropped. Each program also tells what the thresholds are worth that it must keep.
 */

import type { Engines, LinearOutcome } from '../engines/port.js';
import { poolFormulation } from '../formulations/formulations.js';
import type { Household } from '../household/household.js';
import type { PlanModel } from '../formulations/plan-model.js';
import type { Price, Prices } from '../formulations/prices.js';
import { objectiveOf } from '../modelling/program.js';
import type { RefereedPlan } from '../referee.js';
import type { Counts } from '../formulations/transfers.js';
import { decisionsOf, valueOf, type Side, type Sides } from './bound-tightening.js';

export interface ThresholdNode {
  /** Of the thresholds that were decided; the others are left open. */
  readonly sides: Sides;
  /** No plan of the case is worth more, objective units. */
  readonly bound: number;
  /** What the linear program finds each threshold worth on whose lower side the case is. */
  readonly prices: Prices;
  /** The mixture it finds each proportional duty to be: the shares of its figures. */
  readonly mixtures: Prices;
  /** How many transfers its plans have, forced ones not counted; unset: any number. */
  readonly counts?: Counts | undefined;
}

export interface ThresholdTree {
  /** The cases that may hold a better plan, the most promising first. */
  readonly cases: readonly ThresholdNode[];
  /** Whether all thresholds can be priced: an average that can be negative is no linear measure. */
  readonly isPriceable: boolean;
  /** Cents by which rounding may lift the true value above a bound. */
  readonly roundingCents: number;
  /** What can still be better in a case when one more threshold is decided: two parts, or fewer. */
  readonly split: (one: ThresholdNode, key: string) => ThresholdNode[];
}

const MOST_CASES = 16;
const FRACTION = 1e-6;

interface Open extends ThresholdNode {
  readonly undecided: string | undefined;
}

export interface ThresholdLimits {
  /** Milliseconds left for everything. */
  readonly left: () => number;
  /** Milliseconds the first cases may take. */
  readonly splittingMs: number;
  /** Count transfers by stretches instead of one by one: a far smaller program, whose bounds are hardly higher. */
  readonly countsByStretch?: boolean | undefined;
}

/** Finds the cases that may hold a better plan, and hands them on while the linear program can be asked. */
export function withThresholdTree<T>(
  household: Household,
  engines: Engines,
  best: RefereedPlan,
  { left, splittingMs, countsByStretch }: ThresholdLimits,
  use: (found: ThresholdTree) => T,
): T {
  const model = poolFormulation(household, { spans: true, countsByStretch });
  const program = model.builder.build();
  const worth = best.objectiveCents - model.roundingCents;
  const after = left() - splittingMs;
  return engines.highs.session(program, left, (session): T => {
    session.atLeast(worth - program.offset, objectiveOf(program));
    const decisions = decisionsOf(model);
    const relax = (
      sides: Sides,
      before: Pick<Open, 'bound' | 'prices' | 'mixtures' | 'counts'>,
    ): Open | undefined => {
      for (const threshold of decisions) {
        const value = valueOf(threshold, sides.get(threshold.key) ?? 'EITHER');
        const column = threshold.decision?.column ?? -1;
        session.bound(column, value?.value ?? 0, value?.value ?? 1);
      }
      const outcome = session.maximise();
      if (outcome.status === 'INFEASIBLE') return undefined;
      const doubt = ({ decision }: (typeof decisions)[number]): number => {
        const value =
          (outcome.status === 'OPTIMAL' ? outcome.values[decision?.column ?? -1] : undefined) ?? 0;
        return Math.min(value, 1 - value);
      };
      const widest = decisions
        .filter((one) => !sides.has(one.key) && doubt(one) > FRACTION)
        // A fee that the average waives is waived, whatever comes in.
        .filter(({ after }) => after === undefined || sides.get(after) !== 'BELOW')
        .sort((a, b) => doubt(b) - doubt(a))[0];
      const first = widest?.after;
      const undecided = first === undefined || sides.has(first) ? widest?.key : first;
      const prices = pricesOf(model, sides, outcome, before.prices);
      const mixtures = mixturesOf(model, outcome, before.mixtures);
      const bound = outcome.status === 'OPTIMAL' ? Math.min(before.bound, outcome.objective) : before.bound;
      return { ...before, sides, bound, undecided, prices, mixtures };
    };
    const split = (one: ThresholdNode, key: string): Open[] =>
      SIDES.flatMap((side) => relax(new Map([...one.sides, [key, side]]), one) ?? []);
    const done: Open[] = [];
    const root = relax(new Map(), { bound: Infinity, prices: new Map(), mixtures: new Map() });
    let open = root === undefined ? [] : [root];
    while (open.length > 0 && open.length + done.length < MOST_CASES && left() > after) {
      const [widest, ...others] = open.sort((a, b) => b.bound - a.bound);
      open = others;
      if (widest === undefined) break;
      if (widest.undecided === undefined) done.push(widest);
      else open.push(...split(widest, widest.undecided));
    }
    const cases = [...done, ...open].sort((a, b) => b.bound - a.bound);
    return use({ cases, isPriceable: isPriceable(model), roundingCents: model.roundingCents, split });
  });
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

/** The shares of the figures of each duty: what their rows are worth, which is 1 together with the minimum's. */
function mixturesOf({ dutyParts }: PlanModel, outcome: LinearOutcome, before: Prices): Prices {
  if (outcome.status !== 'OPTIMAL') return before;
  const sums = new Map<number, number>();
  for (const { row, account } of dutyParts) {
    sums.set(account, (sums.get(account) ?? 0) + (outcome.shadowPrices[row] ?? 0));
  }
  return new Map(
    dutyParts.map(({ key, row, account, measure }): [string, Price] => {
      // What arithmetic adds must not make more of them than there is.
      const cents = (outcome.shadowPrices[row] ?? 0) / Math.max(1, sums.get(account) ?? 0);
      return [key, { measure, cents, dutyOf: account }];
    }),
  );
}

export function isPriceable({ thresholds }: PlanModel): boolean {
  return thresholds.every(({ isKink, limit }) => isKink === true || limit !== undefined);
}
