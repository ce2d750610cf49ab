/**
 * What the end of a period brings: interest with its withholding at the end of a crediting period, duty and monthly
 * fees at the end of a statement period. A period that ends inside the horizon is computed whole, rounded once, and
 * reported less what earlier quarters reported of it; one that runs past the horizon is reported by what has accrued.
 */

import { interestTaxPctOf, isForeign, owesDuty, withheldPctOf } from './abroad.js';
import { monthlyFeeCents } from './fees.js';
import { accrual, addInterest, interestDivisor, withholdingCents } from './interest.js';
import type { Law } from './law.js';
import type { LotInterest } from './lots/schedule.js';
import { cents, ExactSum, multiplyDivideHalfUp, rateUnits } from './money.js';
import { accruedCents, type AccountPeriod, historySince, wholeDays } from './periods.js';
import type { HorizonGrid, IndexedAccount } from './indexed-problem.js';
import type { Cents, PlanningSettings } from './problem.js';
import { NO_READINGS, type Readings } from './readings.js';
import {
  accruedProportionalDutyCents,
  type AverageBalance,
  fixedDutyCents,
  proportionalDutyCents,
} from './stamp-duty.js';

/** One account's end-of-day balances, known up to the day of a settlement at least. Cents. */
export interface SettledBalances {
  readonly entry: IndexedAccount;
  readonly bookedCents: readonly Cents[];
  readonly valueCents: readonly Cents[];
  /** Days on which a movement was booked. */
  readonly movedOn: readonly boolean[];
  readonly monthlyCreditsCents: readonly Cents[];
}

/** Interest of a crediting period: what the horizon counts of it, in cents. */
export interface Credit {
  readonly period: AccountPeriod;
  readonly grossCents: Cents;
  /** The whole tax on the interest. */
  readonly withheldCents: Cents;
  /** Of it, what the bank does not withhold. */
  readonly dueInReturnCents: Cents;
  readonly overdraftCents: Cents;
  /** What is credited to the account after the last day; 0 while provisional. */
  readonly bookedCents: Cents;
  /** Exact interest of the period up to the day it was settled, in accrual units, with what was carried. */
  readonly accruedGross: bigint;
  readonly accruedOverdraft: bigint;
  /** Exact interest by quarter of the horizon. */
  readonly parts: readonly AccruedPart[];
  /** Of a lot: what each of its quarters in the horizon counts, where others share the sum by `parts`. */
  readonly quarterCents?: readonly LotInterest[] | undefined;
}

interface AccruedPart {
  readonly quarter: number;
  readonly gross: bigint;
  readonly overdraft: bigint;
}

/** Duty and fees of a statement period: what the horizon counts of them, in cents. */
export interface Statement {
  readonly period: AccountPeriod;
  readonly dutyCents: Cents;
  readonly feesCents: Cents;
  /** What is taken from the account after the last day, as a negative amount; 0 while provisional. */
  readonly bookedCents: Cents;
  /** Over the period's days up to the day it was settled, history included. */
  readonly average: AverageBalance;
  /** Fees of the months of the horizon, by position of the month. */
  readonly fees: readonly { readonly month: number; readonly cents: Cents }[];
}

// ---------------------------------------------------------------------------------------------- balances

/** Sum of the booked end-of-day balances over the open days from `from` to `to` (positions). */
export function averageBetween(
  { entry, bookedCents }: Pick<SettledBalances, 'entry' | 'bookedCents'>,
  from: number,
  to: number,
): AverageBalance {
  const first = Math.max(from, entry.openFrom);
  const last = Math.min(to, entry.openTo);
  let sumCentDays = 0;
  for (let day = first; day <= last; day += 1) sumCentDays += bookedCents[day] ?? 0;
  return { sumCentDays: cents(sumCentDays), days: Math.max(0, last - first + 1) };
}

/** An account's average in the window of a period, its own or another account's, with the history it knows. */
export function averageInWindow(
  balances: Pick<SettledBalances, 'entry' | 'bookedCents'>,
  window: Pick<AccountPeriod, 'calendar' | 'settledAt' | 'isRunning'>,
): AverageBalance {
  const history = historySince(balances.entry.setup, window);
  const inside = averageBetween(balances, window.calendar.first, window.settledAt);
  return {
    sumCentDays: cents(history.sumCentDays + inside.sumCentDays),
    days: history.days + inside.days,
  };
}

/**
 * Whether what a period brings is booked on the account: the period is over and the account still open after it. Where
 * the bank's statement has been read up to its last day, the bank's own bookings are among the movements.
 */
export function isBooked(entry: IndexedAccount, period: AccountPeriod): boolean {
  return !period.isProvisional && entry.closesAt > period.settledAt && entry.statedTo < period.settledAt;
}

