import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/platform/database/migrate.js';
import {
  asOwner,
  createEmptyDatabase,
  createTestDatabase,
  TEST_APP_LOGIN,
  type TestDatabase,
} from '../support/database.js';

const LOADER = new URL('../../../../scripts/typescript.mjs', import.meta.url).href;
const SCRIPT = fileURLToPath(new URL('./migrate-process.ts', import.meta.url));

/** Tables, columns, policies and constraints: what a schema is made of. */
const shape = (database: TestDatabase) =>
  asOwner(
    database,
    `select 'column' as what, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as it
       from information_schema.columns where table_schema = 'public'
     union all select 'policy', tablename || ' ' || policyname || ' ' || coalesce(qual, '') from pg_policies
     union all select 'constraint', conrelid::regclass::text || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'grant', table_name || ' ' || privilege_type from information_schema.role_table_grants
       where grantee = '${TEST_APP_LOGIN.role}'
     union all select 'migration', name from migrations
     order by 1, 2`,
  );

describe('a process killed while it migrates', () => {
  it('leaves a database the next start finishes', async () => {
    const database = await createEmptyDatabase();
    for (let round = 0; round < 8; round += 1) {
      const child = spawn(
        process.execPath,
        ['--no-warnings', '--import', LOADER, SCRIPT, database.ownerUrl, JSON.stringify(TEST_APP_LOGIN)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
      await new Promise((resolve) => setTimeout(resolve, 25 * round));
      child.kill('SIGKILL');
      await ended;
    }
    await migrate(database.ownerUrl, TEST_APP_LOGIN);
    const whole = await createTestDatabase();
    expect(await shape(database)).toEqual(await shape(whole));
    await database.drop();
    await whole.drop();
  }, 120_000);

  it('lets several processes start at once: each migration runs once', async () => {
    const database = await createEmptyDatabase();
    const ran = await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl, TEST_APP_LOGIN)));
    const names = ran.flat();
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    await database.drop();
  }, 60_000);
});
