/**
 * A better plan of several quarters, one at a time: what leaves in a quarter is decided anew by large neighbourhoods
 * beside the plan's transfers in all others, as constants, and judged by the whole horizon. Its programs are as small as
 * those of a single quarter, so that as many are solved in a second.
 */

import type { Transfer } from '@fibado/planning';
import { WORTHWHILE_MS, type Budget } from '../budget.js';
import type { Engines } from '../engines/port.js';
import type { Household } from '../household/household.js';
import { onlyWithin, type Days } from '../household/window.js';
import { referee, type RefereedPlan } from '../referee.js';
import { Search } from '../search.js';

/** Of one window before the next one's turn, milliseconds. */
const MOST_MS = 300;
/** Other parts are drawn in a pass than in those before. */
const DRAWINGS_A_PASS = 16;

interface SweepRequest {
  readonly household: Household;
  readonly engines: Engines;
  readonly budget: Budget;
  readonly left: () => number;
  readonly onIncumbent: (plan: RefereedPlan) => void;
}

/** Betters the plan until two passes, of quarters and of windows about their ends, are in vain or the time is over. */
export async function sweep(
  { household, engines, budget, left, onIncumbent }: SweepRequest,
  plan: RefereedPlan,
): Promise<void> {
  const windows = windowsOf(household);
  let best = plan;
  for (let pass = 0, vain = 0; vain < windows.length && left() > WORTHWHILE_MS; pass += 1) {
    const before = best;
    for (const days of windows[pass % windows.length] ?? []) {
      await budget.breathe();
      const part = onlyWithin(household, best.transfers, days);
      const search = new Search({
        household: part,
        engines,
        budget,
        timeLimitMs: Math.min(MOST_MS, left()),
        known: [referee(part, without(part.forced, best.transfers))],
        drawings: pass * DRAWINGS_A_PASS,
      });
      search.largeNeighbourhoodSearch();
      const next = search.incumbent;
      if (next === undefined || next.objectiveCents <= best.objectiveCents) continue;
      const whole = referee(household, without(household.forced, next.transfers));
      if (whole.violations.length > 0) continue;
      best = whole;
      onIncumbent(whole);
    }
    vain = best === before ? vain + 1 : 0;
  }
}

/** The quarters, and from the middle of each to that of the next. */
function windowsOf({ timeline }: Household): (readonly Days[])[] {
  const { quarters } = timeline.plan.grid;
  const middles = quarters.map(({ from, to }) => Math.round((from + to) / 2));
  const between = middles.slice(1).map((middle, index) => ({ from: middles[index] ?? 0, to: middle - 1 }));
  return [quarters, between];
}

function without(forced: readonly Transfer[], transfers: readonly Transfer[]): Transfer[] {
  const isForced = new Set(forced);
  return transfers.filter((transfer) => !isForced.has(transfer));
}
