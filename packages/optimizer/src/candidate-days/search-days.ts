/**
 * The days on which local search draws transfers of households with limits. There every day is a candidate, most of
 * which are no better than others: no bound rests on these days, so that fewer do.
 */

import { withoutTransferLimits, type Household, type Pair } from '../household/household.js';
import { CandidateDays } from './candidate-days.js';

/** Transfer days before and after a candidate day: what is more than leaves on one day leaves on those next to it. */
const DAYS_BESIDE = 2;

/** By pair: the candidate days it would have without limits, and the transfer days beside them. */
export function searchDaysOf(household: Household): (pair: Pair) => ReadonlySet<number> {
  const candidateDays = new CandidateDays(withoutTransferLimits(household), { prudentByAverage: false });
  const transferDays = [...household.isTransferDay.keys()].filter((day) => household.isTransferDay[day]);
  const places = new Map(transferDays.map((day, place) => [day, place]));
  return ({ from, to }) => {
    const days = new Set<number>();
    for (const day of candidateDays.of(from, to)) {
      const place = places.get(day) ?? -1;
      if (place < 0) continue;
      for (const near of transferDays.slice(Math.max(0, place - DAYS_BESIDE), place + DAYS_BESIDE + 1))
        days.add(near);
    }
    return days;
  };
}
