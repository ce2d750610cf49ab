import * as SheetJS from '@e965/xlsx';
import ExcelJS from 'exceljs';
import { dayNumber } from '@fibado/planning';

/** A cell to write: a day as `{ day }` becomes a date cell where the format has them. */
export type Value = string | number | null | { readonly day: string };
export type Grid = readonly (readonly Value[])[];

const serialOf = (day: string): number => dayNumber(day) - dayNumber('1900-01-01') + 2;
const italianDay = (day: string): string => day.split('-').reverse().join('/');
const plain = (value: Value): string =>
  value === null ? '' : typeof value === 'object' ? italianDay(value.day) : String(value);

export async function xlsx(grid: Grid, name = 'Foglio1', date1904 = false): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  workbook.properties.date1904 = date1904;
  const sheet = workbook.addWorksheet(name);
  grid.forEach((row, r) => {
    row.forEach((value, c) => {
      const cell = sheet.getRow(r + 1).getCell(c + 1);
      if (typeof value === 'object' && value !== null) {
        cell.value = new Date(dayNumber(value.day) * 86_400_000);
        cell.numFmt = 'dd/mm/yyyy';
      } else cell.value = value;
    });
  });
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

function sheetJs(grid: Grid): SheetJS.WorkBook {
  const sheet: SheetJS.WorkSheet = {};
  let width = 0;
  grid.forEach((row, r) => {
    width = Math.max(width, row.length);
    row.forEach((value, c) => {
      if (value === null || value === '') return;
      const address = SheetJS.utils.encode_cell({ r, c });
      if (typeof value === 'object') sheet[address] = { t: 'n', v: serialOf(value.day), z: 'dd/mm/yyyy' };
      else if (typeof value === 'number') sheet[address] = { t: 'n', v: value };
      else sheet[address] = { t: 's', v: value };
    });
  });
  sheet['!ref'] = SheetJS.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: grid.length, c: width } });
  const book = SheetJS.utils.book_new();
  SheetJS.utils.book_append_sheet(book, sheet, 'Foglio1');
  return book;
}

/** Real BIFF8 in an OLE2 container. */
export const xls = (grid: Grid): Uint8Array =>
  new Uint8Array(SheetJS.write(sheetJs(grid), { bookType: 'biff8', type: 'buffer' }) as Buffer);

/** Excel 2003 XML. */
export const spreadsheetXml = (grid: Grid): Uint8Array =>
  new Uint8Array(SheetJS.write(sheetJs(grid), { bookType: 'xlml', type: 'buffer' }) as Buffer);

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function html(grid: Grid): Uint8Array {
  const rows = grid.map((row) => `<tr>${row.map((v) => `<td>${escapeHtml(plain(v))}</td>`).join('')}</tr>`);
  return new TextEncoder().encode(
    `<html><head><style>td { color: red }</style></head><body><table>${rows.join('\n')}</table></body></html>`,
  );
}

export interface CsvStyle {
  readonly delimiter: string;
  readonly lineEnd?: string;
  readonly quoteAll?: boolean;
  /** After every line, as some banks write. */
  readonly tail?: string;
  readonly encoding?: 'utf-8' | 'utf-8-bom' | 'windows-1252';
}

export function csv(grid: Grid, style: CsvStyle): Uint8Array {
  const { delimiter, lineEnd = '\r\n', quoteAll = false, tail = '', encoding = 'utf-8' } = style;
  const field = (value: Value): string => {
    const text = plain(value);
    const quoted = quoteAll || text.includes(delimiter) || /["\r\n]/.test(text);
    return quoted ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const text = grid.map((row) => row.map(field).join(delimiter) + tail + lineEnd).join('');
  if (encoding === 'windows-1252') return Uint8Array.from(text, (c) => (c === '€' ? 0x80 : c.charCodeAt(0)));
  const bytes = new TextEncoder().encode(text);
  return encoding === 'utf-8' ? bytes : Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]);
}
