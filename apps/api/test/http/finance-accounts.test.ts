import type { AccountGroup, Person, SaveAccount, Summary } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { anIban, noId, QUARTER, TestHousehold } from '../support/finance.js';

const flat = (from: string, to?: string) => ({
  from,
  ...(to ? { to } : {}),
  tiers: [{ upToCents: null, ratePct: 1 }],
  tierMode: 'MARGINAL' as const,
});

describe('accounts', () => {
  let app: TestApp;
  let home: TestHousehold;
  let bankId: string;
  let accountGroupId: string;
  beforeAll(async () => {
    app = await createTestApp();
    home = await TestHousehold.create(app);
    bankId = (await home.saveBank()).id;
    accountGroupId = (await home.saveGroup()).id;
  });
  afterAll(() => app.close());

  const save = (fields: Partial<SaveAccount> = {}) => home.saveAccount({ bankId, accountGroupId, ...fields });
  const list = async () =>
    (await home.get('accounts/get').expect(200)).body as { id: string; name: string }[];

  it('keep every field, with the defaults of the contract', async () => {
    const linked = await save();
    const rich: SaveAccount = {
      name: 'Vincolato',
      bankId,
      accountGroupId,
      kind: 'DEPOSIT_TERM',
      dutyRegime: 'PROPORTIONAL',
      iban: anIban(1),
      dutyPaidByBank: true,
      dutyBase: 'CLOSING',
      interestBasis: 'ACT_365',
      rates: [
        {
          from: '2026-01-01',
          to: '2026-06-30',
          tierMode: 'WHOLE_BALANCE',
          tiers: [
            { upToCents: 100_000, ratePct: 0.1234 },
            { upToCents: null, ratePct: -0.5 },
          ],
        },
        flat('2026-07-01'),
      ],
      statementPeriod: 'HALF_YEARLY',
      interestCredit: 'MATURITY',
      withholdingPct: 12.5,
      overdraftRatePct: 12.3456,
      minBalanceCents: -10_000,
      maxBalanceCents: 5_000_000,
      monthlyFeeCents: 290,
      transferFeeCents: 100,
      instantFeeCents: 50,
      feeWaiver: {
        minAverageBalanceCents: 200_000,
        minMonthlyCreditsCents: 100_000,
        ownTransfersCount: true,
      },
      transferLeadDays: 2,
      cutOff: '17:00',
      singleLimitCents: 500_000,
      dailyLimitCents: 1_500_000,
      canSend: false,
      canReceive: false,
      linkedAccountId: linked.id,
      payment: false,
      payeeName: 'ROSSI ANNA',
      maturityDate: '2026-12-31',
      openedOn: '2026-06-30',
      closedOn: '2027-01-31',
      active: false,
    };
    const { body } = await home.post('accounts/save', rich).expect(200);
    expect(body).toEqual({ ...rich, id: body.id, version: 1 });
    expect(await list()).toContainEqual(body);
    const { body: poor } = await home
      .post('accounts/save', {
        ...(await home.anAccount({ bankId, accountGroupId })),
        id: body.id,
        version: 1,
      })
      .expect(200);
    expect(poor).toEqual({
      id: body.id,
      name: poor.name,
      bankId,
      accountGroupId,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      dutyPaidByBank: false,
      dutyBase: 'PRUDENT',
      rates: [],
      interestBasis: 'ACT_ACT',
      minBalanceCents: 0,
      monthlyFeeCents: 0,
      transferFeeCents: 0,
      transferLeadDays: 1,
      canSend: true,
      canReceive: true,
      active: true,
      version: 2,
    });
  });

  it('are listed in the order of their groups', async () => {
    const own = await TestHousehold.create(app);
    const late = await own.saveGroup({ order: 2 });
    const early = await own.saveGroup({ order: 1 });
    await own.saveAccount({ accountGroupId: late.id, name: 'A' });
    await own.saveAccount({ accountGroupId: early.id, name: 'C' });
    await own.saveAccount({ accountGroupId: early.id, name: 'B' });
    const names = (await own.get('accounts/get')).body.map((account: { name: string }) => account.name);
    expect(names).toEqual(['B', 'C', 'A']);
  });

  it('take an IBAN as people write it, and only one of each', async () => {
    const iban = anIban(7);
    const spaced = iban.toLowerCase().replace(/(.{4})/g, '$1 ');
    const account = await save({ iban: spaced });
    expect(account.iban).toBe(iban);
    const { body } = await home
      .post('accounts/save', await home.anAccount({ bankId, accountGroupId, iban }))
      .expect(409);
    expect(body).toEqual({ error: 'ALREADY_EXISTS', params: ['iban'] });
    await home.post('accounts/save', { ...account, name: 'Altro nome' }).expect(200);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an IBAN with a wrong check digit', { iban: 'IT61X0542811101000000123456' }, 'iban'],
    ['an IBAN of another length', { iban: 'IT60X05428111010000001234' }, 'iban'],
    ['overlapping rate periods', { rates: [flat('2026-01-01'), flat('2026-07-01')] }, 'rates'],
    ['a period that ends before it begins', { rates: [flat('2026-02-01', '2026-01-01')] }, 'rates.0.to'],
    [
      'bands that do not rise',
      {
        rates: [
          {
            ...flat('2026-01-01'),
            tiers: [
              { upToCents: 10, ratePct: 1 },
              { upToCents: 10, ratePct: 1 },
              { upToCents: null, ratePct: 1 },
            ],
          },
        ],
      },
      'rates.0.tiers',
    ],
    [
      'no open band',
      { rates: [{ ...flat('2026-01-01'), tiers: [{ upToCents: 10, ratePct: 1 }] }] },
      'rates.0.tiers',
    ],
    [
      'a rate of five decimals',
      { rates: [{ ...flat('2026-01-01'), tiers: [{ upToCents: null, ratePct: 1.00001 }] }] },
      'rates.0.tiers.0.ratePct',
    ],
    ['a term deposit that never matures', { kind: 'DEPOSIT_TERM' }, 'maturityDate,linkedAccountId'],
    [
      'a term deposit that pays out nowhere',
      { kind: 'DEPOSIT_TERM', maturityDate: '2027-01-10' },
      'linkedAccountId',
    ],
    ['a current account that matures', { maturityDate: '2026-12-31' }, 'maturityDate'],
    ['a close before the opening', { openedOn: '2026-02-01', closedOn: '2026-01-01' }, 'closedOn'],
    ['a most below the least', { minBalanceCents: 10, maxBalanceCents: 9 }, 'maxBalanceCents'],
    ['amounts past 2^53', { minBalanceCents: 2 ** 53 }, 'minBalanceCents'],
    ['eleven lead days', { transferLeadDays: 11 }, 'transferLeadDays'],
    ['an unknown kind', { kind: 'CRYPTO' }, 'kind'],
    ['an unknown key', { colour: 'red' }, 'colour'],
  ])('refuse %s and write nothing', async (_, wrong, paths) => {
    const before = await list();
    const body = { ...(await home.anAccount({ bankId, accountGroupId })), ...wrong };
    expect((await home.post('accounts/save', body).expect(400)).body).toEqual({
      error: 'VALIDATION',
      params: paths.split(','),
    });
    expect(await list()).toEqual(before);
  });

  it('need a bank, a group and a linked account of their own household', async () => {
    const stranger = await TestHousehold.create(app);
    const theirs = await stranger.saveAccount();
    for (const [fields, path] of [
      [{ bankId: theirs.bankId }, 'bankId'],
      [{ bankId: noId() }, 'bankId'],
      [{ accountGroupId: theirs.accountGroupId }, 'accountGroupId'],
      [{ linkedAccountId: theirs.id }, 'linkedAccountId'],
      [{ linkedAccountId: noId() }, 'linkedAccountId'],
    ] as const) {
      const body = await home.anAccount({ bankId, accountGroupId, ...fields });
      expect((await home.post('accounts/save', body).expect(404)).body).toEqual({
        error: 'NOT_FOUND',
        params: [path],
      });
    }
  });

  it('are not linked to themselves', async () => {
    const account = await save();
    const { body } = await home
      .post('accounts/save', { ...account, linkedAccountId: account.id })
      .expect(400);
    expect(body.params).toEqual(['linkedAccountId']);
  });

  it('refuse a stale version, and go only when nothing is linked to them', async () => {
    const account = await save();
    const deposit = await save({ kind: 'DEPOSIT_FREE', linkedAccountId: account.id });
    await home.post('accounts/save', account).expect(200);
    expect((await home.post('accounts/save', account).expect(409)).body.error).toBe('STALE_VERSION');
    expect((await home.delete(`accounts/delete/${account.id}`).expect(409)).body).toEqual({
      error: 'IN_USE',
      params: [`accounts:${deposit.name}`],
    });
    await home.delete(`accounts/delete/${deposit.id}`).expect(204);
    await home.delete(`accounts/delete/${account.id}`).expect(204);
    await home.delete(`accounts/delete/${account.id}`).expect(404);
  });

  it('of another household do not exist', async () => {
    const stranger = await TestHousehold.create(app);
    const theirs = await stranger.saveAccount();
    const body = { ...(await home.anAccount({ bankId, accountGroupId })), id: theirs.id, version: 1 };
    await home.post('accounts/save', body).expect(404);
    await home.delete(`accounts/delete/${theirs.id}`).expect(404);
    expect((await stranger.get('accounts/get')).body).toEqual([theirs]);
  });
});

