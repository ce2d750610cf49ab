/** A problem read for planning: who can move what, on which days, from which balances. */

import {
  assumedRoute,
  dayRulesOf,
  evaluate,
  exposuresOf,
  indexProblem,
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
  type TransferRoute,
} from '@fibado/planning';
import { interestByDay, withholdingPctOf, type DailyInterest } from './daily-interest.js';
import type { Drift, OutsideBookings } from './drift.js';
import type { ForcedTransfer, OptimizeOptions, TransferChoice } from '../types.js';
import { goalsOf, type HouseGoal } from './goals.js';
import { orderTimeOf } from './order-time.js';
import { type PairRoutes, Routes } from './routes.js';
import { transferLimitsOf, type TransferLimits } from './transfer-limits.js';

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
  /** What a balance earns on each day, after tax. */
  readonly interest: readonly DailyInterest[];
  readonly bankId: string;
  /** Business days to accounts of other banks: of the slowest; the account's own where there are none. */
  readonly leadDays: number;
  /** The cheapest and the dearest transfer. */
  readonly feeCents: number;
  readonly mostFeeCents: number;
  /** Exchanges money with any other free account; the others only along their own pairs. */
  readonly isFree: boolean;
  readonly canSend: boolean;
  readonly canReceive: boolean;
  /** Whether any transfer may touch it at all. */
  readonly isMovable: boolean;
  /** First position on which it may send. */
  readonly sendsFrom: number;
  /** On what may leave it for other banks; unset: none that can bind. */
  readonly limits?: TransferLimits | undefined;
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
  /** How each of them travels. */
  readonly routes: readonly PairRoutes[];
  /** What each holder has at each bank that the guarantee limits; none when it is off. */
  readonly exposures: readonly Exposure[];
  readonly goals: readonly HouseGoal[];
  /** Whether a transfer of some pair may leave on the day. */
  readonly isTransferDay: readonly boolean[];
  /** The accepted plan: movable transfers of the problem that are not before `from`. */
  readonly accepted: readonly Transfer[];
  readonly forced: readonly Transfer[];
  /** What leaves some account for other banks is limited, and the limit can bind. */
  readonly hasTransferLimits: boolean;
  /** Every transfer arrives on the day it leaves, and every pair has the same days. */
  readonly hasNoLeadTimes: boolean;
  /** Pairs differ in the days they may leave on or in what may leave, or one account's in their lead days to other banks. */
  readonly hasMixedSpeeds: boolean;
  /** Some pair's lead days or fee change with the day, or what may leave on it. */
  readonly hasChangingSpeeds: boolean;
  /** Only of the household a bound is proven on: how far its balances may be from those of a plan. */
  readonly drift?: Drift | undefined;
  /** What lots that the problem does not have may book: only for its bound. */
  readonly outside?: OutsideBookings | undefined;
  /** Business days a transfer takes. */
  leadDays(pair: Pair): number;
  /** Arrival position of a transfer that leaves at a position; `dayCount` or more: after the quarter. */
  arrival(from: number, to: number, day: number): number;
  /** Whether a transfer of the pair may leave on the day, its accounts apart. */
  mayLeaveOn(from: number, to: number, day: number): boolean;
  /** Whether one of the account to some other may. */
  sendsOn(account: number, day: number): boolean;
  /** Cents the source pays for a transfer that leaves at a position. */
  feeCents(from: number, to: number, day: number): number;
  indexOf(accountId: string): number | undefined;
}

