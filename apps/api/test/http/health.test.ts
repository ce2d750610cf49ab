import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('readiness', () => {
  let app: TestApp;
  const others: TestApp[] = [];
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    await app.close();
    for (const other of others) await other.close();
  });

  const ready = () => app.as(null).get('/api/health/ready');
  /** Readiness once every part has been tried: a solver's first thread may need longer than a first answer waits. */
  const settled = async (of: TestApp) => {
    for (let i = 0; i < 100; i += 1) {
      const { body } = await of.as(null).get('/api/health/ready').expect(200);
      if (!Object.values(body.checks as object).includes('PENDING')) return body as unknown;
    }
    throw new Error('Something is still being tried');
  };
  const UP = {
    database: 'UP',
    storage: 'UP',
    migrations: 'UP',
    broker: 'UP',
    identity: 'OFF',
    mail: 'OFF',
    solver: 'UP',
  };

  it('names what the process stands on, and answers while it lives', async () => {
    expect(await settled(app)).toEqual({ status: 'ok', checks: UP });
    await app.as(null).get('/api/health/live').expect(200, { status: 'ok' });
  });

  it('is degraded, and serves on, while the identity provider and the mail server are away', async () => {
    const closed = await closedPort();
    const other = await createTestApp({ KEYCLOAK_URL: `http://127.0.0.1:${closed}` });
    others.push(other);
    const root = await other.newUser(['SADMIN']);
    const server = {
      host: '127.0.0.1',
      port: closed,
      security: 'NONE',
      fromName: 'F',
      fromAddress: 'f@example.org',
    };
    await other.as(root).post('/api/user/admin/email-server/save', server).expect(200);
    expect(await settled(other)).toEqual({
      status: 'degraded',
      checks: { ...UP, identity: 'DOWN', mail: 'DOWN' },
    });
    await other.as(root).get('/api/user/account/user-logged').expect(200);
  });

  it('asks the services around it once for all requests of the same moment', async () => {
    let asked = 0;
    const provider = createServer((_request, response) => {
      asked += 1;
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    const other = await createTestApp({ KEYCLOAK_URL: `http://127.0.0.1:${port}` });
    others.push(other);
    expect(await settled(other)).toMatchObject({ checks: { identity: 'DOWN' } });
    const once = asked;
    expect(once).toBeGreaterThan(0);
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        Array.from({ length: 20 }, () => other.as(null).get('/api/health/ready').expect(200)),
      );
    expect(asked).toBe(once);
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  });

  it('is degraded while the database takes no writes, and soon well again', async () => {
    const name = new URL(app.database.ownerUrl).pathname.slice(1);
    const readOnly = async (value: 'on' | 'off') => {
      const server = { ...app.database, ownerUrl: app.database.ownerUrl.replace(`/${name}`, '/postgres') };
      await asOwner(server, `alter database ${name} set default_transaction_read_only = ${value}`);
      await asOwner(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
    };
    /** Every probe has a time limit of its own: on a loaded machine another one may be late for a moment. */
    const expectSoon = async (wanted: object) => {
      let body: unknown;
      for (let i = 0; i < 150 && !isDeepStrictEqual(body, wanted); i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        ({ body } = await ready());
      }
      expect(body).toEqual(wanted);
    };
    await readOnly('on');
    await expectSoon({ status: 'degraded', checks: { ...UP, storage: 'DOWN' } });
    await readOnly('off');
    await expectSoon({ status: 'ok', checks: UP });
  }, 60_000);

  it('writes once in five seconds, however often it is asked', async () => {
    await ready().expect(200);
    // Counted by a sequence, at once: the statistics of a table are told late, and a rolled back write is one, too.
    await asOwner(
      app.database,
      `create sequence written;
       create function count_write() returns trigger language plpgsql security definer as
         $$ begin perform nextval('public.written'); return null; end $$;
       create trigger counted after insert or update on write_checks
         for each row execute function count_write()`,
    );
    const from = performance.now();
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 20 }, () => ready().expect(200)));
    const [counted] = await asOwner<{ n: number }>(
      app.database,
      'select case when is_called then last_value::int else 0 end as n from written',
    );
    expect(counted?.n).toBeLessThanOrEqual(1 + Math.floor((performance.now() - from) / 5000));
  });

  it('refuses while the database cannot be reached, and comes back by itself', async () => {
    const name = new URL(app.database.ownerUrl).pathname.slice(1);
    const server = { ...app.database, ownerUrl: app.database.ownerUrl.replace(`/${name}`, '/postgres') };
    await asOwner(server, `alter database ${name} allow_connections false`);
    await asOwner(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await ready().expect(503, { error: 'SERVICE_UNAVAILABLE', params: ['database'] });
    await app.as(null).get('/api/health/live').expect(200);
    await asOwner(server, `alter database ${name} allow_connections true`);
    await ready().expect(200);
  });

  it('refuses on a schema that lacks a migration, and tells of one that is newer', async () => {
    const [last] = await asOwner<{ id: number; timestamp: string; name: string }>(
      app.database,
      'delete from migrations where id = (select max(id) from migrations) returning *',
    );
    await ready().expect(503, { error: 'SERVICE_UNAVAILABLE', params: ['migrations'] });
    await asOwner(app.database, `insert into migrations (timestamp, name) values ($1, $2), (9, 'Later')`, [
      last?.timestamp,
      last?.name,
    ]);
    const { body } = await ready().expect(200);
    expect(body).toMatchObject({ status: 'degraded', checks: { migrations: 'DOWN', database: 'UP' } });
    await asOwner(app.database, `delete from migrations where name = 'Later'`);
    // The other services have tests of their own.
    expect((await ready().expect(200)).body).toMatchObject({ checks: { migrations: 'UP' } });
  });

  it('keeps the API from writing its own record of migrations', async () => {
    const rights = await asOwner<{ right: string }>(
      app.database,
      `select privilege_type as right from information_schema.role_table_grants
       where table_name = 'migrations' and grantee = 'fibado_test_app'`,
    );
    expect(rights.map((row) => row.right)).toEqual(['SELECT']);
  });
});
