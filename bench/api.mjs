/**
 * What the API costs: `npm run bench:api`. Requests a second with 50th and 99th percentile for lists, a save, a bulk
 * save of 300 and a summary, beside a bare Node HTTP server that runs the very statements the API was seen to run, on
 * the same database, in the same run. The two take turns, and a share is the median of the rounds: what else the
 * machine does weighs on both. Prints a table and writes `bench/results/api.json`. The goal is half of the bare
 * server's requests a second on reads; exit code 1 when it is missed. `-- --only banks` runs one row and writes nothing.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newHousehold, request, root, signIn, startInstance } from '../test/clients/support/instance.mjs';
import { anOperation, enterFinances, QUARTER } from './support/household-finances.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const WARM_SECONDS = 8;
const CONNECTIONS = 8;
const POOL = 10;
const GOAL = 0.5;
const OPERATIONS = 300;
/** Writes are counted, not timed: the bare server needs the values of each before it starts. */
const WRITES = { save: 300, 'save-bulk of 300': 300 };
const WARM_WRITES = { save: 300, 'save-bulk of 300': 300 };

const recordFile = () => process.env.RECORD_SQL;

/** A household of 6 accounts at 3 banks and 300 operations. */
const seed = (origin, token) =>
  enterFinances(origin, token, {
    banks: 3,
    accounts: 6,
    ratePct: (account) => account / 2,
    openingBalanceCents: 1_000_000,
    operations: OPERATIONS,
  });

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the API sends to PostgreSQL for one request, without what its background work sends meanwhile. */
async function recorded(instance, send) {
  let shortest;
  for (let i = 0; i < 3; i += 1) {
    rmSync(recordFile(), { force: true });
    instance.child.kill('SIGUSR2');
    await pause(50);
    const answer = await send();
    instance.child.kill('SIGUSR2');
    while (!existsSync(recordFile())) await pause(10);
    await pause(20);
    const statements = JSON.parse(readFileSync(recordFile(), 'utf8'));
    if (!shortest || statements.length < shortest.statements.length) shortest = { statements, answer };
  }
  return shortest;
}

/** The same statements as for another request: ids and names of its own. */
function variants({ statements, answer }, names, count) {
  const ids = [...JSON.stringify(answer).matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id]) => id);
  const own = new Set([...ids, ...names]);
  const pattern = new RegExp([...own].join('|'), 'g');
  const source = JSON.stringify(statements);
  return Array.from({ length: count }, () => {
    const fresh = new Map([...own].map((text) => [text, randomUUID()]));
    return JSON.parse(source.replaceAll(pattern, (text) => fresh.get(text)));
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function once(origin, { path, token, body }) {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token ? { msfauth: `Bearer ${token}` } : {}),
      ...(payload
        ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }
        : {}),
    };
    const sent = httpRequest(
      origin + path,
      { agent, method: payload ? 'POST' : 'GET', headers },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(
                new Error(
                  `${path}: ${response.statusCode} ${Buffer.concat(chunks).toString().slice(0, 300)}`,
                ),
              ),
        );
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}

