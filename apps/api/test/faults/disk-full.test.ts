import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

const MIB = 1024 * 1024;
const DISK_MIB = 256;
const BULK = 300;
/** What an ordinary household's archive holds, several times over: it does not fit into what is left. */
const ARCHIVE_OPERATIONS = 6000;

/** A disk of its own, small enough to be filled. */
class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'fibado-disk-'));
  readonly #filler = join(this.folder, 'filler');

  constructor() {
    const done = spawnSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=${DISK_MIB}m,mode=755`,
      'tmpfs',
      this.folder,
    ]);
    if (done.status !== 0) throw new Error(`A disk could not be made: ${done.stderr.toString()}`);
    chmodSync(this.folder, 0o755);
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Leaves so many bytes free. */
  fill(leave: number): void {
    writeFileSync(this.#filler, Buffer.alloc(Math.max(0, this.freeBytes - leave), 1));
  }

  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  remove(): void {
    spawnSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

describe.each([
  { what: 'data', walApart: true },
  { what: 'data and its log', walApart: false },
])('a full disk below the $what', ({ walApart }) => {
  const disk = new SmallDisk();
  const elsewhere = mkdtempSync(join(tmpdir(), 'fibado-wal-'));
  let server: EmbeddedPostgres;
  let app: TestApp;

  beforeAll(async () => {
    const folder = join(disk.folder, 'postgres');
    const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };
    server = await startEmbeddedPostgres({ folder, password: 'owner', settings });
    if (walApart) {
      await server.stop();
      moveWal(join(folder, 'data/pg_wal'), join(elsewhere, 'pg_wal'));
      server = await startEmbeddedPostgres({ folder, password: 'owner', settings });
    }
    await migrate(server.url, TEST_APP_LOGIN);
    app = await createTestAppOn(testDatabaseAt(server.url));
  }, 120_000);
  afterAll(async () => {
    disk.empty();
    await app.close();
    await server.stop();
    disk.remove();
    rmSync(elsewhere, { recursive: true, force: true });
  }, 120_000);

  it('refuses uploads and writes in words, keeps nothing by halves, reads on, and goes on when there is room', async () => {
    const home = await TestHousehold.create(app);
    const { first } = await home.simple();
    const operations = (count: number, description: string) =>
      Array.from({ length: count }, (_, i) =>
        home.anOperation(first.id, { amountCents: i + 1, description }),
      );
    const acknowledged = new Set<string>();
    const refused = new Map<string, string>();
    const bulk = async () => {
      const marker = `bulk ${randomUUID()}`.padEnd(180, '.');
      const { status, body } = await home.post('operations/save-bulk', {
        operations: operations(BULK, marker),
      });
      if (status === 200) acknowledged.add(marker);
      else refused.set(marker, body.error as string);
      return status;
    };
    expect(await bulk()).toBe(200);
    // An archive to upload, made while there is room.
    const rich = await TestHousehold.create(app);
    const { first: account } = await rich.simple();
    for (let i = 0; i < ARCHIVE_OPERATIONS / BULK; i += 1)
      await rich
        .post('operations/save-bulk', {
          operations: operations(BULK, `archive ${i}`.padEnd(180, '.')).map((one) => ({
            ...one,
            accountId: account.id,
          })),
        })
        .expect(200);
    const archive = await rich.get('exports/archive').buffer(true).parse(asBytes).expect(200);
    const upload = (to: TestHousehold) =>
      app
        .as(to.user)
        .post('/api/finance/exports/load-archive')
        .attach('file', archive.body as Buffer, 'casa.zip');
    const empty = await TestHousehold.create(app);

    disk.fill(MIB);
    const told = await upload(empty);
    expect([507, 503]).toContain(told.status);
    for (let i = 0; i < 40 && refused.size < 3; i += 1) await bulk();
    expect(refused.size).toBeGreaterThanOrEqual(3);
    const words = new Set([told.body.error as string, ...refused.values()]);
    if (walApart) {
      expect([...words]).toEqual(['STORAGE_FULL']);
      // Reading needs no room, and the process is well.
      await home.get('operations/get/2026-10-01').expect(200);
      const ready = await app.as(null).get('/api/health/ready').expect(200);
      expect(ready.body).toMatchObject({ status: 'degraded', checks: { database: 'UP', storage: 'DOWN' } });
    } else for (const word of words) expect(['STORAGE_FULL', 'SERVICE_UNAVAILABLE']).toContain(word);

    disk.empty();
    let status = await bulk();
    for (let i = 0; i < 120 && status !== 200; i += 1) {
      await sleep(500);
      status = await bulk();
    }
    expect(status).toBe(200);
    await upload(empty).expect(200);
    await sleep(5000);
    const well = await app.as(null).get('/api/health/ready').expect(200);
    expect(well.body).toMatchObject({ checks: { storage: 'UP' } });

    const rows = await asOwner<{ description: string; count: number }>(
      app.database,
      `select description, count(*)::int as count from operations where tenant_id = $1 group by 1`,
      [home.user.tenantId],
    );
    const stored = new Map(rows.map((row) => [row.description, row.count]));
    // A commit whose answer was lost may stand whole; nothing stands by halves, and nothing acknowledged is missing.
    for (const marker of acknowledged) expect([marker, stored.get(marker)]).toEqual([marker, BULK]);
    for (const [marker, count] of stored) expect([marker, count]).toEqual([marker, BULK]);
    for (const [marker, word] of refused) if (word === 'STORAGE_FULL') expect(stored.has(marker)).toBe(false);
  }, 240_000);
});

/** The log's files to another disk, as an administrator would; the server must not run. */
function moveWal(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const owner = spawnSync('chown', ['-R', '--reference', from, to]);
  if (owner.status !== 0) throw new Error(owner.stderr.toString());
  rmSync(from, { recursive: true });
  mkdirSync(join(to, '..'), { recursive: true });
  chmodSync(join(to, '..'), 0o755);
  symlinkSync(to, from);
}

function asBytes(response: unknown, done: (error: Error | null, bytes: Buffer) => void): void {
  const parts: Buffer[] = [];
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => done(null, Buffer.concat(parts)));
}
