/** What both commands need first: a Node that is new enough, and the dependencies of the lockfile. */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import util from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));
const MINIMUM = [20, 19];

/**
 * Takes settings from `.env`, the file docker compose reads, where the environment has none: what is given for one start
 * wins. `FIBADO_ENV_FILE` names another file, or, empty, none.
 */
export function readSettings() {
  const file = process.env.FIBADO_ENV_FILE ?? join(root, '.env');
  if (!file || !existsSync(file)) return;
  for (const [name, value] of Object.entries(util.parseEnv(readFileSync(file, 'utf8'))))
    if (!process.env[name] && !process.env[`${name}_FILE`]) process.env[name] = value;
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return;
  console.error(`Fibado needs Node ${MINIMUM.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs with the pinned pnpm when the lockfile is not the one installed from. */
export function installDependencies() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(process.platform + process.arch + process.versions.modules)
    .digest('hex');
  const stamp = join(root, 'node_modules', '.cache', 'installed-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing dependencies (once)');
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const done = spawnSync(
    npx,
    ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: { ...process.env, CI: 'true' },
    },
  );
  if (done.status !== 0) {
    console.error(`${done.stdout ?? ''}\n${done.stderr ?? ''}`.trim());
    console.error('The dependencies could not be installed; the lines above say why.');
    process.exit(1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}
