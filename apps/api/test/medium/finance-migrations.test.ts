import { randomUUID } from 'node:crypto';
import { migrations } from '@fibado/migrations';
import { DataSource, type MigrationInterface } from 'typeorm';
import { asOwner, createTestDatabase, TEST_APP_LOGIN, type TestDatabase } from '../support/database.js';

/** Every migration undone, the newest first, and done again, on a real database. */
describe('the schema', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = new DataSource({
      type: 'postgres' as const,
      url: database.ownerUrl,
      poolSize: 1,
      migrations: migrations as unknown as (new () => MigrationInterface)[],
      migrationsTransactionMode: 'each',
      extra: { options: `-c fibado.app_role=${TEST_APP_LOGIN.role} -c app.platform=on` },
    });
    await source.initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  /** What there is: columns, constraints, indexes, policies and grants. */
  const picture = () =>
    source.query<unknown[]>(`
      select 'column' as kind, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as what
        from information_schema.columns where table_schema = 'public'
      union all
      select 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'index', indexdef from pg_indexes where schemaname = 'public'
      union all select 'policy', tablename || ' ' || policyname || ' ' || qual from pg_policies
        where policyname <> 'backup'
      union all
      select 'grant', table_name || ' ' || privilege_type from information_schema.role_table_grants
        where grantee = '${TEST_APP_LOGIN.role}'
      order by 1, 2`);

  it('is the same after every step was undone and done again', async () => {
    const before = await picture();
    expect(before.length).toBeGreaterThan(100);
    for (const _ of migrations) await source.undoLastMigration();
    const tables = await source.query<{ name: string }[]>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(['migrations']);
    await source.runMigrations();
    expect(await picture()).toEqual(before);
  });

  it('keeps no run of a household that is gone, not even one without a quarter', async () => {
    const step = migrations.findIndex(({ name }) => name === 'AddOwnersOfRuns1790000009000');
    for (const _ of migrations.slice(step)) await source.undoLastMigration();
    const [stays, gone] = [randomUUID(), randomUUID()];
    for (const [index, id] of [stays, gone].entries()) {
      await source.query(
        `insert into tenants (id, code, name, created_at) values ($1, $2, 'Household', now())`,
        [id, `household${index}`],
      );
      await asOwner(
        database,
        `insert into optimizer_runs (tenant_id, id, created_at, created_by, options, problem_hash, input_hash,
           kind, state) values ($1, gen_random_uuid(), now(), 'a-user', '{}', '', '', 'TRIAL', 'FAILED')`,
        [id],
      );
    }
    const kept = async () =>
      (await asOwner<{ id: string }>(database, 'select tenant_id as id from optimizer_runs')).map(
        ({ id }) => id,
      );
    await source.query('delete from tenants where id = $1', [gone]);
    expect((await kept()).sort()).toEqual([stays, gone].sort());
    await source.runMigrations();
    expect(await kept()).toEqual([stays]);
    await source.query('delete from tenants where id = $1', [stays]);
    expect(await kept()).toEqual([]);
  });

  it('moves answers into their own column and back, and leaves plans where they are', async () => {
    const step = migrations.findIndex(({ name }) => name === 'SeparateAnswers1790000170000');
    for (const _ of migrations.slice(step)) await source.undoLastMigration();
    const tenant = randomUUID();
    await source.query(
      `insert into tenants (id, code, name, created_at) values ($1, 'answers', 'Household', now())`,
      [tenant],
    );
    const outputs = () =>
      asOwner(
        database,
        `select to_jsonb(r)->'result' as result, to_jsonb(r)->'answer' as answer
        from optimizer_runs r order by input is null`,
      );
    for (const input of [{ question: { kind: 'FRONTIER' } }, null])
      await asOwner(
        database,
        `insert into optimizer_runs (tenant_id, id, created_at, created_by, options, problem_hash, input_hash,
           kind, state, input, result)
         values ($1, gen_random_uuid(), now(), 'a-user', '{}', '', '', 'TRIAL', 'DONE', $2, '{"points": []}')`,
        [tenant, input],
      );
    await source.runMigrations();
    expect(await outputs()).toEqual([
      { result: null, answer: { kind: 'FRONTIER', value: { points: [] } } },
      { result: { points: [] }, answer: null },
    ]);
    for (const _ of migrations.slice(step)) await source.undoLastMigration();
    expect(await outputs()).toEqual([
      { result: { points: [] }, answer: null },
      { result: { points: [] }, answer: null },
    ]);
    await source.runMigrations();
    await source.query('delete from tenants where id = $1', [tenant]);
  });

  it('taxes the foreign current accounts and savings books that owed no stamp duty, and no other account', async () => {
    const step = migrations.findIndex(({ name }) => name === 'TaxForeignAccounts1790000202000');
    for (const _ of migrations.slice(step)) await source.undoLastMigration();
    const tenant = randomUUID();
    await source.query(
      `insert into tenants (id, code, name, created_at) values ($1, 'abroad', 'Household', now())`,
      [tenant],
    );
    await asOwner(
      database,
      `with bank as (
         insert into banks (tenant_id, id, name, guarantee_scheme, stamp_duty_method)
         values ($1, gen_random_uuid(), 'Bank', 'FITD', 'ACTUAL_DAYS') returning id),
       of as (
         insert into account_groups (tenant_id, id, name, sort_order)
         values ($1, gen_random_uuid(), 'Group', 0) returning id)
       insert into accounts (tenant_id, id, name, bank_id, account_group_id, iban, kind, duty_regime,
         duty_paid_by_bank, duty_base, rates, interest_basis, min_balance_cents, monthly_fee_cents,
         transfer_fee_cents, transfer_lead_days, can_send, can_receive, active)
       select $1, gen_random_uuid(), a.name, bank.id, of.id, a.iban, a.kind, 'NONE', false, 'PRUDENT', '[]',
         'ACT_ACT', 0, 0, 0, 1, true, true, true
       from bank, of, (values
         ('abroad', 'LT121000011101001000', 'CURRENT'),
         ('deposit', 'DE89370400440532013000', 'DEPOSIT_FREE'),
         ('italian', 'IT60X0542811101000000123456', 'CURRENT'),
         ('unnamed', null, 'CURRENT')) as a (name, iban, kind)`,
      [tenant],
    );
    await source.runMigrations();
    expect(
      await asOwner(
        database,
        'select name, duty_regime as regime, version from accounts where tenant_id = $1 order by name',
        [tenant],
      ),
    ).toEqual([
      { name: 'abroad', regime: 'FIXED', version: 2 },
      { name: 'deposit', regime: 'NONE', version: 1 },
      { name: 'italian', regime: 'NONE', version: 1 },
      { name: 'unnamed', regime: 'NONE', version: 1 },
    ]);
    await source.query('delete from tenants where id = $1', [tenant]);
  });

  it('makes one person of each holder of a household, and names them again when undone', async () => {
    const step = migrations.findIndex(({ name }) => name === 'AddPersons1790000191000');
    for (const _ of migrations.slice(step)) await source.undoLastMigration();
    const tenants = [randomUUID(), randomUUID()];
    for (const [index, id] of tenants.entries())
      await source.query(
        `insert into tenants (id, code, name, created_at) values ($1, $2, 'Household', now())`,
        [id, `persons${index}`],
      );
    for (const [tenant, order, holders] of [
      [tenants[0], 0, ['Anna  Rossi', 'Bruno']],
      [tenants[0], 1, ['anna rossi']],
      [tenants[1], 0, ['Anna Rossi']],
    ])
      await asOwner(
        database,
        `insert into account_groups (tenant_id, id, name, holders, sort_order)
         values ($1, gen_random_uuid(), $2::text, $3, $2::int)`,
        [tenant, order, holders],
      );
    await asOwner(
      database,
      `insert into tax_persons values ($1, 'Anna Rossi', 'DECLARANT', '1980-03-01'), ($1, 'Carla', 'CHILD', null)`,
      [tenants[0]],
    );
    await source.runMigrations();
    const persons = await asOwner(
      database,
      `select name, role, to_char(born_on, 'YYYY-MM-DD') as born,
         array(select g.sort_order from account_group_holders h
           join account_groups g on g.tenant_id = h.tenant_id and g.id = h.account_group_id
           where h.tenant_id = p.tenant_id and h.person_id = p.id order by 1) as groups
       from persons p order by tenant_id = $1 desc, name`,
      [tenants[0]],
    );
    expect(persons).toEqual([
      { name: 'Anna Rossi', role: 'DECLARANT', born: '1980-03-01', groups: [0, 1] },
      { name: 'Bruno', role: 'OTHER', born: null, groups: [0] },
      { name: 'Carla', role: 'CHILD', born: null, groups: [] },
      { name: 'Anna Rossi', role: 'OTHER', born: null, groups: [0] },
    ]);
    for (const _ of migrations.slice(step)) await source.undoLastMigration();
    const groups = await asOwner(
      database,
      'select holders from account_groups order by tenant_id = $1 desc, sort_order',
      [tenants[0]],
    );
    expect(groups).toEqual([
      { holders: ['Anna Rossi', 'Bruno'] },
      { holders: ['Anna Rossi'] },
      { holders: ['Anna Rossi'] },
    ]);
    await source.runMigrations();
    for (const id of tenants) await source.query('delete from tenants where id = $1', [id]);
    expect(await asOwner(database, 'select 1 from account_group_holders')).toEqual([]);
  });

  it('keeps sign-ins through the undoing of second factors, and requires none afterwards', async () => {
    const step = migrations.findIndex(({ name }) => name === 'AddSecondFactors1790000093000');
    const [tenant, user, session] = [randomUUID(), randomUUID(), randomUUID()];
    await source.query(
      `insert into tenants (id, code, name, created_at, second_factor_required) values ($1, 'passkeys', 'P', now(), true)`,
      [tenant],
    );
    await source.query(
      `insert into users (id, username, name, email, language, created_at)
       values ($1, 'ada', 'Ada', 'ada@example.org', 'it', now())`,
      [user],
    );
    await source.query(
      `insert into memberships (tenant_id, user_id, roles_changed_at, created_at) values ($1, $2, now(), now())`,
      [tenant, user],
    );
    await source.query(
      `insert into sessions (id, tenant_id, user_id, method, client, address, created_at, refreshed_at, expires_at, two_factor)
       values ($1, $2, $3, 'PASSKEY', 'web', '', now(), now(), now() + interval '1 hour', true)`,
      [session, tenant, user],
    );
    await source.query(
      `insert into logins (id, user_id, tenant_id, at, address, client, method)
       values (gen_random_uuid(), $1, $2, now(), '', 'web', 'PASSKEY')`,
      [user, tenant],
    );
    await source.query(
      `insert into second_factors (id, user_id, kind, name, created_at, sealed_secret)
       values (gen_random_uuid(), $1, 'TOTP', 'Phone', now(), 'sealed')`,
      [user],
    );
    for (const _ of migrations.slice(step)) await source.undoLastMigration();
    const methods = `select method from sessions where id = $1
      union all select method from logins where user_id = (select user_id from sessions where id = $1)`;
    expect(await source.query(methods, [session])).toEqual([{ method: 'PASSWORD' }, { method: 'PASSWORD' }]);
    await expect(
      source.query(`update sessions set method = 'PASSKEY' where id = $1`, [session]),
    ).rejects.toThrow('sessions_method_check');
    await source.runMigrations();
    expect(
      await source.query(
        `select s.method, s.two_factor, t.second_factor_required, needs_second_factor(s.id) as needed,
           (select count(*)::int from second_factors where user_id = s.user_id) as factors
         from sessions s join tenants t on t.id = s.tenant_id where s.id = $1`,
        [session],
      ),
    ).toEqual([
      { method: 'PASSWORD', two_factor: false, second_factor_required: false, needed: false, factors: 0 },
    ]);
    await source.query(`update sessions set method = 'PASSKEY' where id = $1`, [session]);
    await source.query('update tenants set second_factor_required = true where id = $1', [tenant]);
    await source.query(`update sessions set method = 'PASSWORD' where id = $1`, [session]);
    const [row] = await source.query<{ needed: boolean }[]>('select needs_second_factor($1) as needed', [
      session,
    ]);
    expect(row?.needed).toBe(true);
  });
});
