/** Several quarters: the plan of someone who looks at one quarter at a time. */

import {
  carriedForward,
  carriedOver,
  horizonOf,
  isInQuarter,
  quarterEnd,
  quartersOf,
  type Day,
  type Operation,
  type Problem,
  type QuarterDate,
  type Transfer,
} from '@fibado/planning';
import type { Budget } from './budget.js';
import type { Engines } from './engines/port.js';
import { problemOfQuarter } from './horizon-figures.js';
import { householdOf, type Household } from './household/household.js';
import { referee, type RefereedPlan } from './referee.js';
import { PROVING, solve } from './stages.js';
import type { OptimizeOptions } from './types.js';
import { keyOf } from './within.js';

export interface MyopicRequest {
  readonly problem: Problem;
  readonly options: OptimizeOptions;
  /** Of the whole horizon. */
  readonly household: Household;
  readonly engines: Engines;
  readonly budget: Budget;
  /** Milliseconds it may take. */
  readonly timeLimitMs: number;
  /** A plan of the horizon: what it does in a quarter is where that quarter's search starts. */
  readonly known: RefereedPlan | undefined;
}

/**
 * The plan that comes of planning every quarter by itself, one after the other, each from the balances and the carried
 * history that the one before leaves; refereed over the whole horizon. `undefined` where a quarter found no plan, or
 * the horizon's limits refuse what the quarters allow.
 */
export async function quarterByQuarter(request: MyopicRequest): Promise<RefereedPlan | undefined> {
  const { household, budget, options } = request;
  const quarters = quartersOf(horizonOf(household.problem));
  const deadline = budget.elapsedMs() + request.timeLimitMs;
  const transfers: Transfer[] = [];
  let { problem } = request;
  for (const [index, quarter] of quarters.entries()) {
    const timeLimitMs = Math.max(0, deadline - budget.elapsedMs()) * shareOfQuarter(index, quarters.length);
    const next = await planned(request, problemOfQuarter(problem, quarter), timeLimitMs, transfers.length);
    if (next === undefined) return undefined;
    transfers.push(...next.transfers);
    problem = continued(problem, next);
  }
  const isForced = new Set((options.forced ?? []).map(keyOf));
  const plan = referee(
    household,
    transfers.filter((transfer) => !isForced.has(keyOf(transfer))),
  );
  return plan.violations.length === 0 ? plan : undefined;
}

/** Of the time left. The first quarter is the one that is executed: it gets as much as two of the others. */
export function shareOfQuarter(index: number, quarters: number): number {
  return index === 0 ? 2 / (quarters + 1) : 1 / (quarters - index);
}

/**
 * What accounts must keep on a quarter's last day for the days of the next one on which nothing can reach them yet, as
 * expenses of that day: a quarter planned by itself would leave the next one without a plan.
 */
export function reserves(household: Household, quarter: QuarterDate): Operation[] {
  const { accounts, pairs, isTransferDay } = household;
  const date = quarterEnd(quarter);
  const end = household.timeline.plan.grid.positions.get(date);
  const leaving = end === undefined ? -1 : isTransferDay.indexOf(true, end + 1);
  if (end === undefined || leaving < 0) return [];
  return accounts.flatMap(({ index, id, booked, min }): Operation[] => {
    const incoming = pairs.filter(({ to }) => to === index);
    if (incoming.length === 0) return [];
    const arrivals = incoming.map(({ from }) => household.arrival(from, index, leaving));
    const needAt = (day: number): number => (min[day] ?? 0) - (booked[day] ?? 0);
    let amountCents = 0;
    for (let day = end + 1; day < Math.min(booked.length, ...arrivals); day += 1) {
      const more = needAt(day) - needAt(end);
      if (Number.isFinite(more)) amountCents = Math.max(amountCents, more);
    }
    return amountCents === 0 ? [] : [reserve(id, quarter, date, amountCents)];
  });
}

