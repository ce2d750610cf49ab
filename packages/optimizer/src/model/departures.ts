/**
 * The days on which a transfer between two accounts can be worth making.
 *
 * A transfer that moves by some days changes what its two accounts hold on those days and nothing else, so its worth
 * as a function of the day is known: what the destination earns from its arrival on, less what the source no longer
 * earns. It may leave earlier until money that came into the source would be missing, and later until the destination
 * would miss it. Days from which such a move never loses are left out: some plan without them is as good as the best
 * (see the decision record on the days of a pair).
 */

import { isIn, type CreditedMonth } from './credited-months.js';
import { dutyPerDay } from './duty.js';
import { nodesEveryDay } from './grid.js';
import type { HouseAccount, Household, Pair } from './household.js';
import { slopesOn } from './interest.js';
import { ownBalanceDays, type Range } from './plan-model.js';
import { pricedShares, type Prices } from './prices.js';
import { mostTogether, rangesOf } from './ranges.js';
import { units } from './units.js';

/** Worth of a difference that is none, cents per unit (hundreds of euro). */
const EQUAL = 1e-9;

export interface DepartureRequest {
  /** Months whose fee may be waived for what comes in. */
  readonly credited?: readonly CreditedMonth[] | undefined;
  readonly prudentByAverage: boolean;
  /** What thresholds are priced at, if they are: it earns or costs on the days of their averages. */
  readonly prices?: Prices | undefined;
  /**
   * What goes together through an account is decided where something stops it only, also where a duty bends. What it
   * may earn between those days is not bounded then: see `boundBetween`.
   */
  readonly atStops?: boolean | undefined;
}

interface Weights {
  /** Least and most a unit held on each day earns, cents, running sums: `sum[d]` is that of the days before `d`. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** Whether a unit more earns the same at every balance. */
  readonly isLinear: boolean;
  /** Whether the duty bends somewhere, so that the best day may lie between two events. */
  readonly isKinked: boolean;
}

/** Pairs whose transfers may go together through an account, and the days on which it can be best. */
interface Passage {
  readonly legs: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
}

/** Two transfers through an account that cannot be made one. */
interface Chain {
  readonly first: Pair;
  readonly second: Pair;
}

/** What stops a transfer from leaving earlier or later. */
interface Stops {
  /** `before[d]`: a transfer at `d` cannot leave before `d` (money came in on that day, or room appeared). */
  readonly before: Uint8Array;
  /** `after[d]`: a transfer that arrives at `d` or earlier cannot arrive after `d`. */
  readonly after: Uint8Array;
}

export class Departures {
  private readonly known = new Map<number, ReadonlySet<number>>();
  private readonly weights: readonly Weights[];
  private readonly slack: readonly Stops[];
  private readonly room: readonly Stops[];
  private readonly events: readonly Uint8Array[];
  /** Accounts for which the argument does not hold: all their days are kept. */
  private readonly everyDay: ReadonlySet<number>;
  /** Whether a transfer through two accounts on one day can always be made directly instead. */
  private readonly mergesChains: boolean;
  private readonly isFast: boolean;
  /** Positions on which a transfer may leave. */
  private readonly transferDays: readonly number[];
  /** Days on which transfers of any accounts may wait for one another. */
  private readonly groupDays: ReadonlySet<number>;
  /** The same where money has to pass through an account others are linked to. */
  private readonly passages: readonly Passage[];
  private readonly creditedDays: ReadonlySet<number>;
  private readonly direct: ReadonlySet<number>;
  private readonly sharing: readonly (readonly number[])[];

