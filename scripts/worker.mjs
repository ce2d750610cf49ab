/** `npm run worker`: installs what is missing, builds what changed, runs a process that solves plans. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installDependencies, readSettings, requireNode, root } from './setup.mjs';

requireNode();
readSettings();
installDependencies();
const { build } = await import('./build.mjs');
try {
  await build(console.log, { client: false, web: false });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const child = spawn(process.execPath, [join(root, 'apps/api/dist/worker.js')], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
