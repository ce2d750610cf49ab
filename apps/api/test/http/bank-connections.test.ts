import { randomUUID, generateKeyPairSync } from 'node:crypto';
import type { ImportChanges } from '@fibado/contracts';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { CALLBACK, ConnectedHousehold, PRIVATE, PUBLIC, ROLES } from '../support/bank-connection.js';
import { asOwner } from '../support/database.js';
import { noId, QUARTER } from '../support/finance.js';

describe('a bank connection with an own key', () => {
  let bank: ConnectedHousehold;
  beforeAll(async () => {
    bank = await ConnectedHousehold.start();
  });
  beforeEach(() => bank.renew());
  afterAll(() => bank.stop());

  it('goes from a key to saved operations, and finds the same ones in a file afterwards', async () => {
    expect(await bank.shown()).toEqual({ enabled: true, callbackUrl: CALLBACK, consents: [] });
    const key = (await bank.saveKey().expect(200)).body;
    expect(key).toMatchObject({
      applicationId: bank.applicationId,
      environment: 'PRODUCTION',
      createdBy: bank.home.user.username,
    });
    const banks = (await bank.app.as(bank.home.user).get(bank.path('banks')).expect(200)).body;
    expect(banks).toEqual([
      { name: 'Banca Breve', country: 'IT', maxDays: 90 },
      { name: 'Banca Uno', country: 'IT', maxDays: 180 },
    ]);
    const consent = await bank.give({ days: 180 });
    // The blocked account comes without an id and is left out.
    expect(consent.accounts).toMatchObject([
      { iban: bank.first.iban, accountId: bank.first.id, currency: 'EUR' },
    ]);
    expect(consent.ended).toBe(false);

    const changes = (await bank.fetchNow().expect(200)).body as ImportChanges;
    expect(changes.file).toMatchObject({ format: 'BANK' });
    expect(changes.period).toEqual({ from: QUARTER, to: '2026-11-21' });
    expect(changes.rows.map(({ verdict, movement: m }) => [verdict, m?.amountCents, m?.description])).toEqual(
      [
        ['NEW', -85_000, 'AFFITTO'],
        ['NEW', -1250, 'BAR CENTRALE'],
        ['NEW', 190_000, 'ACME SPA STIPENDIO'],
        ['NEW', -3000, 'SPESA'],
        ['PENDING', -700, 'CARTA'],
      ],
    );
    expect(changes.balanceEffect).toMatchObject({ statedCents: 1_100_750, bookedAfterCents: 1_100_750 });
    expect(await bank.list()).toEqual([]);

    const { comparisonId } = changes;
    await bank.home.post('imports/apply', { comparisonId }).expect(200);
    expect(await bank.list()).toHaveLength(4);
    const again = (await bank.fetchNow().expect(200)).body as ImportChanges;
    expect(again.counts).toEqual({ SAME: 4, PENDING: 1 });
    // A file of the bank with the same movement is the same movement, and the account's layout is the file's own.
    expect((await bank.home.get(`imports/remembered/${bank.first.id}`).expect(200)).body).toEqual({});
    const file =
      'Data Registrazione;Data valuta;Descrizione;Importo (EUR);\r\n02.10.2026;02.10.2026;AFFITTO;-850,00;';
    const { body } = await bank.app
      .as(bank.home.user)
      .post('/api/finance/imports/compute-changes')
      .field('quarter', QUARTER)
      .field('accountId', bank.first.id)
      .attach('file', Buffer.from(file), 'movimenti.csv')
      .expect(200);
    expect((body as ImportChanges).counts).toEqual({ SAME: 1 });
    expect((await bank.shown()).consents[0].accounts[0].fetchesLeft).toBe(2);
  });

  it('asks the bank for the same days on every page', async () => {
    await bank.connect();
    bank.provider.requests.length = 0;
    await bank.fetchNow().expect(200);
    const pages = bank.provider.requests.filter(({ path: at }) => at.endsWith('/transactions'));
    expect(pages).toHaveLength(3);
    for (const { query } of pages) expect(query).toContain('date_from=2026-10-01&date_to=2026-11-21');
  });

  describe('the key', () => {
    it('never comes back, and lies sealed in the database, in no export and in no audit row', async () => {
      await bank.connect();
      const secret = PRIVATE.split('\n')[1] ?? '';
      expect(JSON.stringify(await bank.shown())).not.toContain(secret);
      const rows = await asOwner<{ key: string; session: string }>(
        bank.app.database,
        `select k.key_sealed as key, c.session_sealed as session from bank_keys k
           join bank_consents c using (tenant_id) where tenant_id = $1`,
        [bank.home.user.tenantId],
      );
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
      for (const id of bank.provider.sessions.keys()) expect(rows[0]?.session).not.toContain(id);
      const audit = await asOwner(bank.app.database, 'select * from audit where tenant_id = $1', [
        bank.home.user.tenantId,
      ]);
      expect(JSON.stringify(audit)).toContain('bankConnections.saveKey');
      expect(JSON.stringify(audit)).not.toContain(secret);
      const archive = await bank.app.as(bank.home.user).get('/api/finance/exports/archive').expect(200);
      expect(JSON.stringify(archive.body)).not.toContain(bank.applicationId);
    });

    it('takes a proof of identity, the role, and a session of the person itself', async () => {
      const writer = await bank.app.newUser(['FBDO_FIBADO'], {
        id: bank.home.user.tenantId,
        code: bank.home.user.tenant,
      });
      await bank.post('key', { applicationId: bank.applicationId, privateKey: PRIVATE }, writer).expect(403);
      bank.app.clock.advance(6 * 60_000);
      expect(await bank.refusal(bank.saveKey().expect(403))).toEqual(['STEP_UP_REQUIRED', 'PASSWORD']);
      await saveKeyAfterProof();
    });
    const saveKeyAfterProof = async () => {
      await bank.app
        .as(bank.home.user)
        .post('/api/user/account/step-up', { password: bank.home.user.password })
        .expect(200);
      await bank.saveKey().expect(200);
    };

    it.each([
      ['no key at all', 'x'],
      [
        'an elliptic curve',
        String(
          generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          }),
        ),
      ],
      [
        '1024 bits',
        String(
          generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          }),
        ),
      ],
      ['a public key', PUBLIC],
    ])('is refused when it is %s', async (_, pem) => {
      expect(await bank.refusal(bank.saveKey(pem).expect(400))).toEqual(['VALIDATION', 'privateKey']);
    });

    it('is refused when the provider does not know it, or would not send people back', async () => {
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      const pem = String(other.export({ type: 'pkcs8', format: 'pem' }));
      expect(await bank.refusal(bank.saveKey(pem).expect(409))).toEqual([
        'CONNECTION_REFUSED',
        'UNAUTHORIZED_ACCESS',
      ]);
      bank.provider.register(bank.applicationId, PUBLIC, ['https://elsewhere.example/']);
      expect(await bank.refusal(bank.saveKey().expect(409))).toEqual([
        'CONNECTION_REFUSED',
        'REDIRECT_URI_NOT_ALLOWED',
      ]);
      bank.provider.register(bank.applicationId, PUBLIC, [CALLBACK], false);
      expect(await bank.refusal(bank.saveKey().expect(409))).toEqual(['CONNECTION_REFUSED', 'INACTIVE']);
    });

    it('is one at a time', async () => {
      await bank.saveKey().expect(200);
      expect(await bank.refusal(bank.saveKey().expect(409))).toEqual(['ALREADY_EXISTS', 'applicationId']);
    });

    it('that another secret of the instance sealed has to be entered again', async () => {
      await bank.connect();
      await asOwner(bank.app.database, `update bank_keys set key_sealed = 'xxxx' where tenant_id = $1`, [
        bank.home.user.tenantId,
      ]);
      expect(await bank.refusal(bank.fetchNow().expect(409))).toEqual([
        'CONNECTION_REFUSED',
        'KEY_UNREADABLE',
      ]);
      const { body } = await bank.app.as(bank.home.user).delete(bank.path('key')).expect(200);
      expect(body).toEqual({ notClosed: ['Banca Uno'] });
    });

    it('goes with every consent, at the provider and here', async () => {
      await bank.connect();
      const before = bank.provider.sessions.size;
      const { body } = await bank.app.as(bank.home.user).delete(bank.path('key')).expect(200);
      expect(body).toEqual({ notClosed: [] });
      expect([...bank.provider.sessions.values()].slice(before - 1).map(({ status }) => status)).toEqual([
        'CLOSED',
      ]);
      expect(await bank.shown()).toEqual({ enabled: true, callbackUrl: CALLBACK, consents: [] });
      expect(await bank.refusal(bank.fetchNow().expect(409))).toEqual(['CONNECTION_OFF']);
      await bank.app.as(bank.home.user).delete(bank.path('key')).expect(404);
    });

    it('goes with the household', async () => {
      // One with accounts and a quarter, as any household in use.
      await bank.connect();
      await bank.start();
      await asOwner(bank.app.database, 'delete from tenants where id = $1', [bank.home.user.tenantId]);
      for (const table of ['bank_keys', 'bank_consents', 'bank_consent_requests'])
        expect(
          await asOwner(bank.app.database, `select 1 from ${table} where tenant_id = $1`, [
            bank.home.user.tenantId,
          ]),
        ).toEqual([]);
    });
  });

  it('opens its role to users who write the finances and manage the users only', async () => {
    const tenant = { id: bank.home.user.tenantId, code: bank.home.user.tenant };
    const head = await bank.app.newUser(['FBDO_FIBADO', 'MSF_USERS'], tenant);
    const clerk = await bank.app.newUser(['MSF_USERS'], tenant);
    const give = (by: TestUser) =>
      bank.app.as(by).post('/api/user/admin/users/save', {
        username: `n${randomUUID().slice(0, 8)}`,
        name: 'Nuova',
        email: `${randomUUID().slice(0, 8)}@example.org`,
        password: 'una lunga frase di prova',
        memberships: [{ tenantId: tenant.id, roles: ['FBDO_CONNECT'], groupIds: [] }],
      });
    expect(await bank.refusal(give(clerk).expect(403))).toEqual(['ROLE_NOT_HELD', 'FBDO_CONNECT']);
    await give(head).expect(200);
  });
});

describe('a bank connection the instance does not offer', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('says that it is off, without a request', async () => {
    const user = await app.newUser(ROLES);
    const { body } = await app.as(user).get('/api/finance/bank-connections/get').expect(200);
    expect(body).toMatchObject({ enabled: false, consents: [] });
    for (const [name, sent] of [
      ['key', { applicationId: noId(), privateKey: PRIVATE }],
      ['consents', { bank: 'Banca Uno' }],
    ] as const) {
      const answer = await app.as(user).post(`/api/finance/bank-connections/${name}`, sent).expect(409);
      expect(answer.body.error).toBe('CONNECTION_OFF');
    }
  });
});
