/** Writes the files the bench reads: a workbook as large as may be uploaded, and an old one of 50,000 rows. */
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { randomOf } from '@fibado/planning/testing';
import { xls, type Value } from '../test/support/encode.js';

const HEADER = ['Data Contabile', 'Data Valuta', 'Importo (euro)', 'Descrizione operazioni'];
/** Serial of 2026-01-01. */
const FIRST_DAY = 46_023;
const ROWS = 99_000;
/** So long that 99,000 incompressible texts fill 32 MiB. */
const TEXT_LENGTH = 414;
const OLD_ROWS = 50_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -';

const random = randomOf(6);
const randomText = (length: number): string =>
  Array.from({ length }, () => LETTERS[random.int(0, LETTERS.length - 1)]).join('');

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function* sharedStrings(): Generator<string> {
  yield `${XML}<sst ${NS}>`;
  for (const text of HEADER) yield `<si><t>${text}</t></si>`;
  for (let row = 0; row < ROWS; row += 1)
    yield `<si><t xml:space="preserve">${randomText(TEXT_LENGTH)}</t></si>`;
  yield '</sst>';
}

function* sheet(): Generator<string> {
  yield `${XML}<worksheet ${NS}><sheetData><row r="1">`;
  for (const [i] of HEADER.entries()) yield `<c r="${'ABCD'[i] ?? ''}1" t="s"><v>${String(i)}</v></c>`;
  yield '</row>';
  for (let row = 0; row < ROWS; row += 1) {
    const r = String(row + 2);
    const day = String(FIRST_DAY + Math.floor(row / 1100));
    const cents = (row % 3 === 0 ? 1 : -1) * (1 + ((row * 7919) % 500_000));
    yield `<row r="${r}"><c r="A${r}" s="1"><v>${day}</v></c><c r="B${r}" s="1"><v>${day}</v></c><c r="C${r}"><v>${String(cents / 100)}</v></c><c r="D${r}" t="s"><v>${String(row + HEADER.length)}</v></c></row>`;
  }
  yield '</sheetData></worksheet>';
}

async function largest(path: string): Promise<void> {
  const zip = new yazl.ZipFile();
  const part = (name: string, text: string): void => {
    zip.addBuffer(Buffer.from(XML + text), name);
  };
  part(
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/></Types>`,
  );
  const relations = (...all: readonly (readonly [string, string, string])[]): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  part('_rels/.rels', relations(['r1', 'officeDocument', 'xl/workbook.xml']));
  part(
    'xl/workbook.xml',
    `<workbook ${NS} xmlns:r="${REL}"><sheets><sheet name="Movimenti" sheetId="1" r:id="r1"/></sheets></workbook>`,
  );
  part(
    'xl/_rels/workbook.xml.rels',
    relations(
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'styles', 'styles.xml'],
      ['r3', 'sharedStrings', 'sharedStrings.xml'],
    ),
  );
  part(
    'xl/styles.xml',
    `<styleSheet ${NS}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  );
  zip.addReadStream(
    Readable.from(sharedStrings()).map((text: string) => Buffer.from(text)),
    'xl/sharedStrings.xml',
  );
  zip.addReadStream(
    Readable.from(sheet()).map((text: string) => Buffer.from(text)),
    'xl/worksheets/sheet1.xml',
  );
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

function old(path: string): void {
  const rows = Array.from({ length: OLD_ROWS }, (_, i): Value[] => [
    { day: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}` },
    { day: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}` },
    ((i % 2 === 0 ? -1 : 1) * (1 + i)) / 100,
    `Movimento ${randomText(40)}`,
  ]);
  writeFileSync(path, xls([HEADER, ...rows]));
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name a folder to write to');
await largest(join(folder, 'largest.xlsx'));
old(join(folder, 'old.xls'));
