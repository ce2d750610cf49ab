import * as SheetJS from '@e965/xlsx';
import { LIMITS, previewFile } from '../src/index.js';
import { csv, xls, xlsx, type Grid } from './support/encode.js';
import { table, outcome, text, zip, package_, inline, sheetXml, HEADER_XML } from './support/bad-input.js';

const ROW = ['31/01/2026', '31/01/2026', '-12,50', 'Spesa'] as const;

describe('files that are refused by name', () => {
  it('empty and blank', async () => {
    expect(await outcome(new Uint8Array())).toEqual(['FILE_EMPTY']);
    expect(await outcome(text(' \r\n\t'))).toEqual(['FILE_EMPTY']);
    expect(await outcome(await xlsx([[]]))).toEqual(['FILE_EMPTY']);
  });

  it('too large by one byte', async () => {
    const code = await outcome(new Uint8Array(LIMITS.fileBytes + 1));
    expect(code).toEqual(['PAYLOAD_TOO_LARGE', '33554432']);
  });

  it('of another kind', async () => {
    expect(await outcome(text('%PDF-1.7 …'))).toEqual(['FILE_PDF']);
    expect(await outcome(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]))).toEqual(['FILE_UNREADABLE']);
    expect(await outcome(await zip({ 'word/document.xml': '<x/>' }))).toEqual(['FILE_UNREADABLE']);
    expect(await outcome(Uint8Array.from({ length: 999 }, (_, i) => (i * 31) % 256))).toEqual([
      'FILE_UNREADABLE',
    ]);
    expect(await outcome(text('<html><body>Accesso negato</body></html>'))).toEqual(['FILE_UNREADABLE']);
  });

  it('truncated', async () => {
    const [book, old] = [await xlsx(table(ROW)), xls(table(ROW))];
    expect(await outcome(book.subarray(0, book.length / 2))).toEqual(['FILE_UNREADABLE']);
    expect(await outcome(old.subarray(0, 700))).toEqual(['FILE_UNREADABLE']);
    expect(await outcome(text('Data;Importo;Descrizione\n31/01/2026;-1,00;"senza fine'))).toEqual([
      'FILE_UNREADABLE',
      '2',
    ]);
  });

  it('encrypted', async () => {
    const container = SheetJS.CFB.utils.cfb_new();
    SheetJS.CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from('x'.repeat(64)));
    SheetJS.CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.from('x'.repeat(64)));
    const bytes = new Uint8Array(SheetJS.CFB.write(container, { type: 'buffer' }) as Buffer);
    expect(await outcome(bytes)).toEqual(['FILE_ENCRYPTED']);
    // A BIFF stream whose first record after its beginning asks for a password.
    const stream = Uint8Array.from([0x09, 0x08, 0x08, 0, 0, 6, 5, 0, 0, 0, 0, 0, 0x2f, 0, 2, 0, 0, 0]);
    expect(await outcome(stream)).toEqual(['FILE_ENCRYPTED']);
  });

  it('with macros', async () => {
    const withProgram = await package_(sheetXml(HEADER_XML), { 'xl/vbaProject.bin': 'x' });
    expect(await outcome(withProgram)).toEqual(['FILE_MACROS']);
    const macroType = await package_(sheetXml(HEADER_XML), {
      '[Content_Types].xml':
        '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
    });
    expect(await outcome(macroType)).toEqual(['FILE_MACROS']);
    const container = SheetJS.CFB.read(xls(table(ROW)), { type: 'buffer' });
    SheetJS.CFB.utils.cfb_add(container, '/_VBA_PROJECT_CUR/VBA/dir', Buffer.from('x'));
    expect(await outcome(new Uint8Array(SheetJS.CFB.write(container, { type: 'buffer' }) as Buffer))).toEqual(
      ['FILE_MACROS'],
    );
  });

  it('with links and entities', async () => {
    const linked = await package_(sheetXml(HEADER_XML), { 'xl/externalLinks/externalLink1.xml': '<x/>' });
    expect(await outcome(linked)).toEqual(['FILE_EXTERNAL_LINKS']);
    const entity = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheetXml(`<row>${inline('&a;')}</row>`)}`;
    expect(await outcome(await package_(entity))).toEqual(['FILE_EXTERNAL_LINKS']);
    const old = `<?xml version="1.0"?><!DOCTYPE x><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`;
    expect(await outcome(text(old))).toEqual(['FILE_EXTERNAL_LINKS']);
  });

  it('bombs', async () => {
    const bomb = await package_(sheetXml(HEADER_XML), { 'xl/media/a.bin': Buffer.alloc(64 * 1024 * 1024) });
    expect(await outcome(bomb)).toEqual(['FILE_TOO_COMPLEX']);
    const many = Object.fromEntries(
      Array.from({ length: LIMITS.zipEntries }, (_, i) => [`a${String(i)}`, '']),
    );
    expect(await outcome(await package_(sheetXml(HEADER_XML), many))).toEqual(['FILE_TOO_COMPLEX']);
    const wide = table(Array.from({ length: LIMITS.columns + 1 }, () => 'x'));
    expect(await outcome(csv(wide, { delimiter: ';' }))).toEqual(['FILE_TOO_COMPLEX', '2']);
    const nested = '<table><tr><td>'.repeat(20);
    expect(await outcome(text(nested))).toEqual(['FILE_TOO_COMPLEX']);
  });

  it('a million rows', async () => {
    const csvRows = text('Data;Importo;Descrizione\n' + '31/01/2026;-1,00;a\n'.repeat(1_000_000));
    expect(await outcome(csvRows)).toEqual(['FILE_TOO_COMPLEX', String(LIMITS.rows + 1)]);
    const far = sheetXml(`${HEADER_XML}<row r="1048576"><c r="A1048576"><v>1</v></c></row>`);
    expect(await outcome(await package_(far))).toEqual(['FILE_TOO_COMPLEX', '1048576']);
  });

  it('without a known header, without rows', async () => {
    expect(await outcome(text('a;b\n1;2\n'))).toEqual(['FILE_LAYOUT_UNKNOWN']);
    expect(
      await outcome(text('UniCredit\nData Registrazione;Data valuta;Descrizione;Importo (EUR);\n')),
    ).toEqual(['FILE_NO_ROWS', '2']);
  });
});

describe('files that would be read wrongly', () => {
  it('an export without signs', async () => {
    const bpm = csv(table(['31/01/2026', '31/01/2026', '12,50', 'Stipendio']), { delimiter: ';' });
    expect(await outcome(bpm, { fileName: 'ElencoEntrateUsciteAndamento_2026.csv' })).toEqual([
      'FILE_LAYOUT_UNSIGNED',
    ]);
    const lost = table(
      ['31/01/2026', '31/01/2026', '12,50', 'Pagamento POS'],
      ['31/01/2026', '', '9,00', 'Prelievo ATM'],
    );
    expect(await outcome(csv(lost, { delimiter: ';' }))).toEqual(['FILE_LAYOUT_UNSIGNED']);
  });

  it('a balance, a count or a total that does not hold', async () => {
    const balance = table(['01/01/2026', '', '100,00', 'Saldo iniziale'], ROW, [
      '31/01/2026',
      '',
      '87,51',
      'Saldo finale',
    ]);
    expect(await outcome(csv(balance, { delimiter: ';' }))).toEqual([
      'FILE_CHECKSUM',
      '4',
      'BALANCES',
      '8751',
      '8750',
    ]);
    expect(await outcome(csv(table(ROW, ['Numero Movimenti: 2']), { delimiter: ';' }))).toEqual([
      'FILE_CHECKSUM',
      '3',
      'COUNT',
      '2',
      '1',
    ]);
    expect(await outcome(csv(table(ROW, ['Totale', '', '-12,51']), { delimiter: ';' }))).toEqual([
      'FILE_CHECKSUM',
      '3',
      'TOTAL',
      '-1251',
      '-1250',
    ]);
    expect(await outcome(csv(table(ROW, ['Totale', '', '-12,50']), { delimiter: ';' }))).toHaveLength(1);
  });

  it('of another account', async () => {
    const iban = 'IT60X0542811101000000123456';
    const named = csv([['IBAN: IT60 X054 2811 1010 0000 0123 456'], ...table(ROW)], { delimiter: ';' });
    expect(await outcome(named, { iban: 'IT42W0800000292100645211151' })).toEqual([
      'FILE_WRONG_ACCOUNT',
      iban,
    ]);
    expect(await outcome(named, { iban })).toHaveLength(1);
  });

  it('of several accounts, unless the IBAN or the person says which', async () => {
    const grid: Grid = [
      ['Data contabile', 'Importo', 'Descrizione', 'Rapporto'],
      ['31/01/2026', '-1,00', 'a', 'Conto 1000/00123456'],
      ['31/01/2026', '-2,00', 'b', 'Carta *9999'],
    ];
    const file = csv(grid, { delimiter: ';' });
    expect(await outcome(file)).toEqual(['FILE_WRONG_ACCOUNT', 'Conto 1000/00123456', 'Carta *9999']);
    expect(await outcome(file, { iban: 'IT60X0542811101000000123456' })).toMatchObject([{ row: 2 }]);
    const { suggestion } = await previewFile(file);
    if (!suggestion) throw new Error('no suggestion');
    expect(await outcome(file, { mapping: { ...suggestion, accountName: 'Carta *9999' } })).toMatchObject([
      { row: 3 },
    ]);
  });

  it('no row that can be read', async () => {
    const file = text('Data Registrazione;Data valuta;Descrizione;Importo (EUR);\n31.02.2026;;a;-1,00;\n');
    expect(await outcome(file)).toEqual(['FILE_CELL', '2', 'A']);
  });
});

describe('rows with trouble keep their place', () => {
  const issues = async (...rows: Grid): Promise<unknown> =>
    outcome(csv(table(ROW, ...rows), { delimiter: ';' }));

  it.each([
    ['32/01/2026', '', '-1,00', 'DATE_UNREADABLE', ['A', '32/01/2026']],
    ['', '', '-1,00', 'DATE_MISSING', ['A', '']],
    ['31/01/2026', 'boh', '-1,00', 'DATE_UNREADABLE', ['B', 'boh']],
    ['31/01/2026', '', 'Infinity', 'AMOUNT_UNREADABLE', ['C', 'Infinity']],
    ['31/01/2026', '', '', 'AMOUNT_MISSING', ['C', '']],
    ['31/01/2026', '', '99.999.999.999,00', 'AMOUNT_TOO_LARGE', ['C', '99.999.999.999,00']],
  ])('%s %s %s', async (date, value, amount, code, params) => {
    expect(await issues([date, value, amount, 'x'])).toEqual([
      expect.objectContaining({ row: 2, state: 'BOOKED' }),
      { row: 3, state: 'ERROR', issue: { code, params } },
    ]);
  });

  it('asks about one mark before three digits, unless another row tells', async () => {
    const bare = table(['31/01/2026', '', '1.234', 'x'], ['31/01/2026', '', '5', 'y']);
    expect(await outcome(csv(bare, { delimiter: ';' }))).toMatchObject([
      { state: 'ERROR', issue: { code: 'AMOUNT_AMBIGUOUS', params: ['C', '1.234'] } },
      { state: 'BOOKED' },
    ]);
    expect(await issues(['31/01/2026', '', '1.234', 'x'])).toMatchObject([
      {},
      { movement: { amountCents: 123_400 } },
    ]);
  });

  it('two sides at once, another currency', async () => {
    const sides: Grid = [
      ['Data contabile', 'Entrate', 'Uscite', 'Descrizione', 'Divisa'],
      ['31/01/2026', '1,00', '0,00', 'a', 'EUR'],
      ['31/01/2026', '1,00', '2,00', 'b', 'EUR'],
      ['31/01/2026', '1,00', '', 'c', 'USD'],
    ];
    expect(await outcome(csv(sides, { delimiter: ';' }))).toMatchObject([
      { movement: { amountCents: 100 } },
      { issue: { code: 'AMOUNT_BOTH_SIDES' } },
      { issue: { code: 'CURRENCY_NOT_EURO', params: ['E', 'USD'] } },
    ]);
  });

  it('formulas without a cached value, error cells', async () => {
    const cells = (amount: string): string =>
      `<row>${inline('31/01/2026')}${inline('31/01/2026')}<c t="n">${amount}</c>${inline('x')}</row>`;
    const rows = [cells('<f>1+1</f><v>2</v>'), cells('<f>1+1</f>'), cells('<v>1E+400</v>')].join('');
    expect(await outcome(await package_(sheetXml(HEADER_XML + rows)))).toMatchObject([
      { movement: { amountCents: 200 } },
      { row: 3, issue: { code: 'FORMULA_WITHOUT_VALUE', params: ['C', ''] } },
      { row: 4, issue: { code: 'CELL_ERROR' } },
    ]);
  });
});