/** Keeps all connections busy for some seconds, or for so many requests. */
async function round(origin, makeRequest, limit, seconds = SECONDS) {
  const times = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  let left = limit ?? Infinity;
  const worker = async () => {
    while (left > 0 && (limit !== undefined || performance.now() < until)) {
      left -= 1;
      const start = performance.now();
      await once(origin, makeRequest());
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return { times, perSecond: (times.length * 1000) / (performance.now() - began) };
}

const rounded = (value) => Math.round(value * 100) / 100;
const sorted = (values) => [...values].sort((a, b) => a - b);
const atShare = (values, share) => values[Math.min(values.length - 1, Math.floor(values.length * share))];
const median = (values) => atShare(sorted(values), 0.5);

/** Processor time a process has used, milliseconds; undefined where the system has no /proc. */
function processorMs(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Both in turn, the one first that was second before. @param limit requests of all rounds together, if counted. */
async function compared(ours, theirs, limit) {
  const perRound = limit && Math.ceil(limit / ROUNDS);
  const rounds = { api: [], bare: [] };
  for (let i = 0; i < ROUNDS; i += 1)
    for (const name of i % 2 === 0 ? ['api', 'bare'] : ['bare', 'api']) {
      const { origin, pid, make } = name === 'api' ? ours : theirs;
      const before = processorMs(pid);
      const done = await round(origin, make, perRound);
      rounds[name].push({
        ...done,
        processorMs: before === undefined ? undefined : processorMs(pid) - before,
      });
    }
  const told = (all) => {
    const times = sorted(all.flatMap((one) => one.times));
    return {
      requests: times.length,
      perSecond: rounded(median(all.map((one) => one.perSecond))),
      p50Ms: rounded(atShare(times, 0.5)),
      p99Ms: rounded(atShare(times, 0.99)),
      processorMs: rounded(all.reduce((sum, one) => sum + one.processorMs, 0) / times.length) || undefined,
    };
  };
  const shares = rounds.api.map(({ perSecond }, i) => perSecond / rounds.bare[i].perSecond);
  return {
    api: told(rounds.api),
    bare: told(rounds.bare),
    share: rounded(median(shares)),
    shares: shares.map(rounded),
  };
}

async function startBare(scripts, connection, folder) {
  const file = join(folder, 'bare.json');
  writeFileSync(file, JSON.stringify({ connection, pool: POOL, scripts }), { mode: 0o600 });
  const child = spawn(process.execPath, [join(root, 'bench/support/bare-server.mjs'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('exit', () => reject(new Error('The bare server did not start')));
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { origin, pid: child.pid, stop: () => (child.kill('SIGTERM'), ended) };
}

const record = ['--import', join(root, 'bench/support/record-sql.mjs')];
process.env.RECORD_SQL = join(root, 'bench/results', `sql-${process.pid}.json`);
mkdirSync(join(root, 'bench/results'), { recursive: true });
const instance = await startInstance({ DATABASE_POOL: String(POOL), TOKEN_MINUTES: '240' }, record);
try {
  const { origin } = instance;
  const person = await newHousehold(origin);
  const token = await signIn(origin, person.username, person.password);
  await seed(origin, token);
  // Writes have a household of their own: the one that is read stays as large as it is.
  const writer = await newHousehold(origin, 'bianchi', 'bruno');
  const writerToken = await signIn(origin, writer.username, writer.password);
  const accountIds = await seed(origin, writerToken);
  const bulk = () => ({
    operations: Array.from({ length: OPERATIONS }, (_, i) => anOperation(accountIds[i % 6], i)),
  });
  const bank = () => ({
    name: `Banca ${randomUUID()}`,
    guaranteeScheme: 'FITD',
    stampDutyMethod: 'TWELFTHS',
  });
  const tokenOf = (body) => (body ? writerToken : token);
  const all = {
    list: { path: `/api/finance/operations/get/${QUARTER}`, judged: true },
    'short list': { path: '/api/finance/banks/get', judged: true },
    summary: { path: `/api/finance/quarters/summary/${QUARTER}`, judged: true },
    save: { path: '/api/finance/banks/save', body: bank },
    'save-bulk of 300': { path: '/api/finance/operations/save-bulk', body: bulk },
  };
  const kinds = options.only ? { [options.only]: all[options.only] } : all;
  const scripts = {};
  let connection;
  for (const [name, { path, body }] of Object.entries(kinds)) {
    let sent;
    const seen = await recorded(instance, () => {
      sent = body?.();
      return request(origin, path, { token: tokenOf(body), body: sent });
    });
    connection = seen.statements.at(-1).connection;
    const names = seen.answer?.name ? [seen.answer.name] : [];
    const count = body ? WARM_WRITES[name] + WRITES[name] + ROUNDS * CONNECTIONS : 1;
    scripts[name] = {
      answer: seen.answer,
      variants: body ? variants(seen, names, count) : [seen.statements],
    };
  }
  const bare = await startBare(scripts, connection, join(root, 'bench/results'));
  const rows = {};
  try {
    for (const [name, { path, body, judged }] of Object.entries(kinds)) {
      const ours = {
        origin,
        pid: instance.child.pid,
        make: () => ({ path, token: tokenOf(body), body: body?.() }),
      };
      const theirs = {
        origin: bare.origin,
        pid: bare.pid,
        make: () => ({ path: `/${encodeURIComponent(name)}`, body: body?.() }),
      };
      // What the engine compiles for speed, it compiles before either is timed.
      for (const { origin: at, make } of [ours, theirs])
        await round(at, make, body && WARM_WRITES[name], WARM_SECONDS);
      const row = await compared(ours, theirs, WRITES[name]);
      rows[name] = { statements: scripts[name].variants[0].length, ...row, judged: judged === true };
      console.log(`${name}: ${row.share} (${row.shares.join(' ')})`);
    }
  } finally {
    await bare.stop();
    rmSync(join(root, 'bench/results/bare.json'), { force: true });
  }
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, { statements, api, bare: plain, share }]) => [
        name,
        {
          statements,
          'requests/s': api.perSecond,
          'p50 ms': api.p50Ms,
          'p99 ms': api.p99Ms,
          'processor ms': api.processorMs,
          'bare requests/s': plain.perSecond,
          'bare p50 ms': plain.p50Ms,
          'bare p99 ms': plain.p99Ms,
          'bare processor ms': plain.processorMs,
          share,
        },
      ]),
    ),
  );
  const met = Object.values(rows).every(({ judged, share }) => !judged || share >= GOAL);
  console.log(`Goal: at least ${GOAL * 100} % of the bare server on reads: ${met ? 'met' : 'missed'}`);
  if (!options.only) {
    const about = { bench: 'api', node: process.version, cpu: cpus()[0]?.model ?? 'unknown' };
    const how = { connections: CONNECTIONS, seconds: SECONDS, rounds: ROUNDS, goal: GOAL };
    writeFileSync(
      join(root, 'bench/results/api.json'),
      `${JSON.stringify({ ...about, ...how, met, rows }, null, 2)}\n`,
    );
  }
  process.exitCode = met ? 0 : 1;
} finally {
  agent.destroy();
  rmSync(recordFile(), { force: true });
  await instance.stop();
}
