/** Seeded random offers and lots on top of a random plan. */

import { addDays, daysBetween } from '../calendar.js';
import { horizonOf } from '../horizon.js';
import { maturityOf } from '../lots/tenor.js';
import type { ExitTerms, Lot, TermOffer } from '../lots/types.js';
import type { Account } from '../problem.js';
import { anOffer, aLot, lotId, offerId } from './builders.js';
import { type Random, randomOf, type RandomPlan } from './random-problem.js';

const OFFERS = 3;

/** Lots of every kind that begin up to a year before the horizon; none where no account can take a principal. */
export function withRandomLots({ problem, transfers }: RandomPlan, seed: number): RandomPlan {
  const random = randomOf(seed);
  const banks = problem.accounts.filter(({ kind }) => kind !== 'DEPOSIT_TERM');
  if (banks.length === 0) return { problem, transfers };
  const offers = Array.from({ length: OFFERS }, (_, index) =>
    randomOffer(random, index + 1, random.pick(banks)),
  );
  const { from, to } = horizonOf(problem);
  const days = daysBetween(addDays(from, -365), to);
  const lots = Array.from({ length: random.int(1, 5) }, (_, index): Lot => {
    const offer = random.pick(offers);
    const openedOn = addDays(from, random.int(0, days) - 365);
    return randomLot(random, index + 1, offer, openedOn);
  });
  return { problem: { ...problem, offers, lots }, transfers };
}

function randomOffer(random: Random, number: number, { id, bankId }: Account): TermOffer {
  const months = random.int(1, 18);
  const exits: readonly ExitTerms[] = [
    { kind: 'NONE' },
    { kind: 'ZERO' },
    { kind: 'BASE_RATE', ratePct: random.int(0, 100) / 100 },
    { kind: 'FEE', ratePct: random.int(0, 200) / 100 },
  ];
  const first = random.int(1, months);
  const steps = [
    { months: first, ratePct: random.int(0, 500) / 100 },
    { months: months - first, ratePct: random.int(0, 500) / 100 },
  ];
  const hasSteps = random.chance(0.3);
  const payout = random.pick(['UPFRONT', 'QUARTERLY', 'YEARLY', 'MATURITY'] as const);
  return anOffer(number, {
    id: offerId(number),
    bankId,
    linkedAccountId: id,
    tenor: hasSteps || random.chance(0.7) ? { months } : { days: random.int(5, 400) },
    ratePct: hasSteps ? undefined : random.int(0, 50_000) / 10_000,
    steps: hasSteps ? steps.filter((step) => step.months > 0) : undefined,
    payout,
    exit: withFreeMonths(random.pick(exits), number),
    noticeDays: random.chance(0.5) ? undefined : random.int(0, 40),
    renewal: random.pick(['AUTO', 'TO_LINKED']),
    dutyBase: random.pick(['PRUDENT', 'CLOSING', 'AVERAGE']),
    dutyPaidByBank: random.chance(0.3),
    // No number is drawn for it, so that households drawn before stay the same.
    dutyFreeUpToCents: payout === 'MATURITY' ? (number + months) * 100_000 : undefined,
    withholdingPct: random.chance(0.7) ? undefined : random.pick([12.5, 0]),
    interestBasis: random.chance(0.5) ? undefined : random.pick(['ACT_ACT', 'ACT_365']),
  });
}

/** The exits of one offer cost nothing after some months, those of another keep what was earned by some dates. */
function withFreeMonths(exit: ExitTerms, number: number): ExitTerms {
  if (number === 2 && exit.kind !== 'NONE') return { ...exit, freeAfterMonths: 3 };
  const isRepricing = exit.kind === 'ZERO' || exit.kind === 'BASE_RATE';
  return number === 3 && isRepricing ? { ...exit, keptAtMonths: [2, 4, 8] } : exit;
}

function randomLot(random: Random, number: number, offer: TermOffer, openedOn: string): Lot {
  const maturityDate = maturityOf(offer.tenor, openedOn);
  const life = daysBetween(openedOn, maturityDate);
  const isBroken = offer.exit.kind !== 'NONE' && random.chance(0.5);
  return aLot(number, {
    id: lotId(number),
    offerId: offer.id,
    amountCents: random.int(1, 30) * 100_000,
    openedOn,
    maturityDate,
    ratePct: random.int(0, 50_000) / 10_000,
    renewal: random.chance(0.5) ? undefined : random.pick(['AUTO', 'TO_LINKED']),
    ...(isBroken ? { state: 'BROKEN' as const, brokenOn: addDays(openedOn, random.int(0, life - 1)) } : {}),
  });
}