function reserve(accountId: string, quarter: QuarterDate, date: Day, amountCents: number): Operation {
  return {
    id: `reserve-${accountId}`,
    quarter,
    kind: 'EXPENSE',
    date,
    valueDate: date,
    accountId,
    amountCents,
    description: 'reserve',
    status: 'PLANNED',
    origin: 'MANUAL',
    locked: true,
  };
}

/** Options of a quarter that is planned by itself. `made`: transfers of the quarters before. */
export function optionsOfQuarter<
  T extends Pick<OptimizeOptions, 'from' | 'fromTime' | 'forced' | 'maxTransfers'>,
>(options: T, quarter: QuarterDate, made: number): T & { readonly from: Day } {
  const { from, maxTransfers } = options;
  const isBegun = from !== undefined && from >= quarter;
  return {
    ...options,
    from: isBegun ? from : quarter,
    fromTime: isBegun ? options.fromTime : undefined,
    forced: (options.forced ?? []).filter(({ date }) => isInQuarter(date, quarter)),
    ...(maxTransfers === undefined ? {} : { maxTransfers: Math.max(0, maxTransfers - made) }),
  };
}

interface QuarterPlan {
  readonly household: Household;
  readonly transfers: readonly Transfer[];
}

/** With reserves for the next quarter; without, where no plan keeps them. */
async function planned(
  request: MyopicRequest,
  problem: Problem,
  timeLimitMs: number,
  made: number,
): Promise<QuarterPlan | undefined> {
  const kept = reserves(request.household, problem.quarter);
  const started = request.budget.elapsedMs();
  const tried = { ...problem, operations: [...problem.operations, ...kept] };
  const plan = await plannedQuarter(request, problem, { tried, timeLimitMs, made });
  if (plan !== undefined || kept.length === 0) return plan;
  const left = Math.max(0, timeLimitMs - (request.budget.elapsedMs() - started));
  return plannedQuarter(request, problem, { tried: problem, timeLimitMs: left, made });
}

interface QuarterAttempt {
  /** The quarter's problem with its reserves. */
  readonly tried: Problem;
  readonly timeLimitMs: number;
  /** Transfers of the quarters before. */
  readonly made: number;
}

async function plannedQuarter(
  { options, engines, budget, known }: MyopicRequest,
  problem: Problem,
  { tried, timeLimitMs, made }: QuarterAttempt,
): Promise<QuarterPlan | undefined> {
  const { quarter } = problem;
  const quarterOptions = optionsOfQuarter(options, quarter, made);
  const household = householdOf(tried, quarterOptions);
  const isForced = new Set(household.forced.map(keyOf));
  const part = (known?.transfers ?? []).filter(
    (transfer) => isInQuarter(transfer.date, quarter) && !isForced.has(keyOf(transfer)),
  );
  const start = [referee(household, part)].filter(({ violations }) => violations.length === 0);
  // A bound of one quarter is of no use to the horizon.
  const limits = { timeLimitMs, without: PROVING };
  const solution = await solve({ household, engines, budget, known: start, ...limits });
  return solution.kind === 'PLAN'
    ? { household: householdOf(problem, quarterOptions), transfers: solution.plan.transfers }
    : undefined;
}

/** The horizon's problem with the setups of the next quarter, and with what is still under way. */
export function continued(problem: Problem, { household, transfers }: QuarterPlan): Problem {
  const forward = new Map(
    carriedForward(household.problem, transfers).map((account) => [account.accountId, account]),
  );
  const end = quarterEnd(household.problem.quarter);
  const underWay = carriedOver(household.problem).filter(({ date }) => date <= end);
  return {
    ...problem,
    setups: problem.setups.map((setup) => {
      const { openingBalanceCents = setup.openingBalanceCents, carried } = forward.get(setup.accountId) ?? {};
      return { ...setup, openingBalanceCents, carried };
    }),
    operations: [...underWay, ...problem.operations.filter(({ date }) => date > end)],
  };
}
