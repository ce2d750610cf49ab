/**
 * Calendar days, quarters and business days, on `YYYY-MM-DD` strings and integer day numbers.
 *
 * No `Date`: a day here has no hour and no time zone. Arithmetic runs on day numbers counted from 1970-01-01
 * in the proleptic Gregorian calendar.
 */

import type { BusinessCalendar, Day, QuarterDate, TimeOfDay } from './problem.js';

const MONTHS_PER_YEAR = 12;
const MONTHS_PER_QUARTER = 3;
const DAYS_PER_WEEK = 7;

/** ISO weekday: 1 = Monday … 7 = Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A day taken apart: calendar year, month 1–12, day of the month 1–31. */
export interface DayParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInYear(year: number): 365 | 366 {
  return isLeapYear(year) ? 366 : 365;
}

/** Days of the month `month` (1–12). */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Years 1900 to 9999; a month may be shorter than the day. */
const DAY = /^(?:19|[2-9]\d)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const SHORTEST_MONTH = '28';

/** Whether `text` is an existing day written `YYYY-MM-DD`, years 1900 to 9999. */
export function isDay(text: unknown): text is Day {
  if (typeof text !== 'string' || !DAY.test(text)) return false;
  if (text.slice(8) <= SHORTEST_MONTH) return true;
  const { year, month, day } = partsOf(text);
  return day <= daysInMonth(year, month);
}

/** Whether `text` is a time of a day written `HH:MM`. */
export function isTimeOfDay(text: unknown): text is TimeOfDay {
  return typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The parts of a valid day; nothing is checked. */
export function partsOf(day: Day): DayParts {
  return { year: yearOf(day), month: monthOf(day), day: numberAt(day, 8, 10) };
}

export function yearOf(day: Day): number {
  return numberAt(day, 0, 4);
}

/** Month 1–12. */
export function monthOf(day: Day): number {
  return numberAt(day, 5, 7);
}

const ZERO = '0'.charCodeAt(0);

/** The number that digits make; without substrings, for days are read hundreds of thousands of times in a run. */
function numberAt(digits: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at += 1) number = number * 10 + digits.charCodeAt(at) - ZERO;
  return number;
}

/** The day with these parts. Throws `RangeError` when there is no such day. */
export function dayOf(year: number, month: number, day: number): Day {
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  if (!isDay(text)) throw new RangeError(`No such day: ${[year, month, day].join('-')}`);
  return text;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/**
 * The number of days from 1970-01-01 to `day`. Throws `RangeError` when `day` is no day.
 *
 * Years are counted from March, so that the leap day is the last of its year and every 400 years have 146097 days.
 */
export function dayNumber(day: Day): number {
  if (!isDay(day)) throw new RangeError(`Not a day: ${String(day)}`);
  const { year, month, day: dayOfMonth } = partsOf(day);
  return numberOfParts(year, month, dayOfMonth);
}

function numberOfParts(year: number, month: number, dayOfMonth: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = (month + 9) % MONTHS_PER_YEAR;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + dayOfMonth - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear - 719_468;
}

/** The day `number` days after 1970-01-01, the inverse of {@link dayNumber}. */
export function dayFromNumber(number: number): Day {
  const { year, month, day } = partsFromNumber(number);
  return dayOf(year, month, day);
}

function partsFromNumber(number: number): DayParts {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}

export function addDays(day: Day, days: number): Day {
  return dayFromNumber(dayNumber(day) + days);
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from);
}

export function weekdayOf(day: Day): Weekday {
  return weekdayOfNumber(dayNumber(day));
}

