import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Workbook } from '../types.js';
import { sniff } from './sniff.js';

/**
 * Bytes → rows. The format comes from the first bytes. Run it in a worker (see `worker.ts`): memory and time are
 * bounded there, not here.
 * @throws FileError every FILE_… code of a file that cannot be read, PAYLOAD_TOO_LARGE
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  if (bytes.length > LIMITS.fileBytes) {
    throw new FileError('PAYLOAD_TOO_LARGE', 'The file is too large', [LIMITS.fileBytes]);
  }
  const workbook = await readFormat(bytes);
  if (workbook.sheets.every((sheet) => sheet.rows.length === 0))
    throw new FileError('FILE_EMPTY', 'The file has no filled cell');
  return workbook;
}

/** Whether a zip archive holds files and is no workbook. */
async function isArchive(bytes: Uint8Array): Promise<boolean> {
  const { ZipArchive } = await import('./zip.js');
  return (
    [...(await ZipArchive.open(bytes)).names()].some((name) => /\.xml$/i.test(name) && !name.includes('/')) &&
    !(await ZipArchive.open(bytes)).has('[Content_Types].xml')
  );
}

/** The CAMT documents of an archive, as banks that write one a day put them together. */
async function readArchive(bytes: Uint8Array): Promise<Workbook> {
  const { ZipArchive } = await import('./zip.js');
  const { readCamt } = await import('../standard/camt.js');
  const archive = await ZipArchive.open(bytes);
  const documents: Uint8Array[] = [];
  for (const name of [...archive.names()].filter((one) => /\.xml$/i.test(one))) {
    let text = '';
    await archive.read(name, (piece) => {
      text += piece;
    });
    const document = new TextEncoder().encode(text);
    if (sniff(document) === 'CAMT') documents.push(document);
  }
  if (documents.length === 0) throw new FileError('FILE_UNREADABLE', 'The archive holds no statement');
  return readCamt(documents);
}

/** Each format's reader is loaded when a file of it comes. */
async function readFormat(bytes: Uint8Array): Promise<Workbook> {
  switch (sniff(bytes)) {
    case 'XLSX':
      return (await isArchive(bytes)) ? readArchive(bytes) : (await import('./xlsx.js')).readXlsx(bytes);
    case 'XLS':
      return (await import('./xls.js')).readXls(bytes);
    case 'HTML':
      return (await import('./html.js')).readHtml(bytes);
    case 'XML':
      return (await import('./spreadsheet-xml.js')).readSpreadsheetXml(bytes);
    case 'CAMT':
      return (await import('../standard/camt.js')).readCamt([bytes]);
    case 'MT940':
      return (await import('../standard/mt940.js')).readMt940(bytes);
    case 'OFX':
      return (await import('../standard/ofx.js')).readOfx(bytes);
    case 'QIF':
      return (await import('../standard/qif.js')).readQif(bytes);
    case 'CBI':
      return (await import('../standard/cbi.js')).readCbi(bytes);
    case 'CSV':
      return (await import('./csv.js')).readCsv(bytes);
  }
}
