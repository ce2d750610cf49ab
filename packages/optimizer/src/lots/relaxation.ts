/**
 * Offers as free accounts: a problem whose optimum no plan with lots exceeds (proposition 18). An offer's account takes
 * any amount up to the offer's most on any day, gives it back at once and without cost, and earns the offer's best rate.
 */

import {
  daysBetween,
  horizonOf,
  hasQuarterlyPeriods,
  lawOn,
  maturityOf,
  type Account,
  type Cents,
  type Horizon,
  type Problem,
  quarterEnd,
  quartersOf,
  type TermOffer,
} from '@fibado/planning';
import type { OutsideBookings } from '../household/drift.js';
import { isBreakable, linkedAccountOf, MAX_NEW_LOTS, mostOf } from './new-lots.js';

export interface OfferRelaxation {
  readonly problem: Problem;
  /** What lots may book on their linked accounts inside the horizon. */
  readonly outside: OutsideBookings;
  /** What rounding may add to the interest and duty of the lots of a plan, cents. */
  readonly slackCents: Cents;
}

const DAYS_OF_YEAR = 365;
/** Of a duty of 2 per mille a year what is due in a leap year as well, percent. */
const LEAST_DUTY_PCT = 0.199;
/** Rates have four decimals. */
const RATE_DECIMALS = 10_000;
/** Rounding of a lot's credit, as of any account (proposition 1), and of a statement's duty, cents. */
const CREDIT_ROUNDING_CENTS = 0.86;
const DUTY_ROUNDING_CENTS = 0.5;

export const offerAccountId = (offer: TermOffer): string => `offer-${offer.id}`;

/** @param effortCents what a transfer costs the household beside its fee. */
export function relaxedOffers(
  problem: Problem,
  offers: readonly TermOffer[],
  effortCents: Cents,
): OfferRelaxation {
  const horizon = horizonOf(problem);
  const wealth = wealthOf(problem, offers, horizon);
  const outside = new Map<string, { lowCents: number; highCents: number }>();
  for (const offer of offers) {
    const { lowCents, highCents } = bookingsOf(problem, offer, Math.min(wealth, mostOf(problem, offer)));
    const before = outside.get(offer.linkedAccountId) ?? { lowCents: 0, highCents: 0 };
    outside.set(offer.linkedAccountId, {
      lowCents: before.lowCents + lowCents,
      highCents: before.highCents + highCents,
    });
  }
  const isBooked = [...outside.values()].some(({ lowCents, highCents }) => lowCents < 0 || highCents > 0);
  const isQuarterly = !isBooked && hasQuarterlyPeriods(problem);
  const accounts = offers.flatMap((offer) => {
    const linked = linkedAccountOf(problem, offer);
    return linked === undefined ? [] : [accountOf(problem, offer, linked, { effortCents, isQuarterly })];
  });
  return {
    problem: {
      ...problem,
      accounts: [...problem.accounts, ...accounts],
      setups: [
        ...problem.setups,
        ...accounts.map(({ id }) => ({ accountId: id, openingBalanceCents: 0, excluded: false })),
      ],
    },
    outside: isBooked ? outside : new Map(),
    slackCents: Math.ceil(MAX_NEW_LOTS * Math.max(0, ...offers.map((offer) => roundingOf(offer, horizon)))),
  };
}

const withheldPctOf = ({ settings }: Problem, offer: TermOffer): number =>
  offer.withholdingPct ?? settings.withholdingPct;

/** The highest rate that a lot can have on any day, kept or broken, percent a year. */
function bestRatePct({ ratePct, steps = [], exit }: TermOffer): number {
  const exitPct = exit.kind === 'BASE_RATE' ? (exit.ratePct ?? 0) : 0;
  return Math.max(0, exitPct, ratePct ?? 0, ...steps.map((step) => step.ratePct));
}

/** What a lot costs in duty at least, percent a year. */
function leastDutyPct({ banks }: Problem, offer: TermOffer): number {
  const bank = banks.find(({ id }) => id === offer.bankId);
  const isByDays = bank?.stampDutyMethod === 'ACTUAL_DAYS' && offer.dutyBase !== 'CLOSING';
  const mayOweNone = offer.dutyPaidByBank === true || offer.dutyFreeUpToCents !== undefined;
  return mayOweNone || !isByDays ? 0 : LEAST_DUTY_PCT;
}

interface AccountTerms {
  readonly effortCents: Cents;
  /** Every period of the household is its one quarter: the account's as well. */
  readonly isQuarterly: boolean;
}

