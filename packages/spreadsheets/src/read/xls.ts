import * as XLSX from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Cell, Sheet, Workbook } from '../types.js';
import { judgeBiff } from './biff.js';
import { CellBudget, GridBuilder } from './grid.js';

const OLE2_FIRST_BYTE = 0xd0;

// Workbooks before 1997 write their texts in a code page, Windows-1252 here.
XLSX.set_cptable(codePages);

/** The part of the library that its own types leave open. */
interface CompoundFiles {
  read(
    bytes: Uint8Array,
    options: { readonly type: 'buffer' },
  ): {
    readonly FullPaths: readonly string[];
    readonly FileIndex: readonly { readonly content?: ArrayLike<number> }[];
  };
}
const compoundFiles = XLSX.CFB as CompoundFiles;
const formats = XLSX.SSF as { is_date(format: string): boolean };

/** The BIFF stream within the OLE2 container, judged by what else the container holds. */
function biffStream(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== OLE2_FIRST_BYTE) return bytes;
  const container = compoundFiles.read(bytes, { type: 'buffer' });
  const names = container.FullPaths.map((path) => path.toLowerCase());
  if (names.some((name) => /encryptedpackage|encryptioninfo/.test(name)))
    throw new FileError('FILE_ENCRYPTED', 'The workbook has a password');
  if (names.some((name) => /_vba_project|\/vba\//.test(name)))
    throw new FileError('FILE_MACROS', 'The workbook carries a program');
  const index = names.findIndex((name) => /\/(workbook|book)$/.test(name));
  const content = container.FileIndex[index]?.content;
  if (index < 0 || content === undefined)
    throw new FileError('FILE_UNREADABLE', 'An OLE2 file, but no workbook');
  return Uint8Array.from(content);
}

/** The value of a cell, from `v` alone: the displayed text (`w`) loses digits. */
function cellOf(cell: XLSX.CellObject): Cell {
  switch (cell.t) {
    case 'n': {
      if (typeof cell.v !== 'number' || !Number.isFinite(cell.v))
        return { broken: 'ERROR', text: String(cell.v) };
      const format = cell.z;
      const isDay = typeof format === 'string' && /[dy]/i.test(format) && formats.is_date(format);
      return isDay ? { serial: cell.v } : cell.v;
    }
    case 's':
      return typeof cell.v === 'string' ? cell.v : null;
    case 'b':
      return cell.v === true;
    case 'e':
      return { broken: 'ERROR', text: cell.w ?? '#ERR' };
    default:
      return null;
  }
}

/**
 * Reads a BIFF workbook (`.xls`). The reader behind it can hang on a corrupt file: call it in a worker with a time
 * limit only.
 * @throws FileError FILE_UNREADABLE, FILE_ENCRYPTED, FILE_MACROS, FILE_EXTERNAL_LINKS, FILE_TOO_COMPLEX
 */
export function readXls(bytes: Uint8Array): Workbook {
  try {
    judgeBiff(biffStream(bytes));
    const book = XLSX.read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellDates: false,
      cellNF: true,
      bookVBA: false,
      sheetRows: LIMITS.rows + 1,
    });
    const budget = new CellBudget();
    const sheets = book.SheetNames.slice(0, LIMITS.sheets)
      .filter((_, i) => book.Workbook?.Sheets?.[i]?.Hidden !== 2)
      .map((name) => readSheet(name, book.Sheets[name], budget));
    if (sheets.length === 0) throw new FileError('FILE_UNREADABLE', 'The workbook has no sheet');
    return { format: 'XLS', date1904: book.Workbook?.WBProps?.date1904 === true, sheets };
  } catch (error) {
    if (error instanceof FileError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(message)) throw new FileError('FILE_ENCRYPTED', message);
    throw new FileError('FILE_UNREADABLE', message);
  }
}

function readSheet(name: string, sheet: XLSX.WorkSheet | undefined, budget: CellBudget): Sheet {
  const grid = new GridBuilder(name, budget);
  const rows = (sheet?.['!data'] ?? []) as readonly (readonly (XLSX.CellObject | undefined)[] | undefined)[];
  // Both levels are sparse: `forEach` visits what is there.
  rows.forEach((cells, row) => {
    cells?.forEach((cell, column) => {
      if (cell) grid.set(row, column, cellOf(cell));
    });
  });
  return grid.build();
}
