import type { ColumnMapping } from '@fibado/contracts';

/** The meanings a single column can have, in the order they are asked for. */
export const SINGLE_COLUMNS = [
  'bookingDate',
  'valueDate',
  'amount',
  'in',
  'out',
  'status',
  'currency',
  'category',
  'balance',
  'fee',
  'account',
] as const satisfies readonly (keyof ColumnMapping['columns'])[];

export type SingleColumn = (typeof SINGLE_COLUMNS)[number];

/** `A`, `B`, … `Z`, `AA`: a column as spreadsheets call it. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

export const emptyMapping = (): ColumnMapping => ({
  sheet: 0,
  headerRow: 1,
  columns: { bookingDate: 0, text: [] },
  dateOrder: 'DMY',
  decimal: 'AUTO',
  invertSign: false,
  bookedWords: [],
});

/** Meanings that a column with this one rules out. */
const EXCLUDED_BY: Partial<Record<SingleColumn, readonly SingleColumn[]>> = {
  amount: ['in', 'out'],
  in: ['amount'],
  out: ['amount'],
};

/** One column said or taken back. A single amount and a pair of columns exclude each other. */
export function setColumn(
  mapping: ColumnMapping,
  key: SingleColumn,
  column: number | undefined,
): ColumnMapping {
  const gone = [key, ...(column === undefined ? [] : (EXCLUDED_BY[key] ?? []))];
  const others = Object.entries(mapping.columns).filter(([name]) => !gone.some((one) => one === name));
  const set = column === undefined ? {} : { [key]: column };
  const columns = { ...Object.fromEntries(others), ...set } as ColumnMapping['columns'];
  return { ...mapping, columns };
}

/** Whether enough is said to read the file: a day, and either one amount or money in and out. */
export function isMapped({ columns }: ColumnMapping): boolean {
  const single = columns.amount !== undefined;
  const pair = columns.in !== undefined || columns.out !== undefined;
  return Number.isInteger(columns.bookingDate) && single !== pair;
}
