/** `npm start`: installs what is missing, builds what changed, runs the product. */
import { spawnSync } from 'node:child_process';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();
const { isBuilt } = await import('./build.mjs');
if (!isBuilt()) {
  // In a process of its own: the compiler's memory would stay with the product's for as long as it runs.
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
}
await import('./serve.mjs');
