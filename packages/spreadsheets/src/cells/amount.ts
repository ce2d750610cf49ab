import { MAX_AMOUNT_CENTS, type Cents } from '@fibado/planning';
import { foreignCurrencyOf } from './currency.js';
import type { Cell, DecimalMark } from '../types.js';

export type AmountReading =
  | { readonly kind: 'cents'; readonly cents: Cents }
  | { readonly kind: 'blank' }
  /** One separator before three digits: thousands or thousandths. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'tooLarge' }
  /** An amount of another currency than the euro. */
  | { readonly kind: 'currency'; readonly code: string }
  | { readonly kind: 'formula' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'unreadable' };

/** What an amount's text says about the file's decimal mark. */
type Evidence = 'COMMA' | 'POINT' | undefined;

interface Shape {
  readonly negative: boolean;
  /** Digits, points and commas. */
  readonly body: string;
}

/** Takes signs, currency and blanks off; undefined when something else is left. */
function shapeOf(text: string): Shape | undefined {
  let rest = text
    .normalize('NFKC')
    .replaceAll(/[\s\u200b\ufeff]/g, '')
    .replaceAll(/[\u2212\u2010-\u2014\ufe63]/g, '-')
    .replaceAll(/['’`]/g, '')
    .replace(/^(eur|euro|€)|(eur|euro|€)$/i, '');
  let negative = false;
  const parentheses = /^\((.+)\)$/.exec(rest);
  if (parentheses?.[1] !== undefined) {
    negative = true;
    rest = parentheses[1];
  }
  const sign = /^([+-])|([+-])$/.exec(rest);
  if (sign) {
    if (sign[0] === '-') negative = !negative;
    rest = sign[1] === undefined ? rest.slice(0, -1) : rest.slice(1);
  }
  rest = rest.replace(/^(eur|euro|€)|(eur|euro|€)$/i, '');
  return /^\d[\d.,]*$|^[.,]\d+$/.test(rest) ? { negative, body: rest } : undefined;
}

const COMMA = ',';
const POINT = '.';

/** The decimal mark an amount shows beyond doubt. */
function evidenceOf(body: string): Evidence {
  const lastComma = body.lastIndexOf(COMMA);
  const lastPoint = body.lastIndexOf(POINT);
  if (lastComma >= 0 && lastPoint >= 0) return lastComma > lastPoint ? 'COMMA' : 'POINT';
  const mark = lastComma >= 0 ? COMMA : lastPoint >= 0 ? POINT : undefined;
  if (mark === undefined) return undefined;
  const other: Evidence = mark === COMMA ? 'POINT' : 'COMMA';
  const self: Evidence = mark === COMMA ? 'COMMA' : 'POINT';
  // Twice the same mark: it groups thousands.
  if (body.indexOf(mark) !== body.lastIndexOf(mark)) return other;
  const digitsAfter = body.length - body.lastIndexOf(mark) - 1;
  if (digitsAfter !== 3) return self;
  // `0.123` and `1234.567` are no grouped numbers.
  const before = body.slice(0, body.lastIndexOf(mark));
  return before.length > 3 || before === '' || before.startsWith('0') ? self : undefined;
}

/** The decimal mark of a file by its amounts: AUTO when none of them shows it, or they contradict each other. */
export function decimalMarkOf(cells: Iterable<Cell | undefined>): DecimalMark {
  let commas = 0;
  let points = 0;
  for (const cell of cells) {
    if (typeof cell !== 'string') continue;
    const evidence = evidenceOf(shapeOf(cell)?.body ?? '');
    if (evidence === 'COMMA') commas += 1;
    if (evidence === 'POINT') points += 1;
  }
  if (commas > 0 && points === 0) return 'COMMA';
  return points > 0 && commas === 0 ? 'POINT' : 'AUTO';
}

/** Digits with at most one point, exactly, rounded half-up to cents. */
function centsOfDigits(whole: string, fraction: string, negative: boolean): AmountReading {
  const digits = `${whole}${fraction.slice(0, 2).padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
  if (digits.length > 15) return { kind: 'tooLarge' };
  const cents = Number(digits) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0);
  if (cents > MAX_AMOUNT_CENTS) return { kind: 'tooLarge' };
  return { kind: 'cents', cents: negative && cents !== 0 ? -cents : cents };
}

function centsOfNumber(value: number): AmountReading {
  if (!Number.isFinite(value)) return { kind: 'unreadable' };
  const magnitude = Math.abs(value);
  if (magnitude * 100 > MAX_AMOUNT_CENTS) return { kind: 'tooLarge' };
  if (magnitude < 1e-6) return { kind: 'cents', cents: 0 };
  // The shortest text that reads back as the same number is what the bank's program meant; 15 digits are what a
  // spreadsheet keeps, so 40.79999999999999 is 40.80 either way.
  const [whole = '0', fraction = ''] = String(magnitude).split('.');
  return centsOfDigits(whole, fraction, value < 0);
}

/** Groups of three between marks, as thousands are written. */
const isGrouped = (whole: string, mark: string): boolean => {
  const groups = whole.split(mark);
  return groups.every((g, i) => (i === 0 ? g.length >= 1 && g.length <= 3 : g.length === 3));
};

function centsOfText(text: string, decimal: DecimalMark): AmountReading {
  if (text.trim() === '') return { kind: 'blank' };
  const shape = shapeOf(text);
  if (!shape) {
    const code = foreignCurrencyOf(text);
    return code === undefined ? { kind: 'unreadable' } : { kind: 'currency', code };
  }
  const { body, negative } = shape;
  if (!/[.,]/.test(body)) return centsOfDigits(body, '', negative);
  const evidence = evidenceOf(body);
  const mark = evidence ?? (decimal === 'AUTO' ? undefined : decimal);
  if (mark === undefined) return { kind: 'ambiguous' };
  const [decimalMark, groupMark] = mark === 'COMMA' ? [COMMA, POINT] : [POINT, COMMA];
  const parts = body.split(decimalMark);
  const [whole = '', fraction = ''] = parts;
  if (parts.length > 2 || fraction.includes(groupMark)) return { kind: 'unreadable' };
  if (whole.includes(groupMark) && !isGrouped(whole, groupMark)) return { kind: 'unreadable' };
  // Thousandths of a cent are float noise, thousandths of a euro are not money: three digits say a wrong mark.
  if (evidence === undefined && fraction.length === 3) return { kind: 'ambiguous' };
  return centsOfDigits(whole.replaceAll(groupMark, '') || '0', fraction, negative);
}

/** A cell as an amount. @param decimal the file's mark, for texts that do not show it themselves */
export function amountOfCell(cell: Cell | undefined, decimal: DecimalMark): AmountReading {
  if (cell === null || cell === undefined) return { kind: 'blank' };
  if (typeof cell === 'number') return centsOfNumber(cell);
  if (typeof cell === 'string') return centsOfText(cell, decimal);
  if (typeof cell === 'boolean') return { kind: 'unreadable' };
  if ('serial' in cell) return { kind: 'unreadable' };
  return { kind: cell.broken === 'FORMULA' ? 'formula' : 'broken' };
}
