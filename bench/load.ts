/**
 * What an instance carries: `npm run bench:load`. Part one: households with several people each, mixed traffic (lists,
 * summaries, saves, notifications, now and then a plan) for a while; requests a second, 50th and 99th percentile,
 * errors, and the process's memory at the start, in the middle and at the end. Part two: one household's list and
 * summary beside none and beside many others. Prints tables, writes `bench/results/load.json`; exit code 1 when a
 * request failed or a goal was missed.
 *
 * Short by default; the full size is
 * `LOAD_HOUSEHOLDS=200 LOAD_USERS=4 LOAD_SECONDS=300 LOAD_TENANTS=1000 LOAD_QUARTERS=8 LOAD_OPERATIONS=300`.
 */
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { copyHousehold } from '../apps/api/test/support/many-households.js';
import {
  PASSWORD,
  request,
  root,
  signIn,
  adminToken,
  startInstance,
} from '../test/clients/support/instance.mjs';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const SIZE = {
  households: setting('LOAD_HOUSEHOLDS', 8),
  users: setting('LOAD_USERS', 2),
  seconds: setting('LOAD_SECONDS', 15),
  tenants: setting('LOAD_TENANTS', 100),
  quarters: setting('LOAD_QUARTERS', 8),
  operations: setting('LOAD_OPERATIONS', 100),
};
const QUARTER = '2027-01-01';
/** A person thinks this long between two clicks, milliseconds. */
const THINK_MS = setting('LOAD_THINK_MS', 200);
/** How much slower a list or summary may become by other households' data. */
const SLOWER = 1.5;
const SAMPLES = 60;

