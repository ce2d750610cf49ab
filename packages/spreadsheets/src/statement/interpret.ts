import { decimalMarkOf } from '../cells/amount.js';
import { folded, isBlank, textOf } from '../cells/text.js';
import { FileError } from '../errors.js';
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
import { checksOf, runningBalance } from './checks.js';
import { ibansOf, isBalanceText, isFooterText, labelOf, statedFigure, type StatedFigure } from './figures.js';
import { isPending, looksLikeMovement, statementRow, type RowContext } from './row.js';

/** A second table that some banks append: what is not booked yet. */
const PENDING_SECTION = /^(operazioni|movimenti) (non contabilizzat|da contabilizzar|in attesa|autorizzat)/;

/** Words that money out begins with; a file in which they are never negative has lost its signs. */
const OUTGOING =
  /^(pagamento|pagam\.|prelievo|prelevamento|addebito|add\.|commissioni?|canone|imposta di bollo|spese|bonifico (disposto|in uscita|a favore)|f24|utenze?)\b/;
const UNSIGNED_WITNESSES = 2;

function settledDecimal(sheet: Sheet, { headerRow, columns, decimal }: ColumnMapping): DecimalMark {
  if (decimal !== 'AUTO') return decimal;
  const places = [columns.amount, columns.in, columns.out, columns.balance, columns.fee].filter(
    (c): c is number => c !== undefined,
  );
  return decimalMarkOf(sheet.rows.slice(headerRow).flatMap((row) => places.map((c) => row[c])));
}

interface Body {
  readonly rows: StatementRow[];
  readonly figures: StatedFigure[];
}

const textStart = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : '');

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
    const isBalance = mapping.columns.text.some((c) => isBalanceText(textStart(cells[c])));
    if (isFooterText(first) || isBalance) {
      const figure = statedFigure(row, cells, context.decimal);
      if (figure && !pendingSection) figures.push(figure);
      // The newest first: a closing balance may also stand above all movements.
      if (rows.length > 0 && figure?.kind !== 'OPENING') ended = true;
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
  if (mapping.columns.amount === undefined || mapping.invertSign) return;
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
    const figure = statedFigure(index + 1, cells, decimal);
    return figure && figure.kind !== 'TOTAL' ? [figure] : [];
  });
  return { figures, ibans: [...new Set(lines.flatMap(ibansOf))] };
}

/** @throws FileError FILE_CHECKSUM with the row of the figure that does not hold, FILE_CELL when no row can be read */
function refuseBroken(rows: readonly StatementRow[], checks: Statement['checks']): void {
  const errors = rows.filter((row) => row.state === 'ERROR');
  const [firstError] = errors;
  if (firstError && errors.length === rows.length) {
    const { code, params } = firstError.issue;
    throw new FileError('FILE_CELL', code, [firstError.row, params[0] ?? '']);
  }
  // A row that cannot be read explains a sum that does not hold, and the person sees it.
  if (firstError) return;
  const failed = checks.find((check) => !check.ok && check.kind !== 'RUNNING_BALANCE');
  if (failed) throw new FileError('FILE_CHECKSUM', `${failed.kind} does not hold`, [failed.row ?? '']);
}

/**
 * Rows → movements, by the mapping of the layout used.
 * @throws FileError FILE_NO_ROWS, FILE_CHECKSUM, FILE_CELL, FILE_LAYOUT_UNKNOWN, FILE_LAYOUT_UNSIGNED, FILE_WRONG_ACCOUNT
 */
export function interpret(
  workbook: Workbook,
  layout: UsedLayout,
  candidates: readonly LayoutScore[],
  options: ReadOptions,
): Statement {
  const { mapping } = layout;
  const sheet = workbook.sheets[mapping.sheet];
  if (!sheet) throw new FileError('FILE_LAYOUT_UNKNOWN', 'The sheet is missing');
  const decimal = settledDecimal(sheet, mapping);
  const context: RowContext = { mapping, decimal, date1904: workbook.date1904 };
  const before = preamble(sheet, mapping.headerRow, decimal);
  refuseOtherIban(before.ibans, options.iban);
  const account = chooseAccount(
    () => sheet.rows.slice(mapping.headerRow).filter((cells) => looksLikeMovement(cells, context)),
    mapping,
    options,
  );
  const { rows, figures } = readBody(sheet, account, context);
  if (rows.length === 0)
    throw new FileError('FILE_NO_ROWS', 'No movement under the header', [mapping.headerRow]);
  refuseUnsigned(rows, mapping);

  const stated = [...before.figures, ...figures];
  const running = runningBalance(rows);
  const checks = account.isPartial ? [] : checksOf(stated, rows, mapping, decimal);
  refuseBroken(rows, checks);
  const period = periodOf(rows);
  if (!period) throw new FileError('FILE_NO_ROWS', 'No row with a day', [mapping.headerRow]);
  const opening = stated.find((f) => f.kind === 'OPENING')?.value ?? running?.openingCents;
  const closing = stated.findLast((f) => f.kind === 'CLOSING')?.value ?? running?.closingCents;
  return {
    format: workbook.format,
    sheet: sheet.name,
    layout,
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
