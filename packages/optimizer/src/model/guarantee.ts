/** The deposit guarantee: what each holder has at each bank, day by day, joint accounts by equal shares. */

import { exposuresOf } from '@fibado/planning';
import type { PlanModel } from './plan-model.js';
import type { Term } from './program.js';
import { units } from './units.js';

export function addGuarantee(model: PlanModel): void {
  const { household, builder } = model;
  if (household.problem.settings.guaranteePolicy === 'OFF') return;
  for (const exposure of exposuresOf(household.timeline.accounts)) {
    if (!exposure.guaranteed) continue;
    for (const [index, node] of model.nodes.entries()) {
      const own = exposure.dailyUnits[node.first] ?? 0;
      const free = units(household.problem.settings.guaranteeLimitCents - own / exposure.unitsPerCent);
      const share = (unitsOf: number): number => unitsOf / exposure.unitsPerCent;
      const most = exposure.shares.reduce(
        (sum, { accountIndex, units: of }) => sum + share(of) * model.range(accountIndex, index).upper,
        0,
      );
      if (most <= free) continue;
      const shares = exposure.shares.reduce((sum, { units: of }) => sum + share(of), 0);
      const terms = exposure.shares.flatMap(({ accountIndex, units: of }): Term[] =>
        model.balanceTerms(accountIndex, index, share(of)),
      );
      builder.atMost(free - shares * model.spare, terms);
    }
  }
}
