/** What a plan is judged by, account by account and day by day: balances, limits, interest, and the sums that decide duties and fees. */

import { isForeign, owesDuty } from '@fibado/planning';
import { interestOn, type DailyInterest } from '../../household/daily-interest.js';
import type { Household, HouseAccount } from '../../household/household.js';
import {
  daysOf,
  dutyPeriodsOf,
  fixedDutyTestsOf,
  minimumDutyOf,
  periodDutyPerUnitDay,
  windowOf,
} from '../../household/statements.js';
import { UNIT_CENTS } from '../../modelling/units.js';

/** Σ of an account's balances over days, history included, cents·days. */
export interface Sum {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
  centDays: number;
}

export interface FixedDuty {
  readonly thresholdCents: number;
  readonly members: readonly (Sum & { readonly perDay: number; readonly dutyCents: number })[];
  /** By member: what the change under judgement adds, cents·days. */
  readonly more: Float64Array;
  isTouched: boolean;
}

export interface ProportionalDuty extends Sum {
  readonly closing: number;
  /** Cents a cent·day of the average, and a cent of the closing balance; 0 where the base does not count. */
  readonly perCentDay: number;
  readonly perClosingCent: number;
  readonly minimumCents: number;
}

export interface MonthlyFee extends Sum {
  readonly wantedCentDays: number;
  readonly feeCents: number;
}

/** What a holder has at a bank, in shares of cents. */
export interface Exposed {
  readonly limit: number;
  readonly daily: Float64Array;
}

export interface Track {
  readonly booked: Float64Array;
  /** Value balance less booked balance. */
  readonly beyond: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly interest: readonly DailyInterest[];
  /** By day; −1 where the account is closed. */
  readonly interestOfDay: Int32Array;
  readonly duties: readonly ProportionalDuty[];
  readonly fees: readonly MonthlyFee[];
  readonly tests: { readonly test: FixedDuty; readonly member: number }[];
  readonly exposures: { readonly exposed: Exposed; readonly units: number }[];
}

/** Of a household without transfers beside the forced ones. */
export function tracksOf(household: Household): readonly Track[] {
  const tracks = household.accounts.map((account) => trackOf(household, account));
  addFixedDuties(household, tracks);
  addExposures(household, tracks);
  return tracks;
}

function addFixedDuties(household: Household, tracks: readonly Track[]): void {
  for (const { thresholdCents, members } of fixedDutyTestsOf(household)) {
    const test: FixedDuty = {
      thresholdCents: thresholdCents - household.options.marginCents,
      members: members.map(({ account, window, share, dutyCents }) => ({
        from: window.from,
        to: window.to,
        centDays: window.historyCentDays + sumOf(account.booked, window.from, window.to),
        perDay: share / daysOf(window),
        dutyCents,
      })),
      more: new Float64Array(members.length),
      isTouched: false,
    };
    for (const [member, { account }] of members.entries())
      tracks[account.index]?.tests.push({ test, member });
  }
}

/** The guarantees that all money together could exceed. */
function addExposures(household: Household, tracks: readonly Track[]): void {
  const most = mostMoney(household);
  for (const { dailyUnits, shares, unitsPerCent } of household.exposures) {
    const limit = household.problem.settings.guaranteeLimitCents * unitsPerCent;
    if (most * unitsPerCent <= limit) continue;
    const exposed = { limit, daily: Float64Array.from(dailyUnits) };
    for (const { accountIndex, units } of shares) tracks[accountIndex]?.exposures.push({ exposed, units });
  }
}

function trackOf(household: Household, account: HouseAccount): Track {
  const { dayCount, options } = household;
  const { booked, value, min, max, entry } = account;
  const interest: DailyInterest[] = [];
  const known = new Map<DailyInterest, number>();
  const interestOfDay = Int32Array.from({ length: dayCount }, (_, day) => {
    if (day < entry.openFrom || day > entry.openTo) return -1;
    const daily = interestOn(account, day);
    const at = known.get(daily) ?? interest.push(daily) - 1;
    known.set(daily, at);
    return at;
  });
  return {
    booked: Float64Array.from(booked),
    beyond: Float64Array.from(booked, (own, day) => (value[day] ?? 0) - own),
    min: Float64Array.from(min, (least, day) => (day < options.from ? -Infinity : least)),
    max: Float64Array.from(max, (most, day) => (day < options.from ? Infinity : most)),
    interest,
    interestOfDay,
    duties: proportionalDutiesOf(household, account),
    fees: monthlyFeesOf(household, account),
    tests: [],
    exposures: [],
  };
}

function proportionalDutiesOf(household: Household, account: HouseAccount): ProportionalDuty[] {
  const { entry, booked, timeline } = account;
  const { dutyRegime, dutyBase } = entry.account;
  if (dutyRegime !== 'PROPORTIONAL' || !owesDuty(entry.account)) return [];
  return dutyPeriodsOf(entry).map((period) => {
    const window = windowOf(entry, period);
    const rate = periodDutyPerUnitDay(household, entry, period) / UNIT_CENTS;
    const isUsed = timeline.moved || entry.setup.openingBalanceCents !== 0 || window.historyCentDays !== 0;
    return {
      from: window.from,
      to: window.to,
      centDays: window.historyCentDays + sumOf(booked, window.from, window.to),
      closing: Math.min(period.last, period.settledAt),
      perCentDay: dutyBase === 'CLOSING' ? 0 : rate,
      perClosingCent: dutyBase === 'AVERAGE' ? 0 : rate * daysOf(window),
      minimumCents: isUsed && !isForeign(entry.account) ? minimumDutyOf(household, entry, period) : 0,
    };
  });
}

/** Of the months in which an average may waive the fee; months waived by credits cannot be lost. */
function monthlyFeesOf(
  { timeline }: Household,
  { entry, timeline: own, booked }: HouseAccount,
): MonthlyFee[] {
  const { monthlyFeeCents, feeWaiver } = entry.account;
  const wanted = feeWaiver?.minAverageBalanceCents;
  if (monthlyFeeCents === 0 || wanted === undefined) return [];
  return timeline.plan.grid.months.flatMap((month, index): MonthlyFee[] => {
    const from = Math.max(month.from, entry.openFrom);
    const to = Math.min(month.to, entry.openTo);
    const credits = own.monthlyCreditsCents[index] ?? 0;
    if (to < from || credits >= (feeWaiver?.minMonthlyCreditsCents ?? Infinity)) return [];
    return [
      {
        from,
        to,
        centDays: sumOf(booked, from, to),
        wantedCentDays: wanted * (to - from + 1),
        feeCents: monthlyFeeCents,
      },
    ];
  });
}

/** The most that all accounts together can hold on a day, cents. */
function mostMoney({ accounts, dayCount, options }: Household): number {
  let most = 0;
  for (let day = options.from; day < dayCount; day += 1) {
    most = Math.max(
      most,
      accounts.reduce((sum, { booked, min }) => sum + (booked[day] ?? 0) - Math.min(0, min[day] ?? 0), 0),
    );
  }
  return most;
}

function sumOf(values: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let day = from; day <= to; day += 1) sum += values[day] ?? 0;
  return sum;
}
