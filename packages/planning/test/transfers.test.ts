/** When transfers arrive, which ones the rules forbid, what matures, what passes into the next quarter. */

import {
  horizonOf,
  type Account,
  addDays,
  arrivalDay,
  type Bank,
  carriedOver,
  checkProblem,
  closingBalances,
  dayRulesOf,
  evaluate,
  isMovable,
  limitsOf,
  limitsOn,
  nextQuarter,
  type Operation,
  operationArrivalDay,
  piecesOf,
  type Problem,
  ProblemError,
  timelineOf,
  type Transfer,
  transferObstacle,
  withoutMovableTransfers,
} from '../src/index.js';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aSetup,
  aTransfer,
  aTransferOperation,
  bankId,
  flatRate,
  groupId,
  theSettings,
} from '../src/testing/index.js';

const CALENDAR = 'TARGET_AND_ITALY';

/** Account 1 at bank 1 and account 2 at bank 2, 1,000.00 each, Q2 2027. */
function pair(
  first: Partial<Account> = {},
  second: Partial<Account> = {},
  more: Partial<Problem> = {},
): Problem {
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accounts: [anAccount(1, first), anAccount(2, { bankId: bankId(2), ...second })],
    setups: [aSetup(1, 100_000), aSetup(2, 100_000)],
    ...more,
  });
}

const balances = (problem: Problem, account: number, transfers = [] as Parameters<typeof evaluate>[1]) => {
  const { days, accounts } = evaluate(problem, transfers);
  const daily = accounts.find((entry) => entry.accountId === accountId(account))?.dailyBalancesCents ?? [];
  return Object.fromEntries(days.map((day, position) => [day, daily[position] ?? NaN]));
};

describe('a transfer arrives', () => {
  const source = { bankId: bankId(1), transferLeadDays: 1 };
  const there = { bankId: bankId(2) };

  it.each([
    ['the next business day', '2027-04-07', '2027-04-08'],
    ['on Monday when made on Friday', '2027-04-09', '2027-04-12'],
    ['on Tuesday when made on Saturday: it counts as received on Monday', '2027-04-10', '2027-04-13'],
    ['after Easter, when made on the Thursday before', '2027-03-25', '2027-03-30'],
    ['after 4 October 2027', '2027-10-01', '2027-10-05'],
    ['in the next year', '2027-12-31', '2028-01-03'],
  ])('%s', (_, date, arrives) => {
    expect(arrivalDay(source, there, date, CALENDAR)).toBe(arrives);
  });

  it('the same day inside one bank, or when instant, even on a Sunday', () => {
    expect(arrivalDay(source, { bankId: bankId(1) }, '2027-04-11', CALENDAR)).toBe('2027-04-11');
    expect(arrivalDay({ ...source, transferLeadDays: 0 }, there, '2027-04-11', CALENDAR)).toBe('2027-04-11');
  });

  it('PLANNED on the later of its value day and the lead days, DONE on its value day', () => {
    const of = (status: Operation['status'], valueDate: string): string =>
      operationArrivalDay({ date: '2027-04-07', valueDate, status }, source, there, CALENDAR);
    expect(of('PLANNED', '2027-04-07')).toBe('2027-04-08');
    expect(of('PLANNED', '2027-04-20')).toBe('2027-04-20');
    expect(of('DONE', '2027-04-07')).toBe('2027-04-07');
    expect(of('DONE', '2027-04-20')).toBe('2027-04-20');
  });

  it('in both balances; between the two days the money is on no account', () => {
    const problem = pair({ transferLeadDays: 1 });
    const transfer = aTransfer(1, 2, '2027-04-09', 30_000);
    expect(balances(problem, 1, [transfer])).toMatchObject({ '2027-04-08': 100_000, '2027-04-09': 70_000 });
    expect(balances(problem, 2, [transfer])).toMatchObject({ '2027-04-11': 100_000, '2027-04-12': 130_000 });
    for (const { bookedCents, valueCents } of timelineOf(problem, [transfer]).accounts) {
      expect(valueCents).toEqual(bookedCents);
    }
  });

  it('costs its fee on the source, at the same bank too', () => {
    const problem = pair({ transferFeeCents: 150 }, { bankId: bankId(1) });
    const done = evaluate(
      { ...problem, operations: [aTransferOperation(1, 1, 2, '2027-05-03', 1000, { status: 'DONE' })] },
      [aTransfer(1, 2, '2027-05-04', 1000), aTransfer(2, 1, '2027-05-05', 1000)],
    );
    expect(done.accounts.map((account) => account.transferFeesCents)).toEqual([300, 0]);
    expect(done.netReturnCents).toBe(-300);
  });
});

