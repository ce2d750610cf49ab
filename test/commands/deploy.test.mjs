/* global describe, it, expect */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const settings = new Set(
  [...readFileSync(join(root, 'docs/operations.md'), 'utf8').matchAll(/^\| `([A-Z_]+)`/gm)].map((m) => m[1]),
);

function makeSecrets(folder) {
  const made = spawnSync('bash', [join(root, 'deploy/make-secrets.sh'), folder], { encoding: 'utf8' });
  expect(made.stderr).toBe('');
  expect(made.status).toBe(0);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

describe('the container files', () => {
  it('make secrets once, different everywhere, and keep them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fibado-secrets-'));
    const first = makeSecrets(folder);
    const random = Object.entries(first).filter(([name]) => /password|key|secret/.test(name));
    expect(random.length).toBeGreaterThanOrEqual(5);
    for (const [, value] of random) expect(value).toMatch(/^[\w-]{40,}$/);
    expect(new Set(random.map(([, value]) => value)).size).toBe(random.length);
    expect(makeSecrets(folder)).toEqual(first);
    rmSync(folder, { recursive: true });
  });

  it('name settings the product has, and secrets that are made', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fibado-secrets-'));
    const made = Object.keys(makeSecrets(folder));
    rmSync(folder, { recursive: true });
    const full = readFileSync(join(root, 'deploy/full.env'), 'utf8');
    const given = Object.fromEntries([...full.matchAll(/^(\w+)=(.*)$/gm)].map((m) => [m[1], m[2]]));
    for (const [name, raw] of Object.entries(compose.services.fibado.environment)) {
      expect([name, settings.has(name.replace(/_FILE$/, ''))]).toEqual([name, true]);
      const value = raw.replace(/^\$\{(\w+):-\}$/, (_, variable) => given[variable] ?? '');
      if (value.startsWith('/secrets/')) expect(made).toContain(value.slice('/secrets/'.length));
    }
    const everywhere = JSON.stringify(compose) + full;
    for (const [, name] of everywhere.matchAll(/\/secrets\/([\w.-]+)/g)) expect(made).toContain(name);
  });

  it('mount files that exist, run without rights they do not need, publish on loopback', () => {
    for (const service of Object.values(compose.services)) {
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':');
        if (source.startsWith('./')) expect([source, existsSync(join(root, source))]).toEqual([source, true]);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
      for (const port of service.ports ?? []) expect(port).toMatch(/^\$\{BIND:-127\.0\.0\.1\}:/);
    }
    expect(compose.services.fibado).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(/^USER node$/m);
  });

  it('copy every package of the workspace into the image', () => {
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    for (const folder of ['apps', 'packages']) {
      for (const name of readdirSync(join(root, folder)))
        expect(dockerfile).toContain(`COPY ${folder}/${name}/package.json ${folder}/${name}/`);
    }
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const [pinned] of dockerfile.matchAll(/pnpm@[\d.]+/g)) expect(pinned).toBe(packageManager);
  });
});
