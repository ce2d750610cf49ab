/** `npm start`: installs what is missing, builds what changed, runs the product. */
import { installDependencies, requireNode } from './setup.mjs';

requireNode();
installDependencies();
const { build } = await import('./build.mjs');
try {
  await build();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import('./serve.mjs');
