/**
 * `node scripts/security-docs.mjs`, part of `npm run check`: the table of docs/security.md judges every requirement of
 * OWASP ASVS 4.0.3 of levels 1 and 2 once, gives a reason for what is not met, and names tests that exist.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** Requirements of levels 1 and 2 by section; what is missing in between was deleted or is of level 3. */
const REQUIRED = {
  1.1: '1 2 3 4 5 6 7',
  1.2: '1 2 3 4',
  1.4: '1 4 5',
  1.5: '1 2 3 4',
  1.6: '1 2 3 4',
  1.7: '1 2',
  1.8: '1 2',
  1.9: '1 2',
  '1.10': '1',
  1.11: '1 2',
  1.12: '2',
  1.14: '1 2 3 4 5 6',
  2.1: '1 2 3 4 5 6 7 8 9 10 11 12',
  2.2: '1 2 3',
  2.3: '1 2 3',
  2.4: '1 2 3 4 5',
  2.5: '1 2 3 4 5 6 7',
  2.6: '1 2 3',
  2.7: '1 2 3 4 5 6',
  2.8: '1 2 3 4 5 6 7',
  2.9: '1 2 3',
  '2.10': '1 2 3 4',
  3.1: '1',
  3.2: '1 2 3 4',
  3.3: '1 2 3 4',
  3.4: '1 2 3 4 5',
  3.5: '1 2 3',
  3.7: '1',
  4.1: '1 2 3 5',
  4.2: '1 2',
  4.3: '1 2 3',
  5.1: '1 2 3 4 5',
  5.2: '1 2 3 4 5 6 7 8',
  5.3: '1 2 3 4 5 6 7 8 9 10',
  5.4: '1 2 3',
  5.5: '1 2 3 4',
  6.1: '1 2 3',
  6.2: '1 2 3 4 5 6',
  6.3: '1 2',
  6.4: '1 2',
  7.1: '1 2 3 4',
  7.2: '1 2',
  7.3: '1 3 4',
  7.4: '1 2 3',
  8.1: '1 2 3 4',
  8.2: '1 2 3',
  8.3: '1 2 3 4 5 6 7 8',
  9.1: '1 2 3',
  9.2: '1 2 3 4',
  10.2: '1 2',
  10.3: '1 2 3',
  11.1: '1 2 3 4 5 6 7 8',
  12.1: '1 2 3',
  12.2: '1',
  12.3: '1 2 3 4 5 6',
  12.4: '1 2',
  12.5: '1 2',
  12.6: '1',
  13.1: '1 3 4 5',
  13.2: '1 2 3 5 6',
  13.3: '1 2',
  13.4: '1 2',
  14.1: '1 2 3 4',
  14.2: '1 2 3 4 5 6',
  14.3: '2 3',
  14.4: '1 2 3 4 5 6 7',
  14.5: '1 2 3 4',
};
const STATES = ['met', 'not met', 'not applicable'];

const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = new Set(listed.stdout.split('\n'));
const wrong = [];

const rows = [
  ...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([^|]+?) +\| ([^|]+?) +\| ([^|]*?) +\| ([^|]*?) *\|$/gm),
];
const judged = rows.map((row) => row[1]);
const required = Object.entries(REQUIRED).flatMap(([section, numbers]) =>
  numbers.split(' ').map((number) => `${section}.${number}`),
);
for (const id of required) {
  const times = judged.filter((one) => one === id).length;
  if (times !== 1) wrong.push(`${id} is judged ${times} times`);
}
for (const id of judged) if (!required.includes(id)) wrong.push(`${id} is no requirement of level 2`);
for (const [, id, , state, how, tests] of rows) {
  if (!STATES.includes(state)) wrong.push(`${id}: no state "${state}"`);
  if (how === '') wrong.push(`${id}: no reason`);
  if (state === 'met' && tests === '') wrong.push(`${id}: neither a test nor "review"`);
}
for (const [, name] of text.matchAll(/`([\w./-]+\.(?:test\.m?tsx?|test\.mjs|e2e\.ts))`/g))
  if (!files.has(name) && !files.has(`apps/api/${name}`)) wrong.push(`there is no test ${name}`);
const counts = STATES.map((state) => rows.filter((row) => row[3] === state).length);
const [met, notMet, other] = counts;
const summary = `Of ${rows.length} requirements ${met} are met, ${notMet} are not and ${other} do not apply.`;
if (!text.replaceAll(/\s+/g, ' ').includes(summary)) wrong.push(`the summary should say: ${summary}`);
for (const line of wrong) console.log(`docs/security.md: ${line}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
