import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Cell, Sheet, Workbook } from '../types.js';
import { CellBudget, GridBuilder } from './grid.js';
import { decodeText } from './sniff.js';
import { xmlParser } from './xml.js';

function cellOf(type: string, text: string): Cell {
  if (type === 'Number') {
    const number = Number(text);
    return text.trim() !== '' && Number.isFinite(number) ? number : { broken: 'ERROR', text };
  }
  if (type === 'Boolean') return text.trim() === '1';
  if (type === 'Error') return { broken: 'ERROR', text };
  return text.trim();
}

/** The 0-based index an `ss:Index` states, or the one after the last. */
function place(stated: string | undefined, last: number): number {
  const index = Number(stated ?? Number.NaN);
  return Number.isInteger(index) && index > 0 ? index - 1 : last + 1;
}

/**
 * Reads the one-file XML of Excel 2003 (`urn:schemas-microsoft-com:office:spreadsheet`).
 * @throws FileError FILE_UNREADABLE, FILE_EXTERNAL_LINKS, FILE_TOO_COMPLEX
 */
export function readSpreadsheetXml(bytes: Uint8Array): Workbook {
  const budget = new CellBudget();
  const sheets: Sheet[] = [];
  let date1904 = false;
  let grid: GridBuilder | undefined;
  let row = -1;
  let column = -1;
  let type = 'String';
  let text: string | undefined;
  let isDate1904 = false;

  const parser = xmlParser({
    open: (name, attribute) => {
      switch (name) {
        case 'Worksheet':
          grid = new GridBuilder(attribute('Name') ?? '', budget);
          row = -1;
          break;
        case 'Row':
          row = place(attribute('Index'), row);
          column = -1;
          break;
        case 'Cell':
          column = place(attribute('Index'), column);
          break;
        case 'Data':
          type = attribute('Type') ?? 'String';
          text = '';
          break;
        case 'Date1904':
          isDate1904 = true;
          break;
      }
    },
    text: (piece) => {
      if (text !== undefined && text.length < LIMITS.cellCharacters) text += piece;
    },
    close: (name) => {
      if (name === 'Data' && text !== undefined) {
        if (row >= 0 && column >= 0) grid?.set(row, column, cellOf(type, text));
        text = undefined;
      } else if (name === 'Worksheet' && grid) {
        if (sheets.length < LIMITS.sheets) sheets.push(grid.build());
        grid = undefined;
      } else if (name === 'Date1904' && isDate1904) date1904 = true;
    },
  });
  parser.write(decodeText(bytes).replace(/^\uFEFF/, ''));
  parser.end();
  if (sheets.length === 0) throw new FileError('FILE_UNREADABLE', 'XML, but no workbook');
  return { format: 'XML', date1904, sheets };
}
