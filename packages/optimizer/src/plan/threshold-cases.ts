/**
 * Which sides of the thresholds a better plan can be on.
 *
 * A duty that is due or a fee that is waived changes the value by euros, and a program that leaves it open says little.
 * So the sides are tried out, by linear programs over the whole daily grid, until those that remain can be worth more
 * than the plan in hand. On the side where nothing is asked of the average (the duty is paid, the fee is not waived)
 * it holds no transfer in place; on the other one it does only where the average can touch its threshold.
 */

import type { Engines, LinearSession } from '../engines/port.js';
import { buildModel } from '../model/build.js';
import type { Household } from '../model/household.js';
import type { PlanModel, Threshold } from '../model/plan-model.js';
import { objectiveOf } from '../model/program.js';
import type { RefereedPlan } from './referee.js';
import { valueOf, type Side, type Sides } from './relevance.js';

export interface ThresholdCase {
  readonly sides: Sides;
  /** No plan of the case is worth more, objective units. */
  readonly bound: number;
  /** Accounts in an average that can touch its threshold. */
  readonly timed: ReadonlySet<number>;
  /** Accounts whose fee may be waived for what comes in. */
  readonly credited: ReadonlySet<number>;
}

export interface ThresholdCases {
  readonly cases: readonly ThresholdCase[];
  /** Cents by which rounding may lift the true value above a bound. */
  readonly roundingCents: number;
}

const MOST_CASES = 16;
const FRACTION = 1e-6;
const TOLERANCE = 1e-6;

interface Open {
  readonly sides: Sides;
  readonly bound: number;
  readonly undecided: Threshold | undefined;
}

/** The cases that may hold a better plan, the most promising first. */
export function thresholdCases(
  household: Household,
  engines: Engines,
  best: RefereedPlan,
  left: () => number,
): ThresholdCases {
  const model = buildModel(household, { spans: true });
  const program = model.builder.build();
  const worth = best.objectiveCents - model.roundingCents;
  const cases = engines.highs.session(program, left, (session): ThresholdCase[] => {
    session.atLeast(worth - program.offset, objectiveOf(program));
    const decisions = model.thresholds.filter(({ decision }) => decision !== undefined);
    const fix = (sides: Sides): void => {
      for (const threshold of decisions) {
        const value = valueOf(threshold, sides.get(threshold.key) ?? 'EITHER');
        const column = threshold.decision?.column ?? -1;
        session.bound(column, value?.value ?? 0, value?.value ?? 1);
      }
    };
    const relax = (sides: Sides, boundBefore: number): Open | undefined => {
      fix(sides);
      const outcome = session.maximise();
      if (outcome.status === 'INFEASIBLE') return undefined;
      if (outcome.status !== 'OPTIMAL') return { sides, bound: boundBefore, undecided: undefined };
      const doubt = ({ decision }: Threshold): number => {
        const value = outcome.values[decision?.column ?? -1] ?? 0;
        return Math.min(value, 1 - value);
      };
      const undecided = decisions
        .filter((threshold) => !sides.has(threshold.key) && doubt(threshold) > FRACTION)
        .sort((a, b) => doubt(b) - doubt(a))[0];
      return { sides, bound: Math.min(boundBefore, outcome.objective), undecided };
    };
    const done: Open[] = [];
    const root = relax(new Map(), Infinity);
    let open = root === undefined ? [] : [root];
    while (open.length > 0 && open.length + done.length < MOST_CASES && left() > 0) {
      const [widest, ...others] = open.sort((a, b) => b.bound - a.bound);
      open = others;
      if (widest === undefined) break;
      const next = widest.undecided;
      if (next === undefined) done.push(widest);
      else {
        for (const side of SIDES) {
          const part = relax(new Map([...widest.sides, [next.key, side]]), widest.bound);
          if (part !== undefined) open.push(part);
        }
      }
    }
    return [...done, ...open]
      .sort((a, b) => b.bound - a.bound)
      .map((one) => {
        fix(one.sides);
        return { sides: one.sides, bound: one.bound, ...heldIn(session, model, one.sides, left) };
      });
  });
  return { cases, roundingCents: model.roundingCents };
}

const SIDES: readonly Side[] = ['ABOVE', 'BELOW'];

/** The accounts that some threshold can hold in place in a case whose sides the session has fixed. */
function heldIn(
  session: LinearSession,
  model: PlanModel,
  sides: Sides,
  left: () => number,
): Pick<ThresholdCase, 'timed' | 'credited'> {
  const timed = new Set<number>();
  for (const { key, form, isKink, accounts } of model.thresholds) {
    if (isKink === true || sides.get(key) === 'ABOVE') continue;
    if (form !== undefined && left() > 0) {
      const most = session.maximise(form.terms);
      if (most.status === 'OPTIMAL' && form.constant + most.objective < -TOLERANCE) continue;
      if (!sides.has(key)) {
        const least = session.maximise(form.terms.map(([column, factor]) => [column, -factor]));
        if (least.status === 'OPTIMAL' && form.constant - least.objective > TOLERANCE) continue;
      }
    }
    for (const account of accounts) timed.add(account);
  }
  const credited = new Set<number>();
  for (const [key, account] of model.credited) if (sides.get(key) !== 'BELOW') credited.add(account);
  return { timed, credited };
}
