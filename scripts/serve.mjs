/** Runs what is built, and nothing before it: the entry of the container image. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

const { main } = await import(pathToFileURL(join(root, 'apps/api/dist/main.js')).href);
await main();
