/**
 * `npm test`: installs what is missing and runs every test that needs nothing but Node. The last line is
 * `N passed, N failed`; before it stands every failing test by name. Arguments go to Jest:
 * `npm test -- --selectProjects planning`.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installDependencies, requireNode, root } from './setup.mjs';

/** How much of each failure is told again beside its name. */
const REASON_LINES = 8;

requireNode();
// An instance of one's own has nothing to do with tests.
process.env.FIBADO_ENV_FILE = '';
installDependencies();

const folder = mkdtempSync(join(tmpdir(), 'fibado-test-'));
// A server that may not run as root runs as another user, who must get through to its files.
chmodSync(folder, 0o711);
const report = join(folder, 'report.json');
const jest = join(root, 'node_modules/jest/bin/jest.js');
const child = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings',
    // Every processor has a test file of its own: threads that help one collect garbage hold the others up.
    '--single-threaded-gc',
    // Drawing pages and solving make much that is soon garbage: in little room a tenth of the time goes into collecting.
    '--min-semi-space-size=32',
    '--max-semi-space-size=64',
    // Most of what runs often in one file hardly runs again: the compiler waits eight times longer before it optimizes.
    '--interrupt-budget=500000',
    jest,
    '--json',
    `--outputFile=${report}`,
    // Beside the folder for temporary files, which is of this run alone.
    `--cacheDirectory=${join(root, 'node_modules/.cache/jest')}`,
    ...process.argv.slice(2),
  ],
  // With --json the report itself would go to the screen too; it is read from the file.
  {
    cwd: root,
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, ...temporaryFilesIn(folder) },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  let passed = 0;
  let failed = 1;
  let pending = 0;
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    passed = result.numPassedTests;
    pending = result.numPendingTests + result.numTodoTests;
    // A file that does not even load has no tests to count; it is a failure all the same.
    failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    if (code !== 0 && failed === 0) failed = 1;
    for (const file of result.testResults) tellFailures(file);
  } catch {
    console.error('The test runner left no report.');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (pending > 0) console.log(`SKIPPED: ${pending} tests did not run and are not counted`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});

/** What a test that fails or is interrupted leaves behind goes with the folder. */
function temporaryFilesIn(place) {
  return process.platform === 'win32' ? { TEMP: place, TMP: place } : { TMPDIR: place };
}

/** A line `FAILED file: test` for each, and below it the beginning of why. */
function tellFailures({ name, message, assertionResults }) {
  const file = relative(root, name);
  const failures = assertionResults.filter((one) => one.status === 'failed');
  for (const { fullName, failureMessages } of failures) tell(`${file}: ${fullName}`, failureMessages[0]);
  if (assertionResults.length === 0 && message) tell(`${file}: does not load`, message);
}

function tell(what, why = '') {
  console.log(`FAILED ${what}`);
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim());
  for (const line of lines.slice(0, REASON_LINES)) console.log(`    | ${line}`);
}
