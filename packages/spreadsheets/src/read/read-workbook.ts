import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Workbook } from '../types.js';
import { sniff } from './sniff.js';

function judged(workbook: Workbook): Workbook {
  if (workbook.sheets.every((sheet) => sheet.rows.length === 0))
    throw new FileError('FILE_EMPTY', 'The file has no filled cell');
  return workbook;
}

/**
 * The workbooks of a file: one, or of an archive one for each statement. Documents of CAMT become one, because a
 * statement and the reports of its day are told apart only together.
 * @throws FileError every FILE_… code of a file that cannot be read, PAYLOAD_TOO_LARGE
 */
export async function readWorkbooks(bytes: Uint8Array): Promise<Workbook[]> {
  if (bytes.length > LIMITS.fileBytes) {
    throw new FileError('PAYLOAD_TOO_LARGE', 'The file is too large', [LIMITS.fileBytes]);
  }
  const { statementsOfArchive } = await import('./archive.js');
  const documents = await statementsOfArchive(bytes);
  if (documents === undefined) return [await readWorkbook(bytes)];
  const camt = documents.filter((document) => sniff(document.bytes) === 'CAMT');
  const workbooks: Workbook[] = [];
  if (camt.length > 0) {
    const { readCamt } = await import('../standard/camt.js');
    workbooks.push(judged(readCamt(camt.map((document) => document.bytes))));
  }
  for (const document of documents)
    if (!camt.includes(document)) workbooks.push(await readWorkbook(document.bytes));
  return workbooks;
}

/**
 * Bytes → rows. The format comes from the first bytes. Run it in a worker (see `worker.ts`): memory and time are
 * bounded there, not here.
 * @throws FileError every FILE_… code of a file that cannot be read, PAYLOAD_TOO_LARGE
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  if (bytes.length > LIMITS.fileBytes) {
    throw new FileError('PAYLOAD_TOO_LARGE', 'The file is too large', [LIMITS.fileBytes]);
  }
  return judged(await readFormat(bytes));
}

/** Each format's reader is loaded when a file of it comes. */
async function readFormat(bytes: Uint8Array): Promise<Workbook> {
  switch (sniff(bytes)) {
    case 'XLSX':
      return (await import('./xlsx.js')).readXlsx(bytes);
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
