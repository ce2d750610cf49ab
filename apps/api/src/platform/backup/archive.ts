import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { migrations } from '@fibado/migrations';
import { Decrypter, Encrypter } from 'age-encryption';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import * as tar from 'tar';
import { z } from 'zod';
import type { Env } from '../../config/env.js';
import type { AppLogin } from '../database/app-role.js';
import { migrate } from '../database/migrate.js';
import { SteadyClient } from '../database/steady-client.js';
import { StartError, unreachable } from '../start-error.js';
import { columnList, quoted, tablesInOrder } from './tables.js';

const MANIFEST = 'manifest.json';
const FORMAT = 1;
/** An age file says so in its first bytes. */
const AGE_MAGIC = 'age-encryption.org/';

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      sha256: z.string(),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;

export interface BackupOptions {
  readonly version: string;
  readonly now: Date;
  readonly lock?: BackupLock | undefined;
}

/** What a backup is encrypted with, and so authenticated: a passphrase, or an age recipient (`age1…`). */
export type BackupLock = { readonly passphrase: string } | { readonly recipient: string };

/** What the settings ask for; a recipient protects more, since the machine cannot read its own backups then. */
export function lockOf({
  BACKUP_PASSPHRASE: passphrase,
  BACKUP_RECIPIENT: recipient,
}: Pick<Env, 'BACKUP_PASSPHRASE' | 'BACKUP_RECIPIENT'>): BackupLock | undefined {
  if (recipient !== undefined) return { recipient };
  return passphrase === undefined ? undefined : { passphrase };
}

/** What opens an encrypted one. */
export interface BackupKeys {
  readonly passphrase?: string | undefined;
  /** An age identity, `AGE-SECRET-KEY-1…`. */
  readonly identity?: string | undefined;
}

/**
 * Writes every row of every table, as of one moment, into one compressed file. It needs no tool of PostgreSQL's
 * and works while the product is in use.
 * @param ownerUrl a role that sees past row-level security.
 */
export async function backup(ownerUrl: string, file: string, options: BackupOptions): Promise<Manifest> {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-backup-'));
  const unfinished = `${file}.unfinished`;
  try {
    const manifest = await withClient(ownerUrl, (client) => copyOut(client, folder, options));
    await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
    const members = [MANIFEST, ...manifest.tables.map((table) => `${table.name}.copy`)];
    const packed = tar.create({ gzip: true, cwd: folder, portable: true }, members);
    const plain = Readable.from(packed);
    const bytes = options.lock ? await encrypted(plain, options.lock) : plain;
    // A reader never sees half a backup under its final name.
    await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, file);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(unfinished, { force: true });
  }
}

async function copyOut(client: Client, folder: string, options: BackupOptions): Promise<Manifest> {
  await seeEveryRow(client);
  await client.query('begin isolation level repeatable read read only');
  const [schema] = (
    await client.query<{ name: string | null }>(`select to_regclass('public.migrations')::text as name`)
  ).rows;
  if (!schema?.name) throw new StartError('The database holds no Fibado yet: there is nothing to back up.');
  const done = await client.query<{ name: string }>('select name from migrations order by id');
  const tables: Manifest['tables'] = [];
  for (const table of await tablesInOrder(client)) {
    const hash = createHash('sha256');
    const source = client.query(
      copyTo(`copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`),
    );
    await pipeline(source, hashing(hash), createWriteStream(join(folder, `${table.name}.copy`)));
    tables.push({
      name: table.name,
      columns: [...table.columns],
      rows: source.rowCount ?? 0,
      sha256: hash.digest('hex'),
    });
  }
  await client.query('commit');
  return {
    format: FORMAT,
    version: options.version,
    createdAt: options.now.toISOString(),
    migrations: done.rows.map((row) => row.name),
    tables,
  };
}

/**
 * Fills an empty database from a backup and brings it to this program's schema. All or nothing.
 * @throws StartError when the file is damaged, from a newer program, or the database is in use.
 */
export async function restore(
  ownerUrl: string,
  app: AppLogin,
  file: string,
  keys: BackupKeys & { readonly version: string },
): Promise<Manifest> {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-restore-'));
  try {
    await unpack(file, folder, keys);
    const manifest = await readManifest(folder);
    refuseLater(manifest, keys.version);
    for (const table of manifest.tables) {
      const actual = await sha256(join(folder, `${table.name}.copy`));
      if (actual !== table.sha256)
        throw new StartError(`The backup is damaged: ${table.name} has another checksum.`);
    }
    await refuseUsed(ownerUrl);
    await migrate(ownerUrl, app, { only: new Set(manifest.migrations) });
    await withClient(ownerUrl, (client) => copyIn(client, folder, manifest));
    await migrate(ownerUrl, app);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A later version may give rows of the same schema another meaning. */
function refuseLater({ version, migrations: made }: Manifest, own: string): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = made.filter((name) => !known.has(name));
  const reason = unknown.length > 0 ? ` (it knows ${unknown.join(', ')})` : '';
  if (unknown.length > 0 || isLater(version, own))
    throw new StartError(
      `The backup is of Fibado ${version}, newer than this program${reason}: upgrade Fibado.`,
    );
}

/** Compares `1.2.3` by its numbers; what is no version is not later. */
function isLater(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number));
  const at = a?.findIndex((part, i) => part !== b?.[i]) ?? -1;
  return a !== undefined && b !== undefined && at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

