/**
 * What the real-time line costs: `npm run bench:notify -- --clients 2000 --seconds 20 --rate 50`. Pages of households
 * with two members each are connected; events happen at the rate given, and each is timed from before its commit to
 * the arrival at both pages. For the embedded server and, where it is installed, RabbitMQ. Prints a table and
 * writes `bench/results/notify.json`.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openLine, pause, until } from './support/notify-lines.js';
import { startProcess } from '../apps/api/test/faults/processes.js';
import { createBroker } from '../apps/api/test/rabbitmq/broker.js';
import { createTestApp, type TestApp } from '../apps/api/test/support/app.js';
import { startTestServer, stopTestServer } from '../apps/api/test/support/server.js';
import { SessionStore } from '../apps/api/src/platform/auth/session.store.js';
import { SYSTEM_ACTOR } from '../apps/api/src/platform/database/transactions.js';
import { NotifyLogins } from '../apps/api/src/platform/messaging/notify-logins.js';
import { Outbox } from '../apps/api/src/platform/messaging/outbox.js';
import { OutboxRelay } from '../apps/api/src/platform/messaging/relay.js';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '50' },
  },
});
const [clients, seconds, rate] = [Number(values.clients), Number(values.seconds), Number(values.rate)];
const MEMBERS = 2;
const RESULTS = new URL('./results/', import.meta.url);

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
}

/** Households written straight into the database: hashing two thousand passwords is no part of this. */
async function makeMembers(app: TestApp, count: number): Promise<Member[]> {
  const members: Member[] = [];
  const sessions = app.app.get(SessionStore);
  for (let n = 0; n < count; n += MEMBERS) {
    const tenant = await app.newTenant();
    await app.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      for (let m = 0; m < MEMBERS && n + m < count; m += 1) {
        const userId = randomUUID();
        const username = `u${n + m}`;
        await scope.manager.query(
          `insert into users (id, username, name, email, created_at) values ($1, $2, $2, $2 || '@example.org', now())`,
          [userId, username],
        );
        await scope.manager.query(
          `insert into memberships (tenant_id, user_id, roles, roles_changed_at, created_at)
           values ($1, $2, '{FBDO_FIBADO}', now(), now())`,
          [tenant.id, userId],
        );
        const origin = { method: 'PASSWORD', client: 'bench', address: '127.0.0.1' } as const;
        const sessionId = await sessions.open(scope, { tenantId: tenant.id, userId, ...origin }, 86_400_000);
        members.push({ key: `${tenant.code}-${username}`, tenantId: tenant.id, sessionId });
      }
    });
  }
  return members;
}

async function measure(
  transport: string,
  app: TestApp,
  hostSocket: string,
  memoryKib: () => number,
): Promise<Result> {
  const members = await makeMembers(app, clients);
  const sentAt = new Map<string, number>();
  const latencies: number[] = [];
  const waiting = new Map<string, number>();
  const before = memoryKib();
  const started = performance.now();
  const lines = [];
  for (const member of members) {
    const details = await app.app
      .get(NotifyLogins)
      .issue({ id: member.sessionId, tenantId: member.tenantId });
    lines.push(
      await openLine({ hostSocket, ...details }, member.key, () => {
        latencies.push(performance.now() - (sentAt.get(member.tenantId) ?? 0));
        waiting.set(member.tenantId, (waiting.get(member.tenantId) ?? 0) - 1);
      }),
    );
  }
  const connectsPerSecond = members.length / ((performance.now() - started) / 1000);
  const kibPerConnection = (memoryKib() - before) / members.length;

  const tenants = [...new Set(members.map(({ tenantId }) => tenantId))];
  const events = seconds * rate;
  const begin = performance.now();
  for (let n = 0; n < events; n += 1) {
    const tenantId = tenants[n % tenants.length] ?? '';
    // A household's next event comes after its last arrived, so that each message is known by its household.
    await until(`the messages of event ${n}`, () => (waiting.get(tenantId) ?? 0) === 0);
    waiting.set(tenantId, members.filter((member) => member.tenantId === tenantId).length);
    sentAt.set(tenantId, performance.now());
    void app.transactions.inTenant(tenantId, SYSTEM_ACTOR, (scope) =>
      app.app.get(Outbox).add(scope, 'import.finished', {
        ...{ quarter: '2026-10-01', account: 'Conto', imported: n, skipped: 0 },
      }),
    );
    await pause(Math.max(0, begin + ((n + 1) * 1000) / rate - performance.now()));
  }
  await until('every message', () => [...waiting.values()].every((left) => left === 0), 30_000);
  await Promise.all(lines.map((line) => line.close()));
  latencies.sort((a, b) => a - b);
  const at = (share: number) => round(latencies[Math.ceil(latencies.length * share) - 1] ?? Number.NaN);
  return {
    ...{ transport, clients: members.length, events, messages: latencies.length },
    ...{ medianMs: at(0.5), p99Ms: at(0.99), maxMs: at(1) },
    ...{ kibPerConnection: round(kibPerConnection), connectsPerSecond: round(connectsPerSecond) },
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Resident memory of a process, or of all processes of its group, KiB. */
const processKib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
const groupKib = (pid: number): number =>
  execFileSync('ps', ['-eo', 'pgid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .reduce((sum, [group, rss]) => sum + (group === pid ? (rss ?? 0) : 0), 0);

/** The API that is measured runs in a process of its own; this one only causes events and listens. */
async function embedded(): Promise<Result> {
  const app = await createTestApp();
  await app.app.get(OutboxRelay).onModuleDestroy();
  const server = await startProcess(app);
  try {
    const hostSocket = `ws://127.0.0.1:${server.port}/api/notify/stomp`;
    return await measure('embedded', app, hostSocket, () => processKib(server.pid));
  } finally {
    await server.stop();
    await app.close();
  }
}

async function rabbitmq(): Promise<Result> {
  const broker = await createBroker();
  await broker.start();
  const app = await createTestApp();
  await app.app.get(OutboxRelay).onModuleDestroy();
  const server = await startProcess(app, broker.env);
  try {
    return await measure('RabbitMQ', app, broker.stompUrl, () => groupKib(broker.pid() ?? 0));
  } finally {
    await server.stop();
    await app.close();
    await broker.remove();
  }
}

await startTestServer();
try {
  const results = [await embedded()];
  if (existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server')) results.push(await rabbitmq());
  else console.log('SKIPPED RabbitMQ: it is not installed');
  console.table(results);
  mkdirSync(RESULTS, { recursive: true });
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
  const written = { at: new Date().toISOString(), machine, rate, seconds, results };
  writeFileSync(new URL('notify.json', RESULTS), `${JSON.stringify(written, null, 2)}\n`);
} finally {
  await stopTestServer();
}