describe('account groups', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  it('are created, changed, ordered and deleted', async () => {
    const last = await home.saveGroup({ name: 'Anna', order: 2 });
    const first = await home.saveGroup({
      name: 'Zoe',
      holders: ['Zoe', 'Bruno'],
      order: 1,
      color: '#00ff00',
    });
    expect((await home.get('accountGroups/get').expect(200)).body).toEqual([first, last]);
    const { body } = await home.post('accountGroups/save', { ...first, order: 3 }).expect(200);
    expect(body).toEqual({ ...first, order: 3, version: 2 });
    expect((await home.post('accountGroups/save', first).expect(409)).body.error).toBe('STALE_VERSION');
    expect((await home.get('accountGroups/get')).body).toEqual([last, body]);
    await home.delete(`accountGroups/delete/${first.id}`).expect(204);
    await home.delete(`accountGroups/delete/${first.id}`).expect(404);
  });

  it('stay while an account is in them', async () => {
    const group = await home.saveGroup();
    const account = await home.saveAccount({ accountGroupId: group.id });
    expect((await home.delete(`accountGroups/delete/${group.id}`).expect(409)).body).toEqual({
      error: 'IN_USE',
      params: [`accounts:${account.name}`],
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no holder', { holders: [] }, 'holders'],
    ['the same person twice', { holders: ['Anna', 'anna'] }, 'holders'],
    ['eleven people', { holders: Array.from({ length: 11 }, (_, i) => `P${i}`) }, 'holders'],
    ['a nameless person', { holders: ['Anna', ' '] }, 'holders.1'],
    ['a negative place', { order: -1 }, 'order'],
    ['no colour', { color: 'red' }, 'color'],
    ['no holder at all', { holders: undefined }, 'holders'],
    ['an id of no person', { holders: undefined, holderIds: [noId()] }, 'holderIds'],
  ])('refuse %s', async (_, wrong, path) => {
    const { body } = await home.post('accountGroups/save', { ...home.aGroup(), ...wrong }).expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: [path] });
  });

  it('are held by persons: found by name, made by a new name, named by id', async () => {
    const couple = await home.saveGroup({ holders: ['Carla  Verdi', 'Dario Verdi'] });
    const alone = await home.saveGroup({ holders: ['CARLA verdi'] });
    const [carla, dario] = couple.holderIds;
    expect(couple.holders).toEqual(['Carla Verdi', 'Dario Verdi']);
    expect([alone.holders, alone.holderIds]).toEqual([['Carla Verdi'], [carla]]);
    const persons: Person[] = (await home.get('persons/get').expect(200)).body;
    const person = persons.find(({ id }) => id === carla);
    expect(person).toEqual({ id: carla, name: 'Carla Verdi', role: 'OTHER', version: 1 });

    const byId = { ...couple, holders: undefined, holderIds: [dario, carla] };
    const turned = (await home.post('accountGroups/save', byId).expect(200)).body as AccountGroup;
    expect(turned.holders).toEqual(['Dario Verdi', 'Carla Verdi']);
    const { body } = await home
      .post('accountGroups/save', { ...turned, holders: ['Dario Verdi', 'Zoe'] })
      .expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: ['holders'] });

    await home.post('persons/save', { ...person, name: 'Carla Neri' }).expect(200);
    const groups: AccountGroup[] = (await home.get('accountGroups/get')).body;
    expect(groups.find(({ id }) => id === alone.id)?.holders).toEqual(['Carla Neri']);
    expect(groups.find(({ id }) => id === couple.id)?.holders).toEqual(['Dario Verdi', 'Carla Neri']);
  });

  it('refuse a name that is taken, and ids of another household', async () => {
    await home.saveGroup({ name: 'Casa' });
    expect((await home.post('accountGroups/save', home.aGroup({ name: 'CASA' })).expect(409)).body).toEqual({
      error: 'ALREADY_EXISTS',
      params: ['name'],
    });
    const stranger = await TestHousehold.create(app);
    const theirs = await stranger.saveGroup();
    await home.post('accountGroups/save', { ...home.aGroup(), id: theirs.id, version: 1 }).expect(404);
    const held = { name: 'Loro', holderIds: theirs.holderIds };
    expect((await home.post('accountGroups/save', held).expect(400)).body.params).toEqual(['holderIds']);
    await home.delete(`accountGroups/delete/${theirs.id}`).expect(404);
    expect((await stranger.get('accountGroups/get')).body).toEqual([theirs]);
  });
});

