/** Several plans within one time limit, each begun from plans already known. */

import {
  arrivalDay,
  type Account,
  type Cents,
  type Operation,
  type Problem,
  type Transfer,
} from '@fibado/planning';
import { acceptedPlan, withoutPlan, type AskOptions } from './transfers.js';
import type { OutsideBookings } from '../household/drift.js';
import { householdOf } from '../household/household.js';
import type { Engines } from '../engines/port.js';
import { optimize, type OptimizeDependencies } from '../optimize.js';
import { referee } from '../referee.js';
import { PROVING } from '../stages.js';
import { isWithin, keyOf } from '../within.js';
import type { OptimizationResult, OptimizeOptions } from '../types.js';

const DEFAULT_LIMIT_MS = 30_000;
/** A plan looked for in less says nothing, milliseconds. */
const LEAST_MS = 150;
/** A plan within this of its bound is the best one, as everywhere, cents. */
const PROVEN_CENTS = 5;
/** What a quick plan of a plan that is known leaves out. */
const IMPROVING_ONLY: ReadonlySet<string> = new Set([...PROVING, 'construct']);

export interface QuickPlan {
  readonly limitMs: number;
  readonly known: readonly (readonly Transfer[])[];
  readonly outside?: OutsideBookings | undefined;
  readonly maxTransfers?: number | undefined;
  /** Whether a plan that is known is bettered alone, where one does. */
  readonly improves: boolean;
}

export class Asker {
  private readonly started: number;
  private readonly clock;
  readonly limitMs: number;

  constructor(
    private readonly options: AskOptions,
    private readonly dependencies: OptimizeDependencies = {},
  ) {
    this.clock = dependencies.clock ?? performance;
    this.started = this.clock.now();
    this.limitMs = options.timeLimitMs ?? DEFAULT_LIMIT_MS;
  }

  elapsedMs(): number {
    return this.clock.now() - this.started;
  }

  remainingMs(): number {
    return Math.max(0, this.limitMs - this.elapsedMs());
  }

  /** Whether there is time for one more of `left` plans that are still wanted. */
  hasTime(left = 1): boolean {
    return this.remainingMs() / left >= LEAST_MS;
  }

  /**
   * The best plan in a share of the time left. `known` plans that the problem and the options allow are where the
   * search begins, so that the answer is never worth less than the best of them.
   */
  best(
    problem: Problem,
    more: Partial<AskOptions>,
    share: number,
    known: readonly (readonly Transfer[])[] = [],
    outside?: OutsideBookings,
  ): Promise<OptimizationResult> {
    const options: OptimizeOptions = {
      ...this.options,
      ...more,
      stabilityCents: undefined,
      marginals: false,
      timeLimitMs: Math.max(LEAST_MS, Math.round(this.remainingMs() * share)),
    };
    return optimize(beginningWith(problem, options, known), options, { ...this.dependencies, outside });
  }

  /** A plan in some milliseconds whose bound is not asked for; where transfers cost nothing the proof is the search. */
  quick(
    problem: Problem,
    { limitMs, known, outside, maxTransfers, improves }: QuickPlan,
  ): Promise<OptimizationResult> {
    const options: OptimizeOptions = {
      ...this.options,
      ...(maxTransfers === undefined ? {} : { maxTransfers }),
      stabilityCents: undefined,
      marginals: false,
      timeLimitMs: Math.max(1, Math.round(Math.min(limitMs, this.remainingMs()))),
    };
    const effortCents = options.effortCostCents ?? problem.settings.effortCostCents;
    const searchesWithoutProof = effortCents > 0 && (options.forbidden ?? []).length === 0;
    return optimize(beginningWith(problem, options, known), options, {
      ...this.dependencies,
      outside,
      ...(searchesWithoutProof ? { without: improves ? IMPROVING_ONLY : PROVING } : {}),
    });
  }

  get engines(): Engines | undefined {
    return this.dependencies.engines;
  }

