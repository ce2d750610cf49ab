/** `npm start`: installs what is missing, builds what changed, runs the product. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();
const { build } = await import('./build.mjs');
try {
  await build();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { main } = await import(pathToFileURL(join(root, 'apps/api/dist/main.js')).href);
await main();
