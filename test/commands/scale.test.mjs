/* global describe, it, expect, beforeAll, afterAll */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  call,
  freePort,
  HOUSEHOLD,
  ownerUrl,
  pause,
  query,
  requireFromApi,
  root,
  seedHousehold,
  start,
  stopAll,
} from './support/program.mjs';

const { WebSocket } = requireFromApi('ws');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const folder = mkdtempSync(join(tmpdir(), 'fibado-scale-'));
const secrets = join(folder, 'secrets');
/** Addresses of loopback, one an API process, as containers have theirs. */
const ADDRESSES = ['127.0.0.2', '127.0.0.3'];
/** Time enough for a plan of the demonstration household, and no more. */
const QUICK = { timeLimitMs: 1500 };
const PROXY = spawnSync('caddy', ['version']).status === 0;
if (!PROXY) console.error('!!!! SKIPPED the proxy of deploy/caddy: caddy is not installed');

/** What compose gives a service of the profile `scale` alone, with the secrets' folder where it is here. */
function environmentOf(service) {
  const given = { SOLVER_IN_API: 'false', TRUST_PROXY: '1' };
  const entries = Object.entries(compose.services[service].environment).map(([name, raw]) => [
    name,
    raw
      .replace(/\$\{(\w+):-([^}]*)\}/g, (_, variable, otherwise) => given[variable] ?? otherwise)
      .replace(/^\/secrets\//, `${secrets}/`),
  ]);
  const image = Object.fromEntries(
    [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
      line.split(' ').map((pair) => pair.split('=')),
    ),
  );
  return { ...image, FIBADO_DATA: join(folder, 'data'), ...Object.fromEntries(entries) };
}
const IMAGE_COMMAND = JSON.parse(/^CMD (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))[1]);

/** A name server that knows one name: the addresses of those who are there. */
function nameServer() {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    let end = 12;
    while (question[end] !== 0) end += question[end] + 1;
    const asked = question.subarray(12, end + 5);
    const isA = question.readUInt16BE(end + 1) === 1;
    const answers = isA
      ? ADDRESSES.map((ip) =>
          Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...ip.split('.').map(Number)]),
        )
      : [];
    const head = Buffer.from([question[0], question[1], 0x85, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, asked, ...answers]), port, address);
  });
  return new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve(socket)));
}

const said = async (program, words) => {
  for (let tries = 0; tries < 600 && !words.test(program.output); tries += 1) {
    if (program.child.exitCode !== null) throw new Error(`Ended:\n${program.output}`);
    await pause(100);
  }
  if (!words.test(program.output)) throw new Error(`Not said:\n${program.output}`);
};

