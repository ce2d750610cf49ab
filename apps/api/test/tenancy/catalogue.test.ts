import pg from 'pg';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';

interface TableRow {
  name: string;
  owner: string;
  enabled: boolean;
  forced: boolean;
  policies: number;
  hasTenant: boolean;
}

/** What the database itself promises, whatever a program above it forgets. */
describe('the catalogue', () => {
  let app: TestApp;
  let tables: TableRow[];
  beforeAll(async () => {
    app = await createTestApp();
    const user = await app.newUser(['FBDO_FIBADO']);
    await app
      .as(user)
      .post('/api/finance/banks/save', {
        name: 'Banca',
        guaranteeScheme: 'FITD',
        stampDutyMethod: 'ACTUAL_DAYS',
      })
      .expect(200);
    tables = await asOwner<TableRow>(
      app.database,
      `select c.relname as name, pg_get_userbyid(c.relowner) as owner, c.relrowsecurity as enabled,
         c.relforcerowsecurity as forced,
         (select count(*) from pg_policy p where p.polrelid = c.oid)::int as policies,
         exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'
           and not a.attisdropped) as "hasTenant"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') order by c.relname`,
    );
  });
  afterAll(() => app.close());

  /** Only the record of migrations is the owner's alone and holds no tenant's rows. */
  const ours = () => tables.filter((table) => table.name !== 'migrations');

  async function asApp<T extends pg.QueryResultRow>(...statements: string[]): Promise<T[]> {
    const client = new pg.Client({ connectionString: app.database.appUrl });
    await client.connect();
    try {
      let rows: T[] = [];
      for (const statement of statements) rows = (await client.query<T>(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  }

  it('has row-level security enabled and forced on every table, with a policy', () => {
    expect(ours().length).toBeGreaterThan(25);
    expect(ours().filter((table) => !table.enabled || !table.forced || table.policies === 0)).toEqual([]);
  });

  it('has tables of tenants to speak of', () => {
    const names = ours()
      .filter((table) => table.hasTenant)
      .map((table) => table.name);
    expect(names).toEqual(expect.arrayContaining(['accounts', 'audit', 'banks', 'operations', 'sessions']));
  });

  it('gives the API a role that owns nothing and can bypass nothing', async () => {
    const [role] = await asApp<{
      name: string;
      super: boolean;
      bypass: boolean;
      create: boolean;
      members: number;
    }>(
      `select rolname as name, rolsuper as super, rolbypassrls as bypass, rolcreaterole as create,
         (select count(*) from pg_auth_members m where m.member = r.oid)::int as members
       from pg_roles r where rolname = current_user`,
    );
    expect(role).toMatchObject({ super: false, bypass: false, create: false, members: 0 });
    expect(tables.filter((table) => table.owner === role?.name)).toEqual([]);
    await expect(asApp('alter table banks disable row level security')).rejects.toThrow(/owner/);
    await expect(asApp('alter table banks no force row level security')).rejects.toThrow(/owner/);
    await expect(asApp('set row_security = off', 'select * from banks')).rejects.toThrow(
      /row-level security/,
    );
    await expect(asApp('create table mine (id int)')).rejects.toThrow(/permission denied/);
  });

  it('shows nothing to a query without a tenant', async () => {
    for (const { name } of ours()) {
      const rows = await asApp<{ count: number }>(`select count(*)::int as count from "${name}"`);
      expect({ name, count: rows[0]?.count }).toEqual({ name, count: 0 });
    }
  });

  it('shows a household to its own tenant, and neither to another nor to the platform', async () => {
    const [bank] = await asOwner<{ tenant: string }>(app.database, 'select tenant_id as tenant from banks');
    const seen = async (setting: string) =>
      (await asApp<{ name: string }>('begin', setting, 'select name from banks')).length;
    expect(await seen(`set local app.tenant_id = '${bank?.tenant}'`)).toBe(1);
    expect(await seen(`set local app.tenant_id = '00000000-0000-0000-0000-000000000001'`)).toBe(0);
    expect(await seen(`set local app.platform = 'on'`)).toBe(0);
  });

  it('writes into no tenant but the one that is set', async () => {
    const tenant = await app.newTenant();
    await expect(
      asApp(
        'begin',
        `set local app.tenant_id = '00000000-0000-0000-0000-000000000001'`,
        `insert into banks (tenant_id, id, name, guarantee_scheme, stamp_duty_method)
         values ('${tenant.id}', gen_random_uuid(), 'x', 'FITD', 'TWELFTHS')`,
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it('lets no role change or delete what the audit says', async () => {
    const before = await asOwner(app.database, 'select * from audit order by id');
    expect(before.length).toBeGreaterThan(0);
    for (const statement of [
      `update audit set action = 'nothing'`,
      'delete from audit',
      'truncate audit',
      'drop table audit',
      `alter table audit disable trigger all`,
    ])
      await expect(asApp('begin', `set local app.platform = 'on'`, statement)).rejects.toThrow(
        /permission denied|must be owner/,
      );
    expect(await asOwner(app.database, 'select * from audit order by id')).toEqual(before);
  });
});
