/**
 * How far the bookings of periods that end inside the horizon can take balances from those without a plan (proposition
 * 14). A household's own balances include what is booked when nothing moves; a plan changes interest, duty and fees,
 * and with them the bookings. The bound is proven on a household whose limits and tests give way by that much.
 */

import { type AccountPeriod, isBooked, isForeign, owesDuty } from '@fibado/planning';
import { UNIT_CENTS } from '../modelling/units.js';
import { creditedInterestOn, interestOn, slopesOf } from './daily-interest.js';
import type { Household, HouseAccount } from './household.js';
import { daysOf, dutyPerUnitDay, fixedDutyOf, minimumDutyOf, windowOf } from './statements.js';

/** By account and day, cents: the least (at most 0) and the most (at least 0) that bookings add to its own balances. */
export interface Drift {
  readonly low: readonly (readonly number[])[];
  readonly high: readonly (readonly number[])[];
  /** What the drift of balances may earn over the whole horizon, cents. */
  readonly slackCents: number;
}

/** By account, cents: what may be booked on it on any day beside its own periods; `lowCents` is at most 0. */
export type OutsideBookings = ReadonlyMap<string, { readonly lowCents: number; readonly highCents: number }>;

/** Of a credit or a duty, what rounding may add, cents. */
const ROUNDING_CENTS = 2;

/** A period whose booking a plan may change, and what it may come to. */
interface Booking {
  readonly account: HouseAccount;
  readonly period: AccountPeriod;
  /** What it books without a plan, cents; negative for duty and fees. */
  readonly ownCents: number;
  readonly kind: 'CREDIT' | 'STATEMENT';
  /** What interest, or unit-days of a duty, the plan's transfers may add up to now: cents, cents·days. */
  most: number;
}

/** `undefined`: no booking inside the horizon depends on the plan. */
function driftOf(household: Household): Drift | undefined {
  const { accounts, dayCount, options, outside } = household;
  const bookings = accounts.flatMap((account) => bookingsOf(household, account));
  const hasOutside = outside !== undefined && outside.size > 0;
  if ((bookings.length === 0 && !hasOutside) || household.pairs.length === 0) return undefined;
  const least = accounts.map(({ id }) => outside?.get(id)?.lowCents ?? 0);
  const most = accounts.map(({ id }) => outside?.get(id)?.highCents ?? 0);
  const low = accounts.map(() => new Array<number>(dayCount).fill(0));
  const high = accounts.map(() => new Array<number>(dayCount).fill(0));
  const ranges = accounts.map(() => ({ lower: 0, upper: 0 }));
  let slackCents = 0;
  for (let day = options.from; day < dayCount; day += 1) {
    setRanges(household, day, least, most, ranges);
    for (const { index } of accounts) {
      (low[index] ?? [])[day] = least[index] ?? 0;
      (high[index] ?? [])[day] = most[index] ?? 0;
    }
    for (const account of accounts) {
      slackCents += earnedBy(account, day, least[account.index] ?? 0, most[account.index] ?? 0);
    }
    for (const booking of bookings) {
      const { index } = booking.account;
      accrue(household, booking, day, (ranges[index]?.upper ?? 0) + (most[index] ?? 0));
    }
    for (const booking of bookings.filter(({ period }) => period.settledAt === day)) {
      const [down, up] = deviation(household, booking);
      for (const account of touchedBy(household, booking.account)) {
        least[account.index] = (least[account.index] ?? 0) + down;
        most[account.index] = (most[account.index] ?? 0) + up;
      }
    }
  }
  const unmovable = feesOfUnmovable(household, bookings) + dutyOfUnmovable(household, least);
  return { low, high, slackCents: slackCents + unmovable };
}

/** The household on which a bound is proven: itself where nothing drifts. */
export function relaxedOf(household: Household): Household {
  const drift = driftOf(household);
  if (drift === undefined) return household;
  return {
    ...household,
    drift,
    accounts: household.accounts.map((account) => ({
      ...account,
      min: account.min.map((least, day) => least - (drift.high[account.index]?.[day] ?? 0)),
      max: account.max.map((most, day) => most - (drift.low[account.index]?.[day] ?? 0)),
    })),
    exposures: household.exposures.map((exposure) => ({
      ...exposure,
      dailyUnits: exposure.dailyUnits.map((own, day) =>
        exposure.shares.reduce(
          (sum, { accountIndex, units }) => sum + units * (drift.low[accountIndex]?.[day] ?? 0),
          own,
        ),
      ),
    })),
    goals: household.goals.map((goal) => ({
      ...goal,
      amountCents: goal.members.reduce(
        (least, member) => least - (drift.high[member]?.[goal.day] ?? 0),
        goal.amountCents,
      ),
    })),
  };
}

function bookingsOf({ dayCount, options }: Household, account: HouseAccount): Booking[] {
  const { entry, timeline, isMovable } = account;
  const matters = ({ period }: { period: AccountPeriod }): boolean =>
    isBooked(entry, period) && period.settledAt >= options.from && period.settledAt < dayCount - 1;
  // What no transfer touches books the same in every plan, but for a duty that depends on other accounts.
  const credits = isMovable ? timeline.credits.filter(matters) : [];
  const depends = isMovable || (entry.account.dutyRegime === 'FIXED' && !isForeign(entry.account));
  const statements = depends ? timeline.statements.filter(matters) : [];
  return [
    ...credits.map(({ period, bookedCents }): Booking => ({
      account,
      period,
      ownCents: bookedCents,
      kind: 'CREDIT',
      most: 0,
    })),
    ...statements.map(({ period, bookedCents }): Booking => ({
      account,
      period,
      ownCents: bookedCents,
      kind: 'STATEMENT',
      most: 0,
    })),
  ];
}

