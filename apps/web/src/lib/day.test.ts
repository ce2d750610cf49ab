import { formatDay, formatInstant, parseDay, quarterParts, today } from './day';

describe('days', () => {
  it.each([
    ['31/12/2026', '2026-12-31'],
    ['1/2/2027', '2027-02-01'],
    ['1-2-27', '2027-02-01'],
    ['15.3', '2026-03-15'],
    ['1503', '2026-03-15'],
    ['15032028', '2028-03-15'],
    ['2026-12-31', '2026-12-31'],
    [' 29/2/2028 ', '2028-02-29'],
  ])('reads %s', (text, day) => {
    expect(parseDay(text, '2026-11-21')).toBe(day);
  });

  it.each(['', '31/02/2026', '29/2/2027', '1/13/2026', 'domani', '2026'])('refuses %s', (text) => {
    expect(parseDay(text, '2026-11-21')).toBeUndefined();
  });

  it('shows gg/mm/aaaa', () => {
    expect(formatDay('2027-01-05')).toBe('05/01/2027');
    expect(today(new Date(2027, 0, 5, 23, 59))).toBe('2027-01-05');
    expect(formatInstant(new Date(2027, 0, 5, 8, 3).toISOString())).toBe('05/01/2027 08:03');
    expect(quarterParts('2027-10-01')).toEqual({ number: 4, year: '2027' });
  });
});
