/**
 * Lots for the naive referee: each lived through day by day from its opening on, with the interest of every single day
 * added up, and nothing shared with the first referee.
 */

import type { Account, CreditEvaluation, Day, Lot, Problem, Setup, TermOffer } from '../../src/index.js';

const DAY_MS = 86_400_000;
const plus = (day: Day, days: number): Day =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + days * DAY_MS).toISOString().slice(0, 10);
const yearDays = (day: Day): bigint => (plus(`${day.slice(0, 4)}-02-28`, 1).endsWith('02-29') ? 366n : 365n);
const SCALE = 365n * 366n * 1_000_000n;

function half(numerator: bigint, denominator: bigint): number {
  const sign = numerator < 0n ? -1n : 1n;
  return Number(sign * ((2n * numerator * sign + denominator) / (2n * denominator)));
}

/** The same day so many months later, or the last of the month. */
function monthsLater(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return plus(first.toISOString().slice(0, 10), Math.min(date, last) - 1);
}

interface Sum {
  readonly gross: number;
  readonly withheld: number;
}
const add = (a: Sum, b: Sum, sign = 1): Sum => ({
  gross: a.gross + sign * b.gross,
  withheld: a.withheld + sign * b.withheld,
});
const NONE: Sum = { gross: 0, withheld: 0 };

/** A change of the linked account (or of the lot) on a day, beside the duty. */
export interface LotChange {
  readonly accountId: string;
  readonly day: Day;
  readonly cents: number;
  readonly what: 'IN' | 'OUT' | 'SETTLED';
  readonly fee?: number;
  /** The last day whose bank statement would have it. */
  readonly statedBy: Day;
}

export interface ReferenceLot {
  /** Whether a statement of a day charges its duty. */
  readonly owesOn: (day: Day) => boolean;
  readonly account: Account;
  readonly setup: Setup;
  readonly linkedId: string;
  readonly changes: LotChange[];
  readonly credits: CreditEvaluation[];
}

export function referenceLots(problem: Problem, from: Day, to: Day): ReferenceLot[] {
  const owes = dutyOwedOn(problem);
  return (problem.lots ?? []).flatMap((lot) => {
    const offer = problem.offers?.find(({ id }) => id === lot.offerId);
    if (offer === undefined) throw new Error('no offer');
    return livedThrough(problem, lot, offer, from, to, owes) ?? [];
  });
}

/** What one day earns, in units of SCALE a cent. */
function earnedOn(lot: Lot, offer: TermOffer, ratePct: number, day: Day): bigint {
  const weight = (365n * 366n) / (offer.interestBasis === 'ACT_365' ? 365n : yearDays(day));
  return BigInt(lot.amountCents) * BigInt(Math.round(ratePct * 10_000)) * weight;
}

function rateOn(offer: TermOffer, usual: number, start: Day, day: Day): number {
  let months = 0;
  for (const step of offer.steps ?? []) {
    months += step.months;
    if (day < monthsLater(start, months)) return step.ratePct;
  }
  return usual;
}