describe('persons', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  const save = (body: object) => home.post('persons/save', body);

  it('are created, changed and deleted', async () => {
    const anna: Person = (
      await save({ name: ' Anna   Rossi', role: 'DECLARANT', bornOn: '1980-03-01' }).expect(200)
    ).body;
    expect(anna).toMatchObject({ name: 'Anna Rossi', role: 'DECLARANT', bornOn: '1980-03-01', version: 1 });
    const { body } = await save({ ...anna, bornOn: undefined }).expect(200);
    expect(body).toEqual({ id: anna.id, name: 'Anna Rossi', role: 'DECLARANT', version: 2 });
    expect((await save(anna).expect(409)).body.error).toBe('STALE_VERSION');
    await home.delete(`persons/delete/${anna.id}`).expect(204);
    await home.delete(`persons/delete/${anna.id}`).expect(404);
  });

  it('are one for one name, and declare one at a time', async () => {
    await save({ name: 'Bruno Bianchi', role: 'DECLARANT' }).expect(200);
    const taken = (await save({ name: 'bruno  BIANCHI' }).expect(409)).body;
    expect(taken).toEqual({ error: 'ALREADY_EXISTS', params: ['name'] });
    const second = (await save({ name: 'Carla', role: 'DECLARANT' }).expect(409)).body;
    expect(second).toEqual({ error: 'ALREADY_EXISTS', params: ['role'] });
    expect((await save({ name: 'Carla', bornOn: '1980-02-30' }).expect(400)).body.params).toEqual(['bornOn']);
    await save({ id: noId(), version: 1, name: 'Carla' }).expect(404);
  });

  it('stay while a group is held by them', async () => {
    const group = await home.saveGroup({ holders: ['Dario'] });
    const [id] = group.holderIds;
    expect((await home.delete(`persons/delete/${id}`).expect(409)).body).toEqual({
      error: 'IN_USE',
      params: [`accountGroups:${group.name}`],
    });
  });

  it('count together for the guarantee and the duty in whatever group they are', async () => {
    const bank = await home.saveBank();
    const groups = [
      await home.saveGroup({ holders: ['Elio', 'Fabia'] }),
      await home.saveGroup({ holders: ['fabia', 'ELIO'] }),
    ];
    const accounts = [];
    for (const group of groups)
      accounts.push(await home.saveAccount({ bankId: bank.id, accountGroupId: group.id }));
    const openings = Object.fromEntries(accounts.map(({ id }) => [id, 300_000]));
    await home.initQuarter(QUARTER, openings);
    const { evaluation } = (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;
    // 3,000 € in each group: above 5,000 € together.
    expect(evaluation.dutyGroups).toMatchObject([{ holders: ['Elio', 'Fabia'], due: true }]);
    expect(evaluation.guarantee.map(({ holder, peakCents }) => [holder, peakCents])).toEqual([
      ['Elio', 300_000],
      ['Fabia', 300_000],
    ]);
  });
});

