/**
 * What the real-time line costs: `npm run bench:notify -- --clients 2000 --seconds 20 --rate 50`. Pages of households
 * with two members each are connected; events happen at the rate given, and each is timed from before its commit to
 * the arrival at both pages. For the embedded server and, where it is installed, RabbitMQ (`--only embedded` or
 * `--only RabbitMQ` for one of them). The API, the pages and what causes events are processes of their own. Prints a
 * table and writes `bench/results/notify.json`; says on the error stream how far it is. Ctrl-C, SIGTERM and an error
 * stop everything it started; exit code 1 for an error.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FromClients, ToOpen } from './support/notify-clients.js';
import { pause, until } from '../apps/api/test/support/waiting.js';
import { Stops } from './support/stops.js';
import { startProcess } from '../apps/api/test/faults/processes.js';
import { createBroker } from '../apps/api/test/rabbitmq/broker.js';
import { createTestApp, type TestApp } from '../apps/api/test/support/app.js';
import { startTestServer, stopTestServer } from '../apps/api/test/support/server.js';
import { SYSTEM_ACTOR } from '../apps/api/src/platform/database/transactions.js';
import { NotifyLogins } from '../apps/api/src/platform/messaging/notify-logins.js';
import { Outbox } from '../apps/api/src/platform/messaging/outbox.js';
import { JobRunner } from '../apps/api/src/platform/jobs/job-runner.js';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '50' },
    only: { type: 'string' },
  },
});
const [clients, seconds, rate] = [Number(values.clients), Number(values.seconds), Number(values.rate)];
const MEMBERS = 2;
/** Lines the pages are told to open at once, and how long these may take, milliseconds. */
const BATCH = 50;
const BATCH_MS = 60_000;
const QUIET_MS = 30_000;
const RESULTS = new URL('./results/', import.meta.url);
const LOADER = new URL('../scripts/typescript.mjs', import.meta.url).href;
const CLIENTS = fileURLToPath(new URL('./support/notify-clients.ts', import.meta.url));

interface Result {
  readonly transport: string;
  readonly clients: number;
  readonly events: number;
  readonly messages: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Resident memory the carrier grew by, a connection. */
  readonly kibPerConnection: number;
  readonly connectsPerSecond: number;
}

interface Member {
  readonly key: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly household: number;
}

const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
const round = (value: number): number => Math.round(value * 10) / 10;
const say = (line: string): void => console.error(line);

/** A socket at either end; the rest is what the processes have open besides. */
function refuseFewFiles(): void {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : '';
  const [, allowed] = /Max open files\s+(\d+)/.exec(limits) ?? [];
  if (allowed !== undefined && Number(allowed) < clients + 500)
    throw new Error(
      `${clients} connections need more open files than ${allowed}: ulimit -n ${clients + 500}`,
    );
}

