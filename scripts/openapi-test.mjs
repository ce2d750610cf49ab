/**
 * `npm run test:openapi`: a property-based tester (schemathesis, from PyPI) tries every endpoint of a started
 * instance with values made from docs/openapi.json: no 5xx, no status and no media type that is not documented, no
 * answer that breaks its schema. The last line is `N passed, N failed`, one an endpoint. Without Python, or where
 * the tester cannot be installed, it says SKIPPED.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();

const TESTER = 'schemathesis==4.32.5';
/** Cases an endpoint; OPENAPI_CASES for a longer search. */
const CASES = process.env.OPENAPI_CASES ?? '8';
const SEED = process.env.OPENAPI_SEED ?? '20270101';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** What would end the session the tester works with, or speaks to a machine that it names itself. */
const LEFT_OUT = {
  'account.logout': 'ends the session',
  'account.changePassword': 'ends the other sessions',
  'adminEmailServer.test': 'connects to the mail server a case has just set',
};

const skip = (why) => {
  console.log(`SKIPPED the property-based test of the API: ${why}`);
  console.log('0 passed, 0 failed');
  process.exit(0);
};

function installTester() {
  const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (!python) skip('there is no Python');
  // Outside the tree, and kept: installing takes half a minute.
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fibado');
  const folder = join(cache, TESTER.replace('==', '-'));
  const program = join(
    folder,
    process.platform === 'win32' ? 'Scripts/schemathesis.exe' : 'bin/schemathesis',
  );
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  if (spawnSync(python, ['-m', 'venv', folder], quiet).status !== 0) skip('Python has no venv');
  const pip = join(folder, process.platform === 'win32' ? 'Scripts/pip.exe' : 'bin/pip');
  const installed = spawnSync(pip, ['install', '--quiet', '--disable-pip-version-check', TESTER], quiet);
  if (installed.status === 0) return program;
  rmSync(folder, { recursive: true, force: true });
  return skip(`${TESTER} cannot be installed: ${installed.stderr.trim().split('\n').at(-1)}`);
}

/** Endpoints with a failure or an error, by the tester's own report. */
function countsOf(report) {
  const operations = new Map();
  let busy = 0;
  for (const [suite] of readFileSync(report, 'utf8').matchAll(/<testcase [^]*?(?:\/>|<\/testcase>)/g)) {
    const [, name] = /name="([^"]+)"/.exec(suite) ?? [];
    const complains = /<(failure|error)\b/.test(suite);
    const excused = complains && isBusy(suite);
    if (excused) busy += 1;
    const bad = complains && !excused;
    if (name && !/<skipped\b/.test(suite)) operations.set(name, bad || operations.get(name) === true);
  }
  const names = [...operations].flatMap(([name, bad]) => (bad ? [name] : []));
  return { passed: operations.size - names.length, failed: names.length, busy, names };
}

/** Documented answers of a solver that got no turn or no time on a busy machine: counted, and no fault of the server. */
const OUT_OF_TIME = ['SOLVER_BUSY', 'NO_PLAN_IN_TIME'];

function isBusy(suite) {
  const complaints = suite.match(/- ST\d+ /g) ?? [];
  const isIt = complaints.length > 0 && complaints.every((one) => one === '- ST101 ');
  const answers =
    suite.match(/\[5\d\d\] [^]*?&quot;error&quot;:&quot;(\w+)|\[5\d\d\] [^]*?"error":"(\w+)/g) ?? [];
  return (
    isIt &&
    answers.length === complaints.length &&
    answers.every((one) => OUT_OF_TIME.some((code) => one.endsWith(code)))
  );
}

const program = installTester();
const support = await import('../test/clients/support/instance.mjs');
const instance = await support.startInstance({ SESSION_HOURS: '4', TOKEN_MINUTES: '240' });
const work = mkdtempSync(join(tmpdir(), 'fibado-openapi-'));
try {
  const token = await support.newSuperUser(instance.origin);
  const report = join(work, 'junit.xml');
  const args = [
    'run',
    join(root, 'docs/openapi.json'),
    '--url',
    instance.origin,
    '--header',
    `msfauth: Bearer ${token}`,
    '--header',
    'CdClient: schemathesis',
    '--header',
    `CdTenant: ${support.SUPER_TENANT}`,
    '--checks',
    CHECKS.join(','),
    '--phases',
    'examples,coverage,fuzzing',
    '--max-examples',
    CASES,
    '--seed',
    SEED,
    '--workers',
    '1',
    '--no-shrink',
    '--continue-on-failure',
    '--request-timeout',
    '60',
    '--suppress-health-check',
    'all',
    '--warnings',
    'off',
    '--report',
    'junit',
    '--report-junit-path',
    report,
    ...Object.keys(LEFT_OUT).flatMap((id) => ['--exclude-operation-id', id]),
  ];
  // What the tester says fills pages and names what is excused below, too: it is shown when something is wrong.
  const log = join(work, 'log');
  const said = openSync(log, 'w');
  const child = spawn(program, args, {
    cwd: work,
    stdio: ['ignore', said, said],
    env: { ...process.env, NO_COLOR: '1' },
  });
  // Told to stop, the instance is stopped as well.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGINT'));
  const code = await new Promise((resolve) => child.on('exit', resolve));
  const { passed, failed, busy, names } = existsSync(report)
    ? countsOf(report)
    : { passed: 0, failed: 1, busy: 0, names: [] };
  if (busy > 0) console.log(`${busy} answers said ${OUT_OF_TIME.join(' or ')}, as the description allows`);
  for (const [id, why] of Object.entries(LEFT_OUT)) console.log(`SKIPPED ${id}: ${why}`);
  const stopped = code !== 0 && failed === 0 && busy === 0 ? 1 : 0;
  if (failed + stopped > 0) console.log(readFileSync(log, 'utf8'));
  for (const name of names) console.log(`FAILED ${name}`);
  console.log(`${passed} passed, ${failed + stopped} failed`);
  process.exitCode = failed + stopped > 0 ? 1 : 0;
} finally {
  await instance.stop();
  rmSync(work, { recursive: true, force: true });
}