// ---------------------------------------------------------------------------------------------- interest

export function creditOf(
  balances: SettledBalances,
  period: AccountPeriod,
  grid: HorizonGrid,
  settings: PlanningSettings,
  readings: Readings = NO_READINGS,
): Credit {
  const { account, setup } = balances.entry;
  const parts = accruedParts(balances, period, grid, readings);
  const carried = period.isRunning ? setup.carried : undefined;
  const gross = parts.reduce((sum, part) => sum + part.gross, 0n);
  const overdraft = parts.reduce((sum, part) => sum + part.overdraft, 0n);
  const accruedGross = gross + BigInt(carried?.accruedGross ?? 0);
  const accruedOverdraft = overdraft + BigInt(carried?.accruedOverdraft ?? 0);
  const grossCents = accruedCents(period.isProvisional ? gross : accruedGross);
  const overdraftCents = accruedCents(period.isProvisional ? overdraft : accruedOverdraft);
  const taxPct = interestTaxPctOf(account, settings);
  const withheldPct = withheldPctOf(account, settings);
  const taxCents = withholdingCents(grossCents, taxPct);
  const counted = period.isProvisional ? undefined : carried?.counted;
  const withheldCents = cents(taxCents - (counted?.withholdingCents ?? 0));
  return {
    period,
    grossCents: cents(grossCents - (counted?.grossCents ?? 0)),
    withheldCents,
    dueInReturnCents: dueInReturnOf(withheldCents, taxPct, withheldPct),
    overdraftCents: cents(overdraftCents - (counted?.overdraftCents ?? 0)),
    bookedCents: period.isProvisional ? 0 : cents(grossCents - withholdingCents(grossCents, withheldPct)),
    accruedGross,
    accruedOverdraft,
    parts,
  };
}

/** The part of the tax on interest that the bank does not withhold. */
function dueInReturnOf(taxCents: Cents, taxPct: number, withheldPct: number): Cents {
  if (taxPct === withheldPct) return 0;
  return multiplyDivideHalfUp(taxCents, rateUnits(taxPct) - rateUnits(withheldPct), rateUnits(taxPct));
}

/** Exact interest of a period's days in the horizon, quarter by quarter: each quarter lies in one year. */
function accruedParts(
  balances: SettledBalances,
  period: AccountPeriod,
  grid: HorizonGrid,
  { interestYearDays }: Readings,
): AccruedPart[] {
  const parts: AccruedPart[] = [];
  for (const [quarter, { from, to, daysInYear }] of grid.quarters.entries()) {
    const first = Math.max(period.first, from);
    const last = Math.min(period.last, to);
    if (first > last) continue;
    const divisor = interestYearDays ?? interestDivisor(balances.entry.account.interestBasis, daysInYear);
    const { earned, owed } = interestBetween(balances, first, last);
    parts.push({ quarter, gross: accrual(earned, divisor), overdraft: accrual(owed, divisor) });
  }
  return parts;
}

function interestBetween(
  { entry, valueCents }: SettledBalances,
  first: number,
  last: number,
): { earned: ExactSum; owed: ExactSum } {
  const earned = new ExactSum();
  for (const { period, from, to } of entry.rates) {
    forEachRun(valueCents, Math.max(first, from), Math.min(last, to), (balance, days) => {
      addInterest(earned, period, balance, days);
    });
  }
  const owed = new ExactSum();
  const overdraftUnits = rateUnits(entry.account.overdraftRatePct ?? 0);
  if (overdraftUnits === 0) return { earned, owed };
  forEachRun(valueCents, first, last, (balance, days) => {
    if (balance < 0) owed.add((0 - balance) * days, overdraftUnits);
  });
  return { earned, owed };
}

/** Calls `visit` for every run of days with one balance. */
function forEachRun(
  balances: readonly Cents[],
  from: number,
  to: number,
  visit: (balance: Cents, days: number) => void,
): void {
  let start = from;
  while (start <= to) {
    const balance = balances[start] ?? 0;
    let end = start + 1;
    while (end <= to && balances[end] === balance) end += 1;
    visit(balance, end - start);
    start = end;
  }
}

// ---------------------------------------------------------------------------------------------- statements

/** `isFixedDutyDue`: whether the aggregate of the account's duty group in the period is above the threshold. */
export function statementOf(
  balances: SettledBalances,
  period: AccountPeriod,
  grid: HorizonGrid,
  law: Law,
  isFixedDutyDue: boolean,
): Statement {
  const { account, setup } = balances.entry;
  const average = averageInWindow(balances, period);
  const fees = feesIn(balances, period, grid);
  const feesCents = fees.reduce((sum, fee) => sum + fee.cents, 0);
  const counted = period.isRunning ? setup.carried?.counted : undefined;
  const isCharged = owesDuty(account) && !isForeign(account);
  const dutyCents = isCharged ? dutyOf(balances, period, { grid, law, average, isFixedDutyDue }) : 0;
  const countedDuty = isCharged && !period.isProvisional ? (counted?.dutyCents ?? 0) : 0;
  return {
    period,
    dutyCents: cents(dutyCents - countedDuty),
    feesCents,
    bookedCents: period.isProvisional ? 0 : cents(0 - dutyCents - feesCents - (counted?.feesCents ?? 0)),
    average,
    fees,
  };
}

