/**
 * Transfers that go together: one brings the money that the other sends on, and the two cannot be made one, as at the
 * account that a deposit is linked to. Moved together, each at its own distance in business days, they earn or cost what
 * their sources and destinations do; so they are moved until something stops them, and only the days count on which
 * some mixture of them may be best (see the decision record on the days of a pair).
 */

import { mayTransfer, type Pair } from '../household/household.js';
import {
  isUndominated,
  componentOf,
  type ChainContext,
  type ChainArc,
  type ChainComponent,
} from './chain-component.js';
import { EQUAL, sumOf } from './day-values.js';

/** How far apart transfers that go together are followed, business days. */
const MOST_LAYERS = 12;

export interface TransferChainsRequest extends ChainContext {
  readonly hasSharedRoom: (account: number) => boolean;
  /** What counts for accounts that share room. */
  readonly daysOfGroup: (accounts: readonly number[]) => ReadonlySet<number>;
}

interface Component {
  readonly legs: readonly ChainArc[];
  /** Positions of two legs that make a chain. */
  readonly chains: readonly (readonly [number, number])[];
  /** Whether it leads on over more days than are followed: then every day counts. */
  readonly isEndless: boolean;
}

interface ChainArcDays {
  readonly pair: Pair;
  /** Positions, ascending. */
  readonly days: readonly number[];
}

/** Two transfers through an account that cannot be made one. */
interface Chain {
  readonly first: Pair;
  readonly second: Pair;
}

/** Transfers of a component that go together at some time. */
interface Group extends ChainComponent {
  /** Positions among the legs of the component. */
  readonly legs: readonly number[];
  readonly isAnyDay: boolean;
  /** Where room is shared: the days that count. */
  readonly only: ReadonlySet<number> | undefined;
}

export class TransferChains {
  private readonly direct: ReadonlyMap<number, Pair>;
  private readonly legs: ReadonlyMap<number, readonly ChainArcDays[]>;
  /** By account: whether holding money costs on some day, or may not be possible. */
  private readonly canCost: readonly boolean[];

  constructor(private readonly request: TransferChainsRequest) {
    const { pairs, options, dayCount } = request.household;
    this.direct = new Map(pairs.map((pair) => [this.keyOf(pair), pair]));
    const days = Array.from({ length: dayCount - options.from }, (_, index) => options.from + index);
    this.canCost = request.shadowPrices.map((_, account) =>
      days.some((day) => !this.isNoLoss(account, day, day + 1)),
    );
    const legs = new Map<number, ChainArcDays[]>();
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
    const lag = this.leadDays(first) + this.leadDays(second);
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
    const [worth, member] = [this.request.shadowPrices[account], this.request.household.accounts[account]];
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
    const atOnce = direct === undefined ? 0 : this.leadDays(direct);
    return this.leadDays(first) + this.leadDays(second) - atOnce;
  }

  private leadDays(pair: Pair): number {
    return this.request.household.leadDays(pair);
  }

  private keyOf({ from, to }: Pair): number {
    return from * this.request.shadowPrices.length + to;
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
        this.gather(start, byLeg, (pair) => this.leadDays(pair)) ?? this.gather(start, byLeg, undefined);
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
    const legs: ChainArc[] = [{ pair: start, layer: 0 }];
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
      chains,
      isEndless: lagOf === undefined,
    };
  }

  private daysOf({ legs, chains, isEndless }: Component): ChainArcDays[] {
    const { transferDays } = this.request;
    if (isEndless) return legs.map(({ pair }) => ({ pair, days: transferDays }));
    const highest = Math.max(...legs.map(({ pair, layer }) => layer + this.leadDays(pair)));
    const days = legs.map((): number[] => []);
    const known = new Map<string, readonly Group[]>();
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
      const groups = known.get(name) ?? connected(active).map((some) => this.groupOf(legs, some));
      known.set(name, groups);
      for (const group of groups) {
        if (isInside && !this.counts(group, index)) continue;
        for (const at of group.legs) {
          const day = transferDays[index + (legs[at]?.layer ?? 0)];
          if (day !== undefined) days[at]?.push(day);
        }
      }
    }
    return legs.map(({ pair }, at) => ({ pair, days: days[at] ?? [] }));
  }

  private isPossible({ pair, layer }: ChainArc, index: number): boolean {
    return mayTransfer(this.request.household, pair, this.request.transferDays[index + layer] ?? -1);
  }

  private isAnyDay(accounts: readonly number[]): boolean {
    const { shadowPrices } = this.request;
    return accounts.some(
      (one) => shadowPrices[one]?.isConcave === false || shadowPrices[one]?.isKinked === true,
    );
  }

  private groupOf(all: readonly ChainArc[], positions: readonly number[]): Group {
    const { household, hasSharedRoom, daysOfGroup } = this.request;
    const legs = positions.flatMap((at) => all[at] ?? []);
    const accounts = [...new Set(legs.flatMap(({ pair }) => [pair.from, pair.to]))];
    return {
      ...componentOf(household, legs),
      legs: positions,
      isAnyDay: this.isAnyDay(accounts),
      only: accounts.some(hasSharedRoom) ? daysOfGroup(accounts) : undefined,
    };
  }

  private counts(group: Group, index: number): boolean {
    if (group.isAnyDay) return true;
    if (group.only !== undefined) return group.only.has(this.request.transferDays[index] ?? -1);
    return isUndominated(this.request, group, index);
  }
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
