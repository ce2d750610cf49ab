/**
 * The transfers of a plan as flows along routes and days, and the change of some of them by the same amount. A change is
 * built up transfer by transfer, judged for an amount, and made or forgotten.
 */

import { piecesOf, type Transfer } from '@fibado/planning';
import { mayTransfer, type Household, type Pair } from '../../household/household.js';
import { limitsOfPair, pieceCountOf } from '../../household/transfer-limits.js';
import { PlanValue } from './plan-value.js';

/** A pair with the days on which a transfer of it may be worth making, in order. */
export interface Route extends Pair {
  readonly index: number;
  readonly days: Int32Array;
  /** Most of one transfer, cents; infinite where none can be too large. */
  readonly mostCents: number;
  /** Whether what leaves the source on one day for other banks is limited, and this is some of it. */
  readonly isLimited: boolean;
}

/** From one account to another: a route, or the routes through the accounts that either is linked to. */
export interface Way extends Pair {
  readonly legs: readonly [Route, ...Route[]];
}

/** Cents by key of route and day. */
export type FlowAmounts = ReadonlyMap<number, number>;

/** Transfers that one change touches at most: there and back between two linked accounts. */
const MOST_CHANGES = 8;
/** Of a transfer step, what arithmetic may add. */
const DUST = 1e-9;

export class Flows {
  readonly ways: readonly Way[];
  readonly routes: Route[] = [];
  /** Keys of the transfers that are made. */
  readonly made: number[] = [];
  private readonly value: PlanValue;
  private readonly between: (Way | undefined)[] = [];
  /** By key: what is sent, and what each transfer that it takes costs, cents. */
  private readonly sent: Float64Array;
  private readonly costs: Float64Array;
  /** Transfers that what is sent takes, and the most there may be. */
  private transferCount = 0;
  private readonly mostTransfers: number;
  /** By account with limits and by day: cents that may still leave for other banks. */
  private readonly leaving: Float64Array[];
  // The change under judgement.
  private changes = 0;
  private readonly keys = new Int32Array(MOST_CHANGES);
  private readonly signs = new Int32Array(MOST_CHANGES);

  constructor(
    private readonly household: Household,
    daysOf: (pair: Pair) => Iterable<number>,
  ) {
    const { pairs, dayCount, options, forced } = household;
    this.value = new PlanValue(household);
    this.mostTransfers = options.maxTransfers - forced.length;
    this.leaving = household.accounts.map(({ limits }) => Float64Array.from(limits?.dailyCents ?? []));
    for (const pair of pairs) {
      const days = [...daysOf(pair)].filter((day) => mayTransfer(household, pair, day));
      if (days.length === 0) continue;
      const limits = limitsOfPair(household, pair.from, pair.to);
      this.routes.push({
        ...pair,
        index: this.routes.length,
        days: Int32Array.from(days).sort(),
        mostCents: limits?.singleCents ?? Infinity,
        isLimited: limits !== undefined,
      });
    }
    this.addWays();
    this.ways = this.between.filter((way) => way !== undefined);
    this.sent = new Float64Array(this.routes.length * dayCount);
    this.costs = Float64Array.from(this.sent, (_, key) => {
      const { from, to } = this.routeOf(key);
      return options.effortCents + household.feeCents(from, to, this.dayOf(key));
    });
  }

  routeOf(key: number): Route {
    return this.routes[Math.floor(key / this.household.dayCount)] as Route;
  }

  dayOf(key: number): number {
    return key % this.household.dayCount;
  }

  wayBetween(from: number, to: number): Way | undefined {
    return this.between[from * this.household.accounts.length + to];
  }