describe('settings', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  const DEFAULTS = {
    language: 'it',
    automaticPlans: true,
    effortCostCents: 100,
    minBalanceCents: 0,
    transferStepCents: 100,
    thresholdMarginCents: 5000,
    guaranteeLimitCents: 10_000_000,
    guaranteePolicy: 'HARD',
    businessDaysOnly: true,
    calendar: 'TARGET_AND_ITALY',
    withholdingPct: 26,
    horizonQuarters: 4,
    reminders: { daysBefore: 1 },
    notifications: {},
    version: 1,
  };

  it('are the defaults until they are saved', async () => {
    expect((await home.get('settings/get').expect(200)).body).toEqual(DEFAULTS);
    const wanted = {
      ...DEFAULTS,
      language: 'en',
      minBalanceCents: -5,
      withholdingPct: 12.5,
      horizonQuarters: 8,
      guaranteePolicy: 'OFF',
      reminders: { email: 'anna@example.org', daysBefore: 3 },
      notifications: { PLAN_READY: { web: true, email: false } },
    };
    const { body } = await home.post('settings/save', wanted).expect(200);
    expect(body).toEqual({ ...wanted, version: 2 });
    expect((await home.get('settings/get')).body).toEqual(body);
    const { body: again } = await home.post('settings/save', { ...body, effortCostCents: 0 }).expect(200);
    expect(again).toEqual({ ...body, effortCostCents: 0, version: 3 });
    const audit = await asOwner<{ before: unknown; after: unknown }>(
      app.database,
      `select before, after from audit where tenant_id = $1 and action = 'settings.save' order by id`,
      [home.user.tenantId],
    );
    expect(audit).toEqual([
      { before: DEFAULTS, after: body },
      { before: body, after: again },
    ]);
  });

  it('refuse a stale version, the first one too', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => home.post('settings/save', DEFAULTS)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect((await home.post('settings/save', { ...DEFAULTS, version: 7 }).expect(409)).body.error).toBe(
      'STALE_VERSION',
    );
    expect((await home.get('settings/get')).body.version).toBe(2);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no version', { version: undefined }, 'version'],
    ['a step of nothing', { transferStepCents: 0 }, 'transferStepCents'],
    ['a margin above the threshold', { thresholdMarginCents: 500_001 }, 'thresholdMarginCents'],
    ['more than all withheld', { withholdingPct: 101 }, 'withholdingPct'],
    ['an address that is none', { reminders: { email: 'anna', daysBefore: 1 } }, 'reminders.email'],
    [
      'an unknown notification',
      { notifications: { RAIN: { web: true, email: true } } },
      'notifications.RAIN',
    ],
    ['an unknown language', { language: 'fr' }, 'language'],
  ])('refuse %s', async (_, wrong, path) => {
    const { body } = await home.post('settings/save', { ...DEFAULTS, ...wrong }).expect(400);
    expect(body.error).toBe('VALIDATION');
    expect(body.params[0].startsWith(path.split('.')[0])).toBe(true);
    expect((await home.get('settings/get')).body).toEqual(DEFAULTS);
  });
});