describe('an instant transfer', () => {
  const [FRIDAY, SATURDAY, MONDAY] = ['2027-04-09', '2027-04-10', '2027-04-12'];
  const instant = { send: true, receive: true };
  const banks = (fields: Partial<Bank>, second = fields): Partial<Problem> => ({
    banks: [aBank(1, fields), aBank(2, second)],
  });
  const daysOf = (problem: Problem, transfer: Partial<Transfer> = {}) => {
    const made = { ...aTransfer(1, 2, FRIDAY, 30_000), ...transfer };
    const { accounts, violations } = evaluate(problem, [made]);
    const arrival = Object.entries(balances(problem, 2, [made])).find(([, cents]) => cents === 130_000)?.[0];
    return { arrival, feesCents: accounts[0]?.transferFeesCents, refused: violations.length };
  };
  const slow = { transferLeadDays: 1, transferFeeCents: 50 };

  it('arrives on its day where both banks offer it, and costs its own fee', () => {
    expect(daysOf(pair(slow, {}, banks({ instant })))).toEqual({
      arrival: FRIDAY,
      feesCents: 50,
      refused: 0,
    });
    const cheaper = { ...slow, instantFeeCents: 20 };
    expect(daysOf(pair(cheaper, {}, banks({ instant })))).toMatchObject({ arrival: FRIDAY, feesCents: 20 });
    expect(daysOf(pair(cheaper, {}, banks({ instant })), { speed: 'ORDINARY' })).toEqual({
      arrival: MONDAY,
      feesCents: 50,
      refused: 0,
    });
  });

  it.each<[string, Partial<Account>, Partial<Account>, Partial<Problem>]>([
    ['one bank does not send', {}, {}, banks({ instant: { ...instant, send: false } }, { instant })],
    ['the other does not receive', {}, {}, banks({ instant }, { instant: { ...instant, receive: false } })],
    ['it begins later', {}, {}, banks({ instant: { ...instant, from: SATURDAY } })],
    ['a deposit exchanges with one account', { linkedAccountId: accountId(2) }, {}, banks({ instant })],
    ['nothing is known of the banks', {}, {}, {}],
  ])(
    'is not made where %s: then it goes as before, and one that has to be instant is refused',
    (...given) => {
      const [, first, second, more] = given;
      const problem = pair({ ...slow, ...first }, second, more);
      expect(daysOf(problem)).toEqual({ arrival: MONDAY, feesCents: 50, refused: 0 });
      expect(daysOf(problem, { speed: 'INSTANT' }).refused).toBe(1);
    },
  );

  it('is not chosen by itself where it costs more', () => {
    const problem = pair({ ...slow, instantFeeCents: 90 }, {}, banks({ instant }));
    expect(daysOf(problem)).toMatchObject({ arrival: MONDAY, feesCents: 50 });
    expect(daysOf(problem, { speed: 'INSTANT' })).toEqual({ arrival: FRIDAY, feesCents: 90, refused: 0 });
  });

  it('is made on a Saturday where both banks book it on that day', () => {
    const made = (weekendBooking?: Bank['weekendBooking']) =>
      daysOf(pair(slow, {}, banks({ instant }, { instant, weekendBooking })), { date: SATURDAY });
    const both = pair(slow, {}, banks({ instant, weekendBooking: 'SAME_DAY' }));
    expect(daysOf(both, { date: SATURDAY })).toEqual({ arrival: SATURDAY, feesCents: 50, refused: 0 });
    expect(made('SAME_DAY').refused).toBe(1);
    expect(made().refused).toBe(1);
  });

  it('planned before is kept as it was stored', () => {
    const stored = (fields: Partial<Operation>) =>
      evaluate({
        ...pair(slow, {}, banks({ instant })),
        operations: [
          aTransferOperation(1, 1, 2, FRIDAY, 30_000, { origin: 'OPTIMIZER', valueDate: MONDAY, ...fields }),
        ],
      }).accounts[1]?.dailyBalancesCents[8];
    expect(stored({})).toBe(100_000);
    expect(stored({ valueDate: FRIDAY })).toBe(100_000);
    expect(stored({ valueDate: FRIDAY, speed: 'INSTANT' })).toBe(130_000);
  });
});

