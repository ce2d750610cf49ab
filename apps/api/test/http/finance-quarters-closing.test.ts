import type { Account, Summary } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import {
  aSetupBody,
  bookedBefore,
  NEXT,
  PREVIOUS,
  QUARTER,
  recordEvents,
  TestHousehold,
} from '../support/finance.js';

describe('the end of quarters', () => {
  let app: TestApp;
  let home: TestHousehold;
  let events: ReturnType<typeof recordEvents>;
  beforeAll(async () => {
    app = await createTestApp();
    events = recordEvents(app);
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  const topics = () => events.of(home.user.tenantId).map(([topic]) => topic);

  describe('closing', () => {
    let first: Account;
    let second: Account;
    const close = (actuals: object[] = []) =>
      home.post('quarters/close-quarter', { date: QUARTER, actuals, early: true });
    beforeEach(async () => {
      ({ first, second } = await home.simple());
    });
    const start = () => home.post('quarters/start-quarter', { date: QUARTER }).expect(200);

    it('needs a started quarter whose operations have all happened', async () => {
      expect((await close().expect(409)).body).toEqual({ error: 'QUARTER_STATE', params: ['INITIALIZED'] });
      await home.saveOperation(first.id, { description: 'Bolletta' });
      await start();
      const { body } = await close().expect(409);
      expect(body).toEqual({ error: 'QUARTER_OPEN_OPERATIONS', params: ['Bolletta'] });
    });

    it('before the last day is over only when it is meant', async () => {
      await start();
      const plain = (date: string) => home.post('quarters/close-quarter', { date });
      const { body } = await plain(QUARTER).expect(409);
      expect(body).toEqual({ error: 'QUARTER_NOT_OVER', params: ['2026-12-31'] });
      home = await TestHousehold.create(app);
      const account = await home.saveAccount();
      await home.initQuarter(PREVIOUS, { [account.id]: 100 });
      await home.post('quarters/start-quarter', { date: PREVIOUS }).expect(200);
      expect((await plain(PREVIOUS).expect(200)).body).toMatchObject({ state: 'CLOSED' });
    });

    it('takes the computed figures where none are given', async () => {
      await start();
      await home.initQuarter(NEXT);
      const { body } = await close().expect(200);
      expect(body).toMatchObject({ state: 'CLOSED', closedAt: '2026-11-21T09:00:00.000Z' });
      expect((await home.get(`operations/get/${QUARTER}`)).body).toEqual([]);
      const summary: Summary = (await home.get(`quarters/summary/${QUARTER}`)).body;
      const row = summary.actuals?.find((actual) => actual.accountId === first.id);
      expect(row).toMatchObject({ plannedClosingCents: 1_000_000, actualClosingCents: 1_000_000 });
      // 34.20 × 92 / 365, half up.
      expect(row).toMatchObject({ computedStampDutyCents: 862, actualStampDutyCents: 862 });
      expect(topics()).toEqual(['quarter.started', 'quarter.closed']);
    });

    it('turns differences into movements that the next quarter opens with', async () => {
      await home.saveOperation(first.id, { amountCents: 100_000, status: 'DONE' });
      await start();
      await home.initQuarter(NEXT);
      const actuals = [
        { accountId: first.id, closingBalanceCents: 899_000, stampDutyCents: 855 },
        { accountId: second.id, closingBalanceCents: 250, netInterestCents: 250 },
      ];
      await close(actuals).expect(200);
      const operations = (await home.get(`operations/get/${QUARTER}`)).body;
      expect(
        operations
          .slice(1)
          .map((o: Record<string, unknown>) => [o['accountId'], o['kind'], o['amountCents']]),
      ).toEqual(
        expect.arrayContaining([
          [first.id, 'EXPENSE', 1000],
          [second.id, 'INCOME', 250],
        ]),
      );
      expect(operations[1]).toMatchObject({ date: '2026-12-31', status: 'DONE', locked: true });
      const summary: Summary = (await home.get(`quarters/summary/${QUARTER}`)).body;
      expect(summary.actuals).toContainEqual(
        expect.objectContaining({
          accountId: first.id,
          plannedClosingCents: 900_000,
          actualClosingCents: 899_000,
          computedStampDutyCents: 862,
          actualStampDutyCents: 855,
        }),
      );
      const closings = summary.evaluation.accounts.map((account) => account.closingBalanceCents);
      expect(closings.sort((a, b) => a - b)).toEqual([250, 899_000]);
      const next = (await home.get(`quarters/get-setups/${NEXT}`)).body;
      expect(next).toContainEqual(aSetupBody(first.id, 899_000));
      expect(next).toContainEqual(aSetupBody(second.id, 250));
    });

    it('refuses figures of an account that takes no part', async () => {
      await start();
      const other = await home.saveAccount();
      const { body } = await close([{ accountId: other.id, closingBalanceCents: 1 }]).expect(400);
      expect(body).toEqual({ error: 'VALIDATION', params: ['actuals.0.accountId'] });
      expect((await home.get(`quarters/get-quarter/${QUARTER}`)).body.state).toBe('STARTED');
    });

    it('ends all writing, and the figures stay whatever becomes of the accounts', async () => {
      const done = await home.saveOperation(first.id, { status: 'DONE' });
      await start();
      await close().expect(200);
      const before = (await home.get(`quarters/summary/${QUARTER}`)).body;
      for (const attempt of [
        close(),
        home.post('quarters/start-quarter', { date: QUARTER }),
        home.post('operations/save', home.anOperation(first.id)),
        home.post('operations/save', done),
        home.post('operations/save-bulk', { operations: [], deleteIds: [done.id] }),
        home.delete(`operations/delete/${done.id}`),
      ])
        expect((await attempt.expect(409)).body).toEqual({ error: 'QUARTER_STATE', params: ['CLOSED'] });
      const { id, version, ...account } = second;
      await home.post('accounts/save', { ...account, id, version, rates: [] }).expect(200);
      expect((await home.get(`quarters/summary/${QUARTER}`)).body).toEqual(before);
    });

    it('follows the order of the quarters', async () => {
      await start();
      await home.initQuarter(NEXT);
      await home.post('quarters/start-quarter', { date: NEXT }).expect(200);
      const { body } = await home.post('quarters/close-quarter', { date: NEXT, early: true }).expect(409);
      expect(body).toEqual({ error: 'QUARTER_STATE', params: ['STARTED', QUARTER] });
      await close([{ accountId: first.id, closingBalanceCents: 5 }]).expect(200);
      // What the bank says goes before what was planned, in a quarter that runs already too.
      expect((await home.get(`quarters/get-setups/${NEXT}`)).body).toContainEqual(aSetupBody(first.id, 5));
    });
  });

  describe('reopening', () => {
    const reopen = (date = QUARTER) => home.post('quarters/reopen-quarter', { date });
    const start = (date = QUARTER) => home.post('quarters/start-quarter', { date }).expect(200);
    const close = (actuals: object[] = []) =>
      home.post('quarters/close-quarter', { date: QUARTER, actuals, early: true }).expect(200);
    /** As if the quarter had been started and closed so much longer ago. */
    const age = (interval: string) =>
      asOwner(
        app.database,
        `update quarters set started_at = started_at - interval '${interval}',
           closed_at = closed_at - interval '${interval}' where tenant_id = '${home.user.tenantId}'`,
      );

    it('takes a start back and keeps the operations done meanwhile', async () => {
      const { first } = await home.simple();
      const planned = await home.saveOperation(first.id);
      await start();
      await home.post('operations/save', { ...planned, status: 'DONE' }).expect(200);
      const { body } = await reopen().expect(200);
      expect(body).toMatchObject({ date: QUARTER, state: 'INITIALIZED' });
      expect([body.startedAt, body.sealHash]).toEqual([undefined, undefined]);
      expect((await home.get(`operations/get/${QUARTER}`)).body).toMatchObject([{ status: 'DONE' }]);
      expect((await home.get(`quarters/summary/${QUARTER}`)).body.sealed).toBeUndefined();
      await home
        .post('quarters/save-setups', { date: QUARTER, setups: [aSetupBody(first.id, 7)] })
        .expect(200);
      await start();
    });

    it('takes a closing back: its figures and adjustments go, the next quarter opens as computed', async () => {
      const { first, second } = await home.simple();
      await home.saveOperation(first.id, { amountCents: 100_000, status: 'DONE' });
      await start();
      await home.initQuarter(NEXT);
      const before = (await home.get(`quarters/summary/${QUARTER}`)).body;
      await close([
        { accountId: first.id, closingBalanceCents: 899_000 },
        { accountId: second.id, closingBalanceCents: 250 },
      ]);
      await start(NEXT);
      const ahead = await home.saveOperation(first.id, { date: '2027-01-10', status: 'DONE' });
      const { body } = await reopen().expect(200);
      expect(body).toMatchObject({ state: 'STARTED', sealHash: expect.any(String) });
      expect(body.closedAt).toBeUndefined();
      expect((await home.get(`operations/get/${QUARTER}`)).body).toHaveLength(1);
      expect((await home.get(`operations/get/${NEXT}`)).body).toEqual([ahead]);
      expect((await home.get(`quarters/summary/${QUARTER}`)).body).toEqual(before);
      expect((await home.get(`quarters/get-setups/${NEXT}`)).body).toEqual(
        expect.arrayContaining([
          aSetupBody(first.id, 900_000 - 862, bookedBefore(862)),
          aSetupBody(second.id, 0),
        ]),
      );
      await close();
    });

    it('leaves an opening of the next quarter that was corrected since', async () => {
      const { first } = await home.simple();
      await start();
      await home.initQuarter(NEXT);
      await close([{ accountId: first.id, closingBalanceCents: 5 }]);
      await home.post('quarters/save-setups', { date: NEXT, setups: [aSetupBody(first.id, 77)] }).expect(200);
      await reopen().expect(200);
      expect((await home.get(`quarters/get-setups/${NEXT}`)).body).toContainEqual(aSetupBody(first.id, 77));
    });

    it('is refused after 24 hours', async () => {
      await home.simple();
      await start();
      await age('24 hours');
      await reopen().expect(200);
      await start();
      await age('24 hours 1 second');
      expect((await reopen().expect(409)).body).toEqual({ error: 'QUARTER_REOPEN_LATE', params: [] });
      // The closing is a mistake of its own.
      await close();
      await age('23 hours');
      await reopen().expect(200);
    });

    it('is refused of one that is not started, that is not there, and of another household', async () => {
      await home.simple();
      expect((await reopen().expect(409)).body).toEqual({ error: 'QUARTER_STATE', params: ['INITIALIZED'] });
      await reopen(NEXT).expect(404);
      await start();
      const stranger = await TestHousehold.create(app);
      await stranger.post('quarters/reopen-quarter', { date: QUARTER }).expect(404);
    });

    it('waits for the quarter after', async () => {
      await home.simple();
      await start();
      await home.initQuarter(NEXT);
      await start(NEXT);
      const { body } = await reopen().expect(409);
      expect(body).toEqual({ error: 'QUARTER_NEXT_ADVANCED', params: [`quarters:${NEXT}`] });
      await reopen(NEXT).expect(200);
      await reopen().expect(200);
    });

    it('is written in the audit', async () => {
      await home.simple();
      await start();
      await reopen().expect(200);
      const rows = await asOwner(
        app.database,
        `select before->>'state' as before, after->>'state' as after from audit
         where tenant_id = '${home.user.tenantId}' and action = 'quarters.reopen'`,
      );
      expect(rows).toEqual([{ before: 'STARTED', after: 'INITIALIZED' }]);
    });
  });

  describe('deleting', () => {
    it('takes a quarter that is not started with everything in it, and lets it be made again', async () => {
      const { first } = await home.simple();
      await home.initQuarter(NEXT);
      await home.saveOperation(first.id, { date: '2027-01-10' });
      const { body } = await home.delete(`quarters/delete-quarter/${QUARTER}`).expect(409);
      expect(body).toEqual({ error: 'IN_USE', params: [`quarters:${NEXT}`] });
      await home.delete(`quarters/delete-quarter/${NEXT}`).expect(204);
      expect((await home.get('quarters/list')).body).toHaveLength(1);
      expect((await home.initQuarter(NEXT)).setups).toHaveLength(2);
      expect((await home.get(`operations/get/${NEXT}`)).body).toEqual([]);
    });

    it('refuses one that is started, and one of another household', async () => {
      await home.simple();
      const stranger = await TestHousehold.create(app);
      await stranger.delete(`quarters/delete-quarter/${QUARTER}`).expect(404);
      await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
      const { body } = await home.delete(`quarters/delete-quarter/${QUARTER}`).expect(409);
      expect(body).toEqual({ error: 'QUARTER_STATE', params: ['STARTED'] });
    });
  });
});
