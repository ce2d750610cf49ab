/** Lots worked by hand, to the cent: 10,000 € at 4 % from 10 January 2027, unless a case says otherwise. */

import fc from 'fast-check';
import {
  addDays,
  carriedForward,
  checkProblem,
  evaluate,
  type Evaluation,
  horizonOfQuarters,
  type Lot,
  lotsOfQuarter,
  type Problem,
  type TermOffer,
  withLots,
  yearResult,
} from '../src/index.js';
import {
  accountId,
  aLot,
  anAccount,
  anIncome,
  anOffer,
  aProblem,
  aSetup,
  lotId,
} from '../src/testing/index.js';

const QUARTER = '2027-04-01';

interface Case {
  readonly offer?: Partial<TermOffer>;
  readonly lot?: Partial<Lot>;
  readonly quarter?: string;
  readonly quarters?: number;
  readonly fields?: Partial<Problem>;
}

function problemOf({ offer = {}, lot = {}, quarter = QUARTER, quarters = 1, fields = {} }: Case): Problem {
  const problem = aProblem({
    quarter,
    horizon: horizonOfQuarters(quarter, quarters),
    accounts: [anAccount(1)],
    setups: [aSetup(1, 2_000_000)],
    offers: [anOffer(1, offer)],
    lots: [aLot(1, lot)],
    ...fields,
  });
  expect(checkProblem(problem)).toEqual([]);
  return problem;
}

const figures = (evaluation: Evaluation) => {
  const lot = evaluation.accounts.find(({ accountId: id }) => id === lotId(1));
  const { grossInterestCents, withholdingCents, stampDutyCents, transferFeesCents } = lot ?? {};
  return [grossInterestCents, withholdingCents, stampDutyCents, transferFeesCents];
};
/** The balance of the linked account at the end of a day, less that of the day before. */
const movedOn = ({ accounts, days }: Evaluation, day: string): number => {
  const { dailyBalancesCents = [] } = accounts.find(({ accountId: id }) => id === accountId(1)) ?? {};
  const position = days.indexOf(day);
  return (dailyBalancesCents[position] ?? 0) - (dailyBalancesCents[position - 1] ?? 2_000_000);
};

const BROKEN: Partial<Lot> = { state: 'BROKEN', brokenOn: '2027-05-20' };

