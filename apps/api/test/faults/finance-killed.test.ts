import { randomUUID } from 'node:crypto';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { QUARTER, TestHousehold } from '../support/finance.js';
import { type ApiProcess, startProcess } from './processes.js';

const BATCH = 300;
const DEATHS = 5;

/** What a call came to: an answer, or a connection that broke. */
async function post(port: number, token: string, path: string, body: object, key?: string): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/finance/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        msfauth: `Bearer ${token}`,
        ...(key ? { 'Idempotency-Key': key } : {}),
      },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

describe('an API process killed in the middle of its work', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  const kill = async (victim: ApiProcess) => {
    process.kill(victim.pid, 'SIGKILL');
    expect(await victim.ended).toBe('SIGKILL');
  };

  it(`writes a bulk of ${BATCH} whole or not at all, and a repetition with its key makes it whole once`, async () => {
    const { first } = await home.simple();
    let survived = 0;
    for (let round = 0; round < DEATHS; round += 1) {
      const victim = await startProcess(app);
      const marker = `bulk-${randomUUID()}`;
      const operations = Array.from({ length: BATCH }, (_, i) =>
        home.anOperation(first.id, { amountCents: 1 + i, description: marker }),
      );
      const written = async () =>
        (await asOwner(app.database, 'select 1 from operations where description = $1', [marker])).length;
      const answer = post(victim.port, home.user.token, 'operations/save-bulk', { operations }, marker);
      // From before the body is read to after the commit.
      await new Promise((resolve) => setTimeout(resolve, 20 * round));
      await kill(victim);
      const status = await answer;
      // What the dead process had begun ends with its connection.
      let rows = await written();
      for (let i = 0; i < 20 && rows !== 0 && rows !== BATCH; i += 1) rows = await written();
      expect([0, BATCH]).toContain(rows);
      if (status === 200) expect(rows).toBe(BATCH);
      if (rows === BATCH) survived += 1;
      await home.post('operations/save-bulk', { operations }).set('Idempotency-Key', marker).expect(200);
      expect(await written()).toBe(BATCH);
    }
    expect(survived).toBeLessThanOrEqual(DEATHS);
  }, 300_000);

  it('closes a quarter whole or not at all', async () => {
    for (let round = 0; round < 3; round += 1) {
      const household = await TestHousehold.create(app);
      const { first } = await household.simple();
      await household.post('quarters/start-quarter', { date: QUARTER }).expect(200);
      const victim = await startProcess(app);
      const actuals = [{ accountId: first.id, closingBalanceCents: 990_000 }];
      const answer = post(victim.port, household.user.token, 'quarters/close-quarter', {
        date: QUARTER,
        actuals,
        early: true,
      });
      await new Promise((resolve) => setTimeout(resolve, 20 * round));
      await kill(victim);
      await answer;
      const state = async () => {
        const { body } = await household.get(`quarters/get-quarter/${QUARTER}`).expect(200);
        const operations = await household.get(`operations/get/${QUARTER}`).expect(200);
        return { state: body.state as string, adjustments: (operations.body as unknown[]).length };
      };
      const after = await state();
      expect([
        { state: 'STARTED', adjustments: 0 },
        { state: 'CLOSED', adjustments: 1 },
      ]).toContainEqual(after);
      if (after.state === 'STARTED')
        await household.post('quarters/close-quarter', { date: QUARTER, actuals, early: true }).expect(200);
      expect(await state()).toEqual({ state: 'CLOSED', adjustments: 1 });
    }
  }, 300_000);
});

describe('two people closing the same quarter', () => {
  it('leaves it closed once', async () => {
    const app = await createTestApp();
    const home = await TestHousehold.create(app);
    const { first } = await home.simple();
    await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
    const actuals = [{ accountId: first.id, closingBalanceCents: 990_000 }];
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        home.post('quarters/close-quarter', { date: QUARTER, actuals, early: true }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200)
        expect([status, body.error]).toEqual([409, expect.stringMatching(/QUARTER_STATE|STALE/)]);
    const operations = await home.get(`operations/get/${QUARTER}`).expect(200);
    expect(operations.body).toHaveLength(1);
    await app.close();
  }, 60_000);
});

describe('a clock that jumps', () => {
  const HOUR = 3_600_000;
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('back: sessions and writing go on; forward past a token: it has expired', async () => {
    const home = await TestHousehold.create(app);
    const { first } = await home.simple();
    app.clock.advance(-36 * HOUR);
    await home.saveOperation(first.id);
    app.clock.advance(36 * HOUR + HOUR / 3);
    await home.post('operations/save', home.anOperation(first.id)).expect(401);
  }, 60_000);

  it('to and fro: who signs in anew writes on, and every write that was acknowledged is there', async () => {
    const born = await TestHousehold.create(app);
    const { first } = await born.simple();
    const { username, password } = born.user;
    const acknowledged: string[] = [];
    for (const hours of [1, -36, 24 * 40, -24 * 45, 24 * 400, -24 * 395, 0.3, -0.3]) {
      app.clock.advance(hours * HOUR);
      const { body } = await app
        .as(null)
        .post('/api/user/token/generate', { username, password, tokenClient: 'web' })
        .expect(200);
      const home = new TestHousehold(app, { ...born.user, token: body.token as string });
      for (let n = 0; n < 3; n += 1) {
        const description = `after ${hours} h, ${n}`;
        await home.saveOperation(first.id, { description });
        acknowledged.push(description);
      }
      await home.get(`quarters/summary/${QUARTER}`).expect(200);
    }
    const stored = await asOwner<{ description: string }>(
      app.database,
      'select description from operations where tenant_id = $1',
      [born.user.tenantId],
    );
    expect(stored.map((row) => row.description).sort()).toEqual(acknowledged.sort());
    const audited = await asOwner<{ count: number }>(
      app.database,
      `select count(*)::int as count from audit where tenant_id = $1 and action = 'operations.save'`,
      [born.user.tenantId],
    );
    expect(audited).toEqual([{ count: acknowledged.length }]);
  }, 60_000);
});
