import type { Operation } from '@fibado/contracts';
import { formatAmount, parseAmount, parseDecimal } from '../../../lib/money';

/** How far a movement may come otherwise than expected, in amount and in days. */
export type Uncertainty = NonNullable<Operation['uncertainty']>;

const DAYS = /^([+\-\u2212±])\s*(\d{1,2})\s*(?:g|gg|d|days?|giorn[oi])$/i;
const RANGE = /^([^\-\u2013]+)[-\u2013]([^\-\u2013]+)$/;
const SPREAD = /^±\s*(.+?)(\s*%)?$/;

/**
 * Reads what is typed beside an amount: `900-1500`, `±50`, `±10%`, and days as `+5g` (late), `-2g` (early) or `±3g`,
 * in any order. `null` when nothing is said, `undefined` when it cannot be read. Cents are magnitudes.
 */
export function parseUncertainty(text: string, amountCents: number): Uncertainty | null | undefined {
  // A blank stands between the parts and nowhere else.
  const parts = text
    .trim()
    .replace(/±\s+/g, '±')
    .replace(/\s+(%|g\b|gg\b)/g, '$1')
    .replace(/\s*[-\u2013]\s*(?=\d[\d.,]*(?:\s|$))/g, '-')
    .split(/\s+/)
    .filter(Boolean);
  if (parts.length === 0) return null;
  let read: Uncertainty = {};
  for (const part of parts) {
    const more = daysOf(part) ?? amountsOf(part, amountCents);
    if (more === undefined || Object.keys(more).some((key) => key in read)) return undefined;
    read = { ...read, ...more };
  }
  return read;
}

function daysOf(part: string): Uncertainty | undefined {
  const [, sign, digits] = DAYS.exec(part) ?? [];
  if (sign === undefined || digits === undefined) return undefined;
  const days = Number(digits);
  if (sign === '±') return { earlyDays: days, lateDays: days };
  return sign === '+' ? { lateDays: days } : { earlyDays: days };
}

function amountsOf(part: string, amountCents: number): Uncertainty | undefined {
  const [, by, percent] = SPREAD.exec(part) ?? [];
  if (by !== undefined) {
    const pct = percent === undefined ? undefined : parseDecimal(by);
    const cents = pct === undefined ? parseAmount(by) : Math.round((amountCents * pct) / 100);
    if (cents === undefined || cents <= 0 || (percent !== undefined && pct === undefined)) return undefined;
    // Amounts are at least one cent: a wider spread is clipped there.
    return { lowCents: Math.max(1, amountCents - cents), highCents: amountCents + cents };
  }
  const [, from, to] = RANGE.exec(part) ?? [];
  const lowCents = from === undefined ? undefined : parseAmount(from);
  const highCents = to === undefined ? undefined : parseAmount(to);
  if (lowCents === undefined || highCents === undefined || lowCents <= 0 || lowCents > highCents)
    return undefined;
  return { lowCents, highCents };
}

const short = (cents: number): string => formatAmount(cents).replace(/,00$/, '');

/** As `parseUncertainty` reads it: `900–1.500 -2g +5g`. */
export function formatUncertainty(uncertainty: Uncertainty | undefined, amountCents: number): string {
  if (!uncertainty) return '';
  const { lowCents, highCents, earlyDays = 0, lateDays = 0 } = uncertainty;
  const range =
    lowCents === undefined && highCents === undefined
      ? []
      : [`${short(lowCents ?? amountCents)}–${short(highCents ?? amountCents)}`];
  const days =
    earlyDays === lateDays
      ? earlyDays === 0
        ? []
        : [`±${String(earlyDays)}g`]
      : [
          ...(earlyDays > 0 ? [`-${String(earlyDays)}g`] : []),
          ...(lateDays > 0 ? [`+${String(lateDays)}g`] : []),
        ];
  return [...range, ...days].join(' ');
}

/** Whether two say the same, an absent figure being the expected one. */
export function sameUncertainty(a: Operation, b: Pick<Operation, 'uncertainty' | 'amountCents'>): boolean {
  return formatUncertainty(a.uncertainty, a.amountCents) === formatUncertainty(b.uncertainty, b.amountCents);
}
