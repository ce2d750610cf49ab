import { columnName, emptyMapping, isMapped, setColumn } from './mapping-model';

it('names columns as spreadsheets do', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

describe('a mapping', () => {
  it('lets one amount and a pair of columns exclude each other', () => {
    const single = setColumn(emptyMapping(), 'amount', 3);
    expect(isMapped(single)).toBe(true);
    const pair = setColumn(setColumn(single, 'in', 1), 'out', 2);
    expect(pair.columns).toEqual({ bookingDate: 0, text: [], in: 1, out: 2 });
    expect(isMapped(pair)).toBe(true);
    expect(setColumn(pair, 'amount', 4).columns).toEqual({ bookingDate: 0, text: [], amount: 4 });
  });

  it('is not enough without a day or an amount', () => {
    expect(isMapped(emptyMapping())).toBe(false);
    expect(isMapped(setColumn(setColumn(emptyMapping(), 'amount', 3), 'bookingDate', undefined))).toBe(false);
  });
});
