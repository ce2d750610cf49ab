/** How close a plan must come to its bound to count as optimal, and what any price can be worth at most. */

import type { Household } from '../household/household.js';
import { interestRoundingOf } from '../formulations/interest.js';
import { withholdingPctOf } from '../household/daily-interest.js';
import { UNIT_CENTS } from '../modelling/units.js';
import type { RefereedPlan } from '../referee.js';

/**
 * How far below its bound a plan may be and still be called optimal, cents: 5 (or what rounding the interest of many
 * accounts to the cent may hide, which is part of every bound), plus what rounding every transfer to a whole step can
 * cost at the widest difference of rates until the end of the quarter.
 */
export function toleranceCents(household: Household, plan: RefereedPlan | undefined): number {
  const spread = ratesSpread(household);
  const kept = Math.max(
    0,
    ...household.accounts.map(({ entry }) => 1 - withholdingPctOf(household, entry.account) / 100),
  );
  const { grid } = household.timeline.plan;
  const perDay = (household.options.stepCents * (spread / 100) * kept) / 365;
  const forced = new Set(household.forced);
  const days = (plan?.transfers ?? [])
    .filter((transfer) => !forced.has(transfer))
    .reduce((sum, transfer) => sum + household.dayCount - grid.days.indexOf(transfer.date), 0);
  return Math.max(5, interestRoundingOf(household)) + perDay * days;
}

/** Between the highest rate and the lowest, per cent; holding nothing counts as one. */
function ratesSpread(household: Household): number {
  const rates = household.accounts
    .filter((account) => account.isMovable)
    .flatMap(({ entry }) => entry.account.rates.flatMap(({ tiers }) => tiers.map((tier) => tier.ratePct)));
  return Math.max(0, ...rates) - Math.min(0, ...rates);
}

/** No unit of an average is worth more than what the widest difference of rates earns in a quarter, cents. */
export function mostPrice(household: Household): number {
  const spread = ratesSpread(household);
  return ((spread / 100) * household.dayCount * UNIT_CENTS) / 365;
}
