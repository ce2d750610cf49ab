import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type AppLogin, appUrl, defaultAppRole } from '../../src/platform/database/app-role.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { backup, restore } from '../../src/platform/backup/archive.js';
import { StartError } from '../../src/platform/start-error.js';
import { createTestAppOn } from '../support/app.js';
import { hasDebianPostgres, startDebianPostgres } from '../support/debian-postgres.js';

const embedded = () =>
  Promise.resolve({ url: process.env['FIBADO_TEST_SERVER'] ?? '', stop: () => undefined });
const SERVERS = [
  { version: 18, start: embedded },
  ...(hasDebianPostgres(15) ? [{ version: 15, start: () => startDebianPostgres(15) }] : []),
];

/** What the owner of a database may do on a server others run: all of it on their database, nothing beside it. */
describe.each(SERVERS)('on PostgreSQL $version, under an owner that is no superuser', ({ start }) => {
  let server: { url: string; stop(): void };
  const made: string[] = [];
  /** Migrated by its owner; for tests that leave its schema as it is. */
  let ready: Place;
  beforeAll(async () => {
    server = await start();
    ready = await newPlace();
    expect((await migrate(ready.ownerUrl, ready.app)).length).toBeGreaterThan(5);
  }, 60_000);
  afterAll(async () => {
    for (const drop of made.reverse()) await asSuper(drop);
    server.stop();
  });

  async function query<T extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<T[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      let rows: T[] = [];
      for (const statement of statements) rows = (await client.query<T>(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  }
  const at = (database: string, role?: string) => {
    const url = new URL(server.url);
    url.pathname = `/${database}`;
    if (role) [url.username, url.password] = [role, 'owner-password'];
    return url.href;
  };
  const asSuper = (sql: string, database = 'postgres') => query(at(database), sql);

  interface Place {
    readonly name: string;
    readonly ownerUrl: string;
    readonly app: AppLogin;
  }
  async function newPlace(rights: 'createrole' | 'nocreaterole' = 'createrole'): Promise<Place> {
    const name = `p_${randomBytes(5).toString('hex')}`;
    await asSuper(`create role ${name} login nosuperuser ${rights} password 'owner-password'`);
    made.push(`drop role ${name}`);
    await asSuper(`create database ${name} owner ${name}`);
    made.push(`drop role if exists ${name}_app`, `drop database ${name} with (force)`);
    const ownerUrl = at(name, name);
    const app = { role: defaultAppRole(ownerUrl), password: 'app-role-password' };
    return { name, ownerUrl, app };
  }
  async function refusal(starting: Promise<unknown>): Promise<{ text: string; sql: string[] }> {
    const error: unknown = await starting.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(StartError);
    const text = (error as Error).message;
    const sql = text.split('\n').flatMap((line) => (/^ {2}(?!--)/.test(line) ? [line.trim()] : []));
    return { text, sql };
  }
  const testDatabase = ({ ownerUrl, app }: Place) => ({
    ownerUrl,
    appUrl: appUrl(ownerUrl, app),
    drop: () => Promise.resolve(),
  });

  it('starts, starts again, and serves households apart', async () => {
    expect(await migrate(ready.ownerUrl, ready.app)).toEqual([]);
    const app = await createTestAppOn(testDatabase(ready));
    try {
      const [one, two] = [await app.newUser(['FBDO_FIBADO']), await app.newUser(['FBDO_FIBADO'])];
      const bank = { name: 'Banca', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS' };
      await app.as(one).post('/api/finance/banks/save', bank).expect(200);
      const lists = [one, two].map((user) => app.as(user).get('/api/finance/banks/get'));
      expect((await Promise.all(lists)).map(({ body }) => (body as unknown[]).length)).toEqual([1, 0]);
    } finally {
      await app.close();
    }
  });

  it('lets a function see the instance, and its caller no more than before', async () => {
    const url = appUrl(ready.ownerUrl, ready.app);
    const insert = `insert into tenants (id, code, name, created_at) values (gen_random_uuid(), 'here', 'Here', now())`;
    await query(url, 'begin', `set local app.platform = 'on'`, insert, 'commit');
    const look = `select count(*)::int as tenants, coalesce(current_setting('app.platform', true), '') as platform from tenants where code = 'here'`;
    for (const call of [`select jobs_waiting('PLANS')`, 'select * from session_state(gen_random_uuid())']) {
      expect(await query(url, call, look)).toEqual([{ tenants: 0, platform: '' }]);
      expect(await query(url, 'begin', `set local app.platform = 'off'`, call, look)).toEqual([
        { tenants: 0, platform: 'off' },
      ]);
      expect(await query(url, 'begin', `set local app.platform = 'on'`, call, look)).toEqual([
        { tenants: 1, platform: 'on' },
      ]);
    }
  });

  it('turns the functions of an earlier schema into such', async () => {
    await asSuper(
      `create or replace function jobs_waiting(of_queue text) returns integer language sql stable set app.platform = 'on'
         as $$ select count(*)::integer from jobs where holder is null and queue = of_queue $$;
       delete from migrations where name = 'NeedNoGrantedParameter1790000070000'`,
      ready.name,
    );
    expect(await migrate(ready.ownerUrl, ready.app)).toEqual(['NeedNoGrantedParameter1790000070000']);
    const settings = `select count(*)::int as count from pg_proc
      where pronamespace = 'public'::regnamespace and proconfig is not null`;
    expect(await query(ready.ownerUrl, settings)).toEqual([{ count: 0 }]);
    const waiting = await query(appUrl(ready.ownerUrl, ready.app), `select jobs_waiting('PLANS') as count`);
    expect(waiting).toEqual([{ count: 0 }]);
  });

  it('backs up every row and restores it', async () => {
    const [from, to] = [await newPlace(), await newPlace()];
    await migrate(from.ownerUrl, from.app);
    const app = await createTestAppOn(testDatabase(from));
    const user = await app.newUser(['FBDO_FIBADO']);
    const bank = { name: 'Banca', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS' };
    await app.as(user).post('/api/finance/banks/save', bank).expect(200);
    await app.close();
    const folder = mkdtempSync(join(tmpdir(), 'fibado-plain-'));
    const file = join(folder, 'one.backup');
    const manifest = await backup(from.ownerUrl, file, { version: 'test', now: new Date() });
    const rows = (name: string) => manifest.tables.find((table) => table.name === name)?.rows;
    expect([rows('banks'), rows('users')]).toEqual([1, 1]);
    expect((await restore(to.ownerUrl, to.app, file, { version: 'test' })).tables).toEqual(manifest.tables);
    const names = 'select name from banks order by name';
    expect(await asSuper(names, to.name)).toEqual([{ name: 'Banca' }]);
    const open = `select count(*)::int as count from pg_class
      where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`;
    expect(await query(to.ownerUrl, open)).toEqual([{ count: 0 }]);
    // Without saying so the owner sees no household either.
    expect(await query(to.ownerUrl, names)).toEqual([]);
    await expect(restore(to.ownerUrl, to.app, file, { version: 'test' })).rejects.toThrow(
      'has users already',
    );
    rmSync(folder, { recursive: true });
  });

  it('without CREATEROLE says what to run, and each way works', async () => {
    for (const way of [0, 1]) {
      const place = await newPlace('nocreaterole');
      const { text, sql } = await refusal(migrate(place.ownerUrl, place.app));
      expect(text).not.toContain(place.app.password);
      expect(sql).toEqual([
        `alter role "${place.name}" createrole;`,
        `create role "${place.app.role}" login nosuperuser nocreatedb nocreaterole nobypassrls password '…';`,
      ]);
      await asSuper((sql[way] ?? '').replace('…', place.app.password));
      expect((await migrate(place.ownerUrl, place.app)).length).toBeGreaterThan(5);
      expect(await migrate(place.ownerUrl, place.app)).toEqual([]);
    }
  });

  it('says what to run where another role made the schema', async () => {
    const place = await newPlace();
    await migrate(at(place.name), place.app);
    const { sql } = await refusal(migrate(place.ownerUrl, place.app));
    expect(sql).toContain(`alter table operations owner to ${place.name};`);
    expect(sql).toContain(`alter function jobs_waiting(text) owner to ${place.name};`);
    await asSuper(sql.join('\n'), place.name);
    expect(await migrate(place.ownerUrl, place.app)).toEqual([]);
    const file = join(mkdtempSync(join(tmpdir(), 'fibado-plain-')), 'one.backup');
    expect((await backup(place.ownerUrl, file, { version: 'test', now: new Date() })).tables).not.toEqual([]);
  });

  it('says what to run where it may make no tables', async () => {
    const place = await newPlace();
    await asSuper(`alter schema public owner to current_user`, place.name);
    const { sql } = await refusal(migrate(place.ownerUrl, place.app));
    expect(sql).toEqual([`grant usage, create on schema public to "${place.name}";`]);
    await asSuper(sql.join('\n'), place.name);
    expect((await migrate(place.ownerUrl, place.app)).length).toBeGreaterThan(5);
  });

  it('takes no role for the API that could pass or lift a policy', async () => {
    const place = await newPlace('nocreaterole');
    const role = place.app.role;
    await asSuper(`create role ${role} login bypassrls password '${place.app.password}'`);
    await asSuper(`grant ${place.name} to ${role}`);
    for (const expected of [
      `alter role "${role}" login nosuperuser nocreatedb nocreaterole nobypassrls;`,
      `revoke "${place.name}" from "${role}";`,
    ]) {
      const { sql } = await refusal(migrate(place.ownerUrl, place.app));
      expect(sql).toEqual([expected]);
      await asSuper(sql.join('\n'));
    }
    expect((await migrate(place.ownerUrl, place.app)).length).toBeGreaterThan(5);
    const own = { role: place.name, password: 'owner-password' };
    expect((await refusal(migrate(place.ownerUrl, own))).text).toContain('DATABASE_APP_ROLE');
  });
});
