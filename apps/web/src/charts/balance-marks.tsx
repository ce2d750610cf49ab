import type { Day } from '@fibado/planning';
import type { ChartMark } from './balances-chart';

const MARK_ROW = 12;

/** One sign a kind and day, under the axis: up for money in, down for money out, a diamond for own transfers. */
export function BalanceMarks({
  marks,
  days,
  x,
  y,
}: {
  readonly marks: readonly ChartMark[];
  readonly days: readonly Day[];
  readonly x: (index: number) => number;
  readonly y: number;
}) {
  const seen = new Set<string>();
  const index = new Map(days.map((day, i) => [day, i]));
  return marks.map((mark) => {
    const at = index.get(mark.day);
    const key = `${mark.kind}${mark.day}`;
    if (at === undefined || seen.has(key)) return null;
    seen.add(key);
    const cx = x(at + 0.5);
    const cy = y + (mark.kind === 'TRANSFER' ? MARK_ROW : 2);
    return (
      <path
        key={key}
        d={MARK_PATH[mark.kind]}
        transform={`translate(${String(cx)} ${String(cy)})`}
        fill={MARK_COLOR[mark.kind]}
      />
    );
  });
}

const MARK_PATH = {
  INCOME: 'M0 -3.5L4 3.5H-4Z',
  EXPENSE: 'M0 3.5L4 -3.5H-4Z',
  TRANSFER: 'M0 -4.5L4.5 0L0 4.5L-4.5 0Z',
} as const;

const MARK_COLOR = {
  INCOME: 'light-dark(#0b7a55, #38c793)',
  EXPENSE: 'light-dark(#b3541e, #f4a261)',
  TRANSFER: 'light-dark(#4c5fd5, #8ea0ff)',
} as const;
