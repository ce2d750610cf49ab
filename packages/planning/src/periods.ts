/** The rhythms in which a bank draws up an account's statement and credits its interest, and their periods. */

import { isForeign } from './abroad.js';
import { addDays, addMonths, dayNumber, daysInYear, monthOf, quarterEnd, yearOf } from './calendar.js';
import { horizonOf } from './horizon.js';
import { divideHalfUp, RATE_UNITS_PER_ONE } from './money.js';
import type {
  Account,
  AccountKind,
  Cents,
  Day,
  Horizon,
  InterestCredit,
  Problem,
  QuarterDate,
  Setup,
  StatementPeriod,
} from './problem.js';

export const STATEMENT_PERIODS = ['MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY'] as const;
export const INTEREST_CREDITS = [...STATEMENT_PERIODS, 'MATURITY'] as const;

const MONTHS_OF: Readonly<Record<StatementPeriod, number>> = {
  MONTHLY: 1,
  QUARTERLY: 3,
  HALF_YEARLY: 6,
  YEARLY: 12,
};

/** The periods of an account; those it does not name are quarterly, as all were before accounts had them. */
export function periodsOf(account: Pick<Account, 'statementPeriod' | 'interestCredit'>): {
  statementPeriod: StatementPeriod;
  interestCredit: InterestCredit;
} {
  const statementPeriod = account.statementPeriod ?? 'QUARTERLY';
  return { statementPeriod, interestCredit: account.interestCredit ?? statementPeriod };
}

/** The period a duty is computed by: the statement's, or for IVAFE the calendar year of the return. */
export function dutyPeriodOf(account: Pick<Account, 'iban' | 'statementPeriod'>): StatementPeriod {
  return isForeign(account) ? 'YEARLY' : periodsOf(account).statementPeriod;
}

/**
 * What banks usually do for a kind of account: the proposal for a new one. Current accounts credit interest on
 * 31 December (TUB art. 120 c. 2); savings books and deposits have one statement a year, on that day.
 */
export function usualPeriods(kind: AccountKind): {
  statementPeriod: StatementPeriod;
  interestCredit: InterestCredit;
} {
  const yearly = kind === 'SAVINGS_BOOK' || kind === 'DEPOSIT_FREE' || kind === 'DEPOSIT_TERM';
  const statementPeriod = yearly ? 'YEARLY' : 'QUARTERLY';
  return { statementPeriod, interestCredit: kind === 'CURRENT' ? 'YEARLY' : statementPeriod };
}

/** Whether the problem is one quarter, all periods of which are that quarter, taxed alike, with nothing brought along. */
export function hasQuarterlyPeriods(problem: Problem): boolean {
  const accounts = new Map(problem.accounts.map((account) => [account.id, account]));
  return (
    horizonOf(problem).to === quarterEnd(problem.quarter) &&
    problem.setups.every(({ accountId, carried }) => {
      const account = accounts.get(accountId);
      if (account === undefined || carried !== undefined) return false;
      // A foreign account is taxed by the year and in the return.
      if (account.withholdingPct !== undefined || isForeign(account)) return false;
      const { statementPeriod, interestCredit } = periodsOf(account);
      return statementPeriod === 'QUARTERLY' && interestCredit === 'QUARTERLY';
    })
  );
}

// ---------------------------------------------------------------------------------------------- on a horizon

/**
 * A period on the days of a horizon, as positions: the first may lie before the horizon (negative), the last after
 * it. A period that follows no calendar begins or ends at an infinite position.
 */
export interface CalendarPeriod {
  readonly first: number;
  readonly last: number;
  readonly from: QuarterDate;
  readonly months: number;
  readonly daysInYear: number;
}

/** First day of the period of a rhythm in which the month of a quarter's first day lies. */
export function periodStart(quarter: QuarterDate, rhythm: StatementPeriod): QuarterDate {
  return addMonths(quarter, -((monthOf(quarter) - 1) % MONTHS_OF[rhythm]));
}

/** Last day of a rhythm's period that is the last to begin in or before a quarter: at least the quarter's own last day. */
export function periodEnd(quarter: QuarterDate, rhythm: StatementPeriod): Day {
  const end = quarterEnd(quarter);
  const whole = addDays(addMonths(periodStart(quarter, rhythm), MONTHS_OF[rhythm]), -1);
  return whole > end ? whole : end;
}

/** The periods of a rhythm that share a day with the horizon, in order. */
export function calendarPeriods(horizon: Horizon, rhythm: StatementPeriod): CalendarPeriod[] {
  const start = dayNumber(horizon.from);
  const end = dayNumber(horizon.to);
  const months = MONTHS_OF[rhythm];
  const periods: CalendarPeriod[] = [];
  let from = periodStart(horizon.from, rhythm);
  while (dayNumber(from) <= end) {
    const next = addMonths(from, months);
    periods.push({
      first: dayNumber(from) - start,
      last: dayNumber(next) - 1 - start,
      from,
      months,
      daysInYear: daysInYear(yearOf(from)),
    });
    from = next;
  }
  return periods;
}

