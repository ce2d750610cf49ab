import { amountOfCell, decimalMarkOf } from '../cells/amount.js';
import { declaredCurrency, headingCurrency } from '../cells/currency.js';
import { folded, isBlank, textOf } from '../cells/text.js';
import { FileError } from '../errors.js';
import { layoutById } from '../layouts/index.js';
import type {
  Cell,
  ColumnMapping,
  DecimalMark,
  LayoutScore,
  ReadOptions,
  Sheet,
  Statement,
  StatementRow,
  UsedLayout,
  Workbook,
} from '../types.js';
import { chooseAccount, refuseOtherIban, type AccountChoice } from './accounts.js';
import { blockFigures } from './block-checks.js';
import { checksOf, runningBalance } from './checks.js';
import {
  ibansOf,
  isBalanceText,
  isFooterText,
  labelOf,
  statedFigures,
  type StatedFigure,
} from './figures.js';
import { hasDay, isPending, looksLikeMovement, statementRow, type RowContext } from './row.js';
import { settledSigns } from './signs.js';

/** A second table that some banks append: what is not booked yet. */
const PENDING_SECTION = /^(operazioni|movimenti) (non contabilizzat|da contabilizzar|in attesa|autorizzat)/;

/** Words that money out begins with; a file in which they are never negative has lost its signs. */
const OUTGOING =
  /^(pagamento|pagam\.|prelievo|prelevamento|addebito|add\.|commissioni?|canone|imposta di bollo|spese|bonifico (disposto|in uscita|a favore)|f24|utenze?)\b/;
const UNSIGNED_WITNESSES = 2;

/** Fee and tax columns whose signs mean something: the layout says so, or one holds a negative amount anywhere. */
function signedCharges(
  sheet: Sheet,
  { id, mapping: { headerRow, columns } }: UsedLayout,
  decimal: DecimalMark,
): Set<'fee' | 'tax'> {
  if (layoutById(id)?.signedCharges === true) return new Set(['fee', 'tax']);
  const isNegative = (column: number | undefined): boolean =>
    column !== undefined &&
    sheet.rows.slice(headerRow).some((row) => {
      const reading = amountOfCell(row[column], decimal);
      return reading.kind === 'cents' && reading.cents < 0;
    });
  return new Set((['fee', 'tax'] as const).filter((role) => isNegative(columns[role])));
}

function settledDecimal(sheet: Sheet, { headerRow, columns, decimal }: ColumnMapping): DecimalMark {
  if (decimal !== 'AUTO') return decimal;
  const places = [columns.amount, columns.in, columns.out, columns.balance, columns.fee, columns.tax].filter(
    (c): c is number => c !== undefined,
  );
  return decimalMarkOf(sheet.rows.slice(headerRow).flatMap((row) => places.map((c) => row[c])));
}

interface Body {
  readonly rows: StatementRow[];
  readonly figures: StatedFigure[];
}

/** The row's first text as far as a label goes; a day or a number is none. */
function firstText(cells: readonly Cell[]): string {
  const first = cells.find((cell) => !isBlank(cell));
  return typeof first === 'string' ? first : '';
}

/** Whether a row repeats the header, so that another table begins. */
function isHeaderAgain(cells: readonly Cell[], texts: readonly string[] | undefined): boolean {
  const named = (texts ?? []).map((text, i) => [text, i] as const).filter(([text]) => text !== '');
  return named.length > 1 && named.every(([text, i]) => folded(textOf(cells[i])) === text);
}

/** Reads the rows under the header, to the end of the table. */
function readBody(sheet: Sheet, account: AccountChoice, context: RowContext): Body {
  const { mapping } = context;
  const rows: StatementRow[] = [];
  const figures: StatedFigure[] = [];
  let pendingSection = false;
  let ended = false;

  for (const [index, cells] of sheet.rows.entries()) {
    if (index < mapping.headerRow || cells.every(isBlank)) continue;
    const row = index + 1;
    const first = firstText(cells);
    if (PENDING_SECTION.test(labelOf(first))) {
      pendingSection = true;
      ended = false;
      continue;
    }
    const isBalance = cells.some(
      (cell, column) =>
        typeof cell === 'string' && isBalanceText(cell, mapping.columns.text.includes(column)),
    );
    if (isBalance || (isFooterText(first) && !hasDay(cells, context))) {
      const stated = statedFigures(row, cells, context.decimal);
      if (!pendingSection) figures.push(...stated);
      // The newest first: a closing balance may also stand above all movements.
      if (rows.length > 0 && stated[0]?.kind !== 'OPENING') ended = true;
      continue;
    }
    if (isHeaderAgain(cells, mapping.headerTexts)) {
      if (pendingSection) continue;
      break;
    }
    if (ended || !looksLikeMovement(cells, context) || !account.accepts(cells)) continue;
    rows.push(statementRow(row, cells, pendingSection || isPending(cells, mapping), context));
  }
  return { rows, figures };
}

/** @throws FileError FILE_LAYOUT_UNSIGNED when one amount column never goes below zero although money went out */
function refuseUnsigned(rows: readonly StatementRow[], mapping: ColumnMapping): void {
  if (mapping.columns.amount === undefined || mapping.invertSign || mapping.signsConfirmed === true) return;
  const booked = rows.flatMap((row) => (row.state === 'BOOKED' ? [row.movement] : []));
  if (booked.some((m) => m.amountCents < 0)) return;
  const outgoing = booked.filter((m) => m.amountCents > 0 && OUTGOING.test(labelOf(m.description)));
  if (outgoing.length >= UNSIGNED_WITNESSES)
    throw new FileError('FILE_LAYOUT_UNSIGNED', 'The amounts do not tell money in from money out');
}

