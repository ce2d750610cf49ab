/** The days on which a recurring movement (a salary, a rent) falls. */

import {
  addDays,
  addMonths,
  businessDayOnOrAfter,
  businessDayOnOrBefore,
  dayOf,
  daysInMonth,
  lastBusinessDayOfMonth,
  lastDayOfMonth,
  monthOf,
  partsOf,
  yearOf,
} from './calendar.js';
import type { BusinessCalendar, Day } from './problem.js';

const DAYS_PER_WEEK = 7;

/** When a recurring movement that falls on a closed day happens instead. */
export type BusinessDayShift = 'NONE' | 'NEXT' | 'PREVIOUS';

/** How a movement recurs: every `everyDays` days, or every `everyMonths` months on a day of the month. */
export type Recurrence =
  | { readonly unit: 'DAYS'; readonly everyDays: number; readonly shift?: BusinessDayShift | undefined }
  | {
      readonly unit: 'MONTHS';
      readonly everyMonths: number;
      /** 1–31; a day the month lacks becomes its last. `LAST_BUSINESS` is the month's last business day. */
      readonly dayOfMonth: number | 'LAST' | 'LAST_BUSINESS';
      readonly shift?: BusinessDayShift | undefined;
    };

/**
 * The days on which a movement recurs, counted from `start` and falling between `from` and `to` after moving off
 * closed days; in order, without duplicates. Throws `RangeError` when the step is not a positive integer.
 */
export function recurrenceDays(
  recurrence: Recurrence,
  start: Day,
  from: Day,
  to: Day,
  calendar: BusinessCalendar,
): Day[] {
  const step = recurrence.unit === 'DAYS' ? recurrence.everyDays : recurrence.everyMonths;
  if (!Number.isInteger(step) || step < 1) throw new RangeError(`Not a positive step: ${String(step)}`);
  const days = new Set<Day>();
  // A closed run is never longer than a week, so an occurrence beyond that after `to` cannot shift back into range.
  const last = addDays(to, DAYS_PER_WEEK);
  const firstOfMonth = dayOf(yearOf(start), monthOf(start), 1);
  for (let index = 0; ; index += 1) {
    const period =
      recurrence.unit === 'DAYS' ? addDays(start, index * step) : addMonths(firstOfMonth, index * step);
    if (period > last) break;
    const nominal = recurrence.unit === 'DAYS' ? period : dayInMonth(period, recurrence.dayOfMonth, calendar);
    const day = shifted(nominal, recurrence.shift ?? 'NONE', calendar);
    if (nominal >= start && day >= from && day <= to) days.add(day);
  }
  return [...days].sort();
}

function dayInMonth(
  month: Day,
  dayOfMonth: number | 'LAST' | 'LAST_BUSINESS',
  calendar: BusinessCalendar,
): Day {
  if (dayOfMonth === 'LAST') return lastDayOfMonth(month);
  if (dayOfMonth === 'LAST_BUSINESS') return lastBusinessDayOfMonth(month, calendar);
  const { year, month: number } = partsOf(month);
  return dayOf(year, number, Math.min(dayOfMonth, daysInMonth(year, number)));
}

function shifted(day: Day, shift: BusinessDayShift, calendar: BusinessCalendar): Day {
  if (shift === 'NEXT') return businessDayOnOrAfter(day, calendar);
  return shift === 'PREVIOUS' ? businessDayOnOrBefore(day, calendar) : day;
}

/** Where a recurrence that falls on a closed day goes, as stored rules say it. */
export type OnNonBusinessDay = 'SAME' | 'BEFORE' | 'AFTER';

const SHIFTS = { SAME: 'NONE', BEFORE: 'PREVIOUS', AFTER: 'NEXT' } as const;
const BUSINESS_WEEK = 'BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1';
const SHORTEST_MONTH = 28;
const LONGEST_MONTH = 31;

/**
 * A recurrence as an RFC 5545 RRULE. A day that short months lack becomes their last one, which RRULE says with a set
 * of days and BYSETPOS=-1.
 */
export function rruleOf(recurrence: Recurrence): string {
  if (recurrence.unit === 'DAYS') return `FREQ=DAILY;INTERVAL=${String(recurrence.everyDays)}`;
  return `FREQ=MONTHLY;INTERVAL=${String(recurrence.everyMonths)};${daysOfMonthRule(recurrence.dayOfMonth)}`;
}

function daysOfMonthRule(dayOfMonth: number | 'LAST' | 'LAST_BUSINESS'): string {
  if (dayOfMonth === 'LAST_BUSINESS') return BUSINESS_WEEK;
  if (dayOfMonth === 'LAST') return 'BYMONTHDAY=-1';
  if (dayOfMonth <= SHORTEST_MONTH) return `BYMONTHDAY=${String(dayOfMonth)}`;
  const days = Array.from({ length: dayOfMonth - SHORTEST_MONTH + 1 }, (_, index) => SHORTEST_MONTH + index);
  return `BYMONTHDAY=${days.join(',')};BYSETPOS=-1`;
}

/**
 * The recurrence an RRULE stands for; `undefined` for a rule that is none of the forms `rruleOf` writes. The last
 * weekday of a month that is a holiday moves to the business day before, whatever the shift.
 */
export function recurrenceOfRrule(rule: string, onNonBusinessDay: OnNonBusinessDay): Recurrence | undefined {
  const shift = SHIFTS[onNonBusinessDay];
  const [, frequency, interval, rest] =
    /^FREQ=(DAILY|MONTHLY);INTERVAL=([1-9]\d{0,2})(?:;(.+))?$/.exec(rule) ?? [];
  if (frequency === undefined) return undefined;
  const step = Number(interval);
  if (frequency === 'DAILY') return rest === undefined ? { unit: 'DAYS', everyDays: step, shift } : undefined;
  const days: (number | 'LAST' | 'LAST_BUSINESS')[] = ['LAST', 'LAST_BUSINESS'];
  for (let day = 1; day <= LONGEST_MONTH; day += 1) days.push(day);
  const dayOfMonth = days.find((day) => daysOfMonthRule(day) === rest);
  return dayOfMonth === undefined ? undefined : { unit: 'MONTHS', everyMonths: step, dayOfMonth, shift };
}
