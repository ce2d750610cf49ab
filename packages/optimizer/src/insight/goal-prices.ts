/** What each goal costs, and until when money may be tied and still be there for it. */

import { goalEvaluations, latestMaturities, type Cents, type Day, type Problem } from '@fibado/planning';
import { householdOf } from '../household/household.js';
import type { OptimizeDependencies } from '../optimize.js';
import { referee } from '../referee.js';
import { keyOf } from '../within.js';
import { Asker, improved, type Answered } from './asker.js';
import { outlineOf, type PlanOutline } from './outline.js';
import type { AskOptions } from './transfers.js';

/** Of a goal that the plan keeps. Cents. */
export interface GoalPrice {
  readonly goalId: string;
  /** On its accounts at the end of its day, under the plan. */
  readonly availableCents: Cents;
  /** What the best plan found earns more without the goal, effort deducted. */
  readonly priceCents: Cents;
  /** Proven: the goal costs no less, and no more. */
  readonly leastCents: Cents;
  readonly mostCents: Cents;
  /** Whether both plans are proven best. */
  readonly exact: boolean;
  /** The last day on which a term deposit may be paid back to an account and its money still reach the goal. */
  readonly maturities: readonly { readonly accountId: string; readonly date: Day }[];
}

export interface GoalPrices {
  /** Of no use where it is INFEASIBLE: its conflicts then name the goals that cannot be kept. */
  readonly base: PlanOutline;
  /** In order of the problem. */
  readonly goals: readonly GoalPrice[];
  /** Goals for which there was no time. */
  readonly unpriced: readonly string[];
}

export async function goalPrices(
  problem: Problem,
  options: AskOptions,
  dependencies: OptimizeDependencies = {},
): Promise<GoalPrices> {
  const asker = new Asker(options, dependencies);
  const first = await asker.best(problem, {}, 0.4);
  if (first.status === 'INFEASIBLE')
    return { base: outlineOf(problem, options, first), goals: [], unpriced: [] };
  const asked = householdOf(problem, options).goals.flatMap(({ id, loss }) =>
    loss === undefined ? [id] : [],
  );
  const tried: { readonly goalId: string; readonly problem: Problem; readonly answered: Answered }[] = [];
  for (const [position, goalId] of asked.entries()) {
    const left = asked.length - position;
    if (!asker.hasTime(Math.min(left, 3))) break;
    const without = { ...problem, goals: problem.goals?.filter(({ id }) => id !== goalId) };
    const answered = await asker.best(without, {}, 1 / left, [first.transfers]);
    tried.push({ goalId, problem: without, answered });
  }
  const found = tried.map(({ answered }) => answered);
  const base = improved(problem, options, first, found);
  const available = availableIn(problem, options, base);
  const goals = tried.map(({ goalId, problem: without, answered }): GoalPrice => {
    const free = improved(without, options, answered, [base, ...found]);
    return {
      goalId,
      availableCents: available.get(goalId) ?? 0,
      ...priceOf(base, free),
      maturities: latestMaturities(problem, goalId),
    };
  });
  return {
    base: outlineOf(problem, options, base),
    goals,
    unpriced: asked.slice(tried.length),
  };
}

function priceOf(
  base: Answered,
  free: Answered,
): Pick<GoalPrice, 'priceCents' | 'leastCents' | 'mostCents' | 'exact'> {
  const priceCents = Math.max(0, free.objectiveCents - base.objectiveCents);
  return {
    priceCents,
    leastCents: Math.max(0, free.objectiveCents - base.boundCents),
    mostCents: Math.max(priceCents, free.boundCents - base.objectiveCents),
    exact: base.status === 'OPTIMAL' && free.status === 'OPTIMAL',
  };
}

function availableIn(problem: Problem, options: AskOptions, { transfers }: Answered): Map<string, Cents> {
  const household = householdOf(problem, options);
  const forced = new Set(household.forced.map(keyOf));
  const proposed = transfers.filter((transfer) => !forced.has(keyOf(transfer)));
  const { evaluation } = referee(household, proposed);
  return new Map(
    goalEvaluations(problem, evaluation).map(({ goalId, availableCents }) => [goalId, availableCents]),
  );
}
