/** Interest, rates, stamp duty, fees and the table of law, at their edges. */

import {
  addInterest,
  aggregateAverage,
  averageCents,
  ExactSum,
  fixedDutyCents,
  fixedDutyTest,
  interestCents,
  interestDivisor,
  isFeeWaived,
  LAW,
  lawOn,
  lawValue,
  misplacedTier,
  monthlyFeeCents,
  overlappingRatePeriod,
  proportionalDutyCents,
  ratePeriodOn,
  ratePeriodsOverlap,
  type RatePeriod,
  tierOf,
  tiersAreAscending,
  withholdingCents,
} from '../src/index.js';
import fc from 'fast-check';

const law = lawOn('2027-04-01');

describe('the table of law', () => {
  it('holds the figures in force', () => {
    expect(law).toEqual({
      fixedDutyCents: 3420,
      fixedDutyOtherHolderCents: 10_000,
      fixedDutyThresholdCents: 500_000,
      proportionalDutyPct: 0.2,
      proportionalDutyOtherHolderCapCents: 1_400_000,
      minimumDutyCents: 100,
      withholdingPct: 26,
      guaranteeLimitCents: 10_000_000,
      ivafeFixedCents: 3420,
      ivafeThresholdCents: 500_000,
      ivafePct: 0.2,
      ivafeListedStatePct: 0.4,
    });
  });

  it('is dated, sourced and in order', () => {
    for (const row of LAW) {
      expect(row.source).not.toBe('');
      expect(lawValue(row.parameter, row.from)).toBe(row.value);
      const rows = LAW.filter(({ parameter }) => parameter === row.parameter).map(({ from }) => from);
      expect(rows).toEqual([...rows].sort());
    }
  });

  it('goes back no further than its first rows', () => {
    expect(lawValue('withholdingPct', '2001-01-01')).toBe(26);
  });
});

const period = (tierMode: RatePeriod['tierMode'], ...tiers: RatePeriod['tiers']): RatePeriod => ({
  from: '2027-01-01',
  tierMode,
  tiers,
});

describe('rate periods', () => {
  const periods = [
    { ...period('MARGINAL'), from: '2027-01-01', to: '2027-02-14' },
    { ...period('MARGINAL'), from: '2027-02-15', to: '2027-03-31' },
  ];

  it('hold on their first and last day; outside nothing is in force', () => {
    expect(ratePeriodOn(periods, '2027-02-14')).toBe(periods[0]);
    expect(ratePeriodOn(periods, '2027-02-15')).toBe(periods[1]);
    expect(ratePeriodOn(periods, '2027-03-31')).toBe(periods[1]);
    expect(ratePeriodOn(periods, '2027-04-01')).toBeUndefined();
    expect(ratePeriodOn(periods, '2026-12-31')).toBeUndefined();
  });

  it('overlap when they share a day', () => {
    expect(ratePeriodsOverlap(periods)).toBe(false);
    expect(ratePeriodsOverlap([...periods, { ...period('MARGINAL'), from: '2027-03-31' }])).toBe(true);
    expect(overlappingRatePeriod([...periods, { ...period('MARGINAL'), from: '2026-01-01' }])).toBe(2);
    expect(ratePeriodsOverlap([period('MARGINAL'), { ...period('MARGINAL'), from: '2030-01-01' }])).toBe(
      true,
    );
  });

  it('have rising bands, the last alone open', () => {
    const tiers = (...limits: (number | null)[]) => limits.map((upToCents) => ({ upToCents, ratePct: 1 }));
    expect([tiers(null), tiers(1, 2, null)].every(tiersAreAscending)).toBe(true);
    expect(
      [tiers(), tiers(1), tiers(2, 1, null), tiers(null, null), tiers(0, null)].some(tiersAreAscending),
    ).toBe(false);
    expect(misplacedTier(tiers(5, 5, null))).toBe(1);
  });
});

