/** What each limit the plan touches costs: the household planned again with that limit alone loosened. */

import {
  evaluate,
  lawOn,
  limitsOf,
  type Cents,
  type Evaluation,
  type Problem,
  type Setup,
  type Transfer,
} from '@fibado/planning';
import { householdOf } from '../household/household.js';
import type { OptimizeDependencies } from '../optimize.js';
import type { OptimizationResult } from '../types.js';
import { Asker, improved } from './asker.js';
import { transferOf, withoutPlan, type AskOptions } from './transfers.js';
import { outlineOf, type PlanOutline } from './outline.js';

export type PricedLimit =
  | 'minBalanceCents'
  | 'maxBalanceCents'
  | 'guaranteeLimitCents'
  | 'maxTransfers'
  | 'transferLeadDays'
  | 'transferStepCents'
  | 'thresholdMarginCents'
  | 'singleLimitCents'
  | 'dailyLimitCents';

export interface LimitPrice {
  readonly limit: PricedLimit;
  /** Unset for limits of the whole household. */
  readonly accountId?: string | undefined;
  readonly unit: 'CENTS' | 'DAYS' | 'TRANSFERS';
  /** By how much the limit was loosened, in its unit; one of transfers is lifted, and this is how much more is then used. */
  readonly by: number;
  /** What the quarter earns more, effort deducted. */
  readonly worthCents: Cents;
  /** Whether both plans are proven best. */
  readonly exact: boolean;
}

export interface LimitPrices {
  readonly base: PlanOutline;
  /** The dearest first; limits that cost nothing are left out. */
  readonly prices: readonly LimitPrice[];
  /** Limits the plan touches for which there was no time. */
  readonly unpriced: readonly Pick<LimitPrice, 'limit' | 'accountId'>[];
}

/** A limit the plan touches, and the problem with it loosened. */
interface Touched extends Pick<LimitPrice, 'limit' | 'accountId' | 'unit' | 'by'> {
  readonly problem: Problem;
  readonly options?: Partial<AskOptions> | undefined;
  /** Of a limit that is lifted: how much more than it a plan uses. */
  readonly usedBy?: ((transfers: readonly Transfer[]) => Cents) | undefined;
}

/** @param byCents how far amounts are loosened; days by one, transfers by one, the step to a cent. */
export async function limitPrices(
  problem: Problem,
  options: AskOptions,
  byCents: Cents,
  dependencies: OptimizeDependencies = {},
): Promise<LimitPrices> {
  const asker = new Asker(options, dependencies);
  const first = await asker.best(problem, {}, 0.4);
  if (first.status === 'INFEASIBLE') {
    return { base: outlineOf(problem, options, first), prices: [], unpriced: [] };
  }
  const bare = withoutPlan(problem, options);
  const touched = touchedBy(bare, options, first, byCents);
  const tried: { limit: Omit<Touched, 'problem' | 'options' | 'usedBy'>; result: OptimizationResult }[] = [];
  const unpriced: Pick<LimitPrice, 'limit' | 'accountId'>[] = [];
  for (const [position, { problem: loosened, options: other = {}, usedBy, ...limit }] of touched.entries()) {
    const left = touched.length - position;
    if (!asker.hasTime(Math.min(left, 3))) {
      unpriced.push({ limit: limit.limit, accountId: limit.accountId });
      continue;
    }
    const result = await asker.best(loosened, other, 1 / left, [first.transfers]);
    tried.push({ limit: { ...limit, by: usedBy?.(result.transfers) ?? limit.by }, result });
  }
  const best = improved(
    problem,
    options,
    first,
    tried.map(({ result }) => result),
  );
  const prices = tried
    .map(({ limit, result }): LimitPrice => ({
      ...limit,
      worthCents: result.objectiveCents - best.objectiveCents,
      exact: best.status === 'OPTIMAL' && result.status === 'OPTIMAL',
    }))
    .filter(({ worthCents }) => worthCents > 0)
    .sort((a, b) => b.worthCents - a.worthCents);
  return { base: outlineOf(problem, options, best), prices, unpriced };
}

