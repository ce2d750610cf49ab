/** Every figure of a plan comes from the referee; the program's own value is never shown. */

import {
  evaluateOn,
  limitsBetween,
  newMoneyLostCents,
  type Evaluation,
  type Transfer,
  type Violation,
} from '@fibado/planning';
import type { Household } from './household/household.js';
import { daysOf, fixedDutyTestsOf } from './household/statements.js';

export interface RefereedPlan {
  /** The forced transfers included. */
  readonly transfers: readonly Transfer[];
  readonly evaluation: Evaluation;
  /** Net return less effort and what recorded lots lose of new money, cents. */
  readonly objectiveCents: number;
  /** Limits broken on days the plan could still change. */
  readonly violations: readonly Violation[];
}

/** Replays a plan. */
export function referee(household: Household, proposed: readonly Transfer[]): RefereedPlan {
  const transfers = [...household.forced, ...proposed].sort(byDay);
  const evaluation = evaluateOn(household.timeline.plan, transfers);
  const firstDay = household.timeline.plan.grid.days[household.options.from] ?? '9999-12-31';
  return {
    transfers,
    evaluation,
    objectiveCents:
      evaluation.netReturnCents -
      household.options.effortCents * transfers.length -
      newMoneyLostCents(household.problem, evaluation),
    violations: evaluation.violations.filter(
      (violation) =>
        (violation.date >= firstDay || stillBroken(evaluation, violation, household)) &&
        concernsPlan(household, transfers, violation),
    ),
  };
}

/** What operations leave an account for other banks is above its limits whatever a plan does; only its own transfers count. */
function concernsPlan(
  household: Household,
  transfers: readonly Transfer[],
  { kind, accountId, date }: Violation,
): boolean {
  if (kind !== 'SINGLE_LIMIT_EXCEEDED' && kind !== 'DAILY_LIMIT_EXCEEDED') return true;
  const { knownAccounts } = household.timeline.plan;
  return transfers.some((transfer) => {
    const [source, destination] = [accountId, transfer.toAccountId].map((id) => knownAccounts.get(id));
    const isOfDay = transfer.fromAccountId === accountId && transfer.date === date;
    if (!isOfDay || source === undefined || destination === undefined) return false;
    const { singleCents, dailyCents } = limitsBetween(source, destination);
    return kind === 'DAILY_LIMIT_EXCEEDED' ? dailyCents < Infinity : transfer.amountCents > singleCents;
  });
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
  const { options } = household;
  let cents = 0;
  for (const { members, thresholdCents } of fixedDutyTestsOf(household)) {
    const average = members.reduce((sum, { account, window, share }) => {
      const balances = plan.evaluation.accounts[account.index]?.dailyBalancesCents ?? [];
      const inside = balances
        .slice(window.from, window.to + 1)
        .reduce((total, balance) => total + balance, 0);
      return sum + Math.max(0, (share * (window.historyCentDays + inside)) / daysOf(window));
    }, 0);
    const isInMargin = average > thresholdCents - options.marginCents && average <= thresholdCents;
    if (isInMargin) cents += members.reduce((sum, { dutyCents }) => sum + dutyCents, 0);
  }
  return cents;
}
