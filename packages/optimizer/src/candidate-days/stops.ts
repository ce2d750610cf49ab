/** What keeps a transfer from leaving earlier or later: money that comes in, bills, room, and what changes by itself. */

import type { HouseAccount, Household } from '../household/household.js';
import type { Range } from '../formulations/plan-model.js';
import { pricedShares, type Prices } from '../formulations/prices.js';
import { mostTogether } from '../household/balance-ranges.js';
import { units } from '../modelling/units.js';

/** Room that is no other than numerical dust, units. */
const EQUAL = 1e-9;

/** Days that are marked, as how many of them lie before each day. */
export type Marks = Uint16Array;

/** What stops a transfer from leaving earlier or later. */
export interface Stops {
  /** A day `d` that is marked: a transfer at `d` cannot leave before `d` (money came in on that day, or room appeared). */
  readonly before: Marks;
  /** A day `d` that is marked: a transfer that arrives at `d` or earlier cannot arrive after `d`. */
  readonly after: Marks;
}

/** Days on which the account's own money above its minimum grows or shrinks, and those of goals it counts for. */
export function slackStops(account: HouseAccount, { dayCount, options, goals }: Household): Stops {
  const before = new Uint8Array(dayCount + 1);
  const after = new Uint8Array(dayCount + 1);
  const slack = (day: number): number => (account.booked[day] ?? 0) - (account.min[day] ?? 0);
  for (let day = 1; day < dayCount; day += 1) {
    const change = slack(day) - slack(day - 1);
    if (change > 0 || Number.isNaN(change)) before[day] = 1;
    if (change < 0 || Number.isNaN(change)) after[day] = 1;
  }
  // What is missing on the first day is needed from the first day on.
  if (slack(options.from) < 0) after[options.from] = 1;
  // What a goal needs is there at the end of its day, and may leave afterwards.
  for (const { members, day } of goals) {
    if (!members.includes(account.index)) continue;
    after[day] = 1;
    before[day + 1] = 1;
  }
  return { before: marksOf(before), after: marksOf(after) };
}

/**
 * The same for room below a maximum or a guarantee that may run out, of the accounts that share it; none for an account
 * that always has room.
 */
export function roomStops(household: Household, sharing: readonly HouseAccount[]): Stops {
  const { dayCount, options } = household;
  const before = new Uint8Array(dayCount + 1);
  const after = new Uint8Array(dayCount + 1);
  // What is too much on the first day has to leave on it.
  if (sharing.length > 0) after[options.from] = 1;
  const room = ({ max, booked }: HouseAccount, day: number): number =>
    (Number.isFinite(max[day] ?? Infinity) ? (max[day] ?? 0) : NO_MAXIMUM_CENTS) - (booked[day] ?? 0);
  for (const account of sharing) {
    for (let day = 1; day < dayCount; day += 1) {
      const change = room(account, day) - room(account, day - 1);
      if (change > 0) before[day] = 1;
      if (change < 0) after[day] = 1;
    }
  }
  return { before: marksOf(before), after: marksOf(after) };
}

/** Stands for "no maximum" where only changes of the room are looked at. */
const NO_MAXIMUM_CENTS = 1e15;

/** Per account: whose room it shares when that may run out; empty when it cannot. */
export function sharedRoom(household: Household, ranges: readonly (readonly Range[])[]): number[][] {
  const { accounts, problem, exposures, options } = household;
  const shared = accounts.map((): Set<number> => new Set());
  for (const account of accounts) {
    const canBind = account.max.some((most) => Number.isFinite(most));
    if (canBind) shared[account.index]?.add(account.index);
  }
  for (const exposure of exposures) {
    const limit = units(problem.settings.guaranteeLimitCents) * exposure.unitsPerCent;
    const canBind = exposure.dailyUnits.some((own, day) => {
      if (day < options.from) return false;
      const most = mostTogether(
        (account) => ranges[account]?.[day - options.from] ?? { lower: 0, upper: 0 },
        accounts.length,
        exposure.shares.map(({ accountIndex, units: factor }) => ({ account: accountIndex, factor })),
      );
      return units(own) + most > limit - EQUAL;
    });
    if (!canBind) continue;
    const members = exposure.shares.map(({ accountIndex }) => accountIndex);
    for (const member of members) for (const other of members) shared[member]?.add(other);
  }
  return shared.map((set) => [...set]);
}

/** Days on which something of the account changes by itself. */
export function ownEvents(household: Household, account: HouseAccount, prices: Prices | undefined): Marks {
  const { dayCount, options, timeline } = household;
  const { grid } = timeline.plan;
  const days = new Uint8Array(dayCount + 1);
  days[options.from] = 1;
  for (let day = 1; day < dayCount; day += 1) {
    const changes =
      account.booked[day] !== account.booked[day - 1] ||
      account.value[day] !== account.value[day - 1] ||
      account.min[day] !== account.min[day - 1] ||
      account.max[day] !== account.max[day - 1];
    if (changes) days[day] = 1;
  }
  for (const period of account.entry.account.rates) {
    const from = grid.days.indexOf(period.from);
    if (from >= 0) days[from] = 1;
    const to = period.to === undefined ? -1 : grid.days.indexOf(period.to);
    if (to >= 0) days[to + 1] = 1;
  }
  for (const { members, day } of household.goals) {
    if (members.includes(account.index)) days[day] = days[day + 1] = 1;
  }
  for (const share of pricedShares(prices)) {
    if (share.account !== account.index) continue;
    days[share.from] = 1;
    days[share.to + 1] = 1;
  }
  return marksOf(days);
}

function marksOf(days: Uint8Array): Marks {
  const marks = new Uint16Array(days.length + 1);
  for (const [day, mark] of days.entries()) marks[day + 1] = (marks[day] ?? 0) + mark;
  return marks;
}

/** Whether a day from `first` to `last` is marked. */
export function isMarked(marks: Marks | undefined, first: number, last: number): boolean {
  if (marks === undefined || last < first) return false;
  const end = Math.min(last + 1, marks.length - 1);
  return (marks[end] ?? 0) > (marks[Math.max(0, first)] ?? 0);
}

/** Whether money can move on the one day still, and on the next one no more. */
export function closesBetween(account: HouseAccount | undefined, day: number, next: number): boolean {
  const last = account?.entry.openTo ?? Infinity;
  return day <= last && last < next;
}
