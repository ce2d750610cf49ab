import { randomUUID } from 'node:crypto';
import type { Account, OptimizerRun, Settings, Summary } from '@fibado/contracts';
import { DemoHousehold } from '../../src/finance/demo/demo-household.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { QUARTER, recordEvents, TestHousehold } from '../support/finance.js';

/** A hundred times what such a plan takes, for a machine that is busy with other tests. */
const WITHIN_MS = 10_000;

describe('plans after saves', () => {
  let app: TestApp;
  let home: TestHousehold;
  let events: ReturnType<typeof recordEvents>;
  let idle: Account;
  beforeAll(async () => {
    app = await createTestApp({ AUTOMATIC_PLANS: 'true' });
    events = recordEvents(app);
    home = await TestHousehold.create(app);
    idle = await home.saveAccount();
    const earning = await home.saveAccount({
      rates: [{ from: '2026-01-01', tiers: [{ upToCents: null, ratePct: 3 }], tierMode: 'MARGINAL' }],
    });
    await home.initQuarter(QUARTER, { [idle.id]: 1_000_000, [earning.id]: 0 });
  });
  afterAll(() => app.close());

  const summary = async () => (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
  const runs = async () =>
    (await home.get(`optimizer/runs?quarter=${QUARTER}&page=0&size=20`).expect(200)).body
      .items as OptimizerRun[];
  /** The summary once no plan is being made any more. */
  const settled = async (read = summary): Promise<Summary> => {
    const end = performance.now() + WITHIN_MS;
    for (;;) {
      const found = await read();
      if (!found.planUnderWay) return found;
      if (performance.now() > end) throw new Error(`No plan within ${WITHIN_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const spend = (amountCents: number) => {
    app.clock.advance(60_000);
    return home.saveOperation(idle.id, { amountCents });
  };

  it('are there soon, fresh, and replaced by the plan after the next save', async () => {
    await spend(10_000);
    expect(await summary()).toMatchObject({ planUnderWay: true });
    const first = await settled();
    expect(first.latestPlan).toMatchObject({ stale: false, accepted: false });
    expect(first.latestPlan?.gainCents).toBeGreaterThan(0);
    // Several saves at once are planned once, and one automatic plan is kept.
    await spend(20_000);
    await spend(30_000);
    const second = await settled();
    expect(second.latestPlan).toMatchObject({ stale: false });
    expect(second.latestPlan?.runId).not.toBe(first.latestPlan?.runId);
    expect(await runs()).toMatchObject([{ automatic: true }]);
    expect(events.of(home.user.tenantId).filter(([topic]) => String(topic).startsWith('plan.'))).toEqual([]);
  });

  it('leave alone a plan that still holds', async () => {
    app.clock.advance(60_000);
    const { runId } = (await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200)).body as {
      runId: string;
    };
    const settings = (await home.get('settings/get').expect(200)).body as Settings;
    await home.post('settings/save', { ...settings, reminders: { daysBefore: 2 } }).expect(200);
    expect((await settled()).latestPlan).toMatchObject({ runId, stale: false });
  });

  it('make way for a plan that a person asks for', async () => {
    await spend(40_000);
    app.clock.advance(60_000);
    const { runId } = (
      await app
        .as(home.user)
        .post('/api/finance/optimizer/runs', { quarter: QUARTER })
        .set('Idempotency-Key', randomUUID())
        .expect(200)
    ).body as OptimizerRun;
    expect((await runs()).filter(({ state }) => state === 'QUEUED' || state === 'RUNNING')).toMatchObject([
      { runId },
    ]);
    expect((await settled()).latestPlan?.runId).toBe(runId);
    expect((await runs()).find((one) => one.runId === runId)).not.toHaveProperty('automatic');
  });

  it('are there when the demonstration is opened', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    await app.app.get(DemoHousehold).create(user.tenantId);
    const { body: quarters } = await app.as(user).get('/api/finance/quarters/list').expect(200);
    const date = (quarters as { date: string; state: string }[]).find(
      ({ state }) => state === 'STARTED',
    )?.date;
    const opened = async () =>
      (await app.as(user).get(`/api/finance/quarters/summary/${date}`).expect(200)).body as Summary;
    expect(await opened()).toMatchObject({ planUnderWay: true });
    const { latestPlan } = await settled(opened);
    expect(latestPlan).toMatchObject({ stale: false, accepted: false });
    expect(latestPlan?.gainCents).toBeGreaterThan(0);
  });

  it('are not made where the household turned them off', async () => {
    await spend(50_000);
    const settings = (await home.get('settings/get').expect(200)).body as Settings;
    await home.post('settings/save', { ...settings, automaticPlans: false }).expect(200);
    expect(await summary()).not.toHaveProperty('planUnderWay');
    await spend(60_000);
    expect(await summary()).toMatchObject({ latestPlan: { stale: true } });
    expect(await summary()).not.toHaveProperty('planUnderWay');
  });
});
