/** `npm start`: installs what is missing, builds what changed, runs the product. */
import { spawnSync } from 'node:child_process';
import { installDependencies, requireNode, root } from './setup.mjs';

/**
 * Ends the program when the shell npm runs it in is gone: npm passes the SIGTERM it gets to that shell, and the shell
 * dies of it without a word to what it runs. Ctrl-C reaches everybody by itself.
 */
function endWithShell() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

if (process.env.npm_lifecycle_event === 'start') endWithShell();
requireNode();
installDependencies();
const { isBuilt } = await import('./build.mjs');
if (!isBuilt()) {
  // In a process of its own: the compiler's memory would stay with the product's for as long as it runs.
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
}
await import('./serve.mjs');
