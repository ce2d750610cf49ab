import type { Operation } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { QUARTER, TestHousehold } from '../support/finance.js';

/** Several people in one household at the same moment, on a real database. */
describe('at the same moment', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  const statuses = (answers: readonly { status: number }[]) => answers.map((answer) => answer.status).sort();
  const list = async () => (await home.get(`operations/get/${QUARTER}`)).body as Operation[];

  it('two bulk saves with one key are one', async () => {
    const { first } = await home.simple();
    const body = { operations: [home.anOperation(first.id), home.anOperation(first.id)] };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => home.post('operations/save-bulk', body).set('Idempotency-Key', 'one')),
    );
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await list()).toHaveLength(2);
  });

  it('of several changes to one version one wins, whatever it is', async () => {
    const { first } = await home.simple();
    const operation = await home.saveOperation(first.id);
    const bank = await home.saveBank();
    const saves: [string, (n: number) => object][] = [
      ['operations/save', (n) => ({ ...operation, amountCents: n + 1 })],
      ['banks/save', (n) => ({ ...bank, name: `Banca ${n} ${bank.id}` })],
      ['accounts/save', (n) => ({ ...first, name: `Conto ${n}` })],
    ];
    for (const [path, body] of saves) {
      const answers = await Promise.all([0, 1, 2, 3].map((n) => home.post(path, body(n))));
      expect(statuses(answers)).toEqual([200, 409, 409, 409]);
      expect(answers.find((answer) => answer.status === 200)?.body.version).toBe(2);
    }
  });

  it('of several new banks with one name one is made', async () => {
    const answers = await Promise.all(
      [0, 1, 2].map(() => home.post('banks/save', home.aBank({ name: 'Unica' }))),
    );
    expect(statuses(answers)).toEqual([200, 409, 409]);
    expect(answers.filter((a) => a.status === 409).map((a) => a.body)).toEqual([
      { error: 'ALREADY_EXISTS', params: ['name'] },
      { error: 'ALREADY_EXISTS', params: ['name'] },
    ]);
  });

  it('a quarter is closed once, and nothing slips in while it is', async () => {
    const { first } = await home.simple();
    await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
    const answers = await Promise.all([
      ...[0, 1].map(() => home.post('quarters/close-quarter', { date: QUARTER, early: true })),
      ...[0, 1, 2].map(() => home.post('operations/save', home.anOperation(first.id, { status: 'DONE' }))),
    ]);
    expect(statuses(answers.slice(0, 2))).toEqual([200, 409]);
    const saved = answers.slice(2).filter((answer) => answer.status === 200).length;
    const summary = (await home.get(`quarters/summary/${QUARTER}`)).body;
    const closing = summary.actuals.find((row: { accountId: string }) => row.accountId === first.id);
    expect(closing.actualClosingCents).toBe(1_000_000 - 10_000 * saved);
    expect(await list()).toHaveLength(saved);
  });

  it('an account is deleted or taken into a quarter, not both', async () => {
    await home.simple();
    for (let round = 0; round < 5; round += 1) {
      const account = await home.saveAccount();
      const [gone, set] = await Promise.all([
        home.delete(`accounts/delete/${account.id}`),
        home.post('quarters/save-setups', {
          date: QUARTER,
          setups: [{ accountId: account.id, openingBalanceCents: 1, excluded: false }],
        }),
      ]);
      expect([
        [204, 404],
        [409, 200],
      ]).toContainEqual([gone.status, set.status]);
    }
  });

  it('bulk saves that touch each other in two orders both end', async () => {
    const { first } = await home.simple();
    const [a, b] = [await home.saveOperation(first.id), await home.saveOperation(first.id)];
    const answers = await Promise.all([
      home.post('operations/save-bulk', { operations: [{ ...a, amountCents: 1 }], deleteIds: [b.id] }),
      home.post('operations/save-bulk', { operations: [{ ...b, amountCents: 1 }], deleteIds: [a.id] }),
    ]);
    expect(statuses(answers)).toEqual([200, 404]);
    expect(await list()).toHaveLength(1);
  });
});
