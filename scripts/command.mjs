/** `node scripts/command.mjs NAME …`: an administrator's command of the API, installed and built like the product. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installDependencies, readSettings, requireNode, root } from './setup.mjs';

requireNode();
readSettings();
installDependencies();
const { build } = await import('./build.mjs');
// A command serves no pages.
await build((line) => console.error(line), { client: false, web: false });
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(join(root, 'apps/api/dist/commands', `${name}.js`)).href);
