/** The deposit guarantee: what each holder has at each bank, day by day, joint accounts by equal shares. */

import type { Exposure } from '@fibado/planning';
import type { Household } from '../household/household.js';
import type { PlanModel } from './plan-model.js';
import type { Term } from '../modelling/program.js';
import { mostTogether } from '../household/balance-ranges.js';
import { units } from '../modelling/units.js';

export function addGuarantee(model: PlanModel): void {
  const { household, builder } = model;
  for (const exposure of household.exposures) {
    for (const [index, node] of model.nodes.entries()) {
      const free = freeUnder(household, exposure, node.first);
      const share = (unitsOf: number): number => unitsOf / exposure.unitsPerCent;
      const most = mostTogether(
        (account) => model.range(account, index),
        household.accounts.length,
        exposure.shares.map(({ accountIndex, units: of }) => ({ account: accountIndex, factor: share(of) })),
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

/** What the accounts of an exposure may hold together on a day beyond their own money, by the holder's shares, units. */
function freeUnder({ problem }: Household, exposure: Exposure, day: number): number {
  return units(
    problem.settings.guaranteeLimitCents - (exposure.dailyUnits[day] ?? 0) / exposure.unitsPerCent,
  );
}

/** Which of some exposures a solution takes over the limit, whether the program knew of them or not. */
export function exceededIn(
  model: PlanModel,
  exposures: readonly Exposure[],
  values: Float64Array,
): Exposure[] {
  return exposures.filter((exposure) =>
    model.nodes.some((node, index) => {
      const held = exposure.shares.reduce((sum, { accountIndex, units: of }) => {
        const column = model.balance[accountIndex]?.[index] ?? -1;
        return sum + (column < 0 ? 0 : (of / exposure.unitsPerCent) * (values[column] ?? 0));
      }, 0);
      return held > freeUnder(model.household, exposure, node.first) + EXCEEDED;
    }),
  );
}

/** Beyond the limit by more than numerical dust, units. */
const EXCEEDED = 1e-6;
