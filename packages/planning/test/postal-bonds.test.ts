/** Postal bonds worked by hand, to the cent: dates by which interest is kept, and no duty up to 5,000 €. */

import {
  checkProblem,
  evaluate,
  horizonOfQuarters,
  type Lot,
  type Problem,
  type TermOffer,
  withLots,
} from '../src/index.js';
import {
  accountId,
  aGroup,
  aLot,
  anAccount,
  anOffer,
  aProblem,
  aSetup,
  groupId,
  lotId,
} from '../src/testing/index.js';

/** As a postal bond: no interest in the first twelve months, 12.5 %, no duty up to 5,000 €. */
const BOND: Partial<TermOffer> = {
  tenor: { months: 36 },
  exit: { kind: 'ZERO', freeAfterMonths: 12 },
  withholdingPct: 12.5,
  dutyPaidByBank: false,
  dutyFreeUpToCents: 500_000,
};

const SEVERAL_DATES: Partial<TermOffer> = {
  tenor: { months: 36 },
  exit: { kind: 'ZERO', keptAtMonths: [12, 24] },
};

interface Case {
  readonly quarter: string;
  readonly quarters: number;
  readonly offer: Partial<TermOffer>;
  readonly lot: Partial<Lot>;
}

const problemOf = ({ quarter, quarters, offer, lot }: Case): Problem =>
  aProblem({
    quarter,
    horizon: horizonOfQuarters(quarter, quarters),
    accounts: [anAccount(1)],
    setups: [aSetup(1, 2_000_000)],
    offers: [anOffer(1, offer)],
    lots: [aLot(1, { maturityDate: '2030-01-10', ...lot })],
  });

/** Interest, its tax and duty of the lot. */
const CASES: readonly [string, Case, readonly number[]][] = [
  [
    // 10 January 2027 to 9 January 2028, 356 days at 4 % by 365 and 9 by 366, 399.97; what came after the date is lost.
    'broken between two dates, it keeps what it earned by the first',
    {
      quarter: '2027-01-01',
      quarters: 8,
      offer: SEVERAL_DATES,
      lot: { state: 'BROKEN', brokenOn: '2028-08-01' },
    },
    [39_997, 10_399, 0],
  ],
  [
    'broken before the first date, it keeps nothing',
    {
      quarter: '2027-01-01',
      quarters: 8,
      offer: SEVERAL_DATES,
      lot: { state: 'BROKEN', brokenOn: '2028-01-07' },
    },
    [0, 0, 0],
  ],
  [
    // Worth 5,000 € on 31 December 2027, as interest is paid from the twelfth month on only.
    'one of 5,000 € owes no duty in its first year',
    { quarter: '2027-01-01', quarters: 4, offer: BOND, lot: { amountCents: 500_000 } },
    [19_507, 2438, 0],
  ],
  [
    // Worth more than 5,000 € on 31 December 2028: 2 per mille of 5,000 €.
    'one of 5,000 € owes duty once its interest counts',
    { quarter: '2028-01-01', quarters: 4, offer: BOND, lot: { amountCents: 500_000 } },
    [20_000, 2500, 1000],
  ],
];

it.each(CASES)('%s', (_, of, figures) => {
  const problem = problemOf(of);
  expect(checkProblem(problem)).toEqual([]);
  const lot = evaluate(problem).accounts.find((account) => account.accountId === lotId(1));
  expect([lot?.grossInterestCents, lot?.withholdingCents, lot?.stampDutyCents]).toEqual(figures);
});

/**
 * A bond of three-year steps that compounds once a year: gross 0.10 % a year when given back after three years, 0.20 % after
 * six, as such bonds are published. Interest of lots is simple: the rate of a step is what the value grows by in it, a year.
 */
const COMPOUNDING: Partial<TermOffer> = {
  tenor: { months: 144 },
  ratePct: undefined,
  // (1.001³ − 1) / 3 = 0.1001 %; (1.002⁶ − 1.001³) / 3 = 0.3019 %.
  steps: [
    { months: 36, ratePct: 0.1001 },
    { months: 36, ratePct: 0.3019 },
    { months: 72, ratePct: 0.5 },
  ],
  exit: { kind: 'ZERO', keptAtMonths: [36, 72] },
  withholdingPct: 12.5,
};

