/** The worked examples of rates, to the cent. Codes (E13 …) are those of the domain. Amounts in comments are euro. */
import {
  type Account,
  addInterest,
  daysInYear,
  evaluate,
  ExactSum,
  fixedDutyCents,
  interestCents,
  proportionalDutyCents,
  withholdingCents,
  yearOf,
} from '../src/index.js';
import { anAccount, aProblem, aSetup, flatRate } from '../src/testing/index.js';
import { euro, law, FIXED, single, only } from './support/examples.js';

describe('E13: tiers and a rate change in the quarter, 30,000, Q1 2027', () => {
  const rates = (tierMode: 'MARGINAL' | 'WHOLE_BALANCE'): Account['rates'] => [
    {
      from: '2026-01-01',
      to: '2027-02-14',
      tiers: [
        { upToCents: euro(10_000), ratePct: 3 },
        { upToCents: null, ratePct: 1 },
      ],
      tierMode,
    },
    {
      from: '2027-02-15',
      tiers: [
        { upToCents: euro(10_000), ratePct: 2 },
        { upToCents: null, ratePct: 0.5 },
      ],
      tierMode,
    },
  ];

  it.each([
    ['MARGINAL', 9863, 2564, 7299],
    ['WHOLE_BALANCE', 5548, 1442, 4106],
  ] as const)('%s', (tierMode, gross, withholding, net) => {
    expect(only(single('2027-01-01', euro(30_000), { rates: rates(tierMode) }).accounts)).toMatchObject({
      grossInterestCents: gross,
      withholdingCents: withholding,
      netInterestCents: net,
      netReturnCents: net,
    });
  });
});

describe('E17: 20,000 on a current account at 2 % against a deposit at 2.5 %', () => {
  const current: Partial<Account> = { ...FIXED, rates: flatRate(2) };
  const deposit: Partial<Account> = {
    kind: 'DEPOSIT_FREE',
    dutyRegime: 'PROPORTIONAL',
    rates: flatRate(2.5),
  };
  const rows = [
    ['2027-01-01', [98.63, 25.64, 8.43, 64.56], [123.29, 32.06, 9.86, 81.37], 16.81],
    ['2027-04-01', [99.73, 25.93, 8.53, 65.27], [124.66, 32.41, 9.97, 82.28], 17.01],
    ['2027-07-01', [100.82, 26.21, 8.62, 65.99], [126.03, 32.77, 10.08, 83.18], 17.19],
    ['2028-01-01', [99.45, 25.86, 8.5, 65.09], [124.32, 32.32, 9.95, 82.05], 16.96],
  ] as const;

  it.each(rows)('%s', (quarter, currentRow, depositRow, gain) => {
    const figures = (account: Partial<Account>): number[] => {
      const evaluation = single(quarter, euro(20_000), account);
      const { grossInterestCents, withholdingCents: tax, stampDutyCents } = only(evaluation.accounts);
      return [grossInterestCents, tax, stampDutyCents, evaluation.netReturnCents];
    };
    expect(figures(current)).toEqual(currentRow.map(euro));
    expect(figures(deposit)).toEqual(depositRow.map(euro));
    expect((figures(deposit)[3] ?? 0) - (figures(current)[3] ?? 0)).toBe(euro(gain));
  });

  it('a whole year: 261.80 against 330.00', () => {
    const year = (ratePct: number, dutyCents: number): number[] => {
      const sum = new ExactSum();
      const [period] = flatRate(ratePct);
      if (period !== undefined) addInterest(sum, period, euro(20_000), 365);
      const gross = interestCents(sum, 365);
      const tax = withholdingCents(gross, law.withholdingPct);
      return [gross, tax, dutyCents, gross - tax - dutyCents];
    };
    const days = { days: 365, daysInYear: daysInYear(yearOf('2027-01-01')) };
    const figures = { average: { sumCentDays: euro(20_000) * 365, days: 365 }, closingCents: euro(20_000) };
    const fixed = fixedDutyCents(law.fixedDutyCents, days, 'ACTUAL_DAYS', law.minimumDutyCents);
    const proportional = proportionalDutyCents({ ...figures, used: true }, 'CLOSING', days, law);
    expect(year(2, fixed)).toEqual([400, 104, 34.2, 261.8].map(euro));
    expect(year(2.5, proportional)).toEqual([500, 130, 40, 330].map(euro));
  });
});

describe('E19: splitting 20,000 in Q2 2027', () => {
  const netOf = (currentRatePct: number, currentCents: number): number =>
    evaluate(
      aProblem({
        accounts: [
          anAccount(1, { ...FIXED, rates: flatRate(currentRatePct) }),
          anAccount(2, { kind: 'DEPOSIT_FREE', dutyRegime: 'PROPORTIONAL', rates: flatRate(2.5) }),
        ],
        setups: [aSetup(1, currentCents), aSetup(2, euro(20_000) - currentCents)],
      }),
    ).netReturnCents;

  it.each([
    [2, 20_000, 65.27],
    [2, 5000, 80.15],
    [2, 5000.01, 71.62],
    [2, 0, 82.28],
    [3, 20_000, 102.17],
    [3, 5000, 89.38],
    [3, 0, 82.28],
  ])('current account at %d %% with %d', (ratePct, balance, net) => {
    expect(netOf(ratePct, euro(balance))).toBe(euro(net));
  });

  it('one cent over the threshold costs 8.53', () => {
    expect(netOf(2, euro(5000)) - netOf(2, euro(5000.01))).toBe(853);
  });
});
