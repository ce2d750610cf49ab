import { amountOfCell } from '../cells/amount.js';
import type { Check, ColumnMapping, DecimalMark, StatementRow } from '../types.js';
import type { StatedFigure } from './figures.js';

type Booked = Extract<StatementRow, { state: 'BOOKED' }>;

const isBooked = (row: StatementRow): row is Booked => row.state === 'BOOKED';

const amounts = (rows: readonly StatementRow[]): number[] =>
  rows.flatMap((row) => (row.state !== 'ERROR' && row.movement ? [row.movement.amountCents] : []));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Opening + movements = closing. */
function balanceCheck(figures: readonly StatedFigure[], booked: readonly StatementRow[]): Check[] {
  const opening = figures.find((f) => f.kind === 'OPENING' && f.value !== undefined);
  const closing = figures.findLast((f) => f.kind === 'CLOSING' && f.value !== undefined);
  if (opening?.value === undefined || closing?.value === undefined) return [];
  const actual = opening.value + sum(amounts(booked));
  return [
    { kind: 'BALANCES', ok: actual === closing.value, row: closing.row, expected: closing.value, actual },
  ];
}

/** The stated number of rows; banks count pending ones or do not. */
function countChecks(figures: readonly StatedFigure[], rows: readonly StatementRow[]): Check[] {
  const booked = rows.filter(isBooked).length;
  return figures.flatMap((figure): Check[] => {
    if (figure.kind !== 'COUNT' || figure.value === undefined) return [];
    const ok = figure.value === booked || figure.value === rows.length;
    return [{ kind: 'COUNT', ok, row: figure.row, expected: figure.value, actual: booked }];
  });
}

/** The totals of one line, each under its column; the sign is the column's, so magnitudes are compared. */
function totalChecks(
  figure: StatedFigure,
  rows: readonly StatementRow[],
  { columns }: ColumnMapping,
  decimal: DecimalMark,
): Check[] {
  const check = (
    kind: Check['kind'],
    column: number | undefined,
    pick: (cents: number) => number,
  ): Check[] => {
    if (column === undefined) return [];
    const stated = amountOfCell(figure.cells[column], decimal);
    if (stated.kind !== 'cents') return [];
    const of = (some: readonly StatementRow[]): number => sum(amounts(some).map(pick));
    const [actual, withPending] = [of(rows.filter(isBooked)), of(rows)];
    const ok = [actual, withPending].some((value) => Math.abs(value) === Math.abs(stated.cents));
    return [{ kind, ok, row: figure.row, expected: stated.cents, actual }];
  };
  return [
    ...check('TOTAL', columns.amount, (cents) => cents),
    ...check('TOTAL_IN', columns.in, (cents) => Math.max(0, cents)),
    ...check('TOTAL_OUT', columns.out, (cents) => Math.min(0, cents)),
  ];
}

export interface RunningBalance {
  readonly check: Check;
  readonly openingCents: number;
  readonly closingCents: number;
}

/** Follows the running balance down the rows, or up where the newest come first; undefined without such a column. */
export function runningBalance(rows: readonly StatementRow[]): RunningBalance | undefined {
  const booked = rows
    .filter(isBooked)
    .flatMap(({ row, movement: { amountCents, balanceCents } }) =>
      balanceCents === undefined ? [] : [{ row, amountCents, balanceCents }],
    );
  if (booked.length < 2 || booked.length !== rows.filter(isBooked).length) return undefined;
  const attempts = [booked, booked.toReversed()].map((inOrder) => {
    const breaks = inOrder.flatMap((line, i) => {
      const before = inOrder[i - 1];
      if (!before) return [];
      const expected = before.balanceCents + line.amountCents;
      return expected === line.balanceCents ? [] : [{ line, expected }];
    });
    return { inOrder, breaks };
  });
  const best = attempts.sort((a, b) => a.breaks.length - b.breaks.length)[0];
  const [first, last, broken] = [best?.inOrder[0], best?.inOrder.at(-1), best?.breaks[0]];
  if (!first || !last) return undefined;
  const shown = broken?.line ?? last;
  return {
    openingCents: first.balanceCents - first.amountCents,
    closingCents: last.balanceCents,
    check: {
      kind: 'RUNNING_BALANCE',
      ok: broken === undefined,
      row: shown.row,
      expected: broken?.expected ?? last.balanceCents,
      actual: shown.balanceCents,
    },
  };
}

/** Every figure the file states about itself beside what its rows add up to. */
export function checksOf(
  figures: readonly StatedFigure[],
  rows: readonly StatementRow[],
  mapping: ColumnMapping,
  decimal: DecimalMark,
): Check[] {
  return [
    ...balanceCheck(figures, rows.filter(isBooked)),
    ...countChecks(figures, rows),
    ...figures.filter((f) => f.kind === 'TOTAL').flatMap((f) => totalChecks(f, rows, mapping, decimal)),
  ];
}
