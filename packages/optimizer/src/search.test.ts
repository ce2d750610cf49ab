import { familyProblem } from '../../../bench/optimizer/family.js';
import { Budget } from './budget.js';
import { loadEngines } from './engines/load.js';
import { CandidateDays } from './candidate-days/candidate-days.js';
import { householdOf, type Household } from './household/household.js';
import { referee } from './referee.js';
import { Search } from './search.js';

const HOUR_MS = 3_600_000;
const MOST_PAIRS = 1500;

async function searchOf(household: Household, mostPairs = MOST_PAIRS): Promise<Search> {
  const budget = new Budget({ now: () => 0 }, HOUR_MS);
  return new Search({ household, engines: await loadEngines(), budget, timeLimitMs: HOUR_MS, mostPairs });
}

describe('a search', () => {
  const problem = familyProblem({ accounts: 8, events: 10, effortCents: 50, seed: 2 });

  it('calls no household large for guarantees that no plan leans on', async () => {
    const household = householdOf(problem);
    const all = new CandidateDays(household, { prudentByAverage: false });
    expect(all.count()).toBeGreaterThan(MOST_PAIRS);
    const search = await searchOf(household);
    expect(search.isLarge()).toBe(false);
    expect(search.candidateDays().count()).toBeLessThan(all.count());
  });

  it('counts a guarantee from when a plan leans on it', async () => {
    const still = referee(householdOf(problem), []);
    const most = Math.max(...still.evaluation.guarantee.map(({ peakCents }) => peakCents));
    const settings = { ...problem.settings, guaranteeLimitCents: most };
    const household = householdOf({ ...problem, settings });
    const search = await searchOf(household);
    expect(search.incumbent?.transfers).toEqual([]);
    search.candidateDays();
    const kept = search.lazy.withFewGuarantees().exposures;
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(household.exposures.length);
  });

  it('keeps all guarantees where pairs are too many anyway', async () => {
    const household = householdOf(problem);
    const search = await searchOf(household, 10);
    expect(search.isLarge()).toBe(true);
    const all = new CandidateDays(household, { prudentByAverage: false });
    expect(search.candidateDays().count()).toBe(all.count());
  });

  it('betters the plan of the construction by local optima from nothing and from it', async () => {
    for (const leadDays of [0, 1]) {
      const member = { accounts: 5, events: 10, effortCents: 50, seed: 1, leadDays };
      const search = await searchOf(householdOf(familyProblem(member)));
      search.construct();
      const constructed = search.incumbent?.objectiveCents ?? Infinity;
      search.mergeLocalOptima(1);
      expect(search.incumbent?.objectiveCents).toBeGreaterThan(constructed);
      expect(search.incumbent?.violations).toEqual([]);
    }
  });
});
