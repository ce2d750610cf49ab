/** Why a transfer is in the plan, from what the referee says when it alone is left out. */

import { isOfNewMoney, type Evaluation, type Transfer, type Violation } from '@fibado/planning';
import type { Household } from '../household/household.js';
import type { TransferReason } from '../types.js';
import { referee, type RefereedPlan } from '../referee.js';

export function reasonOf(
  household: Household,
  plan: RefereedPlan,
  baseline: Evaluation,
  transfer: Transfer,
): TransferReason {
  const forced = new Set(household.forced);
  const rest = plan.transfers.filter((other) => other !== transfer && !forced.has(other));
  const without = referee(household, rest);
  for (const violation of without.violations) {
    const alsoBefore = baseline.violations.some(
      ({ kind, accountId, goalId }) =>
        kind === violation.kind &&
        goalId === violation.goalId &&
        (goalId !== undefined || accountId === violation.accountId),
    );
    // A limit the household would keep by doing nothing is broken by a later transfer, which needs this one, unless it
    // is a bill whose money an earlier one took away.
    if (!alsoBefore && !isLeftToBill(household, plan, transfer, violation)) continue;
    if (violation.kind === 'GUARANTEE_EXCEEDED') return 'GUARANTEE_KEPT';
    if (violation.kind === 'GOAL' && !isOfNewMoney(violation.goalId)) return 'GOAL_KEPT';
    if (violation.kind === 'ABOVE_MAXIMUM' && violation.accountId === transfer.fromAccountId)
      return 'MAXIMUM_KEPT';
    if (violation.kind === 'BELOW_MINIMUM' && violation.accountId === transfer.toAccountId) {
      return isForBill(household, violation.accountId, violation.date) ? 'NEEDED_FOR_BILL' : 'MINIMUM_KEPT';
    }
  }
  const lost = differences(plan.evaluation, without.evaluation);
  const largest = Math.max(lost.interest, lost.duty, lost.fees);
  if (largest > 0 && largest === lost.duty) return 'DUTY_AVOIDED';
  if (largest > 0 && largest === lost.fees) return 'FEE_WAIVED';
  return 'RATE_GAIN';
}

/** Whether the account would miss the transfer although nothing of the plan leaves it from then on. */
function isLeftToBill(
  household: Household,
  { transfers }: RefereedPlan,
  { date, toAccountId }: Transfer,
  violation: Violation,
): boolean {
  return (
    violation.kind === 'BELOW_MINIMUM' &&
    violation.accountId === toAccountId &&
    isForBill(household, toAccountId, violation.date) &&
    !transfers.some(
      (other) => other.fromAccountId === toAccountId && other.date >= date && other.date <= violation.date,
    )
  );
}

/** Whether an expense, rather than a balance low from the start, brought the account below its limit. */
function isForBill(household: Household, accountId: string, date: string): boolean {
  const account = household.accounts[household.indexOf(accountId) ?? -1];
  if (account === undefined) return false;
  if (account.entry.setup.openingBalanceCents < (account.min[0] ?? 0)) return false;
  return household.problem.operations.some(
    (operation) => operation.accountId === accountId && operation.kind !== 'INCOME' && operation.date <= date,
  );
}

function differences(
  plan: Evaluation,
  without: Evaluation,
): { interest: number; duty: number; fees: number } {
  const sum = (evaluation: Evaluation, of: (account: Evaluation['accounts'][number]) => number): number =>
    evaluation.accounts.reduce((total, account) => total + of(account), 0);
  return {
    interest:
      sum(plan, (account) => account.netInterestCents - account.overdraftInterestCents) -
      sum(without, (account) => account.netInterestCents - account.overdraftInterestCents),
    duty: sum(without, (account) => account.stampDutyCents) - sum(plan, (account) => account.stampDutyCents),
    fees:
      sum(without, (account) => account.monthlyFeesCents) - sum(plan, (account) => account.monthlyFeesCents),
  };
}
