/**
 * Transfers that go together: one brings the money that the other sends on, and the two cannot be made one, as at the
 * account that a deposit is linked to. Moved together, each at its own distance in business days, they earn or cost what
 * their sources and destinations do; so they are moved until something stops them, and only the days count on which
 * neither direction can be right for every mixture of them (see the decision record on the days of a pair).
 */

import type { Household, Pair } from './household.js';
import type { Stops } from './stops.js';
import { EQUAL, sumOf, type Worth } from './worths.js';

/** How far apart transfers that go together are followed, business days. */
const MOST_LAYERS = 12;
/** Of a share between 0 and 1, numerical dust. */
const SAME_SHARE = 1e-7;

export interface PassageRequest {
  readonly household: Household;
  /** By account. */
  readonly worths: readonly Worth[];
  readonly slack: readonly Stops[];
  /** By account: 1 on the days on which something of it changes by itself. */
  readonly events: readonly Uint8Array[];
  /** Positions on which a transfer may leave. */
  readonly transferDays: readonly number[];
  /** See {@link DepartureRequest.atStops}. */
  readonly atStops: boolean;
  readonly hasSharedRoom: (account: number) => boolean;
  /** What counts for accounts that share room. */
  readonly daysOfGroup: (accounts: readonly number[]) => ReadonlySet<number>;
}

/** A transfer of what goes together, so many business days after the first of them. */
interface Leg {
  readonly pair: Pair;
  readonly layer: number;
}

interface Component {
  readonly legs: readonly Leg[];
  /** Positions of two legs that make a chain. */
  readonly chains: readonly (readonly [number, number])[];
  /** Whether it leads on over more days than are followed: then every day counts. */
  readonly isEndless: boolean;
}

interface LegDays {
  readonly pair: Pair;
  /** Positions, ascending. */
  readonly days: readonly number[];
}

/** Two transfers through an account that cannot be made one. */
interface Chain {
  readonly first: Pair;
  readonly second: Pair;
}

/** Where money leaves or reaches an account. */
interface End {
  readonly account: number;
  readonly layer: number;
}

/** What moving a unit's departure to the next business day earns, and to the one before, cents. */
interface Gain {
  readonly later: number;
  readonly earlier: number;
}

export class Passages {
  private readonly direct: ReadonlyMap<number, Pair>;
  private readonly legs: ReadonlyMap<number, readonly LegDays[]>;
  /** By account: whether holding money costs on some day, or may not be possible. */
  private readonly canCost: readonly boolean[];

  constructor(private readonly request: PassageRequest) {
    const { pairs, options, dayCount } = request.household;
    this.direct = new Map(pairs.map((pair) => [this.keyOf(pair), pair]));
    const days = Array.from({ length: dayCount - options.from }, (_, index) => options.from + index);
    this.canCost = request.worths.map((_, account) =>
      days.some((day) => !this.isNoLoss(account, day, day + 1)),
    );
    const legs = new Map<number, LegDays[]>();
    for (const component of this.components()) {
      for (const leg of this.daysOf(component)) {
        const key = this.keyOf(leg.pair);
        legs.set(key, [...(legs.get(key) ?? []), leg]);
      }
    }
    this.legs = legs;
  }

  /** Whether a transfer of the pair may go together with others on the day. */
  has(pair: Pair, day: number): boolean {
    return this.legs.get(this.keyOf(pair))?.some(({ days }) => days.includes(day)) === true;
  }

  /** Every position on which one leaves, and on which it then arrives. */
  days(): Set<number> {
    const { household } = this.request;
    const all = [...this.legs.values()].flat();
    return new Set(
      all.flatMap(({ pair: { from, to }, days }) =>
        days.flatMap((day) => [day, household.arrival(from, to, day)]),
      ),
    );
  }

  /**
   * How many days a transfer that goes together with others may have been moved by to reach one of their days: the
   * longest of the stretches beside it in which there are others to move from. Zero for any other day.
   */
  playOf(pair: Pair, day: number): number {
    const plays = (this.legs.get(this.keyOf(pair)) ?? []).flatMap(({ days }) => {
      const at = days.indexOf(day);
      if (at < 0) return [];
      const gaps: [number, number][] = [
        [days[at - 1] ?? day, day],
        [day, days[at + 1] ?? day],
      ];
      return gaps.map(([first, last]) =>
        this.request.transferDays.some((one) => first < one && one < last) ? last - first : 0,
      );
    });
    return Math.max(0, ...plays);
  }

