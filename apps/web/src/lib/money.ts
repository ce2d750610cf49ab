/** Amounts on the screen: integer cents to `1.234,56 €` and back, without ever touching binary fractions. */

/** How a language writes amounts: what groups thousands, and what stands before the decimals. */
interface Notation {
  readonly group: '.' | ',';
  readonly point: '.' | ',';
}
const NOTATIONS: Readonly<Record<string, Notation>> = {
  it: { group: '.', point: ',' },
  en: { group: ',', point: '.' },
};
const ITALIAN: Notation = { group: '.', point: ',' };
let notation = ITALIAN;

/** Amounts are written and read as in this language from now on; Italian until it is said. */
export function writeAmountsIn(language: string): void {
  notation = NOTATIONS[language] ?? ITALIAN;
}

const NBSP = '\u00a0';
const MINUS = '\u2212';

/** Largest amount a field takes: ten billion euro, the contracts' limit. */
const MAX_CENTS = 1_000_000_000_000;

/** `1.234,56`, in English `1,234.56`, without the currency sign, as a field shows it. */
export function formatAmount(cents: number): string {
  const magnitude = Math.abs(cents);
  const whole = Math.floor(magnitude / 100);
  const grouped = String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, notation.group);
  const text = `${grouped}${notation.point}${String(magnitude % 100).padStart(2, '0')}`;
  return cents < 0 ? `${MINUS}${text}` : text;
}

/** The digits of an amount as a bank's form takes them, in any language: `1234,56`. */
export const bankAmount = (cents: number): string =>
  `${String(Math.floor(cents / 100))},${String(cents % 100).padStart(2, '0')}`;

/** `1.234,56 €`. With `sign`, a positive amount gets its plus. */
export function formatMoney(cents: number, options: { readonly sign?: boolean } = {}): string {
  const plus = options.sign && cents > 0 ? '+' : '';
  return `${plus}${formatAmount(cents)}${NBSP}€`;
}

/**
 * Reads an amount as people write it: `1.234,56`, `1234,56`, `1234.56`, `1,234.56`, with or without euro sign. One
 * group sign of the language followed by exactly three digits groups thousands (`1.234` is 1234 euro in Italian,
 * `1,234` in English). `undefined` when it is no amount.
 */
export function parseAmount(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f€]/g, '').replace(/^(?:\u2212|\u2013)/, '-');
  const match = /^([+-]?)(\d[\d.,]*)$/.exec(bare);
  if (!match) return undefined;
  const digits = match[2] ?? '';
  const parts = splitDecimals(digits);
  if (!parts) return undefined;
  const cents = Number(parts.whole) * 100 + Number(parts.decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents) || cents > MAX_CENTS) return undefined;
  return match[1] === '-' && cents !== 0 ? -cents : cents;
}

const GROUPED = { '.': /^\d{1,3}(\.\d{3})+$/, ',': /^\d{1,3}(,\d{3})+$/ } as const;

function splitDecimals(digits: string): { whole: string; decimals: string } | undefined {
  const lastDot = digits.lastIndexOf('.');
  const lastComma = digits.lastIndexOf(',');
  if (lastDot < 0 && lastComma < 0) return { whole: digits, decimals: '' };
  // Groups alone are thousands where they are written with the language's sign.
  if (GROUPED[notation.group].test(digits))
    return { whole: digits.replaceAll(notation.group, ''), decimals: '' };
  const point = lastDot > lastComma ? '.' : ',';
  const group = point === '.' ? ',' : '.';
  const at = digits.lastIndexOf(point);
  const whole = digits.slice(0, at);
  const decimals = digits.slice(at + 1);
  if (!/^\d{1,2}$/.test(decimals) || whole.includes(point)) return undefined;
  if (whole.includes(group) && !GROUPED[group].test(whole)) return undefined;
  return { whole: whole.replaceAll(group, ''), decimals };
}

/** `2,5 %`, in English `2.5 %`: a percentage with up to four decimals, none that says nothing. */
export function formatPercent(pct: number): string {
  return `${formatDecimal(pct)}${NBSP}%`;
}

/** A number with up to four decimals as a field shows it: `2,5`. */
export function formatDecimal(value: number): string {
  const [whole = '0', decimals] = String(Math.round(value * 10_000) / 10_000).split('.');
  const text = decimals ? `${whole}${notation.point}${decimals}` : whole;
  return text.replace('-', MINUS);
}

/** Reads a number with up to four decimals, comma or dot. `undefined` when it is none. */
export function parseDecimal(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0%]/g, '').replace(/^\u2212/, '-');
  if (!/^[+-]?\d{1,6}([.,]\d{1,4})?$/.test(bare)) return undefined;
  return Number(bare.replace(',', '.'));
}
