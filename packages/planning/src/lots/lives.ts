/** The lives of a lot: from its opening to its maturity, and again as often as it renews itself. */

import { addDays } from '../calendar.js';
import type { Day } from '../problem.js';
import { maturityOf } from './tenor.js';
import type { ExitTerms, Lot, TermOffer } from './types.js';

/** One rate from day to day, both included. */
export interface RateSpan {
  readonly from: Day;
  readonly to: Day;
  readonly ratePct: number;
}

export interface Life {
  readonly from: Day;
  /** The day on which it matures by its terms. */
  readonly matures: Day;
  /** The day on which the principal is free: `matures`, or earlier when broken. */
  readonly end: Day;
  /** The day of the notice that ends it early. */
  readonly brokenOn: Day | undefined;
  readonly rates: readonly RateSpan[];
}

/** The lives that begin by a day, in order: one, and its renewals. */
export function livesOf(lot: Lot, offer: TermOffer, until: Day): Life[] {
  const renews = lot.state !== 'MATURED' && (lot.renewal ?? offer.renewal) === 'AUTO';
  const lives: Life[] = [];
  let from = lot.openedOn;
  let matures = lot.maturityDate;
  for (;;) {
    const brokenOn = lot.brokenOn !== undefined && lot.brokenOn < matures ? lot.brokenOn : undefined;
    const paid = brokenOn === undefined ? matures : addDays(brokenOn, offer.noticeDays ?? 0);
    const ratePct = lives.length === 0 ? lot.ratePct : (offer.ratePct ?? 0);
    const rates = ratesOf(offer, ratePct, from, matures);
    lives.push({ from, matures, end: paid < matures ? paid : matures, brokenOn, rates });
    if (brokenOn !== undefined || !renews || matures > until) return lives;
    from = matures;
    matures = maturityOf(offer.tenor, from);
  }
}

/** The day on which the principal goes to the linked account; `undefined`: it is still renewed after the day given. */
export function endOfLot(lot: Lot, offer: TermOffer, until: Day): Day | undefined {
  const renews = lot.state === 'OPEN' && (lot.renewal ?? offer.renewal) === 'AUTO';
  return renews ? undefined : livesOf(lot, offer, until).at(-1)?.end;
}

/** Whether a notice comes when it costs nothing. */
export const isFreeExit = ({ from, brokenOn }: Life, { freeAfterMonths }: ExitTerms): boolean =>
  brokenOn !== undefined &&
  freeAfterMonths !== undefined &&
  brokenOn >= maturityOf({ months: freeAfterMonths }, from);

/** The day up to which what was earned stays whatever a notice costs: the last of the exit's dates, or the first day. */
export function keptUntil({ from, brokenOn }: Life, { keptAtMonths = [] }: ExitTerms): Day {
  let kept = from;
  for (const months of keptAtMonths) {
    const date = maturityOf({ months }, from);
    if (brokenOn !== undefined && date <= brokenOn && date > kept) kept = date;
  }
  return kept;
}

function ratesOf({ steps }: TermOffer, ratePct: number, from: Day, matures: Day): RateSpan[] {
  const last = addDays(matures, -1);
  if (steps === undefined) return [{ from, to: last, ratePct }];
  let months = 0;
  return steps.flatMap((step) => {
    const start = maturityOf({ months }, from);
    months += step.months;
    const next = addDays(maturityOf({ months }, from), -1);
    return start > last ? [] : [{ from: start, to: next < last ? next : last, ratePct: step.ratePct }];
  });
}