async function copyIn(client: Client, folder: string, manifest: Manifest): Promise<void> {
  const known = await tablesInOrder(client);
  const missing = manifest.tables.filter((table) => !known.some((k) => k.name === table.name));
  if (missing.length > 0)
    throw new StartError(
      `The backup has tables this program does not know: ${missing.map((t) => t.name).join(', ')}.`,
    );
  const left = known.filter((table) => !manifest.tables.some((t) => t.name === table.name));
  if (left.length > 0)
    throw new StartError(`The backup is damaged: it lacks ${left.map((t) => t.name).join(', ')}.`);
  await client.query('begin');
  // No COPY into a table whose policies hold for its owner. The tables are invisible to other sessions before the
  // commit.
  const forced = known.map(({ name }) => `alter table ${quoted(name)}`);
  for (const alter of forced) await client.query(`${alter} no force row level security`);
  for (const { name } of known) {
    const table = manifest.tables.find((candidate) => candidate.name === name);
    if (!table) continue;
    const target = client.query(copyFrom(`copy ${quoted(name)} (${columnList(table)}) from stdin`));
    await pipeline(createReadStream(join(folder, `${name}.copy`)), target);
    if (target.rowCount !== table.rows) throw new StartError(`The backup is damaged: ${name} has lost rows.`);
  }
  await resetIdentities(client);
  for (const alter of forced) await client.query(`${alter} force row level security`);
  await client.query('commit');
}

/** Numbers handed out from now on lie behind the restored ones. */
async function resetIdentities(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string }>(`
    select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`);
  for (const { name, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max(${quoted(column)}), 0) + 1 from ${quoted(name)}), false)`,
      [name, column],
    );
}

/** Row-level security would silently leave rows out. */
async function seeEveryRow(client: Client): Promise<void> {
  await client.query(`set fibado.backup = 'on'`);
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c, pg_roles r
    where r.rolname = current_user and not r.rolsuper and not r.rolbypassrls
      and c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and not exists (
        select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'backup' and r.oid = any(p.polroles))`);
  if (rows.length > 0)
    throw new StartError(
      'A backup is made as the owner of the schema, once this version has started on it, or as a role with BYPASSRLS.',
    );
}

async function refuseUsed(ownerUrl: string): Promise<void> {
  const used = await withClient(ownerUrl, async (client) => {
    await client.query(`set app.platform = 'on'`);
    const table = await client.query<{ name: string | null }>(
      `select to_regclass('public.users')::text as name`,
    );
    if (!table.rows[0]?.name) return false;
    return ((await client.query('select 1 from users limit 1')).rowCount ?? 0) > 0;
  });
  if (used)
    throw new StartError(
      'This instance has users already: restore into an empty one (another data folder or database).',
    );
}

async function unpack(file: string, folder: string, keys: BackupKeys): Promise<void> {
  const isEncrypted = (await firstBytes(file, AGE_MAGIC.length)) === AGE_MAGIC;
  if (isEncrypted && !keys.identity && !keys.passphrase)
    throw new StartError(
      'The backup is encrypted: give its passphrase (BACKUP_PASSPHRASE) or age identity (BACKUP_IDENTITY).',
    );
  const bytes = createReadStream(file);
  const plain = isEncrypted ? await decrypted(bytes, keys) : bytes;
  try {
    await pipeline(plain, tar.extract({ cwd: folder, strict: true, filter: (path) => !path.includes('/') }));
  } catch (error) {
    throw new StartError(`The backup cannot be read: ${(error as Error).message}.`);
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  } catch {
    throw new StartError('The file is no backup of Fibado, or one of a newer program.');
  }
}

async function encrypted(plain: Readable, lock: BackupLock): Promise<Readable> {
  const encrypter = new Encrypter();
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase);
  else encrypter.addRecipient(lock.recipient);
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

async function decrypted(bytes: Readable, { passphrase, identity }: BackupKeys): Promise<Readable> {
  const decrypter = new Decrypter();
  if (passphrase) decrypter.addPassphrase(passphrase);
  if (identity) decrypter.addIdentity(identity);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(bytes)));
  } catch {
    throw new StartError('The backup cannot be decrypted with this passphrase or identity.');
  }
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(stream as WebStream);

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  } catch {
    return 'missing';
  }
  return hash.digest('hex');
}

async function firstBytes(file: string, length: number): Promise<string> {
  try {
    for await (const chunk of createReadStream(file, { end: length - 1 }))
      return (chunk as Buffer).toString('latin1');
  } catch {
    throw new StartError(`The backup ${file} cannot be read.`);
  }
  return '';
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new SteadyClient({ connectionString: url });
  await client.connect().catch((error: unknown) => {
    throw unreachable(url, error);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
