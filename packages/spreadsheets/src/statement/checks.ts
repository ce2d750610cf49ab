import { amountOfCell } from '../cells/amount.js';
import type { Check, ColumnMapping, DecimalMark, StatementRow } from '../types.js';
import type { StatedFigure } from './figures.js';

type Booked = Extract<StatementRow, { state: 'BOOKED' }>;

const isBooked = (row: StatementRow): row is Booked => row.state === 'BOOKED';

const amountOf = (row: StatementRow): number | undefined =>
  row.state === 'ERROR'
    ? undefined
    : (row.movement?.amountCents ?? (row.state === 'PENDING' ? row.amountCents : undefined));
const amounts = (rows: readonly StatementRow[]): number[] => rows.flatMap((row) => amountOf(row) ?? []);

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

const PICK = {
  TOTAL: (cents: number) => cents,
  TOTAL_IN: (cents: number) => Math.max(0, cents),
  TOTAL_OUT: (cents: number) => Math.min(0, cents),
} as const;

/** One total beside its rows; its sign is its label's or its column's, so magnitudes are compared. */
function totalCheck(
  kind: keyof typeof PICK,
  row: number,
  expected: number,
  rows: readonly StatementRow[],
): Check {
  const of = (some: readonly StatementRow[]): number => sum(amounts(some).map(PICK[kind]));
  const [actual, withPending] = [of(rows.filter(isBooked)), of(rows)];
  const ok = [actual, withPending].some((value) => Math.abs(value) === Math.abs(expected));
  return { kind, ok, row, expected, actual };
}

/** The totals of one line, each under its column. */
function totalChecks(
  figure: StatedFigure,
  rows: readonly StatementRow[],
  { columns }: ColumnMapping,
  decimal: DecimalMark,
): Check[] {
  const places = { TOTAL: columns.amount, TOTAL_IN: columns.in, TOTAL_OUT: columns.out } as const;
  return Object.entries(places).flatMap(([kind, column]) => {
    const stated = column === undefined ? undefined : amountOfCell(figure.cells[column], decimal);
    if (stated?.kind !== 'cents') return [];
    return [totalCheck(kind as keyof typeof PICK, figure.row, stated.cents, rows)];
  });
}

/** The totals of incomes and outgoings where their labels tell them apart. */
const labelledChecks = (figures: readonly StatedFigure[], rows: readonly StatementRow[]): Check[] =>
  figures.flatMap(({ kind, row, value }) =>
    (kind === 'TOTAL_IN' || kind === 'TOTAL_OUT') && value !== undefined
      ? [totalCheck(kind, row, value, rows)]
      : [],
  );

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
    ...labelledChecks(figures, rows),
    ...figures.filter((f) => f.kind === 'TOTAL').flatMap((f) => totalChecks(f, rows, mapping, decimal)),
  ];
}
