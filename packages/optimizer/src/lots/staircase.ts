/** From the balance of an offer's free account to lots under it: a ladder of sums that stay until they mature. */

import {
  addDays,
  averageRateOf,
  businessDayOnOrBefore,
  type Cents,
  type Day,
  daysFromTo,
  horizonOf,
  maturityOf,
  type NewLot,
  type Problem,
  type TermOffer,
} from '@fibado/planning';
import { canBreakOn, canOpenOn, freeOn, isBreakable, MAX_NEW_LOTS, mostOf, wholeSteps } from './new-lots.js';

/** A lot may begin so many days after the money is there, so that banks work on its maturity. */
const LATEST_DAYS = 7;

export interface LadderTerms {
  /** The first day on which a lot can be opened. */
  readonly from: Day;
  readonly mayBreak: boolean;
}

/**
 * Lots that never hold more than the offer's account does, each opened as soon as money comes in that stays until the lot
 * matures or the horizon ends; what comes back is lent again.
 * @param balances of the offer's free account at the end of each day of the horizon.
 * @param mayBreak also lots for money that leaves before they mature, broken then where the offer has an exit.
 */
function lotsUnder(
  problem: Problem,
  offer: TermOffer,
  balances: readonly Cents[],
  { from, mayBreak }: LadderTerms,
): NewLot[] {
  const horizon = horizonOf(problem);
  const days = daysFromTo(horizon.from, horizon.to);
  const most = mostOf(problem, offer);
  const free = balances.map((balance) => Math.min(balance, most));
  const lots: NewLot[] = [];
  for (const [position, day] of days.entries()) {
    if (day < from || lots.length >= MAX_NEW_LOTS) continue;
    const opening = openingDay(problem, offer, day);
    if (opening === undefined) continue;
    const maturityDate = maturityOf(offer.tenor, opening);
    const first = position + days.slice(position).indexOf(opening);
    const end = days.indexOf(maturityDate);
    const last = end < 0 ? days.length : end;
    const amountCents = wholeSteps(offer, Math.min(...free.slice(first, last)));
    // A day later only more may be free: only where money comes in is there anything to open.
    const isIncoming = position === 0 || day === from || (free[position] ?? 0) > (free[position - 1] ?? 0);
    if (!isIncoming) continue;
    if (amountCents > 0) {
      for (let index = first; index < last; index += 1) free[index] = (free[index] ?? 0) - amountCents;
      lots.push({ offerId: offer.id, amountCents, openedOn: opening, maturityDate });
    }
    if (!mayBreak || !isBreakable(offer)) continue;
    const one = { offerId: offer.id, amountCents: 0, openedOn: opening, maturityDate };
    const broken = brokenUnder(problem, offer, one, free.slice(first, last));
    for (const lot of broken.slice(0, MAX_NEW_LOTS - lots.length)) {
      const end = days.indexOf(freeOn(lot, offer));
      for (let index = first; index < end; index += 1) free[index] = (free[index] ?? 0) - lot.amountCents;
      lots.push(lot);
    }
  }
  return lots;
}

/** What leaves at once is a lot that is broken for that day; the largest first. */
function brokenUnder(problem: Problem, offer: TermOffer, lot: NewLot, free: readonly Cents[]): NewLot[] {
  const lots: NewLot[] = [];
  let least = free[0] ?? 0;
  for (const [position, balance] of free.entries()) {
    if (balance >= least) continue;
    const leaves = businessDayOnOrBefore(addDays(lot.openedOn, position), problem.settings.calendar);
    const brokenOn = addDays(leaves, 0 - (offer.noticeDays ?? 0));
    const amountCents = wholeSteps(offer, least - Math.max(0, balance));
    least = balance;
    if (amountCents > 0 && canBreakOn(problem, offer, lot, brokenOn))
      lots.push({ ...lot, amountCents, brokenOn });
  }
  return lots.sort((a, b) => b.amountCents - a.amountCents);
}

/** Lots of several offers with one linked account under one sum: those at the best rate first, the others for what they leave. */
export function laddersUnder(
  problem: Problem,
  offers: readonly TermOffer[],
  balances: readonly Cents[],
  terms: LadderTerms,
): NewLot[] {
  const days = daysFromTo(horizonOf(problem).from, horizonOf(problem).to);
  const free = [...balances];
  return [...offers]
    .sort((a, b) => averageRateOf(b) - averageRateOf(a))
    .flatMap((offer) => {
      const lots = lotsUnder(problem, offer, free, terms);
      for (const [position, day] of days.entries()) {
        for (const lot of lots) {
          const isThere = lot.openedOn <= day && day < freeOn(lot, offer);
          if (isThere) free[position] = (free[position] ?? 0) - lot.amountCents;
        }
      }
      return lots;
    });
}

/** The first day from one on, or from the one on which the offer begins, on which a lot can be opened. */
export function openingDay(problem: Problem, offer: TermOffer, day: Day): Day | undefined {
  const { openFrom = day } = offer;
  const first = openFrom > day ? openFrom : day;
  for (let later = 0; later <= LATEST_DAYS; later += 1) {
    const opening = addDays(first, later);
    if (canOpenOn(problem, offer, opening)) return opening;
  }
  return undefined;
}