interface DutyContext {
  readonly grid: HorizonGrid;
  readonly law: Law;
  readonly average: AverageBalance;
  readonly isFixedDutyDue: boolean;
}

/** Duty of the whole period, or of its days in the horizon while it runs on. */
function dutyOf(balances: SettledBalances, period: AccountPeriod, context: DutyContext): Cents {
  const { account, bank, lot } = balances.entry;
  const { grid, law, average, isFixedDutyDue } = context;
  const statedOn = grid.days[Math.min(period.last, period.settledAt)];
  if (lot !== undefined && statedOn !== undefined && !lot.owesDutyOn(statedOn)) return 0;
  const { daysInYear } = period.calendar;
  // A negative average owes nothing; one of exactly zero does, once the others are above.
  if (account.dutyRegime === 'FIXED' && (!isFixedDutyDue || average.sumCentDays < 0)) return 0;
  const days = period.isProvisional ? period.last - period.first + 1 : average.days;
  const minimumDutyCents = period.isProvisional
    ? minimumShare(balances, period, grid, law)
    : law.minimumDutyCents;
  if (account.dutyRegime === 'FIXED') {
    const months = wholeMonths(period, grid, average);
    return fixedDutyCents(
      law.fixedDutyCents,
      { days, daysInYear, months },
      bank.stampDutyMethod,
      minimumDutyCents,
    );
  }
  const deposit = {
    average,
    closingCents: balances.bookedCents[Math.min(period.last, period.settledAt)] ?? 0,
    used: isUsed(balances, period),
  };
  const limits = { ...law, minimumDutyCents };
  return period.isProvisional
    ? accruedProportionalDutyCents(deposit, account.dutyBase, { days, daysInYear }, limits)
    : proportionalDutyCents(deposit, account.dutyBase, { days, daysInYear }, limits);
}

/** What of the least duty falls on the days in the horizon, so that a small deposit does not owe it every quarter. */
function minimumShare({ entry }: SettledBalances, period: AccountPeriod, grid: HorizonGrid, law: Law): Cents {
  const { opensAt, closesAt } = entry;
  const whole = wholeDays(period, { days: grid.days.length, opensAt, closesAt });
  return multiplyDivideHalfUp(law.minimumDutyCents, period.last - period.first + 1, whole);
}

/** The period's calendar months, when the account was open on all its days; of a provisional one, in the horizon. */
function wholeMonths(period: AccountPeriod, grid: HorizonGrid, average: AverageBalance): number | undefined {
  const { first, last, months } = period.calendar;
  if (!period.isProvisional) return average.days === last - first + 1 ? months : undefined;
  const isOpenThroughout = period.first === Math.max(0, first) && period.last === period.settledAt;
  return isOpenThroughout ? monthsOf(period, grid).length : undefined;
}

/** Whether anything was there or moved: art. 3 DM 24-5-2012 asks nothing of an empty, unmoved deposit. */
function isUsed({ entry, bookedCents, movedOn }: SettledBalances, period: AccountPeriod): boolean {
  const { carried } = entry.setup;
  const history = historySince(entry.setup, period);
  if (history.sumCentDays !== 0) return true;
  if (period.isRunning && (carried?.counted.dutyCents ?? 0) !== 0) return true;
  for (let day = Math.max(0, period.calendar.first); day <= period.settledAt; day += 1) {
    if (bookedCents[day] !== 0 || movedOn[day] === true) return true;
  }
  return false;
}

function monthsOf(period: AccountPeriod, grid: HorizonGrid): number[] {
  const { first, last } = period.calendar;
  return grid.months.flatMap(({ from, to }, month) => (from >= first && to <= last ? [month] : []));
}

function feesIn(balances: SettledBalances, period: AccountPeriod, grid: HorizonGrid): Statement['fees'] {
  const { account } = balances.entry;
  if (account.monthlyFeeCents === 0) return [];
  return monthsOf(period, grid).map((month) => {
    const { from = 0, to = -1 } = grid.months[month] ?? {};
    const average = averageBetween(balances, from, to);
    const creditsCents = balances.monthlyCreditsCents[month] ?? 0;
    return { month, cents: monthlyFeeCents(account, { average, creditsCents }) };
  });
}
