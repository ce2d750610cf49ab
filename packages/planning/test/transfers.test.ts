/** When transfers arrive, which ones the rules forbid, what matures, what passes into the next quarter. */

import {
  horizonOf,
  type Account,
  arrivalDay,
  evaluate,
  isMovable,
  type Operation,
  operationArrivalDay,
  type Problem,
  ProblemError,
  timelineOf,
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
import { pair, balances } from './support/pair.js';

const CALENDAR = 'TARGET_AND_ITALY';

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
