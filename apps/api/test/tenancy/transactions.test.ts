import { DataSource, type EntityManager } from 'typeorm';
import { SYSTEM_ACTOR, Transactions } from '../../src/platform/database/transactions.js';
import { createTestApp, type TestApp } from '../support/app.js';

/** What a transaction sees ends with it, on the one connection that all of them share here. */
describe('transactions on a shared connection', () => {
  let app: TestApp;
  let tenantId: string;
  let source: DataSource;
  let transactions: Transactions;
  beforeAll(async () => {
    app = await createTestApp({ DATABASE_POOL: '2' });
    const user = await app.newUser(['FBDO_FIBADO']);
    tenantId = user.tenantId;
    // A pool of its own, of one: the application's is used by its background work as well.
    source = await new DataSource({
      type: 'postgres',
      url: app.database.appUrl,
      poolSize: 1,
      poolErrorHandler: () => undefined,
    }).initialize();
    transactions = new Transactions(source);
    await app
      .as(user)
      .post('/api/finance/banks/save', {
        name: 'Banca',
        guaranteeScheme: 'FITD',
        stampDutyMethod: 'TWELFTHS',
      })
      .expect(200);
  });
  afterAll(async () => {
    await source.destroy();
    await app.close();
  });

  interface Seen {
    pid: number;
    tenant: string | null;
    platform: string | null;
    banks: number;
    users: number;
    isolation: string;
  }
  const LOOK = `select pg_backend_pid() as pid, nullif(current_setting('app.tenant_id', true), '') as tenant,
    nullif(current_setting('app.platform', true), '') as platform, (select count(*) from banks)::int as banks,
    (select count(*) from users)::int as users, current_setting('transaction_isolation') as isolation`;
  const look = async (on: EntityManager | DataSource): Promise<Seen> => {
    const [row] = await on.query<Seen[]>(LOOK);
    if (!row) throw new Error('No answer');
    return row;
  };
  const inTenant = <T>(work: (manager: EntityManager) => Promise<T>) =>
    transactions.inTenant(tenantId, SYSTEM_ACTOR, ({ manager }) => work(manager));
  const NOTHING = { tenant: null, platform: null, banks: 0, users: 0 };

  it('show a tenant its own rows and leave nothing behind', async () => {
    const inside = await inTenant(look);
    expect(inside).toMatchObject({ tenant: tenantId, platform: 'off', banks: 1, users: 0 });
    expect(inside.isolation).toBe('read committed');
    const after = await look(source);
    expect(after).toMatchObject({ ...NOTHING, pid: inside.pid });
  });

  it('show the platform no household, and leave nothing behind', async () => {
    const inside = await transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) => look(manager));
    expect(inside).toMatchObject({ tenant: null, platform: 'on', banks: 0 });
    expect(inside.users).toBeGreaterThan(0);
    expect(await look(source)).toMatchObject({ ...NOTHING, pid: inside.pid });
  });

  it('leave nothing behind when the work fails, or a statement of it', async () => {
    const { pid } = await look(source);
    await expect(inTenant(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await look(source)).toMatchObject({ ...NOTHING, pid });
    await expect(inTenant((manager) => manager.query('select 1 / 0'))).rejects.toThrow('division');
    expect(await look(source)).toMatchObject({ ...NOTHING, pid });
  });

  it('see one moment when that is asked for', async () => {
    const seen = await transactions.inTenant(
      tenantId,
      SYSTEM_ACTOR,
      ({ manager }) => look(manager),
      'REPEATABLE READ READ ONLY',
    );
    expect(seen.isolation).toBe('repeatable read');
  });

  it('let nothing but a UUID into the text of a statement', async () => {
    const { pid } = await look(source);
    for (const id of ['', `x'; set local app.platform = 'on`, `${tenantId}' `]) {
      const worked = transactions.inTenant(id, SYSTEM_ACTOR, () => Promise.resolve('it ran'));
      await expect(worked).rejects.toThrow('UUID');
    }
    expect(await look(source)).toMatchObject({ ...NOTHING, pid });
  });

  it('give no connection back that could not be rolled back', async () => {
    const { pid } = await look(source);
    await expect(
      inTenant(async (manager) => {
        await manager.queryRunner?.rollbackTransaction();
        throw new Error('already undone');
      }),
    ).rejects.toThrow('already undone');
    const after = await look(source);
    expect(after).toMatchObject(NOTHING);
    expect(after.pid).not.toBe(pid);
  });

  it('go on after the database has cut the connection', async () => {
    await expect(
      inTenant((manager) => manager.query('select pg_terminate_backend(pg_backend_pid())')),
    ).rejects.toThrow();
    expect(await look(source)).toMatchObject(NOTHING);
    expect(await inTenant(look)).toMatchObject({ tenant: tenantId, banks: 1 });
  });

  it('keep requests of two tenants apart however they are mixed', async () => {
    const others = await Promise.all([app.newUser(['FBDO_FIBADO']), app.newUser(['FBDO_FIBADO'])]);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => app.as(others[i % 2] ?? null).get('/api/finance/banks/get')),
    );
    for (const { status, body } of answers) expect([status, body]).toEqual([200, []]);
    expect(await look(source)).toMatchObject(NOTHING);
  });
});
