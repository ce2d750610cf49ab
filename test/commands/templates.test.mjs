/* global describe, it, test, expect */
/** The templates for home servers: what can be said of them without the servers. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file) => readFileSync(join(root, file), 'utf8');
const dockerfile = textOf('Dockerfile');
const [, table] = textOf('docs/operations.md').split(/<!-- \/?settings -->/);
const settings = new Set([...table.matchAll(/^\| `([A-Z_]+)`/gm)].map((m) => m[1]));
/** What the entry and Node read beside the product's settings. */
const KNOWN = new Set([...settings, 'PUID', 'PGID', 'TZ']);
const { version } = JSON.parse(textOf('package.json'));

/** A template's service as compose files have it. */
function unraid() {
  const reader = `import json, sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.read())
print(json.dumps({"image": root.findtext("Repository"), "arguments": root.findtext("ExtraParams"), "web": root.findtext("WebUI"),
  "configs": [dict(one.attrib, value=one.text or "") for one in root.findall("Config")]}))`;
  const read = spawnSync('python3', ['-c', reader], {
    input: textOf('deploy/unraid/fibado.xml'),
    encoding: 'utf8',
  });
  const { image, arguments: words, web, configs } = JSON.parse(read.stdout);
  const of = (type) => configs.filter(({ Type }) => Type === type);
  const given = (name) => [...words.matchAll(new RegExp(`--${name} (\\S+)`, 'g'))].map(([, value]) => value);
  expect(web).toBe('http://[IP]:[PORT:8080]/');
  return {
    image,
    user: given('user')[0],
    read_only: words.includes('--read-only'),
    tmpfs: given('tmpfs'),
    cap_drop: given('cap-drop'),
    cap_add: given('cap-add'),
    security_opt: given('security-opt'),
    stop_grace_period: `${given('stop-timeout')[0]}s`,
    ports: of('Port').map(({ value, Target }) => `${value}:${Target}`),
    volumes: of('Path').map(({ value, Target }) => `${value}:${Target}`),
    environment: Object.fromEntries(of('Variable').map(({ Target, value }) => [Target, value])),
  };
}

const yaml = (file, name) => parse(textOf(file)).services[name];

describe.each([
  ['any Docker', () => yaml('deploy/compose.yml', 'fibado')],
  ['Unraid', unraid],
  ['TrueNAS', () => yaml('deploy/truenas/compose.yml', 'fibado')],
  ['CasaOS', () => yaml('deploy/casaos/docker-compose.yml', 'fibado')],
  ['Umbrel', () => yaml('deploy/umbrel/docker-compose.yml', 'web')],
])('the template for %s', (name, read) => {
  it('has the image, its port and folder, settings of the product, and no more rights than the entry needs', () => {
    const service = read();
    expect(service.image.replace(/^\$\{FIBADO_IMAGE:-(.*)\}$/, '$1')).toBe(`fibado:${version}`);
    const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile);
    const [, folder] = /^VOLUME (\S+)$/m.exec(dockerfile);
    if (name !== 'Umbrel') expect(service.ports.map((one) => one.split(':').at(-1))).toEqual([port]);
    expect(service.volumes.map((one) => one.split(':').at(-1))).toEqual([folder]);
    expect(Object.keys(service.environment).filter((one) => !KNOWN.has(one))).toEqual([]);
    expect(service.environment).toMatchObject({
      PUID: expect.anything(),
      PGID: expect.anything(),
      DEMO: 'false',
    });
    // Started with these in scripts/image-test.mjs.
    const { user, read_only, tmpfs, cap_drop, cap_add, security_opt, stop_grace_period } = yaml(
      'deploy/compose.yml',
      'fibado',
    );
    expect(service).toMatchObject({
      user,
      read_only,
      tmpfs,
      cap_drop,
      cap_add,
      security_opt,
      stop_grace_period,
    });
  });
});

test("Umbrel's own files agree: the proxy leads to the service, on the image's port", () => {
  const { services } = parse(textOf('deploy/umbrel/docker-compose.yml'));
  const { id, port, version: told } = parse(textOf('deploy/umbrel/umbrel-app.yml'));
  expect(services.app_proxy.environment).toMatchObject({ APP_HOST: `${id}_web_1`, APP_PORT: 8080 });
  expect([typeof port, told]).toEqual(['number', version]);
});

test('CasaOS opens the port that is published', () => {
  const { services, 'x-casaos': casaos } = parse(textOf('deploy/casaos/docker-compose.yml'));
  expect(services[casaos.main].ports).toEqual([`${casaos.port_map}:8080`]);
});

describe('without containers', () => {
  const unit = textOf('deploy/systemd/fibado.service');

  it('the unit starts what the image starts, with settings of the product and without rights', () => {
    const [, environment] = /^Environment=(.*)$/m.exec(unit);
    const names = [...environment.matchAll(/(\w+)=/g)]
      .map(([, name]) => name)
      .filter((one) => one !== 'NODE_ENV');
    expect(names.filter((one) => !settings.has(one))).toEqual([]);
    const [, script] = /^CMD \["node", "(\S+)"\]$/m.exec(dockerfile);
    expect(unit).toContain(`ExecStart=/usr/bin/env node /opt/fibado/${script}`);
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m);
  });

  const analyze = spawnSync('systemd-analyze', ['--version']).status === 0 ? it : it.skip;
  analyze('systemd itself finds nothing wrong with it, and little exposed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fibado-unit-'));
    const file = join(folder, 'fibado.service');
    writeFileSync(file, unit);
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    expect(checked.stderr.split('\n').filter((line) => line.includes('fibado.service'))).toEqual([]);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=25', file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect([judged.status, judged.stdout.split('\n').at(-2)]).toEqual([
      0,
      expect.stringContaining('Overall exposure'),
    ]);
  });

  it('the installation puts the product, the unit and settings in their places, and keeps settings', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fibado-install-'));
    const product = join(folder, 'app');
    mkdirSync(join(product, 'scripts'), { recursive: true });
    const install = () =>
      spawnSync(join(root, 'deploy/lxc/install.sh'), [product], {
        env: { ...process.env, DESTDIR: join(folder, 'root') },
        encoding: 'utf8',
      });
    expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('holds no built Fibado') });
    writeFileSync(join(product, 'scripts/serve.mjs'), 'first');
    expect(install()).toMatchObject({ status: 0, stderr: '' });
    const at = (path) => join(folder, 'root', path);
    expect(readFileSync(at('etc/systemd/system/fibado.service'), 'utf8')).toBe(unit);
    const names = [...readFileSync(at('etc/fibado.env'), 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(
      ([, name]) => name,
    );
    expect(names.filter((one) => !settings.has(one))).toEqual([]);
    expect(statSync(at('etc/fibado.env')).mode & 0o777).toBe(0o600);
    writeFileSync(at('etc/fibado.env'), 'HOST=127.0.0.1\n');
    writeFileSync(join(product, 'scripts/serve.mjs'), 'second');
    expect(install()).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(at('opt/fibado/scripts/serve.mjs'), 'utf8')).toBe('second');
    expect(readFileSync(at('etc/fibado.env'), 'utf8')).toBe('HOST=127.0.0.1\n');
    expect([existsSync(at('opt/fibado.old')), existsSync(at('opt/fibado.new'))]).toEqual([false, false]);
    rmSync(folder, { recursive: true });
  });
});
