/** Seeded random goals on top of a random plan. */

import { addDays, daysBetween } from '../calendar.js';
import { accountsOfGoal } from '../goals.js';
import { horizonOf } from '../horizon.js';
import type { Goal } from '../problem.js';
import { goalId } from './builders.js';
import { randomOf, type RandomPlan } from './random-problem.js';

/** Some goals in the horizon and the days after it; none where no account can hold one. */
export function withRandomGoals({ problem, transfers }: RandomPlan, seed: number): RandomPlan {
  const random = randomOf(seed);
  const { from, to } = horizonOf(problem);
  const free = problem.accounts.filter(({ kind }) => kind !== 'DEPOSIT_TERM').map(({ id }) => id);
  if (free.length === 0) return { problem, transfers };
  const hasPayments = accountsOfGoal({}, problem).length > 0;
  const goals = Array.from({ length: random.int(1, 3) }, (_, index): Goal => ({
    id: goalId(index + 1),
    name: `Goal ${String(index + 1)}`,
    date: addDays(from, random.int(0, daysBetween(from, to) + 5)),
    amountCents: random.int(1, 3_000_000),
    ...(hasPayments && random.chance(0.5)
      ? {}
      : { accountIds: free.filter((_id, place) => place === 0 || random.chance(0.5)) }),
  }));
  return { problem: { ...problem, goals }, transfers };
}