interface Person {
  readonly token: string;
  readonly accounts: readonly string[];
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const ms = (value: number) => `${value.toFixed(1)} ms`;

/** Resident memory of a process, MiB; nothing where the system does not tell. */
function memoryOf(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kb === undefined ? undefined : Math.round(Number(kb) / 1024);
}

const operation = (accountId: string, index: number) => {
  const date = `2027-0${(index % 3) + 1}-${String((index % 28) + 1).padStart(2, '0')}`;
  return {
    ...{ quarter: QUARTER, kind: index % 4 === 0 ? 'INCOME' : 'EXPENSE', date, valueDate: date, accountId },
    ...{ amountCents: 1000 + index * 7, description: `Movimento ${index}`, status: 'DONE' },
  };
};

/** A household of three accounts in one quarter, with the people who use it. */
async function newHousehold(origin: string, admin: string, index: number, operations: number) {
  const code = `casa${index}`;
  const person = (n: number) => ({
    ...{
      username: `${code}u${n}`,
      name: `Person ${n}`,
      email: `${code}u${n}@example.org`,
      password: PASSWORD,
    },
  });
  await request(origin, '/api/user/admin/tenants/save', {
    ...{ token: admin, body: { code, name: code, administrator: person(0) } },
  });
  const token = await signIn(origin, `${code}u0`, PASSWORD);
  const post = (path: string, body: object) =>
    request<{ id: string }>(origin, `/api/finance/${path}`, { token, body });
  const bank = await post('banks/save', {
    ...{ name: 'Banca', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  });
  const group = await post('accountGroups/save', { name: 'Anna', holders: ['Anna Rossi'] });
  const accounts: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const rates = [{ from: QUARTER, tiers: [{ upToCents: null, ratePct: i }], tierMode: 'MARGINAL' }];
    const saved = await post('accounts/save', {
      ...{ name: `Conto ${i}`, bankId: bank.id, accountGroupId: group.id, kind: 'CURRENT' },
      ...{ dutyRegime: 'FIXED', rates },
    });
    accounts.push(saved.id);
  }
  await post('quarters/init-quarter', { date: QUARTER });
  const setups = accounts.map((accountId) => ({ accountId, openingBalanceCents: 2_000_000 }));
  await post('quarters/save-setups', { date: QUARTER, setups });
  if (operations > 0)
    await post('operations/save-bulk', {
      operations: Array.from({ length: operations }, (_, i) => operation(accounts[i % 3] ?? '', i)),
    });
  return { code, accounts, token };
}

/** What people do, and how often: figures out of a hundred. */
const DEEDS: readonly (readonly [
  number,
  string,
  (origin: string, person: Person, n: number) => Promise<unknown>,
])[] = [
  [35, 'list', (o, { token }) => request(o, `/api/finance/operations/get/${QUARTER}`, { token })],
  [25, 'summary', (o, { token }) => request(o, `/api/finance/quarters/summary/${QUARTER}`, { token })],
  [15, 'accounts', (o, { token }) => request(o, '/api/finance/accounts/get', { token })],
  [
    ...([14, 'save'] as const),
    (o, { token, accounts }, n) =>
      request(o, '/api/finance/operations/save', { token, body: operation(accounts[n % 3] ?? '', n) }),
  ],
  [10.6, 'notifications', (o, { token }) => request(o, '/api/notify/web-notify/list/false', { token })],
  [
    ...([0.4, 'plan'] as const),
    (o, { token }) =>
      request(o, '/api/finance/optimizer/optimize', {
        token,
        body: { quarter: QUARTER, options: { timeLimitMs: 2000 } },
      }),
  ],
];

async function traffic(origin: string, people: readonly Person[], pid: number) {
  const times = new Map<string, number[]>(DEEDS.map(([, name]) => [name, []]));
  const errors: string[] = [];
  let turnedAway = 0;
  const memory = [memoryOf(pid)];
  const began = performance.now();
  const until = began + SIZE.seconds * 1000;
  const live = async (person: Person, seat: number) => {
    // A fixed sequence for each seat: two runs ask the same.
    let state = seat * 7919 + 1;
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    await pause(next() * THINK_MS);
    for (let n = seat; performance.now() < until; n += 1) {
      let pick = next() * 100;
      const deed = DEEDS.find(([share]) => (pick -= share) < 0) ?? DEEDS[0];
      if (!deed) return;
      const started = performance.now();
      try {
        await deed[2](origin, person, n);
        times.get(deed[1])?.push(performance.now() - started);
      } catch (error) {
        const { message } = error as Error;
        // The line before the solvers is bounded: to be told so is no failure.
        if (message.includes('SOLVER_BUSY')) turnedAway += 1;
        else errors.push(message);
      }
      await pause(THINK_MS * (0.5 + next()));
    }
  };
  const halfway = pause(SIZE.seconds * 500).then(() => memory.push(memoryOf(pid)));
  await Promise.all([...people.map(live), halfway]);
  const seconds = (performance.now() - began) / 1000;
  memory.push(memoryOf(pid));
  const deeds = [...times].map(([name, all]) => {
    const sorted = all.sort((a, b) => a - b);
    return { name, requests: all.length, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
  });
  const requests = deeds.reduce((sum, deed) => sum + deed.requests, 0);
  return { requests, perSecond: requests / seconds, errors, turnedAway, memoryMiB: memory, deeds };
}

/** Median times of one household's list and summary. */
async function readings(origin: string, token: string) {
  const median = async (path: string) => {
    const all: number[] = [];
    for (let i = 0; i < SAMPLES; i += 1) {
      const started = performance.now();
      await request(origin, path, { token });
      all.push(performance.now() - started);
    }
    return percentile(
      all.sort((a, b) => a - b),
      0.5,
    );
  };
  await median(`/api/finance/operations/get/${QUARTER}`);
  return {
    list: await median(`/api/finance/operations/get/${QUARTER}`),
    summary: await median(`/api/finance/quarters/summary/${QUARTER}`),
  };
}

/** The embedded database's address as its owner. */
function ownerUrl(data: string): string {
  const secret = readFileSync(join(data, 'secret'), 'utf8').trim();
  const key = createHash('sha256').update(secret).digest();
  const password = createHmac('sha256', key).update('postgres-owner').digest('base64url');
  const port = readFileSync(join(data, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://fibado:${password}@127.0.0.1:${port}/fibado`;
}

const instance = await startInstance();
try {
  const { origin } = instance;
  const pid = instance.child.pid ?? 0;
  const admin = await adminToken(origin);
  const idleMiB = memoryOf(pid);

  const own = await newHousehold(origin, admin, 0, SIZE.operations);
  const alone = await readings(origin, own.token);
  const { items: found } = await request<{ items: { id: string }[] }>(
    origin,
    `/api/user/admin/tenants/get?search=${own.code}`,
    {
      token: admin,
    },
  );
  await copyHousehold(ownerUrl(join(instance.folder, 'data')), found[0]?.id ?? '', SIZE);
  const among = await readings(origin, own.token);

  const people: Person[] = [];
  for (let i = 1; i <= SIZE.households; i += 1) {
    const { code, accounts } = await newHousehold(origin, admin, i, 40);
    // The same person on several screens: what is measured are sessions and requests.
    for (let n = 0; n < SIZE.users; n += 1)
      people.push({ token: await signIn(origin, `${code}u0`, PASSWORD), accounts });
  }
  const load = await traffic(origin, people, pid);
  const slower = { list: among.list / alone.list, summary: among.summary / alone.summary };
  const result = {
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
    ...{ size: SIZE, thinkMs: THINK_MS, idleMiB, alone, among, slower, ...load },
  };
  console.log(
    `\n${SIZE.households} households × ${SIZE.users} people, ${SIZE.seconds} s, on ${result.machine}\n`,
  );
  console.log('| request | count | 50th | 99th |\n| --- | --- | --- | --- |');
  for (const { name, requests, p50, p99 } of load.deeds)
    console.log(`| ${name} | ${requests} | ${ms(p50)} | ${ms(p99)} |`);
  console.log(
    `\n${load.perSecond.toFixed(1)} requests a second, ${load.errors.length} errors, ${load.turnedAway} plans turned away`,
  );
  console.log(
    `Memory of the process: idle ${idleMiB} MiB; start, middle, end ${load.memoryMiB.join(', ')} MiB\n`,
  );
  const rows = SIZE.tenants * SIZE.quarters * SIZE.operations;
  console.log(`| household | list | summary |\n| --- | --- | --- |`);
  console.log(`| alone | ${ms(alone.list)} | ${ms(alone.summary)} |`);
  console.log(`| among ${SIZE.tenants} with ${rows} operations | ${ms(among.list)} | ${ms(among.summary)} |`);
  for (const error of load.errors.slice(0, 5)) console.error(error);
  mkdirSync(join(root, 'bench/results'), { recursive: true });
  writeFileSync(join(root, 'bench/results/load.json'), `${JSON.stringify(result, null, 2)}\n`);
  if (load.errors.length > 0 || slower.list > SLOWER || slower.summary > SLOWER) process.exitCode = 1;
} finally {
  await instance.stop();
}
