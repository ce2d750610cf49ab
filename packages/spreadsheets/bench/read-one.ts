/** Reads one file with one reader, in a process of its own, and tells what that took as one line of JSON. */
import { readFileSync } from 'node:fs';

const KIB = 1024;

type Reader = (path: string) => Promise<number>;

/** Loads one reader alone; it answers the number of rows it found. */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = {
  fibado: async () => {
    const { readStatement } = await import('../src/read-statement.js');
    return async (path) => (await readStatement(readFileSync(path))).rows.length + 1;
  },
  exceljs: async () => {
    const { default: ExcelJS } = await import('exceljs');
    return async (path) => {
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.readFile(path);
      return workbook.worksheets[0]?.rowCount ?? 0;
    };
  },
  'exceljs streaming': async () => {
    const { default: ExcelJS } = await import('exceljs');
    return async (path) => {
      let rows = 0;
      for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(path, {})) {
        for await (const _row of sheet) rows += 1;
      }
      return rows;
    };
  },
  SheetJS: async () => {
    const SheetJS = await import('@e965/xlsx');
    return (path) => {
      const book = SheetJS.read(readFileSync(path), { type: 'buffer', dense: true });
      const sheet = book.Sheets[book.SheetNames[0] ?? ''];
      return Promise.resolve(sheet?.['!data']?.length ?? 0);
    };
  },
};

const [reader = '', path = ''] = process.argv.slice(2);
const load = READERS[reader];
if (!load) throw new Error(`No reader ${reader}`);
const read = await load();
const idleMiB = process.memoryUsage.rss() / KIB / KIB;
const start = performance.now();
const rows = await read(path);
const seconds = (performance.now() - start) / 1000;
// `maxRSS` is in kilobytes.
const peakMiB = process.resourceUsage().maxRSS / KIB;
process.stdout.write(`${JSON.stringify({ rows, seconds, peakMiB, idleMiB })}\n`);
