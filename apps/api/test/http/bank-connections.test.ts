import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Account, BankConsent, ImportChanges, Operation, Role } from '@fibado/contracts';
import { Housekeeping } from '../../src/identity/housekeeping.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { EnableBankingStandIn, type StandInTransaction } from '../support/enable-banking.js';
import { anIban, NEXT, noId, PREVIOUS, QUARTER, recordEvents, TestHousehold } from '../support/finance.js';

const ORIGIN = 'https://fibado.example';
const CALLBACK = `${ORIGIN}/fibado/import-data/connection`;
const ROLES: Role[] = ['FBDO_FIBADO', 'FBDO_CONNECT'];
const DAY_MS = 86_400_000;

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PRIVATE = String(pair.privateKey.export({ type: 'pkcs1', format: 'pem' }));
const PUBLIC = String(pair.publicKey.export({ type: 'spki', format: 'pem' }));

const movement = (
  day: string,
  amount: string,
  text: string,
  fields: Partial<StandInTransaction> = {},
): StandInTransaction => ({
  entry_reference: `ref-${day}-${amount}-${text}`,
  transaction_amount: { currency: 'EUR', amount },
  credit_debit_indicator: amount.startsWith('-') ? 'DBIT' : 'CRDT',
  status: 'BOOK',
  booking_date: day,
  value_date: day,
  remittance_information: [text],
  ...fields,
});

const MOVEMENTS = [
  movement('2026-10-02', '-850.00', 'AFFITTO'),
  // Unsigned: the indicator says that it goes out.
  movement('2026-10-05', '12.5', 'BAR CENTRALE', { credit_debit_indicator: 'DBIT' }),
  movement('2026-10-27', '1900.00', 'STIPENDIO', { debtor: { name: 'ACME SPA' } }),
  movement('2026-11-20', '-30.00', 'SPESA'),
  movement('2026-11-21', '-7.00', 'CARTA', { status: 'PDNG' }),
];

