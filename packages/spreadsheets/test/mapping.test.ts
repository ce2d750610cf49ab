import { listLayouts, previewFile, readStatement, type ColumnMapping } from '../src/index.js';
import { answered, BANK_FILES } from './support/bank-files.js';
import { csv, xls, xlsx, type Grid } from './support/encode.js';

const file = (grid: Grid): Uint8Array => csv(grid, { delimiter: ';' });
const MAPPING: ColumnMapping = {
  sheet: 0,
  headerRow: 1,
  columns: { bookingDate: 0, amount: 1, text: [2] },
  dateOrder: 'DMY',
  decimal: 'AUTO',
  invertSign: false,
  bookedWords: [],
};
const movements = async (bytes: Uint8Array, mapping: ColumnMapping) =>
  (await readStatement(bytes, { mapping })).rows.map((row) =>
    row.state === 'ERROR'
      ? row.issue.code
      : [row.state, row.movement?.date, row.movement?.amountCents, row.movement?.description],
  );

describe('columns told by a person', () => {
  const strange: Grid = [
    ['Quando', 'Quanto', 'Cosa', 'Come'],
    ['02/01/2026', '1.50', 'Pane', 'ok'],
    ['03/01/2026', '-2.50', 'Resto', 'boh'],
  ];

  it('read a file no layout knows', async () => {
    await expect(readStatement(file(strange))).rejects.toMatchObject({ code: 'FILE_LAYOUT_UNKNOWN' });
    const preview = await previewFile(file(strange));
    expect(preview.candidates).toEqual([]);
    expect(preview.suggestion).toBeUndefined();
    expect(preview.sheets[0]?.rows[1]).toEqual(['02/01/2026', '1.50', 'Pane', 'ok']);
    const statement = await readStatement(file(strange), { mapping: MAPPING });
    expect(statement.layout).toMatchObject({
      id: 'custom',
      mapping: { headerTexts: ['quando', 'quanto', 'cosa', 'come'] },
    });
    expect(await movements(file(strange), MAPPING)).toEqual([
      ['BOOKED', '2026-01-02', 150, 'Pane'],
      ['BOOKED', '2026-01-03', -250, 'Resto'],
    ]);
  });

  it('decide day order, sign, status and decimal mark', async () => {
    const other: ColumnMapping = {
      ...MAPPING,
      columns: { ...MAPPING.columns, status: 3 },
      dateOrder: 'MDY',
      invertSign: true,
      bookedWords: ['OK'],
    };
    expect(await movements(file(strange), other)).toEqual([
      ['BOOKED', '2026-02-01', -150, 'Pane'],
      ['PENDING', '2026-03-01', 250, 'Resto'],
    ]);
    const thousands = file([
      ['a', 'b', 'c'],
      ['02/01/2026', '1.234', 'x'],
      ['03/01/2026', '1', 'y'],
    ]);
    expect(await movements(thousands, MAPPING)).toEqual([
      'AMOUNT_AMBIGUOUS',
      ['BOOKED', '2026-01-03', 100, 'y'],
    ]);
    expect((await movements(thousands, { ...MAPPING, decimal: 'COMMA' }))[0]).toEqual([
      'BOOKED',
      '2026-01-02',
      123_400,
      'x',
    ]);
  });

  it('need no header', async () => {
    expect(await movements(file(strange.slice(1)), { ...MAPPING, headerRow: 0 })).toHaveLength(2);
  });

  it('find their header again below other lines, and say so when it is gone', async () => {
    const { layout } = await readStatement(file(strange), { mapping: MAPPING });
    const moved = file([['Estratto del'], [], ...strange]);
    expect(await movements(moved, layout.mapping)).toHaveLength(2);
    expect((await readStatement(moved, { mapping: layout.mapping })).layout.mapping.headerRow).toBe(3);
    await expect(
      readStatement(
        file([
          ['x', 'y', 'z'],
          ['02/01/2026', '1', 'a'],
        ]),
        { mapping: layout.mapping },
      ),
    ).rejects.toMatchObject({ code: 'FILE_LAYOUT_UNKNOWN' });
    await expect(readStatement(file(strange), { mapping: { ...MAPPING, sheet: 3 } })).rejects.toMatchObject({
      code: 'FILE_LAYOUT_UNKNOWN',
    });
  });
});

