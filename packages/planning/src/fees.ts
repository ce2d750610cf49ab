/** Monthly fees (canone) with their waiver, and transfer fees. */

import type { Account, Cents } from './problem.js';
import type { AverageBalance } from './stamp-duty.js';

/** What an account did in one calendar month. */
export interface MonthFigures {
  /** Booked average over the days of the month the account was open. */
  readonly average: AverageBalance;
  /** Income and transfers from other banks booked on the account in the month, in cents. */
  readonly creditsCents: Cents;
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