  /**
   * Whether money that goes through an account could always as well go the whole way at once, or stay: the same number of
   * transfers, at the same cost. Then it arrives earlier or leaves later, where that is no loss.
   */
  isOne(first: Pair, second: Pair): boolean {
    if (first.from !== second.to && this.directOf(first, second) === undefined) return false;
    return (
      this.lagBesides(first, second) <= 0 ||
      this.canCost[first.from] !== true ||
      this.canCost[second.to] !== true
    );
  }

  /** The same where the first leaves on the transfer day at the index. */
  private isOneAt(first: Pair, second: Pair, index: number): boolean {
    if (this.isOne(first, second)) return true;
    const direct = this.directOf(first, second);
    if (first.from !== second.to && direct === undefined) return false;
    const { transferDays } = this.request;
    const lag = this.lagOf(first) + this.lagOf(second);
    const besides = this.lagBesides(first, second);
    const [leaves, leavesLate, arrivesEarly, arrives] = [0, besides, lag - besides, lag].map(
      (after) => transferDays[index + after],
    );
    const isEarly = arrivesEarly !== undefined && arrives !== undefined;
    if (isEarly && this.isNoLoss(second.to, arrivesEarly, arrives)) return true;
    const last = this.request.household.accounts[first.from]?.entry.openTo ?? -1;
    const isLate = leaves !== undefined && leavesLate !== undefined && leavesLate <= last;
    return isLate && this.isNoLoss(first.from, leaves, leavesLate);
  }

  /** Whether money may as well be on the account from the one day to before the other. */
  private isNoLoss(account: number, from: number, to: number): boolean {
    const [worth, member] = [this.request.worths[account], this.request.household.accounts[account]];
    if (worth === undefined || member === undefined) return false;
    const { openFrom, openTo } = member.entry;
    const isOpen = openFrom <= from && to <= openTo + 1;
    return isOpen && !this.request.hasSharedRoom(account) && sumOf(worth.least, from, to) >= -EQUAL;
  }

  private directOf({ from }: Pair, { to }: Pair): Pair | undefined {
    return this.direct.get(this.keyOf({ from, to }));
  }

  /** Business days that money through an account is longer under way. */
  private lagBesides(first: Pair, second: Pair): number {
    const direct = this.directOf(first, second);
    return this.lagOf(first) + this.lagOf(second) - (direct === undefined ? 0 : this.lagOf(direct));
  }

  private keyOf({ from, to }: Pair): number {
    return from * this.request.worths.length + to;
  }

  /** Business days a transfer takes. */
  private lagOf({ from, to }: Pair): number {
    const { accounts } = this.request.household;
    const [source, destination] = [accounts[from], accounts[to]];
    return source === undefined || source.bankId === destination?.bankId ? 0 : source.leadDays;
  }

  private findChains(): Chain[] {
    const { accounts, pairs } = this.request.household;
    return accounts.flatMap(({ index: through }) =>
      pairs
        .filter(({ to }) => to === through)
        .flatMap((first) =>
          pairs
            .filter((second) => second.from === through && !this.isOne(first, second))
            .map((second): Chain => ({ first, second })),
        ),
    );
  }

  /** What chains that share a transfer gather, over as many accounts as they lead to. */
  private components(): Component[] {
    const byLeg = new Map<number, Chain[]>();
    for (const chain of this.findChains()) {
      for (const pair of [chain.first, chain.second]) {
        byLeg.set(this.keyOf(pair), [...(byLeg.get(this.keyOf(pair)) ?? []), chain]);
      }
    }
    const done = new Set<number>();
    const components: Component[] = [];
    for (const [key, [chain]] of byLeg) {
      if (done.has(key) || chain === undefined) continue;
      const start = this.keyOf(chain.first) === key ? chain.first : chain.second;
      const component =
        this.gather(start, byLeg, (pair) => this.lagOf(pair)) ?? this.gather(start, byLeg, undefined);
      if (component === undefined) continue;
      for (const { pair } of component.legs) done.add(this.keyOf(pair));
      components.push(component);
    }
    return components;
  }

  /** `undefined`: it leads on over too many days. Without lags only what belongs together is told. */
  private gather(
    start: Pair,
    byLeg: ReadonlyMap<number, readonly Chain[]>,
    lagOf: ((pair: Pair) => number) | undefined,
  ): Component | undefined {
    const legs: Leg[] = [{ pair: start, layer: 0 }];
    const known = new Map([[`${String(this.keyOf(start))} 0`, 0]]);
    const chains: [number, number][] = [];
    for (const [at, leg] of legs.entries()) {
      for (const { first, second } of byLeg.get(this.keyOf(leg.pair)) ?? []) {
        const isFirst = this.keyOf(first) === this.keyOf(leg.pair);
        const lag = lagOf?.(first) ?? 0;
        const next = isFirst
          ? { pair: second, layer: leg.layer + lag }
          : { pair: first, layer: leg.layer - lag };
        if (Math.abs(next.layer) > MOST_LAYERS) return undefined;
        const name = `${String(this.keyOf(next.pair))} ${String(next.layer)}`;
        const other = known.get(name) ?? legs.push(next) - 1;
        known.set(name, other);
        if (isFirst) chains.push([at, other]);
      }
    }
    const lowest = Math.min(...legs.map(({ layer }) => layer));
    return {
      legs: legs.map(({ pair, layer }) => ({ pair, layer: layer - lowest })),
      ...{ chains, isEndless: lagOf === undefined },
    };
  }

