/** A known plan as a starting point of the net-flow program. */

import type { ArcFlow, PlanModel } from '../formulations/plan-model.js';
import type { RefereedPlan } from '../referee.js';

/** The binary decisions the plan implies, column by column; NaN where the engine has to find the value. */
export function warmStart(model: PlanModel, plan: RefereedPlan): Float64Array {
  const { household } = model;
  const start = new Float64Array(model.builder.columnCount).fill(NaN);
  for (const { binary } of [...model.sends, ...model.receives, ...model.arcs]) {
    if (binary !== undefined) start[binary] = 0;
  }
  for (const { further } of [...model.sends, ...model.arcs]) {
    if (further !== undefined) start[further] = 0;
  }
  // The first transfer of a flow is its binary decision, each further one is counted.
  const mark = (flow: Pick<ArcFlow, 'binary' | 'further'> | undefined): void => {
    if (flow?.binary === undefined) return;
    const { binary, further } = flow;
    if (start[binary] === 1 && further !== undefined) {
      start[further] = Math.min(model.builder.upperOf(further), (start[further] ?? 0) + 1);
    }
    start[binary] = 1;
  };
  const { days } = household.timeline.plan.grid;
  const forced = new Set(household.forced);
  for (const transfer of plan.transfers) {
    if (forced.has(transfer)) continue;
    const from = household.indexOf(transfer.fromAccountId);
    const to = household.indexOf(transfer.toAccountId);
    const day = days.indexOf(transfer.date);
    if (from === undefined || to === undefined) continue;
    const node = model.nodeAt(day);
    const arrival = model.nodeAt(household.arrival(from, to, day));
    const arc = model.arcs.find((flow) => flow.from === from && flow.to === to && flow.node === node);
    if (arc !== undefined) {
      mark(arc);
      continue;
    }
    mark(model.sends.find((flow) => flow.account === from && flow.node === node));
    mark(model.receives.find((flow) => flow.account === to && flow.node === arrival));
  }
  return start;
}