/** How far transfers can take each account on a day, cents: its limits, and the money of all others. */
function setRanges(
  { accounts }: Household,
  day: number,
  least: readonly number[],
  most: readonly number[],
  ranges: { lower: number; upper: number }[],
): void {
  const isOpen = ({ entry, isMovable }: HouseAccount): boolean =>
    isMovable && entry.openFrom <= day && day <= entry.openTo;
  for (const account of accounts.filter(isOpen)) {
    const range = ranges[account.index];
    if (range === undefined) continue;
    const lower = (account.min[day] ?? 0) - (account.booked[day] ?? 0) - (most[account.index] ?? 0);
    range.lower = account.canSend ? lower : Math.max(0, lower);
  }
  const total = ranges.reduce((sum, { lower }) => sum + lower, 0);
  for (const account of accounts.filter(isOpen)) {
    const range = ranges[account.index];
    if (range === undefined) continue;
    const own = (account.max[day] ?? Infinity) - (account.booked[day] ?? 0) - (least[account.index] ?? 0);
    range.upper = Math.min(own, range.lower - total, account.canReceive ? Infinity : 0);
  }
}

/** What a drift of its balance may earn an account on a day, cents. */
function earnedBy(account: HouseAccount, day: number, least: number, most: number): number {
  const { openFrom, openTo } = account.entry;
  if (day < openFrom || day > openTo || (least === 0 && most === 0)) return 0;
  const daily = interestOn(account, day);
  const slopes = slopesOf(daily);
  const jumps = daily.breaks.reduce((sum, { jump }) => sum + Math.abs(jump), 0);
  return Math.max(0, ...slopes) * most + Math.min(0, ...slopes) * least + jumps;
}

/** Adds what a day may add to a booking, with at most `more` cents on the account beyond its own balance. */
function accrue(household: Household, booking: Booking, day: number, more: number): void {
  const { account, period, kind } = booking;
  if (day < period.first || day > period.last) return;
  const extra = Math.max(0, more);
  if (kind === 'CREDIT') {
    const daily = creditedInterestOn(household, account, day);
    const jumps = daily.breaks.reduce((sum, { jump }) => sum + Math.abs(jump), 0);
    booking.most += Math.max(0, ...slopesOf(daily)) * extra + jumps;
  } else booking.most = Math.max(booking.most, extra);
}

/** By how much a booking may differ from that without a plan, cents. */
function deviation(household: Household, booking: Booking): [number, number] {
  const { kind, ownCents, most } = booking;
  if (kind === 'CREDIT') return [Math.min(0, -ownCents) - ROUNDING_CENTS, most + ROUNDING_CENTS];
  const charged = mostCharged(household, booking);
  return [Math.min(0, -charged - ownCents), Math.max(0, -ownCents)];
}

/** The most a statement may take from the account, cents. */
function mostCharged(household: Household, { account, period, most }: Booking): number {
  const { entry, booked } = account;
  const { dutyRegime, monthlyFeeCents } = entry.account;
  const months = household.timeline.plan.grid.months.filter(
    ({ from, to }) => from >= period.calendar.first && to <= period.calendar.last,
  );
  const counted = entry.setup.carried?.counted.feesCents ?? 0;
  const fees = monthlyFeeCents * months.length + Math.max(0, counted);
  if (isForeign(entry.account) || !owesDuty(entry.account)) return fees;
  if (dutyRegime === 'FIXED') return fees + fixedDutyOf(household, entry, period);
  const window = windowOf(entry, period);
  const perDay = dutyPerUnitDay(household, entry, period.calendar.daysInYear) / UNIT_CENTS;
  let largest = 0;
  for (let day = window.from; day <= window.to; day += 1) largest = Math.max(largest, booked[day] ?? 0);
  const base = Math.max(0, window.historyCentDays) + (largest + most) * daysOf(window);
  return fees + Math.max(minimumDutyOf(household, entry, period), base * perDay) + ROUNDING_CENTS;
}

/** The account, and the one to which a term deposit pays out what was booked on it. */
function touchedBy(household: Household, account: HouseAccount): HouseAccount[] {
  const { kind, linkedAccountId } = account.entry.account;
  const linked = household.accounts[household.indexOf(linkedAccountId ?? '') ?? -1];
  return kind === 'DEPOSIT_TERM' && linked !== undefined ? [account, linked] : [account];
}

/** Fees that a drift might waive on accounts whose figures are taken as they are without a plan, cents. */
function feesOfUnmovable({ timeline }: Household, bookings: readonly Booking[]): number {
  const accounts = new Set(
    bookings.filter(({ account }) => !account.isMovable).map(({ account }) => account),
  );
  const months = timeline.plan.grid.months.length;
  return [...accounts].reduce((sum, { entry }) => sum + entry.account.monthlyFeeCents * months, 0);
}

/** Proportional duty that a lower balance might save on accounts whose figures are taken as they are without a plan, cents. */
function dutyOfUnmovable({ accounts, law, timeline, dayCount }: Household, least: readonly number[]): number {
  const { daysInYear } = timeline.plan.grid;
  return accounts
    .filter(({ isMovable, entry }) => !isMovable && entry.account.dutyRegime === 'PROPORTIONAL')
    .reduce((sum, { index, entry }) => {
      const perDay = dutyPerUnitDay({ law }, entry, daysInYear) / UNIT_CENTS;
      return sum - (least[index] ?? 0) * perDay * dayCount;
    }, 0);
}