function periodOf(rows: readonly StatementRow[]): Statement['period'] | undefined {
  const days = rows
    .flatMap((row) => (row.state !== 'ERROR' && row.movement ? [row.movement.date] : []))
    .sort();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** What the lines before the header state. */
function preamble(
  sheet: Sheet,
  headerRow: number,
  decimal: DecimalMark,
): { figures: StatedFigure[]; ibans: string[] } {
  const lines = sheet.rows.slice(0, Math.max(0, headerRow - 1));
  const figures = lines.flatMap((cells, index) => {
    return statedFigures(index + 1, cells, decimal).filter(({ kind }) => !kind.startsWith('TOTAL'));
  });
  return { figures, ibans: [...new Set(lines.flatMap(ibansOf))] };
}

/** @throws FileError FILE_CHECKSUM with the first figure that does not hold (row, kind, stated, read), FILE_CURRENCY, FILE_CELL when no row can be read */
function refuseBroken(
  rows: readonly StatementRow[],
  checks: Statement['checks'],
  { acceptDifferences }: ReadOptions,
): void {
  const errors = rows.filter((row) => row.state === 'ERROR');
  const [firstError] = errors;
  if (firstError && errors.length === rows.length) {
    const { code, params } = firstError.issue;
    if (code === 'CURRENCY_NOT_EURO') throw new FileError('FILE_CURRENCY', code, params.slice(1));
    throw new FileError('FILE_CELL', code, [firstError.row, params[0] ?? '']);
  }
  // A row that cannot be read explains a sum that does not hold, and the person sees it.
  if (firstError || acceptDifferences === true) return;
  const failed = checks.find((check) => !check.ok && check.kind !== 'RUNNING_BALANCE');
  if (!failed) return;
  const { kind, row = '', expected, actual } = failed;
  throw new FileError('FILE_CHECKSUM', `${kind} does not hold`, [row, kind, expected, actual]);
}

/** @throws FileError FILE_CURRENCY when the lines before the table or the heading of its amounts name another one */
function refuseOtherCurrency(sheet: Sheet, { headerRow, headerTexts, columns }: ColumnMapping): void {
  const amounts = [columns.amount, columns.in, columns.out].map((c) => headerTexts?.[c ?? -1] ?? '');
  const code =
    amounts.map(headingCurrency).find((found) => found !== undefined) ??
    sheet.rows
      .slice(0, Math.max(0, headerRow - 1))
      .map((cells) => declaredCurrency(cells.map(textOf)))
      .find((found) => found !== undefined);
  if (code !== undefined) throw new FileError('FILE_CURRENCY', 'The file is not in euro', [code]);
}

/**
 * Rows → movements, by the mapping of the layout used.
 * @throws FileError FILE_NO_ROWS, FILE_CHECKSUM, FILE_CELL, FILE_LAYOUT_UNKNOWN, FILE_LAYOUT_UNSIGNED,
 * FILE_SIGNS_UNKNOWN, FILE_CURRENCY, FILE_WRONG_ACCOUNT
 */
export function interpret(
  workbook: Workbook,
  chosen: UsedLayout,
  candidates: readonly LayoutScore[],
  options: ReadOptions,
): Statement {
  const { mapping } = chosen;
  const sheet = workbook.sheets[mapping.sheet];
  if (!sheet) throw new FileError('FILE_LAYOUT_UNKNOWN', 'The sheet is missing');
  const decimal = settledDecimal(sheet, mapping);
  const charges = signedCharges(sheet, chosen, decimal);
  const context: RowContext = {
    mapping,
    decimal,
    date1904: workbook.date1904,
    signedCharges: charges,
    blankAmountIsNoMovement: layoutById(chosen.id)?.blankAmountIsNoMovement === true,
  };
  refuseOtherCurrency(sheet, mapping);
  const before = preamble(sheet, mapping.headerRow, decimal);
  refuseOtherIban(before.ibans, options);
  const account = chooseAccount(
    () => sheet.rows.slice(mapping.headerRow).filter((cells) => looksLikeMovement(cells, context)),
    mapping,
    options,
  );
  const written = readBody(sheet, account, context);
  if (written.rows.length === 0)
    throw new FileError('FILE_NO_ROWS', 'No movement under the header', [mapping.headerRow]);
  const settled = settledSigns(sheet, chosen, written.rows, options);
  const { rows, figures } =
    settled.invertSign === mapping.invertSign
      ? written
      : readBody(sheet, account, { ...context, mapping: settled });
  refuseUnsigned(rows, settled);

  const stated = [...before.figures, ...figures];
  const running = runningBalance(rows);
  const blocks = blockFigures(sheet.blocks ?? [], account.name, rows);
  const checks = [...(account.isPartial ? [] : checksOf(stated, rows, mapping, decimal)), ...blocks.checks];
  refuseBroken(rows, checks, options);
  const period = periodOf(rows);
  if (!period) throw new FileError('FILE_NO_ROWS', 'No row with a day', [mapping.headerRow]);
  const opening =
    stated.find((f) => f.kind === 'OPENING')?.value ?? running?.openingCents ?? blocks.openingCents;
  const closing =
    stated.findLast((f) => f.kind === 'CLOSING')?.value ?? running?.closingCents ?? blocks.closingCents;
  return {
    format: workbook.format,
    sheet: sheet.name,
    layout: { ...chosen, mapping: settled },
    candidates,
    rows,
    period,
    checks: [...checks, ...(running ? [running.check] : [])],
    ...(opening === undefined ? {} : { openingBalanceCents: opening }),
    ...(closing === undefined ? {} : { closingBalanceCents: closing }),
    ibans: before.ibans,
    accountNames: account.names,
  };
}