  constructor(
    private readonly household: Household,
    private readonly request: DepartureRequest,
  ) {
    const { prudentByAverage } = request;
    const { accounts, dayCount } = household;
    const nodes = nodesEveryDay(household);
    const ranges = rangesOf(household, nodes);
    const everyDay = new Set<number>();
    const first = household.options.from;
    const priced = accounts.map(() => new Float64Array(dayCount));
    for (const { account, from, to, perDay } of pricedShares(request.prices)) {
      const row = priced[account];
      for (let day = from; day <= to; day += 1) if (row !== undefined) row[day] = (row[day] ?? 0) + perDay;
    }
    const mixed = new Set([...(request.prices?.values() ?? [])].map(({ dutyOf }) => dutyOf));
    this.weights = accounts.map((account): Weights => {
      const least = new Float64Array(dayCount + 1);
      const most = new Float64Array(dayCount + 1);
      const own = ownBalanceDays(account, 0, dayCount - 1);
      const moved = (ranges[account.index] ?? []).reduce((sum, { lower }) => sum + lower, 0);
      // A duty charged as a mixture is among the prices.
      const isMixed = mixed.has(account.index);
      const duty = dutyPerDay(household, account, {
        isMixed,
        prudentByAverage,
        leastAverage: own.days === 0 ? 0 : (units(own.centDays) + moved) / own.days,
      });
      let isLinear = true;
      let isKinked = false;
      for (let day = 0; day < dayCount; day += 1) {
        const range = ranges[account.index]?.[day - first];
        const slopes =
          day < first || range === undefined || !account.isMovable
            ? { least: 0, most: 0, isConcave: true }
            : slopesOn(household, account, day, range);
        if (!slopes.isConcave) everyDay.add(account.index);
        const [leastDuty, mostDuty] = [duty.least[day] ?? 0, duty.most[day] ?? 0];
        const price = day < first ? 0 : (priced[account.index]?.[day] ?? 0);
        least[day + 1] = (least[day] ?? 0) + slopes.least - mostDuty + price;
        most[day + 1] = (most[day] ?? 0) + slopes.most - leastDuty + price;
        if (slopes.most - slopes.least > EQUAL) isLinear = false;
        if (mostDuty - leastDuty > EQUAL) isKinked = true;
      }
      return { least, most, isLinear, isKinked };
    });
    this.everyDay = everyDay;
    this.slack = accounts.map((account) => slackStops(account, household));
    this.sharing = sharedRoom(household, ranges);
    this.room = accounts.map(({ index }) =>
      roomStops(
        household,
        (this.sharing[index] ?? []).flatMap((member) => accounts[member] ?? []),
      ),
    );
    this.events = accounts.map((account) => ownEvents(household, account, request.prices));
    this.mergesChains = mergesChains(household, this.weights);
    this.isFast = accounts.every(({ canSend, leadDays }) => !canSend || leadDays === 0);
    this.transferDays = [...household.isTransferDay.keys()].filter(
      (day) => household.isTransferDay[day] === true,
    );
    this.direct = new Set(household.pairs.map(({ from, to }) => this.keyOf(from, to)));
    this.groupDays = this.daysOfGroup(accounts.flatMap(({ index, isMovable }) => (isMovable ? [index] : [])));
    this.passages = this.mergesChains ? this.findPassages() : [];
    this.creditedDays = new Set((request.credited ?? []).flatMap((month) => this.daysOfMonth(month)));
  }

  /**
   * The days on which transfers of several accounts that go together can be best: moved together inside a stretch
   * without events of theirs, each day earns or costs the same, so only its ends count.
   */
  private daysOfGroup(group: readonly number[]): Set<number> {
    return new Set(
      this.isAnyDayOf(group) ? this.transferDays : this.endsOfStretches(group, this.transferDays),
    );
  }

  private isAnyDayOf(group: readonly number[]): boolean {
    return this.isAlwaysAnyDay(group) || group.some((account) => this.weights[account]?.isKinked === true);
  }

  private isAlwaysAnyDay(group: readonly number[]): boolean {
    return !this.isFast || group.some((account) => this.everyDay.has(account));
  }

  /** What may go together at an account that some chain cannot do without, and on which days. */
  private findPassages(): Passage[] {
    const { accounts, pairs } = this.household;
    return accounts.flatMap(({ index: through }) => {
      const chains = pairs
        .filter(({ to }) => to === through)
        .flatMap((first) =>
          pairs
            .filter(({ from, to }) => from === through && to !== first.from)
            .filter(({ to }) => !this.direct.has(this.keyOf(first.from, to)))
            .map((second): Chain => ({ first, second })),
        );
      return connected(chains).map((together) => this.passageOf(through, together));
    });
  }

