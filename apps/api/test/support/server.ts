import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { TEST_APP_LOGIN, TEMPLATE_DATABASE } from './database.js';

/** A file system in memory, where there is one. */
const MEMORY = '/dev/shm';
/** Bytes the server's files must have room in several times over: they take a quarter of this. */
const ROOM = 2 ** 30;
const PASSWORD = 'test-owner';

const running: { server?: EmbeddedPostgres; folder?: string } = {};

/** One real PostgreSQL for all test files, with a migrated template each file copies. */
export async function startTestServer(): Promise<void> {
  // A run that is interrupted tears nothing down by itself, and the server is no child that would end with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stopTestServer().finally(() => process.exit(1)));
  running.folder = mkdtempSync(join(serverPlace(), 'fibado-pg-'));
  running.server = await startEmbeddedPostgres({
    folder: join(running.folder, 'postgres'),
    password: PASSWORD,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '128MB',
      // Its launcher would visit a hundred short-lived databases in turn.
      autovacuum: 'off',
      // Tests connect thousands of times, and their passwords are no secrets.
      scram_iterations: '1',
    },
  });
  const template = new URL(running.server.url);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  const client = new pg.Client({ connectionString: running.server.url });
  await client.connect();
  // Its hash is from before the server ran with those settings.
  await client.query(`alter role current_user password '${PASSWORD}'`);
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(template.href, TEST_APP_LOGIN);
  process.env['FIBADO_TEST_SERVER'] = running.server.url;
}

/** A copy of the template is a thousand files, made ten times faster in memory than on a disk. */
function serverPlace(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ROOM) return MEMORY;
  } catch {
    // There is none.
  }
  return tmpdir();
}

export async function stopTestServer(): Promise<void> {
  await running.server?.stop();
  if (running.folder) rmSync(running.folder, { recursive: true, force: true });
}
