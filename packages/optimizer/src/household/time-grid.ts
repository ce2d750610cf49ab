/**
 * The days of a quarter gathered into nodes: stretches on which no balance changes by itself.
 *
 * Transfers happen on the first day of a `DAY` node or on any transfer day inside a `SPAN`. Shifting everything that
 * moves on one day inside a stretch without events changes the value by the same amount a day, so one of the two
 * directions never loses until another event is met; only averages compared with a threshold can hold a transfer in
 * the middle. Hence spans carry transfers only when a threshold is undecided (see the decision record on the grid).
 */

import { creditedMonths } from './credited-months.js';
import type { Household, Pair } from './household.js';

export type NodeKind = 'DAY' | 'SPAN' | 'NO_TRANSFER';

export interface Node {
  /** First and last position, inclusive. */
  readonly first: number;
  readonly last: number;
  readonly kind: NodeKind;
  /** Whether transfers that take lead days may leave on the first day. */
  readonly allowsLeadTimes: boolean;
}

export interface GridRequest {
  /** Only these positions carry transfers. */
  readonly onlyDays?: ReadonlySet<number> | undefined;
  /** Whether transfers may also happen inside stretches. */
  readonly spans: boolean;
  /**
   * With lead days: every transfer day, or only those at which a shift by one business day changes what it costs
   * (around weekends and holidays) and those events ask for.
   */
  readonly everyLateDay: boolean;
}

/** The nodes from the first plannable day to the end of the quarter. */
export function nodesOf(household: Household, request: GridRequest): Node[] {
  const { dayCount, options, isTransferDay } = household;
  const events = eventDays(household);
  const lateDays = request.onlyDays ?? lateDaysOf(household, events, request.everyLateDay);
  const flowDays = request.onlyDays ?? flowDaysOf(household, events, lateDays);
  const nodes: Node[] = [];
  let first = options.from;
  const isBoundary = (day: number): boolean => events.has(day) || flowDays.has(day);
  while (first < dayCount) {
    const isFlow = flowDays.has(first) && isTransferDay[first] === true;
    const allowsLeadTimes = lateDays.has(first);
    let end = first + 1;
    while (end < dayCount && !isBoundary(end)) end += 1;
    const inner = range(first + 1, end).filter((day) => isTransferDay[day] === true);
    const spans = request.spans && request.onlyDays === undefined;
    if (isFlow) {
      if (spans && inner.length > 0) {
        nodes.push(
          { first, last: first, kind: 'DAY', allowsLeadTimes },
          { first: first + 1, last: end - 1, kind: 'SPAN', allowsLeadTimes: false },
        );
      } else {
        nodes.push({ first, last: end - 1, kind: 'DAY', allowsLeadTimes });
      }
    } else {
      nodes.push({ first, last: end - 1, kind: 'NO_TRANSFER', allowsLeadTimes: false });
    }
    first = end;
  }
  return nodes;
}

/** One node a day, for what is asked day by day. */
export function nodesEveryDay({ dayCount, options }: Household): Node[] {
  return range(options.from, dayCount).map((day) => ({
    first: day,
    last: day,
    kind: 'DAY',
    allowsLeadTimes: true,
  }));
}

/** Positions on which something changes by itself: balances, limits, rates, months that count. */
export function eventDays(household: Household): Set<number> {
  const { accounts, dayCount, options, timeline } = household;
  const days = new Set<number>([options.from]);
  const monthsMatter = accounts.some(({ isMovable, entry: { account } }) => {
    const { minAverageBalanceCents, ownTransfersCount } = account.feeWaiver ?? {};
    return (
      isMovable &&
      account.monthlyFeeCents > 0 &&
      (minAverageBalanceCents !== undefined || ownTransfersCount === true)
    );
  });
  if (monthsMatter) for (const month of timeline.plan.grid.months) days.add(month.from);
  for (const account of accounts) {
    for (let day = options.from + 1; day < dayCount; day += 1) {
      const changes =
        account.booked[day] !== account.booked[day - 1] ||
        account.value[day] !== account.value[day - 1] ||
        account.min[day] !== account.min[day - 1] ||
        account.max[day] !== account.max[day - 1];
      if (changes) days.add(day);
    }
    if (!account.isMovable) continue;
    for (const period of account.entry.account.rates) {
      addIfInside(days, household, period.from, 0);
      if (period.to !== undefined) addIfInside(days, household, period.to, 1);
    }
    const { statements, foreignYears, credits } = account.entry;
    for (const { calendar, settledAt, last } of [...statements, ...foreignYears, ...credits]) {
      days.add(calendar.first).add(settledAt + 1);
      if (account.entry.account.dutyRegime === 'PROPORTIONAL') days.add(last).add(last + 1);
    }
    const { openFrom, openTo } = account.entry;
    days.add(openFrom);
    days.add(openTo + 1);
    if (Number.isFinite(account.sendsFrom)) days.add(account.sendsFrom);
    // Of an account that closes money can leave on its last day and no later; and the closing balance is a base of the
    // proportional duty.
    if (openTo < dayCount - 1 || account.entry.account.dutyRegime === 'PROPORTIONAL') days.add(openTo);
  }
  // What a goal asks for holds on its day alone.
  for (const { day } of household.goals) days.add(day).add(day + 1);
  return new Set([...days].filter((day) => day >= options.from && day < dayCount));
}

