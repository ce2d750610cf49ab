/** Runs what is built, and nothing before it: the entry of the container image. */
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

// From Node 22 on; 20 has none, and a read-only file system keeps none.
module.enableCompileCache?.(join(root, 'node_modules/.cache/compiled'));
const { main } = await import(pathToFileURL(join(root, 'apps/api/dist/main.js')).href);
await main();
