import { LIMITS } from '../limits.js';
import { FileError } from '../errors.js';
import { CellBudget, GridBuilder } from '../read/grid.js';
import type { FileFormat, StatementBlock, Workbook } from '../types.js';

/** One movement as a standard format states it. Days are ISO texts, amounts signed euros: money out is negative. */
export interface StandardEntry {
  readonly bookingDate?: string | undefined;
  readonly valueDate?: string | undefined;
  readonly amount: number;
  readonly currency: string;
  readonly text: string;
  readonly pending: boolean;
}

/** The movements between two balances of one account. */
export interface StandardStatement {
  /** Its own number, where it has one: the same one twice in an archive is one statement. */
  readonly id?: string | undefined;
  /** An IBAN where the file gives one. */
  readonly account: string;
  readonly opening?: number | undefined;
  readonly closing?: number | undefined;
  readonly entries: readonly StandardEntry[];
}

export type StandardFormat = Extract<FileFormat, 'CAMT' | 'MT940' | 'OFX' | 'QIF' | 'CBI'>;

/** The columns all standard formats are brought to; the first one names the format, so that each has its layout. */
export const standardHeader = (format: string): readonly string[] => [
  `${format} account`,
  'booking date',
  'value date',
  'amount',
  'currency',
  'description',
  'status',
];

const cents = (euros: number | undefined): number | undefined =>
  euros === undefined ? undefined : Math.round(euros * 100);

const BOOKED = 'BOOKED';
const PENDING = 'PENDING';

/**
 * Statements as the rows that layouts read, one row a movement, with the balances around them.
 * @param header the format, or a kind of it that is read otherwise
 * @throws FileError FILE_TOO_COMPLEX, FILE_UNREADABLE (no statement)
 */
export function standardWorkbook(
  format: StandardFormat,
  statements: readonly StandardStatement[],
  header: string = format,
): Workbook {
  if (statements.length === 0) throw new FileError('FILE_UNREADABLE', 'The file holds no statement');
  if (statements.length > LIMITS.rows) throw new FileError('FILE_TOO_COMPLEX', 'Too many statements');
  const grid = new GridBuilder(format, new CellBudget());
  const set = (row: number, cells: readonly (string | number)[]): void => {
    cells.forEach((cell, column) => {
      grid.set(row, column, cell);
    });
  };
  const accounts = [...new Set(statements.map(({ account }) => account))].slice(0, LIMITS.columns - 1);
  set(0, ['IBAN', ...accounts]);
  set(1, standardHeader(header));
  const blocks: StatementBlock[] = [];
  let row = 2;
  for (const { account, opening, closing, entries } of statements) {
    const firstRow = row + 1;
    for (const { bookingDate = '', valueDate = '', amount, currency, text, pending } of entries) {
      set(row, [account, bookingDate, valueDate, amount, currency, text, pending ? PENDING : BOOKED]);
      row += 1;
    }
    blocks.push({
      account,
      firstRow,
      lastRow: row,
      openingCents: cents(opening),
      closingCents: cents(closing),
    });
  }
  return { format, date1904: false, sheets: [{ ...grid.build(), blocks }] };
}
