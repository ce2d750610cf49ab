import {
  aBank,
  aGroup,
  anAccount,
  anExpense,
  aProblem,
  aSetup,
  bankId,
  flatRate,
} from '@fibado/planning/testing';
import { householdOf } from '../household/household.js';
import { CandidateDays } from './candidate-days.js';
import { searchDaysOf } from './search-days.js';

describe('the days of local search with limits', () => {
  it('are those without limits and two transfer days beside each, where every day is a candidate', () => {
    const household = householdOf(
      aProblem({
        banks: [aBank(1), aBank(2)],
        accountGroups: [aGroup(1)],
        accounts: [
          anAccount(1, { rates: flatRate(0), singleLimitCents: 100_000 }),
          anAccount(2, { bankId: bankId(2), rates: flatRate(2) }),
        ],
        setups: [aSetup(1, 500_000), aSetup(2, 300_000)],
        operations: [anExpense(1, 1, '2027-06-15', 600_000)],
      }),
    );
    const { days } = household.timeline.plan.grid;
    const datesOf = (positions: Iterable<number>): (string | undefined)[] =>
      [...positions].sort((a, b) => a - b).map((day) => days[day]);
    const back = { from: 1, to: 0 };
    expect(datesOf(searchDaysOf(household)(back))).toEqual([
      '2027-06-11',
      '2027-06-14',
      '2027-06-15',
      '2027-06-16',
      '2027-06-17',
    ]);
    const all = new CandidateDays(household, { prudentByAverage: false }).of(back.from, back.to);
    expect([...all]).toEqual(
      [...household.isTransferDay.keys()].filter((day) => household.isTransferDay[day]),
    );
  });
});