// The programs of the images with the environment compose gives them, on one database, as containers of one machine.
describe('several API processes and workers', () => {
  let helper;
  let port;
  let workerPort;
  let proxyPort;
  let names;
  const apis = [];
  const workers = [];
  let proxy;
  let url;
  const startWorker = async (onPort) => {
    const program = start(
      { ...environmentOf('worker'), HOST: '127.0.0.1', WORKER_PORT: String(onPort), SOLVER_THREADS: '1' },
      compose.services.worker.command,
    );
    await said(program, /A worker of Fibado is ready/);
    workers.push(program);
    return program;
  };
  const startApi = async (host) => {
    const program = start(
      {
        ...environmentOf('api'),
        HOST: host,
        PORT: String(port),
        ADMIN_PASSWORD: 'una-parola-lunga-per-la-prova',
      },
      IMAGE_COMMAND,
    );
    await said(program, /Fibado is ready at/);
    return program;
  };

  beforeAll(async () => {
    const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    spawnSync('bash', ['-c', `mkdir -p ${secrets} && bash deploy/make-secrets.sh ${secrets}`], { cwd: root });
    // A PostgreSQL: the one another instance has beside it.
    const other = join(folder, 'other');
    const otherPort = String(await freePort());
    helper = start({ FIBADO_DATA: other, PORT: otherPort, DEMO: 'false' }, [
      process.execPath,
      'scripts/serve.mjs',
    ]);
    await helper.ready();
    await query(ownerUrl(other, 'fibado'), 'create database scaled');
    url = ownerUrl(other, 'scaled');
    rmSync(join(secrets, 'database-url'));
    writeFileSync(join(secrets, 'database-url'), url);
    await seedHousehold(environmentOf('api'), url);
    [port, workerPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
    // A worker that is there first waits for the schema.
    const [worker] = await Promise.all([
      startWorker(workerPort),
      startApi(ADDRESSES[0]).then((p) => apis.push(p)),
    ]);
    expect(worker.child.exitCode).toBeNull();
    apis.push(await startApi(ADDRESSES[1]));
    if (!PROXY) return;
    names = await nameServer();
    proxy = start(
      {
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        XDG_DATA_HOME: folder,
        LISTEN_PORT: String(proxyPort),
        UPSTREAM_PORT: String(port),
        UPSTREAM_RESOLVERS: `resolvers udp/127.0.0.1:${names.address().port}`,
      },
      [
        ...compose.services.proxy.command.map((word) =>
          word === '/etc/caddy/Caddyfile' ? 'deploy/caddy/Caddyfile' : word,
        ),
      ],
    );
    await said(proxy, /serving initial configuration/);
  }, 300_000);
  afterAll(async () => {
    await stopAll();
    names?.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  /** Through the proxy where there is one, else to the first process. */
  const ask = async (path, more = {}) => {
    const base = PROXY ? `http://127.0.0.1:${proxyPort}` : `http://${ADDRESSES[0]}:${port}`;
    const { token, body } = more;
    const response = await fetch(`${base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { msfauth: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  };
  const memberToken = async () =>
    (
      await ask('/api/user/token/generate', {
        body: { username: HOUSEHOLD, password: 'fibado-demo', tokenClient: 'test' },
      })
    ).body.token;

  it('say how they are: a worker on its own page', async () => {
    expect(await call(workerPort, '/api/health/live')).toEqual({ status: 200, body: { status: 'ok' } });
    const { status, body } = await call(workerPort, '/api/health/ready');
    expect([status, body.status, body.checks.database, body.checks.migrations]).toEqual([
      200,
      'ok',
      'UP',
      'UP',
    ]);
    expect(await call(workerPort, '/anything')).toMatchObject({ status: 404 });
    for (const host of ADDRESSES) {
      const response = await fetch(`http://${host}:${port}/api/health/ready`);
      expect([response.status, (await response.json()).checks.solver]).toEqual([200, 'UP']);
    }
  });

  it('have plans solved by the worker, whichever process is asked', async () => {
    const token = await memberToken();
    const { body: quarters } = await ask('/api/finance/quarters/list', { token });
    const quarter = quarters.find(({ state }) => state !== 'CLOSED').date;
    const plan = await ask('/api/finance/optimizer/optimize', { token, body: { quarter, options: QUICK } });
    expect([plan.status, plan.body.result.transfers.length > 0]).toEqual([200, true]);
    const started = await ask('/api/finance/optimizer/runs', { token, body: { quarter, options: QUICK } });
    expect(started.body.state).toBe('QUEUED');
    let run = started.body;
    for (let tries = 0; tries < 200 && ['QUEUED', 'RUNNING'].includes(run.state); tries += 1) {
      await pause(100);
      run = (await ask(`/api/finance/optimizer/runs/${run.runId}`, { token })).body;
    }
    expect(run).toMatchObject({ state: 'DONE', outcome: { status: plan.body.result.status } });
  }, 60_000);

  it('lose no plan when the worker is killed: the next one takes it up', async () => {
    const token = await memberToken();
    const { body: quarters } = await ask('/api/finance/quarters/list', { token });
    const quarter = quarters.find(({ state }) => state !== 'CLOSED').date;
    const [worker] = workers.splice(0);
    worker.signal('SIGSTOP');
    const { body } = await ask('/api/finance/optimizer/runs', { token, body: { quarter, options: QUICK } });
    // It holds the run and does nothing: as one that was killed in the middle.
    await query(
      url,
      `update jobs set holder = gen_random_uuid(), held_at = clock_timestamp(), attempts = 1 where id = $1`,
      [body.runId],
    );
    worker.signal('SIGKILL');
    await worker.ended;
    await startWorker(await freePort());
    let run = body;
    for (let tries = 0; tries < 400 && ['QUEUED', 'RUNNING'].includes(run.state); tries += 1) {
      await pause(100);
      run = (await ask(`/api/finance/optimizer/runs/${run.runId}`, { token })).body;
    }
    expect(run.state).toBe('DONE');
  }, 90_000);

  it('refuse a worker that has no database, or another secret', async () => {
    const refused = async (env) => {
      const program = start({ FIBADO_DATA: join(folder, 'nothing'), WORKER_PORT: '0', ...env }, [
        ...compose.services.worker.command,
      ]);
      const { code } = await program.ended;
      return [code, program.output.trim()];
    };
    expect(await refused({})).toEqual([
      1,
      expect.stringMatching(/^A worker needs the instance's DATABASE_URL[^\n]*$/),
    ]);
    expect(await refused({ DATABASE_URL: url })).toEqual([
      1,
      expect.stringMatching(/^A worker needs the instance's SECRET_KEY[^\n]*$/),
    ]);
    expect(await refused({ DATABASE_URL: url, WORKER_PORT: 'x' })).toEqual([
      1,
      expect.stringMatching(/^Wrong setting\. WORKER_PORT[^\n]*$/),
    ]);
  }, 60_000);

  (PROXY ? it : it.skip)(
    'are sent a file of 32 MiB, the largest they read, with the form around it',
    async () => {
      const token = await memberToken();
      const send = async (bytes) => {
        const form = new FormData();
        form.append('quarter', '2026-10-01');
        form.append('accountId', '4a6c9a52-0f9a-4c9e-9a53-2f5b1d1c7e10');
        form.append('file', new Blob([new Uint8Array(bytes)]), 'movimenti.xls');
        const response = await fetch(`http://127.0.0.1:${proxyPort}/api/finance/imports/compute-changes`, {
          method: 'POST',
          headers: { msfauth: `Bearer ${token}` },
          body: form,
        });
        return { status: response.status, error: (await response.json()).error };
      };
      // Looked at, and found to be of no account and no statement.
      expect(['NOT_FOUND', 'FILE_UNREADABLE']).toContain((await send(32 * 1024 * 1024)).error);
      expect(await send(32 * 1024 * 1024 + 1)).toEqual({ status: 413, error: 'PAYLOAD_TOO_LARGE' });
    },
    60_000,
  );

  (PROXY ? it : it.skip)(
    'share the requests, and one that goes takes none with it',
    async () => {
      const token = await memberToken();
      const { body: login } = await ask('/api/notify/web-notify/list/true', { token });
      const socket = new WebSocket(login.hostSocket, ['v11.stomp']);
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      expect(new URL(login.hostSocket).port).toBe(String(proxyPort));
      socket.close();
      const results = [];
      let stop = false;
      const asking = (async () => {
        while (!stop) {
          results.push((await ask('/api/finance/banks/get', { token })).status);
          await pause(10);
        }
      })();
      await pause(1500);
      apis[1].signal('SIGTERM');
      await apis[1].ended;
      await pause(3000);
      stop = true;
      await asking;
      expect(new Set(results)).toEqual(new Set([200]));
      expect(results.length).toBeGreaterThan(50);
    },
    60_000,
  );

  it('end when they are told to', async () => {
    const [worker] = workers;
    worker.signal('SIGTERM');
    await worker.endedWell();
    apis[0].signal('SIGTERM');
    await apis[0].endedWell();
  }, 60_000);
});
