/**
 * `npm run pin-images [-- --check]`: writes the digest of every third-party image into the Dockerfile and the compose file
 * (`tag@sha256:…`, the index of all platforms), as the registries say it now; `--check` writes nothing and exits with 1 where
 * a digest is missing or another one. Needs docker with buildx and the registries, no running engine.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const FILES = ['Dockerfile', 'docker-compose.yml'];
/** `FROM image`, `image: image`, with the digest where there is one; the product's own image is built, not pulled. */
const REFERENCE = /^(\s*(?:FROM|image:) )(?!fibado:)([a-z][\w./-]*:[\w.-]+)(@sha256:[0-9a-f]{64})?/gm;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

const digests = new Map();
/** @throws where the registry does not answer with a digest. */
function digestOf(image) {
  if (!digests.has(image)) {
    const inspect = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'];
    const done = spawnSync('docker', inspect, { encoding: 'utf8' });
    if (done.error) throw new Error(`docker does not start: ${done.error.message}`);
    const digest = done.stdout.trim();
    if (done.status !== 0 || !DIGEST.test(digest))
      throw new Error(`${image}: no digest. ${(done.stderr || done.stdout).trim()}`);
    digests.set(image, digest);
  }
  return digests.get(image);
}

function pin(file, write) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const changed = [];
  const pinned = text.replaceAll(REFERENCE, (whole, before, image, given = '') => {
    const digest = `@${digestOf(image)}`;
    if (digest !== given) changed.push(`${file}: ${image}${digest}`);
    return `${before}${image}${digest}`;
  });
  if (write && pinned !== text) writeFileSync(path, pinned);
  return changed;
}

try {
  const check = process.argv.includes('--check');
  const changed = FILES.flatMap((file) => pin(file, !check));
  for (const line of changed) console.log(line);
  console.log(`${digests.size} images, ${changed.length} references ${check ? 'to pin' : 'pinned anew'}`);
  if (check && changed.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
