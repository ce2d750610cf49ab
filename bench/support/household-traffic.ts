import { routingKeyOf } from '../../packages/contracts/src/index.js';
import { type ConnectionDetails } from '../../apps/api/test/http/notify-client.js';
import { pause } from '../../apps/api/test/support/waiting.js';
import { openLine } from './notify-lines.js';
import { PASSWORD, request, signIn } from '../../test/clients/support/instance.mjs';
import { anOperation, enterFinances, QUARTER } from './household-finances.mjs';

const NUMBER = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, useGrouping: true });
const ROLES = ['FBDO_FIBADO'];

export interface Household {
  readonly code: string;
  readonly accounts: readonly string[];
  readonly people: readonly Person[];
}

export interface Person {
  readonly origin: string;
  readonly tenant: string;
  readonly username: string;
  readonly token: string;
  readonly accounts: readonly string[];
}

/** One kind of action of a user: its name, how often out of a hundred, and how; a deed throws when an answer is no success. */
export interface Deed {
  readonly name: string;
  readonly share: number;
  readonly act: (person: Person, n: number) => Promise<unknown>;
  /** Done by a bounded number of threads with a bounded line before them: to be told so is no failure. */
  readonly bounded?: true;
}

/** A household of three accounts in one quarter, with so many people who use it. */
export async function newHousehold(
  origin: string,
  admin: string,
  code: string,
  { people, operations }: { people: number; operations: number },
): Promise<Household> {
  const person = (n: number) => {
    const username = `${code}u${n}`;
    return { username, name: `Person ${n}`, email: `${username}@example.org`, password: PASSWORD };
  };
  await request(origin, '/api/user/admin/tenants/save', {
    token: admin,
    body: { code, name: code, administrator: person(0) },
  });
  const token = await signIn(origin, `${code}u0`, PASSWORD);
  const accounts = await enterFinances(origin, token, {
    accounts: 3,
    ratePct: (account) => account,
    openingBalanceCents: 2_000_000,
    operations,
  });
  const own = (username: string, itsToken: string) => ({
    origin,
    tenant: code,
    username,
    token: itsToken,
    accounts,
  });
  const members = [own(`${code}u0`, token)];
  for (let n = 1; n < people; n += 1) {
    const tenantId = await tenantOf(origin, admin, code);
    const memberships = [{ tenantId, roles: ROLES, groupIds: [] }];
    await request(origin, '/api/user/admin/users/save', {
      token,
      body: { ...person(n), memberships },
    });
    members.push(own(`${code}u${n}`, await signIn(origin, `${code}u${n}`, PASSWORD)));
  }
  return { code, accounts, people: members };
}

export async function tenantOf(origin: string, admin: string, code: string): Promise<string> {
  const path = `/api/user/admin/tenants/get?search=${code}`;
  const { items } = await request<{ items: { id: string; code: string }[] }>(origin, path, { token: admin });
  return items.find((tenant) => tenant.code === code)?.id ?? '';
}

const finance = (path: string) => `/api/finance/${path}`;
const reading = (name: string, share: number, path: string): Deed => ({
  name,
  share,
  act: ({ origin, token }) => request(origin, path, { token }),
});

/** A statement of forty lines as a bank writes it. */
function statement(n: number): string {
  const rows = Array.from({ length: 40 }, (_, i) => {
    const day = `${String((i % 28) + 1).padStart(2, '0')}.0${(i % 3) + 1}.2027`;
    return `${day};${day};PAGAMENTO ${n} ${i};-${NUMBER.format(10 + i + (n % 90))};`;
  });
  return ['Data Registrazione;Data valuta;Descrizione;Importo (EUR);', ...rows].join('\r\n');
}

