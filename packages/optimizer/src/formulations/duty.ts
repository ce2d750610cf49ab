/**
 * Stamp duty. Fixed duty is a binary decision per bank and set of holders: the sum of the positive averages stays
 * under the threshold (less the planner's margin), or every account pays. Proportional duty is a linear cost of the
 * closing balance, the average, or the larger of both.
 */

import { daysOpen, isForeign, owesDuty, type AccountPeriod } from '@fibado/planning';
import type { Household, HouseAccount } from '../household/household.js';
import {
  countedDutyOf,
  daysOf,
  dutyPeriodsOf,
  dutyPerUnitDay,
  fixedDutyTestsOf,
  minimumDutyOf,
  periodDutyPerUnitDay,
  windowOf,
  type FixedDutyTest,
  type Window,
} from '../household/statements.js';
import { ownBalanceDays, type Measure, type PlanModel, type Share } from './plan-model.js';
import type { Prices } from './prices.js';
import { mostTogether } from '../household/balance-ranges.js';
import type { Term } from '../modelling/program.js';
import { units } from '../modelling/units.js';

const ROUNDING_CENTS = 0.5;

export function addDuty(model: PlanModel, prices?: Prices): void {
  for (const test of fixedDutyTestsOf(model.household)) addFixedDuty(model, test);
  for (const account of model.household.accounts) {
    const { entry, isMovable } = account;
    const { dutyRegime } = entry.account;
    if (dutyRegime === 'FIXED') model.builder.addConstant(countedDutyOf(entry));
    if (dutyRegime !== 'PROPORTIONAL' || !isMovable || !owesDuty(entry.account)) continue;
    model.builder.addConstant(countedDutyOf(entry));
    for (const period of dutyPeriodsOf(entry)) addProportionalDuty(model, account, period, prices);
  }
}

interface Average {
  readonly account: HouseAccount;
  readonly window: Window;
  /** What of the account's balance counts. */
  readonly share: number;
  /** The average, units: `constant` + Σ terms. */
  readonly constant: number;
  readonly terms: readonly Term[];
  readonly lower: number;
  readonly upper: number;
  /** How far below it the true average may be, units (bookings inside the horizon). */
  readonly below: number;
  /** No plan has a negative average, whatever the program's is. */
  readonly isPositive: boolean;
}

/** An account's average balance (10) over the days of a window, units. */
function averageOf(model: PlanModel, account: HouseAccount, window: Window, share = 1): Average {
  const perDay = share / daysOf(window);
  const own = ownBalanceDays(account, window.from, window.to);
  const moved = model.balanceDays(account, window.from, window.to, perDay);
  const constant = units(window.historyCentDays + own.centDays) * perDay;
  const { drift } = model.household;
  const lower = withoutDust(constant + moved.lower);
  return {
    account,
    window,
    share,
    constant,
    terms: moved.terms,
    lower,
    upper: withoutDust(constant + moved.upper),
    below: drift === undefined ? 0 : units(-sumOver(drift.low[account.index], window)) * perDay,
    isPositive: drift === undefined ? lower >= 0 : leastCentDays(model.household, account, window) >= 0,
  };
}

/** The least Σ of balances of any plan over a window, by the limits of the account, cents·days. */
function leastCentDays({ options, drift }: Household, account: HouseAccount, window: Window): number {
  let sum = window.historyCentDays;
  for (let day = window.from; day <= window.to; day += 1) {
    const own = (account.booked[day] ?? 0) + (drift?.low[account.index]?.[day] ?? 0);
    const least = (account.min[day] ?? -Infinity) + (drift?.high[account.index]?.[day] ?? 0);
    sum += day < options.from || !account.isMovable ? own : least;
  }
  return sum;
}

function sumOver(values: readonly number[] = [], { from, to }: Pick<Window, 'from' | 'to'>): number {
  let sum = 0;
  for (let day = from; day <= to; day += 1) sum += values[day] ?? 0;
  return sum;
}