  private daysOf({ legs, chains, isEndless }: Component): LegDays[] {
    const { transferDays } = this.request;
    if (isEndless) return legs.map(({ pair }) => ({ pair, days: transferDays }));
    const highest = Math.max(...legs.map(({ pair, layer }) => layer + this.lagOf(pair)));
    const days = legs.map((): number[] => []);
    const known = new Map<string, readonly Together[]>();
    for (let index = -highest; index < transferDays.length; index += 1) {
      const isInside = index >= 1 && index + highest <= transferDays.length - 2;
      const active = chains.filter(([one, other]) => {
        const [first, second] = [legs[one], legs[other]];
        if (first === undefined || second === undefined) return false;
        // Before a deposit matures nothing goes together with what leaves it.
        const arePossible = [first, second].every((leg) =>
          [-1, 0, 1].some((step) => this.isPossible(leg, index + step)),
        );
        return arePossible && !this.isOneAt(first.pair, second.pair, index + first.layer);
      });
      const name = active.join(' ');
      const groups = known.get(name) ?? connected(active).map((some) => this.together(legs, some));
      known.set(name, groups);
      for (const group of groups) {
        if (isInside && !this.mayBeBest(group, index)) continue;
        for (const at of group.legs) {
          const day = transferDays[index + (legs[at]?.layer ?? 0)];
          if (day !== undefined) days[at]?.push(day);
        }
      }
    }
    return legs.map(({ pair }, at) => ({ pair, days: days[at] ?? [] }));
  }

  private isPossible({ pair, layer }: Leg, index: number): boolean {
    const { household, transferDays } = this.request;
    const [source, destination] = [household.accounts[pair.from], household.accounts[pair.to]];
    const day = transferDays[index + layer];
    if (day === undefined || source === undefined || destination === undefined) return false;
    const arrival = household.arrival(pair.from, pair.to, day);
    const { openFrom, openTo } = destination.entry;
    return source.sendsFrom <= day && day <= source.entry.openTo && openFrom <= arrival && arrival <= openTo;
  }

  private isAnyDay(accounts: readonly number[]): boolean {
    const { worths, atStops } = this.request;
    if (accounts.some((one) => worths[one]?.isConcave === false)) return true;
    return !atStops && accounts.some((one) => worths[one]?.isKinked === true);
  }

  private together(all: readonly Leg[], positions: readonly number[]): Together {
    const legs = positions.flatMap((at) => all[at] ?? []);
    const accounts = [...new Set(legs.flatMap(({ pair }) => [pair.from, pair.to]))];
    const count = this.request.worths.length;
    const onward = new Map<number, Set<number>>();
    const idOf = ({ account, layer }: End): number => layer * count + account;
    const endOf = (id: number): End => ({ account: id % count, layer: Math.floor(id / count) });
    for (const { pair, layer } of legs) {
      const from = idOf({ account: pair.from, layer });
      const to = idOf({ account: pair.to, layer: layer + this.lagOf(pair) });
      onward.set(from, (onward.get(from) ?? new Set()).add(to));
    }
    const paths = [...onward.keys()].flatMap((from) => {
      const reached = new Set(onward.get(from));
      for (const one of reached) for (const next of onward.get(one) ?? []) reached.add(next);
      return [...reached].filter((to) => to !== from).map((to) => ({ from: endOf(from), to: endOf(to) }));
    });
    const { hasSharedRoom, daysOfGroup } = this.request;
    return {
      legs: positions,
      isAnyDay: this.isAnyDay(accounts),
      only: accounts.some(hasSharedRoom) ? daysOfGroup(accounts) : undefined,
      sources: [...onward.keys()].map(endOf),
      destinations: [...new Set([...onward.values()].flatMap((ends) => [...ends]))].map(endOf),
      paths,
    };
  }

