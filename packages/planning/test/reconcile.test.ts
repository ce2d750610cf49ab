import {
  type Account,
  type BankBooking,
  type BankFigure,
  evaluate,
  foreignInterest,
  periodFigures,
  type PeriodFigures,
  PRACTICE_PAIRS,
  type Problem,
  reconcile,
  type ReconciledFigure,
  replayChanged,
  TRIED_PRACTICES,
  type TypedBankFigures,
} from '../src/index.js';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anIncome,
  aProblem,
  aTransferOperation,
  bankId,
  flatRate,
  groupId,
} from '../src/testing/index.js';
import { following } from './support/following.js';

/** The quarters of a year that begins with a problem. */
function yearOf(first: Problem): Problem[] {
  const second = following(first);
  const third = following(second);
  return [first, second, third, following(third)];
}

const KINDS = {
  GROSS_INTEREST: 'INTEREST',
  WITHHOLDING: 'WITHHOLDING',
  STAMP_DUTY: 'STAMP_DUTY',
  FEES: 'FEE',
} as const;

/** What a bank books on the last days of its periods; it books no nought. */
function booked(figures: ReadonlyMap<string, PeriodFigures>): BankBooking[] {
  return [...figures].flatMap(([id, byFigure]) =>
    Object.entries(KINDS).flatMap(([figure, kind]) =>
      byFigure[figure as BankFigure]
        .filter(({ cents }) => cents !== 0)
        .map(({ to, cents }) => ({
          accountId: id,
          kind,
          valueDate: to,
          amountCents: cents,
          description: kind,
        })),
    ),
  );
}

const asEvaluated = (quarters: readonly Problem[]) =>
  periodFigures(
    quarters,
    quarters.map((problem) => evaluate(problem)),
  );

function figureOf(
  quarters: readonly Problem[],
  bookings: readonly BankBooking[],
  figure: BankFigure,
  typed: TypedBankFigures = {},
): ReconciledFigure | undefined {
  const [first] = reconcile({ year: 2027, quarters, bookings, typed: new Map([[accountId(1), typed]]) });
  return first?.figures.find((one) => one.figure === figure);
}

/** 10,000 € at 2 %, quarterly statements and credits, in 2027. */
const QUARTERS = yearOf(
  aProblem({
    quarter: '2027-01-01',
    accounts: [anAccount(1, { dutyRegime: 'FIXED', rates: flatRate(2) })],
    operations: [anIncome(1, 1, '2027-01-01', 1_000_000)],
  }),
);
const BOOKED = booked(asEvaluated(QUARTERS));

