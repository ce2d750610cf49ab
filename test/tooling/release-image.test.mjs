/* global describe, it, expect, beforeEach, afterEach */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));
const digest = (letter) => `sha256:${letter.repeat(64)}`;

/** The commands of a release with stand-ins for docker and cosign that write down what they are asked. */
let folder;
const write = (name, text) => writeFileSync(join(folder, name), text);
const read = (name) => readFileSync(join(folder, name), 'utf8');
const program = (name, text) => {
  write(`bin/${name}`, `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
};
const run = (script, ...args) =>
  spawnSync(process.execPath, [join(folder, 'scripts', script), ...args], {
    encoding: 'utf8',
    env: { PATH: `${folder}/bin:/usr/bin:/bin`, HOME: folder, LOG: join(folder, 'log') },
  });
const asked = () => (existsSync(join(folder, 'log')) ? read('log').trim().split('\n') : []);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fibado-release-test-'));
  for (const name of ['bin', 'scripts']) mkdirSync(join(folder, name));
  for (const name of ['setup.mjs', 'pin-images.mjs', 'release-image.mjs'])
    copyFileSync(join(SCRIPTS, name), join(folder, 'scripts', name));
  write('.gitignore', 'bin\nlog\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('npm run pin-images', () => {
  const DOCKERFILE = 'FROM node:22.21-bookworm-slim AS build\nRUN true\n\nFROM debian:12.12-slim\n';
  const COMPOSE = `services:
  api:
    image: fibado:0.1.0
  proxy:
    image: caddy:2.10.2-alpine@${digest('0')}
  sso:
    image: quay.io/keycloak/keycloak:26.4.5
  again:
    image: debian:12.12-slim
`;
  beforeEach(() => {
    write('Dockerfile', DOCKERFILE);
    write('docker-compose.yml', COMPOSE);
    program(
      'docker',
      `echo "$*" >>"$LOG"
case "$4" in
  node:*) echo ${digest('a')} ;;
  debian:*) echo ${digest('b')} ;;
  caddy:*) echo ${digest('c')} ;;
  *) echo ${digest('d')} ;;
esac`,
    );
  });

  it('writes the digest each registry says, once an image, and leaves the own image alone', () => {
    const done = run('pin-images.mjs');
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(read('Dockerfile')).toBe(
      `FROM node:22.21-bookworm-slim@${digest('a')} AS build\nRUN true\n\nFROM debian:12.12-slim@${digest('b')}\n`,
    );
    expect(read('docker-compose.yml')).toBe(
      COMPOSE.replace(digest('0'), digest('c'))
        .replace('26.4.5', `26.4.5@${digest('d')}`)
        .replace('12.12-slim', `12.12-slim@${digest('b')}`),
    );
    expect(asked()).toHaveLength(4);
    expect(asked()[0]).toBe(
      'buildx imagetools inspect node:22.21-bookworm-slim --format {{.Manifest.Digest}}',
    );
    expect(run('pin-images.mjs', '--check')).toMatchObject({ status: 0 });
  });

  it('with --check writes nothing and fails while a digest is missing or old', () => {
    const done = run('pin-images.mjs', '--check');
    expect(done.status).toBe(1);
    expect(done.stdout).toContain(`docker-compose.yml: caddy:2.10.2-alpine@${digest('c')}`);
    expect(done.stdout).toContain('4 images, 5 references to pin');
    expect([read('Dockerfile'), read('docker-compose.yml')]).toEqual([DOCKERFILE, COMPOSE]);
  });

  it.each([
    ['echo "no such host" >&2; exit 1', 'node:22.21-bookworm-slim: no digest. no such host'],
    ['echo unknown', 'node:22.21-bookworm-slim: no digest. unknown'],
  ])('changes no file where a registry does not answer: %s', (text, message) => {
    program('docker', text);
    const done = run('pin-images.mjs');
    expect(done).toMatchObject({ status: 1, stderr: `${message}\n` });
    expect([read('Dockerfile'), read('docker-compose.yml')]).toEqual([DOCKERFILE, COMPOSE]);
  });
});

describe('npm run release-image', () => {
  const REPOSITORY = 'registry.example.org/home/fibado';
  const git = (...args) => {
    const names = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    const done = spawnSync('git', [...names, ...args], { cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
    return done.stdout.trim();
  };
  beforeEach(() => {
    write('package.json', '{ "version": "1.2.3", "type": "module" }');
    write(
      'scripts/licences.mjs',
      'import { writeFileSync } from \'node:fs\';\nwriteFileSync(process.argv[3], \'{"bomFormat":"CycloneDX"}\');\n',
    );
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'Release');
    program(
      'docker',
      `echo "docker $*" >>"$LOG"
for one in "$@"; do case "$one" in
  --metadata-file=*) echo '{"containerimage.digest":"${digest('e')}"}' >"\${one#*=}" ;;
esac; done`,
    );
    program(
      'cosign',
      `echo "cosign $*" | sed 's|=/[^ ]*/|=|' >>"$LOG"
for one in "$@"; do case "$one" in --predicate=*) cat "\${one#*=}" >>"$LOG"; echo >>"$LOG" ;; esac; done`,
    );
  });

  it('builds the tagged commit for both platforms, and signs the digest and its bill of materials', () => {
    git('tag', 'v1.2.3');
    const done = run('release-image.mjs', REPOSITORY);
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(done.stdout).toBe(`${REPOSITORY}:1.2.3 is ${REPOSITORY}@${digest('e')}\n`);
    const [build, ...signatures] = asked();
    expect(build).toContain('docker buildx build --platform=linux/amd64,linux/arm64 --provenance=mode=max');
    expect(build).toContain(`--tag=${REPOSITORY}:1.2.3 `);
    expect(build).toContain(`revision=${git('rev-parse', 'HEAD')} `);
    expect(build).toMatch(/ --push \.$/);
    expect(signatures).toEqual([
      `cosign sign --yes --recursive ${REPOSITORY}@${digest('e')}`,
      `cosign attest --yes --type=cyclonedx --predicate=sbom.json ${REPOSITORY}@${digest('e')}`,
      '{"bomFormat":"CycloneDX"}',
    ]);
  });

  it.each([
    ['a commit without the tag', () => undefined, REPOSITORY, 'The commit has no tag v1.2.3'],
    ['the tag of another version', () => git('tag', 'v1.2.2'), REPOSITORY, 'The commit has no tag v1.2.3'],
    ['changed files', () => write('package.json', '{"version":"1.2.3"}'), REPOSITORY, 'has changes'],
    ['no repository', () => git('tag', 'v1.2.3'), undefined, 'Where to?'],
    ['a repository with a tag', () => git('tag', 'v1.2.3'), `${REPOSITORY}:latest`, 'Where to?'],
  ])('refuses %s before anything is built', (_, prepare, repository, message) => {
    prepare();
    const done = run('release-image.mjs', ...(repository ? [repository] : []));
    expect(done.status).toBe(1);
    expect(done.stderr).toContain(message);
    expect(asked()).toEqual([]);
  });

  it('signs nothing when the build fails', () => {
    git('tag', 'v1.2.3');
    program('docker', 'echo "docker $*" >>"$LOG"; exit 7');
    const done = run('release-image.mjs', REPOSITORY);
    expect(done).toMatchObject({ status: 1, stderr: 'docker buildx ended with 7\n' });
    expect(asked()).toHaveLength(1);
  });
});
