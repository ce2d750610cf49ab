import { familyProblem } from '../../../../bench/optimizer/family.js';
import { loadEngines } from '../engines/load.js';
import { householdOf } from '../household/household.js';
import { lpRounding } from './restricted-mip.js';
import { slopeScaledArcs } from './slope-scaling.js';
import { dropUnprofitable } from './drop.js';

const HOUR_MS = 3_600_000;
const hour = (): number => HOUR_MS;

describe('thinning', () => {
  it('leaves transfers that pay, and a plan worth more than before', async () => {
    const engines = await loadEngines();
    for (const [accounts, events, seed] of [
      [6, 40, 1],
      [8, 60, 2],
      [20, 120, 1],
    ] as const) {
      const household = householdOf(familyProblem({ accounts, events, effortCents: 100, seed }));
      const arcs = slopeScaledArcs(household, engines, hour);
      const few = dropUnprofitable(household, engines, arcs, hour);
      expect(few.length).toBeLessThan(arcs.length);
      expect(arcs).toEqual(expect.arrayContaining([...few]));
      const before = lpRounding(household, engines, arcs, HOUR_MS);
      const after = lpRounding(household, engines, few, HOUR_MS);
      expect(after?.violations).toEqual([]);
      expect(after?.transfers.length).toBeLessThan(before?.transfers.length ?? 0);
      expect(after?.objectiveCents).toBeGreaterThan(before?.objectiveCents ?? Infinity);
    }
  });

  it('keeps every transfer when none can be asked about', async () => {
    const engines = await loadEngines();
    const household = householdOf(familyProblem({ accounts: 6, events: 40, effortCents: 100, seed: 1 }));
    const arcs = slopeScaledArcs(household, engines, hour);
    expect(dropUnprofitable(household, engines, arcs, () => 0)).toEqual(arcs);
  });
});
