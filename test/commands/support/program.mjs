import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createHash, createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.mjs';

export { freePort };

export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Modules of the API's own, which the tests need too. */
export const requireFromApi = createRequire(join(root, 'apps/api/package.json'));
const running = new Set();

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A program of the product, `npm start` unless told, as the shell would run it, in a process group of its own. */
export function start(env, command = ['npm', 'start', '--silent']) {
  const child = spawn(command[0], command.slice(1), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  const program = { child, output: '' };
  const collect = (chunk) => (program.output += chunk);
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  program.ended = new Promise((resolve) =>
    child.on('exit', (code, signal) => resolve({ code, signal })),
  ).then(async (how) => {
    await groupGone(child.pid);
    running.delete(child);
    return how;
  });
  /** Waits for its end. @throws with what it said, when it did not end by itself and well. */
  program.endedWell = async () => {
    const { code, signal } = await program.ended;
    if (code !== 0) throw new Error(`Ended with ${signal ?? code}:\n${program.output}`);
  };
  program.ready = async () => {
    const until = Date.now() + 150_000;
    while (!/Fibado is ready at/.test(program.output)) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`Not ready:\n${program.output}`);
      await pause(50);
    }
  };
  program.signal = (name) => process.kill(-child.pid, name);
  return program;
}

/** Ends what a test left running. */
export async function stopAll() {
  for (const child of running) {
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // Already gone.
    }
  }
  for (let i = 0; i < 300 && running.size > 0; i += 1) await pause(100);
}

export const postgresPid = (data) => {
  const file = join(data, 'postgres', 'data', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
};

/** Address of a running instance's embedded server as its owner. */
export function ownerUrl(data, database, secret = readFileSync(join(data, 'secret'), 'utf8').trim()) {
  const password = createHmac('sha256', createHash('sha256').update(secret).digest())
    .update('postgres-owner')
    .digest('base64url');
  const port = readFileSync(join(data, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://fibado:${password}@127.0.0.1:${port}/${database}`;
}

/** Runs one statement as the owner. */
export async function query(url, sql, values = []) {
  const pg = requireFromApi('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** The ordinary account of `seedHousehold`; its password is the demonstration's. */
export const HOUSEHOLD = 'casa';

/**
 * Fills a data folder, or a database, with the demonstration household under an ordinary account: one whose login works
 * on an instance that others can reach, too.
 * @param databaseUrl the owner's address of the database; unset: the embedded one of the data folder.
 */
export async function seedHousehold(env, databaseUrl) {
  const seed = { ...env, DEMO: 'true', HOST: '127.0.0.1', PORT: String(await freePort()), TRUST_PROXY: '0' };
  const program = start(seed, [process.execPath, 'scripts/serve.mjs']);
  await program.ready();
  await query(
    databaseUrl ?? ownerUrl(env.FIBADO_DATA, 'fibado'),
    `update users set demonstration = false, username = $1 where username = 'demo'`,
    [HOUSEHOLD],
  );
  program.signal('SIGTERM');
  await program.ended;
}

export const alive = (pid) => {
  try {
    // A zombie still has a pid: its state tells.
    return process.platform === 'linux'
      ? !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
      : (process.kill(pid, 0), true);
  } catch {
    return false;
  }
};

export async function gone(pid) {
  for (let i = 0; i < 100 && alive(pid); i += 1) await pause(100);
  return !alive(pid);
}

/** npm may be gone before the program it started. */
async function groupGone(pgid) {
  for (let i = 0; i < 300; i += 1) {
    try {
      process.kill(-pgid, 0);
    } catch {
      return;
    }
    await pause(100);
  }
}

export const call = async (port, path, { token, body, method = body ? 'POST' : 'GET' } = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { msfauth: `Bearer ${token}` } : {}),
    },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
};

/** The token of a session, the demonstration household's unless told. */
export const signIn = async (port, username = 'demo', password = 'fibado-demo') => {
  const { body } = await call(port, '/api/user/token/generate', {
    body: { username, password, tokenClient: 'test' },
  });
  return body.token;
};
