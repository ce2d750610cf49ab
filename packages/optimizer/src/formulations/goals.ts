/** Goals: what some accounts hold together at the end of a day at least (31). */

import type { HouseGoal, Household } from '../household/household.js';
import type { Term } from '../modelling/program.js';
import { units } from '../modelling/units.js';
import type { PlanModel } from './plan-model.js';

export function addGoals(model: PlanModel): void {
  const { household, builder } = model;
  for (const goal of household.goals) {
    const moving = goal.members.filter((member) => household.accounts[member]?.isMovable === true);
    builder.atLeast(units(missingOf(household, goal)) + moving.length * model.spare, goalTerms(model, goal));
  }
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
