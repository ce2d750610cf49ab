/**
 * A good plan quickly: linear programs in which a transfer's fixed cost is spread over the amount it moved in the
 * round before, so that small flows become dear and disappear (dynamic slope scaling, Kim and Pardalos 1999).
 */

import type { Engines } from '../engines/port.js';
import { poolFormulation } from '../formulations/formulations.js';
import type { Household } from '../household/household.js';
import type { ArcChoice, PlanModel } from '../formulations/plan-model.js';
import { limitsOfPair, type TransferLimits } from '../household/transfer-limits.js';
import type { Term } from '../modelling/program.js';
import { units } from '../modelling/units.js';
import { candidateArcs } from './arcs.js';

const ROUNDS = 6;

/**
 * Every so many business days from the first on, and the days on which what leaves on them arrives. A plan on few days
 * is found in a fraction of the time, and mostly no worse than slope scaling on all of them: its days are moved later.
 */
export function coarseDays(household: Household, every: number): ReadonlySet<number> {
  const transferDays = [...household.isTransferDay.keys()].filter((day) => household.isTransferDay[day]);
  const days = new Set(transferDays.filter((_, index) => index % every === 0));
  for (const day of [...days]) {
    for (const { from, to } of household.pairs) {
      const arrival = household.arrival(from, to, day);
      if (arrival < household.dayCount) days.add(arrival);
    }
  }
  return days;
}

/** Below this a flow counts as unused, units. */
const DUST = 1e-4;

interface Charged {
  readonly column: number;
  /** Fixed cost of a transfer, cents. */
  readonly cents: number;
  /** The most of one, units; unset: any amount. */
  readonly single?: number | undefined;
}

/** The transfers of the last round; none when even the linear program has no solution. */
export function slopeScaledArcs(
  household: Household,
  engines: Engines,
  left: () => number,
  onlyDays?: ReadonlySet<number>,
): ArcChoice[] {
  const model = poolFormulation(household, { withoutFixedCosts: true, prudentByAverage: true, onlyDays });
  const program = model.builder.build();
  if (program.columns === 0) return [];
  const charged = chargedFlows(model);
  const amounts = charged.map(({ column }) => Math.max(DUST, program.columnUpper[column] ?? 1));
  return engines.highs.session(program, left, (session): ArcChoice[] => {
    let values: Float64Array | undefined;
    for (let round = 0; round < ROUNDS && left() > 0; round += 1) {
      const cost = Float64Array.from(program.cost);
      for (const [index, { column, cents, single = Infinity }] of charged.entries()) {
        const amount = amounts[index] ?? 1;
        cost[column] = (cost[column] ?? 0) - (cents * Math.ceil(amount / single)) / amount;
      }
      const outcome = session.maximise([...cost].map((cents, column): Term => [column, cents]));
      if (outcome.status !== 'OPTIMAL') break;
      values = outcome.values;
      for (const [index, { column }] of charged.entries()) {
        const amount = values[column] ?? 0;
        // A flow that vanished stays as dear as it last was.
        if (amount > DUST) amounts[index] = amount;
      }
    }
    return values === undefined ? [] : candidateArcs(model, values);
  });
}

function chargedFlows(model: PlanModel): Charged[] {
  const { household } = model;
  const { options, accounts } = household;
  const costOf = (account: number): number => options.effortCents + (accounts[account]?.feeCents ?? 0);
  return [
    // A pool's transfers have two ends: each bears half.
    ...model.sends.map(({ account, column }) => ({
      column,
      cents: costOf(account) / 2,
      single: singleOf(accounts[account]?.limits),
    })),
    ...model.receives.map(({ column }) => ({ column, cents: options.effortCents / 2 })),
    ...model.arcs.map(({ from, to, node, column }) => ({
      column,
      cents: options.effortCents + household.feeCents(from, to, model.nodes[node]?.first ?? 0),
      single: singleOf(limitsOfPair(household, from, to)),
    })),
  ];
}

function singleOf(limits: TransferLimits | undefined): number | undefined {
  return limits === undefined || limits.singleCents === 0 ? undefined : units(limits.singleCents);
}
