import {
  addBusinessDays,
  addDays,
  addMonths,
  addQuarters,
  businessDayOnOrAfter,
  businessDayOnOrBefore,
  businessDaysFromTo,
  dayFromNumber,
  dayNumber,
  dayOf,
  daysBetween,
  daysFromTo,
  daysInMonth,
  daysInQuarter,
  daysInYear,
  daysOfQuarter,
  easterSunday,
  isBusinessDay,
  isDay,
  isInQuarter,
  isItalianHoliday,
  isLeapYear,
  isQuarterStart,
  isTargetClosingDay,
  lastBusinessDayOfMonth,
  nextQuarter,
  parseQuarter,
  previousQuarter,
  quarterEnd,
  quarterLabel,
  quarterOf,
  quarterToShow,
  recurrenceDays,
  weekdayOf,
} from '../src/index.js';
import fc from 'fast-check';
import { isClosed } from './support/reference.js';

const DAY_MS = 86_400_000;
const anyDay = fc.integer({ min: dayNumber('1910-01-01'), max: dayNumber('2199-12-31') }).map(dayFromNumber);

describe('days', () => {
  it('agree with the platform calendar on every day from 1900 to 2199', () => {
    const first = dayNumber('1900-01-01');
    const last = dayNumber('2199-12-31');
    for (let number = first; number <= last; number += 1) {
      const date = new Date(number * DAY_MS);
      const day = dayFromNumber(number);
      if (day !== date.toISOString().slice(0, 10)) throw new Error(`day ${String(number)} is ${day}`);
      if (dayNumber(day) !== number) throw new Error(`${day} has number ${String(dayNumber(day))}`);
      if (weekdayOf(day) % 7 !== date.getUTCDay()) throw new Error(`weekday of ${day}`);
    }
    expect(last - first + 1).toBe(109_573);
  });

  it.each([
    '2027-02-29',
    '2100-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-04-31',
    '2027-1-01',
    '0999-01-01',
    '',
    null,
    5,
  ])('refuses %p', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it.each(['2028-02-29', '2000-02-29', '1900-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it('knows leap years: every fourth, not every hundredth, but every four-hundredth', () => {
    expect([1900, 2000, 2024, 2027, 2028, 2100, 2400].filter(isLeapYear)).toEqual([2000, 2024, 2028, 2400]);
    expect([daysInYear(2027), daysInYear(2028)]).toEqual([365, 366]);
    expect([daysInMonth(2027, 2), daysInMonth(2028, 2), daysInMonth(2027, 4), daysInMonth(2027, 12)]).toEqual(
      [28, 29, 30, 31],
    );
  });

  it('throws on what is no day', () => {
    expect(() => dayNumber('2027-02-30')).toThrow(RangeError);
    expect(() => dayOf(2027, 2, 30)).toThrow(RangeError);
  });

  it('adds and subtracts', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(daysBetween('2027-03-31', '2027-03-01')).toBe(-30);
    expect(daysFromTo('2027-03-30', '2027-04-01')).toEqual(['2027-03-30', '2027-03-31', '2027-04-01']);
    expect(daysFromTo('2027-03-30', '2027-03-29')).toEqual([]);
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -2000, max: 2000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count);
      }),
    );
  });

  it('adds months, and a day the month lacks becomes its last', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(addMonths('2027-01-31', -2)).toBe('2026-11-30');
    expect(addMonths('2027-12-15', 1)).toBe('2028-01-15');
  });
});

