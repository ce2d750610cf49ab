/** Which transfers of a problem a plan replaces, and what makes two the same one. */

import { isMovable, type Operation, type Problem, type Transfer } from '@fibado/planning';
import type { OptimizeOptions } from '../types.js';

/** Options of a question: an accepted plan is only where the search begins, never preferred. */
export type AskOptions = Omit<OptimizeOptions, 'stabilityCents' | 'marginals'>;

/** The problem without the transfers a plan replaces. */
export function withoutPlan(problem: Problem, options: Pick<AskOptions, 'from'>): Problem {
  const from = options.from ?? problem.quarter;
  return {
    ...problem,
    operations: problem.operations.filter((operation) => !isMovable(operation) || operation.date < from),
  };
}

/** The transfers of the plan accepted so far, as far as they can still be replaced. */
export function acceptedPlan(problem: Problem, options: Pick<AskOptions, 'from'>): Transfer[] {
  const from = options.from ?? problem.quarter;
  return problem.operations
    .filter((operation) => isMovable(operation) && operation.date >= from)
    .map(transferOf);
}

export function transferOf(operation: Operation): Transfer {
  return {
    date: operation.date,
    fromAccountId: operation.accountId,
    toAccountId: operation.toAccountId ?? '',
    amountCents: operation.amountCents,
  };
}
