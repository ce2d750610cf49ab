import {
  aBank,
  aGroup,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aSetup,
  bankId,
  flatRate,
} from '@fibado/planning/testing';
import { loadEngines } from '../engines/load.js';
import { familyProblem } from '../../../../bench/optimizer/family.js';
import { pairFormulation, poolFormulation } from '../formulations/formulations.js';
import type { PlanModel } from '../formulations/plan-model.js';
import { CandidateDays } from './candidate-days.js';
import { householdOf, type Household } from '../household/household.js';

function candidateDaysOf(household: Household): CandidateDays {
  return new CandidateDays(household, { prudentByAverage: false });
}

describe('the days of a pair', () => {
  it('are the first day, the day after income, and the last day before a bill', () => {
    const household = householdOf(
      aProblem({
        banks: [aBank(1), aBank(2)],
        accountGroups: [aGroup(1)],
        accounts: [
          anAccount(1, { rates: flatRate(0) }),
          anAccount(2, { bankId: bankId(2), rates: flatRate(2) }),
        ],
        setups: [aSetup(1, 500_000), aSetup(2, 300_000)],
        operations: [anIncome(1, 1, '2027-05-12', 200_000), anExpense(2, 1, '2027-06-15', 100_000)],
      }),
    );
    const { days } = household.timeline.plan.grid;
    const candidateDays = candidateDaysOf(household);
    const datesOf = (from: number, to: number): string[] =>
      [...candidateDays.of(from, to)].map((day) => days[day] ?? '').sort();
    // To the better rate: at once, and as soon as there is more.
    expect(datesOf(0, 1)).toEqual(['2027-04-01', '2027-05-12']);
    // Back: no earlier than the bill.
    expect(datesOf(1, 0)).toEqual(['2027-06-15']);
  });

  it('leave out a transfer that nothing asks for', () => {
    const household = householdOf(
      aProblem({
        banks: [aBank(1), aBank(2)],
        accountGroups: [aGroup(1)],
        accounts: [
          anAccount(1, { rates: flatRate(1) }),
          anAccount(2, { bankId: bankId(2), rates: flatRate(2) }),
        ],
        setups: [aSetup(1, 500_000), aSetup(2, 300_000)],
      }),
    );
    expect(candidateDaysOf(household).of(1, 0).size).toBe(0);
  });

  /** The optimum with every pair on every day, whatever the rates, less that on the days of each pair, cents. */
  async function lossOf(household: Household): Promise<number> {
    const { highs } = await loadEngines();
    const solve = (model: PlanModel): number => {
      const outcome = highs.solve(model.builder.build(), {
        timeLimitMs: 60_000,
        absoluteGap: 0.2,
      });
      if (outcome.status !== 'OPTIMAL') throw new Error(outcome.status);
      return outcome.objective;
    };
    const everyDay = new Set(Array.from({ length: household.dayCount }, (_, day) => day));
    const candidateDays = candidateDaysOf(household);
    return (
      solve(poolFormulation(household, { pairedDays: everyDay })) -
      solve(pairFormulation(household, { candidateDays }))
    );
  }

  it('hold a plan as good as all days together', async () => {
    for (const seed of [1, 2, 3, 4]) {
      for (const effortCents of [50, 300]) {
        const household = householdOf(familyProblem({ accounts: 4, events: 5, effortCents, seed }));
        expect(Math.abs(await lossOf(household))).toBeLessThanOrEqual(0.5);
      }
    }
  });

  it('hold the last day of an account that closes', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const problem = familyProblem({ accounts: 4, events: 5, effortCents: 50, seed });
      const closing = problem.setups.findIndex(({ openingBalanceCents }) => openingBalanceCents > 0);
      // Without thresholds, which hold transfers in place.
      const accounts = problem.accounts.map((account, index) => ({
        ...account,
        ...(account.dutyRegime === 'FIXED' ? { dutyRegime: 'NONE' as const } : {}),
        monthlyFeeCents: 0,
        ...(index === closing ? { rates: flatRate(4), minBalanceCents: 0, closedOn: '2027-05-20' } : {}),
      }));
      const operations = problem.operations.filter(
        ({ accountId }) => accounts.findIndex(({ id }) => id === accountId) !== closing,
      );
      const household = householdOf({ ...problem, accounts, operations });
      expect(Math.abs(await lossOf(household))).toBeLessThanOrEqual(0.5);
    }
  });
});