function accountOf(
  problem: Problem,
  offer: TermOffer,
  linked: Account,
  { effortCents, isQuarterly }: AccountTerms,
): Account {
  const usual = problem.settings.withholdingPct;
  const withheld = isQuarterly ? usual : withheldPctOf(problem, offer);
  const netPct =
    bestRatePct(offer) * (1 - withheldPctOf(problem, offer) / 100) - leastDutyPct(problem, offer);
  const grossPct = withheld >= 100 ? 0 : Math.max(0, netPct) / (1 - withheld / 100);
  const most = mostOf(problem, offer);
  return {
    id: offerAccountId(offer),
    name: offer.name,
    bankId: offer.bankId,
    accountGroupId: linked.accountGroupId,
    kind: 'DEPOSIT_FREE',
    dutyRegime: 'NONE',
    dutyPaidByBank: true,
    dutyBase: 'AVERAGE',
    rates: [
      {
        from: horizonOf(problem).from,
        tiers: [{ upToCents: null, ratePct: Math.ceil(grossPct * RATE_DECIMALS - 1e-6) / RATE_DECIMALS }],
        tierMode: 'MARGINAL',
      },
    ],
    interestBasis: offer.interestBasis ?? 'ACT_ACT',
    statementPeriod: 'QUARTERLY',
    interestCredit: isQuarterly ? 'QUARTERLY' : 'MATURITY',
    ...(isQuarterly ? {} : { withholdingPct: withheld }),
    minBalanceCents: 0,
    ...(Number.isFinite(most) ? { maxBalanceCents: most } : {}),
    monthlyFeeCents: 0,
    // A lot comes back by itself: the fee takes away the effort of the transfer that brings it back here.
    transferFeeCents: 0 - effortCents,
    transferLeadDays: 0,
    payment: false,
    canSend: true,
    canReceive: true,
    linkedAccountId: linked.id,
    active: true,
  };
}

/** All money that is there, owed or comes in, and what it may earn, cents. */
function wealthOf(
  { setups, operations, accounts, settings, lots = [] }: Problem,
  offers: readonly TermOffer[],
  { from, to }: Horizon,
): number {
  const opening = setups.reduce((sum, setup) => sum + Math.max(0, setup.openingBalanceCents), 0);
  const income = operations
    .filter(({ kind, date }) => kind === 'INCOME' || (kind === 'TRANSFER' && date < from))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const owed = accounts.reduce((sum, account) => {
    const setup = setups.find(({ accountId }) => accountId === account.id);
    const own = account.minBalanceCents === 0 ? settings.minBalanceCents : account.minBalanceCents;
    return sum + Math.max(0, 0 - (setup?.minBalanceCents ?? own), 0 - (setup?.openingBalanceCents ?? 0));
  }, 0);
  const principals = lots.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const best = Math.max(
    0,
    ...offers.map(bestRatePct),
    ...accounts.flatMap(({ rates }) => rates.flatMap(({ tiers }) => tiers.map((tier) => tier.ratePct))),
  );
  const years = (daysBetween(from, to) + 1) / DAYS_OF_YEAR;
  return (opening + income + owed + principals) * (1 + (best / 100) * years) ** 2;
}

/** What the lots of an offer may book on the linked account before the horizon's last day, cents: at least and at most. */
function bookingsOf(
  problem: Problem,
  offer: TermOffer,
  mostCents: number,
): { readonly lowCents: number; readonly highCents: number } {
  const horizon = horizonOf(problem);
  const days = daysBetween(horizon.from, horizon.to) + 1;
  const tenorDays = daysBetween(horizon.from, maturityOf(offer.tenor, horizon.from));
  // Months differ by three days.
  const mayEnd = isBreakable(offer) || tenorDays - 3 < days;
  const crossesYear = horizon.from.slice(0, 4) !== horizon.to.slice(0, 4);
  const crossesPeriod =
    (offer.payout === 'QUARTERLY' && horizon.to > quarterEnd(problem.quarter)) ||
    (offer.payout === 'YEARLY' && crossesYear);
  // What was paid in advance for the days after a break goes back before another lot is opened.
  const lives = Math.floor(days / Math.max(1, tenorDays - 3)) + (isBreakable(offer) ? 2 : 1);
  const isPaid = mayEnd || crossesPeriod;
  const paidDays = offer.payout === 'UPFRONT' ? lives * (tenorDays + 3) : isPaid ? days : 0;
  const kept = 1 - withheldPctOf(problem, offer) / 100;
  const interest = (mostCents * (bestRatePct(offer) / 100) * kept * paidDays) / DAYS_OF_YEAR;
  const law = lawOn(problem.quarter);
  // The statement of the year books on its last day, and that of a lot that ends with its quarter.
  const isDutyBooked = offer.dutyPaidByBank !== true && horizon.to > quarterEnd(problem.quarter);
  const duty = isDutyBooked && (crossesYear || mayEnd) ? dutyOf(mostCents, days, law.minimumDutyCents) : 0;
  return { lowCents: 0 - Math.ceil(duty + mostCharged(offer, mostCents)), highCents: Math.ceil(interest) };
}

/** What breaking every lot would cost at most, cents. */
const mostCharged = ({ exit }: TermOffer, mostCents: number): number =>
  exit.kind === 'FEE' ? MAX_NEW_LOTS * (mostCents * ((exit.ratePct ?? 0) / 100) + 1) : 0;

/** 2 per mille a year on the largest base, and the least duty of every lot and year. */
const dutyOf = (mostCents: number, days: number, leastCents: number): number =>
  mostCents * 0.002 * (days / DAYS_OF_YEAR + 1) + leastCents * MAX_NEW_LOTS * 3;

function roundingOf(offer: TermOffer, horizon: Horizon): number {
  const quarters = quartersOf(horizon).length;
  const years = Number(horizon.to.slice(0, 4)) - Number(horizon.from.slice(0, 4)) + 1;
  const credits = offer.payout === 'QUARTERLY' ? quarters : offer.payout === 'YEARLY' ? years : 1;
  const statements = offer.dutyPaidByBank === true ? 0 : years;
  return credits * CREDIT_ROUNDING_CENTS + statements * DUTY_ROUNDING_CENTS;
}