  /**
   * Transfers of a passage that go together are moved together, earlier until one of their sources would miss money
   * that came in, or later until one of their destinations would miss it: where rates do not depend on balances,
   * nothing else that happens to an account stops them.
   */
  private passageOf(through: number, chains: readonly Chain[]): Passage {
    const legs = new Set(
      chains.flatMap(({ first, second }) => [first, second]).map(({ from, to }) => this.keyOf(from, to)),
    );
    const sources = new Set([through, ...chains.map(({ first }) => first.from)]);
    const destinations = new Set([through, ...chains.map(({ second }) => second.to)]);
    const group = [...new Set([...sources, ...destinations])];
    if (group.some((account) => this.hasSharedRoom(account))) return { legs, days: this.daysOfGroup(group) };
    const isAnyDay = this.request.atStops === true ? this.isAlwaysAnyDay(group) : this.isAnyDayOf(group);
    if (isAnyDay) return { legs, days: new Set(this.transferDays) };
    const bends = group.map((account) => this.bendsOf(account));
    const comesIn = [...sources].map((account) => this.slack[account]?.before);
    const goesOut = [...destinations].map((account) => this.slack[account]?.after);
    const isMarked = (marks: readonly (Uint8Array | undefined)[], first: number, last: number): boolean =>
      marks.some((mark) => mark?.subarray(first, last + 1).includes(1) === true);
    const days = this.transferDays.filter((day, index) => {
      const previous = this.transferDays[index - 1];
      const next = this.transferDays[index + 1];
      if (previous === undefined || next === undefined) return true;
      return (
        isMarked(bends, previous + 1, day) ||
        isMarked(bends, day + 1, next - 1) ||
        group.some((account) => this.closesBetween(account, day, next)) ||
        isMarked(comesIn, previous + 1, day) ||
        isMarked(goesOut, day, next - 1)
      );
    });
    return { legs, days: new Set(days) };
  }

  /**
   * How many days a transfer that goes together with others may have been moved by to reach one of their days: the
   * longest of the stretches beside it in which there are others to move from. Zero for any other day.
   */
  playOf({ from, to }: Pair, day: number): number {
    const key = this.keyOf(from, to);
    const plays = this.passages
      .filter(({ legs, days }) => legs.has(key) && days.has(day))
      .flatMap(({ days }) => {
        const all = [...days].sort((one, other) => one - other);
        const at = all.indexOf(day);
        const gaps: [number, number][] = [
          [all[at - 1] ?? day, day],
          [day, all[at + 1] ?? day],
        ];
        return gaps.map(([first, last]) =>
          this.transferDays.some((one) => first < one && one < last) ? last - first : 0,
        );
      });
    return Math.max(0, ...plays);
  }

  /** Days from which on a unit more on the account earns another amount than the day before, or may be there at all. */
  private bendsOf(account: number): Uint8Array {
    const weights = this.weights[account];
    const member = this.household.accounts[account];
    if (weights?.isLinear !== true || member === undefined) return this.events[account] ?? new Uint8Array();
    const { least } = weights;
    const bends = new Uint8Array(this.household.dayCount + 1);
    const slope = (day: number): number => (least[day + 1] ?? 0) - (least[day] ?? 0);
    for (let day = 1; day < this.household.dayCount; day += 1) {
      if (Math.abs(slope(day) - slope(day - 1)) > EQUAL) bends[day] = 1;
    }
    const { entry, sendsFrom } = member;
    for (const day of [entry.openFrom, sendsFrom]) if (day < bends.length) bends[day] = 1;
    return bends;
  }

  /** Days on which money may be sent to and fro for a month's fee. */
  private daysOfMonth(month: CreditedMonth): readonly number[] {
    if (!this.isFast) return this.transferDays;
    const inside = this.transferDays.filter((day) => isIn(month, day));
    return inside.filter(
      (day, index) => this.groupDays.has(day) || index === 0 || index === inside.length - 1,
    );
  }

