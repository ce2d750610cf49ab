/** What comes out of planning around the lots of a plan, as an answer about plans that may open lots. */

import {
  type Cents,
  evaluate,
  type NewLot,
  newLotId,
  type Problem,
  type TermOffer,
  withNewLots,
} from '@fibado/planning';
import { toleranceCents } from '../bounds/tolerance.js';
import { inputHash } from '../hash.js';
import { myopiaOf } from '../horizon-figures.js';
import { householdOf } from '../household/household.js';
import { referee } from '../referee.js';
import type { OptimizationResult, OptimizeOptions } from '../types.js';
import { keyOf } from '../within.js';
import { outlineOfLots } from './lot-outline.js';
import type { LotPlan } from './lot-search.js';
import { ordersFor } from './new-lots.js';

export interface LotsFound {
  readonly offers: readonly TermOffer[];
  readonly lots: readonly NewLot[];
  /** On every plan with lots, what rounding them may add included. */
  readonly boundCents: Cents;
  /** Of the bound what is not proven for want of decimals only. */
  readonly slackCents: Cents;
  /** Of several quarters: each planned by itself, with lots. */
  readonly myopic?: Pick<LotPlan, 'objectiveCents'> | undefined;
}

/**
 * @param problem without a plan and without its lots.
 * @param planned the transfers around the lots, planned with the lots as constants of the problem.
 */
export function resultWithLots(
  problem: Problem,
  options: OptimizeOptions,
  planned: OptimizationResult,
  { offers, lots, boundCents: bound, slackCents, myopic }: LotsFound,
): OptimizationResult {
  const household = householdOf(withNewLots(problem, offers, lots), options);
  const forced = new Set(household.forced.map(keyOf));
  const plan = referee(
    household,
    planned.transfers.filter((transfer) => !forced.has(keyOf(transfer))),
  );
  const objectiveCents = planned.objectiveCents - household.options.effortCents * ordersFor(lots);
  const boundCents = Math.max(objectiveCents, bound);
  const gapCents = boundCents - objectiveCents;
  const baseline = evaluate(householdOf(problem, options).problem, []);
  const before = new Map(baseline.accounts.map((account) => [account.accountId, account]));
  const own = new Set(lots.map((_, index) => newLotId(problem, index)));
  const { horizon } = planned;
  return {
    ...planned,
    status: gapCents <= toleranceCents(household, plan) + slackCents ? 'OPTIMAL' : 'FEASIBLE',
    objectiveCents,
    baseline: { netReturnCents: baseline.netReturnCents, violations: baseline.violations },
    gainCents: planned.netReturnCents - baseline.netReturnCents,
    boundCents,
    gapCents,
    accounts: planned.accounts
      .filter(({ accountId }) => !own.has(accountId))
      .map((account) => ({ ...account, baseline: before.get(account.accountId) ?? account.baseline })),
    inputHash: inputHash(problem, options),
    lots: outlineOfLots(problem, offers, { lots, transfers: planned.transfers }),
    // What the plan around the lots says of looking at one quarter at a time is of plans that have them.
    ...(horizon === undefined
      ? {}
      : {
          horizon: {
            from: horizon.from,
            to: horizon.to,
            quarters: horizon.quarters.map((quarter, index) => ({
              ...quarter,
              baselineNetReturnCents:
                baseline.quarters[index]?.netReturnCents ?? quarter.baselineNetReturnCents,
            })),
            ...(myopic === undefined ? {} : { myopia: myopiaOf(objectiveCents, myopic.objectiveCents) }),
          },
        }),
  };
}