/** A minimum of zero must not come out a hair below it: an average that can be negative needs decisions of its own. */
function withoutDust(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value;
}

// ---------------------------------------------------------------------------------------------- kept

function addFixedDuty(model: PlanModel, { key, thresholdCents, members }: FixedDutyTest): void {
  const { builder, household } = model;
  const averages = members.map(({ account, window, share }) => averageOf(model, account, window, share));
  if (members.every(({ dutyCents }) => dutyCents === 0)) return;
  const threshold =
    units(thresholdCents - household.options.marginCents) +
    averages.reduce((sum, { below }) => sum + below - model.spare, 0);
  const each = averages.reduce((sum, average) => sum + Math.max(0, average.upper), 0);
  const isLinear = averages.every(({ isPositive }) => isPositive);
  const upper = isLinear ? Math.min(each, withoutDust(mostOfAverages(model, averages))) : each;
  const lower = averages.reduce((sum, average) => sum + Math.max(0, average.lower), 0);
  const tolerance = 1e-9;
  if (upper <= threshold + tolerance) return;
  const due = lower > threshold + tolerance ? undefined : builder.binary();
  if (due !== undefined) {
    const parts = averages.map((average) => positivePart(model, average));
    const constant = parts.reduce((sum, part) => sum + part.constant, 0) - threshold;
    const terms = parts.flatMap((part) => part.terms);
    const row = builder.atMost(-constant, [...terms, [due, -(upper - threshold)]]);
    model.thresholds.push({
      key,
      accounts: members.map(({ account }) => account.index),
      ...(isLinear && {
        form: { constant, terms },
        decision: { column: due, above: 1 },
        limit: { row, measure: { constant, shares: averages.map(shareOf) } },
      }),
    });
  }
  for (const [position, average] of averages.entries()) {
    // An account whose true average may be negative although the program's is not: nothing is charged for certain.
    const isSure = average.isPositive || average.below === 0;
    if (isSure) addPayment(model, average, due, members[position]?.dutyCents ?? 0);
  }
}

/** What averages that cannot be negative come to at most, with no more money than the household has, units. */
function mostOfAverages(model: PlanModel, averages: readonly Average[]): number {
  const { accounts } = model.household;
  let most = averages.reduce((sum, { constant }) => sum + constant, 0);
  for (const [index, node] of model.nodes.entries()) {
    const members = averages.map(({ account, window, share }) => {
      const days = Math.min(window.to, node.last) - Math.max(window.from, node.first) + 1;
      return { account: account.index, factor: (share * Math.max(0, days)) / daysOf(window) };
    });
    most += mostTogether((account) => model.range(account, index), accounts.length, members);
  }
  return most;
}

/** Of an account's own average. */
function shareOf({ account: { index }, window, share }: Average): Share {
  return { account: index, from: window.from, to: window.to, perDay: share / daysOf(window) };
}

/** max(0, average): itself when it cannot be negative, else a column above both. */
function positivePart(model: PlanModel, average: Average): { constant: number; terms: readonly Term[] } {
  if (average.isPositive) return average;
  if (average.upper <= 0) return { constant: 0, terms: [] };
  const part = model.builder.column(0, average.upper);
  model.builder.atLeast(average.constant, [
    [part, 1],
    ...average.terms.map(([column, factor]): Term => [column, -factor]),
  ]);
  return { constant: 0, terms: [[part, 1]] };
}

/** The account pays when its group is over and its own average is not negative. */
function addPayment(model: PlanModel, average: Average, due: number | undefined, duty: number): void {
  const { builder } = model;
  if (duty === 0 || (average.upper < 0 && !average.isPositive)) return;
  if (average.isPositive) {
    if (due === undefined) builder.addConstant(-duty);
    else builder.addCost(due, -duty);
    return;
  }
  // pays ≥ due − negative; negative only when the average is below zero.
  const negative = builder.binary();
  builder.atMost(average.upper - average.constant, [
    ...average.terms,
    [negative, average.upper + (units(1) * average.share) / daysOf(average.window)],
  ]);
  const pays = builder.column(0, 1, -duty);
  builder.atLeast(due === undefined ? 1 : 0, [
    [pays, 1],
    [negative, 1],
    ...(due === undefined ? [] : [[due, -1] as Term]),
  ]);
}

