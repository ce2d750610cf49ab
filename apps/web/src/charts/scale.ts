import { nice, ticks } from 'd3-array';

/** A linear map from `[from, to]` of the data to `[start, end]` of the screen, with round tick values. */
export interface LinearScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  at(value: number): number;
}

/**
 * A scale that holds every value given, widened to round bounds. An extent of one single value is widened around it,
 * by a euro (100 cents) at least, so that a flat balance is drawn in the middle, between ticks that differ.
 */
export function linearScale(
  values: Iterable<number>,
  start: number,
  end: number,
  tickCount: number,
): LinearScale {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    low = 0;
    high = 1;
  }
  if (low === high) {
    const half = Math.max(Math.abs(low) / 2, 100);
    low -= half;
    high += half;
  }
  const [from, to] = nice(low, high, tickCount);
  const span = to - from;
  return {
    from,
    to,
    ticks: ticks(from, to, tickCount),
    at: (value) => start + ((value - from) / span) * (end - start),
  };
}

/** The width to draw at, pixels: the place's own once it is measured, and as long as it leaves room to plot in. */
export function drawable(
  measured: number,
  { left, right }: { readonly left: number; readonly right: number },
  fallback: number,
): number {
  return measured > left + right ? measured : fallback;
}

/** A letter of a chart's labels, pixels: as wide as they come, so that a label judged to fit does. */
const LETTER = 6.6;

/** Where a label beside the point `at` begins or ends so that it stays between `left` and `right`, pixels. */
export function labelPlace(
  at: number,
  letters: number,
  left: number,
  right: number,
): { readonly x: number; readonly anchor: 'start' | 'end' } {
  const gap = 8;
  const wide = letters * LETTER;
  if (at > (left + right) / 2)
    return at - gap - wide >= left ? { x: at - gap, anchor: 'end' } : { x: left + 2, anchor: 'start' };
  return at + gap + wide <= right ? { x: at + gap, anchor: 'start' } : { x: right - 2, anchor: 'end' };
}

/** The first index of the lowest value; `undefined` for an empty list. */
export function lowestIndex(values: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const [index, value] of values.entries()) {
    if (best === undefined || value < (values[best] ?? Infinity)) best = index;
  }
  return best;
}

/** A tick as short as it reads: 12.500 → `12,5K €`. Euro, not cents; small ones with their cents. */
export function shortEuro(euro: number, locale: string): string {
  const maximumFractionDigits = Math.abs(euro) < 10 ? 2 : 1;
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits });
  // The minus sign of all other amounts.
  const figure = compact.format(euro).replace('-', '\u2212');
  return `${figure}\u00a0€`;
}
