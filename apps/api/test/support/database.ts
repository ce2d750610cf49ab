import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type AppLogin, appUrl } from '../../src/platform/database/app-role.js';

export const TEMPLATE_DATABASE = 'fibado_template';
export const TEST_APP_LOGIN: AppLogin = { role: 'fibado_test_app', password: 'test-app' };

export interface TestDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  drop(): Promise<void>;
}

function serverUrl(): string {
  const url = process.env['FIBADO_TEST_SERVER'];
  if (!url) throw new Error('These tests run under the set-up of the api project');
  return url;
}

/** The owner's connections to the databases made here: a new one for each statement takes longer than the statement. */
const owners = new Map<string, pg.Pool>();

/** The connection of this process that makes and drops databases. */
let server: pg.Pool | undefined;

async function onServer(sql: string): Promise<void> {
  server ??= poolAt(serverUrl());
  await server.query(sql);
}

/** Tests end connections and stop servers: the pool then makes a new one. */
function poolAt(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  return pool;
}

/** A database of one's own, as the migrations leave it: no test file sees another's rows. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(TEMPLATE_DATABASE);
}

/** A database without any schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  // Two copies of one template at the same moment are refused by the server: take turns.
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Copied as files: through the write-ahead log, the default, it takes three times the processor time.
      await onServer(`create database ${name} template ${template} strategy file_copy`);
      break;
    } catch (error) {
      if (attempt === 50 || (error as { code?: string }).code !== '55006') throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 + 50 * Math.random()));
    }
  }
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  const owner = poolAt(url.href);
  owners.set(url.href, owner);
  return {
    ...testDatabaseAt(url.href),
    async drop() {
      owners.delete(url.href);
      await owner.end();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** A database that is started and stopped elsewhere. */
export function testDatabaseAt(ownerUrl: string): TestDatabase {
  return { ownerUrl, appUrl: appUrl(ownerUrl, TEST_APP_LOGIN), drop: () => Promise.resolve() };
}

/** Runs SQL as the owner, past every policy: to arrange what no endpoint can, and to look at what was written. */
export async function asOwner<T extends pg.QueryResultRow>(
  database: TestDatabase,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const kept = owners.get(database.ownerUrl);
  if (kept) return (await kept.query<T>(sql, values)).rows;
  return connected(database, async (client) => (await client.query<T>(sql, values)).rows);
}

/** Does something while a table is locked against all others. */
export function whileLocked<T>(database: TestDatabase, table: string, run: () => Promise<T>): Promise<T> {
  return connected(database, async (client) => {
    // The transaction, and with it the lock, goes with the connection.
    await client.query(`begin; lock table ${client.escapeIdentifier(table)} in access exclusive mode`);
    return run();
  });
}

/** Lends a connection of the owner. */
async function connected<T>(database: TestDatabase, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
