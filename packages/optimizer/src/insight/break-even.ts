/** The least rate at which something on offer is worth having. */

import type { Cents } from '@fibado/planning';

export interface BreakEven {
  /** The highest rate of the offer, percent; the others follow in proportion. */
  readonly ratePct: number;
  /** The next lower rate tried, at which it is worth nothing. */
  readonly belowPct: number;
  /** The gain at `ratePct`, above {@link NOTHING_CENTS}. */
  readonly gainCents: Cents;
}

const HIGHEST_PCT = 20;
/** Plans are proven best within so much, and rounding alone may gain a cent or two: no more than this is nothing. */
export const NOTHING_CENTS = 5;
/** Rates are tried in hundredths of a percent. */
export const UNITS_PER_PCT = 100;

/** What is tried at a rate, in {@link UNITS_PER_PCT}. */
export interface RateTrial<Plan> {
  /** The offer's own rate. */
  readonly headline: number;
  hasTime(): boolean;
  /** The best plan at a rate; `known` plans are where the search begins. */
  plan(units: number, known: readonly Plan[]): Promise<Plan | undefined>;
  /** What a plan gains when it is replayed at a rate. */
  gainOf(plan: Plan, units: number): Cents;
}

interface Gaining<Plan> {
  readonly units: number;
  readonly plan: Plan;
}

/**
 * Looks for the least rate at which the offer is worth something. A plan known to gain at one rate is replayed at
 * lower ones until it gains no more; only there is the household planned again.
 */
export async function breakEvenOf<Plan>(
  trial: RateTrial<Plan>,
  best: Plan | undefined,
): Promise<BreakEven | undefined> {
  let found = gaining(trial, best, trial.headline) ?? (await above(trial));
  while (found !== undefined) {
    const { units, plan } = lowest(trial, found);
    const gainCents = trial.gainOf(plan, units);
    if (units === 0) return { ratePct: 0, belowPct: 0, gainCents };
    if (!trial.hasTime()) return undefined;
    const lower = gaining(trial, await trial.plan(units - 1, [plan]), units - 1);
    if (lower === undefined) return { ratePct: pct(units), belowPct: pct(units - 1), gainCents };
    found = lower;
  }
  return undefined;
}

/** Doubles the rate until the offer is worth something. */
async function above<Plan>(trial: RateTrial<Plan>): Promise<Gaining<Plan> | undefined> {
  const highest = HIGHEST_PCT * UNITS_PER_PCT;
  for (let next = trial.headline; next < highest && trial.hasTime();) {
    next = Math.min(highest, Math.max(next * 2, UNITS_PER_PCT));
    const found = gaining(trial, await trial.plan(next, []), next);
    if (found !== undefined) return found;
  }
  return undefined;
}

function gaining<Plan>(
  trial: RateTrial<Plan>,
  plan: Plan | undefined,
  units: number,
): Gaining<Plan> | undefined {
  const isWorth = plan !== undefined && trial.gainOf(plan, units) > NOTHING_CENTS;
  return isWorth ? { units, plan } : undefined;
}

/** The least rate at which the same plan still gains, by bisection over refereed replays. */
function lowest<Plan>(trial: RateTrial<Plan>, { units, plan }: Gaining<Plan>): Gaining<Plan> {
  let low = -1;
  let high = units;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (trial.gainOf(plan, middle) > NOTHING_CENTS) high = middle;
    else low = middle;
  }
  return { units: high, plan };
}

export function pct(units: number): number {
  return Number((units / UNITS_PER_PCT).toFixed(2));
}

/** Rates have four decimals at most. */
export function scaled(ratePct: number, factor: number): number {
  return Number((ratePct * factor).toFixed(4));
}
