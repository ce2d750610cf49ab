/* global describe, it, expect, beforeAll, afterAll */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  call,
  freePort,
  ownerUrl,
  pause,
  query,
  requireFromApi,
  root,
  signIn,
  start,
  stopAll,
} from './support/program.mjs';

const { WebSocket } = requireFromApi('ws');

const ADMIN_PASSWORD = 'una-parola-lunga-per-la-prova';
const SERVE = [process.execPath, 'scripts/serve.mjs'];
const folder = mkdtempSync(join(tmpdir(), 'fibado-operate-'));
const [old, moved] = [join(folder, 'old'), join(folder, 'moved')];
const backups = join(folder, 'backups');

/** `npm run NAME -- …` as an administrator types it. */
function npmRun(name, args, env) {
  const done = spawnSync('npm', ['run', '--silent', name, '--', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  // What is built on the way is said too; it is not what the command says.
  const err = done.stderr.replaceAll(/^Building .*\n/gm, '').trim();
  return { code: done.status, out: done.stdout.trim(), err };
}

/** A backup written to a folder of its own, with what the command said. */
function backup(data, name) {
  const to = join(backups, name);
  const done = npmRun('backup', ['--to', to], { FIBADO_DATA: data });
  expect([done.code, done.err]).toEqual([0, '']);
  const [file] = readdirSync(to);
  return { file: join(to, file), said: done.out };
}

/** A request whose body comes in two halves, the second when it is asked for. */
function slowSave(port, token, body) {
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    msfauth: `Bearer ${token}`,
  };
  const ask = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/finance/banks/save', headers });
  const answer = new Promise((resolve, reject) => {
    ask.on('error', reject);
    ask.on('response', (response) => {
      let got = '';
      response.on('data', (chunk) => (got += chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(got) }));
    });
  });
  ask.write(text.slice(0, 10));
  return { answer, finish: () => ask.end(text.slice(10)) };
}

/** A browser's line for notifications, connected. @returns the code it is closed with, one day. */
async function openLine(port, token) {
  const { body } = await call(port, '/api/notify/web-notify/list/true', { token });
  const socket = new WebSocket(body.hostSocket, ['v11.stomp']);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.on('open', resolve));
  const headers = { 'accept-version': '1.1', host: '/', login: body.username, passcode: body.password };
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
  const answer = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))));
  socket.send(`CONNECT\n${lines.join('\n')}\n\n\0`);
  expect(await answer).toMatch(/^CONNECTED/);
  return { closed };
}

/** What the demonstration household has, as its own people read it. */
async function household(port, token) {
  const { body: quarters } = await call(port, '/api/finance/quarters/list', { token });
  const operations = await Promise.all(
    quarters.map(({ date }) => call(port, `/api/finance/operations/get/${date}`, { token })),
  );
  return { quarters, operations: operations.map((answer) => answer.body) };
}

