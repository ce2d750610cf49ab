/** Writes docs/banks.md, the banks and formats that are read, from the layouts; with `--check` only compares. */
import './typescript.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { root } from './setup.mjs';

const { listLayouts, provenanceRows, SEARCHED, WITHOUT_LAYOUT } = await import(
  join(root, 'packages/spreadsheets/src/index.ts')
);
const { readSamples } = await import(join(root, 'packages/spreadsheets/test/support/golden.ts'));
const file = join(root, 'docs/banks.md');
const rows = provenanceRows(listLayouts().filter(({ id }) => id !== 'generic'));
const samples = (await readSamples()).map(({ layout, rows, right }) => [
  `\`${layout}\``,
  String(rows),
  String(right),
]);
const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const text = `# Banks and formats

Made from the code by \`npm run docs:banks\`. Banks change their files without notice: "published files" means that files
of the bank were at hand when the layout was written, "published importer" that only a program that reads them was,
"published description" that only a list of its columns was. The way to the download is
the one a public source gives, named with its date where it has one; "no public source" means that none was found in
${SEARCHED}.
None of it was tried with an account of ours at the bank. A file of another bank is read by the words of its header, or
by columns a person names; a PDF is refused. A zip archive may hold several statements, up to 120 files and 32 MiB unpacked.

Where a bank offers several formats, CAMT.053, MT940, OFX and CBI are the better choice: they state the account and the
balances, so that every statement is checked. QIF states neither.

${line(['Bank or standard', 'File', 'Formats', 'Where to download it', 'Read since', 'Written from', 'Source'])}
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(line).join('\n')}

## Looked for and not found

No public sample of these files was found in ${SEARCHED}, so they have no layout of their own. Their spreadsheets are
read by the words of the header, or by columns a person names once on the import page; the account remembers them. What a
card's signs mean is asked once.

${line(['Bank or card', 'What was found instead'])}
| --- | --- |
${WITHOUT_LAYOUT.map(line).join('\n')}

## Samples of every reader

Made by reading one sample of each layout, in the bank's own format and with its lines around the table: the movements
written, and those read with the same days, cents and text. The samples are written by the tests, not by the banks.

${line(['Layout', 'Movements', 'Right'])}
| --- | --- | --- |
${samples.map(line).join('\n')}
`;
const wanted = await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file });
if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/banks.md does not show the layouts as they are: npm run docs:banks');
    process.exitCode = 1;
  }
} else writeFileSync(file, wanted);