describe('after the cut-off of its account', () => {
  const FRIDAY = '2027-04-09';
  const instant = { send: true, receive: true };
  const late = (time: string, second: Partial<Account> = {}, more: Partial<Problem> = {}) =>
    pair({ transferLeadDays: 1, cutOff: '17:00' }, second, {
      ...more,
      orderedFrom: { date: FRIDAY, time },
    });
  const refused = (problem: Problem, fields: Partial<Transfer> = {}) =>
    evaluate(problem, [{ ...aTransfer(1, 2, FRIDAY, 500), ...fields }]).violations.map(({ kind }) => kind);
  const obstacle = (problem: Problem, speed?: Transfer['speed']) => {
    const end = (number: number) => ({
      account: problem.accounts[number - 1] ?? anAccount(number),
      setup: aSetup(number),
      bank: problem.banks[number - 1] ?? aBank(number),
    });
    const transfer = { date: FRIDAY, speed };
    return transferObstacle(end(1), end(2), transfer, horizonOf(problem), dayRulesOf(problem))?.kind;
  };

  it('an ordinary transfer no longer leaves on that day, and leaves on the next', () => {
    expect(refused(late('16:59'))).toEqual([]);
    expect(refused(late('17:00'))).toEqual(['TRANSFER_NOT_ALLOWED']);
    expect(obstacle(late('17:40'))).toBe('CUT_OFF_PASSED');
    expect(refused(late('17:40'), { date: '2027-04-12' })).toEqual([]);
  });

  it('money still moves at once, and within the bank', () => {
    const banks = [aBank(1, { instant }), aBank(2, { instant })];
    expect(refused(late('17:40', {}, { banks }))).toEqual([]);
    expect(refused(late('17:40', {}, { banks }), { speed: 'ORDINARY' })).toEqual(['TRANSFER_NOT_ALLOWED']);
    expect(obstacle(late('17:40'), 'INSTANT')).toBe('SPEED_NOT_POSSIBLE');
    expect(refused(late('17:40', { bankId: bankId(1) }))).toEqual([]);
  });

  it('is a time of the day', () => {
    const paths = (cutOff: string) => checkProblem(pair({ cutOff })).map(({ path }) => path);
    expect(paths('17:00')).toEqual([]);
    for (const wrong of ['24:00', '7:00', '17:60']) expect(paths(wrong)).toEqual(['accounts.0.cutOff']);
  });
});

describe('the limits of transfers', () => {
  const DAY = '2027-04-09';
  const refused = (fields: Partial<Account>, amounts: readonly number[], more: Partial<Problem> = {}) =>
    evaluate(
      pair({ minBalanceCents: -1_000_000, ...fields }, {}, more),
      amounts.map((cents) => aTransfer(1, 2, DAY, cents)),
    ).violations.map(({ kind, date, amountCents }) => [kind, date, amountCents]);

  it('bound each transfer to another bank, and the sum of a day', () => {
    expect(refused({ singleLimitCents: 500 }, [500, 500])).toEqual([]);
    expect(refused({ singleLimitCents: 500 }, [501])).toEqual([['SINGLE_LIMIT_EXCEEDED', DAY, 1]]);
    expect(refused({ dailyLimitCents: 800 }, [500, 300])).toEqual([]);
    expect(refused({ dailyLimitCents: 800 }, [500, 301])).toEqual([['DAILY_LIMIT_EXCEEDED', DAY, 1]]);
  });

  it('count what is done on the day, which alone breaks none', () => {
    const operations = [aTransferOperation(1, 1, 2, DAY, 900, { status: 'DONE' })];
    expect(refused({ singleLimitCents: 500, dailyLimitCents: 800 }, [], { operations })).toEqual([]);
    expect(refused({ singleLimitCents: 500, dailyLimitCents: 800 }, [100], { operations })).toEqual([
      ['DAILY_LIMIT_EXCEEDED', DAY, 200],
    ]);
    const planned = [aTransferOperation(1, 1, 2, DAY, 900)];
    expect(refused({ singleLimitCents: 500 }, [], { operations: planned })).toEqual([
      ['SINGLE_LIMIT_EXCEEDED', DAY, 400],
    ]);
  });

  it('leave money that stays within the bank alone', () => {
    const problem = pair({ singleLimitCents: 1, dailyLimitCents: 1 }, { bankId: bankId(1) });
    expect(evaluate(problem, [aTransfer(1, 2, DAY, 500)]).violations).toEqual([]);
  });

  it('split an amount into the fewest pieces', () => {
    expect(piecesOf(1200, 500)).toEqual([500, 500, 200]);
    expect(piecesOf(1000, 500)).toEqual([500, 500]);
    expect(piecesOf(500, 500)).toEqual([500]);
    expect(piecesOf(500, Infinity)).toEqual([500]);
  });

  it('are positive amounts', () => {
    const paths = checkProblem(pair({ singleLimitCents: 0, dailyLimitCents: -1 })).map(({ path }) => path);
    expect(paths).toEqual(['accounts.0.singleLimitCents', 'accounts.0.dailyLimitCents']);
  });
});

