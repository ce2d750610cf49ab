/** What matures, and what passes into the next quarter. */
import {
  type Account,
  addDays,
  carriedOver,
  checkProblem,
  closingBalances,
  evaluate,
  nextQuarter,
  type Problem,
  timelineOf,
} from '../src/index.js';
import {
  accountId,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aSetup,
  aTransferOperation,
  bankId,
  flatRate,
} from '../src/testing/index.js';
import { pair, balances } from './support/pair.js';

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
