/**
 * `npm run test:openapi`: a property-based tester (schemathesis, from PyPI) tries every endpoint of a started
 * instance with values made from docs/openapi.json: no 5xx, no status and no media type that is not documented, no
 * answer that breaks its schema, no value outside of the schema accepted, no other method served. It does so with every
 * role and with the roles of ordinary members, and follows saved rows through reading, changing and deleting. The last
 * line is `N passed, N failed`, one per endpoint and run. Without Python, or where the tester cannot be installed, it
 * says SKIPPED.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();

const TESTER = 'schemathesis==4.32.5';
/** Random cases an endpoint beside those that its schema names; OPENAPI_CASES for a longer search. */
const CASES = process.env.OPENAPI_CASES ?? '2';
const SEED = process.env.OPENAPI_SEED ?? '20270101';
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'negative_data_rejection',
];
/** Checks of the tester that are not made, and why. */
const CHECKS_LEFT_OUT = {
  positive_data_acceptance:
    'rules between fields and rows (rates in the order of their days, holders by kind, accounts of the same quarter), weak ' +
    'passwords and one-time codes refuse bodies that fit their schema, which cannot say so: 27 such answers, all of them ' +
    'VALIDATION or a code of a one-time secret',
  ignored_auth:
    'apps/api/test/tenancy/outsiders.test.ts calls every route without and with wrong credentials',
};
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

/**
 * The runs, by the roles of the session: all roles on every endpoint, and the roles of ordinary members on some of what
 * these open and refuse. The phase `stateful` follows the document's links from a saved row to reading, changing and
 * deleting it.
 */
const RUNS = [
  { as: 'FBDO_READ', phases: 'fuzzing', cases: '1', paths: '^/api/(finance/operations|user/admin/users)/' },
  { as: 'MSF_USERS, MSF_GROUPS', phases: 'stateful', cases: '3', paths: '^/api/user/admin/' },
  { as: 'FBDO_FIBADO', phases: 'fuzzing,stateful', cases: '2', paths: '^/api/finance/(banks|account)' },
  // Last: its cases delete and change what the members of the household have.
  { as: 'every role', phases: 'examples,coverage,fuzzing', cases: CASES },
];

const program = installTester();
const support = await import('../test/clients/support/instance.mjs');
const instance = await support.startInstance({ SESSION_HOURS: '4', TOKEN_MINUTES: '240' });
const work = mkdtempSync(join(tmpdir(), 'fibado-openapi-'));
let child;
// Told to stop, the instance is stopped as well.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child?.kill('SIGINT'));

/** Tries the API once. @returns counts by the tester's report. */
async function tryAs({ as, phases, cases, paths }, token, index) {
  const report = join(work, `junit-${index}.xml`);
  // What the tester says fills pages and names what is excused below, too: it is shown when something is wrong.
  const log = join(work, `log-${index}`);
  const options = {
    '--url': instance.origin,
    '--checks': CHECKS.join(','),
    '--phases': phases,
    '--max-examples': cases,
    '--seed': SEED,
    '--workers': '1',
    '--request-timeout': '60',
    '--suppress-health-check': 'all',
    '--warnings': 'off',
    '--report': 'junit',
    '--report-junit-path': report,
    ...(paths === undefined ? {} : { '--include-path-regex': paths }),
  };
  const headers = [`msfauth: Bearer ${token}`, 'CdClient: schemathesis', `CdTenant: ${support.SUPER_TENANT}`];
  const args = [
    'run',
    join(root, 'docs/openapi.json'),
    ...Object.entries(options).flat(),
    ...headers.flatMap((header) => ['--header', header]),
    '--no-shrink',
    '--continue-on-failure',
    ...Object.keys(LEFT_OUT).flatMap((id) => ['--exclude-operation-id', id]),
  ];
  const said = openSync(log, 'w');
  const started = performance.now();
  child = spawn(program, args, {
    cwd: work,
    stdio: ['ignore', said, said],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  const counts = existsSync(report) ? countsOf(report) : { passed: 0, failed: 1, busy: 0, names: [] };
  const stopped = code !== 0 && counts.failed === 0 && counts.busy === 0 ? 1 : 0;
  const failed = counts.failed + stopped;
  const took = Math.round((performance.now() - started) / 1000);
  console.log(`as ${as}, ${phases}: ${counts.passed} endpoints passed, ${failed} failed, ${took} s`);
  if (counts.busy > 0)
    console.log(`${counts.busy} answers said ${OUT_OF_TIME.join(' or ')}, as the description allows`);
  if (failed > 0) console.log(readFileSync(log, 'utf8'));
  for (const name of counts.names) console.log(`FAILED ${name} as ${as}`);
  return { passed: counts.passed, failed };
}

try {
  const everything = await support.newSuperUser(instance.origin);
  const tokens = { 'every role': everything };
  for (const { as } of RUNS)
    tokens[as] ??= await support.newMember(instance.origin, everything, as.split(', '));
  let passed = 0;
  let failed = 0;
  for (const [index, run] of RUNS.entries()) {
    const counts = await tryAs(run, tokens[run.as], index);
    passed += counts.passed;
    failed += counts.failed;
  }
  for (const [check, why] of Object.entries(CHECKS_LEFT_OUT)) console.log(`NOT CHECKED ${check}: ${why}`);
  for (const [id, why] of Object.entries(LEFT_OUT)) console.log(`SKIPPED ${id}: ${why}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await instance.stop();
  rmSync(work, { recursive: true, force: true });
}
