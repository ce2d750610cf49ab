/** The term deposits a household recorded, as a problem has them. */

import { quarterEnd } from '../calendar.js';
import { horizonOf } from '../horizon.js';
import { MAX_AMOUNT_CENTS } from '../money.js';
import type { Problem } from '../problem.js';
import { contextOf, Report } from '../problem-report.js';
import { checkLots, MAX_LOTS, MAX_OFFERS } from './check-lots.js';
import { endOfLot } from './lives.js';
import type { Lot, TermOffer } from './types.js';

/** A lot as it is stored: its state follows from its other fields. */
export interface RecordedLot extends Omit<Lot, 'state'> {
  /** The recorded lot whose money this one goes on with. */
  readonly renewsLotId?: string | undefined;
}

export interface RecordedTermDeposits {
  readonly offers?: readonly TermOffer[] | undefined;
  readonly lots?: readonly RecordedLot[] | undefined;
}

type Terms = Pick<Problem, 'offers' | 'lots'>;

/**
 * The problem with the lots that have not ended before it, the offers they are on, and those on which lots can still be
 * opened; unchanged where there are none. A lot or an offer is left out where the problem would not be sound with it: its
 * linked account takes no part, is put away or moved to another bank, or its figures contradict each other. Nothing depends
 * on today, so that a plan does not become stale by waiting.
 */
export function withLots(problem: Problem, { offers = [], lots = [] }: RecordedTermDeposits): Problem {
  if (offers.length === 0) return problem;
  const renewed = new Set(lots.flatMap(({ renewsLotId }) => renewsLotId ?? []));
  const inUse = new Set(lots.map(({ offerId }) => offerId));
  const sound = soundTerms({
    ...problem,
    offers: offers
      .filter((offer) => isLinked(offer, problem))
      .toSorted((a, b) => Number(inUse.has(b.id)) - Number(inUse.has(a.id)))
      .map(termsOf),
    lots: lots.map((lot) => lotOf(lot, renewed.has(lot.id))),
  });
  const there = withinLimits(problem, notEnded(problem, sound));
  const used = new Set(there.map(({ offerId }) => offerId));
  const { from } = horizonOf(problem);
  const known = sound.offers.filter(
    ({ id, openTo }) => used.has(id) || openTo === undefined || openTo >= from,
  );
  if (known.length === 0) return problem;
  return { ...problem, offers: known, ...(there.length === 0 ? {} : { lots: there }) };
}

/** The lots of a problem that are opened by the end of its first quarter, and their offers. */
export function lotsOfQuarter({ quarter, offers = [], lots = [] }: Problem): Terms {
  const last = quarterEnd(quarter);
  return onlyOffersInUse(
    offers,
    lots.filter(({ openedOn }) => openedOn <= last),
  );
}

function onlyOffersInUse(offers: readonly TermOffer[], lots: readonly Lot[]): Terms {
  if (lots.length === 0) return { offers: undefined, lots: undefined };
  const inUse = new Set(lots.map(({ offerId }) => offerId));
  return { offers: offers.filter(({ id }) => inUse.has(id)), lots };
}

function isLinked({ bankId, linkedAccountId }: TermOffer, { accounts, setups }: Problem): boolean {
  const linked = accounts.find(({ id }) => id === linkedAccountId);
  return (
    linked?.bankId === bankId && linked.active && setups.some(({ accountId }) => accountId === linked.id)
  );
}

/** Where and when the terms were read changes no figure. */
function termsOf(offer: TermOffer & { readonly version?: number }): TermOffer {
  const { version: _, source: __, asOf: ___, ...terms } = offer;
  return terms;
}

/** A renewal that is recorded is a lot of its own; one that is not is left to the referee. */
function lotOf(
  { id, offerId, amountCents, openedOn, maturityDate, ratePct, brokenOn, renewal }: RecordedLot,
  isRenewed: boolean,
): Lot {
  return {
    id,
    offerId,
    amountCents,
    openedOn,
    maturityDate,
    ratePct,
    state: brokenOn === undefined ? 'OPEN' : 'BROKEN',
    brokenOn,
    renewal: isRenewed ? 'TO_LINKED' : renewal,
  };
}

interface SoundTerms {
  readonly offers: readonly TermOffer[];
  readonly lots: readonly Lot[];
}

/** Those of which the problem's check says nothing. */
function soundTerms(problem: Problem): SoundTerms {
  const { offers = [], lots = [] } = problem;
  const report = new Report();
  checkLots(problem, report, contextOf(problem));
  const wrong = new Set(report.issues.map(({ path }) => path.split('.').slice(0, 2).join('.')));
  const sound = offers.filter((_, index) => !wrong.has(`offers.${String(index)}`)).slice(0, MAX_OFFERS);
  const known = new Set(sound.map(({ id }) => id));
  return {
    offers: sound,
    lots: lots.filter(({ offerId }, index) => known.has(offerId) && !wrong.has(`lots.${String(index)}`)),
  };
}

function notEnded(problem: Problem, { offers, lots }: SoundTerms): Lot[] {
  const { from, to } = horizonOf(problem);
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  return lots.filter((lot) => {
    const offer = byId.get(lot.offerId);
    const end = offer && endOfLot(lot, offer, to);
    // One that ended earlier in the year may have made others owe duty.
    const since = offer?.dutyFreeUpToCents === undefined ? from : `${from.slice(0, 4)}-01-01`;
    return offer !== undefined && (end === undefined || end >= since);
  });
}

/** As many as a problem may have, by number and by what all its movements come to. */
function withinLimits({ setups, operations }: Problem, lots: readonly Lot[]): Lot[] {
  let total = 0;
  for (const { openingBalanceCents } of setups) total += Math.abs(openingBalanceCents);
  for (const { amountCents } of operations) total += Math.abs(amountCents);
  return lots.slice(0, MAX_LOTS).filter(({ amountCents }) => {
    const isWithin = total + 2 * amountCents <= MAX_AMOUNT_CENTS;
    if (isWithin) total += 2 * amountCents;
    return isWithin;
  });
}
