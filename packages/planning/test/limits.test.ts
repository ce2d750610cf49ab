/** Limits of balances, and the deposit guarantee. */
import { evaluate, limitsOf, limitsOn, type Problem } from '../src/index.js';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aSetup,
  bankId,
  groupId,
  theSettings,
} from '../src/testing/index.js';

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