// ---------------------------------------------------------------------------------------------- proportional

/** What a unit more on each day adds to the proportional duty, cents: at the least and at the most. */
export interface DutyCharges {
  readonly least: readonly number[];
  readonly most: readonly number[];
}

export interface DutyRequest {
  /** Whether it is charged as a mixture of its parts, with the prices. */
  readonly isMixed: boolean;
  readonly prudentByAverage: boolean;
  /** The least the average and the closing balance can be, units. */
  readonly leastAverage: number;
  readonly leastClosing: number;
}

/**
 * A prudent duty is the larger of two, and none is below the minimum: a unit more then adds nothing or all, which is
 * why there are two figures.
 */
export function dutyPerDay(
  household: Household,
  { entry }: HouseAccount,
  { isMixed, prudentByAverage, leastAverage, leastClosing }: DutyRequest,
): DutyCharges {
  const { grid } = household.timeline.plan;
  const least = new Array<number>(grid.days.length).fill(0);
  const most = [...least];
  const days = daysOpen(entry);
  const isFree = entry.account.dutyRegime !== 'PROPORTIONAL' || !owesDuty(entry.account) || days === 0;
  if (isFree || isMixed) return { least, most };
  const rate = dutyPerUnitDay(household, entry, household.timeline.plan.grid.daysInYear) * days;
  const isPrudent = entry.account.dutyBase === 'PRUDENT';
  const base = isPrudent && prudentByAverage ? 'AVERAGE' : entry.account.dutyBase;
  if (base !== 'CLOSING') {
    for (let day = entry.openFrom; day <= entry.openTo; day += 1) most[day] = rate / days;
  }
  if (base !== 'AVERAGE') most[entry.openTo] = (most[entry.openTo] ?? 0) + rate;
  const leastBase = base === 'CLOSING' ? leastClosing : leastAverage;
  const minimum = isForeign(entry.account) ? 0 : household.law.minimumDutyCents;
  const isSure = base !== 'PRUDENT' && leastBase * rate > minimum;
  return { least: isSure ? most : least, most };
}

/** The proportional duty (12) of one statement period. */
function addProportionalDuty(
  model: PlanModel,
  account: HouseAccount,
  period: AccountPeriod,
  prices: Prices | undefined,
): void {
  const { builder, household } = model;
  const { entry } = account;
  // What each holder owes of IVAFE is rounded by itself.
  model.roundingCents += ROUNDING_CENTS * (isForeign(entry.account) ? entry.holders.length : 1);
  const all = dutyParts(household, account, period);
  const shares = all.flatMap(({ key }) => prices?.get(key)?.cents ?? []);
  if (shares.length > 0) {
    // The shares themselves are charged with the other prices.
    const rest = 1 - shares.reduce((sum, share) => sum + share, 0);
    if (rest > 0) addMinimumDuty(model, account, period, { share: rest });
    return;
  }
  const isPrudent = entry.account.dutyBase === 'PRUDENT';
  const base = isPrudent && model.prudentByAverage ? 'AVERAGE' : entry.account.dutyBase;
  const parts = all.filter((part) => base === 'PRUDENT' || part.base === base);
  const duty = builder.column(0, Infinity, -1);
  for (const { key, measure } of parts) {
    const terms = measure.shares.flatMap(
      ({ from, to, perDay }) => model.balanceDays(account, from, to, -perDay).terms,
    );
    const row = builder.atLeast(measure.constant - driftOf(household, measure), [[duty, 1], ...terms]);
    model.dutyParts.push({ key, account: account.index, row, measure });
  }
  if (base === 'PRUDENT') addKink(model, account, period);
  addMinimumDuty(model, account, period, { duty });
}