const CASES: readonly [
  name: string,
  of: Case,
  counted: readonly [gross: number, withheld: number, duty: number, fee: number],
  moved: readonly (readonly [day: string, cents: number])[],
][] = [
  [
    // 400.00 × (356/365 + 9/366) = 399.97, of which 26 % = 103.99.
    'at maturity, over a year that ends in a leap year',
    { quarter: '2027-01-01', quarters: 5 },
    [39_997, 10_399, 0, 0],
    [
      ['2027-01-10', -1_000_000],
      ['2028-01-10', 1_000_000 + 39_997 - 10_399],
    ],
  ],
  [
    '365 days by 365',
    { quarter: '2027-01-01', quarters: 5, offer: { interestBasis: 'ACT_365' } },
    [40_000, 10_400, 0, 0],
    [['2028-01-10', 1_029_600]],
  ],
  [
    // To 30 June 172 days, 188.49; to 31 March 81 days, 88.77: what one quarter counts leaves no cent behind.
    'a quarter of a life counts what was earned by its end less what was by its beginning',
    {},
    [18_849 - 8877, 4901 - 2308, 0, 0],
    [],
  ],
  [
    // 91 days: 99.73.
    'a quarterly payout goes to the linked account on the day after the quarter',
    { quarters: 2, offer: { payout: 'QUARTERLY' }, lot: { maturityDate: '2027-07-10' } },
    [9973 + 986, 2593 + 256, 0, 0],
    [
      ['2027-04-01', 0],
      ['2027-07-01', 9973 - 2593],
      ['2027-07-10', 1_000_000 + 986 - 256],
    ],
  ],
  [
    // 356 days of 2027 are paid on 1 January 2028, the last nine at maturity.
    'a yearly payout goes to the linked account on New Year’s Day',
    { quarters: 4, offer: { payout: 'YEARLY' } },
    [39_014 + 984 - 8877, 10_144 + 256 - 2308, 0, 0],
    [
      ['2028-01-01', 39_014 - 10_144],
      ['2028-01-10', 1_000_000 + 984 - 256],
    ],
  ],
  [
    // 400.00 × (264/365 + 102/366) = 400.79 paid at once; counted are the 80 days to 30 June, 87.67.
    'interest paid in advance is counted by days',
    { offer: { payout: 'UPFRONT' }, lot: { openedOn: '2027-04-12', maturityDate: '2028-04-12' } },
    [8767, 2279, 0, 0],
    [['2027-04-12', -1_000_000 + 40_079 - 10_421]],
  ],
  [
    // 130 days at 1 %: 35.62. On 1 April 88.77 had been paid.
    'BASE_RATE takes back what was paid above the base rate',
    { offer: { payout: 'QUARTERLY', exit: { kind: 'BASE_RATE', ratePct: 1 } }, lot: BROKEN },
    [3562 - 8877, 926 - 2308, 0, 0],
    [['2027-05-20', 1_000_000 + 3562 - 8877 - 926 + 2308]],
  ],
  [
    'ZERO takes back all interest paid in advance',
    { offer: { payout: 'UPFRONT', exit: { kind: 'ZERO' } }, lot: BROKEN },
    [-8877, -2308, 0, 0],
    [['2027-05-20', 1_000_000 - 39_997 + 10_399]],
  ],
  [
    // The notice of 15 April is paid on 17 May: 127 days at 4 %, 139.18, and 0.5 % of the principal.
    'FEE charges the principal, and a notice delays the money, which earns until then',
    {
      offer: { exit: { kind: 'FEE', ratePct: 0.5 }, noticeDays: 32 },
      lot: { state: 'BROKEN', brokenOn: '2027-04-15' },
    },
    [13_918 - 8877, 3619 - 2308, 0, 5000],
    [
      ['2027-04-15', 0],
      ['2027-05-17', 1_000_000 - 5000 + 13_918 - 3619],
    ],
  ],
  [
    // A notice of 20 June: the base rate is known from that day on, the money comes on 22 July.
    'a notice that is paid after the horizon',
    {
      offer: { exit: { kind: 'BASE_RATE', ratePct: 1 }, noticeDays: 32 },
      lot: { state: 'BROKEN', brokenOn: '2027-06-20' },
    },
    [4712 - 8877, 1225 - 2308, 0, 0],
    [],
  ],
  [
    // 181 days at 2 % are 99.178, 184 at 4 % are 201.617: 300.79.
    'steps count from the first day of the lot',
    {
      quarter: '2027-01-01',
      quarters: 5,
      offer: {
        ratePct: undefined,
        steps: [
          { months: 6, ratePct: 2 },
          { months: 6, ratePct: 4 },
        ],
      },
    },
    [30_079, 7821, 0, 0],
    [['2028-01-10', 1_000_000 + 30_079 - 7821]],
  ],
  [
    // 0.2 % of 10,000 € for 181 days: 9.92, charged at the end of the quarter in which it ends.
    'its duty is charged to the linked account',
    {
      quarter: '2027-01-01',
      quarters: 4,
      offer: { dutyPaidByBank: false },
      lot: { maturityDate: '2027-07-10' },
    },
    [19_836, 5157, 992, 0],
    [
      ['2027-07-10', 1_000_000 + 19_836 - 5157],
      ['2027-10-01', -992],
    ],
  ],
  [
    // Six months at 4 %, then 184 days at the 3 % of the offer today: 198.36, and 151.15 + 0.74 by leap year days.
    'a lot that renews itself goes on at the rate of the offer',
    {
      quarter: '2027-01-01',
      quarters: 5,
      offer: { tenor: { months: 6 }, ratePct: 3, renewal: 'AUTO' },
      lot: { maturityDate: '2027-07-10', renewal: 'AUTO' },
    },
    // On 10 January 2028 it begins a third time: 82 days of 2028 at 3 %, 67.21.
    [19_836 + 15_121 + 6721, 5157 + 3931 + 1747, 0, 0],
    [
      ['2027-07-10', 19_836 - 5157],
      ['2028-01-10', 15_121 - 3931],
    ],
  ],
  [
    'a renewal that was cancelled pays the principal',
    {
      quarters: 2,
      offer: { tenor: { months: 6 }, renewal: 'AUTO' },
      lot: { maturityDate: '2027-07-10', renewal: 'TO_LINKED' },
    },
    [19_836 - 8877, 5157 - 2308, 0, 0],
    [['2027-07-10', 1_000_000 + 19_836 - 5157]],
  ],
  [
    // As of a postal bond: from 10 January to 19 February 2028, 356 days at 4 % by 365 and 50 by 366, 444.78; 12.5 % of it.
    'broken after the months in which that costs, it keeps its interest',
    {
      quarter: '2027-01-01',
      quarters: 5,
      offer: { tenor: { months: 24 }, exit: { kind: 'ZERO', freeAfterMonths: 12 }, withholdingPct: 12.5 },
      lot: { maturityDate: '2029-01-10', state: 'BROKEN', brokenOn: '2028-02-20' },
    },
    [44_478, 5560, 0, 0],
    [['2028-02-20', 1_000_000 + 44_478 - 5560]],
  ],
  [
    'broken the day before them, it loses its interest',
    {
      quarter: '2027-01-01',
      quarters: 5,
      offer: { tenor: { months: 24 }, exit: { kind: 'ZERO', freeAfterMonths: 12 }, withholdingPct: 12.5 },
      lot: { maturityDate: '2029-01-10', state: 'BROKEN', brokenOn: '2028-01-09' },
    },
    [0, 0, 0, 0],
    [['2028-01-09', 1_000_000]],
  ],
  [
    'State paper withholds 12.5 %',
    { offer: { withholdingPct: 12.5 }, quarter: '2027-01-01', quarters: 5 },
    [39_997, 5000, 0, 0],
    [['2028-01-10', 1_000_000 + 39_997 - 5000]],
  ],
];

