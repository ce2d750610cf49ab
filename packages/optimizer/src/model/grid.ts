/**
 * The days of a quarter gathered into nodes: stretches on which no balance changes by itself.
 *
 * Transfers happen on the first day of a `DAY` node or on any transfer day inside a `SPAN`. Shifting everything that
 * moves on one day inside a stretch without events changes the value by the same amount a day, so one of the two
 * directions never loses until another event is met; only averages compared with a threshold can hold a transfer in
 * the middle. Hence spans carry transfers only when a threshold is undecided (see the decision record on the grid).
 */

import type { Household } from './household.js';

export type NodeKind = 'DAY' | 'SPAN' | 'STILL';

export interface Node {
  /** First and last position, inclusive. */
  readonly first: number;
  readonly last: number;
  readonly kind: NodeKind;
}

export interface GridRequest {
  /** Positions on which transfers are decided exactly, besides those that events ask for. */
  readonly extraDays?: Iterable<number> | undefined;
  /** Only these positions carry transfers. */
  readonly onlyDays?: ReadonlySet<number> | undefined;
  /** Whether transfers may also happen inside stretches. */
  readonly spans: boolean;
}

/** The nodes from the first plannable day to the end of the quarter. */
export function nodesOf(household: Household, request: GridRequest): Node[] {
  const { dayCount, options, isTransferDay } = household;
  const events = eventDays(household);
  const flowDays = request.onlyDays ?? flowDaysOf(household, events, request.extraDays ?? []);
  const nodes: Node[] = [];
  let first = options.from;
  const isBoundary = (day: number): boolean => events.has(day) || flowDays.has(day);
  while (first < dayCount) {
    const isFlow = flowDays.has(first) && isTransferDay[first] === true;
    let end = first + 1;
    while (end < dayCount && !isBoundary(end)) end += 1;
    const inner = range(first + 1, end).filter((day) => isTransferDay[day] === true);
    const spans = request.spans && request.onlyDays === undefined;
    if (isFlow) {
      if (spans && inner.length > 0) {
        nodes.push({ first, last: first, kind: 'DAY' }, { first: first + 1, last: end - 1, kind: 'SPAN' });
      } else {
        nodes.push({ first, last: end - 1, kind: 'DAY' });
      }
    } else {
      nodes.push({ first, last: end - 1, kind: 'STILL' });
    }
    first = end;
  }
  return nodes;
}

/** Positions on which something changes by itself: balances, limits, rates, months that count. */
export function eventDays(household: Household): Set<number> {
  const { accounts, dayCount, options, timeline } = household;
  const days = new Set<number>([options.from]);
  const monthsMatter = accounts.some(
    ({ isMovable, entry }) =>
      isMovable && entry.account.monthlyFeeCents > 0 && entry.account.feeWaiver !== undefined,
  );
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
    days.add(account.entry.openFrom);
    days.add(account.entry.openTo + 1);
    if (Number.isFinite(account.sendsFrom)) days.add(account.sendsFrom);
    // The closing balance is a base of the proportional duty.
    if (account.entry.account.dutyRegime === 'PROPORTIONAL') days.add(account.entry.openTo);
  }
  return new Set([...days].filter((day) => day >= options.from && day < dayCount));
}

function addIfInside(days: Set<number>, household: Household, day: string, shift: number): void {
  const { grid } = household.timeline.plan;
  const position = grid.days.indexOf(day);
  if (position >= 0) days.add(position + shift);
}

/** Transfer days next to every event: the last one not after it and the first one not before it. */
function flowDaysOf(household: Household, events: ReadonlySet<number>, extra: Iterable<number>): Set<number> {
  const { isTransferDay, dayCount, accounts, options } = household;
  const days = new Set<number>();
  for (const event of events) {
    for (let day = event; day < dayCount; day += 1) {
      if (isTransferDay[day] === true) {
        days.add(day);
        break;
      }
    }
    for (let day = event; day >= options.from; day -= 1) {
      if (isTransferDay[day] === true) {
        days.add(day);
        break;
      }
    }
  }
  for (const day of extra) if (isTransferDay[day] === true) days.add(day);
  // Weekends make lead days cost unequally, so with them every transfer day counts.
  if (accounts.some((account) => account.canSend && account.leadDays > 0)) {
    for (let day = options.from; day < dayCount; day += 1) if (isTransferDay[day] === true) days.add(day);
  }
  for (const choice of options.forbidden) {
    const position = choice.date === undefined ? -1 : household.timeline.plan.grid.days.indexOf(choice.date);
    if (position < 0) continue;
    for (const direction of [-1, 1]) {
      let day = position + direction;
      while (day >= options.from && day < dayCount && isTransferDay[day] !== true) day += direction;
      if (day >= options.from && day < dayCount) days.add(day);
    }
  }
  return days;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