describe('which layout reads a file', () => {
  const given = [{ date: '2026-01-10', valueDate: '2026-01-11', amountCents: -1_234, description: 'Pane' }];

  it('the person’s choice goes before the best fit, when its columns are there', async () => {
    const fineco = BANK_FILES.find((f) => f.layout === 'fineco-2008');
    const bytes = await fineco?.write(given);
    if (!bytes) throw new Error('no file');
    const { candidates } = await readStatement(bytes);
    expect(candidates.map((c) => c.layout)).toEqual(['fineco-2008', 'mediolanum', 'generic']);
    expect(candidates.every((c, i) => i === 0 || c.score <= (candidates[i - 1]?.score ?? 1))).toBe(true);
    expect((await readStatement(bytes, { layout: 'mediolanum' })).layout.id).toBe('mediolanum');
    expect((await readStatement(bytes, { layout: 'auto' })).layout.id).toBe('fineco-2008');
    await expect(readStatement(bytes, { layout: 'n26' })).rejects.toMatchObject({
      code: 'FILE_LAYOUT_UNKNOWN',
    });
  });

  it('no file of one bank is taken for another’s', async () => {
    for (const bank of BANK_FILES) {
      const { candidates, layout } = await readStatement(await bank.write(given), answered(bank));
      expect(layout.id).toBe(bank.layout);
      const [best, second] = candidates;
      expect((best?.score ?? 0) - (second?.score ?? 0)).toBeGreaterThan(0.02);
    }
  });

  it('an unknown bank is read by the words of its header and what stands under them', async () => {
    const grid: Grid = [
      ['Banca Sconosciuta S.p.A.'],
      ['Data reg.', 'Valuta', 'Dare', 'Avere', 'Causale', 'Valuta'],
      [{ day: '2026-01-10' }, { day: '2026-01-12' }, 5, null, 'Spesa', 'EUR'],
      [{ day: '2026-01-11' }, { day: '2026-01-11' }, null, 7.5, 'Rimborso', 'EUR'],
    ];
    for (const bytes of [await xlsx(grid), xls(grid)]) {
      const statement = await readStatement(bytes);
      expect(statement.layout).toMatchObject({
        id: 'generic',
        mapping: { columns: { bookingDate: 0, valueDate: 1, out: 2, in: 3, text: [4], currency: 5 } },
      });
      expect(statement.rows).toMatchObject([
        { movement: { date: '2026-01-10', valueDate: '2026-01-12', amountCents: -500 } },
        { movement: { date: '2026-01-11', valueDate: '2026-01-11', amountCents: 750 } },
      ]);
    }
  });

  it('takes the sheet that holds the movements', async () => {
    const ExcelJS = (await import('exceljs')).default;
    const workbook = new ExcelJS.Workbook();
    workbook.addWorksheet('Copertina').addRows([['Gentile cliente'], ['Data', '01/01/2026']]);
    workbook.addWorksheet('Dati').addRows([
      ['Data contabile', 'Importo', 'Descrizione'],
      ['31/01/2026', -1, 'Pane'],
    ]);
    const statement = await readStatement(new Uint8Array(await workbook.xlsx.writeBuffer()));
    expect([statement.sheet, statement.layout.mapping.sheet, statement.rows.length]).toEqual(['Dati', 1, 1]);
  });

  it('lists each layout once, with its bank', () => {
    const layouts = listLayouts();
    expect(new Set(layouts.map((l) => l.id)).size).toBe(layouts.length);
    expect(layouts.every((l) => l.id === 'generic' || (l.bank !== '' && l.product !== ''))).toBe(true);
  });
});