describe('quarters', () => {
  it('have 90, 91, 92, 92 days, and 91 in the first of a leap year', () => {
    const lengths = (year: number): number[] =>
      [0, 1, 2, 3].map((index) => daysInQuarter(addQuarters(`${String(year)}-01-01`, index)));
    expect(lengths(2027)).toEqual([90, 91, 92, 92]);
    expect(lengths(2028)).toEqual([91, 91, 92, 92]);
  });

  it('are named by their first day only', () => {
    expect(['2027-01-01', '2027-04-01', '2027-07-01', '2027-10-01'].every(isQuarterStart)).toBe(true);
    expect(
      ['2027-02-01', '2027-04-02', '2027-4-01', '1900-10-01', '9999-01-01', 'x', undefined].some(
        isQuarterStart,
      ),
    ).toBe(false);
  });

  it('are read and written as 2027-Q3', () => {
    expect(['2027-Q3', '2027q3', ' 2027-07-01 '].map(parseQuarter)).toEqual(Array(3).fill('2027-07-01'));
    expect(['2027-Q5', '2027-07-02', 'Q3'].map(parseQuarter)).toEqual([undefined, undefined, undefined]);
    expect(quarterLabel('2027-10-01')).toBe('2027-Q4');
  });

  it('cover the year without gap or overlap, for every day', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const quarter = quarterOf(day);
        expect(isQuarterStart(quarter) && isInQuarter(day, quarter)).toBe(true);
        expect(nextQuarter(quarter)).toBe(addDays(quarterEnd(quarter), 1));
        expect(previousQuarter(nextQuarter(quarter))).toBe(quarter);
        expect(daysOfQuarter(quarter)).toHaveLength(daysInQuarter(quarter));
        expect(parseQuarter(quarterLabel(quarter))).toBe(quarter);
      }),
    );
  });
});

describe('holidays', () => {
  // Dates as published by the Church and the almanacs.
  it.each([
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2019, '2019-04-21'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter of %i is %s', (year, day) => {
    expect(easterSunday(year)).toBe(day);
  });

  it('TARGET closes on 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December', () => {
    const closed = daysFromTo('2027-01-01', '2027-12-31').filter(
      (day) => weekdayOf(day) < 6 && isTargetClosingDay(day),
    );
    // 1 May, 25 and 26 December 2027 fall on a weekend.
    expect(closed).toEqual(['2027-01-01', '2027-03-26', '2027-03-29']);
    expect(['2026-05-01', '2026-12-25', '2029-12-26'].every(isTargetClosingDay)).toBe(true);
  });

  it('Italy rests on twelve days, Easter and its Monday, and since 2026 on 4 October; not on Good Friday', () => {
    const holidays = (year: number): string[] =>
      daysFromTo(`${String(year)}-01-01`, `${String(year)}-12-31`)
        .filter(isItalianHoliday)
        .map((day) => day.slice(5));
    const until2025 = [
      '01-01',
      '01-06',
      '04-20',
      '04-21',
      '04-25',
      '05-01',
      '06-02',
      '08-15',
      '11-01',
      '12-08',
      '12-25',
      '12-26',
    ];
    expect(holidays(2025)).toEqual(until2025);
    expect(holidays(2027)).toEqual([
      '01-01',
      '01-06',
      '03-28',
      '03-29',
      '04-25',
      '05-01',
      '06-02',
      '08-15',
      '10-04',
      '11-01',
      '12-08',
      '12-25',
      '12-26',
    ]);
    expect(isItalianHoliday('2027-03-26')).toBe(false);
  });

  it('4 October is a holiday from 2026 on, a Sunday in that year', () => {
    expect([2025, 2026, 2027].map((year) => isItalianHoliday(`${String(year)}-10-04`))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('4 October 2027, a Monday, is the first that closes banks', () => {
    expect(weekdayOf('2027-10-04')).toBe(1);
    expect(isBusinessDay('2027-10-04', 'TARGET_AND_ITALY')).toBe(false);
    expect(isBusinessDay('2027-10-04', 'TARGET')).toBe(true);
    expect(isBusinessDay('2024-10-04', 'TARGET_AND_ITALY')).toBe(true);
  });

  it.each(['TARGET', 'TARGET_AND_ITALY'] as const)(
    '%s agrees with the naive calendar from 1995 to 2095',
    (calendar) => {
      const different = daysFromTo('1995-01-01', '2095-12-31').filter(
        (day) => isBusinessDay(day, calendar) === isClosed(day, calendar),
      );
      expect(different).toEqual([]);
    },
  );
});

describe('business days', () => {
  it('31 December 2027, a Friday: the next one is 3 January 2028', () => {
    expect(addBusinessDays('2027-12-31', 1, 'TARGET_AND_ITALY')).toBe('2028-01-03');
  });

  it('skip Easter from Thursday to Tuesday', () => {
    expect(addBusinessDays('2027-03-25', 1, 'TARGET')).toBe('2027-03-30');
    expect(addBusinessDays('2027-03-30', -1, 'TARGET')).toBe('2027-03-25');
  });

  it('start where they are told: zero moves nothing, not even off a Sunday', () => {
    expect(addBusinessDays('2027-03-28', 0, 'TARGET')).toBe('2027-03-28');
    expect(businessDayOnOrAfter('2027-03-26', 'TARGET')).toBe('2027-03-30');
    expect(businessDayOnOrBefore('2027-03-29', 'TARGET')).toBe('2027-03-25');
    expect(lastBusinessDayOfMonth('2027-10-15', 'TARGET')).toBe('2027-10-29');
  });

  it('adding n and taking n away comes back, from any business day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 40 }), (day, count) => {
        const start = businessDayOnOrAfter(day, 'TARGET_AND_ITALY');
        const end = addBusinessDays(start, count, 'TARGET_AND_ITALY');
        expect(isBusinessDay(end, 'TARGET_AND_ITALY')).toBe(true);
        expect(addBusinessDays(end, -count, 'TARGET_AND_ITALY')).toBe(start);
        expect(businessDaysFromTo(start, end, 'TARGET_AND_ITALY')).toHaveLength(count + 1);
      }),
    );
  });
});

