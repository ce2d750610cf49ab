/** `npm run test:faults`: processes killed at the worst moments. Minutes long, so it is not part of `npm test`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import base from './jest.config.mjs';

/** A disk can be filled where one can be made: root, and not in every container. */
function canMakeDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-disk-'));
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (made) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return made;
}

const left = canMakeDisk() ? [] : ['/disk-full\\.test\\.ts$'];
if (left.length > 0)
  console.error('!!!! SKIPPED a full disk: no file system can be mounted here (it takes root)');

const api = base.projects.find((project) => project.displayName === 'api');

export default {
  ...api,
  displayName: 'faults',
  rootDir: 'apps/api',
  testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...left],
  testTimeout: 60_000,
  maxWorkers: 1,
};
