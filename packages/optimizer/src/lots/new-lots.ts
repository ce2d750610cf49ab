/** Lots that a plan would open: on which days they can begin and end. */

import {
  addDays,
  endOfLot,
  horizonOf,
  isBusinessDay,
  type Account,
  type Cents,
  type Day,
  maturityOf,
  type NewLot,
  type Problem,
  type TermOffer,
} from '@fibado/planning';

/** Lots one plan opens at most. */
export const MAX_NEW_LOTS = 6;

export const isBreakable = ({ exit }: Pick<TermOffer, 'exit'>): boolean => exit.kind !== 'NONE';

/** What a person does for lots: opens each that is not recorded yet, and breaks some. */
export function ordersFor(lots: readonly NewLot[]): number {
  return openedOf(lots).length + lots.filter(({ brokenOn }) => brokenOn !== undefined).length;
}

/** Of a plan's lots those it opens. */
export const openedOf = (lots: readonly NewLot[]): readonly NewLot[] =>
  lots.filter(({ lotId }) => lotId === undefined);

/** The day on which the money of a lot is free. */
export function freeOn({ maturityDate, brokenOn }: NewLot, { noticeDays = 0 }: TermOffer): Day {
  if (brokenOn === undefined) return maturityDate;
  const paid = addDays(brokenOn, noticeDays);
  return paid < maturityDate ? paid : maturityDate;
}

/** Whether a plan may break a lot on a day: its money comes inside the horizon, on a day on which banks work. */
export function canBreakOn(problem: Problem, offer: TermOffer, lot: NewLot, day: Day): boolean {
  const end = addDays(day, offer.noticeDays ?? 0);
  return (
    isBreakable(offer) &&
    day > lot.openedOn &&
    end < lot.maturityDate &&
    end <= horizonOf(problem).to &&
    isBusinessDay(end, problem.settings.calendar)
  );
}

/** The linked account of an offer, if lots can be paid from it by own transfers of the household. */
export function linkedAccountOf(problem: Problem, offer: TermOffer): Account | undefined {
  const { accounts, setups } = problem;
  const linked = accounts.find(({ id }) => id === offer.linkedAccountId);
  const setup = setups.find(({ accountId }) => accountId === offer.linkedAccountId);
  if (linked === undefined || setup === undefined || setup.excluded || !linked.active) return undefined;
  const isFree = linked.linkedAccountId === undefined && linked.payment !== false;
  const isUsable = isFree && linked.canSend && linked.canReceive && linked.bankId === offer.bankId;
  return isUsable && linked.kind !== 'DEPOSIT_TERM' ? linked : undefined;
}

/** Of some offers those on which a plan can open lots from a day on, as far as their own days, accounts and most go. */
export function usableOffers(problem: Problem, offers: readonly TermOffer[], from: Day): TermOffer[] {
  const { to } = horizonOf(problem);
  return offers.filter(
    (offer) =>
      linkedAccountOf(problem, offer) !== undefined &&
      (offer.openTo === undefined || offer.openTo >= from) &&
      (offer.openFrom === undefined || offer.openFrom <= to) &&
      mostOf(problem, offer) >= offer.minCents,
  );
}

/** Whether a lot can be opened on a day: banks work on it and, where that falls into the horizon, on its maturity. */
export function canOpenOn(problem: Problem, offer: TermOffer, day: Day): boolean {
  const { calendar } = problem.settings;
  const { to } = horizonOf(problem);
  const matures = maturityOf(offer.tenor, day);
  return (
    day <= to &&
    (offer.openFrom === undefined || day >= offer.openFrom) &&
    (offer.openTo === undefined || day <= offer.openTo) &&
    isBusinessDay(day, calendar) &&
    (matures > to || isBusinessDay(matures, calendar))
  );
}

/** The largest amount a lot may have within a sum: the least amount and whole steps; 0 where that is too little. */
export function wholeSteps({ minCents, stepCents }: TermOffer, cents: Cents): Cents {
  if (cents < minCents) return 0;
  return minCents + Math.floor((cents - minCents) / stepCents) * stepCents;
}

/** What an offer's recorded lots leave of the most of all its lots. */
export function mostOf({ lots = [], ...problem }: Problem, offer: TermOffer): Cents {
  const { maxCents = Infinity } = offer;
  const { from, to } = horizonOf(problem);
  const taken = lots.reduce((sum, lot) => {
    if (lot.offerId !== offer.id) return sum;
    const end = endOfLot(lot, offer, to);
    return end !== undefined && end < from ? sum : sum + lot.amountCents;
  }, 0);
  return Math.max(0, maxCents - taken);
}

/** Whether lots of one offer are never more together than the offer allows. */
export function keepsMost(problem: Problem, offer: TermOffer, lots: readonly NewLot[]): boolean {
  const most = mostOf(problem, offer);
  const own = openedOf(lots).filter(({ offerId }) => offerId === offer.id);
  return own.every(({ openedOn }) => {
    const together = own.filter((lot) => lot.openedOn <= openedOn && openedOn < freeOn(lot, offer));
    return together.reduce((sum, { amountCents }) => sum + amountCents, 0) <= most;
  });
}
