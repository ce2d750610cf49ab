/**
 * `npm run test:sso`: sign-in against a real Keycloak, started by the suite on loopback. Its distribution comes
 * through Maven, whose own settings decide from where, into a cache outside the tree. Where it cannot be had the
 * suite runs against the certified `oidc-provider` package and says so. The last line is `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** The image docker-compose.yml names is the one that is tested. */
const VERSION = /keycloak\/keycloak:(\d+\.\d+\.\d+)/.exec(
  readFileSync(join(root, 'docker-compose.yml'), 'utf8'),
)?.[1];
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack';

/** The unpacked distribution's folder, or why there is none. */
function distribution() {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const release = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0);
  if (release < 17) return { reason: 'Java 17 or newer is needed' };
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fibado');
  const name = `keycloak-${VERSION}`;
  const folder = join(cache, name);
  if (existsSync(join(folder, 'bin/kc.sh'))) return { folder };
  mkdirSync(cache, { recursive: true });
  // Unpacked beside its place and moved there whole: a download cut short leaves nothing that looks complete.
  const part = mkdtempSync(join(cache, 'part-'));
  console.log(`Fetching Keycloak ${VERSION} through Maven (once)`);
  const artifact = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
  const done = spawnSync('mvn', ['-q', '-B', UNPACK, `-Dartifact=${artifact}`, `-DoutputDirectory=${part}`], {
    cwd: part,
    encoding: 'utf8',
    timeout: 8 * 60_000,
  });
  try {
    if (done.status !== 0)
      return { reason: (done.error?.message ?? done.stdout ?? '').trim().split('\n').slice(0, 3).join(' ') };
    renameSync(join(part, name), folder);
    return { folder };
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

const { folder, reason } = distribution();
if (!folder) {
  const line = '!'.repeat(100);
  console.error(`${line}\nKEYCLOAK ${VERSION} COULD NOT BE HAD: ${reason}`);
  console.error(
    `The suite runs against oidc-provider instead; what only Keycloak can show is not tested.\n${line}`,
  );
}
const args = ['--config', 'jest.sso.config.mjs', ...process.argv.slice(2)];
const child = spawn(process.execPath, [join(root, 'scripts/test.mjs'), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FIBADO_TEST_KEYCLOAK: folder ?? '' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
