/** What a unit held on an account earns day by day, after tax and what its duty and its thresholds cost. */

import { dutyPerDay } from '../formulations/duty.js';
import type { HouseAccount, Household } from '../household/household.js';
import { slopesOn } from '../household/daily-interest.js';
import { ownBalanceDays, type Range } from '../formulations/plan-model.js';
import { pricedShares, type Prices } from '../formulations/prices.js';
import { units } from '../modelling/units.js';

/** DayValue of a difference that is none, cents per unit (hundreds of euro). */
export const EQUAL = 1e-9;

export interface DayValue {
  /** Least and most a unit held on each day earns, cents, running sums: `sum[d]` is that of the days before `d`. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** Whether a unit more earns the same at every balance. */
  readonly isLinear: boolean;
  /** Whether it earns no more with a larger balance: what the arguments about days need. */
  readonly isConcave: boolean;
  /** Whether the duty bends somewhere, so that the best day may lie between two events. */
  readonly isKinked: boolean;
}

export interface DayValueRequest {
  readonly prudentByAverage: boolean;
  /** What thresholds are priced at, if they are: it earns or costs on the days of their averages. */
  readonly prices?: Prices | undefined;
}

/** By account; `ranges` by account and day from the first that is planned. */
export function dayValuesOf(
  household: Household,
  request: DayValueRequest,
  ranges: readonly (readonly Range[])[],
): DayValue[] {
  const { accounts, dayCount } = household;
  const priced = accounts.map(() => new Float64Array(dayCount));
  for (const { account, from, to, perDay } of pricedShares(request.prices)) {
    const row = priced[account];
    for (let day = from; day <= to; day += 1) if (row !== undefined) row[day] = (row[day] ?? 0) + perDay;
  }
  const mixed = new Set([...(request.prices?.values() ?? [])].map(({ dutyOf }) => dutyOf));
  return accounts.map((account) =>
    dayValueOf(household, account, {
      prudentByAverage: request.prudentByAverage,
      // A duty charged as a mixture is among the prices.
      isMixed: mixed.has(account.index),
      priced: priced[account.index] ?? new Float64Array(),
      ranges: ranges[account.index] ?? [],
    }),
  );
}

interface OneRequest {
  readonly prudentByAverage: boolean;
  readonly isMixed: boolean;
  readonly priced: Float64Array;
  readonly ranges: readonly Range[];
}

function dayValueOf(household: Household, account: HouseAccount, request: OneRequest): DayValue {
  const { dayCount } = household;
  const first = household.options.from;
  const { prudentByAverage, isMixed, priced, ranges } = request;
  const least = new Float64Array(dayCount + 1);
  const most = new Float64Array(dayCount + 1);
  const own = ownBalanceDays(account, 0, dayCount - 1);
  const moved = ranges.reduce((sum, { lower }) => sum + lower, 0);
  const closing = account.entry.openTo;
  const duty = dutyPerDay(household, account, {
    isMixed,
    prudentByAverage,
    leastAverage: own.days === 0 ? 0 : (units(own.centDays) + moved) / own.days,
    leastClosing: units(account.booked[closing] ?? 0) + (ranges[closing - first]?.lower ?? 0),
  });
  let [isLinear, isConcave, isKinked] = [true, true, false];
  for (let day = 0; day < dayCount; day += 1) {
    const range = ranges[day - first];
    const slopes =
      day < first || range === undefined || !account.isMovable
        ? { least: 0, most: 0, isConcave: true }
        : slopesOn(account, day, range);
    if (!slopes.isConcave) isConcave = false;
    const [leastDuty, mostDuty] = [duty.least[day] ?? 0, duty.most[day] ?? 0];
    const price = day < first ? 0 : (priced[day] ?? 0);
    least[day + 1] = (least[day] ?? 0) + slopes.least - mostDuty + price;
    most[day + 1] = (most[day] ?? 0) + slopes.most - leastDuty + price;
    if (slopes.most - slopes.least > EQUAL) isLinear = false;
    if (mostDuty - leastDuty > EQUAL) isKinked = true;
  }
  return { least, most, isLinear, isConcave, isKinked };
}

/** What a unit earns on the days from `first` to before `end`, cents. */
export function sumOf(sums: Float64Array, first: number, end: number): number {
  return (sums[end] ?? 0) - (sums[first] ?? 0);
}
