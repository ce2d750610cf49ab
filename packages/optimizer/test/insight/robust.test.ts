import { checkProblem, evaluate, isInQuarter, type Problem } from '@fibado/planning';
import {
  accountId,
  aGroup,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aSetup,
  flatRate,
  operationId,
  theSettings,
} from '@fibado/planning/testing';
import fc from 'fast-check';
import { robustPlan } from '../../src/index.js';
import { shareInterval } from '../../src/insight/binomial.js';
import { UncertainHousehold } from '../../src/insight/robust.js';
import { drawn, sampleQuarter, uncertainOf } from '../../src/insight/sampling.js';

/** A bill of 1,000 euro that may come to 1,500, on an account from which everything else earns elsewhere. */
const problem: Problem = aProblem({
  accountGroups: [aGroup(1)],
  accounts: [anAccount(1), anAccount(2, { rates: flatRate(3), canSend: false })],
  setups: [aSetup(1, 1_000_000), aSetup(2, 0)],
  operations: [
    {
      ...anExpense(1, 1, '2027-05-10', 100_000),
      status: 'PLANNED',
      uncertainty: { highCents: 150_000, lateDays: 5 },
    },
  ],
  settings: theSettings({ effortCostCents: 100 }),
});

describe('the interval of a share', () => {
  it('is the known one', () => {
    // Clopper, Pearson (1934), and the rule of three's exact form: 1 − 0.025^(1/n).
    const none = shareInterval(0, 100);
    expect(none.low).toBe(0);
    expect(none.high).toBeCloseTo(1 - 0.025 ** (1 / 100), 9);
    const half = shareInterval(5, 10);
    expect(half.low).toBeCloseTo(0.1871, 4);
    expect(half.high).toBeCloseTo(0.8129, 4);
    expect(shareInterval(20, 20)).toEqual({ low: expect.closeTo(0.025 ** (1 / 20), 9), high: 1 });
  });

  it('holds the share, and narrows with more samples', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), (count) => {
        const few = shareInterval(count, 50);
        const many = shareInterval(count * 10, 500);
        expect(few.low).toBeLessThanOrEqual(count / 50);
        expect(few.high).toBeGreaterThanOrEqual(count / 50);
        expect(many.high - many.low).toBeLessThan(few.high - few.low);
      }),
      { numRuns: 20 },
    );
  });
});

describe('samples', () => {
  it('stay in their ranges, inside the quarter, and make sound problems', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.nat(4000), (seed, sample) => {
        const uncertain = uncertainOf(problem, '2027-05-12'.slice(0, 8) + '01');
        const come = sampleQuarter(problem, uncertain, seed, sample);
        expect(checkProblem(come)).toEqual([]);
        const [bill] = come.operations;
        expect(bill?.amountCents).toBeGreaterThanOrEqual(100_000);
        expect(bill?.amountCents).toBeLessThanOrEqual(150_000);
        expect(isInQuarter(bill?.date ?? '', problem.quarter)).toBe(true);
        expect((bill?.date ?? '') >= '2027-05-10' && (bill?.date ?? '') <= '2027-05-15').toBe(true);
        expect(come).toEqual(sampleQuarter(problem, uncertain, seed, sample));
      }),
    );
  });

  it('are spread evenly over amounts and days', () => {
    const uncertain = uncertainOf(problem, problem.quarter)[0];
    if (uncertain === undefined) throw new Error('Nothing is uncertain');
    const draws = Array.from({ length: 6000 }, (_, sample) => drawn(uncertain, 0, 7, sample));
    const mean = draws.reduce((sum, { amountCents }) => sum + amountCents, 0) / draws.length;
    // Standard error: 50,000 / √12 / √6000 = 186 cents; four of them.
    expect(Math.abs(mean - 125_000)).toBeLessThan(750);
    for (let day = 10; day <= 15; day += 1) {
      const count = draws.filter(({ date }) => date === `2027-05-${String(day)}`).length;
      expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt(6000 * (1 / 6) * (5 / 6)));
    }
  });

  it('leave alone what is done, past, a transfer, or certain', () => {
    const [bill] = problem.operations;
    if (bill === undefined) throw new Error('No bill');
    const with_ = (fields: Partial<typeof bill>) => ({ ...problem, operations: [{ ...bill, ...fields }] });
    expect(uncertainOf(problem, problem.quarter)).toHaveLength(1);
    expect(uncertainOf(problem, '2027-05-11')).toEqual([]);
    expect(uncertainOf(with_({ status: 'DONE' }), problem.quarter)).toEqual([]);
    expect(uncertainOf(with_({ uncertainty: undefined }), problem.quarter)).toEqual([]);
    expect(uncertainOf(with_({ uncertainty: { lowCents: 100_000 } }), problem.quarter)).toEqual([]);
  });
});

