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
});
