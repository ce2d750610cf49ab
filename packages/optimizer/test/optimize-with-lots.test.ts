/** Plans that open lots of the problem's offers; docs/optimizer.md works the ladder by hand. */

import { evaluate, type Problem, withNewLots } from '@fibado/planning';
import { anAccount, anExpense, anOffer, aProblem, aSetup } from '@fibado/planning/testing';
import { optimizeWithLots, type Incumbent, type OptimizationProgress } from '../src/index.js';
import { resultOfPlan } from '../src/incumbent-result.js';
import { ordersFor } from '../src/lots/new-lots.js';
import { FIRST_DAY } from './support/tiny.js';
import { tinyOffers } from './support/tiny-offers.js';

/** 20,000 € that earn nothing, of which 8,000 are due on 3 May and 7,000 on 1 June. */
const household: Problem = aProblem({
  accounts: [anAccount(1, { dutyRegime: 'NONE', minBalanceCents: 0 })],
  setups: [aSetup(1, 2_000_000)],
  operations: [anExpense(1, 1, '2027-05-03', 800_000), anExpense(2, 1, '2027-06-01', 700_000)],
  offers: [
    anOffer(1, { tenor: { days: 29 }, ratePct: 2 }),
    anOffer(2, { tenor: { days: 60 }, ratePct: 2.4 }),
    anOffer(3, { tenor: { months: 12 }, ratePct: 3 }),
  ],
});
const options = { newLots: true, timeLimitMs: 20_000 };

describe('a plan with lots', () => {
  it('is the ladder against two bills, and its first incumbent comes with replays alone', async () => {
    const incumbents: Incumbent[] = [];
    const progress: OptimizationProgress[] = [];
    const result = await optimizeWithLots(household, options, {
      trace: true,
      onIncumbent: (found) => incumbents.push(found),
      onProgress: (said) => progress.push(said),
    });
    expect(result.lots?.map(({ amountCents, netReturnCents }) => [amountCents, netReturnCents])).toEqual([
      [800_000, 941],
      [700_000, 2044],
      [500_000, 2768],
    ]);
    expect(result).toMatchObject({
      objectiveCents: 5453,
      netReturnCents: 5753,
      gainCents: 5753,
      transfers: [],
    });
    expect(result.boundCents).toBeGreaterThanOrEqual(5453);
    expect(result.accounts.map(({ accountId }) => accountId)).toEqual([household.accounts[0]?.id]);
    expect(result.trace?.map(({ stage }) => stage)).toEqual([
      'without-lots',
      'first-lots',
      'rough-lots',
      'without-lots-again',
      'lots',
      'transfers-around-lots',
    ]);
    const values = incumbents.map(({ objectiveCents }) => objectiveCents);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values.at(-1)).toBe(5453);
    // One lot alone is worth 40.57 € at most: a second one came before anything was solved with lots.
    const early = incumbents.filter(({ boundCents }) => boundCents === undefined).at(-1);
    expect(early?.objectiveCents).toBeGreaterThan(4057);
    expect(progress.at(-1)).toMatchObject({ phase: 'EXPLAINING', objectiveCents: 5453 });
  });

  it('is the plan without where no offer can be used', async () => {
    const result = await optimizeWithLots({ ...household, offers: [] }, options);
    expect(result).toMatchObject({ lots: [], objectiveCents: 0, transfers: [] });
  });

  it('cut short is what was found, under a bound that needs no solver', () => {
    const lots = [
      { offerId: anOffer(3).id, amountCents: 500_000, openedOn: '2027-04-01', maturityDate: '2028-04-01' },
    ];
    const solver = { engine: 'highs', version: '', timeMs: 0, rows: 0, columns: 0, integers: 0, nodes: 0 };
    const result = resultOfPlan(household, options, { transfers: [], lots, solver });
    expect(result).toMatchObject({ status: 'FEASIBLE', objectiveCents: 2668, netReturnCents: 2768 });
    expect(result.lots).toMatchObject(lots);
    expect(result.boundCents).toBeGreaterThan(6921);
  });

  it.each([1, 2, 3, 4, 5, 6])('is worth what the referee says of it, seed %i', async (seed) => {
    const { problem, offers } = tinyOffers(seed, true);
    const given: Problem = { ...problem, offers };
    const tried = { ...options, from: FIRST_DAY, maxTransfers: 2, timeLimitMs: 3000 };
    const {
      objectiveCents,
      netReturnCents,
      transfers,
      lots = [],
      status,
      boundCents,
      ...rest
    } = await optimizeWithLots(given, tried);
    if (status === 'INFEASIBLE') return;
    const { netReturnCents: replayed } = evaluate(withNewLots(given, offers, lots), transfers);
    expect(netReturnCents).toBe(replayed);
    const { effortCostCents } = problem.settings;
    expect(objectiveCents).toBe(replayed - effortCostCents * (transfers.length + ordersFor(lots)));
    expect(boundCents).toBeGreaterThanOrEqual(objectiveCents);
    expect(rest.gainCents).toBe(replayed - rest.baseline.netReturnCents);
  });
});
