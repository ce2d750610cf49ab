import ExcelJS from 'exceljs';
import { HyperFormula, type RawCellContent } from 'hyperformula';
import { evaluate, iseeDossier, type IseeInput, type Problem } from '@fibado/planning';
import {
  accountId,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aTransferOperation,
  randomPlan,
} from '@fibado/planning/testing';
import { iseeWorkbook, previewFile, quarterCsv, quarterWorkbook, readStatement } from '../src/index.js';

const DANGEROUS = ['=1+1', '+39 06', '-12', '@SUM(A1)', '\tx', '＝1', '=HYPERLINK("x")'];

async function open(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
  );
  return workbook;
}

/** What a spreadsheet program would compute, cell by cell, without trusting the cached results. */
function recalculated(workbook: ExcelJS.Workbook): HyperFormula {
  const sheets: Record<string, RawCellContent[][]> = {};
  workbook.eachSheet((sheet) => {
    const rows: RawCellContent[][] = [];
    for (let r = 1; r <= sheet.rowCount; r += 1) {
      const cells: RawCellContent[] = [];
      for (let c = 1; c <= sheet.columnCount; c += 1) {
        const cell = sheet.getRow(r).getCell(c);
        // A text stays a text, whatever it begins with.
        if (cell.formula) cells.push(`=${cell.formula}`);
        else if (cell.value instanceof Date) cells.push(cell.value.getTime() / 86_400_000 + 25_569);
        else cells.push(typeof cell.value === 'string' ? `'${cell.value}` : (cell.value as number | null));
      }
      rows.push(cells);
    }
    sheets[sheet.name] = rows;
  });
  return HyperFormula.buildFromSheets(sheets, { licenseKey: 'gpl-v3', useArrayArithmetic: false });
}

const exported = (problem: Problem) => ({ problem, evaluation: evaluate(problem, []) });

describe('the workbook of an ISEE dossier', () => {
  const persons = [
    { id: 'bruno', role: 'SPOUSE' },
    { id: 'anna', role: 'DECLARANT' },
  ] as const;
  const days = (cents: number | undefined) => ({
    year: 2024,
    valueCents: Array.from({ length: 366 }, () => cents),
    closingCents: cents,
  });
  const account = (id: string, cents: number | undefined, holders: string[], typed = {}) => ({
    id,
    type: '01' as const,
    isPostalBook: false,
    balances: days(cents),
    typed,
    holders: holders.map((personId) => ({ personId, parts: 1 })),
  });
  const input: IseeInput = {
    declarationYear: 2026,
    persons,
    accounts: [
      account('joint', 73_000, ['anna', 'bruno']),
      account('own', undefined, ['bruno'], { closingCents: 4_000 }),
    ],
    assets: [{ id: 'btp', personId: 'anna', type: '02', valueCents: 150_050, isStateBacked: true }],
  };

  it('has the panel’s figures in whole euro, says what is missing or typed, and shows both divisors', async () => {
    const bytes = await iseeWorkbook(
      {
        year: 2024,
        persons: [
          { id: 'anna', name: 'Anna' },
          { id: 'bruno', name: 'Bruno' },
        ],
        accounts: [
          { accountId: 'joint', name: '=Comune', bankName: 'Banca Uno', iban: 'IT60X0542811101000000123456' },
          { accountId: 'own', name: 'Suo', bankName: 'Banca Due' },
        ],
        assets: [{ id: 'btp', operator: 'Banca Uno', description: 'BTP' }],
        purchases: [{ personId: 'anna', cents: 12_345 }],
        isee: iseeDossier(input),
        iseeOver366: iseeDossier({ ...input, divisor: 366 }),
      },
      'it',
    );
    const workbook = await open(bytes);
    const rows = (name: string): unknown[][] => {
      const found: unknown[][] = [];
      workbook.getWorksheet(name)?.eachRow((row) => found.push((row.values as unknown[]).slice(1)));
      return found.slice(1);
    };
    const iban = 'IT60X0542811101000000123456';
    const all = '01/01/2024–31/12/2024';
    // 730 € of two: 365 each; 366 days of 365 € are 366 over 365 days.
    const half = [
      '01',
      iban,
      'Banca Uno',
      '=Comune',
      '1/2',
      365,
      366,
      365,
      0,
      'dai movimenti',
      'dai movimenti',
      '',
    ];
    expect(rows('FC2 sezione I')).toEqual([
      ['Anna', ...half],
      ['Bruno', ...half],
      [
        'Bruno',
        '01',
        '',
        'Banca Due',
        'Suo',
        '100 %',
        40,
        'manca',
        'manca',
        0,
        'scritto dalla carta della banca',
        'manca',
        all,
      ],
    ]);
    expect(rows('FC2 sezione II')).toEqual([['Anna', '02', 'Banca Uno', 'BTP', 1501, 1501]]);
    expect(rows('Totali').map((row) => [row[0], row.at(-1)])).toEqual([
      ['Bruno', 'manca'],
      ['Anna', 366],
      ['Nucleo', 'manca'],
      ['Franchigia', 8000],
      ['Oltre la franchigia', 'manca'],
    ]);
    expect(workbook.getWorksheet('Totali')?.getCell('E3').value).toBe(123.45);
    expect(workbook.getWorksheet('Regole')?.getCell('B2').value).toContain('DPCM 159/2013');
  });
});