describe('booked and value days', () => {
  it('5,000 booked on Friday 30 July with value Monday 2 August earns three days less', () => {
    const gross = (valueDate: string): number | undefined =>
      evaluate(
        aProblem({
          quarter: '2027-07-01',
          accounts: [anAccount(1, { rates: flatRate(3.65) })],
          operations: [anIncome(1, 1, '2027-07-30', 500_000, { valueDate })],
        }),
      ).accounts[0]?.grossInterestCents;
    // 5,000 × 3.65 % / 365 = 0.50 a day; 63 days from 30 July to 30 September.
    expect([gross('2027-07-30'), gross('2027-08-02')]).toEqual([3150, 3000]);
  });

  it('limits look at the booked balance, overdraft interest at the value one', () => {
    const problem = aProblem({
      accounts: [anAccount(1, { overdraftRatePct: 10 })],
      setups: [aSetup(1, 100_000)],
      operations: [
        anIncome(1, 1, '2027-04-12', 365_000, { valueDate: '2027-04-22' }),
        anExpense(2, 1, '2027-04-12', 465_000),
      ],
    });
    const { violations, accounts } = evaluate(problem);
    expect(violations).toEqual([]);
    // Ten days at −3,650.00 and 10 %.
    expect(accounts[0]).toMatchObject({
      overdraftInterestCents: 1000,
      grossInterestCents: 0,
      netReturnCents: -1000,
    });
  });

  it('a value day before the quarter counts from its first day', () => {
    const problem = aProblem({
      accounts: [anAccount(1, { rates: flatRate(3.65) })],
      operations: [anIncome(1, 1, '2027-04-02', 100_000, { valueDate: '2027-03-31' })],
    });
    expect(evaluate(problem).accounts[0]?.grossInterestCents).toBe(910);
  });
});

