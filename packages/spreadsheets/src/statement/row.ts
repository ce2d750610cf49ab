import type { Cents } from '@fibado/planning';
import { amountOfCell, type AmountReading } from '../cells/amount.js';
import { dayOfCell } from '../cells/date.js';
import { clipped, columnLetter, folded, isBlank, textOf } from '../cells/text.js';
import { unguarded } from '../write/safe-text.js';
import type { Cell, ColumnMapping, DecimalMark, Movement, RowIssue, StatementRow } from '../types.js';

/** Characters an operation's description and category may have. */
const MAX_DESCRIPTION = 500;
const MAX_CATEGORY = 80;
const NO_TEXT = 'Movimento';

/** What every row of one statement is read with; `decimal` is settled from AUTO where the file shows it. */
export interface RowContext {
  readonly mapping: ColumnMapping;
  readonly decimal: DecimalMark;
  readonly date1904: boolean;
  /** The fee and tax columns whose cells carry a sign of their own: a charge is negative, a refund positive. */
  readonly signedCharges: ReadonlySet<'fee' | 'tax'>;
  /** A row whose one amount cell is empty moves no money. */
  readonly blankAmountIsNoMovement: boolean;
}

const PENDING_WORDS = new Set([
  'non contabilizzato',
  'non contabilizzata',
  'autorizzato',
  'autorizzata',
  'da contabilizzare',
  'in attesa',
  'in lavorazione',
  'in corso',
  'prenotato',
  'prenotata',
  'pending',
]);

/** Whether the bank says that the row is not booked yet, or never will be. */
export function isPending(cells: readonly Cell[], { columns, bookedWords }: ColumnMapping): boolean {
  if (columns.status === undefined) return false;
  const status = folded(textOf(cells[columns.status]));
  if (PENDING_WORDS.has(status)) return true;
  return bookedWords.length > 0 && !bookedWords.map(folded).includes(status);
}

type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issue: RowIssue };

const issue = (code: RowIssue['code'], column?: number, cell?: Cell): { ok: false; issue: RowIssue } => ({
  ok: false,
  issue: {
    code,
    params: column === undefined ? [] : [columnLetter(column), clipped(textOf(cell), 80)],
  },
});

const BROKEN: Readonly<
  Record<Exclude<AmountReading['kind'], 'cents' | 'blank' | 'currency'>, RowIssue['code']>
> = {
  ambiguous: 'AMOUNT_AMBIGUOUS',
  tooLarge: 'AMOUNT_TOO_LARGE',
  formula: 'FORMULA_WITHOUT_VALUE',
  broken: 'CELL_ERROR',
  unreadable: 'AMOUNT_UNREADABLE',
};

/** The cents of one cell; undefined when it is blank. */
function centsAt(
  cells: readonly Cell[],
  column: number | undefined,
  context: RowContext,
): Result<Cents | undefined> {
  if (column === undefined) return { ok: true, value: undefined };
  const reading = amountOfCell(cells[column], context.decimal);
  if (reading.kind === 'cents') return { ok: true, value: reading.cents };
  if (reading.kind === 'blank') return { ok: true, value: undefined };
  if (reading.kind === 'currency') return issue('CURRENCY_NOT_EURO', column, reading.code);
  return issue(BROKEN[reading.kind], column, cells[column]);
}

/** What a fee or tax column takes off the amount: a charge is positive, what is paid back negative. */
function chargeAt(cells: readonly Cell[], role: 'fee' | 'tax', context: RowContext): Result<Cents> {
  const reading = centsAt(cells, context.mapping.columns[role], context);
  if (!reading.ok) return reading;
  const cents = reading.value ?? 0;
  return { ok: true, value: context.signedCharges.has(role) ? 0 - cents : Math.abs(cents) };
}

/** The signed amount: one column with its sign, or two where the column and not the sign says the direction. */
function signedAmount(cells: readonly Cell[], context: RowContext): Result<Cents> {
  const { columns, invertSign } = context.mapping;
  if (columns.amount !== undefined) {
    const amount = centsAt(cells, columns.amount, context);
    if (!amount.ok) return amount;
    if (amount.value === undefined) return issue('AMOUNT_MISSING', columns.amount);
    return { ok: true, value: invertSign ? 0 - amount.value : amount.value };
  }
  const income = centsAt(cells, columns.in, context);
  if (!income.ok) return income;
  const outgo = centsAt(cells, columns.out, context);
  if (!outgo.ok) return outgo;
  if (income.value === undefined && outgo.value === undefined) {
    return issue('AMOUNT_MISSING', columns.out ?? columns.in);
  }
  const [plus, minus] = [Math.abs(income.value ?? 0), Math.abs(outgo.value ?? 0)];
  if (plus !== 0 && minus !== 0) return issue('AMOUNT_BOTH_SIDES', columns.out, cells[columns.out ?? 0]);
  return { ok: true, value: minus === 0 ? plus : -minus };
}

