import ExcelJS from 'exceljs';
import { csv, html, spreadsheetXml, xls, xlsx, type Grid } from './support/encode.js';
import { HEADER, table, outcome, text, package_, inline, sheetXml, HEADER_XML } from './support/bad-input.js';

describe('formats', () => {
  const cells: Grid = table(
    [{ day: '2026-01-31' }, { day: '2026-02-01' }, -12.5, 'Spesa'],
    [{ day: '2028-02-29' }, { day: '2028-02-29' }, 0.07, '=SUM(A1)'],
  );
  const expected = [
    { movement: { date: '2026-01-31', valueDate: '2026-02-01', amountCents: -1250, description: 'Spesa' } },
    { movement: { date: '2028-02-29', valueDate: '2028-02-29', amountCents: 7, description: '=SUM(A1)' } },
  ];

  it.each([
    ['xlsx', () => xlsx(cells)],
    ['xlsx of 1904', () => xlsx(cells, 'A', true)],
    ['xls', () => xls(cells)],
    ['html', () => html(cells)],
    ['Excel 2003 XML', () => spreadsheetXml(cells)],
    [
      'csv',
      () =>
        csv(
          cells.map((r) => r.map((v) => (typeof v === 'number' ? String(v) : v))),
          { delimiter: '\t' },
        ),
    ],
    [
      'csv with BOM',
      () =>
        csv(
          cells.map((r) => r.map((v) => (typeof v === 'number' ? String(v) : v))),
          { delimiter: ',', encoding: 'utf-8-bom' },
        ),
    ],
    [
      'csv in UTF-16',
      () =>
        Uint8Array.from([
          0xff,
          0xfe,
          ...Buffer.from(
            'Data contabile;Data valuta;Importo;Descrizione\n31/01/2026;01/02/2026;-12,50;Spesa\n29/02/2028;;0,07;=SUM(A1)\n',
            'utf16le',
          ),
        ]),
    ],
  ] as const)('%s', async (_, write) => {
    expect(await outcome(await write())).toMatchObject(expected);
  });

  it('reads the code page of workbooks before 1997', async () => {
    const record = (type: number, data: readonly number[]): number[] => [
      type & 0xff,
      type >> 8,
      data.length & 0xff,
      data.length >> 8,
      ...data,
    ];
    // Windows-1252: è is E8, € is 80, curly quotes are 93 and 94.
    const special: Readonly<Record<string, number>> = { '€': 0x80, '“': 0x93, '”': 0x94 };
    const label = (row: number, column: number, value: string): number[] => {
      const characters = [...value].map((c) => special[c] ?? c.charCodeAt(0));
      return record(0x0004, [row, 0, column, 0, 0, 0, 0, characters.length, ...characters]);
    };
    const rows = [HEADER, ['31/01/2026', '31/01/2026', '-1,00', 'Caffè: 1 € “però”']];
    const bytes = Uint8Array.from([
      ...record(0x0009, [2, 0, 16, 0]),
      ...record(0x0042, [0xe4, 0x04]),
      ...rows.flatMap((cells, row) => cells.flatMap((value, column) => label(row, column, value))),
      ...record(0x000a, []),
    ]);
    expect(await outcome(bytes)).toMatchObject([{ movement: { description: 'Caffè: 1 € “però”' } }]);
  });

  it('reads a workbook whose rows and cells name no place', async () => {
    const rows = `${HEADER_XML}<row>${inline('31/01/2026')}${inline('')}<c><v>-12.5</v></c>${inline('<r><t>Spe</t></r><r><t>sa</t></r>'.replace(/^/, ''))}</row>`;
    const bytes = await package_(sheetXml(rows.replace('<t><r>', '<r>').replace('</r></t>', '</r>')));
    expect(await outcome(bytes)).toMatchObject([{ movement: { amountCents: -1250, description: 'Spesa' } }]);
  });

  it('reads serial days without a date format', async () => {
    const workbook = new ExcelJS.Workbook();
    workbook.addWorksheet('A').addRows([[...HEADER], [46_053, 46_054, -1, 'x']]);
    const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
    expect(await outcome(bytes)).toMatchObject([
      { movement: { date: '2026-01-31', valueDate: '2026-02-01' } },
    ]);
  });

  it('follows spans of a page', async () => {
    const page = `<table><tr><th colspan=2>Data contabile</th><th>Importo</th><th>Descrizione</th></tr>
      <tr><td rowspan=2>31/01/2026</td><td>a</td><td>1,00</td><td>x<br>y<script>z</script></td></tr>
      <tr><td>b</td><td>&minus;2,00</td><td>w</td></tr></table>`;
    expect(await outcome(text(page))).toMatchObject([
      { movement: { amountCents: 100, description: 'x y' } },
      { row: 3, issue: { code: 'DATE_MISSING' } },
    ]);
  });
});

describe('long runs of one character, which a backtracking expression would try from each place', () => {
  /** Of the processor, which other tests on the machine do not change much. */
  const MAX_CPU_MS = 5_000;
  const spent = async (bytes: Uint8Array): Promise<number> => {
    const before = process.cpuUsage();
    await outcome(bytes);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };

  it.each([':', ' :', ' ', '"', '0', '.', "'", '<', '&', '-'])('%j in every cell', async (run) => {
    const cell = `${run.repeat(30_000 / run.length)}x`.replaceAll('"', '""');
    const row = `01/01/2026;02/01/2026;-1,00;"${cell}";"${cell}";EUR`;
    const file = text(`Data;Valuta;Importo;Descrizione;Stato;Divisa\n${`${row}\n`.repeat(5)}`);
    expect(await spent(file)).toBeLessThan(MAX_CPU_MS);
  });

  it('comments before markup', async () => {
    expect(await spent(text(`${'<!---->'.repeat(290)}x`))).toBeLessThan(MAX_CPU_MS);
  });
});
