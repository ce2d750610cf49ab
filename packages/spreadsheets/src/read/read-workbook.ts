import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Workbook } from '../types.js';
import { readCsv } from './csv.js';
import { readHtml } from './html.js';
import { sniff } from './sniff.js';
import { readSpreadsheetXml } from './spreadsheet-xml.js';
import { readXlsx } from './xlsx.js';

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

async function readFormat(bytes: Uint8Array): Promise<Workbook> {
  switch (sniff(bytes)) {
    case 'XLSX':
      return readXlsx(bytes);
    case 'XLS':
      // Loaded when one comes: most files never need it.
      return (await import('./xls.js')).readXls(bytes);
    case 'HTML':
      return readHtml(bytes);
    case 'XML':
      return readSpreadsheetXml(bytes);
    case 'CSV':
      return readCsv(bytes);
  }
}
