/** The solver that tries everything: the judge of the real one. */

import {
  addDays,
  dayRulesOf,
  daysFromTo,
  evaluateOn,
  pairObstacle,
  indexProblem,
  isBusinessDay,
  maturityOf,
  newMoneyLostCents,
  routeOf,
  runningWindows,
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
  const windows = runningWindows(problem);
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
    const evaluation = evaluateOn(plan, made);
    if (evaluation.violations.some(({ date }) => date >= firstDay)) return;
    const lostCents = newMoneyLostCents(problem, evaluation, windows);
    const objectiveCents = evaluation.netReturnCents - lostCents - settings.effortCostCents * made.length;
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

/** Every way of breaking recorded lots so that their money comes on a business day of the last days; the first is none. */
export function everyBreak({ lots = [], offers = [], settings }: Problem): NewLot[][] {
  const days = daysFromTo(FIRST_DAY, LAST_DAY);
  let ways: NewLot[][] = [[]];
  for (const { id, offerId, amountCents, openedOn, maturityDate, state } of lots) {
    const offer = offers.find((one) => one.id === offerId);
    if (offer === undefined || offer.exit.kind === 'NONE' || state !== 'OPEN') continue;
    const broken = days
      .filter((day) => {
        const paid = addDays(day, offer.noticeDays ?? 0);
        return paid <= LAST_DAY && paid < maturityDate && isBusinessDay(paid, settings.calendar);
      })
      .map((brokenOn) => ({ lotId: id, offerId, amountCents, openedOn, maturityDate, brokenOn }));
    ways = ways.flatMap((way) => [way, ...broken.map((lot) => [...way, lot])]);
  }
  return ways;
}

/** The same with at most two lots of up to `most` steps, kept or broken on any day: what the judge of offers tries beside transfers. With `mayBreakRecorded` recorded lots are broken in every way, too. */
export function bruteForceOffers(
  { problem, offers }: { readonly problem: Problem; readonly offers: readonly TermOffer[] },
  most: number,
  atMost: 0 | 1 | 2,
  mayBreakRecorded = false,
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
  const opened = atMost === 0 ? [[]] : [[], ...singles.map((one) => [one]), ...pairs];
  const breaks = mayBreakRecorded ? everyBreak(problem) : [[]];
  for (const lots of breaks.flatMap((way) => opened.map((some) => [...way, ...some]))) {
    if (!offers.every((offer) => keepsMost(problem, offer, lots))) continue;
    const found = bruteForce(withNewLots(problem, offers, lots), most, undefined, 1);
    if (found === undefined) continue;
    best = Math.max(best ?? -Infinity, found.objectiveCents - settings.effortCostCents * ordersFor(lots));
  }
  return best;
}