describe('the workbook of a quarter', () => {
  const problems = Array.from(
    { length: 25 },
    (_, seed) =>
      randomPlan(seed + 1, { banks: 3, groups: 2, accounts: 6, operations: 40, transfers: 0 }).problem,
  );

  it('computes what the referee computed, to the cent', async () => {
    for (const problem of problems) {
      const quarter = exported(problem);
      const workbook = await open(await quarterWorkbook(quarter, 'it'));
      const summary = workbook.getWorksheet('Riepilogo');
      if (!summary) throw new Error('no summary');
      const engine = recalculated(workbook);
      const sheet = engine.getSheetId('Riepilogo') ?? -1;
      const at = (row: number, column: number): number =>
        Math.round(Number(engine.getCellValue({ sheet, row: row - 1, col: column - 1 })) * 100);
      quarter.evaluation.accounts.forEach((figures, i) => {
        const row = 4 + i;
        const computed = [3, 4, 5, 6, 7, 8, 12, 17].map((column) => at(row, column));
        expect(computed).toEqual([
          figures.openingBalanceCents,
          figures.incomeCents,
          figures.expenseCents,
          figures.transfersInCents,
          figures.transfersOutCents,
          figures.closingBalanceCents,
          figures.netInterestCents,
          figures.netReturnCents,
        ]);
        for (let column = 3; column <= 17; column += 1) {
          expect(
            Math.round(
              Number(
                summary.getRow(row).getCell(column).result ?? summary.getRow(row).getCell(column).value,
              ) * 100,
            ),
          ).toBe(at(row, column));
        }
      });
      expect(at(4 + quarter.evaluation.accounts.length, 17)).toBe(quarter.evaluation.netReturnCents);
      engine.destroy();
    }
  }, 60_000);

  it('holds formulas of its own only, and texts as texts', async () => {
    const problem = aProblem({
      accounts: DANGEROUS.map((name, i) => anAccount(i + 1, { name })),
      setups: DANGEROUS.map((notes, i) => ({
        accountId: accountId(i + 1),
        openingBalanceCents: 100,
        excluded: false,
        notes,
      })),
      operations: DANGEROUS.map((description, i) =>
        anExpense(i + 1, i + 1, '2027-04-02', 7, { description, category: description }),
      ),
    });
    for (const language of ['it', 'en'] as const) {
      const workbook = await open(await quarterWorkbook(exported(problem), language));
      const texts: string[] = [];
      workbook.eachSheet((sheet, id) => {
        sheet.eachRow((row) => {
          row.eachCell((cell) => {
            if (cell.formula) expect([id, /^(ROUND|-?SUMIFS|')/.test(cell.formula)]).toEqual([1, true]);
            if (typeof cell.value === 'string') texts.push(cell.value);
          });
        });
      });
      for (const text of DANGEROUS) expect(texts.filter((t) => t === text).length).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('CSV', () => {
  const accounts = [anAccount(1, { name: 'Conto; "A"' }), anAccount(2, { name: '=Conto B' })];
  const operations = [
    anIncome(1, 1, '2027-01-10', 123_456, {
      description: '=cmd|calc',
      status: 'DONE',
      valueDate: '2027-01-12',
    }),
    anExpense(2, 1, '2027-01-11', 5, { description: 'Pane; "latte"\ne uova', status: 'DONE' }),
    aTransferOperation(3, 1, 2, '2027-01-12', 100_000, {
      description: '-x',
      status: 'DONE',
      valueDate: '2027-01-13',
    }),
    anExpense(4, 1, '2027-02-01', 9, { description: 'Dopo', status: 'PLANNED' }),
  ];

  it.each(['it', 'en'] as const)('is read back as each account saw it (%s)', async (language) => {
    const text = quarterCsv(operations, accounts, language);
    for (const line of text.split('\r\n'))
      for (const field of line.split(/[;,]/)) expect(field).not.toMatch(/^"?[=+@]/);
    const bytes = new TextEncoder().encode(text);
    await expect(readStatement(bytes)).rejects.toMatchObject({ code: 'FILE_WRONG_ACCOUNT' });
    const { suggestion } = await previewFile(bytes);
    if (!suggestion) throw new Error('not recognised');
    const read = (name: string) =>
      readStatement(bytes, { layout: 'fibado', mapping: { ...suggestion, accountName: name } });
    const mine = await read('Conto; "A"');
    expect(mine.layout.id).toBe('fibado');
    expect(mine.rows).toEqual([
      {
        row: 2,
        state: 'BOOKED',
        movement: {
          date: '2027-01-10',
          valueDate: '2027-01-12',
          amountCents: 123_456,
          description: '=cmd|calc',
        },
      },
      {
        row: 3,
        state: 'BOOKED',
        movement: {
          date: '2027-01-11',
          valueDate: '2027-01-11',
          amountCents: -5,
          description: 'Pane; "latte" e uova',
        },
      },
      {
        row: 4,
        state: 'BOOKED',
        movement: { date: '2027-01-12', valueDate: '2027-01-12', amountCents: -100_000, description: '-x' },
      },
      {
        row: 6,
        state: 'PENDING',
        movement: { date: '2027-02-01', valueDate: '2027-02-01', amountCents: -9, description: 'Dopo' },
      },
    ]);
    const other = await read("'=Conto B");
    expect(other.rows).toMatchObject([{ row: 5, movement: { date: '2027-01-13', amountCents: 100_000 } }]);
  });
});
