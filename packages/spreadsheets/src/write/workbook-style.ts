import type ExcelJS from 'exceljs';
import { dayNumber, type Cents, type Day } from '@fibado/planning';

const HEADER_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE3ECF7' } } as const;
const INPUT_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFF7DB' } } as const;
export const MONEY_FORMAT = '#,##0.00;[Red]-#,##0.00';
/** Whole euro, as declarations take them. */
const WHOLE_FORMAT = '#,##0';
export const DAY_FORMAT = 'dd/mm/yyyy';
const FORMATS = { money: MONEY_FORMAT, whole: WHOLE_FORMAT, day: DAY_FORMAT, text: '@' } as const;
const MILLISECONDS_PER_DAY = 86_400_000;

/** Euro as the number a spreadsheet shows; a whole number of cents survives it to the cent up to 2^53. */
export const euro = (cents: Cents): number => cents / 100;

/** A day as the library takes one: it reads dates in UTC. */
export const dayCell = (day: Day): Date => new Date(dayNumber(day) * MILLISECONDS_PER_DAY);

export interface ColumnStyle {
  readonly header: string;
  readonly width: number;
  readonly kind?: 'money' | 'whole' | 'day' | 'text';
  /** For the person to fill in. */
  readonly input?: boolean;
}

/** The library is loaded when a workbook is written: only the threads that do so pay for it. */
export async function newWorkbook(): Promise<ExcelJS.Workbook> {
  const { default: library } = await import('exceljs');
  const workbook = new library.Workbook();
  workbook.creator = 'Fibado';
  return workbook;
}

/**
 * A sheet with a header row that stays in sight. Texts are stored as texts, so one that begins with `=`, `+`, `-` or
 * `@` is never computed; the text format keeps it so when the cell is edited.
 */
export function addTable(
  workbook: ExcelJS.Workbook,
  name: string,
  columns: readonly ColumnStyle[],
  headerRow = 1,
): ExcelJS.Worksheet {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: headerRow }] });
  columns.forEach(({ header, width, kind, input }, i) => {
    const column = sheet.getColumn(i + 1);
    column.width = width;
    column.numFmt = FORMATS[kind ?? 'text'];
    const cell = sheet.getRow(headerRow).getCell(i + 1);
    cell.value = header;
    cell.font = { bold: true };
    cell.fill = input === true ? INPUT_FILL : HEADER_FILL;
    cell.alignment = { wrapText: true, vertical: 'middle' };
  });
  return sheet;
}

export async function bytesOf(workbook: ExcelJS.Workbook): Promise<Uint8Array> {
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