test.each(CASES)('%s', (_name, of, counted, moved) => {
  const evaluation = evaluate(problemOf(of));
  expect(figures(evaluation)).toEqual(counted);
  expect(moved.map(([day]) => [day, movedOn(evaluation, day)])).toEqual(moved);
  const [gross, withheld, duty, fee] = counted;
  expect(evaluation.netReturnCents).toBe(gross - withheld - duty - fee);
  for (const key of ['grossInterestCents', 'withholdingCents', 'stampDutyCents'] as const) {
    const ofQuarters = evaluation.quarters.flatMap(({ accounts }) => accounts.map((one) => one[key]));
    const inAll = evaluation.accounts.reduce((sum, one) => sum + one[key], 0);
    expect(ofQuarters.reduce((sum, amount) => sum + amount, 0)).toBe(inAll);
  }
});

test('a laxer exit never earns less', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<TermOffer['payout'][]>('MATURITY', 'QUARTERLY', 'YEARLY', 'UPFRONT'),
      fc.integer({ min: 0, max: 180 }),
      fc.integer({ min: 0, max: 400 }),
      (payout, day, basePct) => {
        const brokenOn = addDays('2027-01-10', day);
        const exits: readonly TermOffer['exit'][] = [
          { kind: 'ZERO' },
          { kind: 'BASE_RATE', ratePct: basePct / 200 },
          { kind: 'BASE_RATE', ratePct: basePct / 100 },
          { kind: 'FEE', ratePct: 0 },
        ];
        const nets = exits.map((exit) => {
          const lot: Partial<Lot> = { state: 'BROKEN', brokenOn };
          return evaluate(problemOf({ quarter: '2027-01-01', quarters: 4, offer: { payout, exit }, lot }))
            .netReturnCents;
        });
        // A FEE of nothing keeps each crediting period rounded by itself.
        const falls = nets.some((net, index) => net < (nets[index - 1] ?? 0) - 2);
        expect({ nets, falls }).toMatchObject({ falls: false });
      },
    ),
    { numRuns: 40, seed: 1 },
  );
});

test('counts towards the guarantee of its bank', () => {
  const settings = { ...problemOf({}).settings, guaranteeLimitCents: 2_500_000 };
  const [violation] = evaluate(problemOf({ fields: { settings } })).violations;
  expect(violation).toMatchObject({ kind: 'GUARANTEE_EXCEEDED', date: QUARTER, amountCents: 500_000 });
});

test('what the bank’s statement of the linked account says is not booked twice', () => {
  const operations = [
    anIncome(1, 1, '2027-05-20', 1_010_386, { status: 'DONE', importKey: 'principal and interest' }),
  ];
  const evaluation = evaluate(problemOf({ lot: { maturityDate: '2027-05-20' }, fields: { operations } }));
  expect(movedOn(evaluation, '2027-05-20')).toBe(1_010_386);
  expect(figures(evaluation).slice(0, 2)).toEqual([14_247 - 8877, 3704 - 2308]);
});

