import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createTestAppOn, type TestApp } from '../support/app.js';
import { asOwner, TEST_APP_LOGIN, testDatabaseAt } from '../support/database.js';
import { TestHousehold } from '../support/finance.js';

describe('the database killed under load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-killed-'));
  let server: EmbeddedPostgres;
  let app: TestApp;

  beforeAll(async () => {
    server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), password: 'owner' });
    await migrate(server.url, TEST_APP_LOGIN);
    app = await createTestAppOn(testDatabaseAt(server.url));
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('keeps every write that was acknowledged, says so while it is away, and goes on without hands', async () => {
    const home = await TestHousehold.create(app);
    const acknowledged = new Set<string>();
    const unanswered = new Set<string>();
    const codes = new Map<string, number>();
    let working = true;
    const write = async (writer: number) => {
      for (let i = 0; working; i += 1) {
        const name = `banca ${writer} ${i}`;
        const { status, body } = await home.post('banks/save', home.aBank({ name }));
        if (status === 200) acknowledged.add(name);
        else {
          unanswered.add(name);
          codes.set(body.error as string, (codes.get(body.error as string) ?? 0) + 1);
          await sleep(50);
        }
      }
    };
    const writers = [0, 1, 2, 3].map(write);
    for (let death = 0; death < 3; death += 1) {
      await sleep(700);
      process.kill(server.pid, 'SIGKILL');
      await sleep(400);
      // Only the program it belongs to restarts it.
      const before = acknowledged.size;
      for (let i = 0; i < 200 && acknowledged.size === before; i += 1) await sleep(100);
      expect(acknowledged.size).toBeGreaterThan(before);
    }
    working = false;
    await Promise.all(writers);
    const stored = await asOwner<{ name: string }>(app.database, 'select name from banks');
    const names = new Set(stored.map((row) => row.name));
    expect([...acknowledged].filter((name) => !names.has(name))).toEqual([]);
    // A commit whose answer was lost may stand; nothing else may.
    expect([...names].filter((name) => !acknowledged.has(name) && !unanswered.has(name))).toEqual([]);
    expect([...codes.keys()]).toEqual(['SERVICE_UNAVAILABLE']);
  }, 120_000);
});
