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
    case 'CSV':
      return (await import('./csv.js')).readCsv(bytes);
  }
}
