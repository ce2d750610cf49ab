/* global describe, it, expect, beforeAll, afterEach, afterAll */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  alive,
  call,
  freePort,
  gone,
  ownerUrl,
  postgresPid,
  query,
  root,
  signIn,
  start,
  stopAll,
} from './support/program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fibado-commands-'));

afterEach(stopAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// What is built once is not built again: the starts below show the second one's behaviour.
beforeAll(() => {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
}, 300_000);

describe('npm start', () => {
  const data = join(folder, 'data');
  let port;
  beforeAll(async () => {
    port = await freePort();
  });

  it('starts an instance with a demonstration household, and Ctrl-C stops all of it', async () => {
    const program = start({ FIBADO_DATA: data, PORT: String(port) });
    await program.ready();
    expect(program.output).toContain(`http://127.0.0.1:${port}`);
    expect(program.output).toMatch(/Demo login: demo \/ fibado-demo/);
    expect(program.output).toMatch(/\(\d+\.\d s\)/);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root">');
    const token = await signIn(port);
    const quarters = await call(port, '/api/finance/quarters/list', { token });
    expect(quarters.body.length).toBeGreaterThanOrEqual(2);
    const pid = postgresPid(data);
    expect(alive(pid)).toBe(true);
    program.signal('SIGINT');
    await program.endedWell();
    expect(await gone(pid)).toBe(true);
  });

  // As a service manager ends it, or `kill`; Ctrl-C goes to everybody. A killed npm can pass nothing on.
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])('stops too when npm alone gets %s', async (signal) => {
    const program = start({ FIBADO_DATA: data, PORT: String(port) });
    await program.ready();
    const pid = postgresPid(data);
    process.kill(program.child.pid, signal);
    await program.ended;
    expect(await gone(pid)).toBe(true);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('recovers after kill -9 of everything, with nothing lost', async () => {
    const first = start({ FIBADO_DATA: data, PORT: String(port) });
    await first.ready();
    const token = await signIn(port);
    const saved = await call(port, '/api/finance/accountGroups/save', {
      token,
      body: { name: 'Prima della caduta', holders: ['Anna'], order: 9 },
    });
    expect(saved.status).toBe(200);
    const pid = postgresPid(data);
    first.signal('SIGKILL');
    await first.ended;
    process.kill(pid, 'SIGKILL');
    const second = start({ FIBADO_DATA: data, PORT: String(port) });
    await second.ready();
    const groups = await call(port, '/api/finance/accountGroups/get', { token: await signIn(port) });
    expect(JSON.stringify(groups.body)).toContain('Prima della caduta');
  });

  it('takes over a database server that outlived its program', async () => {
    const first = start({ FIBADO_DATA: data, PORT: String(port) });
    await first.ready();
    const orphan = postgresPid(data);
    first.signal('SIGKILL');
    await first.ended;
    expect(alive(orphan)).toBe(true);
    const second = start({ FIBADO_DATA: data, PORT: String(port) });
    await second.ready();
    expect((await call(port, '/api/health/ready')).status).toBe(200);
    expect(await gone(orphan)).toBe(true);
  });

  it('refuses a data folder another instance works on, and harms it not', async () => {
    const first = start({ FIBADO_DATA: data, PORT: String(port) });
    await first.ready();
    const second = start({ FIBADO_DATA: data, PORT: String(await freePort()) });
    expect((await second.ended).code).not.toBe(0);
    expect(second.output.trim()).toMatch(/^Fibado already runs on the data folder .*\.$/);
    expect((await call(port, '/api/health/ready')).status).toBe(200);
  });

  it('says in one line that the port is taken', async () => {
    const other = createServer();
    const taken = await new Promise((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve(other.address().port)),
    );
    const program = start({ FIBADO_DATA: join(folder, 'other'), PORT: String(taken) });
    expect((await program.ended).code).not.toBe(0);
    expect(program.output.trim()).toBe(
      `Port ${taken} on 127.0.0.1 is taken: stop what listens there, or set PORT.`,
    );
    expect(existsSync(join(folder, 'other'))).toBe(false);
    await new Promise((resolve) => other.close(resolve));
  });

  it('says in one line that the port of the figures is taken, and ends all it began', async () => {
    const other = createServer();
    const taken = await new Promise((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve(other.address().port)),
    );
    const program = start({ FIBADO_DATA: data, PORT: String(port), METRICS_PORT: String(taken) });
    expect((await program.ended).code).not.toBe(0);
    expect(program.output.trim().split('\n').at(-1)).toBe(
      `METRICS_PORT ${taken} on 127.0.0.1 cannot be used (EADDRINUSE).`,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  it('says in one line that a given database cannot be reached, and not with what password', async () => {
    const closedPort = await freePort();
    const DATABASE_URL = `postgres://fibado:very-secret@127.0.0.1:${closedPort}/fibado`;
    const own = { FIBADO_DATA: join(folder, 'away'), PORT: String(await freePort()), DATABASE_URL };
    const said = `The database 127.0.0.1:${closedPort}/fibado cannot be reached: connect ECONNREFUSED 127.0.0.1:${closedPort}.`;
    const program = start(own);
    expect((await program.ended).code).not.toBe(0);
    expect(program.output.trim()).toBe(said);
    const backup = start(own, [process.execPath, 'scripts/command.mjs', 'backup']);
    expect((await backup.ended).code).not.toBe(0);
    expect(backup.output.trim()).toBe(said);
  });

  it('says in one line that the data folder cannot be written', async () => {
    const blocked = join(folder, 'a-file');
    writeFileSync(blocked, '');
    const program = start({ FIBADO_DATA: join(blocked, 'data'), PORT: String(await freePort()) });
    expect((await program.ended).code).not.toBe(0);
    expect(program.output.trim().split('\n')).toHaveLength(1);
    expect(program.output).toContain('cannot be written');
  });

  it('takes settings from the file docker compose reads, and from the environment first', async () => {
    const file = join(folder, 'settings.env');
    const other = await freePort();
    const lines = ['# a comment', `PORT=${other}`, 'DEMO=false', "ADMIN_PASSWORD='a $long password'"];
    writeFileSync(file, lines.join('\n'));
    const own = { FIBADO_ENV_FILE: file, FIBADO_DATA: join(folder, 'from-file') };
    const program = start(own);
    await program.ready();
    expect(program.output).toContain(`http://127.0.0.1:${other}`);
    expect(program.output).not.toContain('Demo login');
    expect(await signIn(other, 'admin', 'a $long password')).toMatch(/\./);
    program.signal('SIGTERM');
    await program.ended;
    const again = start({ ...own, PORT: String(port) });
    await again.ready();
    expect(again.output).toContain(`http://127.0.0.1:${port}`);
  });

  it('says in one line which setting is wrong, and not its value', async () => {
    const program = start({ PORT: 'not-a-port-secret' });
    expect((await program.ended).code).not.toBe(0);
    expect(program.output.trim()).toMatch(/^Wrong setting\. PORT: /);
    expect(program.output).not.toContain('not-a-port-secret');
  });

  it('runs on a given database without starting one of its own', async () => {
    const host = start({ FIBADO_DATA: data, PORT: String(port) });
    await host.ready();
    // The running instance's server is an ordinary PostgreSQL to the second one.
    await query(ownerUrl(data, 'postgres'), 'create database given');
    const own = join(folder, 'given');
    const ownPort = await freePort();
    const program = start({
      FIBADO_DATA: own,
      PORT: String(ownPort),
      DATABASE_URL: ownerUrl(data, 'given'),
    });
    await program.ready();
    expect(existsSync(join(own, 'postgres'))).toBe(false);
    expect(await signIn(ownPort)).toMatch(/\./);
    program.signal('SIGTERM');
    await program.ended;
    expect(await call(port, '/api/health/ready')).toMatchObject({ status: 200 });
  });
});

describe('an old Node', () => {
  it('is refused in one line', async () => {
    const shim = join(folder, 'old-node.mjs');
    mkdirSync(folder, { recursive: true });
    writeFileSync(shim, `Object.defineProperty(process.versions, 'node', { value: '18.20.0' });\n`);
    chmodSync(shim, 0o644);
    const child = spawn(process.execPath, ['--import', shim, 'scripts/start.mjs'], { cwd: root });
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect(code).toBe(1);
    expect(output.trim()).toBe('Fibado needs Node 20.19 or newer; this is 18.20.0.');
  });
});
