/** Goals: what some accounts hold together at the end of a day at least (31), or what it costs where they hold less (37). */

import type { GoalLoss, HouseGoal } from '../household/goals.js';
import type { Household } from '../household/household.js';
import type { Term } from '../modelling/program.js';
import { UNIT_CENTS, units } from '../modelling/units.js';
import type { PlanModel } from './plan-model.js';

/** By which the referee may round a loss down, cents. */
const ROUNDING_CENTS = 1;

export function addGoals(model: PlanModel): void {
  const { household, builder } = model;
  for (const goal of household.goals) {
    const moving = goal.members.filter((member) => household.accounts[member]?.isMovable === true);
    const least = units(missingOf(household, goal)) + moving.length * model.spare;
    if (goal.loss === undefined) builder.atLeast(least, goalTerms(model, goal));
    else addLoss(model, goal, goal.loss, { least, moving });
  }
}

interface Wanted {
  /** What transfers have to bring, units. */
  readonly least: number;
  readonly moving: readonly number[];
}

/** A goal that may be missed: so much of it as is missing, or all of it by one decision, which costs no more (37). */
function addLoss(model: PlanModel, goal: HouseGoal, loss: GoalLoss, { least, moving }: Wanted): void {
  const { builder } = model;
  const node = model.nodeAt(goal.day);
  const lowest = moving.reduce((sum, member) => sum + model.range(member, node).lower, 0);
  if (lowest >= least || !Number.isFinite(lowest)) return;
  model.roundingCents += ROUNDING_CENTS;
  const most = units(loss.mostCents);
  const short = builder.column(0, Math.min(most, least - lowest), 0 - loss.perCent * UNIT_CENTS);
  const terms: Term[] = [...goalTerms(model, goal), [short, 1]];
  if (least - lowest > most) {
    const givenUp = builder.binary(0 - loss.perCent * loss.mostCents);
    terms.push([givenUp, least - lowest]);
  }
  builder.atLeast(least, terms);
}

/** What the accounts hold together on the day by transfers, as terms. */
export function goalTerms(model: PlanModel, { members, day }: HouseGoal): Term[] {
  const node = model.nodeAt(day);
  return members.flatMap((member) => model.balanceTerms(member, node, 1));
}

/** What transfers have to bring by the day, cents; below zero where some may leave. */
export function missingOf({ accounts }: Pick<Household, 'accounts'>, goal: HouseGoal): number {
  const { amountCents, members, day } = goal;
  return members.reduce((missing, member) => missing - (accounts[member]?.booked[day] ?? 0), amountCents);
}
