import { BANK_FILES, type Given } from '../support/bank-files.js';
import { html, spreadsheetXml, xls } from '../support/encode.js';
import { pack } from './mutate.js';

const MOVEMENTS: readonly Given[] = Array.from({ length: 12 }, (_, i) => ({
  date: `2026-0${String(1 + (i % 3))}-${String(10 + i)}`,
  valueDate: `2026-0${String(1 + (i % 3))}-${String(11 + i)}`,
  amountCents: (i % 2 === 0 ? -1 : 1) * (1_234 + i * 98_765),
  description: `Movimento "${String(i)}"; è così & <altro>`,
}));

/** Sound files of every layout and format, to do harm to. */
export function corpus(): Promise<Uint8Array[]> {
  const grid = [
    ['Data', 'Importo', 'Descrizione'],
    ...MOVEMENTS.map((m) => [{ day: m.date }, m.amountCents / 100, m.description]),
  ];
  const banks = BANK_FILES.map(async (file) => file.write(MOVEMENTS));
  return Promise.all(banks).then(async (files) => {
    const [first = html(grid), second = xls(grid)] = files;
    const archive = await pack(
      new Map([
        ['gennaio.dat', first],
        ['febbraio.dat', second],
        ['marzo.html', html(grid)],
      ]),
    );
    return [...files, html(grid), spreadsheetXml(grid), xls(grid), archive];
  });
}
