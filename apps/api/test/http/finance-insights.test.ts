import type { Account, Operation, SaveOperation } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { InsightPool } from '../../src/finance/solver/insight-pool.js';
import { DemoHousehold } from '../../src/finance/demo/demo-household.js';
import { ProblemService } from '../../src/finance/problem/problem.service.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { checksums } from '../support/checksum.js';
import { NEXT, noId, QUARTER, TestHousehold } from '../support/finance.js';
import { operationsOf } from '../support/runs.js';
import { until } from '../support/waiting.js';

describe('questions about a plan', () => {
  let app: TestApp;
  let home: TestHousehold;
  let first: Account;
  let second: Account;
  beforeAll(async () => {
    app = await createTestApp({ SOLVER_THREADS: '1' });
    home = await TestHousehold.create(app);
    ({ first, second } = await home.simple());
  });
  afterAll(() => app.close());

  const problem = (of = home, quarter = QUARTER) =>
    app.transactions.inTenant(of.user.tenantId, SYSTEM_ACTOR, (scope) =>
      app.app.get(ProblemService).load(scope, quarter),
    );
  const ask = async (path: string, body: object = {}, of = home) =>
    (await of.post(`insights/${path}`, { quarter: QUARTER, ...body }).expect(200)).body;
  /** A quarter of the year from the first day that can still be planned: 21 November is a Saturday. */
  const DAYS = 39;
  const interest = (cents: number, pct: number, days = DAYS) => (cents * (pct / 100) * 0.74 * days) / 365;

  it('price the limits the plan touches', async () => {
    const held = await TestHousehold.create(app);
    const accounts = await held.simple();
    await held
      .post('quarters/save-setups', {
        date: QUARTER,
        setups: [
          {
            accountId: accounts.first.id,
            openingBalanceCents: 1_000_000,
            excluded: false,
            minBalanceCents: 200_000,
          },
        ],
      })
      .expect(200);
    const { base, prices, unpriced } = await ask('limit-prices', { byCents: 10_000 }, held);
    expect(base.status).toBe('OPTIMAL');
    expect(unpriced).toEqual([]);
    const price = prices.find((one: { limit: string }) => one.limit === 'minBalanceCents');
    expect(price).toMatchObject({ accountId: accounts.first.id, by: 10_000, unit: 'CENTS', exact: true });
    // From Tuesday, a lead day after Monday, to the end of the year: 38 days.
    expect(Math.abs(price.worthCents - interest(10_000, 2, 38))).toBeLessThanOrEqual(1);
  });

  it('say what forcing and forbidding cost', async () => {
    const pair = { fromAccountId: first.id, toAccountId: second.id };
    const forbidden = await ask('why-not', { forbidden: [pair] });
    const now = await problem();
    expect(forbidden.inputHash).toMatch(/^[0-9a-f]{64}$/);
    expect((await ask('why-not', { forbidden: [pair] })).inputHash).toBe(forbidden.inputHash);
    expect(forbidden.base.transfers).toHaveLength(1);
    expect(forbidden.alternative.transfers).toEqual([]);
    expect(forbidden.lossCents).toBe(forbidden.base.objectiveCents - evaluate(now).netReturnCents);
    expect(forbidden.difference.removed).toEqual(forbidden.base.transfers);
    const late = { ...pair, date: '2026-12-01', amountCents: 500_000 };
    const forced = await ask('why-not', { forced: [late] });
    expect(forced.alternative.transfers).toContainEqual(expect.objectContaining(late));
    expect(forced.lossCents).toBeGreaterThan(0);
    expect(evaluate(now, forced.alternative.transfers).netReturnCents).toBe(
      forced.alternative.netReturnCents,
    );
  });

  it('are asked over as many quarters as the plan looks at', async () => {
    const forbidden = [{ fromAccountId: first.id, toAccountId: second.id }];
    const options = { horizonQuarters: 2, timeLimitMs: 5000 };
    const quarter = await ask('why-not', { forbidden });
    const both = await ask('why-not', { forbidden, options });
    expect(quarter.base.horizon).toBeUndefined();
    expect(both.base.horizon.quarters.map((one: { quarter: string }) => one.quarter)).toEqual([
      QUARTER,
      NEXT,
    ]);
    // A quarter of 90 days more of what the better rate earns, a tenth of it for duty and days under way.
    expect(both.lossCents).toBeGreaterThan(quarter.lossCents + 0.9 * interest(900_000, 2, 90));
    // The second day of the next year can be forced only where the plan looks so far.
    const forced = [{ ...forbidden[0], date: '2027-01-04', amountCents: 100_000 }];
    await home.post('insights/why-not', { quarter: QUARTER, forced }).expect(400);
    const later = await ask('why-not', { forced, options });
    expect(later.obstacles).toEqual([]);
    expect(later.alternative.transfers).toContainEqual(expect.objectContaining(forced[0]));
    const { points } = await ask('frontier', { most: 1, options });
    expect(points[0].netReturnCents).toBe(
      both.base.horizon.quarters.reduce(
        (sum: number, one: { baselineNetReturnCents: number }) => sum + one.baselineNetReturnCents,
        0,
      ),
    );
  });

  it('say why something cannot be', async () => {
    const pair = { fromAccountId: first.id, toAccountId: second.id };
    const sunday = await ask('why-not', { forced: [{ ...pair, date: '2026-12-06', amountCents: 100 }] });
    expect(sunday).toMatchObject({
      lossCents: null,
      obstacles: [{ forcedIndex: 0, kind: 'NOT_BUSINESS_DAY', accountId: first.id }],
    });
    const much = await ask('why-not', { forced: [{ ...pair, date: '2026-12-01', amountCents: 1_200_000 }] });
    expect(much.lossCents).toBeNull();
    expect(much.alternative.conflicts[0]).toMatchObject({ kind: 'BELOW_MINIMUM', missingCents: 200_000 });
    const stray = { fromAccountId: noId(), toAccountId: second.id };
    const { body } = await home
      .post('insights/why-not', { quarter: QUARTER, forbidden: [stray] })
      .expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: ['forbidden.0.fromAccountId'] });
    const wrong = { ...stray, date: '2026-12-01', amountCents: 5 };
    expect(
      (await home.post('insights/why-not', { quarter: QUARTER, forced: [wrong] }).expect(400)).body.params,
    ).toEqual(['forced.0.fromAccountId']);
  });

  it('draw the frontier', async () => {
    const { points, complete } = await ask('frontier', { most: 3 });
    expect(complete).toBe(true);
    expect(points.map((point: { most: number; transfers: number }) => [point.most, point.transfers])).toEqual(
      [
        [0, 0],
        [1, 1],
        [2, 1],
      ],
    );
    expect(points[0].netReturnCents).toBe(evaluate(await problem()).netReturnCents);
  });

  describe('value an offer', () => {
    const offer = (fields: object = {}) => ({
      name: 'Offerta',
      accountGroupId: first.accountGroupId,
      kind: 'CURRENT',
      dutyRegime: 'NONE',
      bank: { name: 'Banca Nuova', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
      rates: [{ from: '2026-01-01', tiers: [{ upToCents: null, ratePct: 5 }], tierMode: 'MARGINAL' }],
      ...fields,
    });

    it('at a bank the household does not know, with the rate from which on', async () => {
      const value = await ask('offer', { offer: offer() });
      expect(value).toMatchObject({ exact: true, peakBalanceCents: 1_000_000 });
      // Above the 5,000 euro average of the account it leaves, duty is saved, too; at least three percent more.
      expect(value.gainCents).toBeGreaterThanOrEqual(Math.floor(interest(1_000_000, 3, 38)));
      expect(value.gainCents).toBe(value.withOffer.objectiveCents - value.base.objectiveCents);
      expect(
        value.withOffer.transfers.every((t: { toAccountId: string }) => t.toAccountId === value.accountId),
      ).toBe(true);
      const { ratePct, belowPct } = value.breakEven;
      expect(ratePct).toBeLessThanOrEqual(2.01);
      expect(ratePct - belowPct).toBeCloseTo(0.01, 9);
    });

    it('that asks for a minimum opens when money can be there', async () => {
      const value = await ask('offer', { offer: offer({ minBalanceCents: 100_000 }) });
      expect(value.withOffer.status).toBe('OPTIMAL');
      expect(
        value.withOffer.accounts.find((a: { accountId: string }) => a.accountId === value.accountId),
      ).toMatchObject({ minimumCents: expect.any(Number) });
    });

    it('names what is wrong with it', async () => {
      for (const [fields, path] of [
        [{ bank: undefined }, 'offer.bankId'],
        [{ bank: undefined, bankId: noId() }, 'offer.bankId'],
        [{ accountGroupId: noId() }, 'offer.accountGroupId'],
        [{ openedOn: '2027-01-01' }, 'offer.accountId'],
      ] as const) {
        const { body } = await home
          .post('insights/offer', { quarter: QUARTER, offer: offer(fields) })
          .expect(400);
        expect(body).toEqual({ error: 'VALIDATION', params: [path] });
      }
    });
  });

  it('rank offers of term deposits, and their lots earn what was said once they are recorded', async () => {
    const saver = await TestHousehold.create(app);
    const accounts = await saver.simple();
    const good = await saver.saveTermOffer(accounts.first, { ratePct: 6, dutyPaidByBank: true });
    const poor = await saver.saveTermOffer(accounts.first, { ratePct: 0.01 });
    const rank = (fields: object) => ask('term-offers', { options: { timeLimitMs: 4000 }, ...fields }, saver);
    const { base, offers, sets, unranked } = await rank({});
    expect(unranked).toEqual([]);
    expect(offers).toMatchObject([{ offerId: good.id }, { offerId: poor.id, gainCents: 0, lots: [] }]);
    const [{ gainCents, mostCents, lots }] = offers;
    expect(gainCents).toBeGreaterThan(0);
    expect(mostCents).toBeGreaterThanOrEqual(gainCents);
    expect(sets).toMatchObject([{ offerIds: [good.id], gainCents, lots }]);
    for (const { netReturnCents: _, ...lot } of lots) await saver.post('lots/save', lot).expect(200);
    const after = await rank({ offerIds: [poor.id] });
    // A lot that is recorded is opened: its effort of 1 € is no longer to come.
    expect(after.base.objectiveCents).toBeGreaterThanOrEqual(
      base.objectiveCents + gainCents + 100 * lots.length,
    );
    const unknown = { quarter: QUARTER, offerIds: [noId()] };
    expect((await saver.post('insights/term-offers', unknown).expect(404)).body.params).toEqual(['offerIds']);
    const other = { quarter: QUARTER, offerIds: [good.id] };
    await home.post('insights/term-offers', other).expect(404);
  });

  it('say what breaking a lot is worth, which it is once it is recorded', async () => {
    const owner = await TestHousehold.create(app);
    const accounts = await owner.simple();
    const exit = { kind: 'FEE', ratePct: 0 } as const;
    const terms = { ratePct: 0.1, exit, dutyPaidByBank: true };
    const offer = await owner.saveTermOffer(accounts.first, terms);
    const opened = { offerId: offer.id, amountCents: 500_000, openedOn: '2026-09-30' };
    const { body: lot } = await owner.post('lots/save', opened).expect(200);
    const { base, lots, unanswered } = await ask('lot-choices', { options: { timeLimitMs: 3000 } }, owner);
    expect(unanswered).toEqual([]);
    expect(lots).toMatchObject([
      { lotId: lot.id, choices: [{ kind: 'BREAK', on: '2026-11-23' }, { kind: 'KEEP' }] },
    ]);
    const [{ objectiveCents, gainCents, on }] = lots[0].choices;
    expect(gainCents).toBe(objectiveCents - base.objectiveCents);
    expect(gainCents).toBeGreaterThan(0);
    await owner.post('lots/break', { id: lot.id, version: lot.version, on }).expect(200);
    const after = await ask('lot-choices', { options: { timeLimitMs: 3000 } }, owner);
    // Its effort of 1 € is no longer to come.
    expect(after).toMatchObject({ base: { objectiveCents: objectiveCents + 100 }, lots: [] });
  });

  it('plan for a bill with a range, and keep the range with the operation', async () => {
    const careful = await TestHousehold.create(app);
    const accounts = await careful.simple();
    const bill: Partial<SaveOperation> = {
      date: '2026-12-10',
      amountCents: 100_000,
      uncertainty: { highCents: 150_000, lateDays: 3 },
    };
    const saved = await careful.saveOperation(accounts.first.id, bill);
    expect(saved.uncertainty).toEqual(bill.uncertainty);
    expect((await careful.get(`operations/get/${QUARTER}`)).body).toEqual([saved]);
    const wrong = careful.anOperation(accounts.first.id, { ...bill, uncertainty: { lowCents: 100_001 } });
    expect((await careful.post('operations/save', wrong).expect(400)).body.params).toEqual(['uncertainty']);

    const robust = await ask('robust', { alpha: 0.1, samples: 300, seed: 3 }, careful);
    expect(robust).toMatchObject({ reached: true, risk: { samples: 300 } });
    expect(robust.buffers).toHaveLength(1);
    expect(Math.abs(robust.buffers[0].bufferCents - 45_000)).toBeLessThan(4000);
    expect(robust.riskWithout.share).toBeGreaterThan(0.9);
    expect(robust.risk.share).toBeLessThan(0.16);
    expect(robust.priceCents).toBe(robust.without.objectiveCents - robust.plan.objectiveCents);
    expect(robust.priceCents).toBeGreaterThan(0);
    expect(await ask('robust', { alpha: 0.1, samples: 300, seed: 3 }, careful)).toEqual(robust);
  });

  it('look back at a closed quarter, part by part, to the cent', async () => {
    const done = await TestHousehold.create(app);
    const accounts = await done.simple();
    const rent = await done.saveOperation(accounts.first.id, { date: '2026-12-10', amountCents: 100_000 });
    await done.post('insights/regret', { quarter: QUARTER }).expect(409, {
      error: 'QUARTER_STATE',
      params: ['INITIALIZED'],
    });
    const { result } = (await done.post('optimizer/optimize', { quarter: QUARTER }).expect(200)).body;
    const { operations } = (
      await done
        .post('operations/save-bulk', {
          operations: operationsOf(result.transfers),
          replaceOptimizer: { quarter: QUARTER },
        })
        .expect(200)
    ).body as { operations: Operation[] };
    await done.post('quarters/start-quarter', { date: QUARTER }).expect(200);

    // The transfer is made a week late, the rent comes dearer, and the bank lowers its rate from December on.
    const [transfer] = operations;
    if (!transfer) throw new Error('Nothing was planned');
    await done
      .post('operations/save', { ...transfer, date: '2026-11-30', valueDate: '2026-12-01', status: 'DONE' })
      .expect(200);
    for (const other of operations.slice(1))
      await done.post('operations/save', { ...other, status: 'DONE' }).expect(200);
    await done.post('operations/save', { ...rent, amountCents: 130_000, status: 'DONE' }).expect(200);
    await done
      .post('accounts/save', {
        ...accounts.second,
        rates: [
          { ...accounts.second.rates[0], to: '2026-11-30' },
          { ...accounts.second.rates[0], from: '2026-12-01', tiers: [{ upToCents: null, ratePct: 1 }] },
        ],
      })
      .expect(200);
    const before = evaluate(await problem(done)).accounts.find(
      ({ accountId }) => accountId === accounts.second.id,
    );
    const netInterestCents = (before?.netInterestCents ?? 0) - 3;
    await done
      .post('quarters/close-quarter', {
        date: QUARTER,
        early: true,
        actuals: [{ accountId: accounts.second.id, netInterestCents }],
      })
      .expect(200);
    const regret = await ask('regret', { timeLimitMs: 20_000 }, done);
    const sum = (parts: { cents: number }[]) => parts.reduce((total, { cents }) => total + cents, 0);
    const part = (parts: { kind: string; cents: number }[], kind: string) =>
      parts.find((one) => one.kind === kind)?.cents ?? 0;
    expect(sum(regret.regretParts)).toBe(regret.regretCents);
    expect(sum(regret.varianceParts)).toBe(regret.varianceCents);
    expect(regret.plan.netReturnCents).toBe(result.netReturnCents);
    const closed = await problem(done);
    expect(regret.actual.netReturnCents).toBe(evaluate(closed).netReturnCents);
    expect(regret.reportedNetReturnCents).toBe(regret.actual.netReturnCents - 3);
    expect(part(regret.varianceParts, 'BANK')).toBe(-3);
    expect(part(regret.varianceParts, 'RATES')).toBeLessThan(-300);
    expect(part(regret.varianceParts, 'TRANSFERS')).toBeLessThan(0);
    expect(part(regret.regretParts, 'TRANSFERS')).toBe(-part(regret.varianceParts, 'TRANSFERS'));
    expect(regret.hindsight.objectiveCents).toBe(regret.actual.objectiveCents + regret.regretCents);
  }, 60_000);

  it('keep nothing', async () => {
    const reader = await app.newUser(['FBDO_READ'], { id: home.user.tenantId, code: home.user.tenant });
    // The daily reminders come in their own time.
    const stored = async () =>
      Object.entries(await checksums(app.database)).filter(
        ([table]) => !/^notifications$|^reminder/.test(table),
      );
    const before = await stored();
    await app.as(reader).post('/api/finance/insights/frontier', { quarter: QUARTER, most: 1 }).expect(200);
    await app.as(reader).post('/api/finance/insights/limit-prices', { quarter: QUARTER }).expect(200);
    expect(await stored()).toEqual(before);
  });

  it('need a quarter that is there', async () => {
    await home.post('insights/frontier', { quarter: '2030-01-01' }).expect(404);
    await home.post('insights/regret', { quarter: '2030-01-01' }).expect(404);
  });

  it('end when the caller has gone', async () => {
    const big = await TestHousehold.create(app);
    await app.app.get(DemoHousehold).create(big.user.tenantId);
    const pool = app.app.get(InsightPool);
    const request = big.post('insights/limit-prices', {
      quarter: QUARTER,
      options: { timeLimitMs: 100_000, effortCostCents: 30 },
    });
    request.then(
      () => undefined,
      () => undefined,
    );
    await until('the question is computed', () => pool.busy === 1);
    request.abort();
    await until('the computation is stopped', () => pool.busy === 0);
  }, 30_000);
});
