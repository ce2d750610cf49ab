import { randomUUID } from 'node:crypto';
import type {
  Account,
  NewRecurrence,
  Operation,
  Recurrence,
  recurrences,
  ResponseOf,
  SaveOperation,
} from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { NEXT, noId, PREVIOUS, QUARTER, TestHousehold } from '../support/finance.js';

const MONTHLY = 'FREQ=MONTHLY;INTERVAL=1';
const AFTER_NEXT = '2027-04-01';

describe('recurrences', () => {
  let app: TestApp;
  let home: TestHousehold;
  let first: Account;
  let second: Account;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    ({ first, second } = await home.simple());
  });
  afterAll(() => app.close());

  const rule = (fields: Partial<NewRecurrence> = {}): NewRecurrence => ({
    id: randomUUID(),
    kind: 'EXPENSE',
    accountId: first.id,
    amountCents: 85_000,
    description: 'Affitto',
    category: 'Casa',
    rule: `${MONTHLY};BYMONTHDAY=5`,
    from: QUARTER,
    ...fields,
  });
  /** Stores rules as the editor does: with the operations of the quarter in which they are typed. */
  const keep = (rules: NewRecurrence[], dates = ['2026-10-05', '2026-11-05', '2026-12-07']) =>
    home.post('operations/save-bulk', {
      recurrences: rules,
      operations: rules.flatMap(({ id, kind, accountId, toAccountId, amountCents, description }) =>
        dates.map((date) =>
          home.anOperation(accountId, {
            date,
            kind,
            toAccountId,
            amountCents,
            description,
            recurrenceId: id,
            origin: 'RECURRENCE',
          }),
        ),
      ),
    });
  const operations = async (date: string) =>
    (await home.get(`operations/get/${date}`).expect(200)).body as Operation[];
  const list = async () => (await home.get('recurrences/get').expect(200)).body as Recurrence[];
  const days = async (date: string) => (await operations(date)).map((one) => one.date);

  it('go on in every new quarter, as planned operations', async () => {
    const rent = rule();
    await keep([rent]).expect(200);
    expect(await list()).toEqual([{ ...rent, onNonBusinessDay: 'AFTER', origin: 'MANUAL', version: 1 }]);
    await home.initQuarter(NEXT);
    // The 5th of each month, or the next business day.
    expect(await days(NEXT)).toEqual(['2027-01-05', '2027-02-05', '2027-03-05']);
    expect((await operations(NEXT))[0]).toMatchObject({
      status: 'PLANNED',
      origin: 'RECURRENCE',
      recurrenceId: rent.id,
      amountCents: 85_000,
      description: 'Affitto',
      category: 'Casa',
      accountId: first.id,
      valueDate: '2027-01-05',
    });
    await home.initQuarter(AFTER_NEXT);
    expect(await days(AFTER_NEXT)).toEqual(['2027-04-05', '2027-05-05', '2027-06-07']);
    expect(await days(QUARTER)).toHaveLength(3);
  });

  it('keep their rhythm over month ends, quarters they skip and quarter ends', async () => {
    const from = '2026-10-31';
    const same = { from, onNonBusinessDay: 'SAME' } as const;
    await keep(
      [
        rule({ ...same, description: 'A', rule: `${MONTHLY};BYMONTHDAY=28,29,30,31;BYSETPOS=-1` }),
        rule({ ...same, description: 'B', rule: 'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=-1' }),
        rule({ ...same, description: 'C', rule: 'FREQ=DAILY;INTERVAL=50' }),
        rule({ ...same, description: 'D', rule: `${MONTHLY};BYMONTHDAY=1`, until: '2027-02-15' }),
      ],
      ['2026-11-30'],
    ).expect(200);
    await home.initQuarter(NEXT);
    await home.initQuarter(AFTER_NEXT);
    const of = async (quarter: string, description: string) =>
      (await operations(quarter)).filter((one) => one.description === description).map((one) => one.date);
    expect(await of(NEXT, 'A')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    expect([await of(NEXT, 'B'), await of(AFTER_NEXT, 'B')]).toEqual([[], ['2027-04-30']]);
    // 31 October, 20 December, 8 February, 30 March, 19 May.
    expect([await of(NEXT, 'C'), await of(AFTER_NEXT, 'C')]).toEqual([
      ['2027-02-08', '2027-03-30'],
      ['2027-05-19'],
    ]);
    expect(await of(NEXT, 'D')).toEqual(['2027-01-01', '2027-02-01']);
  });

  it('carry transfers, which arrive when the bank lets them', async () => {
    const saving = { kind: 'TRANSFER', toAccountId: second.id, description: 'Risparmio' } as const;
    await keep([rule({ ...saving, rule: `${MONTHLY};BYMONTHDAY=8` })], ['2026-12-09']).expect(200);
    await home.initQuarter(NEXT);
    expect((await operations(NEXT)).map((one) => [one.date, one.valueDate])).toEqual([
      ['2027-01-08', '2027-01-11'],
      ['2027-02-08', '2027-02-09'],
      ['2027-03-08', '2027-03-09'],
    ]);
  });

  it('leave out accounts that are closed or take no part', async () => {
    await keep([rule({ description: 'Una' }), rule({ description: 'Due', accountId: second.id })]).expect(
      200,
    );
    await home.post('accounts/save', { ...first, closedOn: '2027-02-10' }).expect(200);
    await home.post('accounts/save', { ...second, closedOn: '2026-12-31' }).expect(200);
    await home.initQuarter(NEXT);
    expect(await days(NEXT)).toEqual(['2027-01-05', '2027-02-05']);
  });

  it('reach a quarter that was prepared before them, once', async () => {
    await home.initQuarter(NEXT);
    const rent = rule();
    await keep([rent]).expect(200);
    expect(await days(NEXT)).toEqual(['2027-01-05', '2027-02-05', '2027-03-05']);
    expect((await keep([rent]).expect(409)).body).toEqual({
      error: 'ALREADY_EXISTS',
      params: ['recurrences'],
    });
    expect(await days(NEXT)).toHaveLength(3);
  });

  it('are changed from a day on; what has happened and what is locked stays', async () => {
    const rent = rule();
    await keep([rent]).expect(200);
    await home.initQuarter(NEXT);
    const [october, november] = await operations(QUARTER);
    await home.post('operations/save', { ...october, status: 'DONE' }).expect(200);
    await home.post('operations/save', { ...november, locked: true, amountCents: 86_000 }).expect(200);
    const [known] = await list();
    const dearer = { ...known, amountCents: 90_000, rule: `${MONTHLY};BYMONTHDAY=10`, applyFrom: QUARTER };
    await home.post('recurrences/save', dearer).expect(200);
    expect((await operations(QUARTER)).map((one) => [one.date, one.amountCents])).toEqual([
      ['2026-10-05', 85_000],
      ['2026-11-05', 86_000],
      ['2026-11-10', 90_000],
      ['2026-12-10', 90_000],
    ]);
    expect((await operations(NEXT)).map((one) => one.amountCents)).toEqual([90_000, 90_000, 90_000]);
    expect((await home.post('recurrences/save', dearer).expect(409)).body.error).toBe('STALE_VERSION');
    const [now] = await list();
    await home.post('recurrences/save', { ...now, amountCents: 1 }).expect(200);
    expect((await operations(NEXT)).map((one) => one.amountCents)).toEqual([90_000, 90_000, 90_000]);
  });

  it('end, alone or with what is still planned of them', async () => {
    const [rent, water] = [rule(), rule({ description: 'Acqua' })];
    await keep([rent, water]).expect(200);
    await home.delete(`recurrences/delete/${rent.id}?from=2026-11-21`).expect(204);
    await home.delete(`recurrences/delete/${water.id}`).expect(204);
    const left = await operations(QUARTER);
    expect(left.map((one) => [one.description, one.date, one.recurrenceId]).sort()).toEqual([
      ['Acqua', '2026-10-05', undefined],
      ['Acqua', '2026-11-05', undefined],
      ['Acqua', '2026-12-07', undefined],
      ['Affitto', '2026-10-05', undefined],
      ['Affitto', '2026-11-05', undefined],
    ]);
    // An editor that still knows the rule saves the operation without it.
    await home.post('operations/save', { ...left[0], recurrenceId: rent.id }).expect(200);
    await home.initQuarter(NEXT);
    expect(await operations(NEXT)).toEqual([]);
    await home.delete(`recurrences/delete/${rent.id}`).expect(404);
  });

  describe('learnt from what happened', () => {
    const learn = async (of = home) =>
      (await of.get('recurrences/learn').expect(200)).body as ResponseOf<typeof recurrences.learn>;
    const PAID = ['2026-07-06', '2026-08-05', '2026-09-07', '2026-10-05', '2026-11-05'];
    const enter = (fields: (index: number) => Partial<SaveOperation>, dates = PAID) =>
      home
        .post('operations/save-bulk', {
          operations: dates.map((date, index) =>
            home.anOperation(first.id, { date, status: 'DONE', origin: 'IMPORT', ...fields(index) }),
          ),
        })
        .expect(200);
    const rent = (index: number) => ({
      description: `SDD AFFITTO rif. ${4000 + index}`,
      amountCents: 80_000 + 100 * (index % 2),
      category: 'Casa',
    });
    beforeEach(async () => {
      home = await TestHousehold.create(app);
      first = await home.saveAccount();
      await home.initQuarter(PREVIOUS, { [first.id]: 1_000_000 });
      await home.initQuarter(QUARTER);
    });

    it('propose a rule with its evidence and a back-test, and store nothing', async () => {
      await enter(rent);
      await enter(
        (index) => ({ description: 'POS', amountCents: 900 * (index + 1) ** 2 }),
        ['2026-07-09', '2026-07-11', '2026-08-30', '2026-10-29', '2026-11-07'],
      );
      const { proposals, movements, since, until, drift } = await learn();
      expect({ movements, since, until, drift }).toEqual({
        movements: 10,
        since: '2026-07-06',
        until: '2026-11-07',
        drift: [],
      });
      expect(proposals).toHaveLength(1);
      expect(proposals[0]).toMatchObject({
        description: 'SDD AFFITTO rif. 4004',
        category: 'Casa',
        amountCents: 80_000,
        highCents: 80_100,
        rule: `${MONTHLY};BYMONTHDAY=5`,
        onNonBusinessDay: 'AFTER',
        next: '2026-12-07',
        backTest: { predictions: 3 },
      });
      expect(proposals[0]?.evidence.map(({ date, expected }) => [date, expected])).toEqual(
        PAID.map((date) => [date, date]),
      );
      expect(await list()).toEqual([]);
    });

    it('are declined for good, until that is taken back', async () => {
      await enter(rent);
      const proposals = async () => (await learn()).proposals;
      const [proposal] = await proposals();
      if (!proposal) throw new Error('nothing is proposed');
      const { kind, accountId, description } = proposal;
      const body = { id: randomUUID(), kind, accountId, description };
      const { body: wrong } = await home
        .post('recurrences/decline', { ...body, toAccountId: noId() })
        .expect(400);
      expect(wrong.params).toEqual(['toAccountId']);
      await home.post('recurrences/decline', { ...body, accountId: noId() }).expect(404);
      expect((await home.post('recurrences/decline', body).expect(200)).body).toEqual(body);
      expect(await proposals()).toEqual([]);
      expect((await learn()).declined).toEqual([body]);
      // The next instalment reads a little otherwise and is the same series.
      const again = { ...body, id: randomUUID(), description: `${description} 9/2026` };
      expect((await home.post('recurrences/decline', again).expect(409)).body.error).toBe('ALREADY_EXISTS');
      const stranger = await TestHousehold.create(app);
      await stranger.delete(`recurrences/undo-decline/${body.id}`).expect(404);
      await home.delete(`recurrences/undo-decline/${body.id}`).expect(204);
      expect(await proposals()).toHaveLength(1);
      await home.delete(`recurrences/undo-decline/${body.id}`).expect(404);
    });

    it('are kept when a person agrees, beside what is planned already', async () => {
      await enter(rent);
      await home.initQuarter(NEXT);
      await home.saveOperation(first.id, { date: '2026-12-09', amountCents: 80_000, description: 'Affitto' });
      const [proposal] = (await learn()).proposals;
      if (!proposal) throw new Error('nothing is proposed');
      const {
        next: _next,
        evidence: _evidence,
        missing: _missing,
        backTest: _backTest,
        ...fields
      } = proposal;
      const body = { ...fields, id: randomUUID(), origin: 'LEARNT', applyFrom: '2026-11-21' };
      await home.post('recurrences/keep', { ...body, highCents: 100 }).expect(400);
      await home.post('recurrences/keep', { ...body, accountId: noId() }).expect(404);
      const kept = (await home.post('recurrences/keep', body).expect(200)).body as Recurrence;
      expect(await list()).toEqual([kept]);
      expect(kept).toMatchObject({ origin: 'LEARNT', amountCents: 80_000, highCents: 80_100, version: 1 });
      expect((await home.post('recurrences/keep', body).expect(409)).body.error).toBe('ALREADY_EXISTS');
      // December's is planned by hand already.
      expect((await operations(QUARTER)).filter((one) => one.recurrenceId === kept.id)).toEqual([]);
      expect((await operations(NEXT)).map((one) => [one.date, one.uncertainty])).toEqual(
        ['2027-01-05', '2027-02-05', '2027-03-05'].map((date) => [
          date,
          { lowCents: 80_000, highCents: 80_100 },
        ]),
      );
      expect((await learn()).proposals).toEqual([]);
    });

    it('say where what happened departs from a rule', async () => {
      const stored = rule({ description: 'SDD AFFITTO rif', from: '2026-07-01', amountCents: 75_000 });
      await home.post('recurrences/keep', { ...stored, applyFrom: '2026-12-01' }).expect(200);
      await enter(rent, PAID.slice(0, 4));
      await enter(() => ({ description: 'POS', amountCents: 1 }), ['2026-11-20']);
      const { drift, proposals } = await learn();
      expect(proposals).toEqual([]);
      expect(drift).toMatchObject([
        { recurrenceId: stored.id, kind: 'MISSING', day: '2026-11-05' },
        { recurrenceId: stored.id, kind: 'AMOUNT', expectedCents: 75_000, actualCents: 80_050 },
      ]);
    });

    it('read one household alone', async () => {
      await enter(rent);
      const stranger = await TestHousehold.create(app);
      expect(await learn(stranger)).toEqual({ movements: 0, proposals: [], drift: [], declined: [] });
      await stranger.post('recurrences/keep', { ...rule(), applyFrom: QUARTER }).expect(404);
    });
  });

  it('are refused together with their operations when one is wrong', async () => {
    await keep([rule({ rule: 'FREQ=WEEKLY;INTERVAL=1' })]).expect(400);
    await keep([rule({ accountId: noId() })]).expect(404);
    await keep([rule({ toAccountId: second.id })]).expect(400);
    await keep([rule({ until: '2026-09-30' })]).expect(400);
    expect([await list(), await operations(QUARTER)]).toEqual([[], []]);
  });

  it('come without operations too: every open quarter gets them, from the day the rule counts', async () => {
    const rent = rule({ from: '2026-11-06' });
    await home.initQuarter(NEXT);
    await home.post('operations/save-bulk', { operations: [], recurrences: [rent] }).expect(200);
    expect(await list()).toMatchObject([{ id: rent.id, from: '2026-11-06' }]);
    expect((await operations(QUARTER)).map((one) => [one.date, one.recurrenceId])).toEqual([
      ['2026-12-07', rent.id],
    ]);
    expect(await operations(NEXT)).toHaveLength(3);
  });

  it('belong to one household', async () => {
    const rent = rule();
    await keep([rent]).expect(200);
    const stranger = await TestHousehold.create(app);
    const theirs = await stranger.simple();
    expect((await stranger.get('recurrences/get')).body).toEqual([]);
    await stranger.delete(`recurrences/delete/${rent.id}`).expect(404);
    await stranger.post('recurrences/save', { ...(await list())[0] }).expect(404);
    const saved = await stranger.saveOperation(theirs.first.id, { recurrenceId: rent.id });
    expect(saved.recurrenceId).toBeUndefined();
    expect(await list()).toHaveLength(1);
  });

  it('are part of an archive', async () => {
    await keep([rule()]).expect(200);
    const archive = await home
      .get('exports/archive')
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, Buffer.concat(parts)));
      });
    const other = await TestHousehold.create(app);
    await app
      .as(other.user)
      .post('/api/finance/exports/load-archive')
      .attach('file', archive.body as Buffer, 'archivio.zip')
      .expect(200);
    expect((await other.get('recurrences/get')).body).toEqual(await list());
    expect((await other.get(`operations/get/${QUARTER}`)).body).toEqual(await operations(QUARTER));
  });
});