/** Compares a bank's file with an account: nothing is stored. */
async function computeImport({ origin, token, accounts }: Person, n: number): Promise<void> {
  const form = new FormData();
  form.set('quarter', QUARTER);
  form.set('accountId', accounts[n % accounts.length] ?? '');
  form.set('file', new Blob([statement(n)]), 'movimenti.csv');
  const response = await fetch(origin + finance('imports/compute-changes'), {
    method: 'POST',
    headers: { msfauth: `Bearer ${token}` },
    body: form,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`imports/compute-changes: ${response.status} ${text}`);
}

const save = ({ origin, token, accounts }: Person, n: number) =>
  request<{ id: string }>(origin, finance('operations/save'), {
    token,
    body: anOperation(accounts[n % accounts.length] ?? '', n),
  });

const saveBulk = ({ origin, token, accounts }: Person, n: number, count: number) =>
  request<{ operations: { id: string }[] }>(origin, finance('operations/save-bulk'), {
    token,
    body: {
      operations: Array.from({ length: count }, (_, i) =>
        anOperation(accounts[(n + i) % accounts.length] ?? '', n + i),
      ),
    },
  });

const takeBack = ({ origin, token }: Person, id: string) =>
  request(origin, finance(`operations/delete/${id}`), { token, method: 'DELETE' });

const plan = ({ origin, token }: Person) =>
  request(origin, finance('optimizer/optimize'), {
    token,
    body: { quarter: QUARTER, options: { timeLimitMs: 2000 } },
  });

/** What people do at their screens. */
export const DAILY: readonly Deed[] = [
  reading('list', 34, finance(`operations/get/${QUARTER}`)),
  reading('summary', 24, finance(`quarters/summary/${QUARTER}`)),
  reading('accounts', 14, finance('accounts/get')),
  reading('notifications', 10, '/api/notify/web-notify/list/false'),
  { name: 'save', share: 14, act: save },
  { name: 'save-bulk of 20', share: 1.5, act: (person, n) => saveBulk(person, n, 20) },
  { name: 'import computed', share: 2, act: computeImport, bounded: true },
  { name: 'plan', share: 0.5, act: plan, bounded: true },
];

/** The same, with sessions that begin and end, files, lines; what is written is taken back, so that nothing grows. */
export const PASSING: readonly Deed[] = [
  reading('list', 26, finance(`operations/get/${QUARTER}`)),
  reading('summary', 18, finance(`quarters/summary/${QUARTER}`)),
  reading('accounts', 12, finance('accounts/get')),
  reading('notifications', 8, '/api/notify/web-notify/list/false'),
  {
    name: 'save and delete',
    share: 14,
    act: async (person, n) => takeBack(person, (await save(person, n)).id),
  },
  {
    name: 'save-bulk of 20 and delete',
    share: 1.5,
    act: async (person, n) => {
      for (const { id } of (await saveBulk(person, n, 20)).operations) await takeBack(person, id);
    },
  },
  { name: 'import computed', share: 3, act: computeImport, bounded: true },
  { name: 'plan', share: 0.5, act: plan, bounded: true },
  {
    name: 'workbook',
    share: 1,
    bounded: true,
    act: async ({ origin, token }) => {
      const response = await fetch(origin + finance(`exports/quarter-workbook/${QUARTER}?language=it`), {
        headers: { msfauth: `Bearer ${token}` },
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`exports/quarter-workbook: ${response.status}`);
    },
  },
  {
    name: 'sign in and out',
    share: 3,
    act: async ({ origin, username }) => {
      const token = await signIn(origin, username, PASSWORD);
      await request(origin, '/api/user/account/logout', { token, method: 'POST' });
    },
  },
  {
    name: 'line opened and closed',
    share: 5,
    act: async ({ origin, token, tenant, username }) => {
      const details = await request<ConnectionDetails>(origin, '/api/notify/web-notify/list/true', { token });
      const line = await openLine(details, routingKeyOf(tenant, username), () => undefined);
      await line.close();
    },
  },
  {
    name: 'refused',
    share: 8,
    act: async ({ origin, token }, n) => {
      const answers = [
        fetch(origin + finance('accounts/get'), { headers: { msfauth: `Bearer ${token}x` } }),
        fetch(`${origin}/api/nowhere/${n}`, { headers: { msfauth: `Bearer ${token}` } }),
        fetch(origin + finance('operations/save'), {
          method: 'POST',
          headers: { msfauth: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ quarter: n }),
        }),
      ];
      const codes = [];
      for (const answer of await Promise.all(answers)) {
        await answer.arrayBuffer();
        codes.push(answer.status);
      }
      if (codes.join() !== '401,404,400') throw new Error(`Refusals answered ${codes.join()}`);
    },
  },
];

export interface Tally {
  readonly times: ReadonlyMap<string, number[]>;
  readonly errors: readonly string[];
  /** Plans and files that found no room: the lines before the threads are bounded, and say so. */
  readonly turnedAway: number;
  readonly seconds: number;
}

/** Every seat acts, thinks, acts: each seat has a fixed sequence of its own, so that two runs ask the same. */
export async function drive(
  people: readonly Person[],
  deeds: readonly Deed[],
  { thinkMs, goesOn }: { thinkMs: number; goesOn: (done: number) => boolean },
): Promise<Tally> {
  const times = new Map<string, number[]>(deeds.map(({ name }) => [name, []]));
  const errors: string[] = [];
  let turnedAway = 0;
  let done = 0;
  const began = performance.now();
  const live = async (person: Person, seat: number) => {
    let state = seat * 7919 + 1;
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    await pause(next() * thinkMs);
    for (let n = seat; goesOn(done); n += people.length) {
      let pick = next() * 100;
      const deed = deeds.find(({ share }) => (pick -= share) < 0) ?? deeds[0];
      if (!deed) return;
      const started = performance.now();
      try {
        await deed.act(person, n);
        times.get(deed.name)?.push(performance.now() - started);
      } catch (error) {
        const { message } = error as Error;
        if (deed.bounded && /SOLVER_BUSY|SERVICE_UNAVAILABLE/.test(message)) turnedAway += 1;
        else errors.push(`${deed.name}: ${message}`);
      }
      done += 1;
      await pause(thinkMs * (0.5 + next()));
    }
  };
  await Promise.all(people.map(live));
  return { times, errors, turnedAway, seconds: (performance.now() - began) / 1000 };
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Many things, so many at a time. */
export async function inTurns<T>(
  count: number,
  width: number,
  make: (n: number) => Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      made[n] = await make(n);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return made;
}
