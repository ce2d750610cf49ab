/**
 * The licences of everything the product ships, checked against those that may stand beside AGPL-3.0-or-later.
 * `--sbom FILE` also writes the list as a CycloneDX bill of materials, checked against its schema.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDependencies, requireNode, root } from './setup.mjs';

requireNode();
installDependencies();
const { Enums, Models, Serialize, Spec, SPDX, Validation } = await import('@cyclonedx/cyclonedx-library');

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
  const bom = new Models.Bom();
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, 'fibado', {
    version,
    bomRef: 'fibado',
  });
  for (const one of packages)
    for (const itsVersion of one.versions) bom.components.add(component(one, itsVersion));
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  const text = serializer.serialize(bom, { sortLists: true, space: 2 });
  const wrong = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (wrong !== null) throw new Error(`The bill of materials breaks CycloneDX: ${JSON.stringify(wrong)}`);
  writeFileSync(values.sbom, `${text}\n`);
  console.log(`${values.sbom}: CycloneDX 1.6, ${bom.components.size} components`);
}

function component({ name, license }, itsVersion) {
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${itsVersion}`;
  const made = new Models.Component(Enums.ComponentType.Library, plain, {
    group,
    version: itsVersion,
    purl,
    bomRef: purl,
  });
  made.licenses.add(licenceOf(license));
  return made;
}

/** What is not of SPDX's list goes by its name. */
function licenceOf(text) {
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text);
  return / (?:AND|OR) /.test(text) ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
}
