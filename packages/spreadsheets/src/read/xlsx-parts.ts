import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import { isDateFormat } from './number-format.js';
import { xmlParser, type XmlHandler } from './xml.js';
import type { ZipArchive } from './zip.js';

/** Feeds one part of the package to a handler. */
export async function readPart(zip: ZipArchive, name: string, handler: XmlHandler): Promise<void> {
  const parser = xmlParser(handler);
  await zip.read(name, parser.write);
  parser.end();
}

/** Refuses packages that carry programs or point outside themselves, by the names of their parts. */
export function refuseActiveParts(zip: ZipArchive): void {
  for (const name of zip.names()) {
    if (/vbaproject\.bin$|xl\/(macrosheets|activex|dialogsheets)\//.test(name)) {
      throw new FileError('FILE_MACROS', `The workbook carries a program: ${name}`);
    }
    if (/xl\/(externallinks|querytables)\/|xl\/connections\.xml$/.test(name)) {
      throw new FileError('FILE_EXTERNAL_LINKS', `The workbook points outside itself: ${name}`);
    }
  }
}

/** @throws FileError FILE_MACROS when the workbook is of a kind that runs programs. */
export async function refuseMacroTypes(zip: ZipArchive): Promise<void> {
  await readPart(zip, '[Content_Types].xml', {
    open: (name, attribute) => {
      if (
        (name === 'Override' || name === 'Default') &&
        /macroEnabled/i.test(attribute('ContentType') ?? '')
      ) {
        throw new FileError('FILE_MACROS', 'The workbook may carry programs');
      }
    },
  });
}

/** Targets by relation id, and the target of each relation type's last word (`worksheet`, `sharedStrings`, …). */
export interface Relations {
  readonly byId: ReadonlyMap<string, string>;
  readonly byType: ReadonlyMap<string, string>;
}

const resolve = (folder: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1);
  const parts = folder.split('/');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.filter((p) => p !== '').join('/');
};

/** @param part the part whose relations are asked; '' is the package itself */
export async function relationsOf(zip: ZipArchive, part: string): Promise<Relations> {
  const slash = part.lastIndexOf('/');
  const folder = slash < 0 ? '' : part.slice(0, slash);
  const rels = `${folder === '' ? '' : `${folder}/`}_rels/${part.slice(slash + 1)}.rels`;
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  if (!zip.has(rels)) return { byId, byType };
  await readPart(zip, rels, {
    open: (name, attribute) => {
      const target = attribute('Target');
      if (name !== 'Relationship' || target === undefined || attribute('TargetMode') === 'External') return;
      const path = resolve(folder, target);
      byId.set(attribute('Id') ?? '', path);
      const type = attribute('Type') ?? '';
      byType.set(type.slice(type.lastIndexOf('/') + 1), path);
    },
  });
  return { byId, byType };
}

export interface WorkbookPart {
  readonly date1904: boolean;
  /** In the order of the tabs; very hidden sheets, which no person can see, are left out. */
  readonly sheets: readonly { readonly name: string; readonly relation: string }[];
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

export async function workbookPart(zip: ZipArchive, part: string): Promise<WorkbookPart> {
  let date1904 = false;
  const sheets: { name: string; relation: string }[] = [];
  await readPart(zip, part, {
    open: (name, attribute) => {
      if (name === 'workbookPr') date1904 = isTrue(attribute('date1904'));
      if (name !== 'sheet' || attribute('state') === 'veryHidden') return;
      // `r:id`, and not `sheetId`: `attribute` looks for the local name `id`.
      sheets.push({ name: attribute('name') ?? '', relation: attribute('id') ?? '' });
    },
  });
  return { date1904, sheets };
}

/** For each cell style, whether it shows a number as a day. */
export async function dateStyles(zip: ZipArchive, part: string): Promise<boolean[]> {
  const custom = new Map<number, string>();
  const styles: boolean[] = [];
  let inCellFormats = false;
  await readPart(zip, part, {
    open: (name, attribute) => {
      if (name === 'numFmt') custom.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellXfs') inCellFormats = true;
      if (name === 'xf' && inCellFormats) {
        const id = Number(attribute('numFmtId') ?? 0);
        styles.push(isDateFormat(id, custom.get(id)));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return styles;
}

/** The texts cells point to; phonetic hints (`rPh`) are not part of them. */
export async function sharedStrings(zip: ZipArchive, part: string): Promise<string[]> {
  const strings: string[] = [];
  let current = '';
  let inText = false;
  let inPhonetic = false;
  await readPart(zip, part, {
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = !inPhonetic;
    },
    text: (text) => {
      if (inText) current += text;
    },
    close: (name) => {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') {
        if (strings.length >= LIMITS.sharedStrings) throw new FileError('FILE_TOO_COMPLEX', 'Too many texts');
        strings.push(current.slice(0, LIMITS.cellCharacters));
      }
    },
  });
  return strings;
}
