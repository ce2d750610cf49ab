import { randomUUID } from 'node:crypto';
import type { Account, Goal, Summary } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { noId, QUARTER, TestHousehold } from '../support/finance.js';

/** The clock of the tests stands on 21 November 2026. */
describe('goals', () => {
  let app: TestApp;
  let home: TestHousehold;
  let account: Account;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_THREADS: '1' });
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    account = (await home.simple()).first;
  });
  afterAll(() => app.close());

  const CAR = { name: 'Auto', date: '2026-12-15', amountCents: 100_000_000 };
  const save = async (fields: object = {}): Promise<Goal> =>
    (await home.post('goals/save', { ...CAR, ...fields }).expect(200)).body;
  const list = async (): Promise<Goal[]> => (await home.get('goals/get').expect(200)).body;
  const missed = async () => {
    const { body } = await home.get(`quarters/summary/${QUARTER}`).expect(200);
    return (body as Summary).evaluation.violations.filter(({ kind }) => kind === 'GOAL');
  };

  it('are saved, listed by date, changed at the version read, and deleted', async () => {
    const later = await save({ date: '2027-03-01' });
    const sooner = await save({ accountIds: [account.id] });
    expect(sooner).toMatchObject({ ...CAR, accountIds: [account.id], version: 1 });
    expect(await list()).toEqual([sooner, later]);
    const changed = await save({ ...sooner, amountCents: 5 });
    expect(changed).toEqual({ ...sooner, amountCents: 5, version: 2 });
    const { body: stale } = await home.post('goals/save', sooner).expect(409);
    expect(stale.error).toBe('STALE_VERSION');
    await home.delete(`goals/delete/${later.id}`).expect(204);
    await home.delete(`goals/delete/${later.id}`).expect(404);
    expect(await list()).toEqual([changed]);
  });

  it('name accounts that are there and can hold what is free', async () => {
    const { body } = await home.post('goals/save', { ...CAR, accountIds: [randomUUID()] }).expect(404);
    expect(body).toMatchObject({ error: 'NOT_FOUND', params: ['accountIds'] });
    await home.post('goals/save', { ...CAR, id: noId(), version: 1 }).expect(404);
    const alone = await home.saveAccount();
    await save({ accountIds: [alone.id] });
    const { body: used } = await home.delete(`accounts/delete/${alone.id}`).expect(409);
    expect(used).toMatchObject({ error: 'IN_USE', params: ['goals:Auto'] });
  });

  it('are limits of the quarter they lie in', async () => {
    expect(await missed()).toEqual([]);
    const goal = await save();
    expect(await missed()).toMatchObject([{ goalId: goal.id, date: CAR.date }]);
    await save({ ...goal, date: '2027-01-04' });
    expect(await missed()).toEqual([]);
  });

  it('are judged in a problem of a body as in the household', async () => {
    await save();
    const get = async (path: string) => (await home.get(path).expect(200)).body;
    const problem = {
      quarter: QUARTER,
      banks: await get('banks/get'),
      accountGroups: await get('accountGroups/get'),
      accounts: await get('accounts/get'),
      setups: (await get(`quarters/get-quarter/${QUARTER}`)).setups,
      operations: [],
      settings: await get('settings/get'),
      goals: await list(),
    };
    const { body } = await home.post('optimizer/evaluate', { problem, transfers: [] }).expect(200);
    expect(body.violations.filter(({ kind }: { kind: string }) => kind === 'GOAL')).toEqual(await missed());
    const none = { ...problem, setups: [] };
    const { body: wrong } = await home
      .post('optimizer/evaluate', { problem: none, transfers: [] })
      .expect(400);
    expect(wrong.params).toEqual(['problem.goals.0.accountIds']);
  });

  it('are priced, and named where no plan keeps them', async () => {
    const goal = await save();
    const ask = async () =>
      (await home.post('insights/goals', { quarter: QUARTER, options: { timeLimitMs: 3000 } }).expect(200))
        .body;
    const impossible = await ask();
    expect(impossible.base).toMatchObject({ status: 'INFEASIBLE', conflicts: [{ goalId: goal.id }] });
    await save({ ...goal, amountCents: 1 });
    const { goals } = await ask();
    expect(goals).toMatchObject([{ goalId: goal.id, priceCents: 0 }]);
    expect(goals[0].maturities.map(({ date }: { date: string }) => date)).toContain(CAR.date);
  });

  it('are audited, and no other household sees them', async () => {
    const goal = await save();
    const stranger = await TestHousehold.create(app);
    expect((await stranger.get('goals/get').expect(200)).body).toEqual([]);
    await stranger.delete(`goals/delete/${goal.id}`).expect(404);
    await stranger.post('goals/save', { ...goal, name: 'Mia' }).expect(404);
    expect(await list()).toEqual([goal]);
  });
});
