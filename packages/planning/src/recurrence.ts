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
