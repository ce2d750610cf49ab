/**
 * The licences of everything the product ships, checked against those that may stand beside AGPL-3.0-or-later.
 * `--sbom FILE` also writes the list as a CycloneDX bill of materials.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();

const COMPATIBLE = new Set([
  '0BSD',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'GPL-3.0',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
  // Fonts alone.
  'OFL-1.1',
  'NOASSERTION',
]);
/**
 * Packages without the field: `pause` says MIT in its readme; `buffers` says nothing at all. It comes with the
 * reader of zipped streams that exceljs brings along, which the product does not call.
 */
const READ_BY_HAND = { pause: 'MIT', buffers: 'NOASSERTION' };

const { values } = parseArgs({ options: { sbom: { type: 'string' } } });
const { packageManager, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const listed = spawnSync(
  process.platform === 'win32' ? 'npx.cmd' : 'npx',
  ['--yes', packageManager, 'licenses', 'list', '--prod', '--json'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
);
if (listed.status !== 0) {
  console.error(listed.stderr || 'The licences could not be listed.');
  process.exit(1);
}
const packages = Object.values(JSON.parse(listed.stdout))
  .flat()
  .map((one) => ({ ...one, license: READ_BY_HAND[one.name] ?? one.license }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** `(A OR B)` needs one of them, `A AND B` both. */
const isCompatible = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((name) => COMPATIBLE.has(name.trim())));

const refused = packages.filter((one) => !isCompatible(one.license));
for (const one of refused) console.error(`${one.name}: ${one.license} cannot stand beside AGPL-3.0-or-later`);
console.log(`${packages.length} packages, ${refused.length} with a licence that does not fit`);
process.exitCode = refused.length > 0 ? 1 : 0;

if (values.sbom) {
  const components = packages.flatMap((one) =>
    one.versions.map((itsVersion) => ({
      type: 'library',
      name: one.name,
      version: itsVersion,
      purl: `pkg:npm/${one.name.replace('@', '%40')}@${itsVersion}`,
      licenses: [{ expression: one.license }],
    })),
  );
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'fibado', version } },
    components,
  };
  writeFileSync(values.sbom, `${JSON.stringify(sbom, null, 2)}\n`);
}
