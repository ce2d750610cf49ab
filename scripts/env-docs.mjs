/** Writes the table of settings in docs/operations.md from their one definition, or checks it with `--check`. */
import './typescript.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { root } from './setup.mjs';

const { settingsTable } = await import(join(root, 'apps/api/src/config/env.ts'));
const file = join(root, 'docs/operations.md');
const text = readFileSync(file, 'utf8');
const [open, close] = ['<!-- settings -->', '<!-- /settings -->'];
const before = text.slice(0, text.indexOf(open) + open.length);
const after = text.slice(text.indexOf(close));
const table = `${before}\n\n${settingsTable()}\n\n${after}`;
const wanted = await prettier.format(table, { ...(await prettier.resolveConfig(file)), filepath: file });
if (process.argv.includes('--check')) {
  if (wanted !== text) {
    console.error('docs/operations.md does not show the settings as they are: npm run docs:env');
    process.exitCode = 1;
  }
} else writeFileSync(file, wanted);
