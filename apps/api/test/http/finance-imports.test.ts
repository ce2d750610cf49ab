import type { Account, ImportChanges, ImportRecord, Operation } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { anIban, noId, QUARTER, TestHousehold } from '../support/finance.js';

const HEADER = 'Data Registrazione;Data valuta;Descrizione;Importo (EUR);';
const STATEMENT = [
  HEADER,
  '10.11.2026;10.11.2026;PAGAMENTO AFFITTO NOVEMBRE;-850,00;',
  '12.11.2026;12.11.2026;BAR CENTRALE;-3,50;',
  '12.11.2026;12.11.2026;BAR CENTRALE;-3,50;',
  '13.11.2026;13.11.2026;ACCREDITO STIPENDIO;1.900,00;',
  '05.01.2027;05.01.2027;FUORI TRIMESTRE;-1,00;',
].join('\r\n');

describe('imports', () => {
  let app: TestApp;
  let home: TestHousehold;
  let first: Account;
  let second: Account;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    ({ first, second } = await home.simple());
  });
  afterAll(() => app.close());

  const compute = (content: string | Buffer, fields: Record<string, string> = {}, name = 'movimenti.csv') => {
    const request = app
      .as(home.user)
      .post('/api/finance/imports/compute-changes')
      .field('quarter', fields['quarter'] ?? QUARTER)
      .field('accountId', fields['accountId'] ?? first.id);
    for (const [field, value] of Object.entries(fields))
      if (field !== 'quarter' && field !== 'accountId') void request.field(field, value);
    return request.attach('file', Buffer.from(content), name);
  };
  const changesOf = async (...args: Parameters<typeof compute>) =>
    (await compute(...args).expect(200)).body as ImportChanges;
  const accept = (changes: ImportChanges, more: object = {}) =>
    home.post('operations/save-bulk', {
      operations: changes.rows.filter((row) => row.selected).map((row) => row.operation),
      import: {
        accountId: first.id,
        fileName: changes.file.name,
        fileHash: changes.file.hash,
        layout: changes.layout.id,
        skipped: changes.rows.filter((row) => !row.selected).length,
      },
      ...more,
    });
  const list = async () => (await home.get(`operations/get/${QUARTER}`).expect(200)).body as Operation[];
  const history = async (query = '') =>
    (await home.get(`imports/history${query}`).expect(200)).body as { items: ImportRecord[]; total: number };

  it('lists the layouts it knows', async () => {
    const { body } = await home.get('imports/layouts').expect(200);
    expect(body.map((layout: { id: string }) => layout.id)).toContain('unicredit');
    expect(body.length).toBeGreaterThan(20);
  });

  it('shows what a file would change and keeps nothing', async () => {
    const changes = await changesOf(STATEMENT);
    expect(changes.layout.bank).toMatch(/unicredit/i);
    expect(changes.counts).toEqual({ NEW: 4, OUTSIDE_QUARTER: 1 });
    expect(changes.rows[0]).toMatchObject({
      row: 2,
      verdict: 'NEW',
      selected: true,
      movement: { date: '2026-11-10', amountCents: -85_000 },
      operation: { kind: 'EXPENSE', status: 'DONE', origin: 'IMPORT', amountCents: 85_000, quarter: QUARTER },
    });
    expect(changes.balanceEffect.projectedCents).toBe(-85_000 - 350 - 350 + 190_000);
    expect(await list()).toEqual([]);
    expect((await history()).total).toBe(0);
  });

  it('compares one account of a file that holds several', async () => {
    const rows = ['Data;Conto;Importo;Descrizione', '10/11/2026;Uno;-1,00;A', '10/11/2026;Due;-2,00;B'];
    const refused = await compute(rows.join('\r\n')).expect(400);
    expect(refused.body).toEqual({ error: 'FILE_WRONG_ACCOUNT', params: ['Uno', 'Due'] });
    const changes = await changesOf(rows.join('\r\n'), { fileAccount: 'Due' });
    expect(changes.rows.map(({ movement }) => movement?.description)).toEqual(['B']);
    const preview = app.as(home.user).post('/api/finance/imports/preview');
    const { body } = await preview.attach('file', Buffer.from(rows.join('\r\n')), 'conti.csv').expect(200);
    expect(body.accounts).toEqual(['Uno', 'Due']);
  });

  it('brings a file in once, however often it comes', async () => {
    const saved = await accept(await changesOf(STATEMENT)).expect(200);
    expect(saved.body.operations).toHaveLength(4);
    const again = await changesOf(STATEMENT);
    expect(again.file.importedAt).toBe('2026-11-21T09:00:00.000Z');
    expect(again.counts).toEqual({ SAME: 4, OUTSIDE_QUARTER: 1 });
    expect(again.rows.some((row) => row.selected)).toBe(false);
  });

  it('brings it in once too when two people send it at the same moment', async () => {
    const changes = await changesOf(STATEMENT);
    const answers = await Promise.all([accept(changes), accept(changes)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toEqual({
      error: 'ALREADY_EXISTS',
      params: ['importKey'],
    });
    expect(await list()).toHaveLength(4);
  });

  it('recognises what was planned, and takes the whole import back', async () => {
    const planned = await home.saveOperation(first.id, {
      date: '2026-11-09',
      amountCents: 85_000,
      description: 'Affitto',
      kind: 'EXPENSE',
    });
    const before = await list();
    const changes = await changesOf(STATEMENT);
    expect(changes.rows[0]).toMatchObject({ verdict: 'MATCHES_PLANNED', existing: { id: planned.id } });
    const { body } = await accept(changes).expect(200);
    expect(await list()).toHaveLength(4);
    const [record] = (await history()).items;
    expect(record).toMatchObject({
      id: body.importId,
      accountId: first.id,
      quarter: QUARTER,
      created: 3,
      updated: 1,
      fileName: 'movimenti.csv',
      createdBy: home.user.username,
    });
    const reverted = await home.post(`imports/revert/${body.importId}`).expect(200);
    expect(reverted.body.revertedAt).toBe('2026-11-21T09:00:00.000Z');
    expect(await list()).toEqual(before.map((operation) => ({ ...operation, version: 3 })));
    expect((await changesOf(STATEMENT)).file.importedAt).toBeUndefined();
    // Asked again, it stays as it is.
    expect((await home.post(`imports/revert/${body.importId}`).expect(200)).body).toEqual(reverted.body);
    await accept(await changesOf(STATEMENT)).expect(200);
  });

  it('does not revert what was changed since', async () => {
    const { body } = await accept(await changesOf(STATEMENT)).expect(200);
    const [one] = body.operations as Operation[];
    await home.post('operations/save', { ...one, description: 'Affitto di novembre' }).expect(200);
    const before = await list();
    expect((await home.post(`imports/revert/${body.importId}`).expect(409)).body.error).toBe('STALE_VERSION');
    expect(await list()).toEqual(before);
    // What was deleted by hand needs no taking back.
    for (const operation of before) await home.delete(`operations/delete/${operation.id}`).expect(204);
    await home.post(`imports/revert/${body.importId}`).expect(200);
  });

  it('keeps a page of history, by account and quarter', async () => {
    await accept(await changesOf(STATEMENT)).expect(200);
    expect((await history(`?accountId=${first.id}&quarter=${QUARTER}`)).total).toBe(1);
    expect((await history(`?accountId=${second.id}`)).total).toBe(0);
    expect(await history('?page=1&size=1')).toEqual({ items: [], page: 1, size: 1, total: 1 });
    await home.get('imports/history?size=201').expect(400);
    await home.get('imports/history?sort=x').expect(400);
  });

  it('remembers how an account was read', async () => {
    const odd = ['Quando;Quanto;Cosa', '2026-11-10;12.50;regalo', '2026-11-11;-3.00;caffè'].join('\n');
    const mapping = {
      headerRow: 1,
      columns: { bookingDate: 0, amount: 1, text: [2] },
      dateOrder: 'YMD',
      decimal: 'POINT',
    };
    const changes = await changesOf(odd, { mapping: JSON.stringify(mapping) });
    expect(changes.rows.map((row) => row.movement?.amountCents)).toEqual([1250, -300]);
    expect((await home.get(`imports/remembered/${first.id}`).expect(200)).body).toEqual({});
    const { layout } = changes;
    await accept(changes, {
      import: {
        accountId: first.id,
        fileName: 'x.csv',
        fileHash: changes.file.hash,
        layout: layout.id,
        mapping: layout.mapping,
      },
    }).expect(200);
    expect((await home.get(`imports/remembered/${first.id}`)).body).toEqual({
      layout: layout.id,
      mapping: layout.mapping,
    });
    expect((await changesOf(odd)).counts).toEqual({ SAME: 2 });
  });

  it('shows the first rows of a file without a known layout', async () => {
    const { body } = await app
      .as(home.user)
      .post('/api/finance/imports/preview')
      .attach('file', Buffer.from('Quando;Quanto;Cosa\n2026-11-10;12.50;regalo'), 'così.csv')
      .expect(200);
    expect(body.file).toMatchObject({ name: 'così.csv', format: 'CSV' });
    expect(body.sheets[0].rows[0]).toEqual(['Quando', 'Quanto', 'Cosa']);
  });

  it('says whose statement a file is, and reads a standard format', async () => {
    const file = [
      ':20:X',
      ':25:IT60X0542811101000000123456EUR',
      ':28C:1/1',
      ':60F:C261101EUR100,00',
      ':61:2611101110D8,50NTRFNONREF',
      ':86:Spesa al mercato',
      ':62F:C261130EUR91,50',
      '-',
    ].join('\r\n');
    const { body } = await app
      .as(home.user)
      .post('/api/finance/imports/preview')
      .attach('file', Buffer.from(file), 'estratto.sta')
      .expect(200);
    expect(body).toMatchObject({ file: { format: 'MT940' }, ibans: ['IT60X0542811101000000123456'] });
    const changes = await changesOf(file, {}, 'estratto.sta');
    expect(changes.layout).toMatchObject({ id: 'mt940', bank: 'SWIFT' });
    expect(changes.checks).toMatchObject([{ kind: 'BALANCES', ok: true, expected: 9_150 }]);
    expect(changes.rows[0]?.operation).toMatchObject({ amountCents: 850, description: 'Spesa al mercato' });
    expect((await compute('%PDF-1.7 x').expect(400)).body.error).toBe('FILE_PDF');
  });

  it('refuses what is no statement, each with its own code, and keeps nothing', async () => {
    const cases: [string | Buffer, string][] = [
      ['', 'FILE_EMPTY'],
      ['uno;due\ntre;quattro', 'FILE_LAYOUT_UNKNOWN'],
      [Buffer.from('504b0304deadbeef', 'hex'), 'FILE_UNREADABLE'],
      [HEADER, 'FILE_NO_ROWS'],
    ];
    for (const [content, code] of cases) expect((await compute(content).expect(400)).body.error).toBe(code);
    expect(await list()).toEqual([]);
  });

  it('refuses the statement of another account', async () => {
    const own = await home.saveAccount({ iban: anIban(1) });
    const stranger = ['Rapporto ' + anIban(2), ...STATEMENT.split('\r\n')].join('\r\n');
    await home.initQuarter('2027-01-01');
    await home
      .post('quarters/save-setups', {
        date: QUARTER,
        setups: [{ accountId: own.id, openingBalanceCents: 0, excluded: false }],
      })
      .expect(200);
    expect((await compute(stranger, { accountId: own.id }).expect(400)).body.error).toBe(
      'FILE_WRONG_ACCOUNT',
    );
  });

  it('needs a quarter, an account that takes part, and a file', async () => {
    await compute(STATEMENT, { quarter: '2027-01-01' }).expect(404);
    await compute(STATEMENT, { accountId: noId() }).expect(404);
    const other = await home.saveAccount();
    expect((await compute(STATEMENT, { accountId: other.id }).expect(400)).body.params).toEqual([
      'accountId',
    ]);
    const none = await app
      .as(home.user)
      .post('/api/finance/imports/compute-changes')
      .field('quarter', QUARTER)
      .field('accountId', first.id)
      .expect(400);
    expect(none.body.params).toContain('file');
    await home.get(`imports/remembered/${noId()}`).expect(404);
    await home.post(`imports/revert/${noId()}`).expect(404);
  });

  it('refuses one byte more than 32 MiB', async () => {
    const { body } = await compute(Buffer.alloc(33_554_433, 'a')).expect(413);
    expect(body.error).toBe('PAYLOAD_TOO_LARGE');
  });

  it('of another household do not exist', async () => {
    const stranger = await TestHousehold.create(app);
    const { body } = await accept(await changesOf(STATEMENT)).expect(200);
    await stranger.post(`imports/revert/${body.importId}`).expect(404);
    expect((await stranger.get('imports/history')).body.total).toBe(0);
    await stranger.get(`imports/remembered/${first.id}`).expect(404);
    const rows = await asOwner<{ reverted_at: unknown }>(
      app.database,
      'select reverted_at from imports where id = $1',
      [body.importId],
    );
    expect(rows).toEqual([{ reverted_at: null }]);
  });

  it('reads the openings of a quarter from a spreadsheet', async () => {
    const sheet = ['Conto;Saldo iniziale;Minimo;Escluso', `${first.name};1.234,56;100,00;no`].join('\n');
    const send = (content: string) =>
      app
        .as(home.user)
        .post('/api/finance/quarters/import-setups')
        .field('date', QUARTER)
        .attach('file', Buffer.from(content), 'saldi.csv');
    const { body } = await send(sheet).expect(200);
    expect(body.setups).toContainEqual({
      accountId: first.id,
      openingBalanceCents: 123_456,
      minBalanceCents: 10_000,
      excluded: false,
    });
    expect(body.setups).toHaveLength(2);
    expect((await send('niente').expect(400)).body.error).toMatch(/^FILE_/);
    await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
    expect((await send(sheet).expect(409)).body.error).toBe('QUARTER_STATE');
  });
});
