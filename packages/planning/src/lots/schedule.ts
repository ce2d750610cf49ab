/** What a lot earns and is paid by its terms: known from the day it is opened, whatever moves on other accounts. */

import { addDays, daysBetween, daysInYear, quarterEnd, quarterOf, yearOf } from '../calendar.js';
import { interestDivisor, withholdingCents } from '../interest.js';
import { cents, multiplyDivideHalfUp, RATE_UNITS_PER_ONE, rateUnits } from '../money.js';
import { accruedCents } from '../periods.js';
import type { Cents, Day, InterestBasis } from '../problem.js';
import { isFreeExit, keptUntil, type Life, livesOf, type RateSpan } from './lives.js';
import type { Lot, LotPayout, TermOffer } from './types.js';

/** Interest of a lot, cents. */
export interface LotInterest {
  readonly grossCents: Cents;
  readonly withheldCents: Cents;
}

/** Interest the bank books on the linked account on a day; below zero where more was paid before than is due. */
export interface LotPayment extends LotInterest {
  readonly day: Day;
  /** Due on the day itself, where the others settle a period that ended the day before. */
  readonly isOfThatDay: boolean;
}

/** The days whose interest is credited together, both included. */
export interface LotPeriod {
  readonly first: Day;
  readonly last: Day;
}

export interface LotSchedule {
  readonly periods: readonly LotPeriod[];
  readonly payments: readonly LotPayment[];
  /** What breaking it costs on the day it ends, cents. */
  readonly exitFeeCents: Cents;
  /** Everything earned up to the end of a day as it is known on that day, rounded once a period. */
  earnedBy(day: Day): LotInterest;
}

const NOTHING: LotInterest = { grossCents: 0, withheldCents: 0 };

/** `until`: the last day that matters; renewals after it are left out. */
export function scheduleOf(lot: Lot, offer: TermOffer, withholdingPct: number, until: Day): LotSchedule {
  const own = livesOf(lot, offer, until);
  const lives = own.map(
    (life) => new LifeInterest(life, lot.amountCents, offer, offer.withholdingPct ?? withholdingPct),
  );
  const byDay = new Map<Day, LotInterest>();
  const isFree = own.some((life) => isFreeExit(life, offer.exit));
  const isCharged = lot.brokenOn !== undefined && offer.exit.kind === 'FEE' && !isFree;
  return {
    periods: lives.flatMap((life) => life.periods),
    payments: lives.flatMap((life) => life.payments()),
    exitFeeCents: isCharged
      ? multiplyDivideHalfUp(lot.amountCents, rateUnits(offer.exit.ratePct ?? 0), RATE_UNITS_PER_ONE)
      : 0,
    earnedBy: (day) => {
      const earned =
        byDay.get(day) ?? lives.reduce<LotInterest>((sum, life) => plus(sum, life.earnedBy(day)), NOTHING);
      byDay.set(day, earned);
      return earned;
    },
  };
}

function plus(a: LotInterest, b: LotInterest, sign: 1 | -1 = 1): LotInterest {
  return {
    grossCents: cents(a.grossCents + sign * b.grossCents),
    withheldCents: cents(a.withheldCents + sign * b.withheldCents),
  };
}

class LifeInterest {
  readonly periods: readonly LotPeriod[];
  /** The last day that earns, and the last on which what is earned changes: a notice paid at once reprices the day it is given. */
  private readonly last: Day;
  private readonly settled: Day;
  private readonly basis: InterestBasis;
  /** The rates that count from the notice on, back to the first day; unset: breaking it changes no rate. */
  private readonly exitRates: readonly RateSpan[] | undefined;

  constructor(
    private readonly life: Life,
    private readonly amountCents: Cents,
    private readonly offer: TermOffer,
    private readonly withholdingPct: number,
  ) {
    const { end, brokenOn } = life;
    this.last = addDays(end, -1);
    this.basis = offer.interestBasis ?? 'ACT_ACT';
    const { kind, ratePct = 0 } = offer.exit;
    const reprices = brokenOn !== undefined && (kind === 'BASE_RATE' || kind === 'ZERO');
    const isRepriced = reprices && !isFreeExit(life, offer.exit);
    this.exitRates = isRepriced
      ? repricedFrom(keptUntil(life, offer.exit), life, this.last, ratePct)
      : undefined;
    this.settled = isRepriced && brokenOn === end ? end : this.last;
    this.periods = this.creditPeriods();
  }

