import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/platform/database/free-port.js';

const PASSWORD = 'super-password';
const binaries = (version: number): string => `/usr/lib/postgresql/${version}/bin`;

export const hasDebianPostgres = (version: number): boolean => existsSync(join(binaries(version), 'initdb'));

/** A server from Debian's packages, on loopback and a free port. @returns its address as superuser. */
export async function startDebianPostgres(version: number): Promise<{ readonly url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), `fibado-pg${version}-`));
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  const identity = process.getuid?.() === 0 ? { uid: Number(uid), gid: Number(gid) } : {};
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid);
  const run = (program: string, ...args: string[]) => {
    const done = spawnSync(join(binaries(version), program), args, {
      ...identity,
      cwd: '/',
      // The server keeps what it inherits: a pipe would not end with pg_ctl.
      stdio: program === 'pg_ctl' ? 'ignore' : 'pipe',
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}`);
  };
  const data = join(folder, 'data');
  const port = await freePort();
  const password = join(folder, 'password');
  writeFileSync(password, PASSWORD);
  run(
    'initdb',
    '-D',
    data,
    '-U',
    'super',
    '--auth=scram-sha-256',
    `--pwfile=${password}`,
    '-E',
    'UTF8',
    '-N',
  );
  run(
    'pg_ctl',
    'start',
    '-D',
    data,
    '-w',
    '-s',
    '-l',
    join(folder, 'log'),
    '-o',
    [
      `-c port=${port}`,
      '-c listen_addresses=127.0.0.1',
      '-c unix_socket_directories=',
      '-c fsync=off',
      '-c shared_buffers=32MB',
    ].join(' '),
  );
  return {
    url: `postgres://super:${PASSWORD}@127.0.0.1:${port}/postgres`,
    stop: () => {
      run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w', '-s');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