describe('transfers the rules forbid', () => {
  const settings = theSettings();
  const obstacle = (problem: Problem, from = 1, to = 2, date = '2027-05-03'): string | undefined => {
    const end = (number: number) => ({
      account: problem.accounts.find(({ id }) => id === accountId(number)) ?? anAccount(number),
      setup: problem.setups.find((setup) => setup.accountId === accountId(number)) ?? aSetup(number),
      bank: problem.banks.find(({ id }) => id === bankId(number)) ?? aBank(number),
    });
    return transferObstacle(end(from), end(to), { date }, horizonOf(problem), problem.settings)?.kind;
  };

  const forbidden: readonly [string, Problem, string?][] = [
    ['CANNOT_SEND', pair({ canSend: false })],
    ['CANNOT_RECEIVE', pair({}, { canReceive: false })],
    ['INACTIVE', pair({}, { active: false })],
    ['EXCLUDED', pair({}, {}, { setups: [aSetup(1), aSetup(2, 0, { excluded: true })] })],
    ['NOT_LINKED', pair({ linkedAccountId: accountId(3) })],
    ['NOT_LINKED', pair({}, { linkedAccountId: accountId(3) })],
    ['TERM_DEPOSIT', pair({}, { kind: 'DEPOSIT_TERM', maturityDate: '2027-04-15' })],
    ['TERM_DEPOSIT', pair({ kind: 'DEPOSIT_TERM', maturityDate: '2027-05-04' })],
    ['NOT_OPEN', pair({ openedOn: '2027-05-04' })],
    ['NOT_OPEN', pair({ closedOn: '2027-05-02' })],
    ['NOT_OPEN', pair({ transferLeadDays: 1 }, { closedOn: '2027-05-03' })],
    ['NOT_BUSINESS_DAY', pair(), '2027-05-01'],
    ['NOT_BUSINESS_DAY', pair(), '2027-06-02'],
    ['OUTSIDE_QUARTER', pair(), '2027-07-01'],
  ];
  it.each(forbidden.map(([kind, problem, date = '2027-05-03']) => ({ kind, problem, date })))(
    '$kind on $date',
    ({ kind, problem, date }) => {
      expect(obstacle(problem, 1, 2, date)).toBe(kind);
      const tried = aTransfer(1, 2, date, 500);
      expect(
        evaluate(problem, [tried]).violations.filter((v) => v.kind === 'TRANSFER_NOT_ALLOWED'),
      ).toMatchObject([{ date: tried.date, amountCents: 500 }]);
    },
  );

  it('allow the rest', () => {
    expect(obstacle(pair())).toBeUndefined();
    expect(
      obstacle(pair({ linkedAccountId: accountId(2) }, { linkedAccountId: accountId(1) })),
    ).toBeUndefined();
    expect(obstacle(pair({ kind: 'DEPOSIT_TERM', maturityDate: '2027-05-03' }))).toBeUndefined();
    expect(
      obstacle(pair({}, {}, { settings: { ...settings, businessDaysOnly: false } }), 1, 2, '2027-05-01'),
    ).toBe(undefined);
    expect(
      obstacle(pair({}, {}, { settings: { ...settings, calendar: 'TARGET' } }), 1, 2, '2027-06-02'),
    ).toBe(undefined);
    expect(obstacle(pair(), 1, 1)).toBe('SAME_ACCOUNT');
  });

  it('what a person entered is a fact; what the optimizer proposed before is judged again', () => {
    const operation = (fields: Partial<Operation>) => ({
      ...pair({ canSend: false }),
      operations: [aTransferOperation(1, 1, 2, '2027-05-03', 500, fields)],
    });
    const kinds = (problem: Problem): string[] => evaluate(problem).violations.map(({ kind }) => kind);
    expect(kinds(operation({}))).toEqual([]);
    expect(kinds(operation({ origin: 'OPTIMIZER', locked: true }))).toEqual([]);
    expect(kinds(operation({ origin: 'OPTIMIZER', status: 'DONE' }))).toEqual([]);
    expect(kinds(operation({ origin: 'OPTIMIZER' }))).toEqual(['TRANSFER_NOT_ALLOWED']);
  });

  it('the baseline is the quarter without what the optimizer may replace', () => {
    const movable = aTransferOperation(1, 1, 2, '2027-05-03', 500, { origin: 'OPTIMIZER' });
    const kept = [
      { ...movable, locked: true },
      { ...movable, status: 'DONE' as const },
      { ...movable, origin: 'MANUAL' as const },
      anIncome(2, 1, '2027-05-03', 500, { origin: 'OPTIMIZER' }),
    ];
    expect([movable, ...kept].filter(isMovable)).toEqual([movable]);
    expect(withoutMovableTransfers(pair({}, {}, { operations: [movable, ...kept] })).operations).toEqual(
      kept,
    );
  });

  it('an account unknown to the problem is an error that names the field', () => {
    expect(() => evaluate(pair(), [aTransfer(1, 9, '2027-05-03', 1)])).toThrow(
      new ProblemError('transfers.0.toAccountId', 'no such account'),
    );
    expect(() => evaluate(pair({}, {}, { operations: [anIncome(1, 9, '2027-05-03', 1)] }))).toThrow(
      'operations.0.accountId',
    );
    expect(() => evaluate(pair({ bankId: bankId(9) }))).toThrow('accounts.0.bankId');
    expect(() => evaluate(pair({ accountGroupId: groupId(9) }))).toThrow('accounts.0.accountGroupId');
    expect(() => evaluate(pair({}, {}, { setups: [aSetup(9)] }))).toThrow('setups.0.accountId');
  });

  it('an account without a setup takes no part', () => {
    const problem = pair({}, {}, { setups: [aSetup(1, 100_000)] });
    expect(evaluate(problem).accounts.map((account) => account.accountId)).toEqual([accountId(1)]);
    expect(evaluate(problem, [aTransfer(1, 2, '2027-05-03', 1)]).violations).toMatchObject([
      { kind: 'TRANSFER_NOT_ALLOWED', accountId: accountId(2) },
    ]);
  });
});

describe('limits', () => {
  const settings = { minBalanceCents: 20_000 };
  const { excluded: _, ...open } = aSetup(1);

  it("come from the setup, else the account, else the household's floor", () => {
    const min = (account: number, setup?: number): number | undefined =>
      limitsOf(
        anAccount(1, { minBalanceCents: account }),
        { ...open, excluded: false, minBalanceCents: setup },
        settings,
      ).minCents;
    expect([min(0), min(5000), min(-50_000), min(5000, 0), min(0, -1)]).toEqual([
      20_000, 5000, -50_000, 0, -1,
    ]);
    const max = (account?: number, setup?: number): number | undefined =>
      limitsOf(
        anAccount(1, { maxBalanceCents: account }),
        { ...open, excluded: false, maxBalanceCents: setup },
        settings,
      ).maxCents;
    expect([max(), max(7), max(7, 9)]).toEqual([undefined, 7, 9]);
  });

  it('an excluded account has none', () => {
    const setup = aSetup(1, -500, { excluded: true, minBalanceCents: 0, maxBalanceCents: 0 });
    expect(limitsOn(anAccount(1, { openedOn: '2027-05-01' }), setup, settings, '2027-04-01')).toEqual({
      minCents: undefined,
      maxCents: undefined,
    });
    expect(evaluate(aProblem({ setups: [setup] })).violations).toEqual([]);
  });

  it('nothing may lie on an account before it opens or after it closes', () => {
    const account = anAccount(1, { openedOn: '2027-04-10', closedOn: '2027-05-10', minBalanceCents: 1000 });
    const on = (day: string) => limitsOn(account, aSetup(1), settings, day);
    expect([on('2027-04-09'), on('2027-05-11')]).toEqual(Array(2).fill({ minCents: 0, maxCents: 0 }));
    expect([on('2027-04-10'), on('2027-05-10')]).toEqual(
      Array(2).fill({ minCents: 1000, maxCents: undefined }),
    );
    const { violations } = evaluate(aProblem({ accounts: [account], setups: [aSetup(1, 1500)] }));
    expect(violations).toEqual([
      { kind: 'ABOVE_MAXIMUM', accountId: accountId(1), date: '2027-05-11', amountCents: 1500 },
    ]);
  });

  it('one violation a kind: its first day, and the cents of its worst', () => {
    const { violations } = evaluate(
      aProblem({
        accounts: [anAccount(1, { minBalanceCents: 1000, maxBalanceCents: 9000 })],
        setups: [aSetup(1, 5000)],
        operations: [
          anExpense(1, 1, '2027-04-05', 4500),
          anExpense(2, 1, '2027-04-20', 700),
          anIncome(3, 1, '2027-05-05', 10_000),
          anIncome(4, 1, '2027-06-30', 1),
        ],
      }),
    );
    expect(violations).toEqual([
      { kind: 'BELOW_MINIMUM', accountId: accountId(1), date: '2027-04-05', amountCents: 1200 },
      { kind: 'ABOVE_MAXIMUM', accountId: accountId(1), date: '2027-05-05', amountCents: 801 },
    ]);
  });
});

