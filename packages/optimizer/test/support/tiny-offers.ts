/** Tiny households with offers of term deposits. */

import type { ExitTerms, Problem, TermOffer } from '@fibado/planning';
import { aLot, anOffer, randomOf } from '@fibado/planning/testing';
import { tinyProblem } from './tiny.js';

/** The strictest first. */
export const EXITS: readonly ExitTerms[] = [
  { kind: 'ZERO' },
  { kind: 'BASE_RATE', ratePct: 5 },
  { kind: 'BASE_RATE', ratePct: 10 },
  { kind: 'FEE', ratePct: 0 },
];

/** The same with one or two offers of a few days or a year, of which lots can be opened in its last days, and broken where there is an exit. */
export function tinyOffers(
  seed: number,
  hasExit = false,
): {
  readonly problem: Problem;
  readonly offers: readonly TermOffer[];
} {
  const problem = tinyProblem(seed);
  const random = randomOf(seed * 23 + 17);
  const exits = randomOf(seed * 29 + 19);
  const offers = Array.from({ length: random.int(1, 2) }, (_, index) => {
    const linked = random.pick(problem.accounts);
    return anOffer(index + 1, {
      bankId: linked.bankId,
      linkedAccountId: linked.id,
      tenor: random.chance(0.4) ? { days: random.int(1, 4) } : { months: 12 },
      ratePct: random.pick([10, 40, 70]),
      minCents: random.int(1, 2) * 10_000,
      stepCents: 10_000,
      ...(random.chance(0.3) ? { maxCents: random.int(2, 3) * 10_000 } : {}),
      payout: random.pick(['UPFRONT', 'QUARTERLY', 'MATURITY'] as const),
      dutyPaidByBank: random.chance(0.5),
      dutyBase: random.pick(['PRUDENT', 'AVERAGE', 'CLOSING'] as const),
      ...(hasExit ? { exit: exits.pick(EXITS), noticeDays: exits.pick([0, 0, 1]) } : {}),
    });
  });
  return { problem, offers };
}

/** The same with one or two lots recorded on the offers, in which some of the households' money is, and which can be broken. */
export function tinyRecorded(seed: number): ReturnType<typeof tinyOffers> {
  const { problem, offers } = tinyOffers(seed, true);
  const random = randomOf(seed * 41 + 31);
  const lots = Array.from({ length: random.int(1, 2) }, (_, index) => {
    const offer = random.pick(offers);
    const openedOn = random.pick(['2026-11-16', '2027-02-01', '2027-05-03']);
    return aLot(index + 1, {
      offerId: offer.id,
      amountCents: random.int(1, 4) * 10_000,
      openedOn,
      maturityDate: random.chance(0.6)
        ? '2028-05-02'
        : random.pick(['2027-06-28', '2027-06-29', '2027-06-30']),
      ratePct: random.pick([1, 10, 40]),
      renewal: random.chance(0.2) ? 'AUTO' : 'TO_LINKED',
    });
  });
  const terms = offers.map((offer): TermOffer => ({
    ...offer,
    exit: random.chance(0.3) ? { kind: 'FEE', ratePct: random.pick([0, 1]) } : offer.exit,
    maxCents: undefined,
  }));
  return { problem: { ...problem, offers: terms, lots }, offers: terms };
}

/** Offers that take only new money: beyond about what is there, or what comes in during the quarter. */
export function tinyNewMoney(seed: number): ReturnType<typeof tinyOffers> {
  const { problem, offers } = tinyOffers(seed);
  const random = randomOf(seed * 37 + 29);
  const openingOf = (id: string): number =>
    problem.setups.find(({ accountId: one }) => one === id)?.openingBalanceCents ?? 0;
  return {
    problem,
    offers: offers.map((offer) => ({
      ...offer,
      newMoney: random.chance(0.5)
        ? {
            kind: 'SNAPSHOT',
            on: '2027-03-31',
            baselineCents: Math.max(0, openingOf(offer.linkedAccountId) - random.int(0, 2) * 10_000),
          }
        : { kind: 'NET_FLOW', from: '2027-04-01', to: random.pick(['2027-06-28', '2027-07-15']) },
    })),
  };
}