function livedThrough(
  problem: Problem,
  lot: Lot,
  offer: TermOffer,
  from: Day,
  to: Day,
  owes: DutyOwed,
): ReferenceLot | undefined {
  const pct = BigInt(Math.round((offer.withholdingPct ?? problem.settings.withholdingPct) * 10_000));
  const rounded = (unitsOfScale: bigint): Sum => {
    const gross = half(unitsOfScale, SCALE);
    return { gross, withheld: gross > 0 ? half(BigInt(gross) * pct, 1_000_000n) : 0 };
  };
  const renews = (lot.renewal ?? offer.renewal) === 'AUTO' && lot.state !== 'MATURED';
  const repricing = offer.exit.kind === 'BASE_RATE' || offer.exit.kind === 'ZERO';
  const isFree = (life: Day, notice: Day): boolean =>
    offer.exit.freeAfterMonths !== undefined && notice >= monthsLater(life, offer.exit.freeAfterMonths);
  const linkedId = offer.linkedAccountId;
  const changes: LotChange[] = [];
  const pay = (day: Day, sum: Sum, statedBy: Day): void => {
    changes.push({ accountId: linkedId, day, cents: sum.gross - sum.withheld, what: 'SETTLED', statedBy });
  };
  /** Everything counted by the end of each day. */
  const known = new Map<Day, Sum>();
  const periods: { first: Day; last: Day }[] = [];
  let [start, matures, usual] = [lot.openedOn, lot.maturityDate, lot.ratePct];
  let before = NONE; // of earlier lives
  let finished = NONE; // periods of this life that are over
  let paid = NONE; // in this life
  let [current, repriced] = [0n, 0n];
  let isRepriced = false;
  let first = start;
  let end: Day | undefined;
  let kept = start;
  const begin = (day: Day): void => {
    kept = keptTo(offer, day, lot.brokenOn);
    [finished, paid, current, repriced, first] = [NONE, NONE, 0n, 0n, day];
    if (offer.payout !== 'UPFRONT') return;
    let whole = 0n;
    for (let d = day; d < matures; d = plus(d, 1))
      whole += earnedOn(lot, offer, rateOn(offer, usual, day, d), d);
    paid = rounded(whole);
    pay(day, paid, day);
  };
  begin(start);
  for (let day = start; ; day = plus(day, 1)) {
    const notice = lot.brokenOn !== undefined && lot.brokenOn < matures ? lot.brokenOn : undefined;
    const paidOut = notice === undefined ? matures : plus(notice, offer.noticeDays ?? 0);
    const lifeEnd = paidOut < matures ? paidOut : matures;
    if (notice === day && repricing && !isFree(start, day)) isRepriced = true;
    const inLife = (): Sum => (isRepriced ? rounded(repriced) : add(finished, rounded(current)));
    if (day === lifeEnd) {
      pay(day, add(inLife(), paid, -1), isRepriced && notice === day ? day : plus(day, -1));
      periods.push({ first, last: isRepriced && notice === day ? day : plus(day, -1) });
      before = add(before, inLife());
      if (notice !== undefined || !renews) {
        end = day;
        known.set(day, before);
        break;
      }
      if (day > to) break; // it is renewed, which matters no more
      [start, usual] = [day, offer.ratePct ?? 0];
      matures =
        offer.tenor.months === undefined
          ? plus(day, offer.tenor.days ?? 0)
          : monthsLater(day, offer.tenor.months);
      begin(day);
    } else if (
      day > start &&
      !isRepriced &&
      ((offer.payout === 'QUARTERLY' && ['01-01', '04-01', '07-01', '10-01'].includes(day.slice(5))) ||
        (offer.payout === 'YEARLY' && day.endsWith('-01-01')))
    ) {
      const sum = rounded(current);
      pay(day, sum, plus(day, -1));
      [finished, paid, current] = [add(finished, sum), add(paid, sum), 0n];
      periods.push({ first, last: plus(day, -1) });
      first = day;
    }
    current += earnedOn(lot, offer, rateOn(offer, usual, start, day), day);
    const left = day < kept ? rateOn(offer, usual, start, day) : (offer.exit.ratePct ?? 0);
    repriced += earnedOn(lot, offer, left, day);
    known.set(day, add(before, inLife()));
  }
  if (lot.openedOn > to || (end !== undefined && end < from)) return undefined;
  const at = (day: Day): Sum => {
    if (day < lot.openedOn) return NONE;
    let last = day;
    while (!known.has(last)) last = plus(last, -1);
    return known.get(last) ?? NONE;
  };
  const fee =
    lot.brokenOn !== undefined && offer.exit.kind === 'FEE' && !isFree(start, lot.brokenOn)
      ? half(BigInt(lot.amountCents) * BigInt(Math.round((offer.exit.ratePct ?? 0) * 10_000)), 1_000_000n)
      : 0;
  const principal = (day: Day, lotCents: number, linkedCents: number, charged: number): void => {
    const [into, out] = ['IN', 'OUT'] as const;
    changes.push(
      {
        accountId: lot.id,
        day,
        cents: lotCents,
        what: lotCents > 0 ? into : out,
        fee: charged,
        statedBy: '',
      },
      { accountId: linkedId, day, cents: linkedCents, what: linkedCents > 0 ? into : out, statedBy: day },
    );
    if (charged > 0) changes.push({ accountId: lot.id, day, cents: -charged, what: 'SETTLED', statedBy: '' });
  };
  if (lot.openedOn >= from) principal(lot.openedOn, lot.amountCents, 0 - lot.amountCents, 0);
  if (end !== undefined) principal(end, fee - lot.amountCents, lot.amountCents - fee, fee);
  const isNewDay = ({ day, statedBy }: LotChange): boolean =>
    day > from || (day === from && statedBy >= from);
  const owesOn = (day: Day): boolean => owes(offer, end !== undefined && day >= end ? plus(end, -1) : day);
  return {
    owesOn,
    account: {
      id: lot.id,
      name: offer.name,
      bankId: offer.bankId,
      accountGroupId: problem.accounts.find(({ id }) => id === linkedId)?.accountGroupId ?? '',
      kind: 'DEPOSIT_TERM',
      dutyRegime: 'PROPORTIONAL',
      dutyPaidByBank: offer.dutyPaidByBank === true,
      dutyBase: offer.dutyBase,
      rates: [],
      interestBasis: 'ACT_ACT',
      statementPeriod: 'YEARLY',
      minBalanceCents: 0,
      monthlyFeeCents: 0,
      transferFeeCents: 0,
      transferLeadDays: 0,
      canSend: false,
      canReceive: false,
      openedOn: lot.openedOn,
      closedOn: end,
      active: true,
    },
    setup: {
      accountId: lot.id,
      openingBalanceCents: lot.openedOn < from ? lot.amountCents : 0,
      excluded: false,
      carried: carriedOf(lot, offer, from, end, owesOn),
    },
    linkedId,
    changes: changes.filter((change) => change.day <= to && (change.statedBy === '' || isNewDay(change))),
    credits: periods
      .filter((period) => period.first <= to && period.last >= from && period.first <= period.last)
      .map((period) => {
        const sum = add(
          at(period.last < to ? period.last : to),
          at(plus(period.first > from ? period.first : from, -1)),
          -1,
        );
        return {
          accountId: lot.id,
          from: period.first,
          to: period.last,
          provisional: period.last > to,
          grossInterestCents: sum.gross,
          withholdingCents: sum.withheld,
          netInterestCents: sum.gross - sum.withheld,
          overdraftInterestCents: 0,
        };
      }),
  };
}

