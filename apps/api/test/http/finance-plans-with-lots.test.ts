import type {
  Account,
  Lot,
  Operation,
  OptimizeResultBody,
  OptimizerRun,
  Summary,
  TermOffer,
} from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { noId, QUARTER, TestHousehold } from '../support/finance.js';
import { operationsOf } from '../support/runs.js';

interface Planned {
  readonly runId: string;
  readonly result: OptimizeResultBody;
}

/** Plans that open lots: runs like any other, taken up and taken back whole. */
describe('plans with lots', () => {
  let app: TestApp;
  let home: TestHousehold;
  let account: Account;
  let offer: TermOffer;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    account = (await home.simple()).first;
    offer = await home.saveTermOffer(account, { ratePct: 6, dutyPaidByBank: true });
  });

  const plan = async (options: object = {}): Promise<Planned> => {
    app.clock.advance(1000);
    const body = { quarter: QUARTER, options: { newLots: true, timeLimitMs: 4000, ...options } };
    return (await home.post('optimizer/optimize', body).expect(200)).body;
  };
  const lotsOf = ({ lots = [] }: OptimizeResultBody) =>
    lots.map(({ netReturnCents: _, ratePct: __, ...lot }) => lot);
  const bodyOf = ({ runId, result }: Planned) => ({
    operations: operationsOf(result.transfers),
    replaceOptimizer: { quarter: QUARTER },
    acceptedRunId: runId,
    lots: lotsOf(result),
  });
  const summary = async (): Promise<Summary> => (await home.get(`quarters/summary/${QUARTER}`)).body;
  const lots = async (): Promise<Lot[]> => (await home.get('lots/get')).body;
  const operations = async (): Promise<Operation[]> => (await home.get(`operations/get/${QUARTER}`)).body;

  it('are runs with what the lots earn, and say nothing of lots unless asked', async () => {
    const { result: plain } = await plan({ newLots: undefined });
    expect(plain.lots).toBeUndefined();
    const { runId, result } = await plan();
    expect(result.lots).toMatchObject([{ offerId: offer.id, ratePct: 6 }]);
    expect(result.objectiveCents).toBeGreaterThan(plain.objectiveCents);
    expect(result.boundCents).toBeGreaterThanOrEqual(result.objectiveCents);
    const { items } = (await home.get(`optimizer/runs?quarter=${QUARTER}`)).body as {
      items: OptimizerRun[];
    };
    expect(items.map(({ outcome }) => outcome?.lots)).toEqual([result.lots?.length, undefined]);
    expect(items[0]?.options.newLots).toBe(true);
    const { body: again } = await home.post(`optimizer/runs/${runId}/repeat`, {}).expect(200);
    expect(again.repeat).toEqual({ runId, sameInput: true });
  });

  it('are taken up whole or not at all, and are worth what the plan says', async () => {
    const planned = await plan();
    const body = bodyOf(planned);
    const opened = body.lots;
    const strange = {
      ...body,
      acceptedRunId: undefined,
      lots: [...opened, { ...opened[0], offerId: noId() }],
    };
    expect((await home.post('operations/save-bulk', strange).expect(404)).body.params).toEqual(['offerId']);
    const other = { ...body, lots: [{ ...opened[0], amountCents: 100 }] };
    expect((await home.post('operations/save-bulk', other).expect(400)).body.params).toEqual(['lots']);
    expect(await lots()).toEqual([]);
    expect(await operations()).toEqual([]);
    const { body: saved } = await home.post('operations/save-bulk', body).expect(200);
    expect(saved.lots).toMatchObject(opened.map(() => ({ offerId: offer.id, state: 'OPEN' })));
    expect(await lots()).toHaveLength(opened.length);
    const { evaluation, latestPlan, acceptedPlan } = await summary();
    expect(evaluation?.netReturnCents).toBe(planned.result.netReturnCents);
    expect(latestPlan).toMatchObject({ runId: planned.runId, accepted: true, stale: false });
    expect(acceptedPlan?.runId).toBe(planned.runId);
    // Taken up once more, nothing is opened a second time.
    expect((await home.post('operations/save-bulk', body).expect(200)).body.lots).toEqual([]);
    expect(await lots()).toHaveLength(opened.length);
    expect((await summary()).latestPlan?.stale).toBe(false);
  });

  it('are stale when an offer or a lot changes', async () => {
    const planned = await plan();
    expect((await summary()).latestPlan?.stale).toBe(false);
    await home.saveTermOffer(account, { ratePct: 7 });
    expect((await summary()).latestPlan?.stale).toBe(true);
    const again = await plan();
    await home.post('operations/save-bulk', bodyOf(again)).expect(200);
    expect((await summary()).latestPlan?.stale).toBe(false);
    const [lot] = lotsOf(again.result);
    await home.post('lots/save', { ...lot, amountCents: 100_000 }).expect(200);
    expect((await summary()).latestPlan?.stale).toBe(true);
    expect(planned.runId).not.toBe(again.runId);
  });

  it('are asked about with their lots taken as given, before they are recorded and after', async () => {
    const planned = await plan();
    const given = lotsOf(planned.result);
    const about = { quarter: QUARTER, lots: given, options: { timeLimitMs: 4000 } };
    const asked = async (): Promise<{ base: number; most: number | undefined }> => {
      const { body: frontier } = await home.post('insights/frontier', { ...about, most: 3 }).expect(200);
      const { body: prices } = await home.post('insights/limit-prices', about).expect(200);
      return { base: prices.base.netReturnCents, most: frontier.points.at(-1)?.netReturnCents };
    };
    const before = await asked();
    expect(before.base).toBe(planned.result.netReturnCents);
    expect(before.most).toBeGreaterThanOrEqual(planned.result.netReturnCents);
    await home.post('operations/save-bulk', bodyOf(planned)).expect(200);
    expect(await asked()).toEqual(before);
    const [lot] = given;
    const refused = async (strange: object): Promise<unknown> => {
      const body = { ...about, lots: [{ ...lot, ...strange }] };
      return (await home.post('insights/limit-prices', body).expect(400)).body.params;
    };
    expect(await refused({ offerId: noId() })).toEqual(['lots.0.offerId']);
    expect(await refused({ lotId: noId(), brokenOn: '2026-12-01' })).toEqual(['lots.0.lotId']);
    expect(await refused({ maturityDate: lot?.openedOn })).toEqual(['lots']);
  });

  it('are taken back with their lots, and what they replaced comes back', async () => {
    const before = await plan({ newLots: undefined });
    await home.post('operations/save-bulk', { ...bodyOf(before), lots: undefined }).expect(200);
    const moves = (all: readonly Operation[]) =>
      all.map(({ date, accountId, toAccountId, amountCents }) => [date, accountId, toAccountId, amountCents]);
    const old = moves(await operations());
    const planned = await plan();
    await home.post('operations/save-bulk', bodyOf(planned)).expect(200);
    await home.post(`operations/take-back-plan/${QUARTER}`, {}).expect(204);
    expect(await lots()).toEqual([]);
    expect(moves(await operations())).toEqual(old);
    expect((await summary()).acceptedPlan?.runId).toBe(before.runId);
    await home.post(`operations/take-back-plan/${QUARTER}`, {}).expect(404);
  });

  it('are not taken back once a lot of theirs was broken', async () => {
    const planned = await plan();
    await home.post('operations/save-bulk', bodyOf(planned)).expect(200);
    const [lot] = await lots();
    const corrected = {
      ...lot,
      amountCents: (lot?.amountCents ?? 0) + 1,
      state: undefined,
      renewsLotId: undefined,
    };
    await home.post('lots/save', corrected).expect(200);
    await home.post(`operations/take-back-plan/${QUARTER}`, {}).expect(409);
    expect(await lots()).toHaveLength(planned.result.lots?.length ?? 0);
  });

  it('record a break within the quarter with the lot', async () => {
    const [first, second] = [lotsOf((await plan()).result)[0], '2026-12-21'];
    const broken = { ...first, offerId: offer.id, brokenOn: second };
    const exit = { kind: 'BASE_RATE', ratePct: 0.5 } as const;
    const free = await home.saveTermOffer(account, { exit });
    const body = { operations: [], lots: [{ ...broken, offerId: free.id }] };
    const { body: saved } = await home.post('operations/save-bulk', body).expect(200);
    expect(saved.lots).toMatchObject([{ offerId: free.id, brokenOn: second, state: 'BROKEN' }]);
  });

  describe('and a lot recorded before', () => {
    let recorded: Lot;
    beforeEach(async () => {
      await home.delete(`term-offers/delete/${offer.id}`).expect(204);
      const exit = { kind: 'FEE', ratePct: 0 } as const;
      const old = await home.saveTermOffer(account, { ratePct: 0.1, exit, openTo: '2026-09-10' });
      offer = await home.saveTermOffer(account, { ratePct: 6, dutyPaidByBank: true });
      const body = { offerId: old.id, amountCents: 500_000, openedOn: '2026-09-08' };
      recorded = (await home.post('lots/save', body).expect(200)).body;
    });
    const broken = async (): Promise<Planned> => {
      const planned = await plan();
      expect(planned.result.lots).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ lotId: recorded.id }),
          expect.objectContaining({ offerId: offer.id }),
        ]),
      );
      return planned;
    };
    const applied = ({ result, ...run }: Planned) => {
      const on = result.lots?.find(({ lotId }) => lotId === recorded.id)?.brokenOn;
      return {
        ...bodyOf({ ...run, result: { ...result, lots: result.lots?.filter(({ lotId }) => !lotId) } }),
        breakLots: [{ id: recorded.id, version: recorded.version, on }],
      };
    };

    it('break it, are taken up with the break, and are taken back with it', async () => {
      const planned = await broken();
      const body = applied(planned);
      const another = { ...body, breakLots: body.breakLots.map((one) => ({ ...one, on: '2026-12-30' })) };
      expect((await home.post('operations/save-bulk', another).expect(400)).body.params).toEqual([
        'breakLots',
      ]);
      await home.post('operations/save-bulk', body).expect(200);
      const [{ on } = { on: undefined }] = body.breakLots;
      const find = async () => (await lots()).find(({ id }) => id === recorded.id);
      expect(await find()).toMatchObject({ state: 'BROKEN', brokenOn: on });
      const { evaluation, latestPlan } = await summary();
      expect(evaluation?.netReturnCents).toBe(planned.result.netReturnCents);
      expect(latestPlan).toMatchObject({ accepted: true, stale: false });
      // Taken up once more, it is broken already.
      await home.post('operations/save-bulk', body).expect(200);
      expect((await summary()).latestPlan?.stale).toBe(false);
      // What was taken up last changed nothing: the one before is taken back after it.
      await home.post(`operations/take-back-plan/${QUARTER}`, {}).expect(204);
    });

    it('leave nothing broken once they are taken back, and do not overwrite a later change', async () => {
      await home.post('operations/save-bulk', applied(await broken())).expect(200);
      await home.post(`operations/take-back-plan/${QUARTER}`, {}).expect(204);
      const [whole, ...others] = await lots();
      expect(others).toEqual([]);
      expect(whole).toMatchObject({ id: recorded.id, state: 'OPEN' });
      expect(whole?.brokenOn).toBeUndefined();
      recorded = whole ?? recorded;
      await home.post('operations/save-bulk', applied(await broken())).expect(200);
      const now = (await lots()).find(({ id }) => id === recorded.id);
      const { state: _, renewsLotId: __, ...changed } = { ...recorded, ...now };
      await home.post('lots/save', { ...changed, amountCents: 400_000 }).expect(200);
      await home.post(`operations/take-back-plan/${QUARTER}`, {}).expect(409);
    });

    it('are refused whole where the lot has changed since', async () => {
      const body = applied(await broken());
      const stale = body.breakLots.map((one) => ({ ...one, version: 7 }));
      await home.post('operations/save-bulk', { ...body, breakLots: stale }).expect(409);
      expect(await lots()).toEqual([recorded]);
      expect(await operations()).toEqual([]);
    });
  });

  it('break a lot for a bill, and applying the plan records the day with the lot', async () => {
    await home.delete(`term-offers/delete/${offer.id}`).expect(204);
    const exit = { kind: 'BASE_RATE', ratePct: 5 } as const;
    await home.saveTermOffer(account, { ratePct: 6, exit, dutyPaidByBank: true });
    await home.saveOperation(account.id, { date: '2026-12-16', amountCents: 800_000 });
    const planned = await plan();
    const broken = lotsOf(planned.result).filter(({ brokenOn }) => brokenOn !== undefined);
    expect(broken.length).toBeGreaterThan(0);
    await home.post('operations/save-bulk', bodyOf(planned)).expect(200);
    const recorded = (await lots()).filter(({ state }) => state === 'BROKEN');
    expect(recorded.map(({ amountCents, brokenOn }) => [amountCents, brokenOn])).toEqual(
      broken.map(({ amountCents, brokenOn }) => [amountCents, brokenOn]),
    );
    const { evaluation, latestPlan } = await summary();
    expect(evaluation?.netReturnCents).toBe(planned.result.netReturnCents);
    expect(latestPlan?.stale).toBe(false);
  });
});
