/** A problem read for planning: who can move what, on which days, from which balances. */

import {
  addBusinessDays,
  arrivalDay,
  businessDayOnOrAfter,
  dayNumber,
  evaluate,
  exposuresOf,
  isBusinessDay,
  isMovable,
  lawOn,
  limitsOn,
  pairObstacle,
  positionOf,
  timelineOf,
  type AccountTimeline,
  type Evaluation,
  type Exposure,
  type Law,
  type IndexedAccount,
  type Problem,
  type Timeline,
  type Transfer,
} from '@fibado/planning';
import type { Drift } from './drift.js';
import type { ForcedTransfer, OptimizeOptions, TransferChoice } from '../types.js';

/** A pair of accounts forbidden on one day, or on every day but some. */
export interface Prohibition extends TransferChoice {
  readonly exceptDates?: ReadonlySet<string> | undefined;
}

/** Options with every default filled in. */
export interface PlanOptions {
  /** Position of the first day on which a transfer may leave. */
  readonly from: number;
  readonly maxTransfers: number;
  readonly effortCents: number;
  readonly stepCents: number;
  readonly marginCents: number;
  readonly timeLimitMs: number;
  readonly forbidden: readonly Prohibition[];
  readonly forced: readonly ForcedTransfer[];
  readonly stabilityCents: number | undefined;
  readonly marginals: boolean;
}

export interface HouseAccount {
  readonly index: number;
  readonly id: string;
  readonly entry: IndexedAccount;
  readonly timeline: AccountTimeline;
  /** Booked and value balance of each day before any transfer of the plan, cents. */
  readonly booked: readonly number[];
  readonly value: readonly number[];
  /** Limits of each day, cents; infinite when there is none. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly bankId: string;
  readonly leadDays: number;
  readonly feeCents: number;
  /** Exchanges money with any other free account; the others only along their own pairs. */
  readonly isFree: boolean;
  readonly canSend: boolean;
  readonly canReceive: boolean;
  /** Whether any transfer may touch it at all. */
  readonly isMovable: boolean;
  /** First position on which it may send. */
  readonly sendsFrom: number;
}

/** A directed pair of accounts between which transfers are allowed. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

export interface Household {
  /** The problem with the options' settings, without movable transfers and with the forced ones. */
  readonly problem: Problem;
  readonly options: PlanOptions;
  readonly timeline: Timeline;
  readonly evaluation: Evaluation;
  readonly law: Law;
  readonly dayCount: number;
  readonly accounts: readonly HouseAccount[];
  readonly pairs: readonly Pair[];
  /** What each holder has at each bank that the guarantee limits; none when it is off. */
  readonly exposures: readonly Exposure[];
  /** Whether a transfer may leave on the day. */
  readonly isTransferDay: readonly boolean[];
  /** The accepted plan: movable transfers of the problem that are not before `from`. */
  readonly accepted: readonly Transfer[];
  readonly forced: readonly Transfer[];
  /** Every transfer arrives on the day it leaves. */
  readonly hasNoLeadTimes: boolean;
  /** Only of the household a bound is proven on: how far its balances may be from those of a plan. */
  readonly drift?: Drift | undefined;
  /** Business days a transfer takes. */
  leadDays(pair: Pair): number;
  /** Arrival position of a transfer that leaves at a position; `dayCount` or more: after the quarter. */
  arrival(from: number, to: number, day: number): number;
  indexOf(accountId: string): number | undefined;
}

/** Reads a problem for planning. Throws `ProblemError` when a reference leads nowhere. */
export function householdOf(original: Problem, wanted: OptimizeOptions = {}): Household {
  const settings = {
    ...original.settings,
    guaranteePolicy: wanted.guaranteePolicy ?? original.settings.guaranteePolicy,
    businessDaysOnly: wanted.businessDaysOnly ?? original.settings.businessDaysOnly,
  };
  const firstDay = wanted.from ?? original.quarter;
  const isReplaced = (operation: Problem['operations'][number]): boolean =>
    isMovable(operation) && operation.date >= firstDay;
  const problem: Problem = {
    ...original,
    settings,
    operations: original.operations.filter((operation) => !isReplaced(operation)),
  };
  const accepted = original.operations.filter(isReplaced).map((operation): Transfer => ({
    date: operation.date,
    fromAccountId: operation.accountId,
    toAccountId: operation.toAccountId ?? '',
    amountCents: operation.amountCents,
  }));
  const forced = (wanted.forced ?? []).map((transfer): Transfer => ({ ...transfer }));
  const timeline = timelineOf(problem, forced);
  const { grid } = timeline.plan;
  const dayCount = grid.days.length;
  const options: PlanOptions = {
    from: Math.max(0, Math.min(dayCount, positionOf(grid, firstDay))),
    maxTransfers: wanted.maxTransfers ?? Infinity,
    effortCents: wanted.effortCostCents ?? settings.effortCostCents,
    stepCents: wanted.transferStepCents ?? settings.transferStepCents,
    marginCents: wanted.thresholdMarginCents ?? settings.thresholdMarginCents,
    timeLimitMs: wanted.timeLimitMs ?? 10_000,
    forbidden: wanted.forbidden ?? [],
    forced: wanted.forced ?? [],
    stabilityCents: wanted.stabilityCents,
    marginals: wanted.marginals ?? true,
  };
  const { accounts, pairs } = accountsOf(problem, timeline);
  const byId = new Map(accounts.map((account) => [account.id, account.index]));
  const arrivals = new Map<number, readonly number[]>();
  const arrivalsFor = (leadDays: number): readonly number[] => {
    let known = arrivals.get(leadDays);
    if (known === undefined) {
      known = grid.days.map((day) => {
        const start = businessDayOnOrAfter(day, settings.calendar);
        return dayNumber(addBusinessDays(start, leadDays, settings.calendar)) - grid.firstNumber;
      });
      arrivals.set(leadDays, known);
    }
    return known;
  };
  const leadDaysOf = ({ from, to }: Pair): number => {
    const source = accounts[from];
    return source === undefined || source.bankId === accounts[to]?.bankId ? 0 : source.leadDays;
  };
  return {
    problem,
    options,
    timeline,
    evaluation: evaluate(problem, forced),
    law: lawOn(problem.quarter),
    dayCount,
    accounts,
    pairs,
    exposures:
      settings.guaranteePolicy === 'OFF'
        ? []
        : exposuresOf(timeline.accounts).filter(({ guaranteed }) => guaranteed),
    isTransferDay: grid.days.map(
      (day, position) =>
        position >= options.from && (!settings.businessDaysOnly || isBusinessDay(day, settings.calendar)),
    ),
    accepted,
    forced,
    hasNoLeadTimes: accounts.every(({ canSend, leadDays }) => !canSend || leadDays === 0),
    leadDays: leadDaysOf,
    arrival(from, to, day) {
      const leadDays = leadDaysOf({ from, to });
      return leadDays === 0 ? day : (arrivalsFor(leadDays)[day] ?? dayCount);
    },
    indexOf: (accountId) => byId.get(accountId),
  };
}

