import type { Account, Quarter, Summary } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import {
  aSetupBody,
  bookedBefore,
  NEXT,
  noId,
  PREVIOUS,
  QUARTER,
  recordEvents,
  TestHousehold,
} from '../support/finance.js';

describe('quarters', () => {
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

  describe('initialising', () => {
    it('needs an account', async () => {
      expect((await home.get(`quarters/can-init-quarter/${QUARTER}`).expect(200)).body).toEqual({
        canInit: false,
        reason: 'NO_ACCOUNTS',
      });
      const { body } = await home.post('quarters/init-quarter', { date: QUARTER }).expect(409);
      expect(body).toEqual({ error: 'QUARTER_CANNOT_INIT', params: ['NO_ACCOUNTS'] });
      expect((await home.get('quarters/list')).body).toEqual([]);
    });

    it('gives the first quarter every account in use, empty', async () => {
      const used = await home.saveAccount();
      await home.saveAccount({ active: false });
      await home.saveAccount({ closedOn: '2026-09-30' });
      const quarter = await home.initQuarter(QUARTER);
      expect(quarter).toEqual({
        date: QUARTER,
        state: 'INITIALIZED',
        initializedAt: '2026-11-21T09:00:00.000Z',
        setups: [aSetupBody(used.id, 0)],
        version: 1,
      });
      expect((await home.get(`accounts/get-already-set-up/${QUARTER}`)).body).toEqual([used]);
    });

    it('goes on from the quarter before and leaves no gap', async () => {
      const { first } = await home.simple();
      await home.saveOperation(first.id, { amountCents: 250_000 });
      for (const [date, reason] of [
        [QUARTER, 'ALREADY_EXISTS'],
        ['2027-04-01', 'PREVIOUS_MISSING'],
        [PREVIOUS, 'PREVIOUS_MISSING'],
      ] as const) {
        expect((await home.get(`quarters/can-init-quarter/${date}`)).body).toEqual({
          canInit: false,
          reason,
        });
        const { body } = await home.post('quarters/init-quarter', { date }).expect(409);
        expect(body.params).toEqual([reason]);
      }
      expect((await home.get(`quarters/can-init-quarter/${NEXT}`)).body).toEqual({ canInit: true });
      const next = await home.initQuarter(NEXT);
      // 7,500.00 less the quarter's duty, 34.20 × 92 / 365.
      expect(next.setups.find((one) => one.accountId === first.id)?.openingBalanceCents).toBe(749_138);
      expect((await home.get('quarters/list')).body).toEqual([
        { date: QUARTER, state: 'INITIALIZED', accounts: 2, operations: 1 },
        { date: NEXT, state: 'INITIALIZED', accounts: 2, operations: 0 },
      ]);
    });

    it('copies limits and exclusions, and leaves behind what has ended', async () => {
      const { first, second } = await home.simple();
      const term = await home.saveAccount({
        kind: 'DEPOSIT_TERM',
        dutyRegime: 'PROPORTIONAL',
        maturityDate: '2026-12-10',
        linkedAccountId: first.id,
      });
      await home
        .post('quarters/save-setups', {
          date: QUARTER,
          setups: [
            aSetupBody(second.id, 5, { minBalanceCents: 1, maxBalanceCents: 9, excluded: true, notes: 'x' }),
            aSetupBody(term.id, 100_000),
          ],
        })
        .expect(200);
      const next = await home.initQuarter(NEXT);
      expect(next.setups).toHaveLength(2);
      expect(next.setups).toContainEqual(aSetupBody(first.id, 1_100_000 - 862, bookedBefore(862)));
      expect(next.setups).toContainEqual(
        aSetupBody(second.id, 5, { minBalanceCents: 1, maxBalanceCents: 9, excluded: true, notes: 'x' }),
      );
    });

    it('brings along a transfer that is still under way', async () => {
      const { first, second } = await home.simple();
      const late = { date: '2026-12-30', valueDate: '2027-01-04', toAccountId: second.id } as const;
      const sent = await home.saveOperation(first.id, { ...late, kind: 'TRANSFER', amountCents: 70_000 });
      await home.initQuarter(NEXT);
      const { body } = await home.get(`quarters/get-quarter/${NEXT}`).expect(200);
      expect(body.carriedOver).toEqual([expect.objectContaining({ id: sent.id, amountCents: 70_000 })]);
      expect((await home.get(`quarters/get-quarter/${QUARTER}`)).body.carriedOver).toBeUndefined();
    });

    it('brings along the history of periods that go on, and what the last day books', async () => {
      const group = await home.saveGroup();
      const yearly = await home.saveAccount({ accountGroupId: group.id, statementPeriod: 'YEARLY' });
      const quarterly = await home.saveAccount({ accountGroupId: group.id });
      await home.initQuarter('2026-07-01', { [yearly.id]: 400_000, [quarterly.id]: 900_000 });
      const after = await home.initQuarter(QUARTER);
      const of = (id: string) => after.setups.find((one) => one.accountId === id);
      expect(of(yearly.id)).toEqual(
        aSetupBody(yearly.id, 400_000, {
          carried: {
            source: 'QUARTERS',
            periodFrom: '2026-07-01',
            days: 92,
            sumCentDays: 92 * 400_000,
            accruedGross: '0',
            accruedOverdraft: '0',
            counted: { grossCents: 0, withholdingCents: 0, overdraftCents: 0, dutyCents: 0, feesCents: 0 },
          },
        }),
      );
      // 34.20 × 92 / 365 is charged with the quarter, and the next day starts after it.
      expect(of(quarterly.id)).toEqual(
        aSetupBody(quarterly.id, 900_000 - 862, bookedBefore(862, 0, QUARTER)),
      );
      // The year’s end: nothing goes on, and the year’s average of 4,000 owes nothing.
      const january = await home.initQuarter(NEXT);
      expect(january.setups.find((one) => one.accountId === yearly.id)).toEqual(
        aSetupBody(yearly.id, 400_000),
      );
    });

    it('tests the year over what is brought along, and counts no interest twice', async () => {
      const rates: Account['rates'] = [
        { from: '2026-01-01', tiers: [{ upToCents: null, ratePct: 2 }], tierMode: 'MARGINAL' },
      ];
      const book = await home.saveAccount({ statementPeriod: 'YEARLY', interestCredit: 'YEARLY', rates });
      await home.initQuarter('2026-07-01', { [book.id]: 400_000 });
      await home.initQuarter(QUARTER);
      await home.saveOperation(book.id, { date: '2026-10-01', kind: 'INCOME', amountCents: 150_000 });
      const { evaluation } = (await home.get(`quarters/summary/${QUARTER}`)).body as Summary;
      // (92 × 4,000 + 92 × 5,500) / 184 = 4,750: exempt, though the quarter alone is over.
      expect(evaluation.statements).toEqual([
        expect.objectContaining({
          days: 184,
          averageBalanceCents: 475_000,
          stampDutyCents: 0,
          provisional: false,
        }),
      ]);
      // 5,500 × 2 % × 92 / 365 = 27.73 more than the 20.16 of the quarter before; both are credited on 31 December.
      expect(evaluation.credits[0]).toMatchObject({ grossInterestCents: 4789 - 2016 });
      const next = await home.initQuarter(NEXT);
      const credited = 4789 - Math.round(4789 * 0.26);
      expect(next.setups).toEqual([aSetupBody(book.id, 550_000 + credited, bookedBefore(0, credited))]);
    });

    it('books nothing on top of the bank’s own lines', async () => {
      const account = await home.saveAccount();
      await home.initQuarter(QUARTER, { [account.id]: 900_000 });
      const line = { date: '2026-12-31', status: 'DONE', origin: 'IMPORT', importKey: 'bollo' } as const;
      await home.saveOperation(account.id, { ...line, amountCents: 855 });
      expect((await home.initQuarter(NEXT)).setups).toEqual([aSetupBody(account.id, 900_000 - 855)]);
    });

    it('counts a late line of the bank once, and the opening a person types as it is', async () => {
      const account = await home.saveAccount();
      await home.initQuarter(QUARTER, { [account.id]: 900_000 });
      await home.initQuarter(NEXT);
      const line = { date: '2027-01-04', status: 'DONE', origin: 'IMPORT', importKey: 'bollo' } as const;
      await home.saveOperation(account.id, { ...line, quarter: NEXT, amountCents: 862 });
      const closing = async () =>
        ((await home.get(`quarters/summary/${NEXT}`)).body as Summary).evaluation.accounts[0]
          ?.closingBalanceCents;
      expect(await closing()).toBe(900_000 - 862);
      const typed = [aSetupBody(account.id, 900_000)];
      await home.post('quarters/save-setups', { date: NEXT, setups: typed }).expect(200);
      expect(await closing()).toBe(900_000 - 862);
    });

    it('happens once, however many ask at the same moment', async () => {
      await home.saveAccount();
      const answers = await Promise.all(
        [1, 2, 3].map(() => home.post('quarters/init-quarter', { date: QUARTER })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    });

    it.each(['2026-10-02', '2026-11-01', '2026-1-1', '2026-13-01', 'oggi', '2027-02-30'])(
      'refuses %s, which is no quarter',
      async (date) => {
        await home.saveAccount();
        expect((await home.post('quarters/init-quarter', { date }).expect(400)).body).toEqual({
          error: 'VALIDATION',
          params: ['date'],
        });
        for (const path of ['get-quarter', 'can-init-quarter', 'get-setups', 'summary'])
          await home.get(`quarters/${path}/${date}`).expect(400);
        expect((await home.get('quarters/list')).body).toEqual([]);
      },
    );
  });

  describe('setups', () => {
    let first: Account;
    let second: Account;
    beforeEach(async () => {
      ({ first, second } = await home.simple());
    });

    it('are written one by one, the others stay', async () => {
      const before: Quarter = (await home.get(`quarters/get-quarter/${QUARTER}`)).body;
      const { body } = await home
        .post('quarters/save-setups', {
          date: QUARTER,
          version: before.version,
          setups: [aSetupBody(first.id, -12_345, { minBalanceCents: -50_000 })],
        })
        .expect(200);
      expect(body.version).toBe(before.version + 1);
      const setups = (await home.get(`quarters/get-setups/${QUARTER}`).expect(200)).body;
      expect(setups).toHaveLength(2);
      expect(setups).toContainEqual(aSetupBody(first.id, -12_345, { minBalanceCents: -50_000 }));
      expect(setups).toContainEqual(aSetupBody(second.id, 0));
    });

    it('of a stale quarter are refused', async () => {
      const body = { date: QUARTER, version: 1, setups: [aSetupBody(first.id, 1)] };
      expect((await home.post('quarters/save-setups', body).expect(409)).body.error).toBe('STALE_VERSION');
      expect((await home.get(`quarters/get-setups/${QUARTER}`)).body).toContainEqual(
        aSetupBody(first.id, 1_000_000),
      );
    });

    it('are refused all together when one is wrong', async () => {
      const stranger = await TestHousehold.create(app);
      const theirs = await stranger.saveAccount();
      const before = (await home.get(`quarters/get-quarter/${QUARTER}`)).body;
      const send = (...setups: object[]) => home.post('quarters/save-setups', { date: QUARTER, setups });
      const known = aSetupBody(first.id, 77);
      expect((await send(known, aSetupBody(theirs.id, 1)).expect(404)).body).toEqual(
        (await send(known, aSetupBody(noId(), 1)).expect(404)).body,
      );
      await send(known, known).expect(400);
      await send(known, aSetupBody(second.id, 2 ** 53)).expect(400);
      await send(known, aSetupBody(second.id, 1.5)).expect(400);
      await send(known, aSetupBody(second.id, 0, { minBalanceCents: 5, maxBalanceCents: 4 })).expect(400);
      await send(known, aSetupBody(second.id, 0, { maxBalanceCents: -1 })).expect(400);
      expect((await home.get(`quarters/get-quarter/${QUARTER}`)).body).toEqual(before);
      await home.post('quarters/save-setups', { date: NEXT, setups: [known] }).expect(404);
    });

    it('go, unless operations use them', async () => {
      await home.saveOperation(first.id, { description: 'Affitto' });
      const { body } = await home.delete(`quarters/delete-setup/${QUARTER}/${first.id}`).expect(409);
      expect(body).toEqual({ error: 'IN_USE', params: ['operations:Affitto'] });
      await home.delete(`quarters/delete-setup/${QUARTER}/${second.id}`).expect(204);
      await home.delete(`quarters/delete-setup/${QUARTER}/${second.id}`).expect(404);
      const { body: inUse } = await home.delete(`accounts/delete/${first.id}`).expect(409);
      expect(inUse).toEqual({ error: 'IN_USE', params: [`quarters:${QUARTER}`] });
      await home.delete(`accounts/delete/${second.id}`).expect(204);
    });

    it('take their openings from the quarter before, again and again', async () => {
      await home.initQuarter(NEXT);
      await home.saveOperation(first.id, { amountCents: 1 });
      const { body } = await home.post('quarters/import-setups', { date: NEXT }).expect(200);
      expect(body.setups).toContainEqual(aSetupBody(first.id, 999_999 - 862, bookedBefore(862)));
      await home.post('quarters/import-setups', { date: QUARTER }).expect(404);
    });
  });

  describe('starting', () => {
    it('freezes the openings, seals the plan and says so', async () => {
      const { first, second } = await home.simple();
      await home.saveOperation(first.id, { amountCents: 30_000 });
      const { body } = await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
      expect(body).toMatchObject({ state: 'STARTED', startedAt: '2026-11-21T09:00:00.000Z' });
      expect(body.sealHash).toMatch(/^[0-9a-f]{64}$/);
      for (const attempt of [
        home.post('quarters/start-quarter', { date: QUARTER }),
        home.post('quarters/save-setups', { date: QUARTER, setups: [aSetupBody(first.id, 1)] }),
        home.post('quarters/import-setups', { date: QUARTER }),
        home.delete(`quarters/delete-setup/${QUARTER}/${second.id}`),
      ])
        expect((await attempt.expect(409)).body).toEqual({ error: 'QUARTER_STATE', params: ['STARTED'] });
      expect(topics()).toEqual(['quarter.started']);
      expect((await home.get(`quarters/get-quarter/${QUARTER}`)).body).toEqual(body);
    });

    it('keeps the plan as it was while the operations go on', async () => {
      const { first } = await home.simple();
      const rent = await home.saveOperation(first.id, { amountCents: 30_000 });
      await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
      const summary = async () => (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
      expect((await summary()).sealed?.changedSince).toBe(false);
      const done = { ...rent, status: 'DONE', description: 'Affitto pagato' };
      await home.post('operations/save', done).expect(200);
      expect((await summary()).sealed?.changedSince).toBe(false);
      await home.post('operations/save', { ...done, version: 2, amountCents: 40_000 }).expect(200);
      const changed = await summary();
      expect(changed.sealed?.changedSince).toBe(true);
      const closing = (s: Summary['evaluation'] | undefined) =>
        s?.accounts.find((account) => account.accountId === first.id)?.closingBalanceCents;
      expect([closing(changed.sealed?.evaluation), closing(changed.evaluation)]).toEqual([970_000, 960_000]);
    });

    it('names the accounts whose figures make no sense', async () => {
      const { first, second } = await home.simple();
      await home.post('accounts/save', { ...first, minBalanceCents: 500, rates: [] }).expect(200);
      await home
        .post('quarters/save-setups', {
          date: QUARTER,
          setups: [aSetupBody(first.id, 0, { maxBalanceCents: 400 })],
        })
        .expect(200);
      const { body } = await home.post('quarters/start-quarter', { date: QUARTER }).expect(409);
      expect(body).toEqual({ error: 'QUARTER_INCOMPLETE', params: [first.name] });
      for (const account of [first, second])
        await home.delete(`quarters/delete-setup/${QUARTER}/${account.id}`).expect(204);
      const empty = await home.post('quarters/start-quarter', { date: QUARTER }).expect(409);
      expect(empty.body).toEqual({ error: 'QUARTER_INCOMPLETE', params: [] });
    });

    it('waits for the quarter before', async () => {
      await home.simple();
      await home.initQuarter(NEXT);
      const { body } = await home.post('quarters/start-quarter', { date: NEXT }).expect(409);
      expect(body).toEqual({ error: 'QUARTER_STATE', params: ['INITIALIZED', QUARTER] });
    });

    it('needs a quarter', async () => {
      for (const verb of ['start-quarter', 'close-quarter', 'import-setups'])
        await home.post(`quarters/${verb}`, { date: QUARTER }).expect(404);
      for (const path of ['get-quarter', 'get-setups', 'summary'])
        expect((await home.get(`quarters/${path}/${QUARTER}`).expect(404)).body.error).toBe('NOT_FOUND');
      await home.get(`accounts/get-already-set-up/${QUARTER}`).expect(404);
    });
  });

  it('keep money on its way between two of them', async () => {
    const { first, second } = await home.simple();
    await home.saveOperation(first.id, {
      kind: 'TRANSFER',
      toAccountId: second.id,
      amountCents: 400_000,
      date: '2026-12-31',
      valueDate: '2026-12-31',
    });
    const next = await home.initQuarter(NEXT);
    const openings = next.setups.map((one) => one.openingBalanceCents).sort((a, b) => a - b);
    expect(openings).toEqual([0, 600_000 - 862]);
    const summary: Summary = (await home.get(`quarters/summary/${NEXT}`)).body;
    const total = summary.evaluation.accounts.reduce((sum, one) => sum + one.closingBalanceCents, 0);
    expect(total).toBe(1_000_000 - 862);
  });

  it('of another household do not exist', async () => {
    const stranger = await TestHousehold.create(app);
    const { first } = await stranger.simple();
    for (const path of ['get-quarter', 'get-setups', 'summary'])
      await home.get(`quarters/${path}/${QUARTER}`).expect(404);
    await home.delete(`quarters/delete-setup/${QUARTER}/${first.id}`).expect(404);
    await home.post('quarters/start-quarter', { date: QUARTER }).expect(404);
    expect((await stranger.get(`quarters/get-setups/${QUARTER}`)).body).toHaveLength(2);
  });
});
