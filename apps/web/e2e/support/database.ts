import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Client {
  connect(): Promise<void>;
  query(sql: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

/** Runs a statement in the instance's embedded database as its owner: for states that take days to come about. */
export async function inDatabase(
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const folder = process.env['E2E_DATA'] ?? '';
  const [, , , port] = readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  const secret = readFileSync(join(folder, 'secret'), 'utf8').trim();
  const root = createHash('sha256').update(secret).digest();
  const password = createHmac('sha256', root).update('postgres-owner').digest('base64url');
  // The driver is the API's dependency.
  const { Client } = createRequire(join(import.meta.dirname, '../../../api/package.json'))('pg') as {
    Client: new (options: object) => Client;
  };
  const options = { host: '127.0.0.1', port: Number(port), user: 'fibado', database: 'fibado', password };
  const client = new Client(options);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
