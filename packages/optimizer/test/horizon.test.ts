/** Plans over several quarters: the referee's figures, the price of looking at one quarter at a time, plans made again. */

import {
  carriedForward,
  evaluate,
  horizonOfQuarters,
  nextQuarter,
  quarterEnd,
  type Problem,
  type Transfer,
} from '@fibado/planning';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  aProblem,
  aSetup,
  bankId,
  flatRate,
  theSettings,
} from '@fibado/planning/testing';
import { optimize, type OptimizationResult } from '../src/index.js';

const QUARTER = '2027-01-01';

/** 3,000 € that earn 5.47 € in a quarter at 1 % net of withholding, where a transfer costs 10 € of effort. */
function household(quarters: number): Problem {
  return aProblem({
    quarter: QUARTER,
    horizon: horizonOfQuarters(QUARTER, quarters),
    banks: [aBank(1)],
    accountGroups: [aGroup(1)],
    accounts: [
      anAccount(1, { dutyRegime: 'NONE', rates: flatRate(0) }),
      anAccount(2, { dutyRegime: 'NONE', rates: flatRate(1), interestCredit: 'YEARLY' }),
    ],
    setups: [aSetup(1, 300_000), aSetup(2, 0)],
    operations: [],
    settings: theSettings({ effortCostCents: 1_000, transferStepCents: 10_000, thresholdMarginCents: 0 }),
  });
}

function expectConsistent(problem: Problem, result: OptimizationResult): void {
  const { netReturnCents, violations, quarters } = evaluate(problem, result.transfers);
  expect(violations).toEqual([]);
  expect(result.netReturnCents).toBe(netReturnCents);
  expect(result.boundCents).toBeGreaterThanOrEqual(result.objectiveCents);
  expect(result.horizon?.quarters.map((quarter) => quarter.netReturnCents)).toEqual(
    quarters.map((quarter) => quarter.netReturnCents),
  );
}

describe('plans over several quarters', () => {
  it('make a transfer that pays over the year and in no single quarter', async () => {
    const one = await optimize({ ...household(1), horizon: undefined }, { marginals: false });
    expect(one.transfers).toEqual([]);
    expect(one.horizon).toBeUndefined();

    const problem = household(4);
    const year = await optimize(problem, { marginals: false });
    expectConsistent(problem, year);
    // 1 January is a holiday, 2 and 3 a weekend: 3,000 € × 1 % × 362 / 365 days, less 26 %.
    const interest = Math.round((300_000 * 0.01 * 362) / 365);
    const net = interest - Math.round(interest * 0.26);
    expect(year.status).toBe('OPTIMAL');
    expect(year.transfers.map(({ date, amountCents }) => [date, amountCents])).toEqual([
      ['2027-01-04', 300_000],
    ]);
    expect(year.objectiveCents).toBe(net - 1_000);
    expect(year.horizon?.myopia).toEqual({ objectiveCents: 0, priceCents: net - 1_000 });
    expect(year.horizon?.quarters.map(({ transfers }) => transfers)).toEqual([1, 0, 0, 0]);
  });

  it('keep back in one quarter what the next one needs before any transfer arrives in it', async () => {
    const [quarter, next] = ['2026-10-01', QUARTER];
    // 1 January is a holiday, 2 and 3 a weekend, and a transfer of the 4th arrives on the 5th.
    const bill = { ...anExpense(1, 1, '2027-01-04', 200_000), quarter: next };
    const accounts = [
      anAccount(1, { dutyRegime: 'NONE', rates: flatRate(0) }),
      anAccount(2, { bankId: bankId(2), dutyRegime: 'NONE', rates: flatRate(4), transferLeadDays: 1 }),
    ];
    const problem: Problem = {
      ...household(2),
      quarter,
      horizon: horizonOfQuarters(quarter, 2),
      banks: [aBank(1), aBank(2)],
      accounts,
      operations: [bill],
      settings: theSettings({ effortCostCents: 10, transferStepCents: 10_000, thresholdMarginCents: 0 }),
    };
    const plan = await optimize(problem, { marginals: false });
    expectConsistent(problem, plan);
    expect(plan.horizon?.myopia?.objectiveCents).toBeGreaterThan(0);
    expect(plan.objectiveCents).toBeGreaterThanOrEqual(plan.horizon?.myopia?.objectiveCents ?? Infinity);
  });

  it('leave the later quarters as they were planned when the next quarter is planned again', async () => {
    const bill = anExpense(1, 1, '2027-08-16', 2_000_000);
    const first: Problem = {
      ...household(4),
      setups: [aSetup(1, 3_000_000), aSetup(2, 0)],
      operations: [{ ...bill, quarter: '2027-07-01' }],
    };
    const plan = await optimize(first, { marginals: false });
    expectConsistent(first, plan);
    const next = nextQuarter(QUARTER);
    const forward = new Map(
      carriedForward(
        { ...first, horizon: undefined, operations: [] },
        plan.transfers.filter(({ date }) => date < next),
      ).map((account) => [account.accountId, account]),
    );
    const again: Problem = {
      ...first,
      quarter: next,
      horizon: { from: next, to: quarterEnd('2027-10-01') },
      setups: first.setups.map((setup) => ({ ...setup, ...forward.get(setup.accountId) })),
    };
    const replanned = await optimize(again, { marginals: false });
    expectConsistent(again, replanned);
    const later = plan.transfers.filter(({ date }) => date >= next);
    expect(later).toEqual([
      expect.objectContaining({
        fromAccountId: accountId(2),
        toAccountId: accountId(1),
        amountCents: 2_000_000,
      }),
    ]);
    expect(replanned.transfers.map(bare)).toEqual(later.map(bare));
  });
});

function bare({ date, fromAccountId, toAccountId, amountCents }: Transfer): Transfer {
  return { date, fromAccountId, toAccountId, amountCents };
}