it.each([
  // 10,000 × 1.001³ = 10,030.03, of whose 30.03 of interest 3.75 are withheld.
  ['2030-01-01', '2030-01-10', 1_003_003 - 375],
  ['2031-04-01', '2031-05-05', 1_003_003 - 375],
  // 10,000 × 1.002⁶ = 10,120.60, less 15.08.
  ['2033-01-01', '2033-01-10', 1_012_060 - 1_508],
])(
  'a bond that compounds is worth at its dates what its rates say, in %s',
  (quarter, brokenOn, worthCents) => {
    const problem = problemOf({
      quarter,
      quarters: 1,
      offer: COMPOUNDING,
      lot: { ratePct: 0.1001, maturityDate: '2039-01-10', state: 'BROKEN', brokenOn },
    });
    expect(checkProblem(problem)).toEqual([]);
    const { days, accounts } = evaluate(problem);
    const linked = accounts.find((account) => account.accountId === accountId(1))?.dailyBalancesCents ?? [];
    const paid = days.indexOf(brokenOn);
    expect((linked[paid] ?? 0) - (linked[paid - 1] ?? 0)).toBe(worthCents);
  },
);

it('dates and exemption are refused where they say nothing', () => {
  const refused = (offer: Partial<TermOffer>) =>
    checkProblem(problemOf({ quarter: '2027-01-01', quarters: 1, offer, lot: {} })).map(({ path }) => path);
  expect(refused({ exit: { kind: 'NONE', keptAtMonths: [12] } })).toEqual(['offers.0.exit.keptAtMonths']);
  expect(refused({ exit: { kind: 'ZERO', keptAtMonths: [0] } })).toEqual(['offers.0.exit.keptAtMonths']);
  expect(refused({ payout: 'YEARLY', dutyFreeUpToCents: 500_000 })).toEqual(['offers.0.dutyFreeUpToCents']);
});

/** The duty of each lot of 2027: 356 days at 2 per mille. */
const dutiesOf2027 = (lots: readonly Lot[], group = 1): (number | undefined)[] => {
  const problem = aProblem({
    quarter: '2027-01-01',
    horizon: horizonOfQuarters('2027-01-01', 4),
    accountGroups: [aGroup(1), aGroup(2, { holders: ['Bruno'] })],
    accounts: [anAccount(1), anAccount(2, { bankId: anAccount(1).bankId, accountGroupId: groupId(group) })],
    setups: [aSetup(1, 2_000_000), aSetup(2, 2_000_000)],
    offers: [anOffer(1, BOND), anOffer(2, { ...BOND, linkedAccountId: accountId(2) })],
    lots,
  });
  expect(checkProblem(problem)).toEqual([]);
  const { accounts } = evaluate(problem);
  return lots.map(({ id }) => accounts.find((account) => account.accountId === id)?.stampDutyCents);
};
const bond = (number: number, amountCents: number, of = 1): Lot =>
  aLot(number, { amountCents, offerId: anOffer(of).id, maturityDate: '2030-01-10' });

it('postal bonds of the same holders owe duty when together they are worth more than 5,000 €', () => {
  expect(dutiesOf2027([bond(1, 400_000), bond(2, 100_000)])).toEqual([0, 0]);
  // 4,000 × 0.2 % × 356 / 365 = 7.80, 2,000 × 0.2 % × 356 / 365 = 3.90.
  expect(dutiesOf2027([bond(1, 400_000), bond(2, 200_000)])).toEqual([780, 390]);
  expect(dutiesOf2027([bond(1, 400_000), bond(2, 200_000, 2)])).toEqual([780, 390]);
  expect(dutiesOf2027([bond(1, 400_000), bond(2, 200_000, 2)], 2)).toEqual([0, 0]);
});

it('quarters of postal bonds sum to the year, also where one of them ended in it', () => {
  const lots = [bond(1, 400_000), { ...bond(2, 200_000), state: 'BROKEN' as const, brokenOn: '2027-05-20' }];
  const recorded = lots.map(({ state: _, ...lot }) => lot);
  const offers = [anOffer(1, BOND)];
  const base = aProblem({ accounts: [anAccount(1)], setups: [aSetup(1, 2_000_000)] });
  const dutyIn = (quarter: string, quarters: number) => {
    const problem = { ...base, quarter, horizon: horizonOfQuarters(quarter, quarters) };
    const { accounts } = evaluate(withLots(problem, { offers, lots: recorded }));
    return accounts
      .filter(({ accountId: id }) => id !== accountId(1))
      .reduce((sum, { stampDutyCents }) => sum + stampDutyCents, 0);
  };
  const quarters = ['2027-01-01', '2027-04-01', '2027-07-01', '2027-10-01'].map((quarter) =>
    dutyIn(quarter, 1),
  );
  expect(quarters.reduce((sum, duty) => sum + duty, 0)).toBe(dutyIn('2027-01-01', 4));
  // What is left is 4,000 €: only the bond given back while there were 6,000 € owes, 2,000 × 0.2 % × 130 / 365.
  expect(dutyIn('2027-01-01', 4)).toBe(142);
});
