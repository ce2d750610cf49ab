/**
 * Fewer transfers from many: each in turn is done without, the smallest first, and stays out when the others then earn
 * no less than what it cost to make. Linear programs only, each from where the last one ended, so that a household
 * whose binary decisions take too long still gets a plan a person would make.
 */

import type { Engines, LinearOutcome } from '../engines/port.js';
import { arcFormulation } from '../formulations/formulations.js';
import type { Household } from '../household/household.js';
import type { ArcChoice, ArcFlow } from '../formulations/plan-model.js';
import { pieceCount } from '../household/transfer-limits.js';
import { UNIT_CENTS } from '../modelling/units.js';
import { arcsAmong } from './arcs.js';

/** Flows below this many units (one cent) are numerical dust. */
const DUST = 1e-4;
/** Less than this is no gain, cents. */
const LEAST_GAIN = 1e-6;

/** The given transfers less those that do not pay; all of them when no program was solved in time. */
export function dropUnprofitable(
  household: Household,
  engines: Engines,
  arcs: readonly ArcChoice[],
  left: () => number,
): readonly ArcChoice[] {
  const model = arcFormulation(household, { arcs, amounts: 'STEP_MARGIN', withoutFixedCosts: true });
  const program = model.builder.build();
  const costOf = ({ from, to, node, column }: ArcFlow, values: Float64Array): number => {
    const pieces = pieceCount(household, from, to, (values[column] ?? 0) * UNIT_CENTS);
    const feeCents = household.feeCents(from, to, model.nodes[node]?.first ?? 0);
    return pieces * (household.options.effortCents + feeCents);
  };
  const usedIn = ({ values }: Solved): ArcFlow[] =>
    model.arcs.filter(({ column }) => (values[column] ?? 0) > DUST);
  const dayValueOf = (solved: Solved): number =>
    solved.objective - usedIn(solved).reduce((sum, arc) => sum + costOf(arc, solved.values), 0);
  if (program.columns === 0) return arcs;
  return engines.highs.session(program, left, (session): readonly ArcChoice[] => {
    let best = session.maximise();
    if (best.status !== 'OPTIMAL') return arcs;
    const tried = new Set<ArcFlow>();
    for (;;) {
      const { values } = best;
      const [next] = usedIn(best)
        .filter((arc) => !tried.has(arc))
        .sort((a, b) => (values[a.column] ?? 0) - (values[b.column] ?? 0));
      if (next === undefined) break;
      tried.add(next);
      session.bound(next.column, 0, 0);
      const without = session.maximise();
      if (without.status === 'UNKNOWN') break;
      if (without.status === 'OPTIMAL' && dayValueOf(without) > dayValueOf(best) + LEAST_GAIN) best = without;
      else session.bound(next.column, 0, program.columnUpper[next.column] ?? 0);
    }
    return arcsAmong(model, arcs, usedIn(best));
  });
}

type Solved = Extract<LinearOutcome, { status: 'OPTIMAL' }>;