  earnedBy(day: Day): LotInterest {
    const { from, brokenOn } = this.life;
    const last = day < this.last ? day : this.last;
    if (this.exitRates !== undefined && brokenOn !== undefined && day >= brokenOn) {
      return this.interest(this.exitRates, from, last);
    }
    return this.periods
      .filter(({ first }) => first <= last)
      .reduce((sum, period) => plus(sum, this.periodInterest(period, last)), NOTHING);
  }

  payments(): LotPayment[] {
    const { from, end, matures } = this.life;
    const early: LotPayment[] =
      this.offer.payout === 'UPFRONT'
        ? [{ day: from, isOfThatDay: true, ...this.interest(this.life.rates, from, addDays(matures, -1)) }]
        : this.periods.slice(0, -1).map((period) => ({
            day: addDays(period.last, 1),
            isOfThatDay: false,
            ...this.periodInterest(period, period.last),
          }));
    const paid = early.reduce<LotInterest>((sum, payment) => plus(sum, payment), NOTHING);
    const rest = plus(this.earnedBy(this.settled), paid, -1);
    return [...early, { day: end, isOfThatDay: this.settled === end, ...rest }];
  }

  /** Interest of a crediting period's days up to one of them, at the rates of a life that is not broken. */
  private periodInterest({ first, last }: LotPeriod, until: Day): LotInterest {
    return this.interest(this.life.rates, first, last < until ? last : until);
  }

  private interest(rates: readonly RateSpan[], from: Day, to: Day): LotInterest {
    const grossCents = accruedCents(accruedBetween(rates, this.amountCents, this.basis, from, to));
    return { grossCents, withheldCents: withholdingCents(grossCents, this.withholdingPct) };
  }

  /** What a notice takes back is settled with the last period, which begins after the last payment before it. */
  private creditPeriods(): LotPeriod[] {
    const { from, brokenOn } = this.life;
    const whole = calendarCuts(from, this.last, this.offer.payout);
    if (this.exitRates === undefined || brokenOn === undefined) return whole;
    const paid = whole.filter(({ last }) => last < brokenOn && last < this.last);
    return [...paid, { first: whole[paid.length]?.first ?? from, last: this.settled }];
  }
}

/** The life's own rates up to a day, and another one from then on. */
function repricedFrom(kept: Day, { rates }: Life, last: Day, ratePct: number): RateSpan[] {
  const before = addDays(kept, -1);
  const own = rates.filter(({ from }) => from < kept);
  return [
    ...own.map((span) => ({ ...span, to: span.to < before ? span.to : before })),
    { from: kept, to: last, ratePct },
  ];
}

/** The days cut at the ends of calendar quarters or years, or whole. */
function calendarCuts(from: Day, to: Day, payout: LotPayout): LotPeriod[] {
  if (from > to) return [];
  if (payout !== 'QUARTERLY' && payout !== 'YEARLY') return [{ first: from, last: to }];
  const periods: LotPeriod[] = [];
  for (let first = from; first <= to;) {
    const end = payout === 'YEARLY' ? `${first.slice(0, 4)}-12-31` : quarterEnd(quarterOf(first));
    const last = end < to ? end : to;
    periods.push({ first, last });
    first = addDays(last, 1);
  }
  return periods;
}

/** Exact interest of a principal, in accrual units. */
function accruedBetween(
  rates: readonly RateSpan[],
  amountCents: Cents,
  basis: InterestBasis,
  from: Day,
  to: Day,
): bigint {
  let units = 0n;
  for (const span of rates) {
    let first = span.from > from ? span.from : from;
    const last = span.to < to ? span.to : to;
    while (first <= last) {
      const yearEnd = `${first.slice(0, 4)}-12-31`;
      const until = yearEnd < last ? yearEnd : last;
      const days = BigInt(daysBetween(first, until) + 1);
      const divisor = interestDivisor(basis, daysInYear(yearOf(first)));
      const perDay = BigInt(amountCents) * BigInt(rateUnits(span.ratePct));
      units += (perDay * days * BigInt(365 * 366)) / BigInt(divisor);
      first = addDays(until, 1);
    }
  }
  return units;
}
