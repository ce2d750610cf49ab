/** Writes docs/banks.md, the banks and formats that are read, from the layouts; with `--check` only compares. */
import './typescript.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { root } from './setup.mjs';

const { listLayouts, provenanceRows } = await import(join(root, 'packages/spreadsheets/src/index.ts'));
const file = join(root, 'docs/banks.md');
const rows = provenanceRows(listLayouts().filter(({ id }) => id !== 'generic'));
const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const text = `# Banks and formats

Made from the code by \`npm run docs:banks\`. Banks change their files without notice: "published files" means that files
of the bank were at hand when the layout was written, "published importer" that only a program that reads them was.
None of it was tried with an account of ours at the bank. A file of another bank is read by the words of its header, or
by columns a person names; a PDF is refused.

Where a bank offers several formats, CAMT.053, MT940, OFX and CBI are the better choice: they state the account and the
balances, so that every statement is checked. QIF states neither.

${line(['Bank or standard', 'File', 'Formats', 'Read since', 'Written from', 'Source'])}
| --- | --- | --- | --- | --- | --- |
${rows.map(line).join('\n')}
`;
const wanted = await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file });
if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/banks.md does not show the layouts as they are: npm run docs:banks');
    process.exitCode = 1;
  }
} else writeFileSync(file, wanted);
