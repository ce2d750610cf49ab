/** The solver that tries everything: the judge of the real one. */

import {
  dayRulesOf,
  daysFromTo,
  evaluate,
  pairObstacle,
  indexProblem,
  maturityOf,
  routeOf,
  type NewLot,
  type Problem,
  type TermOffer,
  type Transfer,
  withNewLots,
} from '@fibado/planning';
import { canBreakOn, canOpenOn, keepsMost, ordersFor } from '../../src/lots/new-lots.js';
import { FIRST_DAY, LAST_DAY, type TriedDays } from './tiny.js';

/** The best objective over every plan of at most two transfers, or one, of up to `most` steps; `undefined`: none is feasible. */
export function bruteForce(
  problem: Problem,
  most: number,
  { first: firstDay, last: lastDay }: TriedDays = { first: FIRST_DAY, last: LAST_DAY },
  transfers: 1 | 2 = 2,
): { objectiveCents: number; plan: Transfer[] } | undefined {
  const { settings } = problem;
  const days = daysFromTo(firstDay, lastDay);
  const plan = indexProblem(problem);
  const singles: Transfer[] = plan.accounts.flatMap((from) =>
    plan.accounts.flatMap((to) =>
      pairObstacle(from, to) !== undefined
        ? []
        : days.flatMap((date) =>
            routeOf(from, to, { date }, dayRulesOf(problem)) === undefined
              ? []
              : Array.from({ length: most }, (_, index) => ({
                  date,
                  fromAccountId: from.account.id,
                  toAccountId: to.account.id,
                  amountCents: (index + 1) * settings.transferStepCents,
                })),
          ),
    ),
  );
  let best: { objectiveCents: number; plan: Transfer[] } | undefined;
  const consider = (made: Transfer[]): void => {
    const evaluation = evaluate(problem, made);
    if (evaluation.violations.some(({ date }) => date >= firstDay)) return;
    const objectiveCents = evaluation.netReturnCents - settings.effortCostCents * made.length;
    if (best === undefined || objectiveCents > best.objectiveCents) best = { objectiveCents, plan: made };
  };
  consider([]);
  for (const [index, first] of singles.entries()) {
    consider([first]);
    if (transfers === 1) continue;
    // Two of the same are the pieces of one amount.
    for (const second of singles.slice(index)) consider([first, second]);
  }
  return best;
}

/** The same with at most two lots of up to `most` steps, kept or broken on any day: what the judge of offers tries beside transfers. */
export function bruteForceOffers(
  { problem, offers }: { readonly problem: Problem; readonly offers: readonly TermOffer[] },
  most: number,
  atMost: number,
): number | undefined {
  const { settings } = problem;
  const days = daysFromTo(FIRST_DAY, LAST_DAY);
  const singles = offers.flatMap((offer) =>
    days
      .filter((day) => canOpenOn(problem, offer, day))
      .flatMap((openedOn) =>
        Array.from({ length: most }, (_, index) => ({
          offerId: offer.id,
          amountCents: (index + 1) * 10_000,
          openedOn,
          maturityDate: maturityOf(offer.tenor, openedOn),
        })).filter(({ amountCents }) => amountCents >= offer.minCents),
      )
      .flatMap((lot): NewLot[] => [
        lot,
        ...days
          .filter((day) => canBreakOn(problem, offer, lot, day))
          .map((brokenOn) => ({ ...lot, brokenOn })),
      ]),
  );
  const pairs =
    atMost < 2 ? [] : singles.flatMap((one, index) => singles.slice(index).map((two) => [one, two]));
  let best: number | undefined;
  for (const lots of [[], ...singles.map((one) => [one]), ...pairs]) {
    if (!offers.every((offer) => keepsMost(problem, offer, lots))) continue;
    const found = bruteForce(withNewLots(problem, offers, lots), most, undefined, 1);
    if (found === undefined) continue;
    best = Math.max(best ?? -Infinity, found.objectiveCents - settings.effortCostCents * ordersFor(lots));
  }
  return best;
}
