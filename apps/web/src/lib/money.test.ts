import {
  bankAmount,
  formatAmount,
  formatDecimal,
  formatMoney,
  formatPercent,
  parseAmount,
  parseDecimal,
  writeAmountsIn,
} from './money';

describe('amounts', () => {
  it.each([
    ['1.234,56', 123456],
    ['1234,56', 123456],
    ['1234.56', 123456],
    ['1,234.56', 123456],
    ['1.234', 123400],
    ['1.234.567', 123456700],
    ['1234', 123400],
    ['0,5', 50],
    ['12.5', 1250],
    ['-3,20', -320],
    ['\u22123,20', -320],
    ['+7', 700],
    [' 1 234,56 € ', 123456],
    ['0', 0],
    ['-0', 0],
    ['1.234.567,89', 123456789],
  ])('reads %s', (text, cents) => {
    expect(parseAmount(text)).toBe(cents);
  });

  it.each([
    '',
    'abc',
    '1,234',
    '1,2,3',
    '12.34.56',
    '1.23,4.5',
    '1,234,5',
    '--1',
    '1e5',
    '99999999999,00',
    '1,',
    '.5',
  ])('refuses %s', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('shows cents with grouped thousands and a comma', () => {
    expect(formatAmount(123456)).toBe('1.234,56');
    expect(formatAmount(-5)).toBe('\u22120,05');
    expect(formatMoney(100_000_000)).toBe('1.000.000,00\u00a0€');
    expect(formatMoney(320, { sign: true })).toBe('+3,20\u00a0€');
    expect(formatMoney(0, { sign: true })).toBe('0,00\u00a0€');
  });

  it('reads back what it shows', () => {
    for (const cents of [0, 1, 99, 100, 99_999, 100_000, -123_456_789, 1_000_000_000_000]) {
      expect(parseAmount(formatMoney(cents))).toBe(cents);
    }
  });
});

describe('percentages', () => {
  it('reads and shows up to four decimals', () => {
    expect(parseDecimal('2,5')).toBe(2.5);
    expect(parseDecimal('0.1234 %')).toBe(0.1234);
    expect(parseDecimal('1,23456')).toBeUndefined();
    expect(parseDecimal('due')).toBeUndefined();
    expect(formatDecimal(2.5)).toBe('2,5');
    expect(formatDecimal(-0.25)).toBe('\u22120,25');
    expect(formatPercent(3)).toBe('3\u00a0%');
  });
});

describe('amounts in English', () => {
  beforeEach(() => writeAmountsIn('en'));
  afterEach(() => writeAmountsIn('it'));

  it('are written with commas between thousands and a dot before the decimals', () => {
    expect(formatMoney(123456)).toBe('1,234.56\u00a0€');
    expect(formatAmount(-5)).toBe('\u22120.05');
    expect(formatPercent(2.5)).toBe('2.5\u00a0%');
  });

  it('are read as they are written, and the Italian way where that is clear', () => {
    for (const cents of [0, 99, 100_000, -123_456_789]) expect(parseAmount(formatMoney(cents))).toBe(cents);
    expect(parseAmount('1,234')).toBe(123_400);
    expect(parseAmount('1.234,56')).toBe(123_456);
    expect(parseAmount('1.234')).toBeUndefined();
  });

  it('stay as a bank’s form takes them', () => {
    expect(bankAmount(1_000_005)).toBe('10000,05');
  });
});