  /** Every position on which some pair may send, and on which it then arrives. */
  days(): Set<number> {
    const days = new Set<number>();
    for (const { from, to } of this.household.pairs) {
      for (const day of this.of(from, to)) days.add(day).add(this.household.arrival(from, to, day));
    }
    const isGroup = !this.mergesChains || this.sharing.some((others) => others.length > 0);
    const passages = this.passages.map((passage) => passage.days);
    const together = [...(isGroup ? [this.groupDays] : []), ...passages, this.creditedDays];
    for (const some of together) for (const day of some) days.add(day);
    return days;
  }

  /** How many transfers there are to decide, those that may wait for another one included. */
  count(): number {
    const all = [...this.days()];
    return this.household.pairs.reduce((sum, { from, to }) => {
      const own = this.of(from, to);
      return sum + all.filter((day) => own.has(day) || this.mayWait(from, to, day)).length;
    }, 0);
  }

  /** Whether every day is decided for the pair. */
  private isEveryDay(from: number, to: number): boolean {
    return this.everyDay.has(from) || this.everyDay.has(to);
  }

  /**
   * A transfer on a day of no use by itself may still be right beside another one: money that comes in on the day it
   * goes on, or room that another transfer makes. Tells whether the pair has such days, and what goes with them.
   */
  mayWait(from: number, to: number, day: number): boolean {
    const isGroup = !this.mergesChains || this.hasSharedRoom(from) || this.hasSharedRoom(to);
    if (isGroup && this.groupDays.has(day)) return true;
    const key = this.keyOf(from, to);
    if (this.passages.some(({ legs, days }) => legs.has(key) && days.has(day))) return true;
    if (!this.creditedDays.has(day)) return false;
    // What passes through counts as having come in, and what comes from the own bank has to pass through another one.
    const bankId = this.household.accounts[from]?.bankId;
    return this.creditedOn(day).some(
      ({ account }) => [from, to].includes(account) || this.household.accounts[account]?.bankId === bankId,
    );
  }

  private hasSharedRoom(account: number): boolean {
    return (this.sharing[account] ?? []).length > 0;
  }

  /** The months a day is in whose fee may be waived for what comes in; with lead days, of the whole quarter. */
  private creditedOn(day: number): readonly CreditedMonth[] {
    const credited = this.request.credited ?? [];
    return this.isFast ? credited.filter((month) => isIn(month, day)) : credited;
  }

  /**
   * Whether a transfer that leaves on a day of no use by itself can be waiting for another one that arrives on it: for
   * its money, unless that could go the whole way at once, or for the room it takes.
   */
  waitsForArrival(transfer: Pair, other: Pair, day: number): boolean {
    const isChain = other.to === transfer.from && !this.isDirect(other.from, transfer.from, transfer.to, day);
    return isChain || this.sharing[transfer.from]?.includes(other.to) === true;
  }

  /** The same for another one that leaves on the day it arrives. */
  waitsForDeparture(transfer: Pair, other: Pair, day: number): boolean {
    const isChain = other.from === transfer.to && !this.isDirect(transfer.from, transfer.to, other.to, day);
    return isChain || this.sharing[transfer.to]?.includes(other.from) === true;
  }

  /** Whether money can go between the two at once instead of through a third account. */
  private isDirect(from: number, through: number, to: number, day: number): boolean {
    const { accounts } = this.household;
    // Money that goes through counts as having come in, even when it goes back; and what comes from the own bank does not.
    const isCredited = (account: number): boolean =>
      this.creditedOn(day).some((month) => month.account === account);
    const isOfBank = (account: number): boolean => accounts[account]?.bankId === accounts[from]?.bankId;
    if (isCredited(through) && !isOfBank(through)) return false;
    if (isCredited(to) && isOfBank(to)) return false;
    if (from === to) return true;
    return this.mergesChains && this.direct.has(this.keyOf(from, to));
  }

  private keyOf(from: number, to: number): number {
    return from * this.household.accounts.length + to;
  }

  /** Positions on which a transfer of the pair, by itself, may be worth making. */
  of(from: number, to: number): ReadonlySet<number> {
    const key = this.keyOf(from, to);
    let days = this.known.get(key);
    if (days === undefined) {
      days = this.find(from, to);
      this.known.set(key, days);
    }
    return days;
  }