describe('the guarantee', () => {
  const household = (fields: Partial<Problem> = {}): Problem =>
    aProblem({
      banks: [aBank(1), aBank(2)],
      accountGroups: [aGroup(1, { holders: ['Anna'] }), aGroup(2, { holders: ['Anna', 'Bruno', 'Carla'] })],
      accounts: [
        anAccount(1),
        anAccount(2, { accountGroupId: groupId(2) }),
        anAccount(3, { bankId: bankId(2) }),
      ],
      setups: [aSetup(1, 8_000_000), aSetup(2, 6_000_000), aSetup(3, 10_000_000)],
      ...fields,
    });

  it('counts a joint account in equal shares, bank by bank; exactly the limit is covered', () => {
    const { guarantee, violations } = evaluate(household());
    expect(guarantee).toEqual([
      { holder: 'Anna', bankId: bankId(1), peakCents: 10_000_000, peakDate: '2027-04-01' },
      { holder: 'Bruno', bankId: bankId(1), peakCents: 2_000_000, peakDate: '2027-04-01' },
      { holder: 'Carla', bankId: bankId(1), peakCents: 2_000_000, peakDate: '2027-04-01' },
      { holder: 'Anna', bankId: bankId(2), peakCents: 10_000_000, peakDate: '2027-04-01' },
    ]);
    expect(violations).toEqual([]);
  });

  it('a third of a cent above is above, and points at the largest account', () => {
    const operations = [anIncome(1, 2, '2027-05-03', 1)];
    const violation = {
      kind: 'GUARANTEE_EXCEEDED',
      accountId: accountId(1),
      date: '2027-05-03',
      amountCents: 1,
      holder: 'Anna',
      bankId: bankId(1),
    };
    expect(evaluate(household({ operations })).violations).toEqual([violation]);
    const off = theSettings({ guaranteePolicy: 'OFF' });
    expect(evaluate(household({ operations, settings: off })).violations).toEqual([]);
  });

  it('there is no limit where there is no scheme, and cash is at no bank', () => {
    const operations = [anIncome(1, 1, '2027-05-03', 5_000_000)];
    const none = household({ operations, banks: [aBank(1, { guaranteeScheme: 'NONE' }), aBank(2)] });
    expect(evaluate(none).violations).toEqual([]);
    const cash = aProblem({ accounts: [anAccount(1, { kind: 'CASH' })], setups: [aSetup(1, 50_000_000)] });
    expect(evaluate(cash)).toMatchObject({ guarantee: [], violations: [] });
  });
});

