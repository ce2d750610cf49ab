import type { OfferedAccount } from '@fibado/optimizer/insight';
import { arrivalDay, businessDayOnOrAfter, isInQuarter, type Problem } from '@fibado/planning';

/**
 * The offer with the day it opens, unless it says one: the first day to plan on, or, when something has to lie on it
 * from then on, the day by which money from any account has arrived.
 */
export function withOpeningDay<O extends OfferedAccount>(offer: O, problem: Problem, from: string): O {
  if (offer.openedOn !== undefined) return offer;
  if (offer.minBalanceCents <= 0) return { ...offer, openedOn: from };
  const { calendar } = problem.settings;
  const sent = businessDayOnOrAfter(from, calendar);
  const arrivals = problem.accounts
    .filter(({ active, canSend }) => active && canSend)
    .map((account) => arrivalDay(account, { bankId: offer.bankId ?? '' }, sent, calendar));
  const last = arrivals.sort().at(-1) ?? from;
  return { ...offer, openedOn: isInQuarter(last, problem.quarter) ? last : from };
}
