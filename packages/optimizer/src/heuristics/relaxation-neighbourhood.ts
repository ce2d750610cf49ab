/**
 * A better plan near the incumbent: the relaxation, told that the plan's transfers are made, says which others would go
 * well with them; what both use, on all days worth it, is decided exactly.
 */

import type { Engines } from '../engines/port.js';
import { pairFormulation } from '../formulations/formulations.js';
import type { CandidateDays } from '../candidate-days/candidate-days.js';
import type { Household } from '../household/household.js';
import type { ArcChoice } from '../formulations/plan-model.js';
import { arcKey, arcsOf, candidateArcs, flowsOf } from './arcs.js';
import { restrictedMip } from './restricted-mip.js';
import type { RefereedPlan } from '../referee.js';

const MOST_ROUNDS = 4;
/** A pair with more days than this brings only those in use. */
const MOST_DAYS = 12;
const LEAST_MS = 50;
/** Of a restricted program, branch-and-bound nodes: what it finds first is mostly the gain. */
const MOST_NODES = 500;

/** What every way to a better plan asks for. */
export interface ImprovementContext {
  readonly candidateDays: CandidateDays;
  /** Milliseconds left. */
  readonly left: () => number;
  /** Told of every better plan on the way. */
  readonly onIncumbent: (plan: RefereedPlan) => void;
}

export interface ImproveRequest extends ImprovementContext {
  /** Consider transfers on days worth it by themselves only. */
  readonly withoutChains: boolean;
  /** The incumbent, if there is one. */
  readonly plan: RefereedPlan | undefined;
  /** Transfers to consider first, besides those the relaxation suggests. */
  readonly seeds: readonly ArcChoice[];
}

/** The best plan found this way; the given one when there is none better. */
export function improved(
  household: Household,
  engines: Engines,
  { candidateDays, withoutChains, plan, seeds, left, onIncumbent }: ImproveRequest,
): RefereedPlan | undefined {
  const model = pairFormulation(household, { candidateDays, withoutChains });
  const program = model.builder.build();
  let best = plan;
  engines.highs.session(program, left, (session) => {
    for (let round = 0; round < MOST_ROUNDS && left() > LEAST_MS; round += 1) {
      // First without the incumbent: what the relaxation alone would do.
      const mine = best === undefined ? [] : arcsOf(household, best);
      const made = new Set(round > 0 ? flowsOf(model, mine) : []);
      for (const flow of model.arcs) {
        if (flow.binary !== undefined) session.bound(flow.binary, made.has(flow) ? 1 : 0, 1);
      }
      const outcome = session.maximise();
      if (outcome.status !== 'OPTIMAL') return;
      const suggested = candidateArcs(model, outcome.values);
      const arcs = new Map<string, ArcChoice>();
      for (const arc of [...mine, ...suggested, ...(round === 0 ? seeds : [])]) {
        arcs.set(arcKey(arc.from, arc.to, arc.day), arc);
        const days = candidateDays.of(arc.from, arc.to);
        if (round === 0 || days.size > MOST_DAYS) continue;
        for (const day of days) arcs.set(arcKey(arc.from, arc.to, day), { from: arc.from, to: arc.to, day });
      }
      const next = restrictedMip(household, engines, [...arcs.values()], left() / 2, best, MOST_NODES);
      const isBetter = next !== undefined && next.objectiveCents > (best?.objectiveCents ?? -Infinity);
      if (isBetter && next.transfers.length <= household.options.maxTransfers) {
        best = next;
        onIncumbent(next);
      } else if (round > 0) return;
    }
  });
  return best;
}