  /**
   * Whether some mixture of what goes together may be best where it is: later it loses, and earlier it gains nothing.
   * By Farkas' lemma none is when shares of the two moves exist with which no path from a source to a destination loses.
   */
  private mayBeBest(group: Together, index: number): boolean {
    const { sources, destinations, paths } = group;
    if (group.isAnyDay) return true;
    if (group.only !== undefined) return group.only.has(this.request.transferDays[index] ?? -1);
    const [before, day, after] = [index - 1, index, index + 1].map(
      (one) =>
        (end: End): number =>
          this.request.transferDays[one + end.layer] ?? NaN,
    );
    if (before === undefined || day === undefined || after === undefined) return true;
    const { slack, household } = this.request;
    const isEarlierStopped =
      sources.some((end) => isMarked(slack[end.account]?.before, before(end) + 1, day(end))) ||
      [...sources, ...destinations].some((end) => {
        const { entry, sendsFrom } = household.accounts[end.account] ?? { sendsFrom: Infinity };
        const opens = [entry?.openFrom ?? 0, sendsFrom];
        return opens.some((one) => before(end) < one && one <= day(end));
      });
    const isLaterStopped =
      destinations.some((end) => isMarked(slack[end.account]?.after, day(end), after(end) - 1)) ||
      [...sources, ...destinations].some((end) => {
        const last = household.accounts[end.account]?.entry.openTo ?? Infinity;
        return day(end) <= last && last < after(end);
      });
    if (isEarlierStopped && isLaterStopped) return true;
    const gains = new Map<string, readonly Gain[]>();
    const nameOf = ({ account, layer }: End): string => `${String(account)} ${String(layer)}`;
    for (const end of [...sources, ...destinations]) {
      const known = this.gainsOf(end.account, before(end), day(end), after(end));
      if (known === undefined) return true;
      gains.set(nameOf(end), known);
    }
    // Of the move to the next day; the rest of one is of the move to the day before.
    let [least, most] = [0, 1];
    for (const { from, to } of paths) {
      for (const source of gains.get(nameOf(from)) ?? []) {
        for (const destination of gains.get(nameOf(to)) ?? []) {
          const later = isLaterStopped ? -Infinity : dusted(source.later - destination.later);
          const earlier = isEarlierStopped ? -Infinity : dusted(destination.earlier - source.earlier);
          if (later < 0 && earlier <= 0) return true;
          if (later < 0) most = Math.min(most, later === -Infinity ? 0 : earlier / (earlier - later));
          if (earlier < 0) least = Math.max(least, earlier === -Infinity ? 1 : -earlier / (later - earlier));
        }
      }
    }
    if (isLaterStopped) return false;
    return least > most + SAME_SHARE;
  }

  /**
   * What a unit more on the account earns until the next business day, and since the one before: at its least and at its
   * most, the same in every day's proportion. `undefined` where its worth a day changes in between.
   */
  private gainsOf(account: number, before: number, day: number, after: number): Gain[] | undefined {
    const { worths, events } = this.request;
    const worth = worths[account];
    if (worth === undefined) return undefined;
    const gainOf = (sums: Float64Array): Gain => ({
      later: sumOf(sums, day, after),
      earlier: sumOf(sums, before, day),
    });
    if (worth.isLinear && !worth.isKinked) return [gainOf(worth.least)];
    if (!worth.isLinear && isMarked(events[account], before + 1, after - 1)) return undefined;
    const ends = [worth.least, worth.most];
    const isEven = ends.every((sums) => {
      const first = sumOf(sums, before, before + 1);
      for (let at = before + 1; at < after; at += 1) {
        if (Math.abs(sumOf(sums, at, at + 1) - first) > EQUAL) return false;
      }
      return true;
    });
    return isEven ? ends.map(gainOf) : undefined;
  }
}

interface Together {
  /** Positions among those of the component. */
  readonly legs: readonly number[];
  readonly isAnyDay: boolean;
  /** Where room is shared: the days that count. */
  readonly only: ReadonlySet<number> | undefined;
  readonly sources: readonly End[];
  readonly destinations: readonly End[];
  /** Every source with every destination its money may reach. */
  readonly paths: readonly { readonly from: End; readonly to: End }[];
}

/** The groups of what pairs lead to from one another. */
function connected(pairs: readonly (readonly [number, number])[]): number[][] {
  const groups = new Map<number, number[]>();
  for (const [one, other] of pairs) {
    const [first, second] = [groups.get(one) ?? [one], groups.get(other) ?? [other]];
    if (first === second) continue;
    const joined = [...first, ...second];
    for (const member of joined) groups.set(member, joined);
  }
  return [...new Set(groups.values())];
}

function isMarked(marks: Uint8Array | undefined, first: number, last: number): boolean {
  return marks?.subarray(first, last + 1).includes(1) === true;
}

function dusted(cents: number): number {
  return Math.abs(cents) < EQUAL ? 0 : cents;
}
