/* global describe, it, expect */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const [, table] = readFileSync(join(root, 'docs/operations.md'), 'utf8').split(/<!-- \/?settings -->/);
const settings = new Set([...table.matchAll(/^\| `([A-Z_]+)`/gm)].map((m) => m[1]));

function makeSecrets(folder) {
  const made = spawnSync('bash', [join(root, 'deploy/make-secrets.sh'), folder], { encoding: 'utf8' });
  expect(made.stderr).toBe('');
  expect(made.status).toBe(0);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** The variables of lines for `.env`. */
const variablesOf = (file) =>
  Object.fromEntries(
    [...readFileSync(join(root, file), 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map((m) => [m[1], m[2]]),
  );
const makeSecretsText = () => readFileSync(join(root, 'deploy/make-secrets.sh'), 'utf8');

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

  it('make a secret that was taken away anew, and all that is built from one that was changed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fibado-secrets-'));
    const before = makeSecrets(folder);
    rmSync(join(folder, 'broker-auth-secret'));
    for (const name of ['database-password', 'broker-password']) {
      rmSync(join(folder, name));
      writeFileSync(join(folder, name), `changed-${name}`);
    }
    const after = makeSecrets(folder);
    rmSync(folder, { recursive: true });
    expect(after['broker-auth-secret']).toMatch(/^[\w-]{40,}$/);
    expect(after['broker-auth-secret']).not.toBe(before['broker-auth-secret']);
    expect(after['rabbitmq.conf']).toContain(`http://api:8081/${after['broker-auth-secret']}/user`);
    expect(after['rabbitmq.conf']).not.toContain(before['broker-auth-secret']);
    expect(after['rabbitmq.conf']).toContain('default_pass = changed-broker-password');
    expect(after['database-url']).toBe('postgres://fibado:changed-database-password@database:5432/fibado');
    expect(after['amqp-url']).toBe('amqp://fibado:changed-broker-password@rabbitmq:5672');
    for (const name of ['secret-key', 'keycloak-password']) expect(after[name]).toBe(before[name]);
  });

  it('name settings the product has, and secrets that are made', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fibado-secrets-'));
    const made = Object.keys(makeSecrets(folder));
    rmSync(folder, { recursive: true });
    for (const file of ['deploy/full.env', 'deploy/scale.env']) {
      const given = variablesOf(file);
      for (const service of ['api', 'worker', 'backup']) {
        for (const [name, raw] of Object.entries(compose.services[service].environment)) {
          expect([service, name, settings.has(name.replace(/_FILE$/, ''))]).toEqual([service, name, true]);
          const value = raw.replace(/^\$\{(\w+):-\}$/, (_, variable) => given[variable] ?? '');
          if (value.startsWith('/secrets/')) expect(made).toContain(value.slice('/secrets/'.length));
        }
      }
      // What a file sets is asked for somewhere; compose itself reads the profiles.
      const asked = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
      for (const name of Object.keys(given).filter((n) => n !== 'COMPOSE_PROFILES'))
        expect([file, name, asked.includes(`\${${name}:`)]).toEqual([file, name, true]);
    }
    for (const [, name] of JSON.stringify(compose).matchAll(/\/secrets\/([\w.-]+)/g))
      expect(made).toContain(name);
  });

  it('pass every setting on under its own name, and what was made where it is unset', () => {
    const passed = Object.entries(compose.services.api.environment);
    const own = passed.filter(([, raw]) => raw.startsWith('/secrets/')).map(([name]) => name);
    expect(own).toEqual(['DATABASE_URL_FILE', 'SECRET_KEY_FILE']);
    for (const [name, raw] of passed.filter(([given]) => !own.includes(given) && given !== 'DEMO'))
      expect([name, raw]).toEqual([name, `\${${name}:-}`]);
    const names = new Set(passed.map(([name]) => name));
    for (const file of own) expect(names).toContain(file.replace(/_FILE$/, ''));
    // The image has its own, or they are of no use in it; the port is published under its number.
    expect([...settings].filter((name) => !names.has(name))).toEqual([
      'PORT',
      'HOST',
      'FIBADO_DATA',
      'WORKER_PORT',
      'BACKUP_IDENTITY',
    ]);
    expect(compose.services.api.ports).toEqual(['${HOST:-127.0.0.1}:${PORT:-8080}:8080']);
  });

  it('take every line of .env.example', () => {
    const lines = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z_]+)=/gm);
    const named = [...lines].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(12);
    const known = new Set([...settings, 'COMPOSE_PROFILES']);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const asked = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
    for (const name of named.filter((one) => !['COMPOSE_PROFILES', 'DEMO'].includes(one)))
      expect([name, asked.includes(`\${${name}:`)]).toEqual([name, true]);
  });

  it('start the profiles they speak of: one process, or many behind a proxy', () => {
    const services = (profiles) =>
      Object.entries(compose.services)
        .filter(([, service]) => !service.profiles || service.profiles.some((p) => profiles.includes(p)))
        .map(([name]) => name)
        .sort();
    const profilesOf = (file) => variablesOf(file).COMPOSE_PROFILES.split(',');
    expect(services([])).toEqual(['api', 'database', 'secrets']);
    expect(services(profilesOf('deploy/full.env'))).toEqual([
      'api',
      'database',
      'keycloak',
      'rabbitmq',
      'secrets',
    ]);
    expect(services(profilesOf('deploy/scale.env'))).toEqual([
      'api',
      'database',
      'keycloak',
      'proxy',
      'rabbitmq',
      'secrets',
      'worker',
    ]);
    // One that is alone solves plans itself; of many, workers do. Only the proxy keeps a port for itself.
    expect(variablesOf('deploy/full.env').SOLVER_IN_API).toBe('true');
    expect(variablesOf('deploy/scale.env')).toMatchObject({
      SOLVER_IN_API: 'false',
      PORT: '0',
      PROXY_PORT: '8080',
      TRUST_PROXY: '1',
    });
    expect(compose.services.worker.ports).toEqual([]);
    expect(makeSecretsText()).toContain('http://api:8081/');
  });

  it('have no published login in any profile, and tell what was made once', () => {
    for (const service of ['api', 'worker', 'backup'])
      expect(compose.services[service].environment.DEMO).toBe('false');
    const realm = readFileSync(join(root, 'deploy/keycloak/fibado-realm.json'), 'utf8');
    expect(realm).not.toMatch(/"(users|credentials|secret)"/);
    // What the container of Keycloak runs, with a server in its place that does what the first start does.
    const folder = mkdtempSync(join(tmpdir(), 'fibado-keycloak-'));
    mkdirSync(join(folder, 'keycloak', 'bin'), { recursive: true });
    mkdirSync(join(folder, 'keycloak', 'data'));
    mkdirSync(join(folder, 'secrets'));
    makeSecrets(join(folder, 'secrets'));
    const server = `#!/bin/bash\nmkdir -p ${folder}/keycloak/data/h2\n[ -n "$KC_BOOTSTRAP_ADMIN_PASSWORD" ]\n`;
    writeFileSync(join(folder, 'keycloak', 'bin', 'kc.sh'), server, { mode: 0o755 });
    const { entrypoint, command } = compose.services.keycloak;
    const script = command[0]
      .replaceAll('$$', '$')
      .replaceAll('/opt/keycloak', join(folder, 'keycloak'))
      .replaceAll('/secrets/', join(folder, 'secrets/'));
    const start = () => spawnSync(entrypoint[0], [...entrypoint.slice(1), script], { encoding: 'utf8' });
    const password = readFileSync(join(folder, 'secrets', 'keycloak-password'), 'utf8');
    expect(start()).toMatchObject({ status: 0, stdout: `Keycloak's administrator: admin / ${password}\n` });
    expect(start()).toMatchObject({ status: 0, stdout: '' });
    rmSync(folder, { recursive: true });
  });

  it('back up every day, and sooner again when that failed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fibado-nights-'));
    const program = (name, text) =>
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    // The first backup fails, as one does before there is a schema; the third sleep ends the trial.
    program('node', `echo "backup $*" >>${folder}/log; [ "$(grep -c backup ${folder}/log)" -gt 1 ]`);
    program(
      'sleep',
      `echo "sleep $1" >>${folder}/log; [ "$(grep -c sleep ${folder}/log)" -lt 3 ] || kill $PPID`,
    );
    const { command, init } = compose.services.backup;
    spawnSync(command[0], command.slice(1), { env: { PATH: `${folder}:${process.env.PATH}` } });
    const backup = 'backup apps/api/dist/commands/backup.js --prune';
    expect(readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')).toEqual([
      backup,
      'sleep 600',
      backup,
      'sleep 86400',
      backup,
      'sleep 86400',
    ]);
    // A shell that is the first process of a container ends on no signal.
    expect(init).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('mount files that exist, run without rights they do not need, publish on loopback but for TLS', () => {
    for (const service of Object.values(compose.services)) {
      for (const volume of service.volumes ?? []) {
        const [source] = volume.split(':');
        if (source.startsWith('./')) expect([source, existsSync(join(root, source))]).toEqual([source, true]);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
      // A default inside a default is more than Debian's docker-compose reads.
      for (const port of service.ports ?? []) expect(port).not.toMatch(/\$\{[^}]*\$\{/);
      for (const port of service.ports ?? [])
        expect(port).toMatch(
          service === compose.services.tls
            ? /^\$\{TLS_HOST:-0\.0\.0\.0\}:/
            : /^\$\{(BIND|HOST):-127\.0\.0\.1\}:/,
        );
    }
    // Behind the proxy an API believes the address it is told: it must not be reachable past the proxy.
    expect(variablesOf('deploy/scale.env')).toMatchObject({ TRUST_PROXY: '1', HOST: '127.0.0.1' });
    for (const name of ['api', 'worker', 'backup', 'proxy', 'tls']) {
      const service = compose.services[name];
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
    }
    expect(compose.services.proxy.user).toBe('1000:1000');
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(/^USER 1000:1000$/m);
  });

  it('name images by what they are, and programs that are in them', () => {
    for (const { image } of Object.values(compose.services)) expect(image).toMatch(/:\d+\.\d+/);
    const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' });
    expect(built.status).toBe(0);
    const commands = [
      compose.services.worker.command,
      compose.services.backup.command,
      // Of docs/operations.md.
      ['node', 'apps/api/dist/commands/restore.js'],
      JSON.parse(/^CMD (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))[1]),
    ];
    for (const command of commands) {
      const [program] = /[\w/]+\.m?js/.exec(command.join(' '));
      expect([program, existsSync(join(root, program))]).toEqual([program, true]);
    }
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