describe('a bank connection with an own key', () => {
  let app: TestApp;
  let provider: EnableBankingStandIn;
  let home: TestHousehold;
  let first: Account;
  let applicationId: string;
  beforeAll(async () => {
    // The stand-in tells the time as the instance does.
    let now = () => new Date();
    provider = await new EnableBankingStandIn(() => now()).start();
    app = await createTestApp({ ENABLE_BANKING_URL: provider.url, PUBLIC_URL: ORIGIN });
    now = () => app.clock.now();
  });
  beforeEach(async () => {
    const user = await app.newUser(ROLES);
    home = new TestHousehold(app, user);
    ({ first } = await home.simple());
    const iban = anIban(Math.floor(Math.random() * 1e6));
    first = (await home.post('accounts/save', { ...first, iban }).expect(200)).body as Account;
    provider.historyDays = undefined;
    provider.accounts = [
      {
        iban,
        currency: 'EUR',
        details: 'Conto',
        transactions: MOVEMENTS,
        balances: [
          { type: 'ITAV', amount: '1.00' },
          { type: 'ITBD', amount: '11007.50' },
        ],
      },
      { iban: anIban(3), currency: 'EUR', blocked: true, transactions: [], balances: [] },
    ];
    applicationId = randomUUID();
    provider.register(applicationId, PUBLIC, [CALLBACK]);
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });

  const path = (name: string) => `/api/finance/bank-connections/${name}`;
  const post = (name: string, body: object, by: TestUser = home.user) => app.as(by).post(path(name), body);
  const saveKey = (privateKey = PRIVATE) => post('key', { applicationId, privateKey });
  const start = async (body: object = {}) =>
    (await post('consents', { bank: 'Banca Uno', ...body }).expect(200)).body.url as string;
  const give = async (body: object = {}): Promise<BankConsent> => {
    const back = provider.approve(await start(body));
    return (await post('consents/complete', back).expect(200)).body as BankConsent;
  };
  const connect = async () => {
    await saveKey().expect(200);
    return give();
  };
  const fetchNow = (body: object = {}, by?: TestUser) =>
    post('fetch', { accountId: first.id, quarter: QUARTER, ...body }, by);
  const shown = async () => (await home.get('bank-connections/get').expect(200)).body;
  const list = async () => (await home.get(`operations/get/${QUARTER}`).expect(200)).body as Operation[];
  const refusal = async (test: ReturnType<typeof post>) => {
    const { body } = await test;
    return [body.error, ...(body.params ?? [])];
  };

  it('goes from a key to saved operations, and finds the same ones in a file afterwards', async () => {
    expect(await shown()).toEqual({ enabled: true, callbackUrl: CALLBACK, consents: [] });
    const key = (await saveKey().expect(200)).body;
    expect(key).toMatchObject({ applicationId, environment: 'PRODUCTION', createdBy: home.user.username });
    const banks = (await app.as(home.user).get(path('banks')).expect(200)).body;
    expect(banks).toEqual([
      { name: 'Banca Breve', country: 'IT', maxDays: 90 },
      { name: 'Banca Uno', country: 'IT', maxDays: 180 },
    ]);
    const consent = await give({ days: 180 });
    // The blocked account comes without an id and is left out.
    expect(consent.accounts).toMatchObject([{ iban: first.iban, accountId: first.id, currency: 'EUR' }]);
    expect(consent.ended).toBe(false);

    const changes = (await fetchNow().expect(200)).body as ImportChanges;
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
    expect(await list()).toEqual([]);

    const { comparisonId } = changes;
    await home.post('imports/apply', { comparisonId }).expect(200);
    expect(await list()).toHaveLength(4);
    const again = (await fetchNow().expect(200)).body as ImportChanges;
    expect(again.counts).toEqual({ SAME: 4, PENDING: 1 });
    // A file of the bank with the same movement is the same movement, and the account's layout is the file's own.
    expect((await home.get(`imports/remembered/${first.id}`).expect(200)).body).toEqual({});
    const file =
      'Data Registrazione;Data valuta;Descrizione;Importo (EUR);\r\n02.10.2026;02.10.2026;AFFITTO;-850,00;';
    const { body } = await app
      .as(home.user)
      .post('/api/finance/imports/compute-changes')
      .field('quarter', QUARTER)
      .field('accountId', first.id)
      .attach('file', Buffer.from(file), 'movimenti.csv')
      .expect(200);
    expect((body as ImportChanges).counts).toEqual({ SAME: 1 });
    expect((await shown()).consents[0].accounts[0].fetchesLeft).toBe(2);
  });

  it('asks the bank for the same days on every page', async () => {
    await connect();
    provider.requests.length = 0;
    await fetchNow().expect(200);
    const pages = provider.requests.filter(({ path: at }) => at.endsWith('/transactions'));
    expect(pages).toHaveLength(3);
    for (const { query } of pages) expect(query).toContain('date_from=2026-10-01&date_to=2026-11-21');
  });

  describe('the key', () => {
    it('never comes back, and lies sealed in the database, in no export and in no audit row', async () => {
      await connect();
      const secret = PRIVATE.split('\n')[1] ?? '';
      expect(JSON.stringify(await shown())).not.toContain(secret);
      const rows = await asOwner<{ key: string; session: string }>(
        app.database,
        `select k.key_sealed as key, c.session_sealed as session from bank_keys k
           join bank_consents c using (tenant_id) where tenant_id = $1`,
        [home.user.tenantId],
      );
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
      for (const id of provider.sessions.keys()) expect(rows[0]?.session).not.toContain(id);
      const audit = await asOwner(app.database, 'select * from audit where tenant_id = $1', [
        home.user.tenantId,
      ]);
      expect(JSON.stringify(audit)).toContain('bankConnections.saveKey');
      expect(JSON.stringify(audit)).not.toContain(secret);
      const archive = await app.as(home.user).get('/api/finance/exports/archive').expect(200);
      expect(JSON.stringify(archive.body)).not.toContain(applicationId);
    });

    it('takes a proof of identity, the role, and a session of the person itself', async () => {
      const writer = await app.newUser(['FBDO_FIBADO'], {
        id: home.user.tenantId,
        code: home.user.tenant,
      });
      await post('key', { applicationId, privateKey: PRIVATE }, writer).expect(403);
      app.clock.advance(6 * 60_000);
      expect(await refusal(saveKey().expect(403))).toEqual(['STEP_UP_REQUIRED', 'PASSWORD']);
      await saveKeyAfterProof();
    });
    const saveKeyAfterProof = async () => {
      await app.as(home.user).post('/api/user/account/step-up', { password: home.user.password }).expect(200);
      await saveKey().expect(200);
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
      expect(await refusal(saveKey(pem).expect(400))).toEqual(['VALIDATION', 'privateKey']);
    });

    it('is refused when the provider does not know it, or would not send people back', async () => {
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      const pem = String(other.export({ type: 'pkcs8', format: 'pem' }));
      expect(await refusal(saveKey(pem).expect(409))).toEqual(['CONNECTION_REFUSED', 'UNAUTHORIZED_ACCESS']);
      provider.register(applicationId, PUBLIC, ['https://elsewhere.example/']);
      expect(await refusal(saveKey().expect(409))).toEqual([
        'CONNECTION_REFUSED',
        'REDIRECT_URI_NOT_ALLOWED',
      ]);
      provider.register(applicationId, PUBLIC, [CALLBACK], false);
      expect(await refusal(saveKey().expect(409))).toEqual(['CONNECTION_REFUSED', 'INACTIVE']);
    });

    it('is one at a time', async () => {
      await saveKey().expect(200);
      expect(await refusal(saveKey().expect(409))).toEqual(['ALREADY_EXISTS', 'applicationId']);
    });

    it('that another secret of the instance sealed has to be entered again', async () => {
      await connect();
      await asOwner(app.database, `update bank_keys set key_sealed = 'xxxx' where tenant_id = $1`, [
        home.user.tenantId,
      ]);
      expect(await refusal(fetchNow().expect(409))).toEqual(['CONNECTION_REFUSED', 'KEY_UNREADABLE']);
      const { body } = await app.as(home.user).delete(path('key')).expect(200);
      expect(body).toEqual({ notClosed: ['Banca Uno'] });
    });

    it('goes with every consent, at the provider and here', async () => {
      await connect();
      const before = provider.sessions.size;
      const { body } = await app.as(home.user).delete(path('key')).expect(200);
      expect(body).toEqual({ notClosed: [] });
      expect([...provider.sessions.values()].slice(before - 1).map(({ status }) => status)).toEqual([
        'CLOSED',
      ]);
      expect(await shown()).toEqual({ enabled: true, callbackUrl: CALLBACK, consents: [] });
      expect(await refusal(fetchNow().expect(409))).toEqual(['CONNECTION_OFF']);
      await app.as(home.user).delete(path('key')).expect(404);
    });

    it('goes with the household', async () => {
      // One with accounts and a quarter, as any household in use.
      await connect();
      await start();
      await asOwner(app.database, 'delete from tenants where id = $1', [home.user.tenantId]);
      for (const table of ['bank_keys', 'bank_consents', 'bank_consent_requests'])
        expect(
          await asOwner(app.database, `select 1 from ${table} where tenant_id = $1`, [home.user.tenantId]),
        ).toEqual([]);
    });
  });

  describe('a consent', () => {
    it('is completed once, by the person and in the household that began it', async () => {
      await saveKey().expect(200);
      const back = provider.approve(await start());
      const member = await app.newUser(ROLES, { id: home.user.tenantId, code: home.user.tenant });
      const stranger = await app.newUser(ROLES);
      expect(await refusal(post('consents/complete', back, member).expect(410))).toEqual(['TICKET_EXPIRED']);
      await post('consents/complete', back, stranger).expect(409);
      await post('consents/complete', { ...back, state: 'guessed' }).expect(410);
      await post('consents/complete', back).expect(200);
      await post('consents/complete', back).expect(410);
      expect((await shown()).consents).toHaveLength(1);
    });

    it('comes too late after half an hour', async () => {
      await saveKey().expect(200);
      const back = provider.approve(await start());
      const late = new Date(app.clock.now().getTime() - 1000);
      const request = [home.user.tenantId, late];
      await asOwner(
        app.database,
        'update bank_consent_requests set expires_at = $2 where tenant_id = $1',
        request,
      );
      await post('consents/complete', back).expect(410);
    });

    it('that the person refuses at the bank leaves nothing', async () => {
      await saveKey().expect(200);
      const { state } = provider.approve(await start());
      const refused = { state, error: 'access_denied' };
      expect(await refusal(post('consents/complete', refused).expect(409))).toEqual(['CONSENT_DECLINED']);
      await post('consents/complete', refused).expect(410);
      expect((await shown()).consents).toEqual([]);
    });

    it.each(['EXPIRED_AUTHORIZATION_CODE', 'WRONG_AUTHORIZATION_CODE', 'ALREADY_AUTHORIZED'])(
      'whose code is refused with %s has to be begun again',
      async (code) => {
        await saveKey().expect(200);
        const back = provider.approve(await start());
        provider.refuseNext(/^\/sessions$/, 422, code);
        expect(await refusal(post('consents/complete', back).expect(410))).toEqual(['TICKET_EXPIRED']);
      },
    );

    it('lasts no longer than the bank allows, and is for a bank the provider reaches', async () => {
      await saveKey().expect(200);
      const { validUntil } = await give({ bank: 'Banca Breve', days: 180 });
      const days = (Date.parse(validUntil) - app.clock.now().getTime()) / DAY_MS;
      expect(Math.round(days)).toBe(90);
      expect(await refusal(post('consents', { bank: 'Nessuna' }).expect(404))).toEqual(['NOT_FOUND', 'bank']);
    });

    it('that renews another one takes its place, there and here', async () => {
      const old = await connect();
      const fresh = await give({ replaces: old.id });
      expect((await shown()).consents.map(({ id }: BankConsent) => id)).toEqual([fresh.id]);
      expect([...provider.sessions.values()].slice(-2).map(({ status }) => status)).toEqual([
        'CLOSED',
        'AUTHORIZED',
      ]);
      await post('consents', { bank: 'Banca Uno', replaces: noId() }).expect(404);
    });

    it('is revoked at the provider and here, and here even when the provider is down', async () => {
      const { id } = await connect();
      expect(
        (
          await app
            .as(home.user)
            .delete(path(`consents/${id}`))
            .expect(200)
        ).body,
      ).toEqual({
        closed: true,
      });
      await app
        .as(home.user)
        .delete(path(`consents/${id}`))
        .expect(404);
      const second = await give();
      provider.refuseNext(/^\/sessions\//, 500, undefined);
      expect(
        (
          await app
            .as(home.user)
            .delete(path(`consents/${second.id}`))
            .expect(200)
        ).body,
      ).toEqual({
        closed: false,
      });
      expect((await shown()).consents).toEqual([]);
    });

    it('is told of a week before its end, once, and no more after it was renewed', async () => {
      const events = recordEvents(app);
      const { id } = await connect();
      await app.app.get(Housekeeping).run();
      const told = () => events.of(home.user.tenantId).filter(([topic]) => topic === 'consent.ending');
      expect(told()).toEqual([]);
      const soon = '2026-11-27T23:30:00Z';
      await asOwner(app.database, 'update bank_consents set valid_until = $2 where id = $1', [id, soon]);
      await app.app.get(Housekeeping).run();
      await app.app.get(Housekeeping).run();
      // The Italian day.
      expect(told()).toEqual([['consent.ending', { consentId: id, bank: 'Banca Uno', date: '2026-11-28' }]]);
      await app
        .as(home.user)
        .delete(path(`consents/${id}`))
        .expect(200);
      expect(events.of(home.user.tenantId).at(-1)).toEqual(['consent.gone', { consentId: id }]);
    });
  });

  describe('a fetch', () => {
    beforeEach(() => connect());

    it('is refused the fifth time in a day', async () => {
      for (let i = 0; i < 4; i += 1) await fetchNow().expect(200);
      expect(await refusal(fetchNow().expect(429))).toEqual(['FETCH_LIMIT', '4']);
      expect((await shown()).consents[0].accounts[0].fetchesLeft).toBe(0);
    });

    it.each([
      [401, 'EXPIRED_SESSION', ['CONSENT_ENDED']],
      [401, 'CLOSED_SESSION', ['CONSENT_ENDED']],
      [401, 'REVOKED_SESSION', ['CONSENT_ENDED']],
      [404, 'SESSION_DOES_NOT_EXIST', ['CONSENT_ENDED']],
      [404, 'ACCOUNT_DOES_NOT_EXIST', ['CONSENT_ENDED']],
      [400, 'ASPSP_ACCOUNT_NOT_ACCESSIBLE', ['CONSENT_ENDED']],
      [422, 'WRONG_SESSION_STATUS', ['CONSENT_ENDED']],
      [400, 'ASPSP_PSU_ACTION_REQUIRED', ['CONSENT_ENDED']],
    ] as const)('that is refused with %i %s ends the consent', async (status, code, expected) => {
      provider.refuseNext(/transactions/, status, code);
      expect(await refusal(fetchNow())).toEqual(expected);
      expect((await shown()).consents[0].ended).toBe(true);
      // It is not tried again.
      const before = provider.requests.length;
      expect(await refusal(fetchNow())).toEqual(expected);
      expect(provider.requests).toHaveLength(before);
    });

    it.each([
      [400, 'ASPSP_ERROR', 'BANK_UNAVAILABLE', 'ASPSP_ERROR'],
      [408, 'ASPSP_TIMEOUT', 'BANK_UNAVAILABLE', 'ASPSP_TIMEOUT'],
      [408, undefined, 'BANK_UNAVAILABLE', '408'],
      [500, undefined, 'BANK_UNAVAILABLE', '500'],
      [429, 'ASPSP_RATE_LIMIT_EXCEEDED', 'FETCH_LIMIT', '4'],
      [429, undefined, 'TOO_MANY_REQUESTS', '60'],
      [401, 'UNAUTHORIZED_ACCESS', 'CONNECTION_REFUSED', 'UNAUTHORIZED_ACCESS'],
      [403, 'ACCESS_DENIED', 'CONNECTION_REFUSED', 'ACCESS_DENIED'],
      [403, 'UNAUTHORIZED_IP', 'CONNECTION_REFUSED', 'UNAUTHORIZED_IP'],
      [403, 'NO_ACCOUNTS_ADDED', 'CONNECTION_REFUSED', 'NO_ACCOUNTS_ADDED'],
      [404, undefined, 'CONNECTION_REFUSED', '404'],
      [422, 'WRONG_REQUEST_PARAMETERS', 'CONNECTION_REFUSED', 'WRONG_REQUEST_PARAMETERS'],
      [422, 'WRONG_TRANSACTIONS_PERIOD', 'CONNECTION_REFUSED', 'WRONG_TRANSACTIONS_PERIOD'],
      [422, 'WRONG_CONTINUATION_KEY', 'CONNECTION_REFUSED', 'WRONG_CONTINUATION_KEY'],
      [422, 'PSU_HEADER_NOT_PROVIDED', 'CONNECTION_REFUSED', 'PSU_HEADER_NOT_PROVIDED'],
      [422, '<script>alert(1)</script>', 'CONNECTION_REFUSED', '422'],
    ] as const)('that is refused with %i %s says %s', async (status, code, error, param) => {
      provider.refuseNext(/transactions/, status, code);
      expect(await refusal(fetchNow())).toEqual([error, param]);
      expect((await shown()).consents[0].ended).toBe(false);
      expect(await list()).toEqual([]);
    });

    it('keeps the wait the provider asks for', async () => {
      provider.refuseNext(/transactions/, 429, undefined, { 'retry-after': '17' });
      expect(await refusal(fetchNow())).toEqual(['TOO_MANY_REQUESTS', '17']);
    });

    it.each<[string, (answer: (body: string) => void) => void]>([
      ['no JSON', (send) => send('<html>')],
      ['cut off', (send) => send('{"transactions": [')],
      ['without what is documented', (send) => send('{"movements": []}')],
      [
        'an amount that is no number',
        (send) => send(page({ transaction_amount: { currency: 'EUR', amount: '1e9' } })),
      ],
      ['a day that is none', (send) => send(page({ booking_date: '2026-02-31' }))],
      ['larger than any page', (send) => send(page({ note: 'x'.repeat(5_000_000) }))],
    ])('that is answered with %s is refused whole', async (_, write) => {
      provider.answerNext(/transactions/, (response) => {
        response.setHeader('content-type', 'application/json');
        write((body) => response.end(body));
      });
      expect(await refusal(fetchNow().expect(502))).toEqual(['BANK_ANSWER_UNREADABLE']);
    });
    const page = (fields: object): string =>
      JSON.stringify({ transactions: [{ ...MOVEMENTS[0], ...fields }] });

    it('does not follow a redirect, and ends where the line breaks', async () => {
      provider.answerNext(/transactions/, (response) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' });
        response.end();
      });
      expect(await refusal(fetchNow().expect(503))).toEqual(['BANK_UNAVAILABLE', 'UNREACHABLE']);
      provider.answerNext(/transactions/, (response) => response.destroy());
      expect(await refusal(fetchNow().expect(503))).toEqual(['BANK_UNAVAILABLE', 'UNREACHABLE']);
    });

    it('ends when the pages never do', async () => {
      for (let i = 0; i < 2; i += 1)
        provider.answerNext(/transactions/, (response) =>
          response.end(JSON.stringify({ transactions: [], continuation_key: 'again' })),
        );
      expect(await refusal(fetchNow().expect(502))).toEqual(['BANK_ANSWER_UNREADABLE']);
    });

    it('reads the days the bank still has', async () => {
      const iban = String(provider.accounts[0]?.iban);
      home = new TestHousehold(app, await app.newUser(ROLES));
      first = await home.saveAccount({ iban });
      await home.initQuarter(PREVIOUS, { [first.id]: 0 });
      await connect();
      provider.historyDays = 89;
      const { period } = (await fetchNow({ quarter: PREVIOUS }).expect(200)).body as ImportChanges;
      expect(period).toEqual({ from: '2026-08-24', to: '2026-09-30' });
      // A bank that keeps still less refuses.
      provider.historyDays = 30;
      expect(await refusal(fetchNow({ quarter: PREVIOUS }))).toEqual([
        'CONNECTION_REFUSED',
        'WRONG_TRANSACTIONS_PERIOD',
      ]);
    });

    it('needs no balance', async () => {
      provider.refuseNext(/balances/, 400, 'ASPSP_ERROR');
      const { balanceEffect, rows } = (await fetchNow().expect(200)).body as ImportChanges;
      expect(balanceEffect.statedCents).toBeUndefined();
      expect(rows).toHaveLength(5);
    });

    it('takes a movement on two pages for one, and what is cancelled for none', async () => {
      const [account] = provider.accounts;
      if (!account) throw new Error('no account');
      provider.sessions.forEach(({ accounts }) =>
        (accounts as Map<string, typeof account>).forEach((one, uid, all) =>
          all.set(uid, {
            ...one,
            transactions: [
              movement('2026-10-02', '-850.00', 'AFFITTO'),
              movement('2026-10-02', '-850.00', 'AFFITTO'),
              movement('2026-10-03', '-1.00', 'X', { entry_reference: null }),
              movement('2026-10-03', '-1.00', 'X', { entry_reference: null }),
              movement('2026-10-04', '-1.00', 'Y', { status: 'CNCL' }),
              movement('2026-10-04', '-1.00', 'Y', { status: 'RJCT' }),
              movement('2026-10-05', '-2.00', 'USA', {
                transaction_amount: { currency: 'USD', amount: '2.00' },
              }),
              movement('2026-10-06', '-0.125', 'MILLESIMI'),
              movement('2026-10-07', '-3.00', 'SENZA GIORNO', { booking_date: null, value_date: null }),
            ],
          }),
        ),
      );
      const { counts, rows } = (await fetchNow().expect(200)).body as ImportChanges;
      expect(counts).toEqual({ NEW: 3, ERROR: 3 });
      expect(rows.flatMap(({ message }) => message?.code ?? [])).toEqual([
        'CURRENCY_NOT_EURO',
        'AMOUNT_UNREADABLE',
        'DATE_MISSING',
      ]);
    });

    it('needs the account’s IBAN, a consent that reaches it, a quarter that has begun, and who may save', async () => {
      const { second } = { second: await home.saveAccount() };
      const elsewhere = await home.saveAccount({ iban: anIban(77) });
      expect(await refusal(fetchNow({ accountId: second.id }).expect(409))).toEqual([
        'IBAN_MISSING',
        second.name,
      ]);
      expect(await refusal(fetchNow({ accountId: elsewhere.id }).expect(404))).toEqual([
        'NOT_FOUND',
        'consent',
      ]);
      await fetchNow({ accountId: noId() }).expect(404);
      expect(await refusal(fetchNow({ quarter: NEXT }).expect(400))).toEqual(['VALIDATION', 'quarter']);
      const reader = await app.newUser(['FBDO_READ', 'FBDO_CONNECT'], {
        id: home.user.tenantId,
        code: home.user.tenant,
      });
      await fetchNow({}, reader).expect(403);
      const stranger = await app.newUser(ROLES);
      await fetchNow({}, stranger).expect(404);
    });
  });

  it('opens its role to users who write the finances and manage the users only', async () => {
    const tenant = { id: home.user.tenantId, code: home.user.tenant };
    const head = await app.newUser(['FBDO_FIBADO', 'MSF_USERS'], tenant);
    const clerk = await app.newUser(['MSF_USERS'], tenant);
    const give = (by: TestUser) =>
      app.as(by).post('/api/user/admin/users/save', {
        username: `n${randomUUID().slice(0, 8)}`,
        name: 'Nuova',
        email: `${randomUUID().slice(0, 8)}@example.org`,
        password: 'una lunga frase di prova',
        memberships: [{ tenantId: tenant.id, roles: ['FBDO_CONNECT'], groupIds: [] }],
      });
    expect(await refusal(give(clerk).expect(403))).toEqual(['ROLE_NOT_HELD', 'FBDO_CONNECT']);
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
