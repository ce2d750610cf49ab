/** Monthly fees (canone) with their waiver, and transfer fees. */

import type { Account, Cents } from './problem.js';
import type { AverageBalance } from './stamp-duty.js';

/** What an account did in one calendar month. */
export interface MonthFigures {
  /** Booked average over the days of the month the account was open. */
  readonly average: AverageBalance;
  /** What was booked on the account in the month that its waiver counts, in cents: see {@link isCredited}. */
  readonly creditsCents: Cents;
}

/** Whether a transfer between own accounts is a credit that may waive the fee of the one it arrives at. */
export function isCredited(
  from: Pick<Account, 'bankId'>,
  to: Pick<Account, 'bankId' | 'feeWaiver'>,
): boolean {
  return to.feeWaiver?.ownTransfersCount === true && from.bankId !== to.bankId;
}

/** Whether either condition of the account's waiver holds in a month; without a waiver, never. */
export function isFeeWaived(account: Pick<Account, 'feeWaiver'>, month: MonthFigures): boolean {
  const { minAverageBalanceCents, minMonthlyCreditsCents } = account.feeWaiver ?? {};
  if (minMonthlyCreditsCents !== undefined && month.creditsCents >= minMonthlyCreditsCents) return true;
  return (
    minAverageBalanceCents !== undefined &&
    month.average.sumCentDays >= minAverageBalanceCents * month.average.days
  );
}

/** The fee of one month in cents: none when the account was open on no day of it, or when it is waived. */
export function monthlyFeeCents(
  account: Pick<Account, 'monthlyFeeCents' | 'feeWaiver'>,
  month: MonthFigures,
): Cents {
  return month.average.days === 0 || isFeeWaived(account, month) ? 0 : account.monthlyFeeCents;
}