describe('interest', () => {
  const perYear = (rate: RatePeriod, balanceCents: number): number => {
    const sum = new ExactSum();
    addInterest(sum, rate, balanceCents, 365);
    return interestCents(sum, 365);
  };
  const limits = [
    { upToCents: 1_000_000, ratePct: 1 },
    { upToCents: null, ratePct: 3 },
  ];

  it('a band reaches up to and including its limit', () => {
    expect(tierOf(limits, 1_000_000)?.ratePct).toBe(1);
    expect(tierOf(limits, 1_000_001)?.ratePct).toBe(3);
    const whole = period('WHOLE_BALANCE', ...limits);
    expect(perYear(whole, 1_000_000)).toBe(10_000);
    expect(perYear(whole, 1_000_001)).toBe(30_000);
    const marginal = period('MARGINAL', ...limits);
    expect(perYear(marginal, 1_000_000)).toBe(10_000);
    expect(perYear(marginal, 1_000_100)).toBe(10_003);
  });

  it('nothing is earned on nothing or less', () => {
    expect([0, -1_000_000].map((balance) => perYear(period('MARGINAL', ...limits), balance))).toEqual([0, 0]);
  });

  it('a year has 365 days under ACT_365 and its own under ACT_ACT', () => {
    expect([interestDivisor('ACT_365', 366), interestDivisor('ACT_ACT', 366)]).toEqual([365, 366]);
  });

  it('stays exact on the largest balance at the highest rate', () => {
    expect(perYear(period('MARGINAL', { upToCents: null, ratePct: 100 }), 1_000_000_000_000)).toBe(
      1_000_000_000_000,
    );
  });

  it('withholding is rounded half-up on the rounded gross, and never negative', () => {
    expect(withholdingCents(9863, 26)).toBe(2564);
    expect(withholdingCents(50, 25)).toBe(13);
    expect([0, -100].map((gross) => withholdingCents(gross, 26))).toEqual([0, 0]);
  });

  it('raising a balance never lowers gross interest, with slices or rising bands', () => {
    const rates = fc.uniqueArray(fc.integer({ min: 0, max: 60_000 }), { minLength: 3, maxLength: 3 });
    const bounds = fc.uniqueArray(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(
        rates,
        bounds,
        fc.constantFrom('MARGINAL', 'WHOLE_BALANCE'),
        fc.integer({ min: 0, max: 4_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (drawn, upTo, tierMode, balance, more) => {
          const ordered = tierMode === 'WHOLE_BALANCE' ? [...drawn].sort((a, b) => a - b) : drawn;
          const [first = 0, second = 0] = [...upTo].sort((a, b) => a - b);
          const tiers = [first, second, null].map((upToCents, index) => ({
            upToCents,
            ratePct: (ordered[index] ?? 0) / 10_000,
          }));
          const rate = period(tierMode, ...tiers);
          expect(perYear(rate, balance + more)).toBeGreaterThanOrEqual(perYear(rate, balance));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('fixed duty', () => {
  const of = (sumCentDays: number, days: number) => ({ sumCentDays, days });

  it('is a step function of the average: 4,999.99, 5,000.00, 5,000.01', () => {
    const due = (balance: number): boolean =>
      fixedDutyTest([of(balance * 91, 91)], law.fixedDutyThresholdCents, 91).due;
    expect([499_999, 500_000, 500_001].map(due)).toEqual([false, false, true]);
  });

  it('tells by how much the threshold is missed, and the sign says whether duty is due', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 92 })), {
          maxLength: 5,
        }),
        (drawn) => {
          const averages = drawn.map(([balance, days]) => of(balance * days + (days % 7), days));
          const test = fixedDutyTest(averages, 500_000, 92);
          expect(test.due).toBe(test.marginCentDays < 0);
          const sum = averages.reduce(
            (total, { sumCentDays, days }) => total + Math.max(0, sumCentDays / days),
            0,
          );
          expect(Math.abs(test.aggregateAverageCents - sum)).toBeLessThan(0.5001);
        },
      ),
    );
  });

  it('leaves out negative averages and accounts open on no day', () => {
    expect(aggregateAverage([of(91, 91), of(-9_000_000, 91), of(0, 0)])).toEqual({
      numerator: 91n,
      denominator: 91n,
    });
    expect(fixedDutyTest([], 500_000, 91)).toEqual({
      aggregateAverageCents: 0,
      due: false,
      marginCentDays: 45_500_000,
    });
    expect(averageCents(of(0, 0))).toBe(0);
  });

  it('adds averages over different days as fractions: a third of a cent too much is too much', () => {
    const averages = [of(300_000 * 45, 45), of(200_000 * 90 + 1, 90)];
    const test = fixedDutyTest(averages, 500_000, 90);
    expect(test).toMatchObject({ due: true, aggregateAverageCents: 500_000, marginCentDays: -1 });
  });

  it('splitting a period of constant balance changes it by at most a cent a part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 366 }),
        fc.integer({ min: 1, max: 335 }),
        fc.constantFrom(365, 366),
        (days, cut, daysInYear) => {
          fc.pre(cut < days);
          const duty = (count: number): number =>
            fixedDutyCents(3420, { days: count, daysInYear }, 'ACTUAL_DAYS', 0);
          expect(Math.abs(duty(cut) + duty(days - cut) - duty(days))).toBeLessThanOrEqual(2);
        },
      ),
    );
  });

  it('twelfths hold for whole months only', () => {
    expect(fixedDutyCents(3420, { days: 91, daysInYear: 365, months: 3 }, 'TWELFTHS', 100)).toBe(855);
    expect(fixedDutyCents(3420, { days: 91, daysInYear: 365 }, 'TWELFTHS', 100)).toBe(853);
    expect(fixedDutyCents(3420, { days: 0, daysInYear: 365 }, 'TWELFTHS', 100)).toBe(0);
  });
});

