/** The Keycloak of the suite: one process for all its files, which make realms of their own in it. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../scripts/free-port.mjs';

export const REALM_FILE = fileURLToPath(
  new URL('../../../../deploy/keycloak/fibado-realm.json', import.meta.url),
);
export const IMPORTED_REALM = 'fibado';
export const KEYCLOAK_ADMIN = { username: 'admin', password: 'admin-of-the-test' };
/** Seconds on a free machine, minutes on a busy one. */
const START_MS = 400_000;

/**
 * Starts Keycloak with the realm the compose file uses, on a free port of loopback and in a folder of its own.
 * @param {string} distribution folder of the unpacked distribution
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startKeycloak(distribution) {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-keycloak-'));
  // Keycloak builds itself for its options inside its own folder: the cached one stays as it was fetched.
  cpSync(distribution, folder, { recursive: true });
  mkdirSync(join(folder, 'data/import'), { recursive: true });
  cpSync(REALM_FILE, join(folder, 'data/import/fibado-realm.json'));
  const port = await freePort();
  const options = ['--http-host', '127.0.0.1', '--http-port', String(port), '--cache', 'local'];
  const child = spawn(
    'bash',
    [join(folder, 'bin/kc.sh'), 'start-dev', '--import-realm', ...options, '--log-level', 'warn'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: {
        ...process.env,
        KC_BOOTSTRAP_ADMIN_USERNAME: KEYCLOAK_ADMIN.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: KEYCLOAK_ADMIN.password,
        JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx768m',
        // A server that lives for minutes is not worth the optimizing compiler.
        JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-4000)));
  const url = `http://127.0.0.1:${port}`;
  const close = () => stop(child, folder);
  try {
    await ready(url, child);
    return { url, close };
  } catch (error) {
    await close();
    throw new Error(`Keycloak did not start: ${output}`, { cause: error });
  }
}

async function stop(child, folder) {
  if (child.pid !== undefined && child.exitCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    // The script and the Java machine it started, which are a group of their own.
    process.kill(-child.pid, 'SIGTERM');
    const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 20_000);
    await gone;
    clearTimeout(late);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}

async function ready(url, child) {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
    const isThere = await fetch(`${url}/realms/${IMPORTED_REALM}/.well-known/openid-configuration`).then(
      (response) => response.ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('It took too long');
}
