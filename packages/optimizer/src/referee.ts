/** Every figure of a plan comes from the referee; the program's own value is never shown. */

import { evaluate, type Evaluation, type Transfer, type Violation } from '@fibado/planning';
import { fixedDutyGroupsOf, fixedDutyOf } from './formulations/duty.js';
import type { Household } from './household/household.js';

export interface RefereedPlan {
  /** The forced transfers included. */
  readonly transfers: readonly Transfer[];
  readonly evaluation: Evaluation;
  /** Net return less effort, cents. */
  readonly objectiveCents: number;
  /** Limits broken on days the plan could still change. */
  readonly violations: readonly Violation[];
}

/** Replays a plan. */
export function referee(household: Household, proposed: readonly Transfer[]): RefereedPlan {
  const transfers = [...household.forced, ...proposed].sort(byDay);
  const evaluation = evaluate(household.problem, transfers);
  const firstDay = household.timeline.plan.grid.days[household.options.from] ?? '9999-12-31';
  return {
    transfers,
    evaluation,
    objectiveCents: evaluation.netReturnCents - household.options.effortCents * transfers.length,
    violations: evaluation.violations.filter(
      (violation) => violation.date >= firstDay || stillBroken(evaluation, violation, household),
    ),
  };
}

/** A limit broken before the first plannable day counts only while it stays broken afterwards. */
function stillBroken(evaluation: Evaluation, violation: Violation, household: Household): boolean {
  const account = household.accounts[household.indexOf(violation.accountId) ?? -1];
  const balances = evaluation.accounts.find((item) => item.accountId === violation.accountId);
  if (account === undefined || balances === undefined) return true;
  if (violation.kind !== 'BELOW_MINIMUM' && violation.kind !== 'ABOVE_MAXIMUM') return false;
  for (let day = household.options.from; day < household.dayCount; day += 1) {
    const balance = balances.dailyBalancesCents[day] ?? 0;
    if (violation.kind === 'BELOW_MINIMUM' && balance < (account.min[day] ?? 0)) return true;
    if (violation.kind === 'ABOVE_MAXIMUM' && balance > (account.max[day] ?? 0)) return true;
  }
  return false;
}

export function byDay(a: Transfer, b: Transfer): number {
  return (
    compare(a.date, b.date) ||
    compare(a.fromAccountId, b.fromAccountId) ||
    compare(a.toAccountId, b.toAccountId)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The planner counts an average inside the margin below the threshold as taxed, the referee does not: a plan that
 * could not avoid the margin is worth that duty more than the program thought, and so is the bound.
 */
export function marginDutyCents(household: Household, plan: RefereedPlan): number {
  if (household.options.marginCents <= 0) return 0;
  let cents = 0;
  for (const members of fixedDutyGroupsOf(household)) {
    const ids = new Set(members.map(({ id }) => id));
    const group = plan.evaluation.dutyGroups.find(({ accountIds }) => accountIds.some((id) => ids.has(id)));
    if (group === undefined || group.due) continue;
    const limit = household.law.fixedDutyThresholdCents - household.options.marginCents;
    if (group.aggregateAverageCents <= limit) continue;
    for (const { entry } of members) cents += fixedDutyOf(household, entry);
  }
  return cents;
}
