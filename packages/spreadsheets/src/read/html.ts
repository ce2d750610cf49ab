import iconv from 'iconv-lite';
import { SAXParser } from 'parse5-sax-parser';
import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Sheet, Workbook } from '../types.js';
import { CellBudget, GridBuilder } from './grid.js';
import { decodeAs, decodeText } from './sniff.js';

const SKIPPED = new Set(['script', 'style', 'title', 'noscript', 'template']);
const BREAKS = new Set(['br', 'p', 'div', 'li']);

interface OpenTable {
  readonly grid: GridBuilder;
  row: number;
  column: number;
  text: string | undefined;
  rowSpan: number;
  columnSpan: number;
  /** Columns still covered by a cell of a row above, and for how many rows. */
  covered: number[];
}

const collapse = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim();

/** The text decoded by the charset the page itself names, where the bytes do not decide. */
function pageText(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const charset = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  // Browsers, and the programs that write such pages, mean Windows-1252 by ISO 8859-1.
  const named = charset?.replace(/^(iso-?8859-?1|latin-?1|us-ascii)$/i, 'windows-1252');
  const isNamed = named !== undefined && !/^utf-?(8|16)/i.test(named) && iconv.encodingExists(named);
  return isNamed ? decodeAs(bytes, named) : decodeText(bytes);
}

function span(attributes: readonly { name: string; value: string }[], name: string): number {
  const value = Number(attributes.find((a) => a.name === name)?.value ?? 1);
  return Number.isInteger(value) && value >= 1 && value <= LIMITS.columns ? value : 1;
}

/**
 * Reads the tables of a page that a bank named `.xls`; each table is a sheet, a nested table a sheet of its own.
 * @throws FileError FILE_UNREADABLE (no table), FILE_TOO_COMPLEX
 */
export function readHtml(bytes: Uint8Array): Workbook {
  const budget = new CellBudget();
  const sheets: Sheet[] = [];
  const open: OpenTable[] = [];
  let skipping: string | undefined;

  const endCell = (table: OpenTable): void => {
    if (table.text === undefined) return;
    table.grid.set(table.row, table.column, collapse(table.text));
    for (let i = 0; i < table.columnSpan; i += 1) {
      if (table.rowSpan > 1 && table.column + i < LIMITS.columns)
        table.covered[table.column + i] = table.rowSpan;
    }
    table.column += table.columnSpan;
    table.text = undefined;
  };
  const endTable = (): void => {
    const table = open.pop();
    if (!table) return;
    endCell(table);
    if (sheets.length < LIMITS.sheets) sheets.push(table.grid.build());
  };
  const startRow = (table: OpenTable): void => {
    endCell(table);
    table.covered = table.covered.map((rows) => Math.max(0, rows - 1));
    table.row += 1;
    table.column = 0;
  };

  const parser = new SAXParser();
  parser.on('startTag', ({ tagName, attrs, selfClosing }) => {
    if (SKIPPED.has(tagName) && !selfClosing) skipping ??= tagName;
    if (tagName === 'table') {
      if (open.length >= 8) throw new FileError('FILE_TOO_COMPLEX', 'Tables nested too deeply');
      const grid = new GridBuilder(`Tabella ${String(sheets.length + open.length + 1)}`, budget);
      open.push({ grid, row: -1, column: 0, text: undefined, rowSpan: 1, columnSpan: 1, covered: [] });
      return;
    }
    const table = open.at(-1);
    if (!table) return;
    if (tagName === 'tr') startRow(table);
    else if (tagName === 'td' || tagName === 'th') {
      if (table.row < 0) startRow(table);
      endCell(table);
      while ((table.covered[table.column] ?? 0) > 0) table.column += 1;
      table.rowSpan = span(attrs, 'rowspan');
      table.columnSpan = span(attrs, 'colspan');
      table.text = '';
    } else if (BREAKS.has(tagName) && table.text !== undefined) table.text += ' ';
  });
  parser.on('endTag', ({ tagName }) => {
    if (tagName === skipping) skipping = undefined;
    const table = open.at(-1);
    if (tagName === 'table') endTable();
    else if (table && (tagName === 'td' || tagName === 'th' || tagName === 'tr')) endCell(table);
  });
  parser.on('text', ({ text }) => {
    const table = open.at(-1);
    if (table?.text !== undefined && skipping === undefined && table.text.length < LIMITS.cellCharacters)
      table.text += text;
  });

  let failure: unknown;
  parser.on('error', (error) => {
    failure ??= error;
  });
  const text = pageText(bytes);
  parser.write(text);
  parser.end();
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error('The page cannot be read');
  while (open.length > 0) endTable();
  if (sheets.every((sheet) => sheet.rows.length === 0)) {
    throw new FileError('FILE_UNREADABLE', 'A page without a table');
  }
  return { format: 'HTML', date1904: false, sheets };
}
