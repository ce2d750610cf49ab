import { normalizeIban } from '@fibado/planning';
import { amountOfCell, decimalMarkOf } from '../cells/amount.js';
import { clipped, columnLetter, folded, isBlank, textOf } from '../cells/text.js';
import { FileError } from '../errors.js';
import { readWorkbook } from '../read/read-workbook.js';
import { headerCandidates } from '../statement/header.js';
import type { Cell, DecimalMark, SetupAccount, SetupRow, Sheet } from '../types.js';
import { WORDS } from '../write/words.js';

const FIELDS = ['account', 'iban', 'opening', 'minimum', 'maximum', 'excluded', 'notes'] as const;
type Field = (typeof FIELDS)[number];

const MAX_NOTES = 2000;

interface Found {
  readonly sheet: Sheet;
  readonly headerRow: number;
  readonly columns: ReadonlyMap<Field, number>;
}

/** The table of the template in either language, wherever it stands. */
function findTable(sheets: readonly Sheet[]): Found {
  for (const sheet of sheets) {
    for (const { headerRow, texts } of headerCandidates(sheet).single) {
      const columns = new Map<Field, number>();
      for (const field of FIELDS) {
        const names = [folded(WORDS.it[field]), folded(WORDS.en[field])];
        const index = texts.findIndex((text) => names.includes(text));
        if (index >= 0) columns.set(field, index);
      }
      if (columns.has('opening') && (columns.has('account') || columns.has('iban'))) {
        return { sheet, headerRow, columns };
      }
    }
  }
  throw new FileError('FILE_NO_ROWS', 'No table with accounts and opening balances');
}

const cellError = (row: number, column: number, what: string): FileError =>
  new FileError('FILE_CELL', what, [row, columnLetter(column)]);

/** The account of a row: by IBAN where there is one, else by a name that only one account has. */
function accountAt(
  row: number,
  cells: readonly Cell[],
  { columns }: Found,
  accounts: readonly SetupAccount[],
): string | undefined {
  const ibanColumn = columns.get('iban');
  const nameColumn = columns.get('account');
  const iban = ibanColumn === undefined ? '' : normalizeIban(textOf(cells[ibanColumn]));
  const name = nameColumn === undefined ? '' : folded(textOf(cells[nameColumn]));
  if (iban === '' && name === '') return undefined;
  const byIban = iban === '' ? [] : accounts.filter((a) => a.iban === iban);
  const found =
    byIban.length > 0 ? byIban : iban === '' ? accounts.filter((a) => folded(a.name) === name) : [];
  const [account] = found;
  if (!account || found.length > 1) {
    throw cellError(
      row,
      (iban === '' ? nameColumn : ibanColumn) ?? 0,
      'No account, or several, of this name',
    );
  }
  return account.id;
}

function isYes(row: number, cells: readonly Cell[], column: number | undefined): boolean {
  const cell = column === undefined ? undefined : cells[column];
  if (column === undefined || isBlank(cell)) return false;
  if (typeof cell === 'boolean') return cell;
  const text = folded(textOf(cell));
  if (['si', 'yes', 'x', '1', 'vero', 'true', 's', 'y'].includes(text)) return true;
  if (['no', 'n', '0', 'falso', 'false', '-'].includes(text)) return false;
  throw cellError(row, column, 'Neither yes nor no');
}

/**
 * Reads a filled-in template, or any sheet with its headers.
 * @throws FileError FILE_NO_ROWS, FILE_CELL with row and column letter, and those of reading a workbook
 */
export async function readSetups(bytes: Uint8Array, accounts: readonly SetupAccount[]): Promise<SetupRow[]> {
  const table = findTable((await readWorkbook(bytes)).sheets);
  const { sheet, headerRow, columns } = table;
  const moneyColumns = (['opening', 'minimum', 'maximum'] as const).flatMap((f) => columns.get(f) ?? []);
  const decimal: DecimalMark = decimalMarkOf(
    sheet.rows.slice(headerRow).flatMap((r) => moneyColumns.map((c) => r[c])),
  );
  const seen = new Set<string>();
  const setups: SetupRow[] = [];

  for (const [index, cells] of sheet.rows.entries()) {
    if (index < headerRow || cells.every(isBlank)) continue;
    const row = index + 1;
    const money = (field: Field): number | undefined => {
      const column = columns.get(field);
      if (column === undefined) return undefined;
      const reading = amountOfCell(cells[column], decimal);
      if (reading.kind === 'blank') return undefined;
      if (reading.kind !== 'cents') throw cellError(row, column, 'Not an amount');
      return reading.cents;
    };
    const openingBalanceCents = money('opening');
    if (openingBalanceCents === undefined) continue;
    const accountId = accountAt(row, cells, table, accounts);
    if (accountId === undefined) throw cellError(row, columns.get('account') ?? 0, 'No account is named');
    if (seen.has(accountId)) throw cellError(row, columns.get('account') ?? 0, 'The account stands twice');
    seen.add(accountId);
    const [minimum, maximum] = [money('minimum'), money('maximum')];
    if (maximum !== undefined && (maximum < 0 || (minimum !== undefined && maximum < minimum))) {
      throw cellError(row, columns.get('maximum') ?? 0, 'Below the minimum');
    }
    const notesColumn = columns.get('notes');
    const notes = notesColumn === undefined ? '' : clipped(textOf(cells[notesColumn]), MAX_NOTES);
    setups.push({
      accountId,
      openingBalanceCents,
      ...(minimum === undefined ? {} : { minBalanceCents: minimum }),
      ...(maximum === undefined ? {} : { maxBalanceCents: maximum }),
      excluded: isYes(row, cells, columns.get('excluded')),
      ...(notes === '' ? {} : { notes }),
    });
  }
  if (setups.length === 0) throw new FileError('FILE_NO_ROWS', 'No row with an opening balance');
  return setups;
}