/** Households written straight into the database, all in one go: hashing thousands of passwords is no part of this. */
async function makeMembers(app: TestApp, count: number): Promise<Member[]> {
  const members = Array.from({ length: count }, (_, n) => ({
    household: Math.floor(n / MEMBERS),
    userId: randomUUID(),
    sessionId: randomUUID(),
    username: `u${n}`,
  }));
  const tenants = Array.from({ length: Math.ceil(count / MEMBERS) }, (_, n) => ({
    id: randomUUID(),
    code: `h${n}`,
  }));
  const tenantOf = (household: number) => tenants[household] ?? { id: '', code: '' };
  const tenantIds = members.map(({ household }) => tenantOf(household).id);
  const userIds = members.map(({ userId }) => userId);
  await app.transactions.onPlatform(SYSTEM_ACTOR, async ({ manager }) => {
    await manager.query(
      `insert into tenants (id, code, name, created_at)
       select id, code, code, now() from unnest($1::uuid[], $2::text[]) as t (id, code)`,
      [tenants.map(({ id }) => id), tenants.map(({ code }) => code)],
    );
    await manager.query(
      `insert into users (id, username, name, email, created_at)
       select id, name, name, name || '@example.org', now() from unnest($1::uuid[], $2::text[]) as u (id, name)`,
      [userIds, members.map(({ username }) => username)],
    );
    await manager.query(
      `insert into memberships (tenant_id, user_id, roles, roles_changed_at, created_at)
       select t, u, '{FBDO_FIBADO}', now(), now() from unnest($1::uuid[], $2::uuid[]) as m (t, u)`,
      [tenantIds, userIds],
    );
    const now = app.clock.now();
    await manager.query(
      `insert into sessions (id, tenant_id, user_id, method, client, address, created_at, refreshed_at, expires_at)
       select s, t, u, 'PASSWORD', 'bench', '127.0.0.1', $4, $4, $5
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as m (s, t, u)`,
      [
        members.map(({ sessionId }) => sessionId),
        tenantIds,
        userIds,
        now,
        new Date(now.getTime() + 86_400_000),
      ],
    );
  });
  return members.map(({ household, sessionId, username }) => ({
    household,
    sessionId,
    tenantId: tenantOf(household).id,
    key: `${tenantOf(household).code}-${username}`,
  }));
}