/** The texts of a row as one, without those another one already says. */
function description(cells: readonly Cell[], columns: readonly number[]): string {
  const texts = columns
    .map((column) => unguarded(textOf(cells[column])))
    .filter((text) => text !== '' && text !== '-');
  if (texts.length <= 1) return clipped(texts[0] ?? '', MAX_DESCRIPTION) || NO_TEXT;
  const words = texts.map(folded);
  const kept = texts.filter((_, i) => {
    const own = words[i] ?? '';
    return !words.some((other, j) => j !== i && other.includes(own) && (other !== own || j < i));
  });
  return clipped(kept.join(' '), MAX_DESCRIPTION) || NO_TEXT;
}

function bookingDay(cells: readonly Cell[], context: RowContext): Result<string> {
  const { columns, dateOrder } = context.mapping;
  const cell = cells[columns.bookingDate];
  if (isBlank(cell)) return issue('DATE_MISSING', columns.bookingDate);
  const day = dayOfCell(cell, dateOrder, context.date1904);
  if (day !== undefined) return { ok: true, value: day };
  const isFormula =
    typeof cell === 'object' && cell !== null && 'broken' in cell && cell.broken === 'FORMULA';
  return issue(isFormula ? 'FORMULA_WITHOUT_VALUE' : 'DATE_UNREADABLE', columns.bookingDate, cell);
}

function valueDay(cells: readonly Cell[], booked: string, context: RowContext): Result<string> {
  const column = context.mapping.columns.valueDate;
  if (column === undefined || isBlank(cells[column])) return { ok: true, value: booked };
  const day = dayOfCell(cells[column], context.mapping.dateOrder, context.date1904);
  return day === undefined ? issue('DATE_UNREADABLE', column, cells[column]) : { ok: true, value: day };
}

/** The row's movement, or the first thing in it that cannot be read. */
export function movementOf(cells: readonly Cell[], context: RowContext): Result<Movement> {
  const { columns } = context.mapping;
  const date = bookingDay(cells, context);
  if (!date.ok) return date;
  const valueDate = valueDay(cells, date.value, context);
  if (!valueDate.ok) return valueDate;
  const currency = columns.currency === undefined ? '' : textOf(cells[columns.currency]);
  if (!/^(|€|eur|euro)$/i.test(currency)) return issue('CURRENCY_NOT_EURO', columns.currency, currency);
  const amount = signedAmount(cells, context);
  if (!amount.ok) return amount;
  const fee = chargeAt(cells, 'fee', context);
  if (!fee.ok) return fee;
  const tax = chargeAt(cells, 'tax', context);
  if (!tax.ok) return tax;
  const balance = centsAt(cells, columns.balance, context);
  const category =
    columns.category === undefined ? '' : clipped(textOf(cells[columns.category]), MAX_CATEGORY);
  return {
    ok: true,
    value: {
      date: date.value,
      valueDate: valueDate.value,
      amountCents: amount.value - fee.value - tax.value,
      description: description(cells, columns.text),
      ...(category === '' ? {} : { category }),
      ...(fee.value === 0 ? {} : { feeCents: fee.value }),
      ...(tax.value === 0 ? {} : { taxCents: tax.value }),
      ...(balance.ok && balance.value !== undefined ? { balanceCents: balance.value } : {}),
    },
  };
}

/** Whether a row has a booking day. */
export const hasDay = (cells: readonly Cell[], { mapping, date1904 }: RowContext): boolean =>
  dayOfCell(cells[mapping.columns.bookingDate], mapping.dateOrder, date1904) !== undefined;

/** Whether a row says anything that a movement has to say: a day, or an amount. */
export function looksLikeMovement(cells: readonly Cell[], context: RowContext): boolean {
  const { columns } = context.mapping;
  if (context.blankAmountIsNoMovement && columns.amount !== undefined && isBlank(cells[columns.amount]))
    return false;
  const filled = (column: number | undefined): boolean => column !== undefined && !isBlank(cells[column]);
  const isAmount = (column: number | undefined): boolean =>
    column !== undefined &&
    ['cents', 'ambiguous', 'formula', 'currency'].includes(amountOfCell(cells[column], 'AUTO').kind);
  if (hasDay(cells, context)) return true;
  if (isAmount(columns.amount) || isAmount(columns.in) || isAmount(columns.out)) return true;
  return filled(columns.bookingDate) && [columns.amount, columns.in, columns.out].some(filled);
}

/** A row with a value day and no booking day: the bank has not booked it yet. */
function awaitsBooking(cells: readonly Cell[], { mapping, date1904 }: RowContext): boolean {
  const { bookingDate, valueDate } = mapping.columns;
  return (
    valueDate !== undefined &&
    isBlank(cells[bookingDate]) &&
    dayOfCell(cells[valueDate], mapping.dateOrder, date1904) !== undefined
  );
}

/** One row as it stands in the file. @param row 1-based */
export function statementRow(
  row: number,
  cells: readonly Cell[],
  pending: boolean,
  context: RowContext,
): StatementRow {
  const movement = movementOf(cells, context);
  if (pending || awaitsBooking(cells, context)) {
    if (movement.ok) return { row, state: 'PENDING', movement: movement.value };
    const amount = signedAmount(cells, context);
    return { row, state: 'PENDING', ...(amount.ok ? { amountCents: amount.value } : {}) };
  }
  return movement.ok
    ? { row, state: 'BOOKED', movement: movement.value }
    : { row, state: 'ERROR', issue: movement.issue };
}
