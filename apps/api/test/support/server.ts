import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { TEST_APP_LOGIN, TEMPLATE_DATABASE } from './database.js';

const running: { server?: EmbeddedPostgres; folder?: string } = {};

/** One real PostgreSQL for all test files, with a migrated template each file copies. */
export async function startTestServer(): Promise<void> {
  running.folder = mkdtempSync(join(tmpdir(), 'fibado-pg-'));
  running.server = await startEmbeddedPostgres({
    folder: join(running.folder, 'postgres'),
    password: 'test-owner',
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const template = new URL(running.server.url);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  const client = new pg.Client({ connectionString: running.server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(template.href, TEST_APP_LOGIN);
  process.env['FIBADO_TEST_SERVER'] = running.server.url;
}

export async function stopTestServer(): Promise<void> {
  await running.server?.stop();
  if (running.folder) rmSync(running.folder, { recursive: true, force: true });
}
