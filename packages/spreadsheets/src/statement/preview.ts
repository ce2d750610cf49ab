import { dayOfSerial } from '../cells/date.js';
import { clipped, textOf } from '../cells/text.js';
import { LIMITS } from '../limits.js';
import type { Cell, ColumnMapping, FilePreview, ReadOptions, Workbook } from '../types.js';
import { ibansOf } from './figures.js';
import { layoutCandidates } from './detect.js';
import { HEADER_ROWS } from './header.js';

const PREVIEW_ROWS = HEADER_ROWS + 20;
const PREVIEW_CHARACTERS = 200;

function shown(cell: Cell | undefined, date1904: boolean): string {
  if (typeof cell === 'object' && cell !== null && 'serial' in cell) {
    const day = dayOfSerial(cell.serial, date1904);
    if (day !== undefined) return day.split('-').reverse().join('/');
  }
  return clipped(textOf(cell), PREVIEW_CHARACTERS);
}

const MAX_ACCOUNTS = 20;

/** The accounts that the account column names, in the file's order. */
function accountsOf(workbook: Workbook, { sheet, headerRow, columns }: ColumnMapping): string[] {
  const { account } = columns;
  if (account === undefined) return [];
  const names = new Set<string>();
  for (const row of workbook.sheets[sheet]?.rows.slice(headerRow) ?? []) {
    const name = textOf(row[account]);
    if (name !== '') names.add(clipped(name, 120));
    if (names.size >= MAX_ACCOUNTS) break;
  }
  return [...names];
}

/** A file's first rows as a person would see them, to map its columns by. */
export function previewWorkbook(workbook: Workbook, options: ReadOptions): FilePreview {
  const { scores, best } = layoutCandidates(workbook, options);
  const { sheets } = workbook;
  return {
    format: workbook.format,
    candidates: scores,
    accounts: best ? accountsOf(workbook, best.mapping) : [],
    ibans: [...new Set(sheets.flatMap(({ rows }) => rows.slice(0, PREVIEW_ROWS).flatMap(ibansOf)))].slice(
      0,
      20,
    ),
    sheets: workbook.sheets.map(({ name, rows }) => {
      const columnCount = Math.min(
        LIMITS.columns,
        rows.reduce((widest, row) => Math.max(widest, row.length), 0),
      );
      return {
        name,
        rowCount: rows.length,
        columnCount,
        rows: rows
          .slice(0, PREVIEW_ROWS)
          .map((row) => Array.from({ length: columnCount }, (_, c) => shown(row[c], workbook.date1904))),
      };
    }),
    ...(best ? { suggestion: best.mapping } : {}),
  };
}
