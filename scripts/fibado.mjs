/** `node scripts/fibado.mjs …`: the command line from a clone, installed and built like the product. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();
const { build } = await import('./build.mjs');
await build((line) => console.error(line), { api: false, web: false });
process.env.FIBADO_HOME ??= root;
await import(pathToFileURL(join(root, 'packages/client/dist/cli/main.js')).href);