describe('a term deposit', () => {
  const term = (fields: Partial<Account> = {}, more: Partial<Problem> = {}): Problem =>
    pair(
      {
        kind: 'DEPOSIT_TERM',
        maturityDate: '2027-05-14',
        linkedAccountId: accountId(2),
        transferLeadDays: 1,
        transferFeeCents: 500,
        minBalanceCents: 100_000,
        ...fields,
      },
      {},
      more,
    );

  it('pays its principal to the linked account at maturity, free of charge, without breaking its minimum', () => {
    const problem = term();
    expect(balances(problem, 1)).toMatchObject({ '2027-05-13': 100_000, '2027-05-14': 0, '2027-06-30': 0 });
    // 14 May 2027 is a Friday; the linked account is at another bank.
    expect(balances(problem, 2)).toMatchObject({ '2027-05-16': 100_000, '2027-05-17': 200_000 });
    const { violations, accounts } = evaluate(problem);
    expect(violations).toEqual([]);
    expect(accounts[0]).toMatchObject({
      transfersOutCents: 100_000,
      transferFeesCents: 0,
      closingBalanceCents: 0,
    });
    expect(accounts[1]).toMatchObject({ transfersInCents: 100_000, closingBalanceCents: 200_000 });
  });

  it.each([
    ['imported on the day', '2027-05-14'],
    ['imported days later', '2027-05-18'],
  ])('does not pay twice when the payout is entered too: %s', (_, date) => {
    const operations = [aTransferOperation(1, 1, 2, date, 100_000, { status: 'DONE' })];
    const { accounts } = evaluate(term({}, { operations }));
    expect(accounts.map((account) => account.closingBalanceCents)).toEqual([0, 200_000]);
    expect(accounts[0]).toMatchObject({ transfersOutCents: 100_000 });
  });

  it('stays where it is without a linked account, or when it matured before the quarter', () => {
    expect(balances(term({ linkedAccountId: undefined }), 1)['2027-06-30']).toBe(100_000);
    expect(balances(term({ maturityDate: '2027-03-31' }), 1)['2027-06-30']).toBe(100_000);
  });

  it('earns until the day before', () => {
    const problem = term({ rates: flatRate(3.65) });
    // 1 April to 13 May: 43 days at 0.10.
    expect(evaluate(problem).accounts[0]?.grossInterestCents).toBe(430);
  });

  it('earns nothing from its maturity on where its principal stays', () => {
    const rates = flatRate(3.65);
    expect(evaluate(term({ rates, linkedAccountId: undefined })).accounts[0]?.grossInterestCents).toBe(430);
    expect(evaluate(term({ rates, maturityDate: '2027-03-31' })).accounts[0]?.grossInterestCents).toBe(0);
    const operations = [aTransferOperation(1, 1, 2, '2027-05-20', 100_000, { status: 'DONE' })];
    expect(evaluate(term({ rates }, { operations })).accounts[0]?.grossInterestCents).toBe(430);
  });
});

describe('from quarter to quarter', () => {
  const chained = (problem: Problem): Problem => {
    const closing = closingBalances(problem);
    return {
      ...problem,
      quarter: nextQuarter(problem.quarter),
      setups: problem.setups.map((setup) => ({
        ...setup,
        openingBalanceCents: closing.get(setup.accountId) ?? NaN,
      })),
      operations: carriedOver(problem),
    };
  };

  it('nothing is lost: transfers in transit, later value days and principals arrive in the next one', () => {
    const first = pair(
      {
        kind: 'DEPOSIT_TERM',
        maturityDate: '2027-06-30',
        linkedAccountId: accountId(2),
        transferLeadDays: 2,
      },
      { rates: flatRate(3.65), transferLeadDays: 1, openedOn: '2020-01-01' },
      {
        accounts: [
          anAccount(1, {
            kind: 'DEPOSIT_TERM',
            maturityDate: '2027-06-30',
            linkedAccountId: accountId(2),
            transferLeadDays: 2,
          }),
          anAccount(2, { bankId: bankId(2), rates: flatRate(3.65), transferLeadDays: 1 }),
          anAccount(3),
        ],
        setups: [aSetup(1, 100_000), aSetup(2, 100_000), aSetup(3, 0)],
        operations: [
          aTransferOperation(1, 2, 3, '2027-06-30', 30_000),
          anIncome(2, 2, '2027-06-30', 500_000, { valueDate: '2027-07-05' }),
          anExpense(3, 2, '2027-06-29', 100),
        ],
      },
    );
    const second = chained(first);
    expect(second.operations.map(({ id, status }) => [id, status])).toEqual([
      [first.operations[0]?.id, 'PLANNED'],
      [first.operations[1]?.id, 'PLANNED'],
      [accountId(1), 'DONE'],
    ]);
    expect(checkProblem(second)).toEqual([]);
    const closing = evaluate(first).accounts.map((account) => account.closingBalanceCents);
    expect(closing).toEqual([0, 569_900, 0]);
    expect(balances(second, 3)).toMatchObject({ '2027-07-01': 30_000 });
    expect(balances(second, 2)).toMatchObject({ '2027-07-01': 569_900, '2027-07-02': 669_900 });
    const total = evaluate(second).accounts.reduce((sum, account) => sum + account.closingBalanceCents, 0);
    expect(total).toBe(100_000 + 100_000 + 500_000 - 100);
    // The 5,000.00 earn nothing from 1 to 4 July: 4 days at 0.50 less than their booked balance would.
    const [, timeline] = timelineOf(second).accounts;
    expect(timeline?.valueCents.slice(0, 6)).toEqual([69_900, 169_900, 169_900, 169_900, 669_900, 669_900]);
    expect(carriedOver(second)).toEqual([]);
  });

  it('an account opened in the quarter has its opening balance from that day', () => {
    const problem = aProblem({
      accounts: [anAccount(1, { openedOn: '2027-05-10', dutyRegime: 'FIXED', monthlyFeeCents: 100 })],
      setups: [aSetup(1, 700_000)],
    });
    const daily = balances(problem, 1);
    expect([daily[addDays('2027-05-10', -1)], daily['2027-05-10']]).toEqual([0, 700_000]);
    const { accounts, dutyGroups } = evaluate(problem);
    expect(accounts[0]).toMatchObject({ averageBalanceCents: 700_000, monthlyFeesCents: 200 });
    // 52 of 365 days.
    expect(dutyGroups).toMatchObject([{ due: true, stampDutyCents: 487 }]);
  });
});

