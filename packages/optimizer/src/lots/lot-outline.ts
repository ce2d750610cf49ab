/** The lots of a plan, each with what the referee says of it. */

import {
  averageRateOf,
  type Cents,
  type Day,
  evaluate,
  type NewLot,
  idOfPlanned,
  type Problem,
  type TermOffer,
  type Transfer,
  withNewLots,
} from '@fibado/planning';

/** A lot a plan would open or break, and what it comes to. */
export interface LotOutline extends NewLot {
  /** Over the whole tenor, percent a year. */
  readonly ratePct: number;
  /**
   * Net of withholding and duty, of the days in the horizon, cents. Of a recorded lot that is broken: what it then returns
   * less what it does when it is kept.
   */
  readonly netReturnCents: Cents;
}

/** In order of days. */
export function outlineOfLots(
  problem: Problem,
  offers: readonly TermOffer[],
  { lots, transfers }: { readonly lots: readonly NewLot[]; readonly transfers: readonly Transfer[] },
): LotOutline[] {
  if (lots.length === 0) return [];
  const figuresOf = (whole: Problem): ReadonlyMap<string, Cents> =>
    new Map(
      evaluate(whole, transfers).accounts.map((account) => [account.accountId, account.netReturnCents]),
    );
  const figures = figuresOf(withNewLots(problem, offers, lots));
  const breaks = lots.some(({ lotId }) => lotId !== undefined);
  const kept = breaks ? figuresOf(problem) : new Map<string, Cents>();
  const rates = new Map(offers.map((offer) => [offer.id, averageRateOf(offer)]));
  return lots
    .map((lot, index) => ({
      ...lot,
      ratePct: rates.get(lot.offerId) ?? 0,
      netReturnCents: (figures.get(idOfPlanned(problem, lot, index)) ?? 0) - (kept.get(lot.lotId ?? '') ?? 0),
    }))
    .sort((a, b) => byDay(a.openedOn, b.openedOn) || b.amountCents - a.amountCents);
}

const byDay = (a: Day, b: Day): number => (a < b ? -1 : a > b ? 1 : 0);