/** The days of the year before the horizon, and the duty that the horizon of each of its quarters counted. */
function carriedOf(
  lot: Lot,
  offer: TermOffer,
  from: Day,
  end: Day | undefined,
  owesOn: (day: Day) => boolean,
): Setup['carried'] {
  const year = from.slice(0, 4);
  const start = lot.openedOn > `${year}-01-01` ? lot.openedOn : `${year}-01-01`;
  if (start >= from) return undefined;
  const daysIn = (first: Day, last: Day): number =>
    (new Date(`${last}T00:00:00Z`).getTime() - new Date(`${first}T00:00:00Z`).getTime()) / DAY_MS + 1;
  const whole = daysIn(start, end !== undefined && end < `${year}-12-31` ? end : `${year}-12-31`);
  let duty = 0;
  for (const month of ['01', '04', '07', '10']) {
    const [first, next] = [`${year}-${month}-01`, monthsLater(`${year}-${month}-01`, 3)];
    if (next > from || next <= start || offer.dutyPaidByBank === true) continue;
    if (!owesOn(plus(next, -1))) continue;
    const days = daysIn(start > first ? start : first, plus(next, -1));
    const due = half(BigInt(lot.amountCents) * 2n * BigInt(days), 1000n * yearDays(from));
    duty += Math.max(due, half(100n * BigInt(days), BigInt(whole)));
  }
  const days = daysIn(start, from) - 1;
  return {
    periodFrom: start,
    days,
    sumCentDays: days * lot.amountCents,
    accruedGross: '0',
    counted: { grossCents: 0, withholdingCents: 0, dutyCents: duty, feesCents: 0 },
  };
}

