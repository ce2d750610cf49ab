import { type Recurrence, recurrenceDays, recurrenceOfRrule, rruleOf } from '../src/recurrence.js';

const CALENDAR = 'TARGET_AND_ITALY';

describe('a recurrence as an RRULE', () => {
  it.each<[Recurrence, string]>([
    [{ unit: 'DAYS', everyDays: 14 }, 'FREQ=DAILY;INTERVAL=14'],
    [{ unit: 'MONTHS', everyMonths: 1, dayOfMonth: 5 }, 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=5'],
    [{ unit: 'MONTHS', everyMonths: 12, dayOfMonth: 28 }, 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=28'],
    [
      { unit: 'MONTHS', everyMonths: 2, dayOfMonth: 31 },
      'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
    ],
    [{ unit: 'MONTHS', everyMonths: 1, dayOfMonth: 'LAST' }, 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1'],
    [
      { unit: 'MONTHS', everyMonths: 1, dayOfMonth: 'LAST_BUSINESS' },
      'FREQ=MONTHLY;INTERVAL=1;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    ],
  ])('%j is written and read back', (recurrence, rule) => {
    expect(rruleOf(recurrence)).toBe(rule);
    expect(recurrenceOfRrule(rule, 'SAME')).toEqual({ ...recurrence, shift: 'NONE' });
  });

  it.each([
    'FREQ=WEEKLY;INTERVAL=1',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1;BYMONTHDAY=1',
    'FREQ=MONTHLY;INTERVAL=1',
    'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=32',
    'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=1,2',
    'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=1\nX',
    '',
  ])('%j is refused', (rule) => {
    expect(recurrenceOfRrule(rule, 'AFTER')).toBeUndefined();
  });

  it('goes on over quarters without gap or repetition, whatever the shift does at their edges', () => {
    const quarters = [
      ['2026-10-01', '2026-12-31'],
      ['2027-01-01', '2027-03-31'],
      ['2027-04-01', '2027-06-30'],
    ] as const;
    for (const shift of ['SAME', 'BEFORE', 'AFTER'] as const)
      for (const rule of [
        'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=1',
        'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1',
        'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
        'FREQ=DAILY;INTERVAL=17',
      ]) {
        const recurrence = recurrenceOfRrule(rule, shift);
        if (!recurrence) throw new Error(`${rule} is not read`);
        const days = (from: string, to: string) =>
          recurrenceDays(recurrence, '2026-10-01', from, to, CALENDAR);
        expect(quarters.flatMap(([from, to]) => days(from, to))).toEqual(days('2026-10-01', '2027-06-30'));
      }
  });
});
