import { familyProblem } from '../../../../bench/optimizer/family.js';
import { loadEngines } from '../engines/load.js';
import { arcFormulation } from '../formulations/formulations.js';
import { householdOf } from '../household/household.js';
import { lpRelaxation } from '../modelling/program.js';
import { UNIT_CENTS, units } from '../modelling/units.js';
import { lpRounding } from './restricted-mip.js';
import { referee } from '../referee.js';
import { wholeSteps } from './rounding.js';
import { slopeScaledArcs } from './slope-scaling.js';

const HOUR_MS = 3_600_000;

describe('rounding to whole steps', () => {
  it('moves no amount and no balance by a step, and keeps every limit', async () => {
    const engines = await loadEngines();
    for (let seed = 1; seed <= 12; seed += 1) {
      const household = householdOf(familyProblem({ accounts: 6, events: 20, effortCents: 0, seed }), {
        transferStepCents: seed % 3 === 0 ? 5000 : 100,
      });
      const { stepCents } = household.options;
      const days = [...household.isTransferDay.keys()].filter((day) => day % 7 === 1);
      const arcs = household.pairs.flatMap(({ from, to }) => days.map((day) => ({ from, to, day })));
      const model = arcFormulation(household, { arcs, amounts: 'STEP_MARGIN' });
      const outcome = engines.glpk.solve(lpRelaxation(model.builder.build()), { timeLimitMs: HOUR_MS });
      if (outcome.status !== 'OPTIMAL') throw new Error(outcome.status);
      const steps = wholeSteps(engines, model, outcome.values, HOUR_MS);
      if (steps === undefined) throw new Error('no rounding');
      for (const arc of model.arcs) {
        const before = ((outcome.values[arc.column] ?? 0) * UNIT_CENTS) / stepCents;
        expect(Math.abs((steps.get(arc) ?? 0) - before)).toBeLessThan(1);
      }
      for (const { index } of household.accounts) {
        for (const node of model.nodes.keys()) {
          const column = model.balance[index]?.[node] ?? -1;
          const before = column < 0 ? 0 : (outcome.values[column] ?? 0);
          const after = [...steps].reduce(
            (sum, [arc, count]) =>
              sum +
              (arc.to === index && arc.arrival <= node ? count : 0) -
              (arc.from === index && arc.node <= node ? count : 0),
            0,
          );
          expect(Math.abs(after * units(stepCents) - before)).toBeLessThan(units(stepCents));
        }
      }
      const dates = household.timeline.plan.grid.days;
      const plan = referee(
        household,
        [...steps].map(([{ from, to, node }, count]) => ({
          date: dates[model.nodes[node]?.first ?? 0] ?? '',
          fromAccountId: household.accounts[from]?.id ?? '',
          toAccountId: household.accounts[to]?.id ?? '',
          amountCents: count * stepCents,
        })),
      );
      expect(plan.violations).toEqual([]);
    }
  });

  it('finds a plan for thirty accounts and forty movements by linear programs alone', async () => {
    const engines = await loadEngines();
    const household = householdOf(familyProblem({ accounts: 30, events: 40, effortCents: 50, seed: 1 }));
    const arcs = slopeScaledArcs(household, engines, () => HOUR_MS);
    const plan = lpRounding(household, engines, arcs, HOUR_MS);
    expect(plan?.violations).toEqual([]);
    // Without a transfer the household makes 596.68 €.
    expect(plan?.objectiveCents).toBeGreaterThan(140_000);
    const few = { ...household, options: { ...household.options, maxTransfers: 5 } };
    expect(lpRounding(few, engines, arcs, HOUR_MS)).toBeUndefined();
  });
});
