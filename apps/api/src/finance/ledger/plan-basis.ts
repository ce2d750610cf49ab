import type { OptimizeResultBody } from '@fibado/contracts';
import type { OptimizeOptions } from '@fibado/optimizer';
import {
  breaksToRecord,
  goalsOfQuarter,
  isMovable,
  lotKey,
  lotsOfQuarter,
  lotsToRecord,
  type NewLot,
  quarterEnd,
  type Operation,
  type Problem,
  type Transfer,
  withoutBreaks,
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

/** What a plan puts into its quarter. */
export interface PlannedParts {
  readonly transfers: readonly Transfer[];
  /** Those it opens; absent of a plan that was not asked for any. */
  readonly lots?: readonly NewLot[] | undefined;
}

type Asked = Pick<OptimizeOptions, 'newLots'>;

/** Whether a kept plan rests on figures that have changed since. */
export function isStale(
  run: { readonly problemHash: string; readonly options: Asked; readonly result: PlannedParts },
  problem: Problem,
): boolean {
  return planBasis(problem, run.options, run.result) !== run.problemHash;
}

/**
 * Fingerprint of what a plan rests on in its own quarter: of a horizon, what later quarters expect does not make it stale.
 * The problem without what the plan itself put there. Accepting a plan, and
 * then making its transfers, opening and breaking its lots as planned, leaves it as it was; anything else changes it. A plan that
 * may open lots rests on all offers.
 * @param planned the plan asked about; nothing when it is only being made.
 */
export function planBasis(
  { horizon: _, ...problem }: Problem,
  { newLots = false }: Asked = {},
  { transfers, lots }: PlannedParts = { transfers: [] },
): string {
  const last = quarterEnd(problem.quarter);
  const own = new Set(transfers.map(transferKey));
  const operations = problem.operations.filter(
    (operation) =>
      operation.date <= last &&
      !isMovable(operation) &&
      !(operation.origin === 'OPTIMIZER' && own.has(operationKey(operation))),
  );
  const taken = lotsToRecord(lots ?? [], problem.quarter);
  const broken = breaksToRecord(lots ?? [], problem.quarter);
  const others = { ...problem, lots: withoutOwn(withoutBreaks(problem.lots ?? [], broken), taken) };
  return contentHash({
    ...problem,
    ...lotsOfQuarter(others),
    ...goalsOfQuarter(problem),
    ...(newLots ? { offers: problem.offers?.toSorted((a, b) => (a.id < b.id ? -1 : 1)) } : {}),
    operations: operations.map(contentHash).sort(),
  });
}

/**
 * Fingerprint of what a question over several quarters rests on after its own quarter, whose {@link planBasis} says the rest:
 * what later quarters expect but for their plans. It stays the same when a quarter that was projected is initialised.
 * @returns nothing of a quarter alone.
 */
export function laterBasis({ quarter, horizon, operations, ...problem }: Problem): string | undefined {
  const last = quarterEnd(quarter);
  if (horizon === undefined || horizon.to === last) return undefined;
  const { lots = [], offers = [], goals = [] } = problem;
  const inUse = new Set(lots.map(({ offerId }) => offerId));
  const expected = operations.filter((operation) => operation.date > last && !isMovable(operation));
  return contentHash({
    to: horizon.to,
    operations: expected.map(({ id: _, ...operation }) => contentHash(operation)).sort(),
    lots: lots.map(contentHash).sort(),
    offers: offers
      .filter(({ id }) => inUse.has(id))
      .map(contentHash)
      .sort(),
    goals: goals
      .filter(({ date }) => date <= horizon.to)
      .map(({ name: _, ...goal }) => contentHash(goal))
      .sort(),
  });
}

const brokenKey = ({ lotId, ...lot }: NewLot): string =>
  [lotKey(lot), lot.brokenOn ?? '', ...(lotId === undefined ? [] : [lotId])].join(' ');

/** Recorded lots without those a plan opened, each once. */
function withoutOwn(
  recorded: NonNullable<Problem['lots']>,
  planned: readonly NewLot[],
): NonNullable<Problem['lots']> {
  const left = planned.map(brokenKey);
  return recorded.filter((lot) => {
    const place = left.indexOf(brokenKey(lot));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** Fingerprint of a plan: what it moves and what comes of it; neither how long it took nor how it is explained. */
export function planHash({
  status,
  objectiveCents,
  netReturnCents,
  transfers,
  conflicts,
  lots,
}: OptimizeResultBody): string {
  const moves = transfers.map(transferKey).sort();
  const opened = lots?.map(brokenKey).sort();
  return contentHash({ status, objectiveCents, netReturnCents, moves, conflicts, lots: opened });
}
