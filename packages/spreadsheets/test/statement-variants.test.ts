import iconv from 'iconv-lite';
import {
  type ColumnMapping,
  FileError,
  readStatement,
  type ReadOptions,
  type Statement,
} from '../src/index.js';

/** Lines joined as a bank's CSV. */
const csv = (...lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\r\n'));
const read = (bytes: Uint8Array, options: ReadOptions = {}): Promise<Statement> =>
  readStatement(bytes, options);
const movements = ({ rows }: Statement): unknown[] =>
  rows.flatMap((row) =>
    row.state === 'BOOKED' ? [[row.movement.date, row.movement.amountCents, row.movement.description]] : [],
  );
const refusal = async (bytes: Uint8Array, options: ReadOptions = {}): Promise<unknown> =>
  readStatement(bytes, options).then(
    () => 'READ',
    (error: unknown) => (error instanceof FileError ? [error.code, ...error.params] : error),
  );

const HEADER = 'Data contabile;Data valuta;Importo;Descrizione';

describe('text encodings', () => {
  const text = [HEADER, '31/01/2026;31/01/2026;-12,50;Caffè dell’angolo – 12 €'].join('\r\n');
  const expected = [['2026-01-31', -1250, 'Caffè dell’angolo – 12 €']];

  it('reads Windows-1252 with a euro sign, a typographic apostrophe and a dash', async () => {
    expect(movements(await read(iconv.encode(text, 'win1252')))).toEqual(expected);
  });

  it('reads a page that names Windows-1252', async () => {
    const page = `<html><head><meta charset="windows-1252"></head><table><tr><td>Data contabile</td><td>Importo</td><td>Descrizione</td></tr><tr><td>31/01/2026</td><td>-12,50</td><td>Caffè dell’angolo – 12 €</td></tr></table></html>`;
    expect(movements(await read(iconv.encode(page, 'win1252')))).toEqual(expected);
  });

  it('ignores the NUL bytes a file is padded with', async () => {
    const padded = new Uint8Array(4096 * 3);
    padded.set(new TextEncoder().encode(text));
    expect(movements(await read(padded))).toEqual(expected);
    const inside = new TextEncoder().encode(text.replace('Caffè', 'Caf\0è'));
    expect(await refusal(inside)).toEqual(['FILE_UNREADABLE']);
  });
});

describe('the layout remembered for an account', () => {
  const first = csv(HEADER, '31/01/2026;31/01/2026;-12,50;Spesa');
  const unicredit = csv(
    'Data Registrazione;Data valuta;Descrizione;Importo (EUR);',
    '31.01.2026;31.01.2026;Spesa;-12,50;',
  );

  it('is used while it fits, and else the file is detected anew', async () => {
    const { layout } = await read(first);
    expect(layout).toMatchObject({ id: 'generic', chosen: 'DETECTED' });
    const remembered = { layout: layout.id, mapping: layout.mapping };
    expect((await read(first, { remembered })).layout).toMatchObject({ id: 'generic', chosen: 'REMEMBERED' });
    expect((await read(unicredit, { remembered })).layout).toMatchObject({
      id: 'unicredit',
      chosen: 'DETECTED',
    });
    const known = { layout: 'n26', mapping: (await read(unicredit)).layout.mapping };
    expect((await read(first, { remembered: known })).layout).toMatchObject({
      id: 'generic',
      chosen: 'DETECTED',
    });
  });

  it('of columns without a header yields to a file with a known one', async () => {
    const mapping: ColumnMapping = {
      sheet: 0,
      headerRow: 0,
      columns: { bookingDate: 1, amount: 0, text: [2] },
      dateOrder: 'DMY' as const,
      decimal: 'AUTO' as const,
      invertSign: false,
      bookedWords: [],
    };
    const remembered = { layout: 'custom', mapping };
    expect(movements(await read(csv('-1,00;31/01/2026;Pane'), { remembered }))).toEqual([
      ['2026-01-31', -100, 'Pane'],
    ]);
    expect((await read(unicredit, { remembered })).layout.id).toBe('unicredit');
  });

  it('named in the request has to fit', async () => {
    expect(await refusal(first, { layout: 'unicredit' })).toEqual(['FILE_LAYOUT_UNKNOWN']);
    expect((await read(unicredit, { layout: 'unicredit' })).layout.chosen).toBe('NAMED');
  });
});

describe('figures a file states about itself', () => {
  it('counts a pending row without a day in the totals and leaves it out', async () => {
    const statement = await read(
      csv(
        'Data operazione;Data valuta;Importo;Descrizione;Stato',
        '30/01/2026;30/01/2026;-10,00;Spesa;Contabilizzato',
        ';;-5,00;Distributore;Da contabilizzare',
        'Totale;;-15,00',
      ),
    );
    expect(statement.rows.map(({ state }) => state)).toEqual(['BOOKED', 'PENDING']);
    expect(statement.checks).toMatchObject([{ kind: 'TOTAL', ok: true }]);
  });

  it('takes a row with a value day and no booking day for one that is not booked yet', async () => {
    const { rows } = await read(csv(HEADER, '30/01/2026;30/01/2026;-1,00;a', ';31/01/2026;-2,00;b'));
    expect(rows.map(({ state }) => state)).toEqual(['BOOKED', 'PENDING']);
  });

  const rows = ['30/01/2026;30/01/2026;-10,00;Spesa', '31/01/2026;31/01/2026;2,50;Rimborso'];
  it.each([
    ['each on its line', ['Totale entrate;;2,50', 'Totale uscite;;-10,00']],
    ['as a label with a colon', ['Totale accrediti: 2,50 €', 'Totale addebiti: 10,00 €']],
    ['both on one line', ['Totale addebiti;10,00;Totale accrediti;2,50']],
  ])('reads totals of incomes and outgoings %s', async (_, footer) => {
    const { checks } = await read(csv(HEADER, ...rows, ...footer));
    expect(checks.map(({ kind, ok }) => [kind, ok]).sort()).toEqual([
      ['TOTAL_IN', true],
      ['TOTAL_OUT', true],
    ]);
  });

  it('names the difference, and reads the file when a person accepts it', async () => {
    const file = csv(HEADER, ...rows, 'Totale entrate;;2,50', 'Totale uscite;;-11,00');
    expect(await refusal(file)).toEqual(['FILE_CHECKSUM', '5', 'TOTAL_OUT', '-1100', '-1000']);
    const statement = await read(file, { acceptDifferences: true });
    expect(movements(statement)).toHaveLength(2);
    expect(statement.checks.find(({ ok }) => !ok)).toMatchObject({ kind: 'TOTAL_OUT', row: 5 });
  });
});

describe('card statements', () => {
  const ing = csv(
    'DATA OPERAZIONE;DATA REGISTRAZIONE;DESCRIZIONE OPERAZIONE;IMPORTO IN EURO',
    '02/01/2026;03/01/2026;ESSELUNGA MILANO;45,10',
    '05/01/2026;06/01/2026;TRENITALIA;19,90',
    '09/01/2026;10/01/2026;RIMBORSO AMAZON;-12,00',
  );
  const card = csv(
    'Carta n. **** **** **** 1234',
    'Data;Importo;Esercente',
    '02/01/2026;45,10;ESSELUNGA MILANO',
    '05/01/2026;19,90;TRENITALIA',
  );
  const unnamed = csv(
    'Data;Importo;Descrizione',
    '02/01/2026;45,10;ESSELUNGA MILANO',
    '05/01/2026;19,90;TRENITALIA',
    '06/01/2026;7,00;BAR CENTRALE',
  );

  it.each([
    ['of a known layout', ing],
    ['that names a card', card],
    ['of positive amounts without a word of income', unnamed],
  ])('%s are asked about, with the first rows', async (_, file) => {
    expect(await refusal(file)).toEqual(
      [
        'FILE_SIGNS_UNKNOWN',
        '2026-01-02',
        '4510',
        'ESSELUNGA MILANO',
        ...(file === ing
          ? ['2026-01-05', '1990', 'TRENITALIA', '2026-01-09', '-1200', 'RIMBORSO AMAZON']
          : []),
        ...(file === card ? ['2026-01-05', '1990', 'TRENITALIA'] : []),
        ...(file === unnamed
          ? ['2026-01-05', '1990', 'TRENITALIA', '2026-01-06', '700', 'BAR CENTRALE']
          : []),
      ].map((text) =>
        file === ing
          ? text
              .replace('2026-01-02', '2026-01-03')
              .replace('2026-01-05', '2026-01-06')
              .replace('2026-01-09', '2026-01-10')
          : text,
      ),
    );
  });

  it('are read by the answer, which is kept with the mapping', async () => {
    const positive = await read(ing, { signs: 'SPENDING_POSITIVE' });
    expect(movements(positive)).toMatchObject([
      ['2026-01-03', -4510, 'ESSELUNGA MILANO'],
      ['2026-01-06', -1990, 'TRENITALIA'],
      ['2026-01-10', 1200, 'RIMBORSO AMAZON'],
    ]);
    const negative = await read(ing, { signs: 'SPENDING_NEGATIVE' });
    expect(movements(negative)[0]).toEqual(['2026-01-03', 4510, 'ESSELUNGA MILANO']);
    const { id, mapping } = positive.layout;
    expect(mapping).toMatchObject({ invertSign: true, signsConfirmed: true });
    const again = await read(ing, { remembered: { layout: id, mapping } });
    expect(movements(again)).toEqual(movements(positive));
  });

  it('do not take what an account statement writes for a card', async () => {
    const incomes = csv(
      'Data;Importo;Descrizione',
      '02/01/2026;45,10;Bonifico da Rossi',
      '05/01/2026;19,90;Stipendio',
      '06/01/2026;7,00;Interessi',
    );
    expect(movements(await read(incomes))).toHaveLength(3);
  });

  it('are also asked about when totals and a purchase with a minus would seem to tell', async () => {
    const mixed = csv(
      'Carta di credito Nexi',
      'Data operazione;Descrizione;Importo',
      '02/01/2026;ESSELUNGA;-45,10',
    );
    expect(await refusal(mixed)).toMatchObject(expect.arrayContaining(['FILE_SIGNS_UNKNOWN']));
  });
});

describe('lines and columns that were misread', () => {
  it('a closing balance is no movement, in whichever column it stands', async () => {
    const statement = await read(
      csv(
        'Data contabile;Data valuta;Importo;Causale / Descrizione operazione',
        '01/01/2026;;28.000,00;SALDO INIZIALE',
        '15/01/2026;15/01/2026;359,05;Bonifico da Rossi',
        '31/01/2026;;28.359,05;SALDO FINALE',
      ),
    );
    expect(movements(statement)).toEqual([['2026-01-15', 35_905, 'Bonifico da Rossi']]);
    expect(statement).toMatchObject({ openingBalanceCents: 2_800_000, closingBalanceCents: 2_835_905 });
    const beside = await read(
      csv(
        'Data contabile;Importo;Tipo;Descrizione',
        '15/01/2026;359,05;Bonifico;da Rossi',
        '31/01/2026;28.359,05;SALDO FINALE AL 31/01/2026;',
      ),
    );
    expect(movements(beside)).toHaveLength(1);
  });

  it('a payment whose text begins like a balance stays a movement', async () => {
    const statement = await read(
      csv(HEADER, '15/01/2026;;-500,00;Saldo finale ristrutturazione bagno', '16/01/2026;;-1,00;Pane'),
    );
    expect(movements(statement)).toHaveLength(2);
  });

  it('a header that two banks write is called by the account’s bank, and else by both', async () => {
    const file = csv(
      'DATA CONTABILE;DATA VALUTA;USCITE;ENTRATE;CAUSALE;DESCRIZIONE OPERAZIONE',
      '15/01/2026;15/01/2026;-193,98;;PAGAMENTO;Esselunga',
    );
    expect((await read(file)).layout.bank).toBe('ING / Banca Mediolanum');
    expect((await read(file, { bankName: 'Banca Mediolanum' })).layout.bank).toBe('Banca Mediolanum');
    expect((await read(file, { bankName: 'ING Italia' })).layout.bank).toBe('ING');
  });

  it('the account’s bank goes before a slightly better fit of another', async () => {
    const file = csv(
      'Data Operazione;Data Valuta;Entrate;Uscite;Descrizione;Causale',
      '15/01/2026;15/01/2026;;12.50;Esselunga;POS',
    );
    expect((await read(file, { bankName: 'Mediolanum' })).layout.id).toBe('mediolanum');
    expect((await read(file, { bankName: 'FinecoBank' })).layout.id).toBe('fineco-2008');
  });

  it('keeps every column that describes', async () => {
    const statement = await read(
      csv(
        'Data;Importo;Causale / Descrizione operazione;Descrizione aggiuntiva',
        '15/01/2026;-1,00;Pagamento POS;Bar Centrale',
      ),
    );
    expect(movements(statement)).toEqual([['2026-01-15', -100, 'Pagamento POS Bar Centrale']]);
  });

  it('reads a day written as 24 lug 2024. 02:59', async () => {
    const statement = await read(
      csv('data;nome;importo', '24 lug 2024. 02:59;Bar;-2,00', '25 lug 2024, 12:00;Bar;3,00'),
    );
    expect(movements(statement).map((m) => (m as string[])[0])).toEqual(['2024-07-24', '2024-07-25']);
  });

  it('reads rows that stand in quotes as a whole', async () => {
    const file = csv(
      '"Data,Importo,Descrizione"',
      '"15/01/2026,""-1,50"",Pane"',
      '"16/01/2026,""-2,50"",""Latte, uova"""',
    );
    expect(movements(await read(file))).toEqual([
      ['2026-01-15', -150, 'Pane'],
      ['2026-01-16', -250, 'Latte, uova'],
    ]);
  });

  it('takes a tax off like a fee', async () => {
    const signed = csv(
      'date,amount,fee,tax,currency,description',
      '2026-01-15,10.00,,-2.60,EUR,Dividend',
      '2026-01-16,-100.00,-1.00,,EUR,Buy',
      '2026-01-17,5.00,,1.30,EUR,Tax refund',
    );
    const statement = await read(signed);
    expect(movements(statement).map((m) => (m as unknown[])[1])).toEqual([740, -10_100, 630]);
    expect(statement.rows[0]).toMatchObject({ movement: { taxCents: 260 } });
    const unsigned = csv(
      'date,amount,tax,description',
      '2026-01-15,10.00,2.60,Interessi',
      '2026-01-16,-1.00,0.10,x',
    );
    expect(movements(await read(unsigned)).map((m) => (m as unknown[])[1])).toEqual([740, -110]);
  });
});

describe('other currencies', () => {
  it.each([
    [
      'in every row',
      csv('Data;Importo;Descrizione;Divisa', '15/01/2026;-1,00;Pane;CHF', '16/01/2026;-2,00;Latte;CHF'),
    ],
    [
      'in a column without a known name',
      csv('Data;Importo;Descrizione;Whg', '15/01/2026;-1,00;Pane;CHF', '16/01/2026;-2,00;Latte;CHF'),
    ],
    [
      'before the table',
      csv('Conto privato;Divisa: CHF', 'Data;Importo;Descrizione', '15/01/2026;-1,00;Pane'),
    ],
    [
      'before the table, in the next cell',
      csv('Valuta;CHF', 'Data;Importo;Descrizione', '15/01/2026;-1,00;Pane'),
    ],
    ['in the heading', csv('Data;Importo (CHF);Descrizione', '15/01/2026;-1,00;Pane')],
    [
      'in the amounts',
      csv('Data;Importo;Descrizione', '15/01/2026;CHF -1,00;Pane', '16/01/2026;-2,00 CHF;Latte'),
    ],
  ])('are refused by name when they stand %s', async (_, file) => {
    expect(await refusal(file)).toEqual(['FILE_CURRENCY', 'CHF']);
  });

  it('a row in another currency among euros is left out and named', async () => {
    const file = csv('Data;Importo;Descrizione', '15/01/2026;-1,00 EUR;Pane', '16/01/2026;-2,00 USD;Latte');
    expect((await read(file)).rows).toMatchObject([
      { state: 'BOOKED' },
      { state: 'ERROR', issue: { code: 'CURRENCY_NOT_EURO', params: ['B', 'USD'] } },
    ]);
  });
});
