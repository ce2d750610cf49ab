/** Lots that a plan opens or breaks, and the problem that has them. */

import { isInQuarter, quarterEnd } from '../calendar.js';
import type { Cents, Day, Problem, QuarterDate } from '../problem.js';
import { newMoneyGoals, offerOfNewMoney } from './new-money.js';
import type { Lot, TermOffer } from './types.js';

/** A lot that a plan opens, which is not renewed; or a recorded one that it breaks. */
export interface NewLot {
  /** The recorded lot that the plan breaks, with the terms it was recorded with; absent of one that it opens. */
  readonly lotId?: string | undefined;
  readonly offerId: string;
  readonly amountCents: Cents;
  readonly openedOn: Day;
  readonly maturityDate: Day;
  /** The day of the notice, where the plan breaks it. */
  readonly brokenOn?: Day | undefined;
}

/** What makes two lots the same one, however it ends. */
export const lotKey = ({ offerId, amountCents, openedOn, maturityDate }: NewLot): string =>
  [offerId, amountCents, openedOn, maturityDate].join(' ');

/** Whether a plan does something about a lot in its quarter: opens it, or breaks a recorded one. */
export function isOrderedIn({ lotId, openedOn, brokenOn }: NewLot, quarter: QuarterDate): boolean {
  return isInQuarter(lotId === undefined ? openedOn : (brokenOn ?? openedOn), quarter);
}

/** Of a plan's lots what applying it records: those opened in its quarter, broken where that is in the quarter, too. */
export function lotsToRecord(lots: readonly NewLot[], quarter: QuarterDate): NewLot[] {
  const last = quarterEnd(quarter);
  return lots
    .filter((lot) => lot.lotId === undefined && isOrderedIn(lot, quarter))
    .map(({ brokenOn, ...lot }) => (brokenOn === undefined || brokenOn > last ? lot : { ...lot, brokenOn }));
}

/** A recorded lot that a plan breaks, and the day of the notice. */
export interface LotBreak {
  readonly lotId: string;
  readonly brokenOn: Day;
}

/** The recorded lots that a plan breaks. */
export function breaksOf(lots: readonly NewLot[]): LotBreak[] {
  return lots.flatMap(({ lotId, brokenOn }) =>
    lotId === undefined || brokenOn === undefined ? [] : [{ lotId, brokenOn }],
  );
}

/** Of a plan's breaks of recorded lots what applying it records: those of its quarter. */
export function breaksToRecord(lots: readonly NewLot[], quarter: QuarterDate): LotBreak[] {
  return breaksOf(lots).filter(({ brokenOn }) => isInQuarter(brokenOn, quarter));
}

/** Recorded lots as they were before some were broken on the days given. */
export function withoutBreaks(recorded: readonly Lot[], breaks: readonly LotBreak[]): readonly Lot[] {
  if (breaks.length === 0) return recorded;
  const isOwn = ({ id, brokenOn: day }: Lot): boolean =>
    breaks.some(({ lotId, brokenOn }) => lotId === id && brokenOn === day);
  return recorded.map((lot) => (isOwn(lot) ? { ...lot, state: 'OPEN', brokenOn: undefined } : lot));
}

/** The problem without what of a plan's lots is recorded already, as after applying it. */
export function withoutOwnLots(problem: Problem, lots: readonly NewLot[]): Problem {
  if (problem.lots === undefined || lots.length === 0) return problem;
  const left = lotsToRecord(lots, problem.quarter).map(lotKey);
  return {
    ...problem,
    lots: withoutBreaks(problem.lots, breaksToRecord(lots, problem.quarter)).filter((lot) => {
      const place = left.indexOf(lotKey(lot));
      if (place >= 0) left.splice(place, 1);
      return place < 0;
    }),
  };
}

/** As ids look in bodies: nothing stored has one of these. */
const givenId = (kind: 'lot' | 'goal', index: number): string =>
  `00000000-0000-4000-8000-${kind === 'lot' ? '1' : '2'}${String(index).padStart(11, '0')}`;

