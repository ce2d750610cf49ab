/** `npm start`: installs what is missing, builds what changed, runs the product. */
import { spawnSync } from 'node:child_process';
import { installDependencies, readSettings, requireNode, root } from './setup.mjs';

/**
 * Ends the program with the npm that started it, however that ended. A signal npm gets it passes on to its child, which
 * is this program because the script says `exec`: a shell in between keeps SIGINT to itself. Windows' shell has no
 * `exec`, so it runs the words after `||`.
 */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

if (process.env.npm_lifecycle_event === 'start') endWithParent();
requireNode();
readSettings();
installDependencies();
const { isBuilt } = await import('./build.mjs');
if (!isBuilt()) {
  // In a process of its own: the compiler's memory would stay with the product's for as long as it runs.
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
}
await import('./serve.mjs');