/** Reads a problem for planning. Throws `ProblemError` when a reference leads nowhere. */
export function householdOf(original: Problem, wanted: OptimizeOptions = {}): Household {
  const settings = settingsOf(original, wanted);
  const firstDay = wanted.from ?? original.quarter;
  const isReplaced = (operation: Problem['operations'][number]): boolean =>
    isMovable(operation) && operation.date >= firstDay;
  const problem: Problem = {
    ...original,
    settings,
    orderedFrom: orderTimeOf(original, wanted),
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
  const routes = new Routes(timeline.plan, dayRulesOf(problem));
  const { accounts: unlimited, pairs } = accountsOf(problem, timeline, routes);
  const limits = transferLimitsOf({
    timeline,
    forced,
    stepCents: options.stepCents,
    from: options.from,
    min: unlimited.map(({ min }) => min),
  });
  const accounts = unlimited.map((account, index) => ({ ...account, limits: limits[index] }));
  const routesOf = routesBetween(timeline, routes);
  const byId = new Map(accounts.map((account) => [account.id, account.index]));
  const isClosedOut = grid.days.map(
    (day) => settings.businessDaysOnly && !isBusinessDay(day, settings.calendar),
  );
  const travelled = pairs.flatMap((pair) => routesOf(pair.from, pair.to) ?? []);
  const senders = accounts.map(({ index }) => pairs.filter(({ from }) => from === index));
  return {
    problem,
    options,
    timeline,
    evaluation: evaluate(problem, forced),
    law: lawOn(problem.quarter),
    dayCount,
    accounts,
    pairs,
    routes: travelled,
    exposures:
      settings.guaranteePolicy === 'OFF' ? [] : exposuresOf(timeline).filter(({ guaranteed }) => guaranteed),
    goals: goalsOf(problem, timeline, options.from),
    isTransferDay: grid.days.map(
      (_, day) =>
        day >= options.from && (!isClosedOut[day] || travelled.some(({ mayLeave }) => mayLeave[day])),
    ),
    accepted,
    forced,
    ...speedsOf(accounts, pairs, travelled),
    leadDays: ({ from, to }) => routesOf(from, to)?.leadDays ?? 0,
    arrival: (from, to, day) => routesOf(from, to)?.arrivals[day] ?? dayCount,
    mayLeaveOn: (from, to, day) => day >= options.from && routesOf(from, to)?.mayLeave[day] === true,
    sendsOn: (account, day) =>
      senders[account]?.some(({ from, to }) => routesOf(from, to)?.mayLeave[day]) === true,
    feeCents: (from, to, day) => routesOf(from, to)?.feesCents[day] ?? 0,
    indexOf: (accountId) => byId.get(accountId),
  };
}

/** The household as if nothing limited what leaves an account. */
export function withoutTransferLimits(household: Household): Household {
  const accounts = household.accounts.map((account) => ({ ...account, limits: undefined }));
  return { ...household, accounts, ...speedsOf(accounts, household.pairs, household.routes) };
}

function settingsOf({ settings }: Problem, wanted: OptimizeOptions): Problem['settings'] {
  return {
    ...settings,
    guaranteePolicy: wanted.guaranteePolicy ?? settings.guaranteePolicy,
    businessDaysOnly: wanted.businessDaysOnly ?? settings.businessDaysOnly,
  };
}

/** The routes of any two accounts, whether or not a transfer is allowed between them. */
function routesBetween(
  { accounts }: Timeline,
  routes: Routes,
): (from: number, to: number) => PairRoutes | undefined {
  const known: (PairRoutes | undefined)[] = [];
  return (from, to) => {
    const [source, destination] = [accounts[from]?.entry, accounts[to]?.entry];
    if (source === undefined || destination === undefined) return undefined;
    return (known[from * accounts.length + to] ??= routes.of(source, destination));
  };
}

/** How alike pairs travel. */
function speedsOf(
  accounts: readonly HouseAccount[],
  pairs: readonly Pair[],
  routes: readonly PairRoutes[],
): Pick<Household, 'hasTransferLimits' | 'hasNoLeadTimes' | 'hasMixedSpeeds' | 'hasChangingSpeeds'> {
  const hasTransferLimits = pairs.some(
    ({ from, to }) => accounts[from]?.limits !== undefined && accounts[from].bankId !== accounts[to]?.bankId,
  );
  const hasMixedDays = new Set(routes.map(({ calendar }) => calendar)).size > 1;
  const hasMixedLeads = pairs.some(({ from, to }, index) => {
    const [source, destination] = [accounts[from], accounts[to]];
    return source?.bankId !== destination?.bankId && routes[index]?.leadDays !== source?.leadDays;
  });
  return {
    hasTransferLimits,
    hasNoLeadTimes: !hasMixedDays && accounts.every(({ canSend, leadDays }) => !canSend || leadDays === 0),
    hasMixedSpeeds: hasMixedDays || hasMixedLeads || hasTransferLimits,
    hasChangingSpeeds: hasTransferLimits || routes.some(({ isChanging }) => isChanging),
  };
}

function accountsOf(
  problem: Problem,
  timeline: Timeline,
  routes: Routes,
): { accounts: HouseAccount[]; pairs: Pair[] } {
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
    const ways = pairs.flatMap(({ from, to }) => {
      const other = timeline.accounts[to]?.entry;
      if (from !== index || other === undefined) return [];
      return [{ isOtherBank: other.bank.id !== entry.bank.id, ...routes.of(entry, other) }];
    });
    const others = ways.flatMap((way) => (way.isOtherBank ? [way.leadDays] : []));
    return {
      index,
      id: entry.account.id,
      entry,
      timeline: account,
      booked: account.bookedCents,
      value: account.valueCents,
      min: limits.map(({ minCents }) => minCents ?? -Infinity),
      max: limits.map(({ maxCents }) => maxCents ?? Infinity),
      interest: interestByDay(grid, entry.account, withholdingPctOf({ problem }, entry.account)),
      bankId: entry.bank.id,
      leadDays: others.length === 0 ? entry.account.transferLeadDays : Math.max(...others),
      feeCents: ways.length === 0 ? 0 : Math.min(...ways.map((way) => way.leastFeeCents)),
      mostFeeCents: Math.max(0, ...ways.map((way) => way.mostFeeCents)),
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
  if (source === undefined || destination === undefined || !household.mayLeaveOn(from, to, day)) return false;
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

/** The same household to be judged by another problem, such as one with more lots. */
export function judgedBy(household: Household, problem: Problem): Household {
  return { ...household, problem, timeline: { ...household.timeline, plan: indexProblem(problem) } };
}

/** How a transfer travels by the rules of the problem. */
export function routeOfTransfer({ timeline, problem }: Household, transfer: Transfer): TransferRoute {
  const { byAccountId } = timeline.plan;
  const source = byAccountId.get(transfer.fromAccountId);
  const destination = byAccountId.get(transfer.toAccountId);
  if (source === undefined || destination === undefined) {
    return { speed: 'ORDINARY', arrivalDate: transfer.date, feeCents: 0 };
  }
  return assumedRoute(source, destination, transfer, dayRulesOf(problem));
}

/** The day a transfer arrives, and its speed where it is not an ordinary one. */
export function arrivalOfTransfer(
  household: Household,
  transfer: Transfer,
): { arrivalDate: string; speed?: 'INSTANT' } {
  const { arrivalDate, speed } = routeOfTransfer(household, transfer);
  return speed === 'INSTANT' ? { arrivalDate, speed } : { arrivalDate };
}
