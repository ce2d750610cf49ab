/** Questions asked of a plan, each answered by optimising again. All money in cents. */

import type { Account, Cents, Problem, Setup } from '@fibado/planning';
import { optimize, type OptimizeDependencies } from './optimize.js';
import type { ForcedTransfer, OptimizationResult, OptimizeOptions, TransferChoice } from './types.js';

export interface FrontierPoint {
  readonly transfers: number;
  readonly netReturnCents: Cents;
  readonly objectiveCents: Cents;
}

/**
 * Net return against the number of transfers, effort left out: the best plan with at most 0, 1, … `most` transfers.
 * Ends early when more transfers earn nothing; infeasible counts are left out.
 */
export async function frontierOf(
  problem: Problem,
  options: OptimizeOptions,
  most: number,
  dependencies: OptimizeDependencies = {},
): Promise<FrontierPoint[]> {
  const points: FrontierPoint[] = [];
  for (let count = 0; count <= most; count += 1) {
    const result = await optimize(
      problem,
      { ...options, maxTransfers: count, effortCostCents: 0, marginals: false },
      dependencies,
    );
    if (result.status === 'INFEASIBLE') continue;
    const { netReturnCents, objectiveCents, transfers } = result;
    points.push({ transfers: transfers.length, netReturnCents, objectiveCents });
    if (transfers.length < count) break;
  }
  return points;
}

export interface LimitPrice {
  readonly limit: 'minBalanceCents' | 'maxBalanceCents' | 'guaranteeLimitCents';
  /** Unset for the guarantee. */
  readonly accountId?: string | undefined;
  /** What the quarter would earn more if the limit were looser by `byCents`. */
  readonly worthCents: Cents;
  readonly byCents: Cents;
}

/** The price of every limit the plan touches: the gain when it alone is loosened by `byCents`. Free ones are left out. */
export async function limitPrices(
  problem: Problem,
  options: OptimizeOptions,
  byCents: Cents,
  dependencies: OptimizeDependencies = {},
): Promise<LimitPrice[]> {
  const plain: OptimizeOptions = { ...options, marginals: false };
  const best = await optimize(problem, plain, dependencies);
  if (best.status === 'INFEASIBLE') return [];
  const prices: LimitPrice[] = [];
  const price = async (loosened: Problem, limit: LimitPrice['limit'], accountId?: string): Promise<void> => {
    const result = await optimize(loosened, plain, dependencies);
    const worthCents = result.objectiveCents - best.objectiveCents;
    if (worthCents > 0) prices.push({ limit, accountId, worthCents, byCents });
  };
  for (const account of problem.accounts) {
    const planned = best.accounts.find(({ accountId }) => accountId === account.id)?.planned;
    const setup = problem.setups.find(({ accountId }) => accountId === account.id);
    if (planned === undefined || setup === undefined || setup.excluded) continue;
    const min = setup.minBalanceCents ?? (account.minBalanceCents || problem.settings.minBalanceCents);
    const max = setup.maxBalanceCents ?? account.maxBalanceCents;
    const step = options.transferStepCents ?? problem.settings.transferStepCents;
    // Rounding to the step can keep a balance just off its limit.
    if (planned.dailyBalancesCents.some((balance) => balance < min + step)) {
      await price(
        withSetup(problem, { ...setup, minBalanceCents: min - byCents }),
        'minBalanceCents',
        account.id,
      );
    }
    if (max !== undefined && planned.dailyBalancesCents.some((balance) => balance > max - step)) {
      await price(
        withSetup(problem, { ...setup, maxBalanceCents: max + byCents }),
        'maxBalanceCents',
        account.id,
      );
    }
  }
  if (problem.settings.guaranteePolicy === 'HARD') {
    const guaranteeLimitCents = problem.settings.guaranteeLimitCents + byCents;
    await price(
      { ...problem, settings: { ...problem.settings, guaranteeLimitCents } },
      'guaranteeLimitCents',
    );
  }
  return prices;
}

function withSetup(problem: Problem, changed: Setup): Problem {
  return {
    ...problem,
    setups: problem.setups.map((setup) => (setup.accountId === changed.accountId ? changed : setup)),
  };
}

export interface Choice {
  readonly forced?: readonly ForcedTransfer[] | undefined;
  readonly forbidden?: readonly TransferChoice[] | undefined;
}

/** "Why not?": what forcing or forbidding something costs; `lossCents` is `null` when no plan is left. */
export async function lossOf(
  problem: Problem,
  options: OptimizeOptions,
  choice: Choice,
  dependencies: OptimizeDependencies = {},
): Promise<{ readonly lossCents: Cents | null; readonly result: OptimizationResult }> {
  const plain: OptimizeOptions = { ...options, marginals: false };
  const best = await optimize(problem, plain, dependencies);
  const result = await optimize(
    problem,
    {
      ...plain,
      forced: [...(options.forced ?? []), ...(choice.forced ?? [])],
      forbidden: [...(options.forbidden ?? []), ...(choice.forbidden ?? [])],
    },
    dependencies,
  );
  const lossCents = result.status === 'INFEASIBLE' ? null : best.objectiveCents - result.objectiveCents;
  return { lossCents, result };
}

/** What an account not yet opened would be worth this quarter: the best plan with it less the best plan without. */
export async function valueOfOffer(
  problem: Problem,
  options: OptimizeOptions,
  offer: Account,
  dependencies: OptimizeDependencies = {},
): Promise<Cents> {
  const plain: OptimizeOptions = { ...options, marginals: false };
  const opened: Problem = {
    ...problem,
    accounts: [...problem.accounts, offer],
    setups: [...problem.setups, { accountId: offer.id, openingBalanceCents: 0, excluded: false }],
  };
  const [without, withOffer] = [
    await optimize(problem, plain, dependencies),
    await optimize(opened, plain, dependencies),
  ];
  return withOffer.objectiveCents - without.objectiveCents;
}
