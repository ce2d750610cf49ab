/**
 * Interest of one account, on value-date balances (numeri creditori e debitori).
 *
 * Everything is summed exactly as cents × rate units × days and rounded once, half-up, per crediting period: first the
 * gross interest, then the withholding on it.
 */

import { type Cents, type InterestBasis, type RatePeriod, type RateTier } from './problem.js';
import { ExactSum, multiplyDivideHalfUp, RATE_UNITS_PER_ONE, rateUnits } from './money.js';
import { tierOf } from './rates.js';

/** Days the yearly interest is divided by. */
export function interestDivisor(basis: InterestBasis, daysInYear: number): 365 | 366 {
  return basis === 'ACT_365' || daysInYear === 365 ? 365 : 366;
}

/**
 * Adds what a positive balance earns in `days` days, in cents × rate units × days: each slice at its own rate
 * (MARGINAL, "a scaglioni") or the whole balance at the rate of the band it falls in (WHOLE_BALANCE, "a fascia").
 */
export function addInterest(
  sum: ExactSum,
  period: Pick<RatePeriod, 'tiers' | 'tierMode'>,
  balanceCents: Cents,
  days: number,
): void {
  if (balanceCents <= 0) return;
  if (period.tierMode === 'WHOLE_BALANCE') {
    const tier = tierOf(period.tiers, balanceCents);
    if (tier !== undefined) sum.add(balanceCents * days, rateUnits(tier.ratePct));
    return;
  }
  let from = 0;
  for (const tier of period.tiers) {
    const to = upperEnd(tier, balanceCents);
    if (to > from) sum.add((to - from) * days, rateUnits(tier.ratePct));
    if (to === balanceCents) return;
    from = to;
  }
}

function upperEnd(tier: RateTier, balanceCents: Cents): Cents {
  return tier.upToCents === null ? balanceCents : Math.min(tier.upToCents, balanceCents);
}

/** Exact interest of some days of one year, in units of `ACCRUAL_UNITS_PER_CENT`. */
export function accrual(sum: ExactSum, divisor: number): bigint {
  // By 360 days it is not a whole number of units: what is cut off is far below a cent.
  return (sum.value * BigInt(365 * 366)) / BigInt(divisor);
}

/** A sum in cents × rate units × days as cents. */
export function interestCents(sum: ExactSum, divisor: number): Cents {
  return sum.dividedHalfUp(RATE_UNITS_PER_ONE * divisor);
}

/** Tax withheld on gross interest (DL 66/2014 art. 3), half-up; nothing on interest that is not positive. */
export function withholdingCents(grossCents: Cents, withholdingPct: number): Cents {
  return grossCents <= 0
    ? 0
    : multiplyDivideHalfUp(grossCents, rateUnits(withholdingPct), RATE_UNITS_PER_ONE);
}
