import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '@fibado/migrations';
import { readEnv } from '../../src/config/env.js';
import { restore } from '../../src/platform/backup/archive.js';
import { backupBeforeUpgrade } from '../../src/platform/backup/upgrade-backup.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { VERSION } from '../../src/platform/version.js';
import { createTestAppOn } from '../support/app.js';
import { asOwner, createEmptyDatabase, TEST_APP_LOGIN, type TestDatabase } from '../support/database.js';

const NEWEST = migrations.at(-1)?.name ?? '';

// A database as the program before left it: without the newest migration, and with people in it.
describe('an upgrade', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-upgrade-'));
  const databases: TestDatabase[] = [];
  const told: string[] = [];
  let database: TestDatabase;
  const empty = async () => {
    const made = await createEmptyDatabase();
    databases.push(made);
    return made;
  };
  const upgrade = (name: string) => {
    const env = readEnv({ FIBADO_DATA: join(folder, name) });
    const now = new Date('2026-11-22T10:00:00Z');
    return migrate(database.ownerUrl, TEST_APP_LOGIN, {
      beforeUpgrade: () => backupBeforeUpgrade(env, database.ownerUrl, now, (line) => told.push(line)),
    });
  };
  const done = async () =>
    (await asOwner<{ name: string }>(database, 'select name from migrations order by id')).map(
      ({ name }) => name,
    );

  beforeAll(async () => {
    database = await empty();
    const older = new Set(migrations.map(({ name }) => name).filter((name) => name !== NEWEST));
    await migrate(database.ownerUrl, TEST_APP_LOGIN, { only: older });
    await asOwner(
      database,
      `insert into tenants (id, code, name, created_at) values (gen_random_uuid(), 'here', 'Here', now());
       insert into audit (at, actor_username, action, entity, entity_id) values (now(), 'a', 'b', 'c', 'd')`,
    );
  });
  afterAll(async () => {
    for (const one of databases) await one.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('changes nothing when the backup cannot be written', async () => {
    writeFileSync(join(folder, 'blocked'), '');
    await expect(upgrade('blocked')).rejects.toThrow(/^The backup before the upgrade cannot be written/);
    expect(await done()).not.toContain(NEWEST);
    expect(told).toEqual([]);
  });

  it('writes a backup of the schema before, once, that restores', async () => {
    expect(await upgrade('data')).toEqual([NEWEST]);
    const backups = join(folder, 'data/backups');
    const file = join(backups, 'fibado-20261122T100000Z.backup');
    expect(told).toEqual([`Backup before the upgrade: ${file}`]);
    expect(await upgrade('data')).toEqual([]);
    expect(readdirSync(backups)).toHaveLength(1);
    const target = await empty();
    const manifest = await restore(target.ownerUrl, TEST_APP_LOGIN, file, { version: VERSION });
    expect(manifest.migrations).not.toContain(NEWEST);
    expect(await asOwner(target, 'select code from tenants')).toEqual([{ code: 'here' }]);
    const app = await createTestAppOn({ ...target, drop: () => Promise.resolve() });
    await app.as(null).get('/api/health/ready').expect(200);
    await app.close();
  });

  it('writes none for a database without a schema', async () => {
    const fresh = await empty();
    let called = false;
    await migrate(fresh.ownerUrl, TEST_APP_LOGIN, {
      beforeUpgrade: () => Promise.resolve(void (called = true)),
    });
    expect(called).toBe(false);
  });
});
