import { flatRate } from '@fibado/planning/testing';
import { loadEngines } from '../engines/load.js';
import { familyProblem } from '../../../../bench/optimizer/family.js';
import { addProximity, kinksOf } from './proximity.js';
import { type PairRequest, pairFormulation } from '../formulations/formulations.js';
import { CandidateDays } from '../candidate-days/candidate-days.js';
import { householdOf, type Household } from '../household/household.js';
import type { PlanModel } from '../formulations/plan-model.js';
import { excessIn, type Prices } from '../formulations/prices.js';

/** Without thresholds, which hold transfers in place, and with a deposit that all money goes to through one account. */
function householdFor(seed: number): Household {
  const problem = familyProblem({ accounts: 4, events: 6, effortCents: 25, seed });
  const hub = problem.accounts.find(({ kind }) => kind === 'CURRENT')?.id;
  const accounts = problem.accounts.map((account, index) => ({
    ...account,
    monthlyFeeCents: 0,
    dutyRegime: index === 3 ? ('PROPORTIONAL' as const) : ('NONE' as const),
    ...(index === 3 && hub !== undefined ? { linkedAccountId: hub, rates: flatRate(4) } : {}),
  }));
  return { ...householdOf({ ...problem, accounts }), exposures: [] };
}

describe('what goes together through an account', () => {
  it('earns no more between its stops than programs at the stops promise', async () => {
    const { highs } = await loadEngines();
    const solve = (model: PlanModel): { objective: number; values: Float64Array } => {
      const outcome = highs.solve(model.builder.build(), { timeLimitMs: 60_000, absoluteGap: 0.2 });
      if (outcome.status !== 'OPTIMAL') throw new Error(outcome.status);
      return outcome;
    };
    let bends = 0;
    for (const seed of [1, 2]) {
      const household = householdFor(seed);
      const requestOf = (candidateDays: CandidateDays, prices: Prices): PairRequest => ({
        candidateDays,
        prices,
        creditedMonths: [],
      });
      const daily = new CandidateDays(household, { prudentByAverage: false });
      const stops = new CandidateDays(household, { prudentByAverage: false, atStops: true });
      expect(stops.count()).toBeLessThan(daily.count());
      const full = pairFormulation(household, requestOf(daily, new Map()));
      const mixtures: Prices = new Map(
        full.dutyParts.map(({ key, account, measure }) => [key, { measure, cents: 0.5, dutyOf: account }]),
      );
      const atStops = solve(pairFormulation(household, requestOf(stops, new Map()))).objective;
      const mixed = solve(pairFormulation(household, requestOf(stops, mixtures))).objective;
      let most = atStops;
      for (const kink of kinksOf(household.accounts, mixtures)) {
        const model = pairFormulation(household, requestOf(stops, mixtures));
        addProximity(model, stops, kink);
        const { objective, values } = solve(model);
        const { account, average, near } = kink;
        const perDay = Math.max(...average.shares.map((share) => share.perDay));
        const moved = model.arcs
          .filter(({ from, to }) => from === account.index || to === account.index)
          .map(
            (arc) => stops.maxShiftDays(arc, model.nodes[arc.node]?.first ?? -1) * (values[arc.column] ?? 0),
          )
          .reduce((sum, one) => sum + one * perDay, 0);
        const other = near === undefined ? household.law.minimumDutyCents : excessIn(model, near, values);
        expect(Math.abs(excessIn(model, average, values) - other)).toBeLessThanOrEqual(moved + 0.01);
        // What is asked for besides promises less.
        expect(objective).toBeLessThanOrEqual(mixed + 0.5);
        most = Math.max(most, objective);
        bends += 1;
      }
      const best = solve(full).objective;
      expect(best).toBeLessThanOrEqual(most + 0.5);
      expect(atStops).toBeLessThanOrEqual(best + 0.5);
    }
    expect(bends).toBeGreaterThan(0);
  });
});