function accountsOf(problem: Problem, timeline: Timeline): { accounts: HouseAccount[]; pairs: Pair[] } {
  const { grid } = timeline.plan;
  const pairs: Pair[] = [];
  for (const from of timeline.accounts) {
    for (const to of timeline.accounts) {
      if (pairObstacle(from.entry, to.entry) === undefined) {
        pairs.push({ from: from.entry.index, to: to.entry.index });
      }
    }
  }
  const senders = new Set(pairs.map((pair) => pair.from));
  const receivers = new Set(pairs.map((pair) => pair.to));
  const accounts = timeline.accounts.map((account, index): HouseAccount => {
    const { entry } = account;
    const limits = grid.days.map((day) => limitsOn(entry.account, entry.setup, problem.settings, day));
    const isTerm = entry.account.kind === 'DEPOSIT_TERM';
    const maturity = entry.account.maturityDate;
    return {
      index,
      id: entry.account.id,
      entry,
      timeline: account,
      booked: account.bookedCents,
      value: account.valueCents,
      min: limits.map(({ minCents }) => minCents ?? -Infinity),
      max: limits.map(({ maxCents }) => maxCents ?? Infinity),
      bankId: entry.bank.id,
      leadDays: entry.account.transferLeadDays,
      feeCents: entry.account.transferFeeCents,
      isFree: entry.account.linkedAccountId === undefined,
      canSend: senders.has(index),
      canReceive: receivers.has(index),
      isMovable: senders.has(index) || receivers.has(index),
      sendsFrom: Math.max(
        entry.openFrom,
        isTerm ? (maturity === undefined ? Infinity : positionOf(grid, maturity)) : 0,
      ),
    };
  });
  return { accounts, pairs };
}

/** Whether a transfer of the pair may leave on the day: both accounts are open, and it arrives within the quarter. */
export function mayTransfer(household: Household, { from, to }: Pair, day: number): boolean {
  const [source, destination] = [household.accounts[from], household.accounts[to]];
  if (source === undefined || destination === undefined || household.isTransferDay[day] !== true)
    return false;
  const arrival = household.arrival(from, to, day);
  const isSent = source.sendsFrom <= day && day <= source.entry.openTo;
  const { openFrom, openTo } = destination.entry;
  return isSent && arrival < household.dayCount && openFrom <= arrival && arrival <= openTo;
}

/** Whether a transfer is one of those that are forbidden. */
export function forbids(
  { fromAccountId, toAccountId, date, exceptDates }: Prohibition,
  transfer: Pick<Transfer, 'fromAccountId' | 'toAccountId' | 'date'>,
): boolean {
  return (
    transfer.fromAccountId === fromAccountId &&
    transfer.toAccountId === toAccountId &&
    (date === undefined || transfer.date === date) &&
    exceptDates?.has(transfer.date) !== true
  );
}

/** The same household with more forbidden. */
export function withProhibitions(household: Household, more: readonly Prohibition[]): Household {
  const { options } = household;
  return { ...household, options: { ...options, forbidden: [...options.forbidden, ...more] } };
}

/** The transfer's arrival day by the rules of the problem. */
export function arrivalDate(household: Household, transfer: Transfer): string {
  const source = household.accounts[household.indexOf(transfer.fromAccountId) ?? -1];
  const destination = household.accounts[household.indexOf(transfer.toAccountId) ?? -1];
  if (source === undefined || destination === undefined) return transfer.date;
  return arrivalDay(
    source.entry.account,
    destination.entry.account,
    transfer.date,
    household.problem.settings.calendar,
  );
}