  /** A linked account exchanges with the one it is linked to only: other money passes through that one. */
  private addWays(): void {
    const { household, routes, between } = this;
    const { accounts } = household;
    const direct = new Map(routes.map((route) => [route.from * accounts.length + route.to, route]));
    const linked = accounts.map(({ index, isFree, entry }) =>
      isFree ? index : (household.indexOf(entry.account.linkedAccountId ?? '') ?? index),
    );
    for (const from of accounts.keys()) {
      for (const to of accounts.keys()) {
        const at = from * accounts.length + to;
        const stops = [from, linked[from] as number, linked[to] as number, to];
        const through = direct.has(at)
          ? [from, to]
          : stops.filter((stop, place) => stop !== stops[place - 1]);
        const legs = through
          .slice(1)
          .map((next, leg) => direct.get((through[leg] as number) * accounts.length + next));
        const [first, ...others] = legs.filter((leg) => leg !== undefined);
        if (from === to || first === undefined || others.length + 1 < legs.length) continue;
        between[at] = { from, to, legs: [first, ...others] };
      }
    }
  }

  /** Adds the transfers of a plan, those apart that are forced or have no route. */
  addPlan(transfers: readonly Transfer[]): void {
    const { forced, timeline } = this.household;
    const isForced = new Set(forced);
    for (const transfer of transfers) {
      if (isForced.has(transfer)) continue;
      const from = this.household.indexOf(transfer.fromAccountId) ?? -1;
      const to = this.household.indexOf(transfer.toAccountId) ?? -1;
      const day = timeline.plan.grid.positions.get(transfer.date) ?? -1;
      this.begin();
      const way = this.wayBetween(from, to);
      if (way?.legs.length === 1 && this.add(way.legs[0], day, 1)) this.move(transfer.amountCents);
    }
  }

  transfersOf(amounts: FlowAmounts): Transfer[] {
    const { accounts, timeline } = this.household;
    return [...amounts].flatMap(([key, sentCents]): Transfer[] => {
      const { from, to, mostCents } = this.routeOf(key);
      const date = timeline.plan.grid.days[this.dayOf(key)];
      const [source, destination] = [accounts[from], accounts[to]];
      if (date === undefined || source === undefined || destination === undefined) return [];
      const ends = { date, fromAccountId: source.id, toAccountId: destination.id };
      return piecesOf(sentCents, mostCents).map((amountCents) => ({ ...ends, amountCents }));
    });
  }

  copy(): FlowAmounts {
    return new Map(this.made.map((key) => [key, this.sent[key] as number]));
  }

  /** Makes the flows what they were when they were copied. */
  restore(amounts: FlowAmounts): void {
    for (const key of new Set([...this.made, ...amounts.keys()])) {
      const change = (amounts.get(key) ?? 0) - (this.sent[key] as number);
      if (change === 0) continue;
      this.begin();
      this.put(key, 1);
      this.move(change);
    }
  }

  /** Begins a change of nothing. */
  begin(): void {
    this.changes = 0;
  }

  /** Adds to the change that a transfer becomes larger (1) or smaller (−1); false where it cannot be made. */
  add(route: Route, day: number, sign: number): boolean {
    const key = route.index * this.household.dayCount + day;
    const isNew = sign > 0 && this.sent[key] === 0;
    if (isNew && !mayTransfer(this.household, route, day)) return false;
    this.put(key, sign);
    return true;
  }

  /** The same of each leg: the first on the day, the others on their first day after what is sent on has arrived. */
  addWay({ legs }: Way, day: number, sign: number): boolean {
    let earliest = day;
    for (const [index, leg] of legs.entries()) {
      const on = index === 0 ? day : leg.days[placeOf(leg.days, earliest)];
      if (on === undefined || !this.add(leg, on, sign)) return false;
      earliest = this.household.arrival(leg.from, leg.to, on);
    }
    return true;
  }

  private put(key: number, sign: number): void {
    for (let change = 0; change < this.changes; change += 1) {
      if (this.keys[change] !== key) continue;
      this.signs[change] = (this.signs[change] as number) + sign;
      return;
    }
    this.keys[this.changes] = key;
    this.signs[this.changes] = sign;
    this.changes += 1;
  }

