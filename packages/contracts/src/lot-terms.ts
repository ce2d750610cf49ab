/** What follows from a lot and the offer it is on. */

import { addDays, type Day, livesOf } from '@fibado/planning';
import type { Lot } from './lots.js';
import type { TermOffer } from './term-offers.js';

/** Percent a year of an offer, the average of its steps by months. */
export function averageRatePct({ ratePct, steps = [] }: Pick<TermOffer, 'ratePct' | 'steps'>): number {
  if (ratePct !== undefined) return ratePct;
  const months = steps.reduce((sum, step) => sum + step.months, 0);
  const weighted = steps.reduce((sum, step) => sum + step.months * Math.round(step.ratePct * 10_000), 0);
  return Math.round(weighted / months) / 10_000;
}

export { withGoals, withLots } from '@fibado/planning';

/** The last day on which a lot that the bank renews by itself can be given notice. */
export function lastNoticeDay(
  { maturityDate, renewal }: Pick<Lot, 'maturityDate' | 'renewal'>,
  offer: Pick<TermOffer, 'renewal' | 'noticeDays'>,
): Day | undefined {
  const isRenewed = (renewal ?? offer.renewal) === 'AUTO';
  return isRenewed ? addDays(maturityDate, -Math.max(offer.noticeDays ?? 0, 1)) : undefined;
}

/** The day on which the money of a lot is free: its maturity, or earlier where it was broken. A renewal is another lot. */
export const lotEnd = (lot: Lot, offer: TermOffer): Day =>
  livesOf(lot, offer, lot.openedOn)[0]?.end ?? lot.maturityDate;
