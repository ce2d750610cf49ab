/** A plan decided in part: on the days of a window, beside its transfers on all others. */

import { evaluate, type Transfer } from '@fibado/planning';
import { withBookingsOf } from './bookings.js';
import type { Household } from './household.js';

/** First and last position, inclusive. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

function isWithin({ from, to }: Days, day: number): boolean {
  return from <= day && day <= to;
}

/** The household in which a plan's transfers on other days are forced, and none else leaves on them. */
export function onlyWithin(household: Household, transfers: readonly Transfer[], days: Days): Household {
  const { positions } = household.timeline.plan.grid;
  const isForced = new Set(household.forced);
  const kept = transfers.filter(
    (transfer) => !isForced.has(transfer) && !isWithin(days, positions.get(transfer.date) ?? -1),
  );
  const forced = [...household.forced, ...kept];
  const evaluation = evaluate(household.problem, forced);
  const from = Math.max(household.options.from, days.from);
  return {
    ...withBookingsOf({ ...household, forced, evaluation }, transfers),
    options: { ...household.options, from },
    goals: household.goals.filter(({ day }) => day >= from),
    isTransferDay: household.isTransferDay.map((isOpen, day) => isOpen && isWithin(days, day)),
    mayLeaveOn: (source, to, day) => isWithin(days, day) && household.mayLeaveOn(source, to, day),
  };
}