function touchedBy(
  problem: Problem,
  options: AskOptions,
  best: OptimizationResult,
  byCents: Cents,
): Touched[] {
  const evaluation = evaluate(problem, best.transfers);
  return [
    ...balances(problem, options, best, byCents),
    ...guarantee(problem, options, evaluation, byCents),
    ...counts(problem, options, best),
    ...leads(problem, best),
    ...transferLimits(problem, options, best),
    ...margin(problem, options, evaluation, byCents),
  ];
}

/** Minimums and maximums; rounding to the step can keep a balance just off its limit. */
function balances(
  problem: Problem,
  options: AskOptions,
  best: OptimizationResult,
  byCents: Cents,
): Touched[] {
  const step = options.transferStepCents ?? problem.settings.transferStepCents;
  const household = householdOf(problem, options);
  const touched: Touched[] = [];
  for (const { accountId, planned } of best.accounts) {
    const account = problem.accounts.find(({ id }) => id === accountId);
    const setup = problem.setups.find((item) => item.accountId === accountId);
    const house = household.accounts[household.indexOf(accountId) ?? -1];
    if (account === undefined || setup === undefined || house === undefined || setup.excluded) continue;
    const { minCents, maxCents } = limitsOf(account, setup, problem.settings);
    const meets = (isNear: (balance: number, day: number) => boolean): boolean =>
      planned.dailyBalancesCents.some(
        (balance, day) =>
          day >= Math.max(household.options.from, house.entry.openFrom) &&
          day <= house.entry.openTo &&
          isNear(balance, day),
      );
    if (minCents !== undefined && meets((balance, day) => balance < (house.min[day] ?? 0) + step)) {
      touched.push({
        limit: 'minBalanceCents',
        accountId,
        unit: 'CENTS',
        by: byCents,
        problem: withSetup(problem, { ...setup, minBalanceCents: minCents - byCents }),
      });
    }
    if (maxCents !== undefined && meets((balance, day) => balance > (house.max[day] ?? Infinity) - step)) {
      touched.push({
        limit: 'maxBalanceCents',
        accountId,
        unit: 'CENTS',
        by: byCents,
        problem: withSetup(problem, { ...setup, maxBalanceCents: maxCents + byCents }),
      });
    }
  }
  return touched;
}

function guarantee(problem: Problem, options: AskOptions, evaluation: Evaluation, byCents: Cents): Touched[] {
  const { guaranteeLimitCents } = problem.settings;
  const step = options.transferStepCents ?? problem.settings.transferStepCents;
  const isOff = (options.guaranteePolicy ?? problem.settings.guaranteePolicy) === 'OFF';
  if (isOff || !evaluation.guarantee.some(({ peakCents }) => peakCents > guaranteeLimitCents - step))
    return [];
  return [
    {
      limit: 'guaranteeLimitCents',
      unit: 'CENTS',
      by: byCents,
      problem: {
        ...problem,
        settings: { ...problem.settings, guaranteeLimitCents: guaranteeLimitCents + byCents },
      },
    },
  ];
}

function counts(problem: Problem, options: AskOptions, best: OptimizationResult): Touched[] {
  const touched: Touched[] = [];
  const { maxTransfers } = options;
  if (maxTransfers !== undefined && best.transfers.length >= maxTransfers) {
    touched.push({
      limit: 'maxTransfers',
      unit: 'TRANSFERS',
      by: 1,
      problem,
      options: { maxTransfers: maxTransfers + 1 },
    });
  }
  const step = options.transferStepCents ?? problem.settings.transferStepCents;
  if (step > 1 && best.transfers.length > 0) {
    touched.push({
      limit: 'transferStepCents',
      unit: 'CENTS',
      by: step - 1,
      problem,
      options: { transferStepCents: 1 },
    });
  }
  return touched;
}

