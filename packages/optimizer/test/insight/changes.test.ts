import { checkProblem, ratePeriodsOverlap, type RatePeriod } from '@fibado/planning';
import {
  accountId,
  aGroup,
  anAccount,
  anExpense,
  aProblem,
  aSetup,
  groupId,
  operationId,
} from '@fibado/planning/testing';
import { applyChanges, ChangeError, withPeriod } from '../../src/insight/changes.js';
import fc from 'fast-check';

const tiers = (ratePct: number) => [{ upToCents: null, ratePct }];
const period = (from: string, to: string | undefined, ratePct: number): RatePeriod => ({
  from,
  tiers: tiers(ratePct),
  tierMode: 'MARGINAL' as const,
  ...(to === undefined ? {} : { to }),
});

const problem = aProblem({
  accountGroups: [aGroup(1)],
  accounts: [anAccount(1, { maxBalanceCents: 700_000 }), anAccount(2)],
  setups: [aSetup(1, 500_000), aSetup(2, 100_000)],
  operations: [anExpense(1, 1, '2027-05-10', 20_000)],
});

describe('a rate from a day on', () => {
  it('cuts the periods around it', () => {
    const before = [period('2027-01-01', '2027-05-31', 1), period('2027-06-01', undefined, 2)];
    expect(withPeriod(before, period('2027-05-10', '2027-06-09', 3))).toEqual([
      period('2027-01-01', '2027-05-09', 1),
      period('2027-05-10', '2027-06-09', 3),
      period('2027-06-10', undefined, 2),
    ]);
    expect(withPeriod([period('2027-01-01', undefined, 1)], period('2027-02-01', '2027-02-28', 3))).toEqual([
      period('2027-01-01', '2027-01-31', 1),
      period('2027-02-01', '2027-02-28', 3),
      period('2027-03-01', undefined, 1),
    ]);
    expect(withPeriod(before, period('2027-01-01', undefined, 3))).toEqual([
      period('2027-01-01', undefined, 3),
    ]);
  });

  it('leaves every day with one rate: its own inside, the old one outside', () => {
    const day = fc
      .date({
        min: new Date('2027-01-01T00:00:00Z'),
        max: new Date('2027-12-31T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 10));
    const on = (periods: readonly RatePeriod[], when: string) =>
      periods.find(({ from, to }) => from <= when && (to === undefined || when <= to));
    fc.assert(
      fc.property(fc.uniqueArray(day, { minLength: 4, maxLength: 4 }), day, (days, when) => {
        const [a = '', b = '', c = '', d = ''] = [...days].sort();
        const before = [period(a, c, 1), period(d, undefined, 2)];
        const added = period(b, d, 3);
        const after = withPeriod(before, added);
        expect(ratePeriodsOverlap(after)).toBe(false);
        const own = b <= when && when <= d;
        expect(on(after, when)?.tiers).toEqual(own ? added.tiers : on(before, when)?.tiers);
      }),
    );
  });
});

describe('changes', () => {
  it('of every kind make a sound problem, and leave the quarter as it was', () => {
    const before = JSON.stringify(problem);
    const { id: _, bankId: __, ...fields } = anAccount(3);
    const { problem: changed, options } = applyChanges(problem, [
      { kind: 'RATE', accountId: accountId(1), period: period('2027-05-01', undefined, 2) },
      {
        kind: 'OPEN_ACCOUNT',
        accountId: accountId(3),
        account: {
          ...fields,
          accountGroupId: groupId(1),
          bank: { name: 'Nuova', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
        },
      },
      { kind: 'CLOSE_ACCOUNT', accountId: accountId(2), on: '2027-06-15' },
      {
        kind: 'MOVEMENT',
        movement: 'EXPENSE',
        accountId: accountId(3),
        date: '2027-06-01',
        amountCents: 5000,
        description: 'Caldaia',
      },
      { kind: 'OPERATION', operationId: operationId(1), dropped: false, date: '2027-05-20', amountCents: 1 },
      { kind: 'LIMITS', accountId: accountId(1), minBalanceCents: 5, maxBalanceCents: null },
      { kind: 'OPTIONS', maxTransfers: 2, effortCostCents: 7 },
    ]);
    expect(checkProblem(changed)).toEqual([]);
    expect(JSON.stringify(problem)).toBe(before);
    expect(options).toEqual({ maxTransfers: 2 });
    expect(changed.settings).toEqual({ ...problem.settings, effortCostCents: 7 });
    expect(changed.accounts[0]?.maxBalanceCents).toBeUndefined();
    expect(changed.setups[0]).toMatchObject({ minBalanceCents: 5 });
    expect(changed.accounts[1]?.closedOn).toBe('2027-06-15');
    expect(changed.accounts[2]?.bankId).toBe(accountId(3));
    expect(changed.operations[0]).toMatchObject({
      date: '2027-05-20',
      valueDate: '2027-05-20',
      amountCents: 1,
    });
    expect(changed.operations[1]).toMatchObject({
      kind: 'EXPENSE',
      amountCents: 5000,
      accountId: accountId(3),
    });
  });

  it('drop an operation', () => {
    const changes = [{ kind: 'OPERATION' as const, operationId: operationId(1), dropped: true }];
    expect(applyChanges(problem, changes).problem.operations).toEqual([]);
  });

  it('name what they refer to in vain', () => {
    const missing = accountId(9);
    for (const [change, path] of [
      [{ kind: 'CLOSE_ACCOUNT', accountId: missing, on: '2027-06-15' }, 'changes.1.accountId'],
      [{ kind: 'LIMITS', accountId: missing, minBalanceCents: 1 }, 'changes.1.accountId'],
      [{ kind: 'OPERATION', operationId: operationId(9), dropped: true }, 'changes.1.operationId'],
    ] as const) {
      const changes = [{ kind: 'OPTIONS' as const }, change];
      expect(() => applyChanges(problem, changes)).toThrow(new ChangeError(path));
    }
  });
});
