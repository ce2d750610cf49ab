/** Interest after withholding, and overdraft interest, of one day as a function of the value balance made of straight pieces. */

import {
  interestDivisor,
  interestTaxPctOf,
  ratePeriodOn,
  withheldPctOf,
  type Account,
  type HorizonGrid,
  type RatePeriod,
} from '@fibado/planning';
import type { HouseAccount, Household } from './household.js';
import type { Range } from '../formulations/plan-model.js';
import { UNIT_CENTS } from '../modelling/units.js';

/** At `at` (cents) and beyond, the slope changes by `slope` and the value, strictly above `at`, by `jump`. */
export interface Break {
  readonly at: number;
  /** Per cent of balance and day, cents. */
  readonly slope: number;
  /** Cents a day. */
  readonly jump: number;
}

/** Net cents a day of a balance: 0 at 0, `initialSlope` per cent below 0. */
export interface DailyInterest {
  readonly initialSlope: number;
  readonly breaks: readonly Break[];
}

/** The tax on the account's interest, withheld or due in the return, per cent of it. */
export function withholdingPctOf({ problem }: Pick<Household, 'problem'>, account: Account): number {
  return interestTaxPctOf(account, problem.settings);
}

/** The function of a rate period; the tax is taken out of what is earned. */
function dailyInterest(
  account: Account,
  period: RatePeriod | undefined,
  daysInYear: number,
  taxPct: number,
): DailyInterest {
  const divisor = interestDivisor(account.interestBasis, daysInYear);
  const kept = 1 - taxPct / 100;
  const initialSlope = (account.overdraftRatePct ?? 0) / 100 / divisor;
  const breaks: Break[] = [];
  let previous = initialSlope;
  let at = 0;
  for (const tier of period?.tiers ?? []) {
    const slope = ((tier.ratePct / 100) * kept) / divisor;
    const jump = period?.tierMode === 'WHOLE_BALANCE' && at > 0 ? (slope - previous) * at : 0;
    if (slope !== previous) breaks.push({ at, slope: slope - previous, jump });
    previous = slope;
    if (tier.upToCents === null) break;
    at = tier.upToCents;
  }
  if (period === undefined && initialSlope !== 0) breaks.push({ at: 0, slope: -initialSlope, jump: 0 });
  return { initialSlope, breaks };
}

/** The functions of an account by day of the horizon: one object for days on which they are the same. */
export function interestByDay(grid: HorizonGrid, account: Account, taxPct: number): readonly DailyInterest[] {
  const known = new Map<RatePeriod | undefined, Map<number, DailyInterest>>();
  return grid.days.map((date, day) => {
    const period = ratePeriodOn(account.rates, date);
    const daysInYear = daysInYearOn(grid, day);
    const byYear = known.get(period) ?? new Map<number, DailyInterest>();
    known.set(period, byYear);
    const daily = byYear.get(daysInYear) ?? dailyInterest(account, period, daysInYear, taxPct);
    byYear.set(daysInYear, daily);
    return daily;
  });
}

/** The function of an account on a day of the horizon; withholding is taken out of what is earned. */
export function interestOn({ interest }: HouseAccount, day: number): DailyInterest {
  const daily = interest[day];
  if (daily === undefined) throw new RangeError(`No day of the horizon: ${String(day)}`);
  return daily;
}

/** The same as the bank credits it: a foreign one before tax. */
export function creditedInterestOn(household: Household, account: HouseAccount, day: number): DailyInterest {
  const { problem, timeline } = household;
  const { account: own } = account.entry;
  const withheldPct = withheldPctOf(own, problem.settings);
  if (withheldPct === withholdingPctOf(household, own)) return interestOn(account, day);
  const { grid } = timeline.plan;
  return dailyInterest(
    own,
    ratePeriodOn(own.rates, grid.days[day] ?? ''),
    daysInYearOn(grid, day),
    withheldPct,
  );
}

/** The value at a balance, cents a day. */
export function interestAt(daily: DailyInterest, balanceCents: number): number {
  return daily.breaks.reduce(
    (sum, { at, slope, jump }) => (balanceCents > at ? sum + slope * (balanceCents - at) + jump : sum),
    daily.initialSlope * balanceCents,
  );
}

/** Whether no cent more ever earns a higher rate than the ones before it, on any day. */
export function isConcave({ entry: { account } }: HouseAccount): boolean {
  return account.rates.every(({ tiers, tierMode }) => {
    const falls = tiers.every(
      (tier, index) => index === 0 || tier.ratePct <= (tiers[index - 1]?.ratePct ?? 0),
    );
    const flat = tiers.every((tier) => tier.ratePct === tiers[0]?.ratePct);
    return tierMode === 'MARGINAL' ? falls : flat;
  });
}

/** How much a unit more earns on a day, cents, at the least and at the most over a range of the account's transfers. */
export function slopesOn(
  account: HouseAccount,
  day: number,
  range: Range,
): { readonly least: number; readonly most: number; readonly isConcave: boolean } {
  const { openFrom, openTo } = account.entry;
  if (day < openFrom || day > openTo) return { least: 0, most: 0, isConcave: true };
  const daily = interestOn(account, day);
  const own = account.value[day] ?? 0;
  const lower = own + range.lower * UNIT_CENTS;
  const upper = own + range.upper * UNIT_CENTS;
  let slope = daily.initialSlope;
  let isConcave = true;
  const slopes: number[] = [];
  const half = 0.5;
  for (const piece of daily.breaks) {
    const isInside = piece.at > lower + half && piece.at < upper - half;
    if (isInside && slopes.length === 0) slopes.push(slope);
    if (isInside && (piece.slope > 0 || piece.jump !== 0)) isConcave = false;
    if (piece.at >= upper - half) break;
    slope += piece.slope;
    if (isInside) slopes.push(slope);
  }
  if (slopes.length === 0) slopes.push(slope);
  return { least: Math.min(...slopes) * UNIT_CENTS, most: Math.max(...slopes) * UNIT_CENTS, isConcave };
}

function daysInYearOn(grid: HorizonGrid, day: number): number {
  return grid.quarters[grid.quarterOfDay[day] ?? 0]?.daysInYear ?? grid.daysInYear;
}

/** The slopes of the pieces, cents a cent and day. */
export function slopesOf(daily: DailyInterest): number[] {
  let slope = daily.initialSlope;
  return [slope, ...daily.breaks.map((piece) => (slope += piece.slope))];
}
