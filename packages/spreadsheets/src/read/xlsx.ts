import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Cell, Sheet, Workbook } from '../types.js';
import { CellBudget, GridBuilder } from './grid.js';
import {
  dateStyles,
  readPart,
  refuseActiveParts,
  refuseMacroTypes,
  relationsOf,
  sharedStrings,
  workbookPart,
} from './xlsx-parts.js';
import { ZipArchive } from './zip.js';

const A = 'A'.charCodeAt(0);

/** The 0-based column of a reference such as `AB12`; -1 when it has no letters. */
export function columnOfReference(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i += 1) {
    // Lower case letters are 32 above the capitals.
    const letter = (reference.charCodeAt(i) & 0xdf) - A;
    if (letter < 0 || letter > 25) break;
    column = column * 26 + letter + 1;
  }
  return column - 1;
}

interface SheetContext {
  readonly strings: readonly string[];
  readonly isDateStyle: readonly boolean[];
  readonly budget: CellBudget;
}

interface RawCell {
  readonly type: string;
  readonly style: number;
  readonly value: string | undefined;
  readonly inline: string | undefined;
  readonly isFormula: boolean;
}

function cellOf(raw: RawCell, { strings, isDateStyle }: SheetContext): Cell {
  if (raw.type === 'inlineStr') return raw.inline ?? null;
  const value = raw.value;
  if (value === undefined) return raw.isFormula ? { broken: 'FORMULA', text: '' } : null;
  switch (raw.type) {
    case 's':
      return strings[Number(value)] ?? null;
    case 'str':
    case 'd':
      return value;
    case 'b':
      return value.trim() === '1' || value.trim() === 'true';
    case 'e':
      return { broken: 'ERROR', text: value };
    default: {
      const number = Number(value);
      if (value.trim() === '') return null;
      if (!Number.isFinite(number)) return { broken: 'ERROR', text: value };
      return isDateStyle[raw.style] ? { serial: number } : number;
    }
  }
}

/** Reads one worksheet; rows and cells without a reference follow the one before, as the format allows. */
async function readSheet(zip: ZipArchive, part: string, name: string, context: SheetContext): Promise<Sheet> {
  const grid = new GridBuilder(name, context.budget);
  let row = -1;
  let column = -1;
  let type = 'n';
  let style = 0;
  let value: string | undefined;
  let inline: string | undefined;
  let isFormula = false;
  let target: 'value' | 'inline' | undefined;
  let inPhonetic = false;

  await readPart(zip, part, {
    open: (element, attribute) => {
      switch (element) {
        case 'row': {
          const stated = Number(attribute('r') ?? Number.NaN);
          row = Number.isInteger(stated) && stated > 0 ? stated - 1 : row + 1;
          column = -1;
          break;
        }
        case 'c': {
          const stated = columnOfReference(attribute('r') ?? '');
          column = stated >= 0 ? stated : column + 1;
          type = attribute('t') ?? 'n';
          style = Number(attribute('s') ?? 0);
          value = undefined;
          inline = undefined;
          isFormula = false;
          break;
        }
        case 'f':
          isFormula = true;
          break;
        case 'v':
          value = '';
          target = 'value';
          break;
        case 'rPh':
          inPhonetic = true;
          break;
        case 't':
          if (!inPhonetic) {
            inline ??= '';
            target = 'inline';
          }
          break;
      }
    },
    text: (text) => {
      if (target === 'value') value = (value ?? '') + text;
      else if (target === 'inline') inline = (inline ?? '') + text;
    },
    close: (element) => {
      if (element === 'v' || element === 't') target = undefined;
      else if (element === 'rPh') inPhonetic = false;
      else if (element === 'c' && row >= 0) {
        grid.set(row, column, cellOf({ type, style, value, inline, isFormula }, context));
      }
    },
  });
  return grid.build();
}

/**
 * Reads an Office Open XML workbook: cached values only, formulas are never computed.
 * @throws FileError FILE_UNREADABLE, FILE_ENCRYPTED, FILE_MACROS, FILE_EXTERNAL_LINKS, FILE_TOO_COMPLEX
 */
export async function readXlsx(bytes: Uint8Array): Promise<Workbook> {
  const zip = await ZipArchive.open(bytes);
  if (!zip.has('[Content_Types].xml')) throw new FileError('FILE_UNREADABLE', 'An archive, but no workbook');
  refuseActiveParts(zip);
  await refuseMacroTypes(zip);
  const main = (await relationsOf(zip, '')).byType.get('officeDocument');
  if (main === undefined || !/\.xml$/i.test(main)) {
    throw new FileError('FILE_UNREADABLE', 'An archive, but no workbook');
  }
  const { date1904, sheets } = await workbookPart(zip, main);
  const relations = await relationsOf(zip, main);
  const stylesPart = relations.byType.get('styles');
  const stringsPart = relations.byType.get('sharedStrings');
  const context: SheetContext = {
    isDateStyle: stylesPart !== undefined && zip.has(stylesPart) ? await dateStyles(zip, stylesPart) : [],
    strings: stringsPart !== undefined && zip.has(stringsPart) ? await sharedStrings(zip, stringsPart) : [],
    budget: new CellBudget(),
  };
  const read: Sheet[] = [];
  for (const sheet of sheets.slice(0, LIMITS.sheets)) {
    const part = relations.byId.get(sheet.relation);
    // Chart sheets hold no cells; a relation of another kind is simply empty.
    if (part !== undefined && /worksheets\//i.test(part))
      read.push(await readSheet(zip, part, sheet.name, context));
  }
  if (read.length === 0) throw new FileError('FILE_UNREADABLE', 'The workbook has no sheet');
  return { format: 'XLSX', date1904, sheets: read };
}
