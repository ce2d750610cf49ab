import { familyProblem } from '../../../../bench/optimizer/family.js';
import { loadEngines } from '../engines/load.js';
import type { Engines } from '../engines/port.js';
import { CandidateDays } from '../candidate-days/candidate-days.js';
import { householdOf, type Household } from '../household/household.js';
import type { ArcChoice } from '../formulations/plan-model.js';
import { arcsOf } from './arcs.js';
import { largeNeighbourhoodSearch } from './large-neighbourhood-search.js';
import { lpRounding, restrictedMip, subMip } from './restricted-mip.js';
import { referee, type RefereedPlan } from '../referee.js';
import { slopeScaledArcs } from './slope-scaling.js';
import { dropUnprofitable } from './drop.js';

const HOUR_MS = 3_600_000;
const hour = (): number => HOUR_MS;

describe('improving in parts', () => {
  it('gives plans that keep every limit, each worth more than the one before, the same ones every time', async () => {
    const engines = await loadEngines();
    for (const [accounts, events, seed] of [
      [5, 10, 1],
      [8, 10, 2],
    ] as const) {
      const household = householdOf(familyProblem({ accounts, events, effortCents: 100, seed }));
      const first = droppedPlan(household, engines);
      const plans = plansOf(household, engines, first);
      expect(plans.length).toBeGreaterThan(0);
      let worth = first.objectiveCents;
      for (const { objectiveCents, violations } of plans) {
        expect(violations).toEqual([]);
        expect(objectiveCents).toBeGreaterThan(worth);
        worth = objectiveCents;
      }
      const again = plansOf(household, engines, first);
      expect(again.map(({ transfers }) => transfers)).toEqual(plans.map(({ transfers }) => transfers));
    }
  });

  it('asks nothing when the time is over', async () => {
    const engines = await loadEngines();
    const household = householdOf(familyProblem({ accounts: 5, events: 10, effortCents: 100, seed: 1 }));
    expect(plansOf(household, engines, droppedPlan(household, engines), () => 0)).toEqual([]);
  });

  it('makes no more transfers than allowed', async () => {
    const engines = await loadEngines();
    const problem = familyProblem({ accounts: 5, events: 10, effortCents: 100, seed: 1 });
    const few = householdOf(problem, { maxTransfers: 4 });
    const first = restrictedMip(few, engines, everyArc(few), HOUR_MS);
    if (first === undefined) throw new Error('no plan');
    expect(first.transfers.length).toBeLessThanOrEqual(4);
    for (const { transfers } of plansOf(few, engines, first)) expect(transfers.length).toBeLessThanOrEqual(4);
    const more = plansOf(householdOf(problem), engines, first).at(-1);
    expect(more?.transfers.length).toBeGreaterThan(4);
  });
});

describe('deciding beside transfers that are made', () => {
  it('takes two transfers of one pair on one day for one', async () => {
    const engines = await loadEngines();
    const household = householdOf(familyProblem({ accounts: 5, events: 10, effortCents: 100, seed: 1 }));
    const { transfers } = droppedPlan(household, engines);
    const [first, ...others] = transfers;
    if (first === undefined) throw new Error('no transfer');
    const step = { ...first, amountCents: household.options.stepCents };
    const rest = { ...first, amountCents: first.amountCents - step.amountCents };
    const twice = referee(household, [step, rest, ...others]);
    const fixed = arcsOf(household, twice);
    expect(fixed).toHaveLength(transfers.length);
    const request = { known: twice, fixed, free: [] };
    const { plan: beside } = subMip(household, engines, request, { timeLimitMs: HOUR_MS });
    expect(beside?.violations ?? []).toEqual([]);
    expect(plansOf(household, engines, twice).length).toBeGreaterThan(0);
  });

  it('keeps what is kept, and gives a better plan beside it', async () => {
    const engines = await loadEngines();
    const household = householdOf(familyProblem({ accounts: 5, events: 10, effortCents: 100, seed: 1 }));
    const known = droppedPlan(household, engines);
    const mine = arcsOf(household, known);
    const all = everyArc(household);
    let better = 0;
    for (const one of mine) {
      const free = all.filter(({ from, to, day }) => from !== one.from || to !== one.to || day !== one.day);
      const request = { known, fixed: [one], free };
      const { plan: beside } = subMip(household, engines, request, { timeLimitMs: HOUR_MS });
      if (beside === undefined) continue;
      better += 1;
      expect(beside.violations).toEqual([]);
      expect(beside.objectiveCents).toBeGreaterThan(known.objectiveCents);
      expect(arcsOf(household, beside)).toContainEqual(one);
    }
    expect(better).toBeGreaterThan(0);
  });
});

/** Every pair on the days worth it. */
function everyArc(household: Household): ArcChoice[] {
  const candidateDays = new CandidateDays(household, { prudentByAverage: false });
  return household.pairs.flatMap(({ from, to }) =>
    [...candidateDays.of(from, to)].map((day) => ({ from, to, day })),
  );
}

function droppedPlan(household: Household, engines: Engines): RefereedPlan {
  const arcs = dropUnprofitable(household, engines, slopeScaledArcs(household, engines, hour), hour);
  const plan = lpRounding(household, engines, arcs, HOUR_MS);
  if (plan === undefined) throw new Error('no plan');
  return plan;
}

function plansOf(household: Household, engines: Engines, plan: RefereedPlan, left = hour): RefereedPlan[] {
  const plans: RefereedPlan[] = [];
  const candidateDays = new CandidateDays(household, { prudentByAverage: false });
  largeNeighbourhoodSearch(household, engines, {
    candidateDays,
    plan,
    seed: 1,
    left,
    onIncumbent: (better) => plans.push(better),
  });
  return plans;
}