describe('a robust plan', () => {
  const wanted = { alpha: 0.05, samples: 400, seed: 1 };

  it('keeps what the bill may cost in all but five quarters of a hundred, for the price of its interest', async () => {
    const robust = await robustPlan(problem, {}, wanted);
    expect(robust).toMatchObject({ reached: true, exact: true });
    // Without a buffer every quarter in which the bill is a step higher breaks the minimum.
    expect(robust.riskWithout.share).toBeGreaterThan(0.95);
    const [buffer] = robust.buffers;
    expect(buffer?.accountId).toBe(accountId(1));
    // 95 % of a uniform 0 to 500 euro.
    expect(Math.abs((buffer?.bufferCents ?? 0) - 47_500)).toBeLessThan(2500);
    expect(robust.risk.low).toBeLessThan(0.05);
    expect(robust.risk.share).toBeLessThan(0.09);
    expect(robust.risk.broken).toBe(buffer?.broken);
    // 475 € × 3 % × 74 % × 91 / 365 = 2.63 €
    expect(robust.priceCents).toBe(robust.without.objectiveCents - robust.plan.objectiveCents);
    expect(Math.abs(robust.priceCents - 263)).toBeLessThan(20);
    expect(robust.plan.violations).toEqual([]);
    expect(evaluate(problem, robust.plan.transfers).netReturnCents).toBe(robust.plan.netReturnCents);
  });

  it('is the same for the same seed, and dearer for less risk', async () => {
    const once = await robustPlan(problem, {}, wanted);
    expect(await robustPlan(problem, {}, wanted)).toEqual(once);
    const careful = await robustPlan(problem, {}, { ...wanted, alpha: 0.01 });
    const careless = await robustPlan(problem, {}, { ...wanted, alpha: 0.3 });
    expect(careful.priceCents).toBeGreaterThan(once.priceCents);
    expect(careless.priceCents).toBeLessThan(once.priceCents);
  });

  it('costs nothing where nothing is uncertain', async () => {
    const [bill] = problem.operations;
    const sure = { ...problem, operations: bill === undefined ? [] : [{ ...bill, uncertainty: undefined }] };
    const robust = await robustPlan(sure, {}, wanted);
    expect(robust).toMatchObject({ priceCents: 0, reached: true, buffers: [] });
    expect(robust.risk).toMatchObject({ broken: 0, share: 0, low: 0 });
    expect(robust.plan).toEqual(robust.without);
  });

  it('says so when no buffer is enough', async () => {
    const poor = { ...problem, setups: [aSetup(1, 110_000), aSetup(2, 0)] };
    const robust = await robustPlan(poor, {}, wanted);
    expect(robust.reached).toBe(false);
    expect(robust.risk.share).toBeGreaterThan(0.5);
  });

  it('leaves the risk to the account where safety is dear', async () => {
    const two = aProblem({
      ...problem,
      accounts: [
        anAccount(1),
        anAccount(2, { rates: flatRate(3), canSend: false }),
        anAccount(3, { canReceive: false }),
      ],
      setups: [aSetup(1, 1_000_000), aSetup(2, 0), aSetup(3, 1_000_000)],
      operations: [
        ...problem.operations,
        {
          ...anExpense(2, 3, '2027-06-10', 100_000),
          status: 'PLANNED' as const,
          uncertainty: { highCents: 300_000 },
        },
      ],
    });
    const robust = await robustPlan(two, {}, wanted);
    expect(robust.reached).toBe(true);
    expect(robust.buffers).toHaveLength(2);
    // Shared, each at 97.5 %, it is 487.50 and 1,950 euro; all of it on the second, 500 and 1,900.
    const [first, second] = robust.buffers.map(({ bufferCents }) => bufferCents);
    expect(first).toBeGreaterThanOrEqual(49_500);
    expect(first).toBeLessThanOrEqual(50_000);
    expect(Math.abs((second ?? 0) - 190_000)).toBeLessThan(6000);
    expect(robust.risk.share).toBeLessThan(0.1);
  });

  it('counts breaks while it searches exactly as the referee does', () => {
    const { operations } = problem;
    const mixed: Problem = {
      ...problem,
      operations: [
        ...operations,
        {
          ...anIncome(2, 1, '2027-05-05', 60_000),
          status: 'PLANNED',
          uncertainty: { lowCents: 20_000, lateDays: 20, earlyDays: 3 },
        },
        { ...anExpense(3, 1, '2027-04-20', 5000), id: operationId(3) },
      ],
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.integer({ min: 0, max: 90_000 }),
        (seed, left) => {
          const short = { ...mixed, setups: [aSetup(1, 100_000 + left), aSetup(2, 0)] };
          const house = new UncertainHousehold(short, {}, { alpha: 0.05, samples: 30, seed });
          const nominal = evaluate(short).accounts[0]?.dailyBalancesCents ?? [];
          const uncertain = uncertainOf(short, short.quarter);
          const refereed = Array.from({ length: 30 }, (_, sample) =>
            evaluate(sampleQuarter(short, uncertain, seed, sample)),
          ).filter(({ violations }) => violations.some(({ kind }) => kind === 'BELOW_MINIMUM')).length;
          expect(house.brokenIn(() => nominal)).toBe(refereed);
        },
      ),
      { numRuns: 40 },
    );
  });
});
