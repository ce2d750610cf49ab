/**
 * Small changes of a plan, drawn by chance: cycles in the network of transfers over time, and paths that end with the
 * horizon. A transfer moves to another day, money goes there and back, two transfers that hand money on move together
 * or become one, or a third account takes the place of one of two.
 */

import type { Sequence } from '../../draw.js';
import { placeOf, type Flows, type Route, type Way } from './flows.js';

/** Shares of the kinds; the rest are detours. */
const SHARES = { loop: 0.25, chain: 0.15, shift: 0.2, pair: 0.1, alone: 0.06 } as const;
/** Of the days drawn, one in so many is any day of the route. */
const ANY_DAY = 5;
/** A day is near when it is among this many powers of two of the route's days. */
const NEAR_POWERS = 6;
/** Calendar days between two transfers of a chain: below so many powers of two. */
const CHAIN_POWERS = 5;
/** Of the loops, one in so many does not come back. */
const ONE_WAY = 6;
/** Draws for a transfer inside the window before any is taken. */
const WINDOW_DRAWS = 8;

/** First and last position of the days about which changes are drawn. */
export interface Focus {
  readonly from: number;
  readonly to: number;
}

export class Cycles {
  constructor(
    private readonly flows: Flows,
    private readonly random: Sequence,
    private readonly accountCount: number,
  ) {}

  /** Draws the next change into the flows; false where what was drawn cannot be made. */
  draw(focus: Focus): boolean {
    const { flows, random } = this;
    flows.begin();
    let kind = random.next() - SHARES.loop;
    if (flows.made.length === 0 || kind < 0) return this.drawLoop(focus);
    const key = this.anyMade(focus);
    const route = flows.routeOf(key);
    const day = flows.dayOf(key);
    if (!flows.add(route, day, -1)) return false;
    if ((kind -= SHARES.chain) < 0) return this.drawChain(route, day);
    if ((kind -= SHARES.shift) < 0) return flows.add(route, this.near(route, day), 1);
    if ((kind -= SHARES.pair) < 0) return this.addBack(route, day, -1);
    if (kind < SHARES.alone) return true;
    return this.drawDetour(route, day, focus);
  }

  /** Money goes there and back; now and then it stays. */
  private drawLoop(focus: Focus): boolean {
    const way = this.flows.ways[this.random.below(this.flows.ways.length)];
    if (way === undefined) return false;
    const day = focus.from + this.random.below(focus.to - focus.from + 1);
    const start = this.atOrNext(way.legs[0], day);
    if (!this.flows.addWay(way, start, 1)) return false;
    const hasBack = this.flows.wayBetween(way.to, way.from) !== undefined;
    return !hasBack || this.random.below(ONE_WAY) === 0 || this.addBack(way, start, 1);
  }

  private addBack({ from, to }: Pick<Way, 'from' | 'to'>, day: number, sign: number): boolean {
    const back = this.flows.wayBetween(to, from);
    return back !== undefined && this.flows.addWay(back, this.near(back.legs[0], day), sign);
  }

  /** A transfer and the one that takes its money on, or brings it: both on other days, or one in place of the two. */
  private drawChain(route: Route, day: number): boolean {
    const { flows, random } = this;
    const reach = 1 << random.below(CHAIN_POWERS);
    const key = this.linkedTo(route, day, reach);
    if (key === undefined) return false;
    const other = flows.routeOf(key);
    const otherDay = flows.dayOf(key);
    if (!flows.add(other, otherDay, -1)) return false;
    if (random.below(3) === 0) {
      const isAfter = other.from === route.to;
      const direct = isAfter
        ? flows.wayBetween(route.from, other.to)
        : flows.wayBetween(other.from, route.to);
      const about = random.below(2) === 0 ? day : otherDay;
      return direct !== undefined && flows.addWay(direct, this.maybeNear(direct, about), 1);
    }
    const next = this.near(route, day);
    const otherNext = random.below(2) === 0 ? next : this.near(other, next);
    return flows.add(route, next, 1) && flows.add(other, otherNext, 1);
  }

  /** A transfer that hands on what another brings, or brings what it hands on, within some days of it. */
  private linkedTo({ from, to }: Route, day: number, reach: number): number | undefined {
    const { made } = this.flows;
    const start = this.random.below(made.length);
    for (let offset = 0; offset < made.length; offset += 1) {
      const key = made[(start + offset) % made.length] as number;
      const other = this.flows.routeOf(key);
      const isLinked = (other.from === to) !== (other.to === from);
      if (isLinked && Math.abs(this.flows.dayOf(key) - day) < reach) return key;
    }
    return undefined;
  }

  /** A third account instead of the source or the destination, and what makes up for it. */
  private drawDetour(route: Route, day: number, focus: Focus): boolean {
    const { flows, random } = this;
    const third = random.below(this.accountCount);
    if (third === route.from || third === route.to) return false;
    const isSource = random.below(2) === 0;
    const passed = isSource ? route.from : route.to;
    const between = (account: number): Way | undefined =>
      isSource ? flows.wayBetween(account, route.to) : flows.wayBetween(route.from, account);
    const direct = between(third);
    if (direct === undefined || !flows.addWay(direct, this.maybeNear(direct, day), 1)) return false;
    const kind = random.below(4);
    if (kind === 0) return true;
    if (kind === 1) return this.swap(passed, third, focus);
    const closing = isSource ? flows.wayBetween(passed, third) : flows.wayBetween(third, passed);
    return closing !== undefined && flows.addWay(closing, this.maybeNear(closing, day), 1);
  }

  /** Another transfer of an account becomes one of a third account, too. */
  private swap(passed: number, third: number, focus: Focus): boolean {
    const { flows } = this;
    const key = this.anyMade(focus);
    const other = flows.routeOf(key);
    const day = flows.dayOf(key);
    if (other.to !== passed && other.from !== passed) return false;
    const swapped =
      other.to === passed ? flows.wayBetween(other.from, third) : flows.wayBetween(third, other.to);
    return swapped !== undefined && flows.add(other, day, -1) && flows.addWay(swapped, day, 1);
  }

  private anyMade({ from, to }: Focus): number {
    const { made } = this.flows;
    let key = 0;
    for (let drawn = 0; drawn < WINDOW_DRAWS; drawn += 1) {
      key = made[this.random.below(made.length)] as number;
      const day = this.flows.dayOf(key);
      if (from <= day && day <= to) break;
    }
    return key;
  }

  private maybeNear({ legs }: Way, day: number): number {
    return this.random.below(2) === 0 ? day : this.near(legs[0], day);
  }

  /** One of the route's days, mostly a near one. */
  private near({ days }: Route, day: number): number {
    if (this.random.below(ANY_DAY) === 0) return days[this.random.below(days.length)] as number;
    const reach = 1 << this.random.below(NEAR_POWERS);
    const at = placeOf(days, day) + this.random.below(2 * reach + 1) - reach;
    return days[Math.max(0, Math.min(days.length - 1, at))] as number;
  }

  private atOrNext({ days }: Route, day: number): number {
    return days[Math.min(days.length - 1, placeOf(days, day))] as number;
  }
}
