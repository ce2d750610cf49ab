import { migrations } from '@fibado/migrations';
import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { StartError, unreachable } from '../start-error.js';
import { type AppLogin, ensureAppRole, isRefusal, requireOwnership } from './app-role.js';
import { SteadyClient } from './steady-client.js';

export interface MigrateOptions {
  readonly only?: ReadonlySet<string>;
  readonly beforeUpgrade?: () => Promise<void>;
}

/** Any constant: two processes that start together migrate one after the other. */
const MIGRATION_LOCK = 4_601_998;

/**
 * Brings the schema up to date as the database's owner, and sees to the role the API itself works under: a
 * login that owns nothing and cannot bypass row-level security.
 * @param only the migrations to know, by name; all of them unless a backup of an older program is read.
 * @param beforeUpgrade called once, under the lock, before a schema that is there already is changed.
 * @returns the names of the migrations that ran.
 */
export async function migrate(
  ownerUrl: string,
  app: AppLogin,
  { only, beforeUpgrade }: MigrateOptions = {},
): Promise<string[]> {
  const wanted = migrations.filter((migration) => !only || only.has(migration.name));
  const source = new DataSource({
    type: 'postgres',
    // Given, because TypeORM would look for it beside the bundle.
    driver: pg,
    url: ownerUrl,
    migrations: wanted as unknown as (new () => MigrationInterface)[],
    migrationsTransactionMode: 'each',
    poolSize: 2,
    extra: { Client: SteadyClient, options: `-c fibado.app_role=${app.role} -c app.platform=on` },
    poolErrorHandler: () => undefined,
  });
  await source.initialize().catch((error: unknown) => {
    throw unreachable(ownerUrl, error);
  });
  const lock = source.createQueryRunner();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await requireOwnership(source);
    const done = await refuseNewerSchema(source);
    await ensureAppRole(source, ownerUrl, app);
    if (done.size > 0 && wanted.some(({ name }) => !done.has(name))) await beforeUpgrade?.();
    const ran = await source.runMigrations();
    // The API tells by it whether the schema is still the one it was written for.
    await source.query(`grant select on migrations to "${app.role}"`);
    await openForBackups(source);
    return ran.map((migration) => migration.name);
  } catch (error) {
    if (isRefusal(error)) throw new StartError(`The database refused a migration: ${error.message}.`);
    throw error;
  } finally {
    await lock.release();
    await source.destroy();
  }
}

/** An older program on a newer schema would write what the newer one does not expect. @returns the migrations done. */
async function refuseNewerSchema(source: DataSource): Promise<ReadonlySet<string>> {
  const table = await source.query<{ name: string | null }[]>(
    `select to_regclass('migrations')::text as name`,
  );
  if (!table[0]?.name) return new Set();
  const known = new Set(migrations.map((migration) => migration.name));
  const done = await source.query<{ name: string }[]>('select name from migrations');
  const unknown = done.filter((row) => !known.has(row.name)).map((row) => row.name);
  if (unknown.length > 0)
    throw new StartError(
      `The database is newer than this program (it knows ${unknown.join(', ')}): upgrade Fibado.`,
    );
  return new Set(done.map(({ name }) => name));
}

/**
 * Forced policies hold for an owner that is no superuser, too, and a backup needs every row. The policy is for the owner
 * alone, so that the API's queries are not planned with it, and for sessions that say they make a backup.
 */
async function openForBackups(source: DataSource): Promise<void> {
  const closed = await source.query<{ name: string }[]>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and not exists (
      select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'backup'
        and p.polroles @> array(select oid from pg_roles where rolname = current_user))`);
  for (const { name } of closed)
    await source.query(`
      drop policy if exists backup on ${name};
      create policy backup on ${name} for select to current_user
        using (current_setting('fibado.backup', true) = 'on')`);
}
