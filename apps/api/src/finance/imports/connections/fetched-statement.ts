import { createHash } from 'node:crypto';
import { BANK_LAYOUT } from '@fibado/contracts';
import { MAX_AMOUNT_CENTS, type Cents } from '@fibado/planning';
import type { ColumnMapping, RowIssue, Statement, StatementRow } from '@fibado/spreadsheets';
import type { FetchedMovement, FetchedMovements } from './bank-connector.js';

/** Characters an operation's description may have. */
const MAX_TEXT = 500;

/** Placeholders for columns, which the contract of a comparison requires; unused. */
const NO_COLUMNS: ColumnMapping = {
  sheet: 0,
  headerRow: 0,
  columns: { bookingDate: 0, amount: 1, text: [2] },
  dateOrder: 'YMD',
  decimal: 'POINT',
  invertSign: false,
  bookedWords: [],
};

/** Cents of a decimal text; undefined where it has fractions of a cent. */
export function centsOf(amount: string): Cents | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '' || /[1-9]/.test(fraction.slice(2))) return undefined;
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** What was fetched, as a file of the same movements would be read: the same comparison follows. */
export function statementOf(bank: string, fetched: FetchedMovements): Statement {
  const rows = onceEach(fetched.movements)
    .toSorted((a, b) => (a.bookingDate ?? '9').localeCompare(b.bookingDate ?? '9'))
    .map((movement, at) => rowOf(at + 1, movement));
  return {
    format: 'BANK',
    sheet: '',
    layout: { id: BANK_LAYOUT, bank, product: '', chosen: 'NAMED', score: 1, mapping: NO_COLUMNS },
    candidates: [],
    rows,
    period: { from: fetched.from, to: fetched.to },
    checks: [],
    closingBalanceCents: fetched.balance === undefined ? undefined : centsOf(fetched.balance),
    ibans: [],
    accountNames: [],
  };
}

/** Of the content, as of a file's bytes: the same answer twice is known. SHA-256, hexadecimal. */
export const contentHash = ({ rows, closingBalanceCents }: Statement): string =>
  createHash('sha256')
    .update(JSON.stringify([rows, closingBalanceCents ?? null]))
    .digest('hex');

/** Pages overlap where movements arrive while they are read: the bank's reference tells. */
function onceEach(movements: readonly FetchedMovement[]): FetchedMovement[] {
  const seen = new Set<string>();
  return movements.filter(({ reference, bookingDate, amount }) => {
    if (reference === undefined) return true;
    const identity = JSON.stringify([reference, bookingDate, amount]);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

function rowOf(row: number, { pending, bookingDate, valueDate, ...fetched }: FetchedMovement): StatementRow {
  const amountCents = centsOf(fetched.amount);
  const issue = issueOf(fetched, amountCents);
  if (issue) return { row, state: 'ERROR', issue };
  if (bookingDate === undefined || amountCents === undefined)
    return pending
      ? { row, state: 'PENDING', amountCents }
      : { row, state: 'ERROR', issue: { code: 'DATE_MISSING', params: [] } };
  const movement = {
    date: bookingDate,
    valueDate: valueDate ?? bookingDate,
    amountCents,
    description: oneLine(fetched.text),
  };
  return { row, state: pending ? 'PENDING' : 'BOOKED', movement };
}

function issueOf(
  { amount, currency }: Pick<FetchedMovement, 'amount' | 'currency'>,
  cents: Cents | undefined,
): RowIssue | undefined {
  if (currency !== 'EUR') return { code: 'CURRENCY_NOT_EURO', params: [currency] };
  if (cents === undefined) return { code: 'AMOUNT_UNREADABLE', params: ['', amount] };
  if (Math.abs(cents) > MAX_AMOUNT_CENTS) return { code: 'AMOUNT_TOO_LARGE', params: ['', amount] };
  return undefined;
}

/** As the description of a file's row: one line without control characters, and never empty. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .trim() || '–';