  /**
   * How many cents the change may move: transfers do not fall below nothing, and balances and what leaves on a day keep
   * their limits.
   */
  range(): [number, number] {
    let [least, most] = [-Infinity, Infinity];
    this.value.begin();
    for (let change = 0; change < this.changes; change += 1) {
      const key = this.keys[change] as number;
      const sign = this.signs[change] as number;
      if (sign === 0) continue;
      const bound = -(this.sent[key] as number) / sign;
      if (sign > 0) least = Math.max(least, bound);
      else most = Math.min(most, bound);
      const { from, to, isLimited } = this.routeOf(key);
      const day = this.dayOf(key);
      if (isLimited) {
        const more = this.leavingMore(from, day);
        const limit = (this.leaving[from]?.[day] as number) / Math.abs(more);
        if (more > 0) most = Math.min(most, limit);
        else if (more < 0) least = Math.max(least, -limit);
      }
      this.value.step(from, day, -sign);
      this.value.step(to, this.household.arrival(from, to, day), sign);
    }
    this.value.close();
    return this.value.range([least, most], this.household.options.stepCents);
  }

  /** How much more leaves an account with limits on a day, for every cent of the change. */
  private leavingMore(account: number, day: number): number {
    let more = 0;
    for (let change = 0; change < this.changes; change += 1) {
      const key = this.keys[change] as number;
      const { from, isLimited } = this.routeOf(key);
      if (isLimited && from === account && this.dayOf(key) === day) more += this.signs[change] as number;
    }
    return more;
  }

  /** Adds the amounts with which a transfer of the change ends, or is as large as it may be, cents. */
  addEnds(amounts: number[]): void {
    for (let change = 0; change < this.changes; change += 1) {
      const key = this.keys[change] as number;
      const sent = this.sent[key] as number;
      const sign = this.signs[change] as number;
      if (sign === 0) continue;
      if (sent > 0) amounts.push(-sent / sign);
      const { mostCents } = this.routeOf(key);
      if (mostCents === Infinity) continue;
      const pieces = pieceCountOf(sent, mostCents);
      amounts.push((pieces * mostCents - sent) / sign, ((pieces + 1) * mostCents - sent) / sign);
      if (pieces > 1) amounts.push(((pieces - 1) * mostCents - sent) / sign);
    }
  }

  /** Adds those with which a threshold is just kept. */
  addKinks(amounts: number[]): void {
    this.value.addKinks(amounts);
  }

  /** The amount in whole steps, towards nothing. */
  inSteps(cents: number): number {
    const { stepCents } = this.household.options;
    return Math.trunc(cents / stepCents + Math.sign(cents) * DUST) * stepCents;
  }

  /** What moving some cents adds to the objective; −∞ where it may not be. Valid after `range`. */
  gain(cents: number): number {
    let gain = 0;
    let more = 0;
    for (let change = 0; change < this.changes; change += 1) {
      const added = this.addedBy(change, cents);
      gain -= added * (this.costs[this.keys[change] as number] as number);
      more += added;
    }
    if (more > 0 && this.transferCount + more > this.mostTransfers) return -Infinity;
    return gain + this.value.gain(cents);
  }

  /** How many transfers more it takes to send what one transfer of the change becomes. */
  private addedBy(change: number, cents: number): number {
    const key = this.keys[change] as number;
    const { mostCents } = this.routeOf(key);
    const before = this.sent[key] as number;
    const after = before + (this.signs[change] as number) * cents;
    return pieceCountOf(after, mostCents) - pieceCountOf(before, mostCents);
  }

  /** Makes the change. */
  move(cents: number): void {
    this.range();
    this.value.apply(cents);
    for (let change = 0; change < this.changes; change += 1) {
      const key = this.keys[change] as number;
      const before = this.sent[key] as number;
      const more = (this.signs[change] as number) * cents;
      const after = before + more;
      this.transferCount += this.addedBy(change, cents);
      this.sent[key] = after;
      const { from, isLimited } = this.routeOf(key);
      const leaving = this.leaving[from];
      if (isLimited && leaving !== undefined)
        leaving[this.dayOf(key)] = (leaving[this.dayOf(key)] as number) - more;
      if (before === 0 && after > 0) this.made.push(key);
      else if (before > 0 && after === 0) this.made.splice(this.made.indexOf(key), 1);
    }
  }
}

/** The place of the first day that is not before the given one. */
export function placeOf(days: Int32Array, day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