/** By how much the true figure may be below the program's, cents (bookings inside the horizon). */
function driftOf({ drift }: Household, { shares }: Measure): number {
  if (drift === undefined) return 0;
  return shares.reduce(
    (sum, { account, from, to, perDay }) => sum - units(sumOver(drift.low[account], { from, to })) * perDay,
    0,
  );
}

/** What the duty is at least, cents: on the average, and on the closing balance. */
function dutyParts(
  household: Household,
  account: HouseAccount,
  period: AccountPeriod,
): { readonly key: string; readonly base: 'AVERAGE' | 'CLOSING'; readonly measure: Measure }[] {
  const { index, id, booked, entry } = account;
  const window = windowOf(entry, period);
  const days = daysOf(window);
  const rate = periodDutyPerUnitDay(household, entry, period);
  const own = ownBalanceDays(account, window.from, window.to);
  const closing = Math.min(period.last, period.settledAt);
  const name = `${id}:${String(period.settledAt)}`;
  return [
    {
      key: `duty-average:${name}`,
      base: 'AVERAGE',
      measure: {
        constant: units(window.historyCentDays + own.centDays) * rate,
        shares: [{ account: index, from: window.from, to: window.to, perDay: rate }],
      },
    },
    {
      key: `duty-closing:${name}`,
      base: 'CLOSING',
      measure: {
        constant: units(booked[closing] ?? 0) * rate * days,
        shares: [{ account: index, from: closing, to: closing, perDay: rate * days }],
      },
    },
  ];
}

/** The larger of average and closing balance: which of the two it is matters like a threshold. */
function addKink(model: PlanModel, account: HouseAccount, period: AccountPeriod): void {
  const average = averageOf(model, account, windowOf(account.entry, period));
  const closing = Math.min(period.last, period.settledAt);
  model.thresholds.push({
    key: `prudent-duty:${account.id}:${String(period.settledAt)}`,
    accounts: [account.index],
    form: {
      constant: average.constant - units(account.booked[closing] ?? 0),
      terms: [...average.terms, ...model.balanceTerms(account.index, model.nodeAt(closing), -1)],
    },
    isKink: true,
  });
}

/** At least the minimum, unless the account is empty and nothing moves it: in the duty's column, or a share of it. */
function addMinimumDuty(
  model: PlanModel,
  account: HouseAccount,
  period: AccountPeriod,
  charged: { readonly duty: number } | { readonly share: number },
): void {
  const { builder, household } = model;
  const { setup, statements } = account.entry;
  const minimum = minimumDutyOf(household, account.entry, period);
  if (minimum === 0) return;
  const counted = period.isRunning ? (setup.carried?.counted.dutyCents ?? 0) : 0;
  const isUsedBefore = windowOf(account.entry, period).historyCentDays !== 0 || counted !== 0;
  // Of several periods each may pass without a movement: the minimum is then left out, which is never too much.
  if (!isUsedBefore && statements.length > 1) return;
  if (isUsedBefore || account.timeline.moved || setup.openingBalanceCents !== 0) {
    if ('duty' in charged) builder.tighten(charged.duty, minimum, Infinity);
    else builder.addConstant(-charged.share * minimum);
    return;
  }
  const flows = [
    ...model.receives.filter((flow) => flow.account === account.index),
    ...model.arcs.filter((flow) => flow.to === account.index),
  ];
  if (flows.length === 0) return;
  const used = builder.binary();
  if ('duty' in charged) {
    builder.atLeast(0, [
      [charged.duty, 1],
      [used, -minimum],
    ]);
  } else builder.addCost(used, -charged.share * minimum);
  for (const flow of flows) {
    const most = builder.upperOf(flow.column);
    builder.atMost(
      0,
      flow.binary === undefined
        ? [
            [flow.column, 1],
            [used, -most],
          ]
        : [
            [flow.binary, 1],
            [used, -1],
          ],
    );
  }
}
