/** Files made for tests of what is refused. */

import yazl from 'yazl';
import { FileError, readStatement, type ReadOptions } from '../../src/index.js';
import { type Grid } from './encode.js';

export const HEADER = ['Data contabile', 'Data valuta', 'Importo', 'Descrizione'] as const;
export const table = (...rows: Grid): Grid => [HEADER, ...rows];

/** The code and params a file is refused with, or what was read. */
export async function outcome(bytes: Uint8Array, options: ReadOptions = {}): Promise<unknown> {
  try {
    const statement = await readStatement(bytes, options);
    return statement.rows;
  } catch (error) {
    if (error instanceof FileError) return [error.code, ...error.params];
    throw error;
  }
}

export const text = (value: string): Uint8Array => new TextEncoder().encode(value);

export function zip(parts: Record<string, string | Buffer>): Promise<Uint8Array> {
  const file = new yazl.ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    file.addBuffer(typeof content === 'string' ? Buffer.from(content) : content, name);
  }
  file.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    file.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
    file.outputStream.on('error', reject);
    file.outputStream.on('end', () => {
      resolve(new Uint8Array(Buffer.concat(chunks)));
    });
  });
}

export const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A workbook made by hand, part by part. */
export const package_ = (
  sheet: string,
  extra: Record<string, string | Buffer> = {},
  workbook = '',
): Promise<Uint8Array> =>
  zip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${workbook}<sheets><sheet name="A" sheetId="1" r:id="s1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="s1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...extra,
  });

export const inline = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
export const sheetXml = (rows: string): string =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
export const HEADER_XML = `<row>${HEADER.map(inline).join('')}</row>`;