/** What the periods of one account are cut from: its days on the grid, open-ended where it names none. */
export interface PeriodBounds {
  /** Days of the horizon. */
  readonly days: number;
  readonly opensAt: number;
  readonly closesAt: number;
}

/**
 * One period of one account. It is settled at the end of the day `settledAt`: figures are final there, or, where the
 * period runs past the horizon, accrued up to the horizon's end (provisional).
 */
export interface AccountPeriod {
  readonly calendar: CalendarPeriod;
  /** First and last open day of the period inside the horizon. */
  readonly first: number;
  readonly last: number;
  readonly settledAt: number;
  readonly isProvisional: boolean;
  /** It began before the horizon: what the setup carries belongs to it. */
  readonly isRunning: boolean;
}

/**
 * The periods of an account, each open day of the horizon in exactly one. A period ends early when the account closes:
 * `endOf` says at the end of which day it is settled then.
 */
export function accountPeriods(
  calendars: readonly CalendarPeriod[],
  bounds: PeriodBounds,
  endOf: (closesAt: number) => number,
): AccountPeriod[] {
  const lastDay = bounds.days - 1;
  return calendars.flatMap((calendar): AccountPeriod[] => {
    const first = Math.max(calendar.first, bounds.opensAt, 0);
    const last = Math.min(calendar.last, bounds.closesAt, lastDay);
    if (first > last) return [];
    const end =
      bounds.closesAt < calendar.last ? Math.min(calendar.last, endOf(bounds.closesAt)) : calendar.last;
    return [
      {
        calendar,
        first,
        last,
        settledAt: Math.min(end, lastDay),
        isProvisional: end > lastDay,
        isRunning: calendar.first < 0,
      },
    ];
  });
}

/** The whole life of a deposit in two parts: up to the day before it matures, and what is left on it afterwards. */
export function lifePeriods(from: QuarterDate, matures: number): CalendarPeriod[] {
  const life = { from, months: 0, daysInYear: daysInYear(yearOf(from)) };
  const before = { ...life, first: -Infinity, last: matures - 1 };
  return matures === Infinity ? [before] : [before, { ...life, first: matures, last: Infinity }];
}

/** Days of the account's own period as far as it is known to last, whether inside the horizon or not. */
export function wholeDays(period: AccountPeriod, bounds: PeriodBounds): number {
  const { first, last } = period.calendar;
  return Math.min(last, bounds.closesAt) - Math.max(first, bounds.opensAt) + 1;
}

/** The day at a position counted from the first day of a horizon. */
export function dayAt(horizon: Pick<Horizon, 'from'>, position: number): Day {
  return addDays(horizon.from, position);
}

/**
 * Balances of an account from before the horizon that belong to a period that began on `from`: the longest history
 * that reaches no further back. Nothing when none is known, or when the period begins inside the horizon.
 */
export function historySince(
  setup: Pick<Setup, 'carried'>,
  period: Pick<AccountPeriod, 'isRunning'> & { readonly calendar: Pick<CalendarPeriod, 'from'> },
): { days: number; sumCentDays: number; from?: Day } {
  const { carried } = setup;
  if (!period.isRunning || carried === undefined) return { days: 0, sumCentDays: 0 };
  const own = { from: carried.periodFrom, days: carried.days, sumCentDays: carried.sumCentDays };
  const known = [own, ...(carried.history ?? [])].filter(
    ({ from, days }) => days > 0 && from >= period.calendar.from,
  );
  return known.reduce<{ days: number; sumCentDays: number; from?: Day }>(
    (longest, history) => (history.days > longest.days ? history : longest),
    { days: 0, sumCentDays: 0 },
  );
}

// ---------------------------------------------------------------------------------------------- exact interest

/**
 * Units of exact interest in one cent: rates have units of a ten-thousandth of a percent, and a day's interest is
 * divided by 365 or 366 days, so that every sum over both kinds of years is an integer.
 */
export const ACCRUAL_UNITS_PER_CENT = RATE_UNITS_PER_ONE * 365 * 366;

/** Exact interest of a whole number of cents, as `carried` has it. */
export function accrualOfCents(amountCents: Cents): string {
  return String(BigInt(amountCents) * BigInt(ACCRUAL_UNITS_PER_CENT));
}

/** Exact interest rounded half-up to cents. */
export function accruedCents(units: bigint): Cents {
  return Number(divideHalfUp(units, BigInt(ACCRUAL_UNITS_PER_CENT)));
}

export function isAccrual(text: unknown): text is string {
  return typeof text === 'string' && /^-?\d{1,30}$/.test(text);
}
