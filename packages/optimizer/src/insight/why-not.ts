/** "Why not?": what forcing or forbidding something costs, or why it cannot be. */

import {
  indexProblem,
  horizonOf,
  transferObstacle,
  type Cents,
  type Problem,
  type TransferObstacleKind,
} from '@fibado/planning';
import { askedDayRules } from '../household/order-time.js';
import type { OptimizeDependencies } from '../optimize.js';
import type { ForcedTransfer, TransferChoice } from '../types.js';
import { isWithin } from '../within.js';
import { Asker, improved } from './asker.js';
import { withoutPlan, type AskOptions } from './transfers.js';
import { differenceOf, outlineOf, type PlanDifference, type PlanOutline } from './outline.js';

export interface Choice {
  readonly forced?: readonly ForcedTransfer[] | undefined;
  readonly forbidden?: readonly TransferChoice[] | undefined;
}

/** A forced transfer that the accounts' rules or the calendar do not allow. */
export interface ForcedObstacle {
  readonly forcedIndex: number;
  readonly kind: TransferObstacleKind | 'PAST';
  /** The account in the way. */
  readonly accountId: string;
}

export interface WhyNot {
  readonly base: PlanOutline;
  /** INFEASIBLE with conflicts when no plan is left; unset when an obstacle made planning pointless. */
  readonly alternative?: PlanOutline | undefined;
  /** `null` when no plan is left. */
  readonly lossCents: Cents | null;
  readonly exact: boolean;
  readonly difference?: PlanDifference | undefined;
  readonly obstacles: readonly ForcedObstacle[];
}

export async function lossOf(
  problem: Problem,
  options: AskOptions,
  choice: Choice,
  dependencies: OptimizeDependencies = {},
): Promise<WhyNot> {
  const asker = new Asker(options, dependencies);
  const obstacles = obstaclesOf(problem, options, choice.forced ?? []);
  const free = await asker.best(problem, {}, obstacles.length > 0 ? 1 : 0.45);
  if (obstacles.length > 0) {
    return { base: outlineOf(problem, options, free), lossCents: null, exact: false, obstacles };
  }
  const chosen: AskOptions = {
    ...options,
    forced: [...(options.forced ?? []), ...(choice.forced ?? [])],
    forbidden: [...(options.forbidden ?? []), ...(choice.forbidden ?? [])],
  };
  const { forced, forbidden } = chosen;
  const bare = withoutPlan(problem, options);
  // Where the plan keeps to the choice anyway there is nothing to look for.
  const keeps = free.status !== 'INFEASIBLE' && isWithin(bare, chosen, free.transfers);
  const bound = keeps ? free : await asker.best(bare, { forced, forbidden }, 1, [free.transfers]);
  const alternative = outlineOf(problem, chosen, bound);
  // A plan that keeps to the choice is also one without it.
  const base = outlineOf(problem, options, improved(problem, options, free, [bound]));
  const isLost = bound.status === 'INFEASIBLE' || free.status === 'INFEASIBLE';
  return {
    base,
    alternative,
    lossCents: isLost ? null : base.objectiveCents - bound.objectiveCents,
    exact: base.status === 'OPTIMAL' && bound.status !== 'FEASIBLE',
    difference: isLost ? undefined : differenceOf(base, alternative),
    obstacles: [],
  };
}

function obstaclesOf(
  problem: Problem,
  options: AskOptions,
  forced: readonly ForcedTransfer[],
): ForcedObstacle[] {
  const { byAccountId } = indexProblem(problem);
  const rules = askedDayRules(problem, options);
  return forced.flatMap((transfer, forcedIndex): ForcedObstacle[] => {
    const source = byAccountId.get(transfer.fromAccountId);
    const destination = byAccountId.get(transfer.toAccountId);
    if (source === undefined || destination === undefined) return [];
    if (transfer.date < (options.from ?? problem.quarter)) {
      return [{ forcedIndex, kind: 'PAST', accountId: transfer.fromAccountId }];
    }
    const found = transferObstacle(source, destination, transfer, horizonOf(problem), rules);
    return found === undefined ? [] : [{ forcedIndex, ...found }];
  });
}
