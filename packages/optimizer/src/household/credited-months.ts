/**
 * Months in which what the household sends itself may waive a fee: there money that only passes through an account may
 * be worth sending. Where own transfers do not count, income alone decides, and no plan changes that.
 */

import type { Household } from './household.js';

export interface CreditedMonth {
  readonly account: number;
  /** First and last position, inclusive. */
  readonly from: number;
  readonly to: number;
  /** What would have to come in besides, cents. */
  readonly missingCents: number;
}

/** Every month whose fee could be waived for what comes in, and is not without transfers. */
export function creditedMonths({ accounts, timeline }: Household): CreditedMonth[] {
  const { months } = timeline.plan.grid;
  return accounts.flatMap(({ index, isMovable, entry: { account }, timeline: { monthlyCreditsCents } }) => {
    const { minMonthlyCreditsCents: wanted, ownTransfersCount } = account.feeWaiver ?? {};
    if (!isMovable || account.monthlyFeeCents <= 0 || wanted === undefined) return [];
    if (ownTransfersCount !== true) return [];
    return months.flatMap(({ from, to }, month): CreditedMonth[] => {
      const missingCents = wanted - (monthlyCreditsCents[month] ?? 0);
      return missingCents > 0 ? [{ account: index, from, to, missingCents }] : [];
    });
  });
}

export function isIn({ from, to }: Pick<CreditedMonth, 'from' | 'to'>, day: number): boolean {
  return from <= day && day <= to;
}