  /** The same in all the time left, with what each transfer is worth. */
  priced(problem: Problem, known: readonly (readonly Transfer[])[]): Promise<OptimizationResult> {
    const options: OptimizeOptions = {
      ...this.options,
      stabilityCents: undefined,
      timeLimitMs: Math.max(LEAST_MS, Math.round(this.remainingMs())),
    };
    return optimize(beginningWith(problem, options, known), options, this.dependencies);
  }
}

/** The optimizer begins with the accepted plan: one of the known plans is put in its place. */
function beginningWith(
  problem: Problem,
  options: AskOptions,
  known: readonly (readonly Transfer[])[],
): Problem {
  const bare = withoutPlan(problem, options);
  const plan = bestOf(
    bare,
    options,
    [acceptedPlan(problem, options), ...known].filter((transfers) => transfers.length > 0),
  )?.plan;
  if (plan === undefined) return bare;
  const accounts = new Map(problem.accounts.map((account) => [account.id, account]));
  return { ...bare, operations: [...bare.operations, ...movables(bare, accounts, options, plan)] };
}

/** Of several plans the one worth most among those that the options allow and that keep every limit. */
export function bestOf(
  problem: Problem,
  options: AskOptions,
  plans: readonly (readonly Transfer[])[],
): { readonly plan: readonly Transfer[]; readonly objectiveCents: Cents } | undefined {
  const allowed = plans.filter((plan) => isWithin(problem, options, plan));
  if (allowed.length === 0) return undefined;
  const household = householdOf(problem, options);
  const forced = new Set(household.forced.map(keyOf));
  return allowed
    .map((plan) => {
      const proposed = plan.filter((transfer) => !forced.has(keyOf(transfer)));
      const { objectiveCents, violations } = referee(household, proposed);
      return { plan, objectiveCents, violations };
    })
    .filter(({ violations }) => violations.length === 0)
    .sort((a, b) => b.objectiveCents - a.objectiveCents)[0];
}

/** Of a plan what it takes to lay it beside others. */
export type Answered = Pick<
  OptimizationResult,
  'status' | 'objectiveCents' | 'boundCents' | 'gapCents' | 'transfers' | 'conflicts'
>;

/**
 * The answer, or a better plan found while something else was asked that does for this question, too: a difference of
 * two plans would otherwise count what a search that was cut short had missed.
 */
export function improved(
  problem: Problem,
  options: AskOptions,
  answered: Answered,
  others: readonly Answered[],
): Answered {
  if (answered.status === 'INFEASIBLE') return answered;
  const found = others.filter(({ status }) => status !== 'INFEASIBLE');
  const best = bestOf(
    withoutPlan(problem, options),
    options,
    found.map(({ transfers }) => transfers),
  );
  if (best === undefined || best.objectiveCents <= answered.objectiveCents) return answered;
  const gapCents = Math.max(0, answered.boundCents - best.objectiveCents);
  return {
    ...answered,
    status: gapCents <= PROVEN_CENTS ? 'OPTIMAL' : 'FEASIBLE',
    objectiveCents: best.objectiveCents,
    gapCents,
    transfers: found.find(({ transfers }) => transfers === best.plan)?.transfers ?? answered.transfers,
  };
}

function movables(
  problem: Problem,
  accounts: ReadonlyMap<string, Account>,
  options: AskOptions,
  plan: readonly Transfer[],
): Operation[] {
  const forced = new Set((options.forced ?? []).map(keyOf));
  return plan
    .filter((transfer) => !forced.has(keyOf(transfer)))
    .map((transfer, index): Operation => {
      const source = accounts.get(transfer.fromAccountId);
      const destination = accounts.get(transfer.toAccountId);
      return {
        id: `known-${String(index)}`,
        quarter: problem.quarter,
        kind: 'TRANSFER',
        date: transfer.date,
        valueDate:
          source === undefined || destination === undefined
            ? transfer.date
            : arrivalDay(source, destination, transfer.date, problem.settings.calendar),
        accountId: transfer.fromAccountId,
        toAccountId: transfer.toAccountId,
        amountCents: transfer.amountCents,
        description: '',
        status: 'PLANNED',
        origin: 'OPTIMIZER',
        locked: false,
      };
    });
}