// Each test goes on from where the one before left the instance, as its administrator would.
describe('an instance in the hands of its administrator', () => {
  let port;
  let program;
  let token;
  let apiKey;
  let before;
  const files = {};
  beforeAll(async () => {
    const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    port = await freePort();
    program = start({ FIBADO_DATA: old, PORT: String(port), ADMIN_PASSWORD }, SERVE);
    await program.ready();
    token = await signIn(port);
    before = await household(port, token);
    const key = { name: 'cron', scopes: ['FINANCE_READ'], days: 1 };
    apiKey = (await call(port, '/api/user/account/api-keys/save', { token, body: key })).body.key;
    const mail = {
      host: '127.0.0.1',
      port: await freePort(),
      security: 'NONE',
      fromName: 'F',
      fromAddress: 'f@example.org',
      username: 'f',
      password: 'segreta',
    };
    const admin = await signIn(port, 'admin', ADMIN_PASSWORD);
    const saved = await call(port, '/api/user/admin/email-server/save', { token: admin, body: mail });
    expect(saved.status).toBe(200);
  }, 300_000);
  afterAll(async () => {
    await stopAll();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is backed up while it runs', async () => {
    files.running = backup(old, 'running');
    expect(files.running.said).toMatch(/\.backup: \d+ tables, \d+ rows\. It is not encrypted/);
    expect(await call(port, '/api/health/ready')).toMatchObject({ status: 200 });
  });

  it('is not written over by a restore', async () => {
    const done = npmRun('restore', [files.running.file], { FIBADO_DATA: old });
    expect(done).toEqual({ ...done, code: 1, out: '' });
    expect(done.err).toMatch(/^This instance has users already: [^\n]*$/);
    expect(await household(port, token)).toEqual(before);
  });

  it('tells by its readiness when a newer program has changed its schema', async () => {
    await query(ownerUrl(old, 'fibado'), `insert into migrations (timestamp, name) values (9, 'Later9')`);
    const { status, body } = await call(port, '/api/health/ready');
    expect([status, body.status, body.checks.migrations]).toEqual([200, 'degraded', 'DOWN']);
    files.newer = backup(old, 'newer');
    await query(ownerUrl(old, 'fibado'), `delete from migrations where name = 'Later9'`);
  });

  it('finishes a slow request and a running plan when it is told to stop, and takes no new ones', async () => {
    const quarter = before.quarters.find(({ state }) => state !== 'CLOSED').date;
    const slow = slowSave(port, token, {
      name: 'Ultima banca',
      guaranteeScheme: 'FITD',
      stampDutyMethod: 'ACTUAL_DAYS',
    });
    const { closed } = await openLine(port, token);
    let planned = false;
    const plan = call(port, '/api/finance/optimizer/optimize', { token, body: { quarter } }).then(
      (answer) => ((planned = true), answer),
    );
    // The thread's start alone takes longer than this.
    await pause(60);
    expect(planned).toBe(false);
    program.signal('SIGTERM');
    await pause(300);
    await expect(call(port, '/api/health/live')).rejects.toThrow('fetch failed');
    expect(program.child.exitCode).toBe(null);
    slow.finish();
    expect(await slow.answer).toMatchObject({ status: 200, body: { name: 'Ultima banca' } });
    const answer = await plan;
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ runId: expect.anything() }),
    ]);
    // 1001: going away, come back.
    expect(await closed).toBe(1001);
    await program.endedWell();
  });

  it('is backed up while it is stopped, the last acknowledged write included', () => {
    files.stopped = backup(old, 'stopped');
    const rows = ({ said }) => Number(/(\d+) rows/.exec(said)[1]);
    expect(rows(files.stopped)).toBeGreaterThan(rows(files.running));
  });

  it('refuses to fill a new instance from a newer program’s backup, in one line', () => {
    const done = npmRun('restore', [files.newer.file], { FIBADO_DATA: moved });
    expect(done).toEqual({ ...done, code: 1, out: '' });
    expect(done.err).toMatch(
      /^The backup is of Fibado [\d.]+, newer than this program \(it knows Later9\): upgrade Fibado\.$/,
    );
  });

  it('moves into a new instance', () => {
    const done = npmRun('restore', [files.stopped.file], { FIBADO_DATA: moved });
    expect(done).toEqual({ ...done, code: 0, err: '' });
    expect(done.out).toMatch(/^Restored \d+ tables, \d+ rows, as of /);
  });

  const SECRET_KEY = 'another-secret-of-this-instance-0123456789';
  it('starts under another secret: all data is there, everybody signs in anew', async () => {
    // The embedded server was made with the folder's secret; a start changes its passwords, too.
    program = start({ FIBADO_DATA: moved, PORT: String(port), SECRET_KEY }, SERVE);
    await program.ready();
    for (const former of [token, apiKey])
      expect((await call(port, '/api/finance/quarters/list', { token: former })).status).toBe(401);
    token = await signIn(port);
    expect(await household(port, token)).toEqual(before);
    const { body: banks } = await call(port, '/api/finance/banks/get', { token });
    expect(banks.map(({ name }) => name)).toContain('Ultima banca');
  });

  it('asks for the mail server’s password again, and takes it', async () => {
    const admin = await signIn(port, 'admin', ADMIN_PASSWORD);
    const probe = async () =>
      (await call(port, '/api/user/admin/services/probe/mail', { token: admin, body: {} })).body;
    expect(await probe()).toMatchObject({ state: 'DOWN', error: expect.stringMatching(/another secret/) });
    const { body: stored } = await call(port, '/api/user/admin/email-server/get', { token: admin });
    const server = { ...stored.server };
    delete server.hasPassword;
    const saved = await call(port, '/api/user/admin/email-server/save', {
      token: admin,
      body: { ...server, password: 'segreta' },
    });
    expect([saved.status, saved.body.version]).toEqual([200, server.version + 1]);
    // No server listens there, and that is the only remaining error.
    expect((await probe()).error).not.toMatch(/secret/);
  });

  it('is not taken over by a start under yet another secret', async () => {
    const other = start(
      { FIBADO_DATA: moved, PORT: String(await freePort()), SECRET_KEY: `${SECRET_KEY}-wrong` },
      SERVE,
    );
    expect((await other.ended).code).toBe(1);
    expect(other.output.trim()).toMatch(/^The database in .* runs under another secret: stop that Fibado/);
    expect(await call(port, '/api/health/ready')).toMatchObject({ status: 200 });
  });

  it('refuses to start on a schema newer than itself, in one line', async () => {
    const url = ownerUrl(moved, 'fibado', SECRET_KEY);
    await query(url, `insert into migrations (timestamp, name) values (9, 'Later9')`);
    program.signal('SIGTERM');
    await program.endedWell();
    const again = start({ FIBADO_DATA: moved, PORT: String(port), SECRET_KEY }, SERVE);
    expect((await again.ended).code).toBe(1);
    expect(again.output.trim()).toBe(
      'The database is newer than this program (it knows Later9): upgrade Fibado.',
    );
  });
});