describe('proportional duty', () => {
  const days = { days: 92, daysInYear: 365 };
  const deposit = (sumCentDays: number, closingCents: number, used = true) => ({
    average: { sumCentDays, days: 92 },
    closingCents,
    used,
  });

  it('an empty, unmoved deposit owes nothing; one that moved owes at least 1.00', () => {
    expect(proportionalDutyCents(deposit(0, 0, false), 'PRUDENT', days, law)).toBe(0);
    expect(proportionalDutyCents(deposit(0, 0), 'PRUDENT', days, law)).toBe(100);
    expect(proportionalDutyCents(deposit(-92_000, -1000), 'PRUDENT', days, law)).toBe(100);
  });

  it('PRUDENT is the larger of the other two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 500_000_000 }),
        fc.integer({ min: -10_000, max: 5_000_000 }),
        (sum, closing) => {
          const by = (base: 'PRUDENT' | 'CLOSING' | 'AVERAGE'): number =>
            proportionalDutyCents(deposit(sum, closing), base, days, law);
          expect(by('PRUDENT')).toBe(Math.max(by('CLOSING'), by('AVERAGE')));
        },
      ),
    );
  });
});

describe('the monthly fee', () => {
  const month = (balance: number, creditsCents = 0, days = 30) => ({
    average: { sumCentDays: balance * days, days },
    creditsCents,
  });
  const account = (
    feeWaiver: { minAverageBalanceCents?: number; minMonthlyCreditsCents?: number } | undefined,
  ) => ({
    monthlyFeeCents: 600,
    feeWaiver,
  });

  it('falls when either condition is reached exactly', () => {
    const both = account({ minAverageBalanceCents: 300_000, minMonthlyCreditsCents: 100_000 });
    expect(monthlyFeeCents(both, month(299_999, 99_999))).toBe(600);
    expect(monthlyFeeCents(both, month(300_000, 0))).toBe(0);
    expect(monthlyFeeCents(both, month(0, 100_000))).toBe(0);
  });

  it('compares the unrounded average', () => {
    const waiver = account({ minAverageBalanceCents: 300_000 });
    expect(
      isFeeWaived(waiver, { average: { sumCentDays: 300_000 * 30 - 1, days: 30 }, creditsCents: 0 }),
    ).toBe(false);
  });

  it('is charged without a waiver, and not on a month the account is not open in', () => {
    expect(monthlyFeeCents(account(undefined), month(9_000_000, 9_000_000))).toBe(600);
    expect(monthlyFeeCents(account({}), month(9_000_000, 9_000_000))).toBe(600);
    expect(monthlyFeeCents(account(undefined), month(0, 0, 0))).toBe(0);
  });
});
