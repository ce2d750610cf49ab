import type { Cents, Problem, Transfer } from '@fibado/planning';
import type { OptimizeDependencies } from '../optimize.js';
import { Asker } from './asker.js';
import { withoutPlan, type AskOptions } from './transfers.js';

export interface FrontierPoint {
  /** How many transfers were allowed, and how many were used. */
  readonly most: number;
  readonly transfers: number;
  readonly netReturnCents: Cents;
  /** With the household's own price of a transfer, cents. */
  readonly objectiveCents: Cents;
  readonly exact: boolean;
}

export interface Frontier {
  readonly points: readonly FrontierPoint[];
  /** Whether it ends because more transfers earn nothing or as many as asked were tried, and not for want of time. */
  readonly complete: boolean;
}

/**
 * Net return against the number of transfers, effort left out: the best plan with at most 0, 1, … `most` transfers.
 * Ends early when more transfers earn nothing; numbers without a plan are left out.
 */
export async function frontierOf(
  problem: Problem,
  options: AskOptions,
  most: number,
  dependencies: OptimizeDependencies = {},
): Promise<Frontier> {
  const asker = new Asker(options, dependencies);
  const bare = withoutPlan(problem, options);
  const effortCents = options.effortCostCents ?? problem.settings.effortCostCents;
  const points: FrontierPoint[] = [];
  let known: readonly Transfer[] = [];
  for (let count = options.forced?.length ?? 0; count <= most; count += 1) {
    const left = most - count + 1;
    if (!asker.hasTime()) return { points, complete: false };
    const result = await asker.best(
      bare,
      { maxTransfers: count, effortCostCents: 0 },
      Math.max(1 / left, 0.2),
      [known],
    );
    if (result.status === 'INFEASIBLE') continue;
    known = result.transfers;
    points.push({
      most: count,
      transfers: known.length,
      netReturnCents: result.netReturnCents,
      objectiveCents: result.objectiveCents - effortCents * known.length,
      exact: result.status === 'OPTIMAL',
    });
    if (known.length < count) break;
  }
  return { points, complete: true };
}
