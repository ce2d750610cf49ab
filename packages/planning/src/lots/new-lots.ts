/** Lots that a plan opens, and the problem that has them. */

import { isInQuarter, quarterEnd } from '../calendar.js';
import type { Cents, Day, Problem, QuarterDate } from '../problem.js';
import { newMoneyGoals } from './new-money.js';
import type { Lot, TermOffer } from './types.js';

/** A lot that a plan opens; it is not renewed. */
export interface NewLot {
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

/** Of a plan's lots what applying it records: those opened in its quarter, broken where that is in the quarter, too. */
export function lotsToRecord(lots: readonly NewLot[], quarter: QuarterDate): NewLot[] {
  const last = quarterEnd(quarter);
  return lots
    .filter(({ openedOn }) => isInQuarter(openedOn, quarter))
    .map(({ brokenOn, ...lot }) => (brokenOn === undefined || brokenOn > last ? lot : { ...lot, brokenOn }));
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

/** The problem with lots of offers that it need not have yet, and with what new money they ask for. */
export function withNewLots(
  problem: Problem,
  offers: readonly TermOffer[],
  lots: readonly NewLot[],
): Problem {
  if (lots.length === 0) return problem;
  const rates = new Map(offers.map((offer) => [offer.id, averageRateOf(offer)]));
  const known = new Set((problem.offers ?? []).map(({ id }) => id));
  const used = new Set(lots.map(({ offerId }) => offerId));
  const opened = lots.map((lot, index): Lot => ({
    offerId: lot.offerId,
    amountCents: lot.amountCents,
    openedOn: lot.openedOn,
    maturityDate: lot.maturityDate,
    brokenOn: lot.brokenOn,
    id: newLotId(problem, index),
    ratePct: rates.get(lot.offerId) ?? 0,
    state: lot.brokenOn === undefined ? 'OPEN' : 'BROKEN',
    renewal: 'TO_LINKED',
  }));
  const whole: Problem = {
    ...problem,
    offers: [...(problem.offers ?? []), ...offers.filter(({ id }) => used.has(id) && !known.has(id))],
    lots: [...(problem.lots ?? []), ...opened],
  };
  const wanted = newMoneyGoals({ problem: whole, offers, opened });
  return wanted.length === 0 ? whole : { ...whole, goals: [...(whole.goals ?? []), ...wanted] };
}
