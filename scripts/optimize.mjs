/** `npm run optimize -- PROBLEM.json [--limit MS] [--trace] [--plan FILE] [--lp FILE]`: see packages/optimizer/src/command.ts. */
import { installDependencies, requireNode } from './setup.mjs';

requireNode();
installDependencies();
await import('./typescript.mjs');
const { command } = await import('../packages/optimizer/src/command.ts');
process.exitCode = await command(process.argv.slice(2), (line) => console.error(line));
