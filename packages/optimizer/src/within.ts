/** Whether a plan from elsewhere is one that the options allow. */

import { horizonOf, indexProblem, transferObstacle, type Problem, type Transfer } from '@fibado/planning';
import { askedDayRules } from './household/order-time.js';
import type { OptimizeOptions } from './types.js';

/** What makes two transfers the same one. */
export function keyOf(transfer: Transfer): string {
  return [transfer.date, transfer.fromAccountId, transfer.toAccountId, transfer.amountCents].join(' ');
}

/** Whether the options allow the plan; the limits of the household are the referee's to judge. */
export function isWithin(problem: Problem, options: OptimizeOptions, plan: readonly Transfer[]): boolean {
  const { byAccountId } = indexProblem(problem);
  const rules = askedDayRules(problem, options);
  const step = options.transferStepCents ?? problem.settings.transferStepCents;
  const forced = new Set((options.forced ?? []).map(keyOf));
  if (plan.length > (options.maxTransfers ?? Infinity)) return false;
  if (plan.filter((transfer) => forced.has(keyOf(transfer))).length < forced.size) return false;
  return plan.every((transfer) => {
    if (forced.has(keyOf(transfer))) return true;
    const source = byAccountId.get(transfer.fromAccountId);
    const destination = byAccountId.get(transfer.toAccountId);
    if (source === undefined || destination === undefined) return false;
    return (
      transfer.date >= (options.from ?? problem.quarter) &&
      transfer.amountCents % step === 0 &&
      transferObstacle(source, destination, transfer, horizonOf(problem), rules) === undefined &&
      !(options.forbidden ?? []).some(
        (choice) =>
          choice.fromAccountId === transfer.fromAccountId &&
          choice.toAccountId === transfer.toAccountId &&
          (choice.date === undefined || choice.date === transfer.date),
      )
    );
  });
}