describe('a year against the bank', () => {
  it('agrees where the bank booked what the rules give, and knows nothing of what it did not book', () => {
    expect(figureOf(QUARTERS, BOOKED, 'STAMP_DUTY')).toMatchObject({
      origin: 'BOOKINGS',
      lawCents: 3420,
      bankCents: 3420,
      differenceCents: 0,
      comparedPeriods: 4,
      verdict: 'AGREES',
    });
    expect(figureOf(QUARTERS, BOOKED, 'GROSS_INTEREST')?.verdict).toBe('AGREES');
    expect(figureOf(QUARTERS, BOOKED, 'NET_INTEREST')).toBeUndefined();
    const fees = figureOf(QUARTERS, BOOKED, 'FEES');
    expect(fees).toMatchObject({ origin: 'UNKNOWN', lawCents: 0, verdict: 'NOT_KNOWN' });
    expect([fees?.bankCents, fees?.differenceCents]).toEqual([undefined, undefined]);
  });

  it('compares the periods of which both figures are known, and no others', () => {
    const some = BOOKED.filter(({ valueDate }) => valueDate !== '2027-06-30');
    expect(figureOf(QUARTERS, some, 'STAMP_DUTY')).toMatchObject({
      lawCents: 3420 - 853,
      bankCents: 3420 - 853,
      comparedPeriods: 3,
      verdict: 'AGREES',
    });
    // Two quarters of a yearly period are not the period.
    const yearly = yearOf(
      aProblem({
        quarter: '2027-01-01',
        accounts: [anAccount(1, { dutyRegime: 'FIXED', statementPeriod: 'YEARLY' })],
        operations: [anIncome(1, 1, '2027-01-01', 1_000_000)],
      }),
    ).slice(0, 2);
    const half = figureOf(yearly, [], 'STAMP_DUTY', { stampDutyCents: 3420 });
    expect(half).toMatchObject({ bankCents: 3420, verdict: 'NOT_KNOWN' });
    expect(half?.lawCents).toBeUndefined();
  });

  it('puts what a bank books in the first days after a period into that period', () => {
    const late = (day: string) =>
      BOOKED.map((one) => (one.valueDate === '2027-03-31' ? { ...one, valueDate: day } : one));
    expect(figureOf(QUARTERS, late('2027-04-03'), 'STAMP_DUTY')?.verdict).toBe('AGREES');
    expect(figureOf(QUARTERS, late('2027-04-25'), 'STAMP_DUTY')?.verdict).not.toBe('AGREES');
    // Of the year before, and of its own last period in the next one.
    expect(figureOf(QUARTERS, late('2027-01-05'), 'STAMP_DUTY')?.comparedPeriods).toBe(3);
    const atEnd = BOOKED.map((one) =>
      one.valueDate === '2027-12-31' ? { ...one, valueDate: '2028-01-04' } : one,
    );
    expect(figureOf(QUARTERS, atEnd, 'STAMP_DUTY')?.comparedPeriods).toBe(4);
  });

  it('takes interest without a withholding of its own as net, unless its text says gross', () => {
    const net = BOOKED.filter(({ kind }) => kind === 'INTEREST').map((one, index) => ({
      ...one,
      amountCents: asEvaluated(QUARTERS).get(accountId(1))?.NET_INTEREST[index]?.cents ?? 0,
    }));
    expect(figureOf(QUARTERS, net, 'NET_INTEREST')?.verdict).toBe('AGREES');
    expect(figureOf(QUARTERS, net, 'GROSS_INTEREST')?.verdict).toBe('NOT_KNOWN');
    const gross = BOOKED.filter(({ kind }) => kind === 'INTEREST').map((one) => ({ ...one, isGross: true }));
    expect(figureOf(QUARTERS, gross, 'GROSS_INTEREST')?.verdict).toBe('AGREES');
    expect(figureOf(QUARTERS, gross, 'WITHHOLDING')?.verdict).toBe('NOT_KNOWN');
  });

  it('marks what no practice explains, from bookings and from typed figures, nought among them', () => {
    const wrong = BOOKED.map((one) => (one.kind === 'STAMP_DUTY' ? { ...one, amountCents: 5000 } : one));
    expect(figureOf(QUARTERS, wrong, 'STAMP_DUTY')).toMatchObject({
      differenceCents: 20_000 - 3420,
      verdict: 'ERROR',
      explanations: [],
    });
    expect(figureOf(QUARTERS, BOOKED, 'STAMP_DUTY', { stampDutyCents: 0 })).toMatchObject({
      origin: 'TYPED',
      differenceCents: -3420,
      verdict: 'ERROR',
    });
  });

  it('explains a cent in a period by rounding', () => {
    const off = BOOKED.map((one) =>
      one.kind === 'STAMP_DUTY' ? { ...one, amountCents: one.amountCents + 1 } : one,
    );
    expect(figureOf(QUARTERS, off, 'STAMP_DUTY')).toMatchObject({
      verdict: 'EXPLAINED',
      explanations: [{ practice: 'ROUNDING', exact: false }],
    });
  });
});

describe('interest on a foreign account', () => {
  const of = (bookings: readonly BankBooking[], typed: TypedBankFigures = {}, quarters = QUARTERS) => {
    const figure = figureOf(quarters, bookings, 'GROSS_INTEREST', typed);
    if (figure === undefined) throw new Error('no figure');
    return foreignInterest(2027, figure, 3);
  };

  it('is taxed in the return by share: as typed, else as booked, else as computed, else missing', () => {
    const grossCents = BOOKED.filter(({ kind }) => kind === 'INTEREST').reduce(
      (sum, { amountCents }) => sum + amountCents,
      0,
    );
    expect(of(BOOKED)).toMatchObject({ origin: 'BOOKINGS', grossCents });
    expect(of(BOOKED.slice(0, -6))).toMatchObject({ origin: 'COMPUTED', grossCents });
    // 100.00 / 3 = 33.33, and 26 % of that is 8.67.
    expect(of(BOOKED, { grossInterestCents: 10_000 })).toEqual({
      origin: 'TYPED',
      grossCents: 10_000,
      shareGrossCents: 3333,
      shareTaxCents: 867,
    });
    expect(of(BOOKED, {}, QUARTERS.slice(0, 3))).toEqual({ origin: 'MISSING' });
  });
});

