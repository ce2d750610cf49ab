import pg from 'pg';
import { DemoHousehold } from '../../src/finance/demo/demo-household.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';

const TABLES = [
  'banks',
  'account_groups',
  'accounts',
  'settings',
  'quarters',
  'setups',
  'closings',
  'operations',
  'imports',
  'import_changes',
  'import_mappings',
  'import_comparisons',
  'bank_keys',
  'bank_consent_requests',
  'bank_consents',
  'optimizer_runs',
  'scenarios',
  'recurrences',
  'declined_proposals',
  'calendar_feeds',
  'persons',
  'account_group_holders',
  'term_offers',
  'lots',
  'goals',
  'tax_year_accounts',
  'tax_year_assets',
  'tax_year_purchases',
  'tax_year_bank_figures',
  'webhooks',
  'webhook_deliveries',
  'push_devices',
];

/** Every table of finance with rows in it, asked by the API's own role past every repository. */
describe('the rows of a household', () => {
  let app: TestApp;
  let home: TestHousehold;
  let stranger: TestHousehold;
  let client: pg.Client;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_THREADS: '1' });
    home = await TestHousehold.create(app);
    stranger = await TestHousehold.create(app);
    await app.app.get(DemoHousehold).create(home.user.tenantId);
    const settings = (await home.get('settings/get')).body;
    await home.post('settings/save', settings).expect(200);
    await home.post('exports/calendar-feed').expect(200);
    const [account] = (await home.get('accounts/get')).body;
    const offer = await home.saveTermOffer(account);
    const aLot = { offerId: offer.id, amountCents: 100_000, openedOn: '2026-10-01' };
    await home.post('lots/save', aLot).expect(200);
    await home.post('goals/save', { name: 'Auto', date: '2026-12-01', amountCents: 1 }).expect(200);
    await home
      .post('tax-year/save-persons', { persons: [{ name: 'Anna Rossi', role: 'DECLARANT' }] })
      .expect(200);
    const [{ id: personId }] = (await home.get('persons/get')).body;
    const asset = {
      personId,
      type: '02',
      operator: 'Banca',
      description: 'BTP',
      valueCents: 1,
      stateBacked: true,
    };
    const purchases = [{ personId, cents: 1 }];
    await home.post('tax-year/save-assets', { year: 2024, assets: [asset], purchases }).expect(204);
    await home
      .post('tax-year/save-typed', { accountId: account.id, year: 2024, closingCents: 100 })
      .expect(204);
    await home
      .post('tax-year/save-bank-figures', { accountId: account.id, year: 2024, stampDutyCents: 3420 })
      .expect(204);
    await home
      .post('operations/save-bulk', {
        operations: [home.anOperation(account.id)],
        import: { accountId: account.id, fileName: 'x.csv', fileHash: 'a'.repeat(64), layout: 'ing' },
      })
      .expect(200);
    await app
      .as(home.user)
      .post('/api/finance/imports/compute-changes')
      .field('quarter', QUARTER)
      .field('accountId', account.id)
      .attach('file', Buffer.from('Data;Importo;Descrizione\n02/11/2026;-1,00;Pane'), 'x.csv')
      .expect(200);
    const declined = { id: account.id, kind: 'EXPENSE', accountId: account.id, description: 'Caffè' };
    await home.post('recurrences/decline', declined).expect(200);
    const { tenantId, id: userId } = home.user;
    await asOwner(
      app.database,
      `insert into bank_keys values ($1, gen_random_uuid(), 'sealed', 'SANDBOX', now(), 'anna')`,
      [tenantId],
    );
    await asOwner(
      app.database,
      `insert into bank_consent_requests values ($1, $2, 'print', 'Banca', 'IT', null, now())`,
      [tenantId, userId],
    );
    await asOwner(
      app.database,
      `insert into bank_consents values ($1, gen_random_uuid(), 'Banca', 'IT', 'sealed', '[]', now(), 'anna', now())`,
      [tenantId],
    );
    const topics = ['plan.stale'];
    await home.post('webhooks/save', { name: 'Casa', url: 'https://192.0.2.1/', topics }).expect(200);
    await asOwner(
      app.database,
      `insert into webhook_deliveries (tenant_id, id, webhook_id, topic, event, state, created_at)
       select tenant_id, id, id, 'plan.stale', '{}', 'FAILED', now() from webhooks`,
    );
    await asOwner(
      app.database,
      `insert into push_devices (tenant_id, id, user_id, session_id, endpoint, p256dh, auth, created_at, confirmed_at)
       select tenant_id, id, user_id, id, 'https://192.0.2.1/x', 'key', 'auth', now(), now() from sessions
       where user_id = $1`,
      [userId],
    );
    await home.post('scenarios/save', { quarter: QUARTER, name: 'Com’è', changes: [] }).expect(200);
    await home
      .post('optimizer/optimize', { quarter: QUARTER, options: { timeLimitMs: 500, maxTransfers: 0 } })
      .expect(200);
    client = new pg.Client({ connectionString: app.database.appUrl });
    await client.connect();
  }, 60_000);
  afterAll(async () => {
    await client.end();
    await app.close();
  });

  const count = async (table: string, tenantId: string | undefined) => {
    await client.query('begin');
    try {
      if (tenantId !== undefined) await client.query(`set local app.tenant_id = '${tenantId}'`);
      return (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n;
    } finally {
      await client.query('rollback');
    }
  };
  const attempt = async (tenantId: string, sql: string) => {
    await client.query('begin');
    try {
      await client.query(`set local app.tenant_id = '${tenantId}'`);
      return (await client.query(sql)).rowCount;
    } finally {
      await client.query('rollback');
    }
  };

  it.each(TABLES)('in %s are seen from inside it and from nowhere else', async (table) => {
    const own = await count(table, home.user.tenantId);
    expect(own).toBeGreaterThan(0);
    expect(await count(table, undefined)).toBe(0);
    expect(await count(table, stranger.user.tenantId)).toBe(0);
    const all = await asOwner<{ n: number }>(app.database, `select count(*)::int as n from ${table}`);
    expect(all).toEqual([{ n: own }]);
  });

  it.each(TABLES)('in %s are neither changed, deleted nor moved from outside', async (table) => {
    const { tenantId } = stranger.user;
    expect(await attempt(tenantId, `delete from ${table}`)).toBe(0);
    expect(await attempt(tenantId, `update ${table} set tenant_id = '${tenantId}'`)).toBe(0);
    await expect(
      attempt(home.user.tenantId, `update ${table} set tenant_id = '${tenantId}'`),
    ).rejects.toThrow(/row-level security|foreign key|violates/);
  });

  it('refer to nothing of another household, even past the policies', async () => {
    const bank = await stranger.saveBank();
    const group = await stranger.saveGroup();
    const own = await stranger.saveAccount({ bankId: bank.id, accountGroupId: group.id });
    const [theirs] = (await home.get('accounts/get')).body;
    for (const [column, value] of [
      ['bank_id', theirs.bankId],
      ['account_group_id', theirs.accountGroupId],
      ['linked_account_id', theirs.id],
    ])
      await expect(
        asOwner(app.database, `update accounts set ${column} = $1 where id = $2`, [value, own.id]),
      ).rejects.toThrow(/foreign key/);
  });
});
