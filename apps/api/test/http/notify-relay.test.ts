import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { DatabaseListener } from '../../src/platform/messaging/database-listener.js';
import { Outbox } from '../../src/platform/messaging/outbox.js';
import { type OutboxConsumer, OutboxRelay, type OutboxRow } from '../../src/platform/messaging/relay.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { pause, until } from './notify-client.js';

const TOPIC = 'test';

describe('the outbox relay', () => {
  let app: TestApp;
  let tenantId: string;
  const relays: OutboxRelay[] = [];
  beforeAll(async () => {
    app = await createTestApp();
    tenantId = (await app.newTenant()).id;
  });
  afterAll(() => app.close());
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.onModuleDestroy()));
    await asOwner(app.database, 'delete from outbox where topic = $1', [TOPIC]);
  });

  /** A relay as another process would run it, with one consumer of the test's own. */
  const startRelay = (
    pass: (rows: readonly OutboxRow[]) => Promise<Map<string, Error>>,
    extra: Partial<OutboxConsumer> = {},
  ): OutboxRelay => {
    const relay = new OutboxRelay(app.transactions, app.app.get(DatabaseListener, { strict: false }));
    relay.register({
      topics: [TOPIC],
      batch: 10,
      maxDelayMs: 1000,
      isReady: () => true,
      pass: (_scope, rows) => pass(rows),
      ...extra,
    });
    relay.start();
    relays.push(relay);
    return relay;
  };
  const add = (payloads: readonly unknown[]) =>
    app.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      app.app.get(Outbox).enqueue(scope, tenantId, TOPIC, payloads),
    );
  const waiting = () =>
    asOwner<{ attempts: number; last_error: string | null }>(
      app.database,
      'select attempts, last_error from outbox where topic = $1',
      [TOPIC],
    );
  const none = async () => (await waiting()).length === 0;
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

  it('shares the rows with another relay, each passed on once', async () => {
    const passed: [number[], number[]] = [[], []];
    for (const mine of passed)
      startRelay(async (rows) => {
        await pause(2);
        mine.push(...rows.map((row) => row.payload as number));
        return new Map();
      });
    for (let i = 0; i < 10; i += 1) await add(numbers(50).map((n) => i * 50 + n));
    await until('an empty outbox', none);
    expect(passed.flat().sort((a, b) => a - b)).toEqual(numbers(500));
    for (const mine of passed) expect(mine.length).toBeGreaterThan(50);
  });

  it('wakes at the commit and not at the poll', async () => {
    let passedAt = 0;
    startRelay(() => {
      passedAt = performance.now();
      return Promise.resolve(new Map());
    });
    await pause(200);
    const before = performance.now();
    await add(['now']);
    await until('the row', () => passedAt > 0);
    expect(passedAt - before).toBeLessThan(500);
  });

  it('tries what failed again, later each time, and lets nothing else wait for it', async () => {
    const tries: number[] = [];
    let others = 0;
    startRelay((rows) => {
      const failed = new Map<string, Error>();
      for (const row of rows) {
        if (row.payload !== 'bad') others += 1;
        else if (tries.push(performance.now()) < 4) failed.set(row.id, new Error('not today'));
      }
      return Promise.resolve(failed);
    });
    await add(['bad', ...numbers(30)]);
    await until('the others', () => others === 30);
    expect(await waiting()).toEqual([{ attempts: 1, last_error: 'not today' }]);
    await until('an empty outbox', none);
    const [a = 0, b = 0, c = 0, d = 0] = tries;
    expect(tries).toHaveLength(4);
    expect(b - a).toBeGreaterThanOrEqual(180);
    expect(c - b).toBeGreaterThanOrEqual(370);
    expect(d - c).toBeGreaterThanOrEqual(740);
  });

  it('counts a thrown error as a failure of all leased rows', async () => {
    let calls = 0;
    startRelay(() => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('no')) : Promise.resolve(new Map());
    });
    await add([1, 2]);
    await until('an empty outbox', none);
    expect(calls).toBeGreaterThanOrEqual(2);
  });

  it('undoes what a failed attempt wrote', async () => {
    let calls = 0;
    startRelay(() => Promise.resolve(new Map()), {
      pass: async (scope) => {
        calls += 1;
        await scope.manager.query(`update tenants set name = name || '!' where id = $1`, [tenantId]);
        if (calls === 1) await scope.manager.query('select 1 / 0');
        return new Map();
      },
    });
    await add([1]);
    await until('an empty outbox', none);
    const rows = await asOwner<{ name: string }>(app.database, 'select name from tenants where id = $1', [
      tenantId,
    ]);
    expect(rows[0]?.name.endsWith('!')).toBe(true);
    expect(rows[0]?.name.endsWith('!!')).toBe(false);
  });

  it('gives up only where a consumer says so', async () => {
    startRelay((rows) => Promise.resolve(new Map(rows.map((row) => [row.id, new Error('never')]))), {
      maxAttempts: 2,
    });
    await add([1]);
    await until('an empty outbox', none);
  });

  it('lets rows wait, unharmed, while a consumer is not ready', async () => {
    let ready = false;
    let passed = 0;
    const relay = startRelay(
      (rows) => {
        passed += rows.length;
        return Promise.resolve(new Map());
      },
      { isReady: () => ready },
    );
    await add([1, 2, 3]);
    await pause(200);
    expect(await waiting()).toEqual(numbers(3).map(() => ({ attempts: 0, last_error: null })));
    ready = true;
    relay.wake();
    await until('the rows', () => passed === 3);
  });

  it('finishes its leased rows at shutdown, and leases no more', async () => {
    let begun = 0;
    let done = 0;
    const relay = startRelay(
      async () => {
        begun += 1;
        await pause(200);
        done += 1;
        return new Map();
      },
      { batch: 1 },
    );
    await add([1, 2, 3]);
    await until('a leased row', () => begun === 1);
    await relay.onModuleDestroy();
    expect([begun, done]).toEqual([1, 1]);
    expect(await waiting()).toHaveLength(2);
  });
});
