import type { Account, Operation } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { NEXT, noId, QUARTER, recordEvents, TestHousehold } from '../support/finance.js';

describe('operations', () => {
  let app: TestApp;
  let home: TestHousehold;
  let first: Account;
  let second: Account;
  let events: ReturnType<typeof recordEvents>;
  beforeAll(async () => {
    app = await createTestApp();
    events = recordEvents(app);
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    ({ first, second } = await home.simple());
  });
  afterAll(() => app.close());

  const list = async (quarter = QUARTER) =>
    (await home.get(`operations/get/${quarter}`).expect(200)).body as Operation[];
  const bulk = (body: object, key?: string) => {
    const request = home.post('operations/save-bulk', body);
    return key === undefined ? request : request.set('Idempotency-Key', key);
  };
  const optimizerTransfer = (date: string, fields = {}) =>
    home.anOperation(first.id, {
      kind: 'TRANSFER',
      toAccountId: second.id,
      origin: 'OPTIMIZER',
      date,
      ...fields,
    });

  it('are saved, changed, listed by day and deleted', async () => {
    const late = await home.saveOperation(first.id, { date: '2026-12-01' });
    const early = await home.saveOperation(first.id, { date: '2026-10-02', category: 'Casa' });
    expect(early).toMatchObject({ status: 'PLANNED', origin: 'MANUAL', locked: false, version: 1 });
    expect((await list()).map((one) => one.id)).toEqual([early.id, late.id]);
    const { body } = await home
      .post('operations/save', { ...early, amountCents: 5, status: 'DONE' })
      .expect(200);
    expect(body).toEqual({ ...early, amountCents: 5, status: 'DONE', version: 2 });
    await home.delete(`operations/delete/${late.id}`).expect(204);
    expect(await list()).toEqual([body]);
    await home.delete(`operations/delete/${late.id}`).expect(404);
    const audit = await asOwner<{ action: string }>(
      app.database,
      `select action from audit where tenant_id = $1 and entity = 'operation' order by id`,
      [home.user.tenantId],
    );
    expect(audit.map((row) => row.action)).toEqual([
      'operations.save',
      'operations.save',
      'operations.save',
      'operations.delete',
    ]);
  });

  it('refuse a stale version', async () => {
    const one = await home.saveOperation(first.id);
    await home.post('operations/save', { ...one, amountCents: 1 }).expect(200);
    for (const attempt of [
      home.post('operations/save', { ...one, amountCents: 2 }),
      bulk({ operations: [home.anOperation(first.id), { ...one, amountCents: 2 }] }),
    ])
      expect((await attempt.expect(409)).body.error).toBe('STALE_VERSION');
    expect((await list()).map((o) => o.amountCents)).toEqual([1]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a day outside its quarter', { date: '2027-01-01', valueDate: '2027-01-01', quarter: QUARTER }, 'date'],
    ['a quarter that is none', { quarter: '2026-11-01' }, 'quarter'],
    ['a day that is none', { date: '2026-11-31' }, 'date'],
    ['an amount of nothing', { amountCents: 0 }, 'amountCents'],
    ['a negative amount', { amountCents: -1 }, 'amountCents'],
    ['an amount past 2^53', { amountCents: 2 ** 53 + 2 }, 'amountCents'],
    ['an amount beyond ten billion euro', { amountCents: 1_000_000_000_001 }, 'amountCents'],
    ['half a cent', { amountCents: 0.5 }, 'amountCents'],
    ['an amount as text', { amountCents: '100' }, 'amountCents'],
    ['an empty description', { description: '   ' }, 'description'],
    ['an unknown key', { payee: 'x' }, 'payee'],
    ['a destination of an expense', { toAccountId: noId() }, 'toAccountId'],
    ['a transfer without destination', { kind: 'TRANSFER' }, 'toAccountId'],
    ['an unknown state', { status: 'CANCELLED' }, 'status'],
    ['an id that is none', { id: '42', version: 1 }, 'id'],
    ['a version without id', { version: 1 }, 'id'],
    ['an id without version', { id: noId() }, 'version'],
  ])('refuse %s and write nothing', async (_, wrong, path) => {
    const body = { ...home.anOperation(first.id), ...wrong };
    const single = await home.post('operations/save', body).expect(400);
    expect(single.body).toEqual({ error: 'VALIDATION', params: [path] });
    await bulk({ operations: [home.anOperation(first.id), body] }).expect(400);
    expect(await list()).toEqual([]);
  });

  it('refuse a transfer to itself, and one that arrives before it leaves', async () => {
    const transfer = home.anOperation(first.id, { kind: 'TRANSFER', toAccountId: first.id });
    expect((await home.post('operations/save', transfer).expect(400)).body.params).toEqual(['toAccountId']);
    const early = { ...transfer, toAccountId: second.id, valueDate: '2026-11-09' };
    expect((await home.post('operations/save', early).expect(400)).body.params).toEqual(['valueDate']);
  });

  it('need an account that takes part in the quarter', async () => {
    const other = await home.saveAccount();
    const attempt = async (fields: object, status: number) =>
      (await home.post('operations/save', { ...home.anOperation(first.id), ...fields }).expect(status)).body;
    expect(await attempt({ accountId: other.id }, 400)).toEqual({
      error: 'VALIDATION',
      params: ['accountId'],
    });
    expect(await attempt({ kind: 'TRANSFER', toAccountId: other.id }, 400)).toEqual({
      error: 'VALIDATION',
      params: ['toAccountId'],
    });
    await attempt({ accountId: noId() }, 404);
    await attempt({ quarter: NEXT, date: '2027-01-10', valueDate: '2027-01-10' }, 404);
    expect(await list()).toEqual([]);
  });

  it('of another household do not exist, nor do its accounts', async () => {
    const stranger = await TestHousehold.create(app);
    const theirs = await stranger.simple();
    const operation = await stranger.saveOperation(theirs.first.id);
    const missing = (await home.delete(`operations/delete/${noId()}`).expect(404)).body;
    for (const attempt of [
      home.delete(`operations/delete/${operation.id}`),
      home.post('operations/save', { ...home.anOperation(first.id), id: operation.id, version: 1 }),
      home.post('operations/save', home.anOperation(theirs.first.id)),
      home.post(
        'operations/save',
        home.anOperation(first.id, { kind: 'TRANSFER', toAccountId: theirs.first.id }),
      ),
      bulk({ operations: [home.anOperation(first.id)], deleteIds: [operation.id] }),
      bulk({ operations: [{ ...home.anOperation(first.id), id: operation.id, version: 1 }] }),
    ])
      expect((await attempt.expect(404)).body).toEqual(missing);
    expect(await list()).toEqual([]);
    expect((await stranger.get(`operations/get/${QUARTER}`)).body).toEqual([operation]);
  });

  it('move to another quarter when both are open', async () => {
    const one = await home.saveOperation(first.id);
    await home.initQuarter(NEXT);
    const moved = { ...one, quarter: NEXT, date: '2027-01-10', valueDate: '2027-01-10' };
    await home.post('operations/save', moved).expect(200);
    expect(await list()).toEqual([]);
    expect(await list(NEXT)).toEqual([{ ...moved, version: 2 }]);
  });

  describe('in bulk', () => {
    it('are saved and deleted together', async () => {
      const [a, b] = [await home.saveOperation(first.id), await home.saveOperation(first.id)];
      const { body } = await bulk({
        operations: [{ ...a, amountCents: 7 }, home.anOperation(second.id, { kind: 'INCOME' })],
        deleteIds: [b.id],
      }).expect(200);
      expect(body.deleted).toBe(1);
      expect(body.operations.map((o: Operation) => [o.amountCents, o.version])).toEqual([
        [7, 2],
        [10_000, 1],
      ]);
      expect((await list()).map((o) => o.id).sort()).toEqual(
        body.operations.map((o: Operation) => o.id).sort(),
      );
    });

    it('are all refused when the last one is wrong', async () => {
      const kept = await home.saveOperation(first.id);
      await bulk({ operations: [home.anOperation(first.id)], deleteIds: [kept.id, noId()] }).expect(404);
      const twice = await bulk({ operations: [kept], deleteIds: [kept.id] }).expect(400);
      expect(twice.body).toEqual({ error: 'VALIDATION', params: ['operations'] });
      expect(await list()).toEqual([kept]);
    });

    it('answer a repeated key with the first answer, and refuse it for anything else', async () => {
      const body = { operations: [home.anOperation(first.id)] };
      const answer = await bulk(body, 'key-1').expect(200);
      expect((await bulk(body, 'key-1').expect(200)).body).toEqual(answer.body);
      expect(await list()).toHaveLength(1);
      const other = await bulk({ operations: [home.anOperation(first.id)] }, 'key-1').expect(409);
      expect(other.body.error).toBe('IDEMPOTENCY_CONFLICT');
      await bulk(body, 'key-2').expect(200);
      expect(await list()).toHaveLength(2);
      await bulk(body, 'a key with blanks').expect(400);
    });

    it('keep one key apart in two households', async () => {
      const stranger = await TestHousehold.create(app);
      const theirs = await stranger.simple();
      await bulk({ operations: [home.anOperation(first.id)] }, 'shared').expect(200);
      await stranger
        .post('operations/save-bulk', { operations: [stranger.anOperation(theirs.first.id)] })
        .set('Idempotency-Key', 'shared')
        .expect(200);
      expect(await list()).toHaveLength(1);
    });

    it('do not remember a key whose work failed', async () => {
      await bulk({ operations: [], deleteIds: [noId()] }, 'again').expect(404);
      await bulk({ operations: [home.anOperation(first.id)] }, 'again').expect(200);
    });

    it("replace the optimizer's planned transfers and nothing else", async () => {
      const keep = [
        optimizerTransfer('2026-11-24', { locked: true }),
        optimizerTransfer('2026-11-24', { status: 'DONE' }),
        optimizerTransfer('2026-11-24', { origin: 'MANUAL' }),
        optimizerTransfer('2026-11-02'),
      ];
      const go = [optimizerTransfer('2026-11-23'), optimizerTransfer('2026-12-10')];
      const before = (await bulk({ operations: [...keep, ...go] }).expect(200)).body
        .operations as Operation[];
      const fresh = optimizerTransfer('2026-11-25');
      const { body } = await bulk({
        operations: [fresh],
        replaceOptimizer: { quarter: QUARTER, from: '2026-11-21' },
      }).expect(200);
      expect(body.deleted).toBe(2);
      const now = await list();
      expect(now).toHaveLength(5);
      for (const operation of before.slice(0, 4)) expect(now).toContainEqual(operation);
      const all = await bulk({ operations: [], replaceOptimizer: { quarter: QUARTER } }).expect(200);
      expect(all.body.deleted).toBe(2);
    });

    it('take several thousand at once', async () => {
      const many = Array.from({ length: 2500 }, () => home.anOperation(first.id));
      expect((await bulk({ operations: many }).expect(200)).body.operations).toHaveLength(2500);
      expect(await list()).toHaveLength(2500);
      await bulk({ operations: Array.from({ length: 5001 }, () => many[0]) }).expect(400);
    });

    it('record the file they come from', async () => {
      const source = {
        accountId: first.id,
        fileName: 'movimenti.xlsx',
        fileHash: 'a'.repeat(64),
        layout: 'ing',
        skipped: 3,
      };
      const { body } = await bulk({
        operations: [home.anOperation(first.id, { origin: 'IMPORT', status: 'DONE' })],
        import: source,
      }).expect(200);
      expect(body.importId).toMatch(/^[0-9a-f-]{36}$/);
      expect(events.of(home.user.tenantId)).toEqual([
        ['import.finished', { quarter: QUARTER, account: first.name, imported: 1, skipped: 3 }],
      ]);
      await bulk({
        operations: [home.anOperation(first.id)],
        import: { ...source, accountId: noId() },
      }).expect(404);
      expect(await list()).toHaveLength(1);
    });
  });
});
