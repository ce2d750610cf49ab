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
import { buildModel, type ModelRequest } from './build.js';
import { Departures } from './departures.js';
import { householdOf, type Household } from './household.js';

function departuresOf(household: Household): Departures {
  return new Departures(household, { prudentByAverage: false });
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
    const departures = departuresOf(household);
    const datesOf = (from: number, to: number): string[] =>
      [...departures.of(from, to)].map((day) => days[day] ?? '').sort();
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
    expect(departuresOf(household).of(1, 0).size).toBe(0);
  });

  it('hold a plan as good as all days together', async () => {
    const { highs } = await loadEngines();
    for (const seed of [1, 2, 3, 4]) {
      for (const effortCents of [50, 300]) {
        const household = householdOf(familyProblem({ accounts: 4, events: 5, effortCents, seed }));
        const everyDay = new Set(Array.from({ length: household.dayCount }, (_, day) => day));
        const solve = (request: ModelRequest): number => {
          const outcome = highs.solve(buildModel(household, request).builder.build(), {
            timeLimitMs: 60_000,
            absoluteGap: 0.2,
          });
          if (outcome.status !== 'OPTIMAL') throw new Error(outcome.status);
          return outcome.objective;
        };
        // Every pair on every day next to an event, whatever the rates.
        const all = solve({ pairedDays: everyDay });
        const some = solve({ departures: departuresOf(household) });
        expect(Math.abs(all - some)).toBeLessThanOrEqual(0.5);
      }
    }
  });
});
