/** How much may leave each account for other banks: in one transfer, and on each day beside what is there already. */

import { piecesOf, positionOf, type AccountTimeline, type Timeline } from '@fibado/planning';
import type { Household } from './household.js';

/** Whole steps, cents; infinite where there is no limit. */
export interface TransferLimits {
  readonly singleCents: number;
  /** By position: what is left beside operations and forced transfers. */
  readonly dailyCents: readonly number[];
}

interface LimitRequest {
  readonly timeline: Timeline;
  readonly forced: readonly {
    date: string;
    fromAccountId: string;
    toAccountId: string;
    amountCents: number;
  }[];
  readonly stepCents: number;
  /** Position of the first day on which a transfer may leave. */
  readonly from: number;
  /** By account, then by position: least balances, cents. */
  readonly min: readonly (readonly number[])[];
}

/**
 * By account; `undefined` where no limit can bind, as all accounts together never hold so much above their minimums.
 * Amounts are whole steps, so that no more than the whole steps of a limit can ever be used.
 */
export function transferLimitsOf(request: LimitRequest): (TransferLimits | undefined)[] {
  const { timeline, stepCents } = request;
  const { grid, problem, knownAccounts } = timeline.plan;
  const most = mostMoney(request);
  const inSteps = (cents: number): number =>
    cents >= most ? Infinity : Math.max(0, Math.floor(cents / stepCents) * stepCents);
  const fixed = [
    ...problem.operations.flatMap(({ kind, date, accountId, toAccountId = '', amountCents }) =>
      kind === 'TRANSFER' ? [{ date, fromAccountId: accountId, toAccountId, amountCents }] : [],
    ),
    ...request.forced,
  ];
  return timeline.accounts.map(({ entry: { account } }) => {
    const { singleLimitCents = Infinity, dailyLimitCents = Infinity } = account;
    const dailyCents = new Array<number>(grid.days.length).fill(dailyLimitCents);
    for (const { date, fromAccountId, toAccountId, amountCents } of fixed) {
      const destination = knownAccounts.get(toAccountId);
      const day = positionOf(grid, date);
      const isCounted = fromAccountId === account.id && destination?.bankId !== account.bankId;
      if (isCounted && dailyCents[day] !== undefined) dailyCents[day] -= amountCents;
    }
    const limits = { singleCents: inSteps(singleLimitCents), dailyCents: dailyCents.map(inSteps) };
    const canBind = [limits.singleCents, ...limits.dailyCents.slice(request.from)].some(Number.isFinite);
    return canBind ? limits : undefined;
  });
}

/** The most that all accounts together have above their minimums on a day: nothing larger can be worth moving. */
function mostMoney({ timeline, min }: LimitRequest): number {
  const spareOn = ({ bookedCents }: AccountTimeline, index: number, day: number): number =>
    Math.max(0, (bookedCents[day] ?? 0) - (min[index]?.[day] ?? 0));
  return Math.max(
    0,
    ...timeline.plan.grid.days.map((_, day) =>
      timeline.accounts.reduce((sum, account, index) => sum + spareOn(account, index, day), 0),
    ),
  );
}

/** The limits of the source that count for a transfer between two accounts. */
export function limitsOfPair({ accounts }: Household, from: number, to: number): TransferLimits | undefined {
  const [source, destination] = [accounts[from], accounts[to]];
  return source?.bankId === destination?.bankId ? undefined : source?.limits;
}

/** The amounts of the transfers that make up one arc's. */
export function piecesOfArc(household: Household, from: number, to: number, amountCents: number): number[] {
  const { singleCents = Infinity } = limitsOfPair(household, from, to) ?? {};
  return singleCents > 0 ? piecesOf(amountCents, singleCents) : [];
}

/** How many transfers an amount takes. */
export function pieceCount(household: Household, from: number, to: number, amountCents: number): number {
  const { singleCents = Infinity } = limitsOfPair(household, from, to) ?? {};
  return singleCents > 0 ? Math.max(1, pieceCountOf(amountCents, singleCents)) : 1;
}

/** How many transfers of so much at most an amount takes; none where there is none. */
export function pieceCountOf(amountCents: number, mostCents: number): number {
  if (amountCents <= 0) return 0;
  return amountCents <= mostCents ? 1 : Math.ceil(amountCents / mostCents - DUST);
}

/** Of a piece: what arithmetic may add to a whole number. */
const DUST = 1e-6;