/** Accounts whose transfers to other banks are under way for days. */
function leads(problem: Problem, best: OptimizationResult): Touched[] {
  return problem.accounts.flatMap((account): Touched[] => {
    const waits = best.transfers.some(
      (transfer) => transfer.fromAccountId === account.id && transfer.arrivalDate > transfer.date,
    );
    if (!waits) return [];
    const sooner = { ...account, transferLeadDays: account.transferLeadDays - 1 };
    return [
      {
        limit: 'transferLeadDays',
        accountId: account.id,
        unit: 'DAYS',
        by: 1,
        problem: {
          ...problem,
          accounts: problem.accounts.map((other) => (other.id === account.id ? sooner : other)),
        },
      },
    ];
  });
}

/**
 * Limits on what leaves an account for other banks, where the plan comes within a step of one. Each is lifted: with a
 * limit at what the plan then sends that plan keeps it, so that the difference is what exactly that limit is worth.
 */
function transferLimits(problem: Problem, options: AskOptions, best: OptimizationResult): Touched[] {
  const step = options.transferStepCents ?? problem.settings.transferStepCents;
  return problem.accounts.flatMap((account): Touched[] => {
    const mostOf = mostSent(problem, account);
    return (['singleLimitCents', 'dailyLimitCents'] as const).flatMap((limit): Touched[] => {
      const cents = account[limit];
      const most = mostOf[limit];
      if (cents === undefined || most(best.transfers) <= cents - step) return [];
      const lifted = { ...account, [limit]: undefined };
      return [
        {
          limit,
          accountId: account.id,
          unit: 'CENTS',
          by: 0,
          usedBy: (transfers) => Math.max(0, most(transfers) - cents),
          problem: {
            ...problem,
            accounts: problem.accounts.map((other) => (other.id === account.id ? lifted : other)),
          },
        },
      ];
    });
  });
}

type MostSent = Readonly<
  Record<'singleLimitCents' | 'dailyLimitCents', (transfers: readonly Transfer[]) => Cents>
>;

/** The most that transfers send from an account to one account of another bank on a day, and to all beside what is fixed. */
function mostSent(problem: Problem, { id, bankId }: Problem['accounts'][number]): MostSent {
  const bankOf = new Map(problem.accounts.map((account) => [account.id, account.bankId]));
  const counted = (transfers: readonly Transfer[]): Transfer[] =>
    transfers.filter(
      ({ fromAccountId, toAccountId }) => fromAccountId === id && bankOf.get(toAccountId) !== bankId,
    );
  const sumOf = (transfers: readonly Transfer[]): Cents =>
    transfers.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const fixed = counted(problem.operations.filter(({ kind }) => kind === 'TRANSFER').map(transferOf));
  const mostBy = (
    transfers: readonly Transfer[],
    beside: readonly Transfer[],
    isTogether: (one: Transfer, other: Transfer) => boolean,
  ): Cents => {
    const sent = counted(transfers);
    return Math.max(
      0,
      ...sent.map((one) => sumOf([...sent, ...beside].filter((other) => isTogether(one, other)))),
    );
  };
  return {
    singleLimitCents: (transfers) =>
      mostBy(transfers, [], (one, other) => one.date === other.date && one.toAccountId === other.toAccountId),
    dailyLimitCents: (transfers) => mostBy(transfers, fixed, (one, other) => one.date === other.date),
  };
}

/** The margin binds where an average stands less than margin and a step below the threshold. */
function margin(problem: Problem, options: AskOptions, evaluation: Evaluation, byCents: Cents): Touched[] {
  const wanted = options.thresholdMarginCents ?? problem.settings.thresholdMarginCents;
  const step = options.transferStepCents ?? problem.settings.transferStepCents;
  const threshold = lawOn(problem.quarter).fixedDutyThresholdCents;
  const isNear = evaluation.dutyGroups.some(
    ({ due, aggregateAverageCents }) => !due && aggregateAverageCents > threshold - wanted - step,
  );
  if (wanted === 0 || !isNear) return [];
  const by = Math.min(wanted, byCents);
  return [
    {
      limit: 'thresholdMarginCents',
      unit: 'CENTS',
      by,
      problem,
      options: { thresholdMarginCents: wanted - by },
    },
  ];
}

function withSetup(problem: Problem, changed: Setup): Problem {
  return {
    ...problem,
    setups: problem.setups.map((setup) => (setup.accountId === changed.accountId ? changed : setup)),
  };
}
