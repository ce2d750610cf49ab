/**
 * Interest of the program's columns.
 *
 * Where the rate falls as the balance grows the program finds the right piece by itself; where it rises (a promotion
 * above a floor, a whole-balance band) each step needs a binary decision. In a span the level is an average: a
 * concave function of it is never below the true average (Jensen), otherwise the steepest piece bounds the change.
 */

import { ACCRUAL_UNITS_PER_CENT } from '@fibado/planning';
import {
  type Break,
  type DailyInterest,
  interestAt,
  interestOn,
  slopesOf,
  withholdingPctOf,
} from '../household/daily-interest.js';
import type { HouseAccount, Household } from '../household/household.js';
import { UNIT_CENTS, units } from '../modelling/units.js';
import type { PlanModel } from './plan-model.js';

const OVERDRAFT_ROUNDING_CENTS = 0.5;
/** Of one credit, cents: at the usual rates of withholding, without any, and at every other rate (proposition 1). */
const ROUNDING_CENTS = 0.86;
const GROSS_ROUNDING_CENTS = 0.5;
const LARGEST_ROUNDING_CENTS = 1;
const USUAL_WITHHOLDING_PCT = new Set([12.5, 26]);

/** What rounding gross interest and withholding to the cent gives an account at most, over all its credits, cents. */
function creditRoundingOf(household: Household, { entry }: HouseAccount): number {
  const pct = withholdingPctOf(household, entry.account);
  const usual = USUAL_WITHHOLDING_PCT.has(pct) ? ROUNDING_CENTS : LARGEST_ROUNDING_CENTS;
  return entry.credits.length * (pct === 0 ? GROSS_ROUNDING_CENTS : usual);
}

/** What rounding the interest of every movable account to the cent may hide, however the money is spread, cents. */
export function interestRoundingOf(household: Household): number {
  return household.accounts
    .filter(
      ({ isMovable, entry }) =>
        isMovable && entry.account.rates.some(({ tiers }) => tiers.some(({ ratePct }) => ratePct > 0)),
    )
    .reduce((sum, account) => sum + creditRoundingOf(household, account), 0);
}

/** Interest accrued before the horizon in the running crediting period, less what earlier horizons counted of it, cents. */
function carriedInterest(household: Household, { entry }: HouseAccount): number {
  const { carried } = entry.setup;
  const [running] = entry.credits;
  // One that runs past the horizon counts the horizon's days alone.
  if (carried === undefined || running?.isRunning !== true || running.isProvisional) return 0;
  const exact = (units: string): number => Number(units) / ACCRUAL_UNITS_PER_CENT;
  const kept = 1 - withholdingPctOf(household, entry.account) / 100;
  const { grossCents, withholdingCents, overdraftCents = 0 } = carried.counted;
  return (
    exact(carried.accruedGross) * kept -
    exact(carried.accruedOverdraft ?? '0') -
    (grossCents - withholdingCents - overdraftCents)
  );
}

/** Adds what every movable account earns from the first plannable day on, and the constant part before it. */
export function addInterest(model: PlanModel): void {
  const { household } = model;
  for (const account of household.accounts) {
    if (!account.isMovable) continue;
    const functions = new Set<DailyInterest>();
    const functionOn = (day: number): DailyInterest => {
      const daily = interestOn(account, day);
      functions.add(daily);
      return daily;
    };
    model.builder.addConstant(carriedInterest(household, account));
    const { openFrom, openTo } = account.entry;
    for (let day = openFrom; day < Math.min(household.options.from, openTo + 1); day += 1) {
      model.builder.addConstant(interestAt(functionOn(day), account.value[day] ?? 0));
    }
    for (const [index, node] of model.nodes.entries()) {
      const days = Math.min(openTo, node.last) - Math.max(openFrom, node.first) + 1;
      if (days > 0) addNode(model, account, index, days, functionOn(Math.max(openFrom, node.first)));
    }
    addRoundingAllowance(model, account, [...functions]);
  }
}

function addRoundingAllowance(
  model: PlanModel,
  account: HouseAccount,
  functions: readonly DailyInterest[],
): void {
  if (functions.some((daily) => daily.breaks.length > 0)) {
    model.roundingCents += creditRoundingOf(model.household, account);
  }
  const canBeNegative = model.nodes.some(
    (node, index) =>
      (account.value[node.first] ?? 0) / UNIT_CENTS + model.range(account.index, index).lower < -1e-9,
  );
  if (canBeNegative && functions.some((daily) => daily.initialSlope !== 0)) {
    model.roundingCents += OVERDRAFT_ROUNDING_CENTS * account.entry.credits.length;
  }
}

function addNode(
  model: PlanModel,
  account: HouseAccount,
  index: number,
  days: number,
  daily: DailyInterest,
): void {
  const { builder } = model;
  const node = model.nodes[index];
  const own = account.value[node?.first ?? 0] ?? 0;
  const column = model.level[account.index]?.[index] ?? -1;
  if (column < 0) {
    builder.addConstant(days * interestAt(daily, own));
    return;
  }
  const isSpan = node?.kind === 'SPAN' && column !== model.balance[account.index]?.[index];
  const place: Place = {
    column,
    ...rangeCents(model, account.index, index, own),
    own,
    floor: floorOf(model, account, index),
  };
  const lowest = Math.max(place.lower, place.floor);
  const isConcave = daily.breaks.every(
    ({ at, slope, jump }) => at >= place.upper || (jump === 0 ? slope <= 0 || at <= lowest : at < lowest),
  );
  if (isSpan && !isConcave) addRoughSpan(model, account, index, days, daily);
  else addExact(model, place, days, daily);
}