function weekdayOfNumber(number: number): Weekday {
  // 1970-01-01 was a Thursday.
  return (((((number + 3) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK) + 1) as Weekday;
}

// ---------------------------------------------------------------------------------------------- quarters

const QUARTER_START = /^(?:19|[2-9]\d)\d\d-(?:01|04|07|10)-01$/;

/** Whether `text` is the first day of a calendar quarter, years 1901 to 9998: the quarters around it exist too. */
export function isQuarterStart(text: unknown): text is QuarterDate {
  return typeof text === 'string' && QUARTER_START.test(text) && text >= '1901' && text < '9999';
}

/** The quarter `day` falls in, named by its first day. */
export function quarterOf(day: Day): QuarterDate {
  const { year, month } = partsOf(day);
  return dayOf(year, month - ((month - 1) % MONTHS_PER_QUARTER), 1);
}

/**
 * The quarter a person sees first: the one wanted if there is one such, else that of `today`, else the last.
 * @param quarters in the order of time.
 */
export function quarterToShow(
  quarters: readonly { readonly date: string }[],
  wanted: string | null | undefined,
  today: Day,
): QuarterDate | undefined {
  const dates = quarters.map((quarter) => quarter.date);
  const current = quarterOf(today);
  return dates.find((date) => date === wanted) ?? (dates.includes(current) ? current : dates.at(-1));
}

/** Reads `2027-Q1` (or `2027Q1`, any case) or the first day itself; `undefined` for anything else. */
export function parseQuarter(text: string): QuarterDate | undefined {
  const trimmed = text.trim();
  if (isQuarterStart(trimmed)) return trimmed;
  const match = /^(\d{4})-?Q([1-4])$/i.exec(trimmed);
  if (match === null) return undefined;
  const day = `${match[1] ?? ''}-${pad((Number(match[2]) - 1) * MONTHS_PER_QUARTER + 1, 2)}-01`;
  return isQuarterStart(day) ? day : undefined;
}

/** `2027-Q1`. */
export function quarterLabel(quarter: QuarterDate): string {
  const { year, month } = partsOf(quarter);
  return `${pad(year, 4)}-Q${String(Math.ceil(month / MONTHS_PER_QUARTER))}`;
}

/** The quarter `count` quarters after `quarter` (before it when negative). */
export function addQuarters(quarter: QuarterDate, count: number): QuarterDate {
  const { year, month } = partsOf(quarter);
  const months = year * MONTHS_PER_YEAR + (month - 1) + count * MONTHS_PER_QUARTER;
  return dayOf(Math.floor(months / MONTHS_PER_YEAR), (months % MONTHS_PER_YEAR) + 1, 1);
}

export function nextQuarter(quarter: QuarterDate): QuarterDate {
  return addQuarters(quarter, 1);
}

export function previousQuarter(quarter: QuarterDate): QuarterDate {
  return addQuarters(quarter, -1);
}

/** The last day of the quarter. */
export function quarterEnd(quarter: QuarterDate): Day {
  const { year, month } = partsOf(quarter);
  const last = month + MONTHS_PER_QUARTER - 1;
  return dayOf(year, last, daysInMonth(year, last));
}

/** 90, 91 or 92. */
export function daysInQuarter(quarter: QuarterDate): number {
  return daysBetween(quarter, quarterEnd(quarter)) + 1;
}

/** Every day of the quarter, in order. */
export function daysOfQuarter(quarter: QuarterDate): Day[] {
  return daysFromTo(quarter, quarterEnd(quarter));
}

export function isInQuarter(day: Day, quarter: QuarterDate): boolean {
  const [{ year, month }, first] = [partsOf(day), partsOf(quarter)];
  return year === first.year && month >= first.month && month < first.month + MONTHS_PER_QUARTER;
}

/** Every day from `from` to `to`, both included; empty when `to` is earlier. */
export function daysFromTo(from: Day, to: Day): Day[] {
  const first = dayNumber(from);
  const count = Math.max(0, dayNumber(to) - first + 1);
  return Array.from({ length: count }, (_, index) => dayFromNumber(first + index));
}

// ---------------------------------------------------------------------------------------------- holidays

/**
 * Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher: the moon's age by the golden number, with the
 * century corrections).
 */
export function easterSunday(year: number): Day {
  return dayFromNumber(easterNumber(year));
}

function easterNumber(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) %
    DAYS_PER_WEEK;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const offset = epact + toSunday - 7 * late + 114;
  return numberOfParts(year, Math.floor(offset / 31), (offset % 31) + 1);
}

/**
 * Whether TARGET is closed: weekends, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December
 * (European Central Bank, 14 December 2000, long-term calendar).
 */
export function isTargetClosingDay(day: Day): boolean {
  return isTargetClosing(dayNumber(day));
}

function isTargetClosing(number: number): boolean {
  if (weekdayOfNumber(number) >= 6) return true;
  const { year, month, day } = partsFromNumber(number);
  if (month === 1) return day === 1;
  if (month === 12) return day === 25 || day === 26;
  if (month === 5) return day === 1;
  if (month !== 3 && month !== 4) return false;
  const sinceEaster = number - easterNumber(year);
  return sinceEaster === -2 || sinceEaster === 1;
}

/** Italian public holidays with a fixed date, `MM-DD`, and the first year of the younger ones. */
const ITALIAN_FIXED_HOLIDAYS: readonly { readonly monthDay: string; readonly fromYear?: number }[] = [
  { monthDay: '01-01' },
  { monthDay: '01-06' },
  { monthDay: '04-25' },
  { monthDay: '05-01' },
  { monthDay: '06-02' },
  { monthDay: '08-15' },
  // Saint Francis: law 151 of 8 October 2025, in force from 1 January 2026.
  { monthDay: '10-04', fromYear: 2026 },
  { monthDay: '11-01' },
  { monthDay: '12-08' },
  { monthDay: '12-25' },
  { monthDay: '12-26' },
];

const ITALIAN_HOLIDAY_FROM_YEAR = new Map(
  ITALIAN_FIXED_HOLIDAYS.map((holiday) => {
    const [month = 0, day = 0] = holiday.monthDay.split('-').map(Number);
    return [month * 100 + day, holiday.fromYear ?? 0] as const;
  }),
);

/** Whether `day` is a national public holiday of Italy, Easter Sunday and Easter Monday included (Sundays are not). */
export function isItalianHoliday(day: Day): boolean {
  return isItalianHolidayNumber(dayNumber(day));
}

function isItalianHolidayNumber(number: number): boolean {
  const { year, month, day } = partsFromNumber(number);
  const fromYear = ITALIAN_HOLIDAY_FROM_YEAR.get(month * 100 + day);
  if (fromYear !== undefined && year >= fromYear) return true;
  if (month !== 3 && month !== 4) return false;
  const sinceEaster = number - easterNumber(year);
  return sinceEaster === 0 || sinceEaster === 1;
}

// ---------------------------------------------------------------------------------------------- business days

/**
 * Whether banks execute transfers on `day`. `TARGET_AND_ITALY` also closes on Italian public holidays, on which
 * banks differ: the cautious reading.
 */
export function isBusinessDay(day: Day, calendar: BusinessCalendar): boolean {
  return isBusinessDayNumber(dayNumber(day), calendar);
}

/** {@link isBusinessDay} on a day number. */
export function isBusinessDayNumber(number: number, calendar: BusinessCalendar): boolean {
  return !isTargetClosing(number) && !(calendar === 'TARGET_AND_ITALY' && isItalianHolidayNumber(number));
}

/** `day` itself when it is a business day, else the first one after it. */
export function businessDayOnOrAfter(day: Day, calendar: BusinessCalendar): Day {
  return dayFromNumber(businessDayNumberOnOrAfter(dayNumber(day), calendar));
}

/** {@link businessDayOnOrAfter} on a day number. */
export function businessDayNumberOnOrAfter(number: number, calendar: BusinessCalendar): number {
  let current = number;
  while (!isBusinessDayNumber(current, calendar)) current += 1;
  return current;
}

/** `day` itself when it is a business day, else the last one before it. */
export function businessDayOnOrBefore(day: Day, calendar: BusinessCalendar): Day {
  let current = dayNumber(day);
  while (!isBusinessDayNumber(current, calendar)) current -= 1;
  return dayFromNumber(current);
}

/**
 * The `count`-th business day after `day` (before it when negative). `count` 0 gives `day` itself, business day
 * or not; a non-business day is never counted.
 */
export function addBusinessDays(day: Day, count: number, calendar: BusinessCalendar): Day {
  return dayFromNumber(addBusinessDaysToNumber(dayNumber(day), count, calendar));
}

/** {@link addBusinessDays} on a day number. */
export function addBusinessDaysToNumber(number: number, count: number, calendar: BusinessCalendar): number {
  const step = count < 0 ? -1 : 1;
  let current = number;
  for (let left = Math.abs(count); left > 0; left -= 1) {
    do current += step;
    while (!isBusinessDayNumber(current, calendar));
  }
  return current;
}

/** The business days from `from` to `to`, both included. */
export function businessDaysFromTo(from: Day, to: Day, calendar: BusinessCalendar): Day[] {
  return daysFromTo(from, to).filter((day) => isBusinessDay(day, calendar));
}

// ---------------------------------------------------------------------------------------------- months

/** The last calendar day of the month of `day`. */
export function lastDayOfMonth(day: Day): Day {
  const { year, month } = partsOf(day);
  return dayOf(year, month, daysInMonth(year, month));
}

/** The last business day of the month of `day`: when many salaries arrive. */
export function lastBusinessDayOfMonth(day: Day, calendar: BusinessCalendar): Day {
  return businessDayOnOrBefore(lastDayOfMonth(day), calendar);
}

/** `day` moved by whole months; a day the month lacks becomes its last day (31 January + 1 = 28 February). */
export function addMonths(day: Day, count: number): Day {
  const { year, month, day: dayOfMonth } = partsOf(day);
  const months = year * MONTHS_PER_YEAR + (month - 1) + count;
  const targetYear = Math.floor(months / MONTHS_PER_YEAR);
  const targetMonth = (months % MONTHS_PER_YEAR) + 1;
  return dayOf(targetYear, targetMonth, Math.min(dayOfMonth, daysInMonth(targetYear, targetMonth)));
}
