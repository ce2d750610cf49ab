import { randomUUID } from 'node:crypto';
import type { AccountGroup, Person } from '@fibado/contracts';
import type supertest from 'supertest';
import { DemoHousehold } from '../../src/finance/demo/demo-household.js';
import { readArchive, writeArchive } from '../../src/finance/exports/archive-file.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { anIban, NEXT, PREVIOUS, QUARTER, TestHousehold } from '../support/finance.js';

/** Collects a binary body; supertest parses JSON and text by itself. */
const binary = (request: supertest.Test) =>
  request.buffer(true).parse((response, done) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('end', () => done(null, Buffer.concat(parts)));
  });

describe('exports', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  const file = async (path: string, status = 200) =>
    (await binary(home.get(`exports/${path}`)).expect(status)).body as Buffer;
  const text = async (path: string, status = 200) => (await file(path, status)).toString('utf8');
  const errorOf = async (path: string, status: number) => JSON.parse(await text(path, status));
  const demo = () => app.app.get(DemoHousehold).create(home.user.tenantId);

  it('give a quarter as a workbook and as CSV, and a template for its openings', async () => {
    await demo();
    const workbook = await binary(home.get(`exports/quarter-workbook/${QUARTER}?language=en`)).expect(200);
    expect(workbook.headers['content-type']).toContain('spreadsheetml.sheet');
    expect(workbook.headers['content-disposition']).toContain(`fibado-${QUARTER}.xlsx`);
    expect((workbook.body as Buffer).subarray(0, 2).toString()).toBe('PK');
    const csv = await file(`quarter-csv/${QUARTER}`);
    expect(csv.toString('utf8')).toContain('IRPEF, secondo acconto');
    expect(csv.toString('utf8').split('\r\n').length).toBeGreaterThan(40);
    const template = await file(`setups-template/${PREVIOUS}`);
    expect(template.subarray(0, 2).toString()).toBe('PK');
    for (const path of ['quarter-workbook', 'quarter-csv', 'setups-template', 'credit-transfers'])
      expect((await errorOf(`${path}/${NEXT}`, 404)).error).toBe('NOT_FOUND');
    expect((await errorOf(`quarter-csv/${QUARTER}?language=fr`, 400)).params).toEqual(['language']);
  });

  it('fill a template that import-setups reads back', async () => {
    const { first, second } = await home.simple();
    const template = await file(`setups-template/${QUARTER}`);
    await home
      .post('quarters/save-setups', {
        date: QUARTER,
        setups: [{ accountId: first.id, openingBalanceCents: 3, excluded: true }],
      })
      .expect(200);
    const { body } = await app
      .as(home.user)
      .post('/api/finance/quarters/import-setups')
      .field('date', QUARTER)
      .attach('file', template, 'saldi.xlsx')
      .expect(200);
    expect(body.setups).toContainEqual({
      accountId: first.id,
      openingBalanceCents: 1_000_000,
      excluded: false,
    });
    expect(body.setups).toContainEqual({ accountId: second.id, openingBalanceCents: 0, excluded: false });
  });

  describe('of credit transfers', () => {
    const path = `credit-transfers/${QUARTER}`;

    it('hold the planned transfers that can still be ordered', async () => {
      const { first, second } = await home.simple();
      const [one, two] = [anIban(1), anIban(2)];
      await home.post('accounts/save', { ...first, iban: one }).expect(200);
      expect((await errorOf(path, 409)).error).toBe('NOTHING_TO_EXPORT');
      const transfer = (fields: object) =>
        home.saveOperation(first.id, { kind: 'TRANSFER', toAccountId: second.id, ...fields });
      await transfer({ date: '2026-11-24', amountCents: 123_456, description: 'Giroconto <a>' });
      await transfer({ date: '2026-11-20', amountCents: 1, description: 'passato' });
      await transfer({ date: '2026-11-25', amountCents: 2, status: 'DONE' });
      expect(await errorOf(path, 409)).toEqual({ error: 'IBAN_MISSING', params: [second.name] });
      await home.post('accounts/save', { ...second, iban: two }).expect(200);
      const xml = await text(path);
      expect(xml).toContain('pain.001.001.09');
      expect(xml.match(/<InstdAmt/g)).toHaveLength(1);
      for (const part of ['1234.56', one, two, '2026-11-24']) expect(xml).toContain(part);
      expect((await errorOf(`${path}?from=2026-11-25`, 409)).error).toBe('NOTHING_TO_EXPORT');
      expect((await errorOf(`${path}?to=2026-11-23`, 409)).error).toBe('NOTHING_TO_EXPORT');
      expect((await errorOf(`${path}?accountId=${second.id}`, 409)).error).toBe('NOTHING_TO_EXPORT');
    });
  });

  describe('of the calendar', () => {
    it('have a private address that can be renewed and revoked', async () => {
      const { first, second } = await home.simple();
      const transfer = await home.saveOperation(first.id, {
        kind: 'TRANSFER',
        toAccountId: second.id,
        date: '2026-11-24',
        amountCents: 123_456,
        speed: 'INSTANT',
      });
      expect(transfer).toMatchObject({ speed: 'INSTANT' });
      await home.saveOperation(first.id, { description: 'Non un bonifico' });
      const offer = await home.saveTermOffer(first);
      const lot = { offerId: offer.id, amountCents: 100_000, openedOn: '2026-10-01' };
      await home.post('lots/save', lot).expect(200);
      expect((await home.get('exports/calendar-feed').expect(200)).body).toEqual({});
      const { body: feed } = await home.post('exports/calendar-feed').expect(200);
      expect(feed.createdAt).toBe('2026-11-21T09:00:00.000Z');
      const address = new URL(feed.url).pathname;
      const current = (await home.get('exports/calendar-feed')).body;
      expect(new URL(current.url).pathname).toBe(address);
      const read = await app.as(null).get(address).expect(200);
      expect(read.headers['content-type']).toContain('text/calendar');
      expect(read.text).toContain(`UID:${transfer.id}@fibado`);
      expect(read.text).toContain('DTSTART;VALUE=DATE:20261124');
      expect(read.text).toContain('Bonifico istantaneo');
      expect(read.text).not.toContain('Non un bonifico');
      expect(read.text).toContain('DTSTART;VALUE=DATE:20271001');
      expect(read.text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
      const { body: renewed } = await home.post('exports/calendar-feed').expect(200);
      expect(renewed.url).not.toBe(feed.url);
      await app.as(null).get(address).expect(404);
      await app.as(null).get(new URL(renewed.url).pathname).expect(200);
      await home.delete('exports/calendar-feed').expect(204);
      await app.as(null).get(new URL(renewed.url).pathname).expect(404);
      expect((await home.get('exports/calendar-feed')).body).toEqual({});
      await app.as(null).get('/api/finance/exports/calendar/short/fibado.ics').expect(400);
      const stored = await asOwner<Record<string, unknown>>(
        app.database,
        'select * from audit where tenant_id = $1',
        [home.user.tenantId],
      );
      expect(JSON.stringify(stored)).not.toContain(address.split('/')[5]);
    });

    it('is closed with the tenant', async () => {
      const { body: feed } = await home.post('exports/calendar-feed').expect(200);
      const address = new URL(feed.url).pathname;
      await app.as(null).get(address).expect(200);
      await asOwner(app.database, `update tenants set state = 'SUSPENDED' where id = $1`, [
        home.user.tenantId,
      ]);
      await app.as(null).get(address).expect(404);
    });
  });

  describe('of everything', () => {
    const load = (user: TestHousehold, bytes: Buffer) =>
      app.as(user.user).post('/api/finance/exports/load-archive').attach('file', bytes, 'famiglia.zip');

    it('load into a new household with the same figures to the cent', async () => {
      await demo();
      const settings = (await home.get('settings/get')).body;
      await home.post('settings/save', { ...settings, effortCostCents: 250 }).expect(200);
      const [account] = (await home.get('accounts/get')).body;
      await home.saveOperation(account.id, { date: '2026-12-09', uncertainty: { lateDays: 4 } });
      const changes = [{ kind: 'LIMITS', accountId: account.id, minBalanceCents: 12_345 }];
      await home.post('scenarios/save', { quarter: QUARTER, name: 'Più in riserva', changes }).expect(200);
      const declined = { id: randomUUID(), kind: 'EXPENSE', accountId: account.id, description: 'Palestra' };
      await home.post('recurrences/decline', declined).expect(200);
      const [person] = (await home.get('persons/get')).body;
      const asset = { type: '07', operator: 'Poste', description: 'Buoni', valueCents: 1, stateBacked: true };
      const assets = [{ ...asset, personId: person.id }];
      const purchases = [{ personId: person.id, cents: 2 }];
      await home.post('tax-year/save-assets', { year: 2024, assets, purchases }).expect(204);
      await home
        .post('tax-year/save-typed', { accountId: account.id, year: 2024, averageCents: 3 })
        .expect(204);
      await home
        .post('tax-year/save-bank-figures', { accountId: account.id, year: 2026, feesCents: 4 })
        .expect(204);
      const offer = await home.saveTermOffer(account, { tenor: { days: 32 }, noticeDays: 5 });
      const aLot = { offerId: offer.id, amountCents: 100_000, openedOn: '2026-10-01' };
      const { body: lot } = await home.post('lots/save', aLot).expect(200);
      const goal = { name: 'Auto', date: '2027-06-01', amountCents: 9, accountIds: [account.id] };
      await home.post('goals/save', goal).expect(200);
      const renewal = { id: lot.id, version: 1 };
      await home.post('lots/renew', renewal).expect(200);
      const archive = await file('archive');
      const other = await TestHousehold.create(app);
      const { body } = await load(other, archive).expect(200);
      expect(body).toMatchObject({ banks: 4, accountGroups: 3, accounts: 6, quarters: 2 });
      for (const path of [
        'banks/get',
        'persons/get',
        'accountGroups/get',
        'accounts/get',
        'term-offers/get',
        'lots/get',
        'goals/get',
        'settings/get',
        'recurrences/get',
        'recurrences/learn',
        'quarters/list',
        'tax-year/get/2024',
        'tax-year/reconciliation/2026',
        'tax-year/year-end/2026',
        `scenarios/list/${QUARTER}`,
        ...[PREVIOUS, QUARTER].flatMap((date) => [
          `quarters/get-quarter/${date}`,
          `operations/get/${date}`,
          `quarters/summary/${date}`,
        ]),
      ]) {
        const [mine, theirs] = [
          (await home.get(path).expect(200)).body,
          (await other.get(path).expect(200)).body,
        ];
        expect(theirs).toEqual(mine);
      }
      const reported = (user: TestHousehold) =>
        asOwner<{ closing_reported: boolean }>(
          app.database,
          'select account_id, closing_reported from closings where tenant_id = $1 order by account_id',
          [user.user.tenantId],
        );
      expect((await reported(other)).some(({ closing_reported: isReported }) => !isReported)).toBe(true);
      expect(await reported(other)).toEqual(await reported(home));
      expect((await load(other, archive).expect(409)).body).toEqual({
        error: 'ALREADY_EXISTS',
        params: ['banks'],
      });
      // The two go their own ways from here.
      const [bank] = (await other.get('banks/get')).body;
      await other.post('banks/save', { ...bank, name: 'Altra' }).expect(200);
      expect((await home.get('banks/get')).body).toContainEqual(bank);
    });

    it('load from before there were persons: each holder named becomes one', async () => {
      await demo();
      const { persons: _, accountGroups, ...content } = await readArchive(await file('archive'));
      const named = accountGroups.map(({ holderIds: __, ...group }) => group);
      const other = await TestHousehold.create(app);
      await other.post('persons/save', { name: 'Giulia bianchi', role: 'DECLARANT' }).expect(200);
      await load(other, await writeArchive({ ...content, accountGroups: named })).expect(200);
      const persons: Person[] = (await other.get('persons/get')).body;
      expect(persons.map(({ name, role }) => [name, role])).toEqual([
        ['Giulia bianchi', 'DECLARANT'],
        ['Marco Bianchi', 'OTHER'],
      ]);
      const groups: AccountGroup[] = (await other.get('accountGroups/get')).body;
      const [giulia, marco] = persons.map(({ id }) => id);
      expect(groups.map(({ holderIds }) => holderIds)).toEqual([[giulia, marco], [giulia], [marco]]);
    });

    it('are refused when a group is held by a person they do not have', async () => {
      await demo();
      const content = await readArchive(await file('archive'));
      const other = await TestHousehold.create(app);
      const bytes = await writeArchive({ ...content, persons: [] });
      expect((await load(other, bytes).expect(400)).body.error).toBe('FILE_UNREADABLE');
      expect((await other.get('banks/get')).body).toEqual([]);
    });

    it('are refused when they are none, and nothing is written', async () => {
      const archive = await file('archive');
      for (const [bytes, code] of [
        [Buffer.alloc(0), 'FILE_EMPTY'],
        [Buffer.from('niente'), 'FILE_UNREADABLE'],
        [archive.subarray(0, archive.length - 30), 'FILE_UNREADABLE'],
      ] as const)
        expect((await load(home, bytes).expect(400)).body.error).toBe(code);
      expect((await home.get('banks/get')).body).toEqual([]);
      await load(home, archive).expect(200);
    });

    it('are for those who may write', async () => {
      const reader = await app.newUser(['FBDO_READ'], { id: home.user.tenantId, code: home.user.tenant });
      await app.as(reader).get('/api/finance/exports/archive').expect(403);
    });
  });
});
