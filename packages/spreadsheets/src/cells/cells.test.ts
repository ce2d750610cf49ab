import fc from 'fast-check';
import { amountOfCell, decimalMarkOf } from './amount.js';
import { dayOfCell, dayOfSerial, dayOfText } from './date.js';
import { columnLetter, folded, oneLine } from './text.js';

const cents = (text: string | number, decimal: 'AUTO' | 'COMMA' | 'POINT' = 'AUTO') => {
  const reading = amountOfCell(text, decimal);
  return reading.kind === 'cents' ? reading.cents : reading.kind;
};

describe('amounts', () => {
  it.each([
    ['-1.438,74', -143_874],
    ['+1.650,00', 165_000],
    ['1,650.00', 165_000],
    ['12,00-', -1_200],
    ['\u221212,5', -1_250],
    ['€ 1.234.567,89', 123_456_789],
    ['1\u202f234,50 EUR', 123_450],
    ["1'234.50", 123_450],
    ['(12,00)', -1_200],
    ['- 3,10 €', -310],
    ['€ -3,10', -310],
    ['1.234.567', 123_456_700],
    ['0.123', 12],
    [',5', 50],
    ['40.7999999', 4_080],
    ['7', 700],
    ['0,00', 0],
    ['-0,00', 0],
    ['1.234', 'ambiguous'],
    ['12,345', 'ambiguous'],
    ['1.2.3,4', 'unreadable'],
    ['12,34,56', 'unreadable'],
    ['--5', 'unreadable'],
    ['Infinity', 'unreadable'],
    ['1e5', 'unreadable'],
    ['abc', 'unreadable'],
    ['', 'blank'],
    ['99999999999999999', 'tooLarge'],
  ])('%s', (text, expected) => {
    expect(cents(text)).toBe(expected);
  });

  it('takes the other rows as witness for one mark before three digits', () => {
    expect(decimalMarkOf(['1.234', '12,50'])).toBe('COMMA');
    expect(cents('1.234', 'COMMA')).toBe(123_400);
    expect(cents('1.234', 'POINT')).toBe('ambiguous');
    expect(decimalMarkOf(['12,50', '12.50'])).toBe('AUTO');
    expect(decimalMarkOf(['1.234', '5'])).toBe('AUTO');
  });

  it('rounds a number cell half-up by its shortest text', () => {
    expect(cents(40.79999999999999)).toBe(4_080);
    expect(cents(1.005)).toBe(101);
    expect(cents(-2.675)).toBe(-268);
    expect(cents(99_999_999_999.99)).toBe('tooLarge');
    expect(cents(999_999_999.99)).toBe(99_999_999_999);
    expect(cents(1e-9)).toBe(0);
    expect(cents(Number.POSITIVE_INFINITY)).toBe('unreadable');
  });

  it('reads back what Italian and English numbers write', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (value) => {
        const digits = Math.abs(value).toString().padStart(3, '0');
        const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, '.');
        const italian = `${value < 0 ? '-' : ''}${whole},${digits.slice(-2)}`;
        const expected = value === 0 ? 0 : value;
        expect(cents(italian)).toBe(expected);
        expect(cents(italian.replaceAll('.', ';').replaceAll(',', '.').replaceAll(';', ','))).toBe(expected);
        expect(cents(value / 100)).toBe(expected);
      }),
    );
  });
});

describe('days', () => {
  it.each([
    ['31/01/2026', '2026-01-31'],
    ['1.2.26', '2026-02-01'],
    ['01-02-2026', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    ['2026-02-01T23:59:59Z', '2026-02-01'],
    ['2026-02-01 10:11:12', '2026-02-01'],
    ['01/02/2026 10.11', '2026-02-01'],
    ['29 gennaio 2026', '2026-01-29'],
    ['Giovedì, 29 gen. 2026', '2026-01-29'],
    ['1° set 2026', '2026-09-01'],
    ['20260201', '2026-02-01'],
    ['30/02/2026', undefined],
    ['13/13/2026', undefined],
    ['2026', undefined],
    ['ieri', undefined],
  ])('%s', (text, expected) => {
    expect(dayOfText(text, 'DMY')).toBe(expected);
  });

  it('never reads the month first unless told', () => {
    expect(dayOfText('02/01/2026', 'DMY')).toBe('2026-01-02');
    expect(dayOfText('02/01/2026', 'MDY')).toBe('2026-02-01');
    expect(dayOfText('26/02/01', 'YMD')).toBe('2026-02-01');
  });

  it('counts serial days of both systems', () => {
    expect(dayOfSerial(46_023, false)).toBe('2026-01-01');
    expect(dayOfSerial(46_023 - 1462, true)).toBe('2026-01-01');
    expect(dayOfSerial(59, false)).toBe('1900-02-28');
    expect(dayOfSerial(60, false)).toBeUndefined();
    expect(dayOfSerial(61, false)).toBe('1900-03-01');
    expect(dayOfCell({ serial: 46_023.99 }, 'DMY', false)).toBe('2026-01-01');
    expect(dayOfCell(46_023, 'DMY', false)).toBe('2026-01-01');
    expect(dayOfCell(12, 'DMY', false)).toBeUndefined();
    expect(dayOfCell(20_260_101, 'DMY', false)).toBe('2026-01-01');
    expect(dayOfSerial(Number.NaN, false)).toBeUndefined();
    expect(dayOfSerial(1e300, false)).toBeUndefined();
  });
});

describe('texts', () => {
  it('folds headers', () => {
    expect(folded(' Descrizione_Completa: ')).toBe('descrizione completa');
    expect(folded('Disponibilità\u00a0')).toBe('disponibilita');
    expect(oneLine('a\r\n\tb  c')).toBe('a b c');
  });
  it('names columns', () => {
    expect([0, 25, 26, 255].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'IV']);
  });
});