/** The problem of a household with a plan's lots as if they were recorded, each once. What it has besides has ids as stored things have. */
export function withGivenLots(problem: Problem, lots: readonly NewLot[]): Problem {
  if (lots.length === 0) return problem;
  const whole = withNewLots(withoutOwnLots(problem, lots), problem.offers ?? [], lots);
  const known = new Set([...(problem.lots ?? []), ...(problem.goals ?? [])].map(({ id }) => id));
  return {
    ...whole,
    lots: whole.lots?.map((lot, index) => (known.has(lot.id) ? lot : { ...lot, id: givenId('lot', index) })),
    goals: whole.goals?.map((goal, index, goals) => {
      if (known.has(goal.id)) return goal;
      // What an offer asks for has the offer's id, the first time.
      const isFirst = goals.findIndex(({ id }) => id === goal.id) === index;
      return { ...goal, id: isFirst ? offerOfNewMoney(goal.id) : givenId('goal', index) };
    }),
  };
}

/** Percent a year over the whole tenor. */
export function averageRateOf({ ratePct, steps = [] }: TermOffer): number {
  if (ratePct !== undefined) return ratePct;
  const months = steps.reduce((sum, step) => sum + step.months, 0);
  const weighted = steps.reduce((sum, step) => sum + step.months * step.ratePct, 0);
  return Number((weighted / Math.max(1, months)).toFixed(4));
}

/** The id of a lot that is added to a problem's own. */
export const newLotId = ({ lots = [] }: Pick<Problem, 'lots'>, index: number): string =>
  `new-lot-${String(lots.length + index + 1)}`;

/** The id a problem with a plan's lots has one of them under. */
export const idOfPlanned = (problem: Pick<Problem, 'lots'>, { lotId }: NewLot, index: number): string =>
  lotId ?? newLotId(problem, index);

/** Recorded lots with those broken that a plan breaks. */
function withBreaks(lots: readonly Lot[], breaks: readonly LotBreak[]): readonly Lot[] {
  if (breaks.length === 0) return lots;
  const days = new Map(breaks.map(({ lotId, brokenOn }) => [lotId, brokenOn]));
  return lots.map((lot) => {
    const brokenOn = days.get(lot.id);
    return brokenOn === undefined ? lot : { ...lot, state: 'BROKEN', brokenOn };
  });
}

/** The problem with a plan's lots: of offers that it need not have yet, with what new money they ask for. */
export function withNewLots(
  problem: Problem,
  offers: readonly TermOffer[],
  lots: readonly NewLot[],
): Problem {
  if (lots.length === 0) return problem;
  const rates = new Map(offers.map((offer) => [offer.id, averageRateOf(offer)]));
  const known = new Set((problem.offers ?? []).map(({ id }) => id));
  const used = new Set(lots.map(({ offerId }) => offerId));
  const opened = lots.flatMap((lot, index): Lot[] => {
    if (lot.lotId !== undefined) return [];
    return [
      {
        offerId: lot.offerId,
        amountCents: lot.amountCents,
        openedOn: lot.openedOn,
        maturityDate: lot.maturityDate,
        brokenOn: lot.brokenOn,
        id: newLotId(problem, index),
        ratePct: rates.get(lot.offerId) ?? 0,
        state: lot.brokenOn === undefined ? 'OPEN' : 'BROKEN',
        renewal: 'TO_LINKED',
      },
    ];
  });
  const whole: Problem = {
    ...problem,
    offers: [...(problem.offers ?? []), ...offers.filter(({ id }) => used.has(id) && !known.has(id))],
    lots: [...withBreaks(problem.lots ?? [], breaksOf(lots)), ...opened],
  };
  const wanted = newMoneyGoals({ problem: whole, offers, opened });
  return wanted.length === 0 ? whole : { ...whole, goals: [...(whole.goals ?? []), ...wanted] };
}
