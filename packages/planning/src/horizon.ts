/** The stretch of time a problem looks at: one to eight whole calendar quarters. */

import { addQuarters, isDay, isQuarterStart, nextQuarter, quarterEnd } from './calendar.js';
import type { Day, Horizon, Problem, QuarterDate } from './problem.js';

/** Quarters a horizon has at most: two years. */
export const MAX_HORIZON_QUARTERS = 8;

/** The horizon of a number of quarters that begins with `quarter`. */
export function horizonOfQuarters(quarter: QuarterDate, count = 1): Horizon {
  return { from: quarter, to: quarterEnd(addQuarters(quarter, count - 1)) };
}

/** The problem's horizon; without one, the quarter planned alone. */
export function horizonOf(problem: Pick<Problem, 'quarter' | 'horizon'>): Horizon {
  return problem.horizon ?? horizonOfQuarters(problem.quarter);
}

/** The quarters of a horizon, in order. */
export function quartersOf(horizon: Horizon): QuarterDate[] {
  const quarters: QuarterDate[] = [];
  for (let quarter = horizon.from; quarter <= horizon.to; quarter = nextQuarter(quarter)) {
    quarters.push(quarter);
  }
  return quarters;
}

export function isInHorizon(day: Day, horizon: Horizon): boolean {
  return day >= horizon.from && day <= horizon.to;
}

/** Whether the horizon is one to eight whole calendar quarters. */
export function isHorizon({ from, to }: Horizon): boolean {
  if (!isQuarterStart(from) || !isDay(to)) return false;
  return Array.from({ length: MAX_HORIZON_QUARTERS }, (_, index) => horizonOfQuarters(from, index + 1)).some(
    (horizon) => horizon.to === to,
  );
}
