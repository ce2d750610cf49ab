import type { OptimizeResultBody } from '@fibado/contracts';
import {
  isMovable,
  lotsOfQuarter,
  quarterEnd,
  type Operation,
  type Problem,
  type Transfer,
} from '@fibado/planning';
import { contentHash } from '../shared/content-hash.js';

/** What makes two transfers the same one. */
export const transferKey = (transfer: {
  date: string;
  fromAccountId: string;
  toAccountId: string;
  amountCents: number;
}): string => [transfer.date, transfer.fromAccountId, transfer.toAccountId, transfer.amountCents].join(' ');

const operationKey = (operation: Operation): string =>
  transferKey({
    date: operation.date,
    fromAccountId: operation.accountId,
    toAccountId: operation.toAccountId ?? '',
    amountCents: operation.amountCents,
  });

/** Whether a kept plan rests on figures that have changed since. */
export function isStale(
  run: { readonly problemHash: string; readonly result: { readonly transfers: readonly Transfer[] } },
  problem: Problem,
): boolean {
  return planBasis(problem, run.result.transfers) !== run.problemHash;
}

/**
 * Fingerprint of what a plan rests on in its own quarter: of a horizon, what later quarters expect does not make it stale.
 * The problem without what the plan itself put there. Accepting a plan, and
 * then making its transfers as planned, leaves it as it was; anything else changes it.
 * @param planned the transfers of the plan asked about; none when it is only being made.
 */
export function planBasis({ horizon: _, ...problem }: Problem, planned: readonly Transfer[] = []): string {
  const last = quarterEnd(problem.quarter);
  const own = new Set(planned.map(transferKey));
  const operations = problem.operations.filter(
    (operation) =>
      operation.date <= last &&
      !isMovable(operation) &&
      !(operation.origin === 'OPTIMIZER' && own.has(operationKey(operation))),
  );
  return contentHash({
    ...problem,
    ...lotsOfQuarter(problem),
    operations: operations.map(contentHash).sort(),
  });
}

/** Fingerprint of a plan: what it moves and what comes of it; neither how long it took nor how it is explained. */
export function planHash({
  status,
  objectiveCents,
  netReturnCents,
  transfers,
  conflicts,
}: OptimizeResultBody): string {
  const moves = transfers.map(transferKey).sort();
  return contentHash({ status, objectiveCents, netReturnCents, moves, conflicts });
}