test.each(['MATURITY', 'QUARTERLY', 'YEARLY', 'UPFRONT'] as const)(
  'quarters one after the other sum to the horizon: %s, with duty, broken on notice',
  (payout) => {
    const quarters = ['2027-01-01', '2027-04-01', '2027-07-01', '2027-10-01'];
    const of: Case = {
      offer: {
        payout,
        dutyPaidByBank: false,
        exit: { kind: 'BASE_RATE', ratePct: 0.7 },
        noticeDays: 10,
        ratePct: 3.17,
      },
      lot: { ratePct: 3.17, amountCents: 1_234_567, state: 'BROKEN', brokenOn: '2027-09-25' },
    };
    const whole = problemOf({ ...of, quarter: '2027-01-01', quarters: 4 });
    let setups = whole.setups;
    let sum = 0;
    for (const quarter of quarters) {
      const one = { ...whole, quarter, horizon: horizonOfQuarters(quarter), setups };
      sum += evaluate(one).netReturnCents;
      setups = carriedForward(one).map((forward) => ({ ...forward, excluded: false }));
    }
    const evaluation = evaluate(whole);
    expect(sum).toBe(evaluation.netReturnCents);
    expect(setups.map(({ openingBalanceCents }) => openingBalanceCents)).toEqual(
      [evaluation.accounts[0]?.closingBalanceCents ?? NaN].map(
        (closing) => closing - (evaluation.statements.at(-1)?.stampDutyCents ?? 0),
      ),
    );
  },
);

describe('recorded lots', () => {
  const problem = aProblem({ quarter: QUARTER, accounts: [anAccount(1)], setups: [aSetup(1, 2_000_000)] });
  const offer = anOffer(1, { renewal: 'AUTO' });
  const taken = (lot: Partial<Lot>, fields: Partial<TermOffer> = {}, of: Problem = problem): Problem => {
    const { state: _, ...recorded } = aLot(1, lot);
    const whole = withLots(of, { offers: [{ ...offer, ...fields }, anOffer(2)], lots: [recorded] });
    expect(checkProblem(whole)).toEqual([]);
    return whole;
  };

  it('come with the offers of the household, without where the terms were read', () => {
    const { offers, lots } = taken({}, { source: 'Foglio', asOf: '2027-01-01' });
    expect(offers).toEqual([offer, anOffer(2)]);
    expect(lots).toEqual([aLot(1)]);
  });

  it('that another goes on with are not renewed a second time', () => {
    const { state: _, ...first } = aLot(1, { openedOn: '2026-05-10', maturityDate: '2027-05-10' });
    const second = { ...first, id: lotId(2), openedOn: '2027-05-10', maturityDate: '2028-05-10' };
    const lots = [first, { ...second, renewsLotId: first.id }];
    expect(withLots(problem, { offers: [offer], lots }).lots?.map(({ renewal }) => renewal)).toEqual([
      'TO_LINKED',
      undefined,
    ]);
  });

  it.each<[string, Problem]>([
    ['ended before', taken({ openedOn: '2026-01-10', maturityDate: '2027-01-10', renewal: 'TO_LINKED' })],
    ['contradict their offer', taken({ brokenOn: '2027-05-10' }, { exit: { kind: 'NONE' } })],
    ['are paid to an account of another bank', taken({}, { bankId: 'bank-elsewhere' })],
    [
      'are paid to an account put away',
      taken({}, {}, { ...problem, accounts: [anAccount(1, { active: false })] }),
    ],
    ['are too large for an exact sum', taken({ amountCents: 600_000_000_000 })],
  ])('are left out where they %s', (_, whole) => {
    expect(Object.keys(whole)).not.toContain('lots');
    expect(lotsOfQuarter(whole)).toEqual({ offers: undefined, lots: undefined });
  });

  it('leave out offers on which no lot can be opened any more', () => {
    const offers = [anOffer(1, { openTo: '2027-03-31' }), anOffer(2, { openTo: '2027-04-01' })];
    expect(withLots(problem, { offers }).offers?.map(({ id }) => id)).toEqual([anOffer(2).id]);
    const whole = withLots(problem, { offers: [anOffer(1, { openTo: '2027-03-31' })] });
    expect(Object.keys(whole)).not.toContain('offers');
  });

  it('have a name and their part in the figures of a year', () => {
    const { accounts, quarters, total } = yearResult([problemOf({ quarter: '2027-01-01' })]);
    expect(accounts.map(({ name }) => name)).toContain(`${anOffer(1).name} ${aLot(1).maturityDate}`);
    expect(total.netReturnCents).toBe(quarters[0]?.netReturnCents);
  });
});
