import { migrations } from '@fibado/migrations';
import { DataSource, type MigrationInterface } from 'typeorm';
import { StartError, unreachable } from '../start-error.js';
import { SteadyClient } from './steady-client.js';

export interface AppLogin {
  readonly role: string;
  readonly password: string;
}

/** Any constant: two processes that start together migrate one after the other. */
const MIGRATION_LOCK = 4_601_998;
/** PostgreSQL's code. */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Brings the schema up to date as the database's owner, and sees to the role the API itself works under: a
 * login that owns nothing and cannot bypass row-level security.
 * @param only the migrations to know, by name; all of them unless a backup of an older program is read.
 * @returns the names of the migrations that ran.
 */
export async function migrate(
  ownerUrl: string,
  app: AppLogin,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const wanted = migrations.filter((migration) => !only || only.has(migration.name));
  const source = new DataSource({
    type: 'postgres',
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
    await refuseNewerSchema(source);
    await ensureAppRole(source, app);
    const ran = await source.runMigrations();
    // The API tells by it whether the schema is still the one it was written for.
    await source.query(`grant select on migrations to "${app.role}"`);
    return ran.map((migration) => migration.name);
  } finally {
    await lock.release();
    await source.destroy();
  }
}

/** An older program on a newer schema would write what the newer one does not expect. */
async function refuseNewerSchema(source: DataSource): Promise<void> {
  const table = await source.query<{ name: string | null }[]>(
    `select to_regclass('migrations')::text as name`,
  );
  if (!table[0]?.name) return;
  const known = new Set(migrations.map((migration) => migration.name));
  const done = await source.query<{ name: string }[]>('select name from migrations');
  const unknown = done.filter((row) => !known.has(row.name)).map((row) => row.name);
  if (unknown.length > 0)
    throw new StartError(
      `The database is newer than this program (it knows ${unknown.join(', ')}): upgrade Fibado.`,
    );
}

async function ensureAppRole(source: DataSource, app: AppLogin): Promise<void> {
  // Identifier and password have alphabets checked by their makers; utility statements take no parameters.
  const role = `"${app.role}"`;
  const password = `'${app.password.replaceAll("'", "''")}'`;
  const found = await source.query<unknown[]>('select 1 from pg_roles where rolname = $1', [app.role]);
  const verb = found.length > 0 ? 'alter' : 'create';
  await source
    .query(`${verb} role ${role} login nosuperuser nocreatedb nocreaterole password ${password}`)
    .catch((error: Error & { code?: string }) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new StartError(
        `The database's owner may not ${verb} the role ${app.role}: it needs CREATEROLE (${error.message}).`,
      );
    });
  const [database] = await source.query<{ name: string }[]>('select current_database() as name');
  await source.query(`grant connect on database "${database?.name ?? ''}" to ${role}`);
  await source.query(`grant usage on schema public to ${role}`);
}

/** The address of the same database under the API's role. */
export function appUrl(ownerUrl: string, app: AppLogin): string {
  const url = new URL(ownerUrl);
  url.username = app.role;
  url.password = app.password;
  return url.href;
}

/** Default name of the API's role: one per database, as roles belong to the whole server. */
export function defaultAppRole(ownerUrl: string): string {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1)) || 'fibado';
  return `${database.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')}_app`.slice(0, 63);
}