function rangeCents(
  model: PlanModel,
  account: number,
  node: number,
  own: number,
): { lower: number; upper: number } {
  const range = model.range(account, node);
  const before = node === 0 ? { lower: 0, upper: 0 } : model.range(account, node - 1);
  const isSpan = model.nodes[node]?.kind === 'SPAN';
  const lower = isSpan ? Math.min(range.lower, before.lower) : range.lower;
  const upper = isSpan ? Math.max(range.upper, before.upper) : range.upper;
  return { lower: wholeCents(own + lower * UNIT_CENTS), upper: wholeCents(own + upper * UNIT_CENTS) };
}

/** A minimum of zero must not come out a hair below it: a balance that can be negative needs decisions of its own. */
function wholeCents(cents: number): number {
  const whole = Math.round(cents);
  return Math.abs(cents - whole) < 1e-6 ? whole : cents;
}

interface Place {
  readonly column: number;
  /** The account's own value balance, cents; the column adds to it. */
  readonly own: number;
  /** Least and most of the value balance, cents. */
  readonly lower: number;
  readonly upper: number;
  /** The least value balance of any plan, cents: below it the function is continued by its slope there. */
  readonly floor: number;
}

/**
 * The value balance under which no plan is, however its periods book: balances of a program whose limits give way
 * to bookings may be lower (proposition 14).
 */
function floorOf({ household, nodes }: PlanModel, account: HouseAccount, node: number): number {
  const day = nodes[node]?.first ?? 0;
  const drift = household.drift?.high[account.index]?.[day];
  if (drift === undefined) return -Infinity;
  return (account.value[day] ?? 0) - (account.booked[day] ?? 0) + (account.min[day] ?? -Infinity) + drift;
}

/** Adds `days` × the function of own + column, exactly over the place's range. */
function addExact(model: PlanModel, place: Place, days: number, daily: DailyInterest): void {
  const { builder } = model;
  const { column, own, upper } = place;
  const lowest = Math.max(place.lower, place.floor);
  let slope = daily.initialSlope;
  let constant = 0;
  for (const piece of daily.breaks) {
    if (piece.at < lowest || (piece.at <= lowest && piece.jump === 0)) {
      slope += piece.slope;
      constant += piece.jump - piece.slope * piece.at;
    } else if (piece.at < upper) {
      addBreak(model, place, days, piece);
    }
  }
  builder.addConstant(days * (constant + slope * own));
  builder.addCost(column, days * slope * UNIT_CENTS);
}

/** excess = max(0, balance − at); above `at` the jump is earned too. */
function addBreak(model: PlanModel, place: Place, days: number, piece: Break): void {
  const { builder } = model;
  const { column } = place;
  const at = units(piece.at - place.own);
  const lower = units(place.lower - place.own);
  const upper = units(place.upper - place.own);
  const excess = builder.column(0, upper - at, days * piece.slope * UNIT_CENTS);
  // excess ≥ balance − at
  builder.atLeast(-at, [
    [excess, 1],
    [column, -1],
  ]);
  if (piece.slope <= 0 && piece.jump === 0) return;
  const above = builder.binary(days * piece.jump);
  // Only above: excess ≤ (upper − at)·above, and excess ≤ balance − at when above.
  builder.atMost(0, [
    [excess, 1],
    [above, -(upper - at)],
  ]);
  builder.atMost(-lower, [
    [excess, 1],
    [column, -1],
    [above, at - lower],
  ]);
  if (piece.jump > 0) {
    // Strictly above: by one cent.
    builder.atLeast(lower, [
      [column, 1],
      [above, -(at + units(1) - lower)],
    ]);
  }
}

/** The level before the span exactly, plus at most the steepest change for what moves inside it. */
function addRoughSpan(
  model: PlanModel,
  account: HouseAccount,
  index: number,
  days: number,
  daily: DailyInterest,
): void {
  const { builder } = model;
  const node = model.nodes[index];
  const own = account.value[node?.first ?? 0] ?? 0;
  const before = model.balance[account.index]?.[index - 1] ?? -1;
  const range = index === 0 ? { lower: 0, upper: 0 } : model.range(account.index, index - 1);
  if (before < 0) builder.addConstant(days * interestAt(daily, own));
  else {
    const place: Place = {
      column: before,
      own,
      lower: own + range.lower * UNIT_CENTS,
      upper: own + range.upper * UNIT_CENTS,
      floor: floorOf(model, account, index),
    };
    addExact(model, place, days, daily);
  }
  const slopes = slopesOf(daily);
  const jumps = daily.breaks.reduce((sum, { jump }) => sum + Math.abs(jump), 0);
  const steepest = Math.max(0, ...slopes);
  const flattest = Math.min(...slopes);
  const earns = (
    flows: { column: number; weighted?: number | undefined; binary?: number | undefined }[],
    rate: number,
  ): void => {
    for (const flow of flows) {
      builder.addCost(flow.weighted ?? flow.column, days * rate * UNIT_CENTS);
      if (jumps > 0 && flow.binary !== undefined) builder.addCost(flow.binary, days * jumps);
      else if (jumps > 0) builder.addConstant(days * jumps);
    }
  };
  const at = (flow: { node: number }): boolean => flow.node === index;
  earns(
    model.receives.filter((flow) => flow.account === account.index && at(flow)),
    steepest,
  );
  earns(
    model.sends.filter((flow) => flow.account === account.index && at(flow)),
    -flattest,
  );
  earns(
    model.arcs.filter((flow) => flow.to === account.index && flow.arrival === index),
    steepest,
  );
  earns(
    model.arcs.filter((flow) => flow.from === account.index && at(flow)),
    -flattest,
  );
}
