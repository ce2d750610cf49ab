/**
 * A better plan near the incumbent, part by part (large neighbourhood search, Shaw 1998): the transfers of a few
 * accounts are decided anew, on every day worth one, while all others are made as before, of whatever amount. Each is a
 * program of a fraction of a second, however large the household; what is found stays, and the next part is drawn.
 */

import { draw } from '../draw.js';
import type { Engines } from '../engines/port.js';
import type { Household } from '../household/household.js';
import type { ArcChoice } from '../formulations/plan-model.js';
import { arcKey, arcsOf } from './arcs.js';
import type { ImprovementContext } from './relaxation-neighbourhood.js';
import { subMip } from './restricted-mip.js';
import type { RefereedPlan } from '../referee.js';

/** Free arcs in one neighbourhood, those of the plan that lead out of it not counted: at first, and the limits. */
const FIRST_SIZE = 24;
const LEAST_SIZE = 10;
const MOST_SIZE = 120;
/** A neighbourhood solved at the root node is followed by a larger one, one cut short by a smaller one. */
const GROWTH = 1.2;
/** Nodes rather than time end a neighbourhood, so that a run can be repeated. */
const MOST_NODES = 100;
/** Of a horizon of several quarters: calendar days before and after the day a neighbourhood is drawn about. */
const WINDOWS_DAYS = [12, 30, 60, 400];
/** Of a hundred accounts, how many join a part because a transfer of the plan leads to them; the others by chance. */
const PERCENT_LED_TO = 50;
/** Draws in vain, one after the other, that end the search, by account and quarter. */
const VAIN_AN_ACCOUNT = 2;
const LEAST_MS = 50;
const MOST_MS = 1000;

export interface LnsRequest extends ImprovementContext {
  readonly plan: RefereedPlan;
  /** Another number, other parts. */
  readonly seed: number;
  /** Neighbourhoods at most; default: until draws are in vain. */
  readonly mostRounds?: number | undefined;
}

/** Betters the plan until draws are in vain or the time is over. */
export function largeNeighbourhoodSearch(
  household: Household,
  engines: Engines,
  { candidateDays, plan, seed, left, onIncumbent, mostRounds = Infinity }: LnsRequest,
): void {
  const accounts = household.accounts.flatMap(({ index, isMovable }) => (isMovable ? [index] : []));
  const mostVain = accounts.length * VAIN_AN_ACCOUNT * household.timeline.plan.grid.quarters.length;
  let best = plan;
  let vain = 0;
  let size = FIRST_SIZE;
  for (let round = 0; vain < mostVain && round < mostRounds && left() > LEAST_MS; round += 1) {
    const mine = arcsOf(household, best);
    let drawn = 0;
    const chance: Chance = (count) => draw(count, seed, round, drawn++);
    const window = windowOf(household, mine, chance);
    const daysOf = (from: number, to: number): number[] => [...candidateDays.of(from, to)].filter(window);
    const near = mine.filter(({ day }) => window(day));
    const part = neighbourhoodOf(accounts, near, daysOf, chance, size);
    const request = { known: best, ...splitOf(household, mine, part, window, daysOf) };
    const limits = { timeLimitMs: Math.min(MOST_MS, left() / 2), nodeLimit: MOST_NODES };
    const { plan: next, nodes } = subMip(household, engines, request, limits);
    if (nodes <= 1) size = Math.min(MOST_SIZE, size * GROWTH);
    else if (nodes >= MOST_NODES) size = Math.max(LEAST_SIZE, size / GROWTH);
    const isBetter = next !== undefined && next.objectiveCents > best.objectiveCents;
    if (isBetter && next.transfers.length <= household.options.maxTransfers) {
      best = next;
      vain = 0;
      onIncumbent(next);
    } else vain += 1;
  }
}

type DaysOf = (from: number, to: number) => readonly number[];
type Chance = (count: number) => number;

/** The days decided anew: all of one quarter; of several mostly those about a transfer of the plan, or about any day. */
function windowOf(
  { timeline, dayCount, options }: Household,
  mine: readonly ArcChoice[],
  chance: Chance,
): (day: number) => boolean {
  if (timeline.plan.grid.quarters.length < 2) return () => true;
  const days = WINDOWS_DAYS[chance(WINDOWS_DAYS.length)] ?? dayCount;
  const anyDay = options.from + chance(Math.max(1, dayCount - options.from));
  const centre = chance(2) === 0 ? anyDay : (mine[chance(mine.length)]?.day ?? anyDay);
  return (day) => Math.abs(day - centre) <= days;
}

/** Accounts as long as the transfers among them are not too many. */
function neighbourhoodOf(
  accounts: readonly number[],
  mine: readonly ArcChoice[],
  daysOf: DaysOf,
  chance: Chance,
  size: number,
): ReadonlySet<number> {
  const part = new Set<number>();
  let count = 0;
  while (part.size < accounts.length) {
    const ledTo = mine.flatMap(({ from, to }) =>
      part.has(from) === part.has(to) ? [] : [part.has(from) ? to : from],
    );
    const others = accounts.filter((account) => !part.has(account));
    const isLed = ledTo.length > 0 && chance(100) < PERCENT_LED_TO;
    const among = isLed ? ledTo : others;
    const next = among[chance(among.length)];
    if (next === undefined) break;
    for (const other of part) count += daysOf(next, other).length + daysOf(other, next).length;
    if (count > size && part.size > 1) break;
    part.add(next);
  }
  return part;
}

/** What is decided anew: transfers within the part, and those of the plan that touch it. The others are kept. */
function splitOf(
  { pairs }: Household,
  mine: readonly ArcChoice[],
  part: ReadonlySet<number>,
  window: (day: number) => boolean,
  daysOf: DaysOf,
): { fixed: ArcChoice[]; free: ArcChoice[] } {
  const isTouched = ({ from, to, day }: ArcChoice): boolean =>
    window(day) && (part.has(from) || part.has(to));
  const within = pairs.flatMap(({ from, to }) =>
    part.has(from) && part.has(to) ? daysOf(from, to).map((day) => ({ from, to, day })) : [],
  );
  const known = new Set(within.map(({ from, to, day }) => arcKey(from, to, day)));
  const touched = mine.filter(isTouched).filter(({ from, to, day }) => !known.has(arcKey(from, to, day)));
  return { fixed: mine.filter((arc) => !isTouched(arc)), free: [...within, ...touched] };
}
