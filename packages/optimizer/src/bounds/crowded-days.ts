import type { Round } from '../search.js';

/** Days on which at least two accounts send and two receive: there the pool may count too few transfers. */
export function crowdedDays({ model, outcome }: Pick<Round, 'model' | 'outcome'>): number[] {
  if (outcome.status !== 'OPTIMAL' && outcome.status !== 'FEASIBLE') return [];
  const dust = 1e-4;
  const active = (flow: { column: number }): boolean => (outcome.values[flow.column] ?? 0) > dust;
  const days: number[] = [];
  for (const [index, node] of model.nodes.entries()) {
    const senders = model.sends.filter((flow) => flow.pool === index && active(flow)).length;
    const receivers = model.receives.filter((flow) => flow.pool === index && active(flow)).length;
    if (node.kind === 'DAY' && senders >= 2 && receivers >= 2) days.push(node.first);
  }
  return days;
}
