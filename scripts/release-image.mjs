/**
 * `npm run release-image -- REPOSITORY`: builds the image for x64 and ARM from the commit tagged with the version, with build
 * provenance, pushes it as REPOSITORY:VERSION, and signs its digest together with the bill of materials. Needs docker with
 * buildx and emulation for the other platform, signed in at the registry, and cosign (keyless, or COSIGN_KEY).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './setup.mjs';

const PLATFORMS = 'linux/amd64,linux/arm64';
const REPOSITORY = /^[a-z\d][a-z\d.-]*(?::\d+)?(?:\/[a-z\d][a-z\d._-]*)+$/;

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (done.error) throw new Error(`${command} does not start: ${done.error.message}`);
  if (done.status !== 0) throw new Error(`${command} ${args[0]} ended with ${done.status ?? done.signal}`);
  return done.stdout;
}
const git = (...args) => run('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** @throws unless what is released is exactly a tagged commit. */
function releasedVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (git('status', '--porcelain') !== '') throw new Error('The work tree has changes: commit them first.');
  const tags = git('tag', '--points-at', 'HEAD').split('\n');
  if (!tags.includes(`v${version}`))
    throw new Error(`The commit has no tag v${version}: git tag v${version}, or raise the version.`);
  return version;
}

function buildAndPush(repository, version, metadata) {
  run('docker', [
    'buildx',
    'build',
    `--platform=${PLATFORMS}`,
    '--provenance=mode=max',
    `--tag=${repository}:${version}`,
    `--label=org.opencontainers.image.version=${version}`,
    `--label=org.opencontainers.image.revision=${git('rev-parse', 'HEAD')}`,
    '--label=org.opencontainers.image.licenses=AGPL-3.0-or-later',
    `--metadata-file=${metadata}`,
    '--push',
    '.',
  ]);
  const digest = JSON.parse(readFileSync(metadata, 'utf8'))['containerimage.digest'];
  if (!/^sha256:[0-9a-f]{64}$/.test(digest ?? '')) throw new Error('The build says no digest.');
  return `${repository}@${digest}`;
}

/** By digest: a tag may be pointed elsewhere between the push and the signature. */
function sign(reference, bom) {
  const key = process.env['COSIGN_KEY'] ? [`--key=${process.env['COSIGN_KEY']}`] : [];
  run('cosign', ['sign', '--yes', '--recursive', ...key, reference]);
  run('cosign', ['attest', '--yes', ...key, '--type=cyclonedx', `--predicate=${bom}`, reference]);
}

const folder = mkdtempSync(join(tmpdir(), 'fibado-release-'));
try {
  const repository = process.argv[2] ?? '';
  if (!REPOSITORY.test(repository))
    throw new Error('Where to? npm run release-image -- registry.example.org/fibado');
  const version = releasedVersion();
  const bom = join(folder, 'sbom.json');
  run(process.execPath, ['scripts/licences.mjs', '--sbom', bom]);
  const reference = buildAndPush(repository, version, join(folder, 'metadata.json'));
  sign(reference, bom);
  console.log(`${repository}:${version} is ${reference}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