  private find(from: number, to: number): ReadonlySet<number> {
    const { household } = this;
    const source = household.accounts[from];
    const destination = household.accounts[to];
    if (source === undefined || destination === undefined) return new Set();
    const all: number[] = [];
    for (let day = household.options.from; day < household.dayCount; day += 1) {
      const arrival = household.arrival(from, to, day);
      const isPossible =
        household.isTransferDay[day] === true &&
        day >= source.sendsFrom &&
        day <= source.entry.openTo &&
        arrival < household.dayCount &&
        arrival >= destination.entry.openFrom &&
        arrival <= destination.entry.openTo;
      if (isPossible) all.push(day);
    }
    if (this.isEveryDay(from, to)) return new Set(all);
    const arrivals = new Map(all.map((day) => [day, household.arrival(from, to, day)]));
    const both = [this.weights[from], this.weights[to]];
    const isAnyDay =
      both.every((one) => one?.isLinear === true) || both.some((one) => one?.isKinked === true);
    // With lead days all of them are kept.
    const isAtOnce = all.every((day) => arrivals.get(day) === day);
    const candidates = isAnyDay || !isAtOnce ? all : this.endsOfStretches([from, to], all);
    return this.undominated(from, to, candidates, arrivals);
  }

  /**
   * With rates that fall as the balance grows the worth is convex in the day between the accounts' own events, so only
   * the ends of such a stretch count: the day of an event, and the last day before one that money cannot move on, or
   * before an account closes. (What moves from the day before an event to its day changes that day before only.)
   */
  private endsOfStretches(accounts: readonly number[], days: readonly number[]): number[] {
    return days.filter((day, index) => {
      const previous = days[index - 1];
      const next = days[index + 1];
      const isFirst = previous === undefined || this.hasEvent(accounts, previous + 1, day);
      if (isFirst || next === undefined || this.hasEvent(accounts, day + 1, next - 1)) return true;
      return accounts.some((account) => this.closesBetween(account, day, next));
    });
  }

  /** Whether money can move on the one day still, and on the next one no more. */
  private closesBetween(account: number, day: number, next: number): boolean {
    const last = this.household.accounts[account]?.entry.openTo ?? Infinity;
    return day <= last && last < next;
  }

  private hasEvent(accounts: readonly number[], first: number, last: number): boolean {
    for (let day = first; day <= last; day += 1) {
      if (accounts.some((account) => this.events[account]?.[day] === 1)) return true;
    }
    return false;
  }

  /** Without the days from which a move to another one, or leaving the transfer out, never loses. */
  private undominated(
    from: number,
    to: number,
    candidates: readonly number[],
    arrivals: ReadonlyMap<number, number>,
  ): ReadonlySet<number> {
    const { dayCount } = this.household;
    const alive = new Set(candidates);
    const possible = [...arrivals.keys()];
    const arrivalOf = (day: number): number => arrivals.get(day) ?? dayCount;
    for (const day of candidates) {
      const position = possible.indexOf(day);
      const isDominatedBy = (others: readonly number[]): boolean => {
        for (const other of others) {
          if (!this.reaches(from, to, day, other, arrivalOf)) return false;
          // On its way it may meet a transfer that needs its money, or whose money it needs, and go no further.
          if (this.leastGain(from, to, day, other, arrivalOf) < -EQUAL) return false;
          if (other === dayCount || alive.has(other)) return true;
        }
        return false;
      };
      const earlier = possible.slice(0, position).reverse();
      if (isDominatedBy([...possible.slice(position + 1), dayCount]) || isDominatedBy(earlier)) {
        alive.delete(day);
      }
    }
    return alive;
  }

