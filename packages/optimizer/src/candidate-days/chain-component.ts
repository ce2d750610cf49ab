/**
 * On which days transfers that are moved together may be best: days on which some mixture of them loses by leaving on the
 * next business day, and gains nothing by leaving on the one before.
 */

import type { Household, Pair } from '../household/household.js';
import { closesBetween, isMarked, type Marks, type Stops } from './stops.js';
import { EQUAL, sumOf, type DayValue } from './day-values.js';

/** Of a share between 0 and 1, numerical dust. */
const SAME_SHARE = 1e-7;

/** What the days are judged by. */
export interface ChainContext {
  readonly household: Household;
  /** By account. */
  readonly shadowPrices: readonly DayValue[];
  readonly slack: readonly Stops[];
  /** By account: 1 on the days on which something of it changes by itself. */
  readonly events: readonly Marks[];
  /** Positions on which a transfer may leave. */
  readonly transferDays: readonly number[];
}

/** A transfer of what goes together, so many business days after the first of them. */
export interface ChainArc {
  readonly pair: Pair;
  readonly layer: number;
}

/** Where money leaves or reaches an account. */
interface End {
  readonly account: number;
  readonly layer: number;
}

export interface ChainComponent {
  readonly sources: readonly End[];
  readonly destinations: readonly End[];
  /** Every source with every destination its money may reach. */
  readonly paths: readonly { readonly from: End; readonly to: End }[];
}

/** What moving a unit's departure to the next business day earns, and to the one before, cents. */
interface Gain {
  readonly later: number;
  readonly earlier: number;
}

/** From where to where the legs lead. */
export function componentOf(household: Household, legs: readonly ChainArc[]): ChainComponent {
  const count = household.accounts.length;
  const onward = new Map<number, Set<number>>();
  const idOf = ({ account, layer }: End): number => layer * count + account;
  const endOf = (id: number): End => ({ account: id % count, layer: Math.floor(id / count) });
  for (const { pair, layer } of legs) {
    const from = idOf({ account: pair.from, layer });
    const to = idOf({ account: pair.to, layer: layer + household.leadDays(pair) });
    onward.set(from, (onward.get(from) ?? new Set()).add(to));
  }
  const paths = [...onward.keys()].flatMap((from) => {
    const reached = new Set(onward.get(from));
    for (const one of reached) for (const next of onward.get(one) ?? []) reached.add(next);
    return [...reached].filter((to) => to !== from).map((to) => ({ from: endOf(from), to: endOf(to) }));
  });
  return {
    sources: [...onward.keys()].map(endOf),
    destinations: [...new Set([...onward.values()].flatMap((ends) => [...ends]))].map(endOf),
    paths,
  };
}

/**
 * Whether some mixture may be best where its first transfer leaves on the transfer day at the index. By Farkas' lemma
 * none is when shares of the two moves exist with which no path from a source to a destination loses.
 */
export function isUndominated(
  grounds: ChainContext,
  { sources, destinations, paths }: ChainComponent,
  index: number,
): boolean {
  const { household, slack, transferDays } = grounds;
  const ends = [...sources, ...destinations];
  /** The business day before, the day itself, and the next one. */
  const daysOf = ({ layer }: End): [number, number, number] => {
    const dayAt = (at: number): number => transferDays[at + layer] ?? NaN;
    return [dayAt(index - 1), dayAt(index), dayAt(index + 1)];
  };
  const comesIn = (end: End): boolean => {
    const [before, day] = daysOf(end);
    return isMarked(slack[end.account]?.before, before + 1, day);
  };
  const isNeeded = (end: End): boolean => {
    const [, day, after] = daysOf(end);
    return isMarked(slack[end.account]?.after, day, after - 1);
  };
  const opens = (end: End): boolean => {
    const [before, day] = daysOf(end);
    const { entry, sendsFrom = Infinity } = household.accounts[end.account] ?? {};
    return [entry?.openFrom ?? 0, sendsFrom].some((one) => before < one && one <= day);
  };
  const closes = (end: End): boolean => {
    const [, day, after] = daysOf(end);
    return closesBetween(household.accounts[end.account], day, after);
  };
  const isEarlierStopped = sources.some(comesIn) || ends.some(opens);
  const isLaterStopped = destinations.some(isNeeded) || ends.some(closes);
  if (isEarlierStopped && isLaterStopped) return true;
  const gains = new Map<string, readonly Gain[]>();
  const nameOf = ({ account, layer }: End): string => `${String(account)} ${String(layer)}`;
  for (const end of ends) {
    const known = gainsOf(grounds, end.account, daysOf(end));
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
function gainsOf(
  { shadowPrices, events }: ChainContext,
  account: number,
  [before, day, after]: readonly [number, number, number],
): Gain[] | undefined {
  const worth = shadowPrices[account];
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

function dusted(cents: number): number {
  return Math.abs(cents) < EQUAL ? 0 : cents;
}
