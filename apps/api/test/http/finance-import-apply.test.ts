import type { Account, ImportChanges, ImportRecord, Operation } from '@fibado/contracts';
import { Housekeeping } from '../../src/identity/housekeeping.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { noId, QUARTER, TestHousehold } from '../support/finance.js';

const HEADER = 'Data Registrazione;Data valuta;Descrizione;Importo (EUR);';
const STATEMENT = [
  HEADER,
  '10.11.2026;10.11.2026;PAGAMENTO AFFITTO NOVEMBRE;-850,00;',
  '12.11.2026;12.11.2026;BAR CENTRALE;-3,50;',
  '13.11.2026;13.11.2026;ACCREDITO STIPENDIO;1.900,00;',
].join('\r\n');

describe('applying a comparison', () => {
  let app: TestApp;
  let home: TestHousehold;
  let first: Account;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    ({ first } = await home.simple());
  });
  afterAll(() => app.close());

  const compute = (content: string, fields: Record<string, string> = {}, user = home.user) => {
    const request = app
      .as(user)
      .post('/api/finance/imports/compute-changes')
      .field('quarter', QUARTER)
      .field('accountId', first.id);
    for (const [field, value] of Object.entries(fields)) void request.field(field, value);
    return request.attach('file', Buffer.from(content), 'movimenti.csv');
  };
  const changesOf = async (content: string, fields: Record<string, string> = {}) =>
    (await compute(content, fields).expect(200)).body as ImportChanges;
  const list = async () => (await home.get(`operations/get/${QUARTER}`).expect(200)).body as Operation[];
  const tenant = () => ({ id: home.user.tenantId, code: home.user.tenant });
  const apply = (body: object) => home.post('imports/apply', body);

  it('saves what was proposed without being sent it, records the import and remembers the layout', async () => {
    const { comparisonId } = await changesOf(STATEMENT);
    const { body } = await apply({ comparisonId }).expect(200);
    expect(body).toEqual({ importId: expect.any(String) as string, created: 3, updated: 0, skipped: 0 });
    expect((await list()).map(({ amountCents, status }) => [amountCents, status])).toEqual([
      [85_000, 'DONE'],
      [350, 'DONE'],
      [190_000, 'DONE'],
    ]);
    expect((await changesOf(STATEMENT)).counts).toEqual({ SAME: 3 });
    const history = (await home.get('imports/history').expect(200)).body as { items: ImportRecord[] };
    expect(history.items).toMatchObject([{ id: body.importId, layout: 'unicredit', created: 3 }]);
    await home.post(`imports/revert/${body.importId}`).expect(200);
    expect(await list()).toEqual([]);
  });

  it('takes the person’s decisions: rows left out, rows taken, other readings', async () => {
    const byHand = await home.saveOperation(first.id, {
      date: '2026-11-12',
      amountCents: 350,
      description: 'Caffè',
      kind: 'EXPENSE',
      status: 'DONE',
    });
    const changes = await changesOf(STATEMENT);
    expect(changes.rows.map(({ verdict, selected }) => [verdict, selected])).toEqual([
      ['NEW', true],
      ['DUPLICATE_SUSPECT', false],
      ['NEW', true],
    ]);
    const { body } = await apply({
      comparisonId: changes.comparisonId,
      take: [3],
      leave: [2],
      alternatives: [3],
    }).expect(200);
    expect(body).toMatchObject({ created: 1, updated: 1, skipped: 1 });
    expect((await list()).map(({ id, amountCents }) => [id === byHand.id, amountCents])).toEqual([
      [true, 350],
      [false, 190_000],
    ]);
  });

  it('confirms by hand a planned operation of another amount', async () => {
    const planned = await home.saveOperation(first.id, {
      date: '2026-11-01',
      amountCents: 80_000,
      description: 'Affitto',
      kind: 'EXPENSE',
    });
    const { comparisonId } = await changesOf(STATEMENT);
    const match = { row: 2, operationId: planned.id, version: planned.version };
    expect((await apply({ comparisonId, matches: [{ ...match, row: 4 }] }).expect(400)).body.params).toEqual([
      'matches',
    ]);
    expect((await apply({ comparisonId, matches: [{ ...match, version: 9 }] }).expect(409)).body.error).toBe(
      'STALE_VERSION',
    );
    await apply({ comparisonId, matches: [match] }).expect(200);
    expect((await list()).find(({ id }) => id === planned.id)).toMatchObject({
      amountCents: 85_000,
      status: 'DONE',
      date: '2026-11-10',
      description: 'Affitto',
    });
    expect(await list()).toHaveLength(3);
    expect((await changesOf(STATEMENT)).counts).toEqual({ SAME: 3 });
  });

  it('saves 20,000 rows in one go, with a request of a hundred bytes', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => {
      const day = String(1 + (i % 28)).padStart(2, '0');
      return `${day}.11.2026;${day}.11.2026;MOVIMENTO ${String(i)};-${String(1 + (i % 97))},10;`;
    });
    const file = [HEADER, ...rows].join('\r\n');
    const { comparisonId, counts } = await changesOf(file);
    expect(counts).toEqual({ NEW: 20_000 });
    const { body } = await apply({ comparisonId }).expect(200);
    expect(body).toMatchObject({ created: 20_000 });
    const [count] = await asOwner<{ n: number }>(
      app.database,
      'select count(*)::int as n from operations where tenant_id = $1',
      [home.user.tenantId],
    );
    expect(count).toEqual({ n: 20_000 });
    await home.post(`imports/revert/${body.importId}`).expect(200);
    expect(await list()).toEqual([]);
  }, 120_000);

  it('is done once, by the first request, and answers a repeated request again', async () => {
    const { comparisonId } = await changesOf(STATEMENT);
    const answers = await Promise.all([apply({ comparisonId }), apply({ comparisonId })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await list()).toHaveLength(3);
    const { comparisonId: other } = await changesOf(`${HEADER}\r\n20.11.2026;20.11.2026;PANE;-1,00;`);
    const twice = () =>
      app
        .as(home.user)
        .post('/api/finance/imports/apply', { comparisonId: other })
        .set('Idempotency-Key', 'once-only-1');
    const [one, two] = [(await twice().expect(200)).body, (await twice().expect(200)).body];
    expect(two).toEqual(one);
    expect(await list()).toHaveLength(4);
  });

  it('saves nothing when something changed since, or a row is not proposed', async () => {
    const planned = await home.saveOperation(first.id, {
      date: '2026-11-09',
      amountCents: 85_000,
      description: 'Affitto',
      kind: 'EXPENSE',
    });
    const { comparisonId } = await changesOf(STATEMENT);
    await home.post('operations/save', { ...planned, description: 'Affitto di casa' }).expect(200);
    expect((await apply({ comparisonId }).expect(409)).body.error).toBe('STALE_VERSION');
    expect((await apply({ comparisonId, take: [99] }).expect(400)).body.params).toEqual(['take']);
    expect(await list()).toHaveLength(1);
  });

  it('is refused after a day, of another household, and of an unknown id', async () => {
    const { comparisonId } = await changesOf(STATEMENT);
    const stranger = await TestHousehold.create(app);
    await stranger.post('imports/apply', { comparisonId }).expect(404);
    await apply({ comparisonId: noId() }).expect(404);
    const count = async () =>
      asOwner(app.database, 'select 1 from import_comparisons where id = $1', [comparisonId]);
    expect(await count()).toHaveLength(1);
    app.clock.advance(24 * 3_600_000);
    const again = await app.newUser(['FBDO_FIBADO'], tenant());
    await app.as(again).post('/api/finance/imports/apply', { comparisonId }).expect(404);
    app.clock.advance(1);
    await app.app.get(Housekeeping).run();
    expect(await count()).toEqual([]);
  });

  it('keeps the newest twenty comparisons of a household', async () => {
    for (let i = 0; i < 21; i += 1)
      await changesOf(`${HEADER}\r\n20.11.2026;20.11.2026;PANE;-${String(i + 1)},00;`);
    const rows = await asOwner(app.database, 'select 1 from import_comparisons where tenant_id = $1', [
      home.user.tenantId,
    ]);
    expect(rows).toHaveLength(20);
  });

  it('keeps nothing for who may only read', async () => {
    const reader = await app.newUser(['FBDO_READ'], tenant());
    const { body } = await compute(STATEMENT, {}, reader).expect(200);
    expect(body.comparisonId).toBeUndefined();
  });

  it('detects a file anew whose header is another than the account’s last one, and says so', async () => {
    const generic = ['Data;Importo;Descrizione', '10/11/2026;-1,00;Pane', '11/11/2026;2,00;Resto'].join('\n');
    const once = await changesOf(generic);
    expect(once.layout).toMatchObject({ id: 'generic', chosen: 'DETECTED' });
    await apply({ comparisonId: once.comparisonId }).expect(200);
    expect((await changesOf(generic)).layout.chosen).toBe('REMEMBERED');
    expect((await changesOf(STATEMENT)).layout).toMatchObject({ id: 'unicredit', chosen: 'DETECTED' });
  });

  it('asks once what the signs of a card mean', async () => {
    const card = [
      'DATA OPERAZIONE;DATA REGISTRAZIONE;DESCRIZIONE OPERAZIONE;IMPORTO IN EURO',
      '02/11/2026;03/11/2026;ESSELUNGA MILANO;45,10',
    ].join('\n');
    const { body } = await compute(card).expect(400);
    expect(body).toEqual({ error: 'FILE_SIGNS_UNKNOWN', params: ['2026-11-03', '4510', 'ESSELUNGA MILANO'] });
    const answered = await changesOf(card, { signs: 'SPENDING_POSITIVE' });
    expect(answered.rows[0]?.operation).toMatchObject({ kind: 'EXPENSE', amountCents: 4510 });
    await apply({ comparisonId: answered.comparisonId }).expect(200);
    expect((await changesOf(`${card}\n04/11/2026;05/11/2026;TRENITALIA;19,90`)).counts).toEqual({
      SAME: 1,
      NEW: 1,
    });
  });

  it('reads a file that does not add up once a person has seen the difference', async () => {
    const file = `${STATEMENT}\r\nTotale entrate;;;1.900,00;\r\nTotale uscite;;;-860,00;`;
    const { body } = await compute(file).expect(400);
    expect(body).toEqual({ error: 'FILE_CHECKSUM', params: ['6', 'TOTAL_OUT', '-86000', '-85350'] });
    const accepted = await changesOf(file, { acceptDifferences: 'true' });
    expect(accepted.checks.filter(({ ok }) => !ok)).toMatchObject([{ kind: 'TOTAL_OUT', expected: -86_000 }]);
    await apply({ comparisonId: accepted.comparisonId }).expect(200);
    expect(await list()).toHaveLength(3);
  });
});