  /** Whether the transfer may leave on the other day instead, whatever its amount. */
  private reaches(
    from: number,
    to: number,
    day: number,
    other: number,
    arrivalOf: (day: number) => number,
  ): boolean {
    // What leaves a month no longer comes in during it.
    const isMissed = (month: CreditedMonth): boolean =>
      month.account === to && isIn(month, arrivalOf(day)) && !isIn(month, arrivalOf(other));
    if (this.request.credited?.some(isMissed) === true) return false;
    const isLater = other > day;
    const [low, high] = isLater ? [day, other] : [other, day];
    const [lowArrival, highArrival] = isLater
      ? [arrivalOf(day), arrivalOf(other)]
      : [arrivalOf(other), arrivalOf(day)];
    const end = Math.min(this.household.dayCount, high);
    const endArrival = Math.min(this.household.dayCount, highArrival);
    if (isLater) {
      // The destination must not need the money before, and the source must have room for it longer.
      for (let at = lowArrival; at < endArrival; at += 1) if (this.slack[to]?.after[at] === 1) return false;
      for (let at = low; at < end; at += 1) if (this.room[from]?.after[at] === 1) return false;
      return true;
    }
    // The source must have had the money by then, and the destination room for it.
    for (let at = low + 1; at <= high; at += 1) if (this.slack[from]?.before[at] === 1) return false;
    for (let at = lowArrival + 1; at <= highArrival; at += 1) {
      if (this.room[to]?.before[at] === 1) return false;
    }
    return true;
  }

  /** The least the move can earn, cents a unit, whatever the balances are. */
  private leastGain(
    from: number,
    to: number,
    day: number,
    other: number,
    arrivalOf: (day: number) => number,
  ): number {
    const source = this.weights[from];
    const destination = this.weights[to];
    if (source === undefined || destination === undefined) return -Infinity;
    const sum = (sums: Float64Array, first: number, last: number): number =>
      (sums[last] ?? 0) - (sums[first] ?? 0);
    if (other > day) {
      return sum(source.least, day, other) - sum(destination.most, arrivalOf(day), arrivalOf(other));
    }
    return sum(destination.least, arrivalOf(other), arrivalOf(day)) - sum(source.most, other, day);
  }
}

/** Chains that share a transfer, together: only they can wait for one another. */
function connected(chains: readonly Chain[]): Chain[][] {
  const groups: Chain[][] = [];
  for (const chain of chains) {
    const touches = (group: readonly Chain[]): boolean =>
      group.some(({ first, second }) => first === chain.first || second === chain.second);
    const joined = groups.filter(touches);
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([...joined.flat(), chain]);
  }
  return groups;
}

/** Days on which the account's own money above its minimum grows or shrinks. */
function slackStops(account: HouseAccount, { dayCount, options }: Household): Stops {
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
  return { before, after };
}

/**
 * The same for room below a maximum or a guarantee that may run out, of the accounts that share it; none for an account
 * that always has room.
 */
function roomStops(household: Household, sharing: readonly HouseAccount[]): Stops {
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
  return { before, after };
}

/** Stands for "no maximum" where only changes of the room are looked at. */
const NO_MAXIMUM_CENTS = 1e15;

/** Per account: whose room it shares when that may run out; empty when it cannot. */
function sharedRoom(household: Household, ranges: readonly (readonly Range[])[]): number[][] {
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
function ownEvents(household: Household, account: HouseAccount, prices: Prices | undefined): Uint8Array {
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
  for (const share of pricedShares(prices)) {
    if (share.account !== account.index) continue;
    days[share.from] = 1;
    days[share.to + 1] = 1;
  }
  return days;
}

/**
 * Whether money that reaches an account and leaves it the same day could as well go the whole way at once: the same
 * number of transfers, at the same cost, and never later.
 */
function mergesChains(household: Household, weights: readonly Weights[]): boolean {
  const senders = household.accounts.filter((account) => account.canSend);
  const fees = new Set(senders.map(({ feeCents }) => feeCents));
  const leads = new Set(senders.map(({ leadDays }) => leadDays));
  if (fees.size > 1 || leads.size > 1 || household.options.forbidden.length > 0) return false;
  if ([...leads].every((days) => days === 0)) return true;
  // Arriving earlier must not cost anything.
  return weights.every(({ least }) =>
    least.every((sum, day) => day === 0 || sum >= (least[day - 1] ?? 0) - EQUAL),
  );
}