test('a person is one person, however the name is written', () => {
  const problem = aProblem({
    accountGroups: [
      aGroup(1, { holders: ['Anna  Rossi', 'Bruno'] }),
      aGroup(2, { holders: ['bruno', 'ANNA Rossi '] }),
    ],
    accounts: [1, 2].map((number) =>
      anAccount(number, { dutyRegime: 'FIXED', accountGroupId: groupId(number) }),
    ),
    setups: [aSetup(1, 300_000), aSetup(2, 300_000)],
  });
  const { dutyGroups, guarantee } = evaluate(problem);
  expect(dutyGroups).toMatchObject([{ due: true, accountIds: [accountId(1), accountId(2)] }]);
  expect(guarantee.map(({ holder, peakCents }) => [holder, peakCents])).toEqual([
    ['Anna  Rossi', 300_000],
    ['Bruno', 300_000],
  ]);
});

describe('the duty of a group', () => {
  it('an account of average exactly zero pays with the others, a negative one does not, the bank may bear it', () => {
    const fixed: Partial<Account> = { dutyRegime: 'FIXED', minBalanceCents: -1_000_000 };
    const problem = aProblem({
      accountGroups: [aGroup(1, { holders: ['Anna', 'Bruno'] }), aGroup(2, { holders: ['Bruno', 'Anna'] })],
      accounts: [
        anAccount(1, fixed),
        anAccount(2, { ...fixed, accountGroupId: groupId(2) }),
        anAccount(3, fixed),
        anAccount(4, { ...fixed, dutyPaidByBank: true }),
      ],
      setups: [aSetup(1, 450_000), aSetup(2, 0), aSetup(3, -800_000), aSetup(4, 50_001)],
    });
    const { accounts, dutyGroups } = evaluate(problem);
    expect(accounts.map((account) => account.stampDutyCents)).toEqual([853, 853, 0, 0]);
    // Two groups of accounts, but the same two people: one set of holders.
    expect(dutyGroups).toMatchObject([{ aggregateAverageCents: 500_001, due: true, stampDutyCents: 1706 }]);
  });
});

describe('credits that waive a fee', () => {
  const fees = (problem: Problem): number | undefined => evaluate(problem).accounts[0]?.monthlyFeesCents;
  const account: Partial<Account> = { monthlyFeeCents: 300, feeWaiver: { minMonthlyCreditsCents: 50_000 } };
  const twice = [anIncome(1, 1, '2027-05-03', 20_000), aTransferOperation(2, 2, 1, '2027-05-04', 30_000)];

  it('are income, month by month, and nothing that the household sends itself', () => {
    expect(fees(pair(account))).toBe(900);
    expect(fees(pair(account, {}, { operations: [anIncome(1, 1, '2027-05-31', 50_000)] }))).toBe(600);
    expect(fees(pair(account, {}, { operations: twice }))).toBe(900);
    const toAndFro = [
      aTransferOperation(1, 2, 1, '2027-05-04', 50_000),
      aTransferOperation(2, 1, 2, '2027-05-04', 50_000),
    ];
    expect(fees(pair(account, {}, { operations: toAndFro }))).toBe(900);
  });

  it('are transfers from another bank, too, where the bank counts them, and never those inside one', () => {
    const counting = { ...account, feeWaiver: { ...account.feeWaiver, ownTransfersCount: true } };
    expect(fees(pair(counting, {}, { operations: twice }))).toBe(600);
    expect(fees(pair(counting, { bankId: bankId(1) }, { operations: twice }))).toBe(900);
  });
});
