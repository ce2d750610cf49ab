/** Interest rates of an account: which period is in force on a day, and what a balance earns in it. */

import type { Cents, Day, RatePeriod, RateTier } from './problem.js';

/** The rate period in force on `day`, `undefined` when none is (nothing is earned). */
export function ratePeriodOn(periods: readonly RatePeriod[], day: Day): RatePeriod | undefined {
  return periods.find((period) => period.from <= day && (period.to === undefined || day <= period.to));
}

/** Whether two of the periods share a day. */
export function ratePeriodsOverlap(periods: readonly RatePeriod[]): boolean {
  return overlappingRatePeriod(periods) !== undefined;
}

/** The index of the first period (in the given order) that shares a day with one before it. */
export function overlappingRatePeriod(periods: readonly RatePeriod[]): number | undefined {
  const index = periods.findIndex((later, position) =>
    periods.slice(0, position).some((earlier) => sharesDay(earlier, later)),
  );
  return index === -1 ? undefined : index;
}

function sharesDay(a: RatePeriod, b: RatePeriod): boolean {
  return (a.to === undefined || b.from <= a.to) && (b.to === undefined || a.from <= b.to);
}

/** Whether the tiers are at least one, their limits positive and strictly ascending, and only the last one open. */
export function tiersAreAscending(tiers: readonly RateTier[]): boolean {
  return tiers.length > 0 && misplacedTier(tiers) === undefined;
}

/** The index of the first tier out of order: not above the one before, open but not last, or last but not open. */
export function misplacedTier(tiers: readonly RateTier[]): number | undefined {
  let previous = 0;
  for (const [index, tier] of tiers.entries()) {
    const isLast = index === tiers.length - 1;
    if (isLast !== (tier.upToCents === null)) return index;
    if (tier.upToCents !== null && tier.upToCents <= previous) return index;
    previous = tier.upToCents ?? previous;
  }
  return undefined;
}

/** The tier a balance falls in: the first whose limit reaches it. */
export function tierOf(tiers: readonly RateTier[], balanceCents: Cents): RateTier | undefined {
  return tiers.find((tier) => tier.upToCents === null || balanceCents <= tier.upToCents);
}