/** The pages, and what they said. */
function startClients(stops: Stops, onHeard: (household: number, atMs: number) => void) {
  const child: ChildProcess = spawn(process.execPath, ['--no-warnings', '--import', LOADER, CLIENTS], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const state = { opened: 0, failed: undefined as string | undefined };
  const ended = new Promise<void>((resolve) =>
    child.once('exit', (code) => {
      state.failed ??= code === 0 ? undefined : `The pages' process ended with ${code}`;
      resolve();
    }),
  );
  child.on('message', (message: FromClients) => {
    if ('opened' in message) state.opened += message.opened;
    else if ('heard' in message) for (const [household, atMs] of message.heard) onHeard(household, atMs);
    else state.failed ??= message.failed;
  });
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  stops.add(stop);
  const check = () => {
    if (state.failed !== undefined) throw new Error(state.failed);
  };
  return {
    stop,
    check,
    /** Opens lines and waits until they are open. */
    async open(lines: readonly ToOpen[]): Promise<void> {
      const wanted = state.opened + lines.length;
      child.send([...lines]);
      await until(`${wanted} lines`, () => (check(), state.opened >= wanted), BATCH_MS);
    },
  };
}

async function measure(
  transport: string,
  app: TestApp,
  stops: Stops,
  hostSocket: string,
  memoryKib: () => number,
): Promise<Result> {
  const members = await makeMembers(app, clients);
  const sentAt = new Map<number, number>();
  const waiting = new Map<number, number>();
  const latencies: number[] = [];
  const pages = startClients(stops, (household, atMs) => {
    latencies.push(atMs - (sentAt.get(household) ?? Number.NaN));
    waiting.set(household, (waiting.get(household) ?? 0) - 1);
  });
  const logins = app.app.get(NotifyLogins);
  const before = memoryKib();
  const started = performance.now();
  for (let at = 0; at < members.length; at += BATCH) {
    const batch = members.slice(at, at + BATCH);
    await pages.open(
      await Promise.all(
        batch.map(async ({ key, household, sessionId, tenantId }) => ({
          hostSocket,
          key,
          household,
          ...(await logins.issue({ id: sessionId, tenantId })),
        })),
      ),
    );
    const open = at + batch.length;
    if (open % (10 * BATCH) === 0 || open === members.length)
      say(`${transport}: ${open} of ${members.length} pages connected`);
  }
  const connectsPerSecond = members.length / ((performance.now() - started) / 1000);
  // What connecting left behind is collected before memory is read.
  await pause(2000);
  const kibPerConnection = (memoryKib() - before) / members.length;

  const households = new Map<number, { tenantId: string; members: number }>();
  for (const { household, tenantId } of members)
    households.set(household, { tenantId, members: (households.get(household)?.members ?? 0) + 1 });
  const events = seconds * rate;
  const failures: Error[] = [];
  const begin = performance.now();
  for (let n = 0; n < events; n += 1) {
    const number = n % households.size;
    const household = households.get(number);
    if (!household) throw new Error(`There is no household ${number}`);
    // A household's next event comes after its last arrived, so that each message is known by its household.
    await until(
      `the messages of event ${n}`,
      () => (pages.check(), (waiting.get(number) ?? 0) === 0),
      QUIET_MS,
    );
    waiting.set(number, household.members);
    sentAt.set(number, nowMs());
    app.transactions
      .inTenant(household.tenantId, SYSTEM_ACTOR, (scope) =>
        app.app.get(Outbox).add(scope, 'import.finished', {
          quarter: '2026-10-01',
          account: 'Conto',
          imported: n,
          skipped: 0,
        }),
      )
      .catch((error: unknown) => failures.push(error as Error));
    if (failures[0]) throw failures[0];
    if ((n + 1) % (5 * rate) === 0) say(`${transport}: ${n + 1} of ${events} events`);
    await pause(Math.max(0, begin + ((n + 1) * 1000) / rate - performance.now()));
  }
  const allHeard = () => (pages.check(), [...waiting.values()].every((left) => left === 0));
  await until('every message', allHeard, QUIET_MS);
  await pages.stop();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => round(latencies[Math.ceil(latencies.length * share) - 1] ?? Number.NaN);
  return {
    transport,
    clients: members.length,
    events,
    messages: latencies.length,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    kibPerConnection: round(kibPerConnection),
    connectsPerSecond: round(connectsPerSecond),
  };
}

/** Resident memory of a process, or of all processes of its group, KiB. */
const processKib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
const groupKib = (pid: number): number =>
  execFileSync('ps', ['-eo', 'pgid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .reduce((sum, [group, rss]) => sum + (group === pid ? (rss ?? 0) : 0), 0);

/** The application that causes events: its own job runner rests, so that the other process does the work measured. */
async function causes(stops: Stops): Promise<TestApp> {
  const app = await createTestApp();
  stops.add(() => app.close());
  await app.app.get(JobRunner).stop();
  return app;
}

const TRANSPORTS: Record<string, (stops: Stops) => Promise<Result>> = {
  embedded: async (stops) => {
    const app = await causes(stops);
    const server = await startProcess(app, { DATABASE_POOL: '10' });
    stops.add(() => server.stop());
    const hostSocket = `ws://127.0.0.1:${server.port}/api/notify/stomp`;
    return measure('embedded', app, stops, hostSocket, () => processKib(server.pid));
  },
  RabbitMQ: async (stops) => {
    const broker = await createBroker();
    stops.add(() => broker.remove());
    await broker.start();
    const app = await causes(stops);
    const server = await startProcess(app, { ...broker.env, DATABASE_POOL: '10' });
    stops.add(() => server.stop());
    return measure('RabbitMQ', app, stops, broker.stompUrl, () => groupKib(broker.pid() ?? 0));
  },
};

const all = new Stops();
all.onSignals();
all.add(() => stopTestServer());
try {
  refuseFewFiles();
  await startTestServer();
  const results: Result[] = [];
  for (const [name, run] of Object.entries(TRANSPORTS)) {
    if (values.only !== undefined && values.only !== name) continue;
    if (name === 'RabbitMQ' && !existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server')) {
      console.log('SKIPPED RabbitMQ: it is not installed');
      continue;
    }
    const stops = new Stops();
    all.add(() => stops.run());
    try {
      results.push(await run(stops));
    } finally {
      await stops.run();
    }
  }
  console.table(results);
  if (values.only === undefined) {
    mkdirSync(RESULTS, { recursive: true });
    const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
    const written = { at: new Date().toISOString(), machine, rate, seconds, results };
    writeFileSync(new URL('notify.json', RESULTS), `${JSON.stringify(written, null, 2)}\n`);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await all.run();
}