/** Accounts of a leap year on which every practice makes a difference. */
function contested(): Problem[] {
  const at = (number: number, bank: number, fields: Partial<Account>) =>
    anAccount(number, { bankId: bankId(bank), accountGroupId: groupId(1), ...fields });
  return yearOf(
    aProblem({
      quarter: '2028-01-01',
      banks: [1, 2, 3].map((number) => aBank(number)).concat(aBank(4, { stampDutyMethod: 'TWELFTHS' })),
      accountGroups: [aGroup(1)],
      accounts: [
        // Exactly at the threshold.
        at(1, 1, { dutyRegime: 'FIXED' }),
        at(2, 2, { dutyRegime: 'FIXED', rates: flatRate(2) }),
        at(3, 3, { dutyRegime: 'PROPORTIONAL', dutyBase: 'AVERAGE' }),
        // Owes the least duty.
        at(4, 3, { dutyRegime: 'PROPORTIONAL', dutyBase: 'CLOSING' }),
        at(5, 4, {
          dutyRegime: 'FIXED',
          monthlyFeeCents: 200,
          feeWaiver: { minMonthlyCreditsCents: 100_000, ownTransfersCount: true },
        }),
        at(6, 3, { rates: flatRate(3), interestBasis: 'ACT_365' }),
        at(7, 3, { rates: flatRate(3), withholdingPct: 12.5 }),
        at(8, 3, { dutyRegime: 'PROPORTIONAL', dutyBase: 'CLOSING', statementPeriod: 'YEARLY' }),
      ],
      operations: [
        anIncome(1, 1, '2028-01-01', 500_000),
        anIncome(2, 2, '2028-01-01', 2_000_000),
        anIncome(3, 2, '2028-02-01', 1_000_000, { valueDate: '2028-02-20' }),
        anIncome(4, 3, '2028-01-01', 1_000_000),
        anIncome(5, 3, '2028-02-01', 500_000, { valueDate: '2028-02-20' }),
        anIncome(6, 4, '2028-01-01', 10_000),
        anIncome(7, 5, '2028-01-01', 2_000_000),
        aTransferOperation(8, 2, 5, '2028-02-10', 100_000),
        anIncome(9, 6, '2028-01-01', 2_000_000),
        anIncome(10, 7, '2028-01-01', 2_000_000),
        anIncome(11, 8, '2028-01-01', 1_000_000),
        anIncome(12, 8, '2028-03-01', 1_000_000),
      ],
    }),
  );
}

describe('two practices together', () => {
  const quarters = contested();
  const practice = (id: string) => {
    const found = TRIED_PRACTICES.find((one) => one.id === id);
    if (found === undefined) throw new Error(id);
    return found;
  };

  it('explain what neither explains alone, and only to the cent', () => {
    const [dates, year] = [practice('INTEREST_BOOKED_DATES'), practice('INTEREST_YEAR_360')];
    const bank = periodFigures(
      quarters,
      replayChanged(quarters, (problem) => dates.change(problem), year.readings),
    );
    const bookings = booked(bank).filter(
      ({ accountId: id, kind }) => id === accountId(2) && (kind === 'INTEREST' || kind === 'WITHHOLDING'),
    );
    const of = (all: readonly BankBooking[]) =>
      reconcile({ year: 2028, quarters, bookings: all, typed: new Map() })
        .find(({ account }) => account.id === accountId(2))
        ?.figures.find(({ figure }) => figure === 'GROSS_INTEREST');
    expect(of(bookings)).toMatchObject({
      verdict: 'EXPLAINED',
      explanations: [{ practice: 'INTEREST_YEAR_360', with: 'INTEREST_BOOKED_DATES', exact: true }],
    });
    const off = bookings.map((one) => ({ ...one, amountCents: one.amountCents + 3 }));
    expect(of(off)).toMatchObject({ verdict: 'ERROR', explanations: [] });
  });

  it('are few, and never two answers to one question', () => {
    expect(PRACTICE_PAIRS.length).toBeLessThan(80);
    const ids = PRACTICE_PAIRS.map((pair) => pair.map(({ id }) => id).join('+'));
    expect(ids).toContain('DUTY_TWELFTHS+DUTY_BASE_CLOSING');
    expect(ids).not.toContain('DUTY_DAYS+DUTY_TWELFTHS');
    expect(ids).not.toContain('DUTY_DAYS+WITHHOLDING_26');
  });
});

describe('practices', () => {
  const quarters = contested();

  it.each(TRIED_PRACTICES.map((practice) => [practice.id, practice] as const))(
    'explain the figures of a bank that follows %s',
    (id, { change, readings, figures }) => {
      const bank = periodFigures(quarters, replayChanged(quarters, change, readings));
      const kinds = new Set<string>(
        figures.map((figure) => (figure === 'STAMP_DUTY' ? figure : figure === 'FEES' ? 'FEE' : 'INTEREST')),
      );
      const bookings = booked(bank).filter(({ kind }) =>
        kinds.has(kind === 'WITHHOLDING' ? 'INTEREST' : kind),
      );
      const all = reconcile({ year: 2028, quarters, bookings, typed: new Map() }).flatMap(
        (one) => one.figures,
      );
      const explained = all.filter(({ verdict }) => verdict === 'EXPLAINED');
      expect(explained.flatMap(({ explanations }) => explanations)).toContainEqual({
        practice: id,
        exact: true,
      });
      expect(all.filter(({ verdict }) => verdict === 'ERROR')).toEqual([]);
    },
  );
});
