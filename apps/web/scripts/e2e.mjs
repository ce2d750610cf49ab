/** `npm run test:e2e`: the journeys in a real Chromium. The last line is `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
const cli = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
// The workspace's packages are read from their sources: `@fibado/client` otherwise leads to what is packed for npm.
const done = spawnSync(process.execPath, ['--conditions=source', cli, 'test', ...process.argv.slice(2)], {
  cwd: web,
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