describe('recurrence', () => {
  const year = ['2027-01-01', '2027-12-31'] as const;

  it('a salary on the last business day of each month', () => {
    const days = recurrenceDays(
      { unit: 'MONTHS', everyMonths: 1, dayOfMonth: 'LAST_BUSINESS' },
      '2027-01-01',
      ...year,
      'TARGET_AND_ITALY',
    );
    expect(days.slice(0, 4)).toEqual(['2027-01-29', '2027-02-26', '2027-03-31', '2027-04-30']);
    expect(days).toHaveLength(12);
  });

  it('a rent on the 31st becomes the last day of shorter months', () => {
    const days = recurrenceDays(
      { unit: 'MONTHS', everyMonths: 1, dayOfMonth: 31 },
      '2027-01-15',
      '2027-01-01',
      '2027-04-30',
      'TARGET',
    );
    expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  });

  it('a bill on a closed day moves to the next or the previous business day', () => {
    const on = (shift: 'NONE' | 'NEXT' | 'PREVIOUS'): string[] =>
      recurrenceDays(
        { unit: 'MONTHS', everyMonths: 3, dayOfMonth: 28, shift },
        '2027-03-28',
        '2027-03-01',
        '2027-03-31',
        'TARGET',
      );
    expect([on('NONE'), on('NEXT'), on('PREVIOUS')]).toEqual([
      ['2027-03-28'],
      ['2027-03-30'],
      ['2027-03-25'],
    ]);
  });

  it('one shifted out of the range is left out, one shifted into it is kept', () => {
    const every = { unit: 'MONTHS', everyMonths: 1, dayOfMonth: 'LAST', shift: 'NEXT' } as const;
    // 31 October 2027 is a Sunday and 1 November a holiday: it falls on 2 November.
    expect(recurrenceDays(every, '2027-01-01', '2027-11-01', '2027-11-30', 'TARGET_AND_ITALY')).toEqual([
      '2027-11-02',
      '2027-11-30',
    ]);
    expect(recurrenceDays(every, '2027-01-01', '2027-10-01', '2027-10-31', 'TARGET_AND_ITALY')).toEqual([]);
  });

  it('every 14 days from its start, never before', () => {
    const days = recurrenceDays(
      { unit: 'DAYS', everyDays: 14 },
      '2027-03-25',
      '2027-03-01',
      '2027-04-30',
      'TARGET',
    );
    expect(days).toEqual(['2027-03-25', '2027-04-08', '2027-04-22']);
  });

  it('refuses a step that is no positive whole number', () => {
    for (const everyDays of [0, -1, 1.5]) {
      expect(() => recurrenceDays({ unit: 'DAYS', everyDays }, ...year, year[1], 'TARGET')).toThrow(
        RangeError,
      );
    }
  });
});

describe('quarterToShow', () => {
  const quarters = ['2026-10-01', '2027-01-01', '2027-04-01'].map((date) => ({ date }));
  it('takes the one asked for, else today’s, else the newest', () => {
    expect(quarterToShow(quarters, '2026-10-01', '2027-02-01')).toBe('2026-10-01');
    expect(quarterToShow(quarters, '2030-01-01', '2027-02-01')).toBe('2027-01-01');
    expect(quarterToShow(quarters, null, '2029-02-01')).toBe('2027-04-01');
    expect(quarterToShow([], null, '2029-02-01')).toBeUndefined();
  });
});