function addIfInside(days: Set<number>, household: Household, day: string, shift: number): void {
  const { grid } = household.timeline.plan;
  const position = grid.days.indexOf(day);
  if (position >= 0) days.add(position + shift);
}

/** Transfer days next to every event: the last one not after it and the first one not before it. */
function flowDaysOf(
  household: Household,
  events: ReadonlySet<number>,
  lateDays: ReadonlySet<number>,
): Set<number> {
  const { dayCount, options, isTransferDay } = household;
  const days = new Set<number>();
  // What leaves together on one day cannot be moved together to a day that is not open to all of it.
  if (household.hasMixedSpeeds)
    for (const [day, isOpen] of isTransferDay.entries()) if (isOpen) days.add(day);
  for (const event of events) addNeighbours(days, household, event);
  const slow = slowPairsOf(household);
  for (const day of lateDays) {
    days.add(day);
    for (const { from, to } of slow) {
      const arrival = household.arrival(from, to, day);
      if (arrival < dayCount) days.add(arrival);
    }
  }
  for (const choice of options.forbidden) {
    const { days: calendar } = household.timeline.plan.grid;
    for (const date of choice.exceptDates ?? []) days.add(calendar.indexOf(date));
    const position = choice.date === undefined ? -1 : calendar.indexOf(choice.date);
    if (position < 0) continue;
    for (const direction of [-1, 1]) {
      let day = position + direction;
      while (day >= options.from && day < dayCount && isTransferDay[day] !== true) day += direction;
      if (day >= options.from && day < dayCount) days.add(day);
    }
  }
  return days;
}

function addNeighbours(
  days: Set<number>,
  { isTransferDay, dayCount, options }: Household,
  event: number,
): void {
  let after = event;
  while (after < dayCount && isTransferDay[after] !== true) after += 1;
  if (after < dayCount) days.add(after);
  let before = event;
  while (before >= options.from && isTransferDay[before] !== true) before -= 1;
  if (before >= options.from) days.add(before);
}

/** The days on which transfers with lead days are decided; empty when there are none such. */
function lateDaysOf(household: Household, events: ReadonlySet<number>, every: boolean): Set<number> {
  const { isTransferDay, dayCount, options } = household;
  const slow = slowPairsOf(household);
  const days = new Set<number>();
  if (slow.length === 0) return days;
  const transferDays = range(options.from, dayCount).filter((day) => isTransferDay[day] === true);
  if (every || chainsLate(household)) return new Set(transferDays);
  for (const event of events) {
    addNeighbours(days, household, event);
    // In time for the event, for each number of lead days.
    for (const { from, to } of slow) {
      const inTime = transferDays.filter((day) => household.arrival(from, to, day) <= event);
      const last = inTime.at(-1);
      if (last !== undefined) days.add(last);
    }
  }
  for (const [position, day] of transferDays.entries()) {
    const previous = transferDays[position - 1];
    const next = transferDays[position + 1];
    const leavesUnevenly = previous === undefined || day - previous > 1;
    const arrivesUnevenly = slow.some(
      ({ from, to }) => household.arrival(from, to, next ?? day) - household.arrival(from, to, day) > 1,
    );
    if (leavesUnevenly || arrivesUnevenly || next === undefined) days.add(day);
  }
  return days;
}

/**
 * Whether pairs travel unlike one another, or money may have to wait a lead time twice: through an account linked to one at another bank, or through one on
 * its way to an account that waives its fee for what comes in from another bank.
 */
function chainsLate(household: Household): boolean {
  const { accounts, pairs } = household;
  if (household.hasMixedSpeeds || household.hasChangingSpeeds) return true;
  if (creditedMonths(household).length > 0) return true;
  return pairs.some(({ from, to }) => {
    const [source, destination] = [accounts[from], accounts[to]];
    if (source === undefined || destination === undefined) return false;
    return !(source.isFree && destination.isFree) && household.leadDays({ from, to }) > 0;
  });
}

/** One pair for each way in which transfers take lead days. */
function slowPairsOf(household: Household): Pair[] {
  const slow = new Map<string, Pair>();
  for (const pair of household.pairs) {
    const leadDays = household.leadDays(pair);
    if (leadDays === 0) continue;
    const key = [leadDays, household.arrival(pair.from, pair.to, household.options.from)].join();
    if (!slow.has(key)) slow.set(key, pair);
  }
  return [...slow.values()];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
