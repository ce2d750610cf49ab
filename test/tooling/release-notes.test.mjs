/* global it, expect, beforeEach, afterEach */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { releaseNotes } from '../../scripts/release-notes.mjs';

let folder;
const git = (...args) => {
  const names = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  const done = spawnSync('git', [...names, ...args], { cwd: folder, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
};
function commit(subject, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  git('add', '-A');
  git('commit', '-qm', subject);
}
const contract = (version) => ({ 'docs/openapi.json': JSON.stringify({ info: { version } }) });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fibado-notes-'));
  git('init', '-q');
  commit('Begin', { 'package.json': '{ "version": "1.4.2" }', ...contract('1.7.0') });
  git('tag', 'v1.4.2');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('lists what changed by part, without tests and documents, oldest first', () => {
  commit('Round the duty', { 'packages/planning/src/duty.ts': '1', 'apps/web/src/duty.tsx': '1' });
  commit('Test the duty', { 'packages/planning/src/duty.test.ts': '1', 'docs/periods.md': '1' });
  commit('Show the ladder', { 'apps/web/src/ladder.tsx': '1' });
  commit('Round it again', { 'packages/planning/src/duty.ts': '2' });
  expect(releaseNotes(folder, 'v1.4.2')).toBe(`# 1.4.3

The database stays as it is.

## Plans, taxes and figures

- Round the duty
- Round it again

## Screens

- Show the ladder`);
});

it.each([
  ['1.5.0', contract('1.8.0')],
  ['1.5.0', { 'migrations/src/1790000000000-add.ts': '1' }],
  ['2.0.0', contract('2.0.0')],
])('asks for %s where what others rely on changes: %o', (version, files) => {
  commit('Change it', files);
  const notes = releaseNotes(folder, 'v1.4.2');
  expect(notes.split('\n')[0]).toBe(`# ${version}`);
  expect(notes.includes('writes a backup')).toBe('migrations/src/1790000000000-add.ts' in files);
});

it('while the number is 0 a break asks for a minor one', () => {
  commit('Begin anew', { 'package.json': '{ "version": "0.3.1" }', ...contract('0.7.0') });
  git('tag', 'v0.3.1');
  commit('Break it', contract('0.8.0'));
  expect(releaseNotes(folder, 'v0.3.1').split('\n')[0]).toBe('# 0.4.0');
});
