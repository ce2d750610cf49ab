import type { SaveAccount } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { anIban, noId, TestHousehold } from '../support/finance.js';

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