/** The last of the exit's dates that a notice comes after, or the first day. */
function keptTo(offer: TermOffer, start: Day, notice: Day | undefined): Day {
  const dates = (offer.exit.keptAtMonths ?? []).map((months) => monthsLater(start, months));
  const past = dates.filter((date) => notice !== undefined && date <= notice).sort();
  return past[past.length - 1] ?? start;
}

type DutyOwed = (offer: TermOffer, day: Day) => boolean;

/** Lots whose redemption values together are small owe none: every one of them given back on the day. */
function dutyOwedOn(problem: Problem): DutyOwed {
  const whose = (offer: TermOffer): string => {
    const account = problem.accounts.find(({ id }) => id === offer.linkedAccountId);
    const group = problem.accountGroups.find(({ id }) => id === account?.accountGroupId);
    return JSON.stringify([offer.bankId, [...(group?.holders ?? [])].sort()]);
  };
  return (offer, day) => {
    if (offer.dutyFreeUpToCents === undefined) return true;
    let total = 0;
    for (const lot of problem.lots ?? []) {
      const own = problem.offers?.find(({ id }) => id === lot.offerId);
      if (own?.dutyFreeUpToCents === undefined || whose(own) !== whose(offer)) continue;
      total += givenBack(problem, lot, own, day);
    }
    return total > offer.dutyFreeUpToCents;
  };
}

function givenBack(problem: Problem, lot: Lot, offer: TermOffer, day: Day): number {
  if (day < lot.openedOn) return 0;
  const renews = (lot.renewal ?? offer.renewal) === 'AUTO' && lot.state !== 'MATURED';
  const { exit, tenor, noticeDays = 0 } = offer;
  let [start, matures, usual] = [lot.openedOn, lot.maturityDate, lot.ratePct];
  for (;;) {
    const notice = lot.brokenOn !== undefined && lot.brokenOn < matures ? lot.brokenOn : undefined;
    const out = notice === undefined ? matures : plus(notice, noticeDays);
    const end = out < matures ? out : matures;
    if (day < end) {
      const isAsked = notice !== undefined && notice <= day;
      const asked = isAsked ? notice : exit.kind === 'NONE' || day === start ? undefined : day;
      const isFree =
        asked !== undefined &&
        exit.freeAfterMonths !== undefined &&
        asked >= monthsLater(start, exit.freeAfterMonths);
      const isCut = asked !== undefined && !isFree && (exit.kind === 'ZERO' || exit.kind === 'BASE_RATE');
      const kept = keptTo(offer, start, asked);
      const until = asked === undefined || isAsked ? day : plus(day, -1);
      let units = 0n;
      for (let d = start; d <= until; d = plus(d, 1))
        units += earnedOn(
          lot,
          offer,
          isCut && d >= kept ? (exit.ratePct ?? 0) : rateOn(offer, usual, start, d),
          d,
        );
      const gross = half(units, SCALE);
      const pct = BigInt(Math.round((offer.withholdingPct ?? problem.settings.withholdingPct) * 10_000));
      return lot.amountCents + gross - (gross > 0 ? half(BigInt(gross) * pct, 1_000_000n) : 0);
    }
    if (notice !== undefined || !renews) return 0;
    [start, usual] = [matures, offer.ratePct ?? 0];
    matures = tenor.months === undefined ? plus(start, tenor.days ?? 0) : monthsLater(start, tenor.months);
  }
}
