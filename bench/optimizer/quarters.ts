/** One quarter of a horizon as a problem of its own, and the next one after it. */

import {
  carriedForward,
  carriedOver,
  evaluate,
  quarterEnd,
  type Operation,
  type Problem,
  type QuarterDate,
  type Transfer,
} from '../../packages/planning/src/index.js';

/** A transfer that was made, as a movement that no plan touches. */
export function madeTransfer(transfer: Transfer, quarter: QuarterDate, arrivalDate: string): Operation {
  const { date, fromAccountId, toAccountId, amountCents } = transfer;
  return {
    id: `made-${date}-${fromAccountId}-${toAccountId}-${String(amountCents)}`,
    quarter,
    kind: 'TRANSFER',
    date,
    valueDate: arrivalDate,
    accountId: fromAccountId,
    toAccountId,
    amountCents,
    description: 'transfer',
    status: 'DONE',
    origin: 'MANUAL',
    locked: true,
  };
}

/** The problem of one quarter: with the movements up to its end. */
export function quarterOf({ horizon: _, ...problem }: Problem, quarter: QuarterDate): Problem {
  const end = quarterEnd(quarter);
  return { ...problem, quarter, operations: problem.operations.filter(({ date }) => date <= end) };
}

/** The whole problem from the next quarter on: its setups, and what is still under way. */
export function after(problem: Problem, quarter: Problem, transfers: readonly Transfer[]): Problem {
  const forward = new Map(carriedForward(quarter, transfers).map((one) => [one.accountId, one]));
  const end = quarterEnd(quarter.quarter);
  return {
    ...problem,
    setups: problem.setups.map((setup) => {
      const { openingBalanceCents = setup.openingBalanceCents, carried } = forward.get(setup.accountId) ?? {};
      return { ...setup, openingBalanceCents, carried };
    }),
    operations: [
      ...carriedOver(quarter).filter(({ date }) => date <= end),
      ...problem.operations.filter(({ date }) => date > end),
    ],
  };
}

export interface Outcome {
  readonly objectiveCents: number;
  readonly netReturnCents: number;
  readonly violations: number;
  readonly transfers: number;
}

/** What transfers come to over the whole problem, by the referee. */
export function outcomeOf(problem: Problem, transfers: readonly Transfer[]): Outcome {
  const { netReturnCents, violations } = evaluate(problem, transfers);
  const effort = problem.settings.effortCostCents * transfers.length;
  return {
    objectiveCents: netReturnCents - effort,
    netReturnCents,
    violations: violations.length,
    transfers: transfers.length,
  };
}
