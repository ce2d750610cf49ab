/**
 * Stamp duty. Fixed duty is a binary decision per bank and set of holders: the sum of the positive averages stays
 * under the threshold (less the planner's margin), or every account pays. Proportional duty is a linear cost of the
 * closing balance, the average, or the larger of both.
 */

import { daysOpen, fixedDutyCents, type IndexedAccount } from '@fibado/planning';
import type { Household, HouseAccount } from '../household/household.js';
import { ownBalanceDays, type Measure, type PlanModel, type Share } from './plan-model.js';
import type { Prices } from './prices.js';
import { mostTogether } from '../household/balance-ranges.js';
import type { Term } from '../modelling/program.js';
import { UNIT_CENTS, units } from '../modelling/units.js';

const ROUNDING_CENTS = 0.5;

/** The accounts of one bank under fixed duty with identical holders. */
export function fixedDutyGroupsOf(household: Household): HouseAccount[][] {
  const groups = new Map<string, HouseAccount[]>();
  for (const account of household.accounts) {
    if (account.entry.account.dutyRegime !== 'FIXED' || daysOpen(account.entry) === 0) continue;
    const holders = [...new Set(account.entry.group.holders)].sort();
    const key = JSON.stringify([account.bankId, holders]);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [account]);
    else members.push(account);
  }
  return [...groups.values()];
}

/** What the account pays when its group is over the threshold, cents. */
export function fixedDutyOf(household: Household, entry: IndexedAccount): number {
  if (entry.account.dutyPaidByBank) return 0;
  const { grid } = household.timeline.plan;
  const days = daysOpen(entry);
  return fixedDutyCents(
    household.law.fixedDutyCents,
    {
      days,
      daysInYear: grid.daysInYear,
      months: days === grid.days.length ? grid.months.length : undefined,
    },
    entry.bank.stampDutyMethod,
    household.law.minimumDutyCents,
  );
}

export function addDuty(model: PlanModel, prices?: Prices): void {
  for (const members of fixedDutyGroupsOf(model.household)) addFixedDuty(model, members);
  for (const account of model.household.accounts) {
    if (account.isMovable && account.entry.account.dutyRegime === 'PROPORTIONAL') {
      addProportionalDuty(model, account, prices);
    }
  }
}

interface Average {
  readonly account: HouseAccount;
  /** The average, units: `constant` + Σ terms. */
  readonly constant: number;
  readonly terms: readonly Term[];
  readonly lower: number;
  readonly upper: number;
}

/** An account's average balance over its open days, units. */
export function averageOf(model: PlanModel, account: HouseAccount): Average {
  const last = model.household.dayCount - 1;
  const own = ownBalanceDays(account, 0, last);
  const moved = model.balanceDays(account, 0, last, 1 / own.days);
  const constant = units(own.centDays) / own.days;
  return {
    account,
    constant,
    terms: moved.terms,
    lower: withoutDust(constant + moved.lower),
    upper: withoutDust(constant + moved.upper),
  };
}

/** A minimum of zero must not come out a hair below it: an average that can be negative needs decisions of its own. */
function withoutDust(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value;
}

// ---------------------------------------------------------------------------------------------- kept

function addFixedDuty(model: PlanModel, members: readonly HouseAccount[]): void {
  const { builder, household } = model;
  const averages = members.map((account) => averageOf(model, account));
  const duties = members.map(({ entry }) => fixedDutyOf(household, entry));
  const total = duties.reduce((sum, duty) => sum + duty, 0);
  if (total === 0) return;
  const threshold =
    units(household.law.fixedDutyThresholdCents - household.options.marginCents) -
    members.length * model.spare;
  const each = averages.reduce((sum, average) => sum + Math.max(0, average.upper), 0);
  const upper = averages.every((average) => average.lower >= 0)
    ? Math.min(each, withoutDust(mostOfAverages(model, averages)))
    : each;
  const lower = averages.reduce((sum, average) => sum + Math.max(0, average.lower), 0);
  const tolerance = 1e-9;
  if (upper <= threshold + tolerance) return;
  const due = lower > threshold + tolerance ? undefined : builder.binary();
  if (due !== undefined) {
    const parts = averages.map((average) => positivePart(model, average));
    const constant = parts.reduce((sum, part) => sum + part.constant, 0) - threshold;
    const row = builder.atMost(-constant, [
      ...parts.flatMap((part) => part.terms),
      [due, -(upper - threshold)],
    ]);
    model.thresholds.push({
      key: `fixed-duty:${members.map(({ id }) => id).join('+')}`,
      accounts: members.map(({ index }) => index),
      ...(averages.some((average) => average.lower < 0)
        ? {}
        : {
            form: { constant, terms: parts.flatMap((part) => part.terms) },
            decision: { column: due, above: 1 },
            limit: { row, measure: { constant, shares: members.map(shareOf) } },
          }),
    });
  }
  for (const [position, average] of averages.entries()) {
    addPayment(model, average, due, duties[position] ?? 0);
  }
}

/** What averages that cannot be negative come to at most, with no more money than the household has, units. */
function mostOfAverages(model: PlanModel, averages: readonly Average[]): number {
  const { accounts } = model.household;
  let most = averages.reduce((sum, { constant }) => sum + constant, 0);
  for (const [index, node] of model.nodes.entries()) {
    const members = averages.map(({ account }) => {
      const { openFrom, openTo } = account.entry;
      const days = Math.min(openTo, node.last) - Math.max(openFrom, node.first) + 1;
      return { account: account.index, factor: Math.max(0, days) / daysOpen(account.entry) };
    });
    most += mostTogether((account) => model.range(account, index), accounts.length, members);
  }
  return most;
}

/** Of an account's own average. */
function shareOf({ index, entry }: HouseAccount): Share {
  return { account: index, from: entry.openFrom, to: entry.openTo, perDay: 1 / daysOpen(entry) };
}

/** max(0, average): itself when it cannot be negative, else a column above both. */
function positivePart(model: PlanModel, average: Average): { constant: number; terms: readonly Term[] } {
  if (average.lower >= 0) return average;
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
  if (duty === 0 || average.upper < 0) return;
  if (average.lower >= 0) {
    if (due === undefined) builder.addConstant(-duty);
    else builder.addCost(due, -duty);
    return;
  }
  // pays ≥ due − negative; negative only when the average is below zero.
  const negative = builder.binary();
  builder.atMost(average.upper - average.constant, [
    ...average.terms,
    [negative, average.upper + units(1) / 92],
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
  /** The least the average can be, units. */
  readonly leastAverage: number;
}

/**
 * A prudent duty is the larger of two, and none is below the minimum: a unit more then adds nothing or all, which is
 * why there are two figures.
 */
export function dutyPerDay(
  household: Household,
  { entry }: HouseAccount,
  { isMixed, prudentByAverage, leastAverage }: DutyRequest,
): DutyCharges {
  const { grid } = household.timeline.plan;
  const least = new Array<number>(grid.days.length).fill(0);
  const most = [...least];
  const days = daysOpen(entry);
  const isFree = entry.account.dutyRegime !== 'PROPORTIONAL' || entry.account.dutyPaidByBank || days === 0;
  if (isFree || isMixed) return { least, most };
  const rate = proportionalRate(household, days);
  const isPrudent = entry.account.dutyBase === 'PRUDENT';
  const base = isPrudent && prudentByAverage ? 'AVERAGE' : entry.account.dutyBase;
  if (base !== 'CLOSING') {
    for (let day = entry.openFrom; day <= entry.openTo; day += 1) most[day] = rate / days;
  }
  if (base !== 'AVERAGE') most[entry.openTo] = (most[entry.openTo] ?? 0) + rate;
  const isSure = base !== 'PRUDENT' && leastAverage * rate > household.law.minimumDutyCents;
  return { least: isSure ? most : least, most };
}

/** Duty on one unit for the quarter, cents. */
function proportionalRate({ law, timeline }: Household, days: number): number {
  return ((law.proportionalDutyPct / 100) * days * UNIT_CENTS) / timeline.plan.grid.daysInYear;
}

function addProportionalDuty(model: PlanModel, account: HouseAccount, prices: Prices | undefined): void {
  const { builder, household } = model;
  const { entry } = account;
  const days = daysOpen(entry);
  if (entry.account.dutyPaidByBank || days === 0) return;
  model.roundingCents += ROUNDING_CENTS;
  const all = dutyParts(household, account, days);
  const shares = all.flatMap(({ key }) => prices?.get(key)?.cents ?? []);
  if (shares.length > 0) {
    // The shares themselves are charged with the other prices.
    const rest = 1 - shares.reduce((sum, share) => sum + share, 0);
    if (rest > 0) addMinimumDuty(model, account, { share: rest });
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
    const row = builder.atLeast(measure.constant, [[duty, 1], ...terms]);
    model.dutyParts.push({ key, account: account.index, row, measure });
  }
  if (base === 'PRUDENT') addKink(model, account);
  addMinimumDuty(model, account, { duty });
}

/** What the duty is at least, cents: on the average, and on the closing balance. */
function dutyParts(
  household: Household,
  account: HouseAccount,
  days: number,
): { readonly key: string; readonly base: 'AVERAGE' | 'CLOSING'; readonly measure: Measure }[] {
  const rate = proportionalRate(household, days);
  const { index, id, booked } = account;
  const { openFrom, openTo } = account.entry;
  const own = ownBalanceDays(account, 0, household.dayCount - 1);
  const share = { account: index, to: openTo };
  return [
    {
      key: `duty-average:${id}`,
      base: 'AVERAGE',
      measure: {
        constant: (units(own.centDays) / own.days) * rate,
        shares: [{ ...share, from: openFrom, perDay: rate / days }],
      },
    },
    {
      key: `duty-closing:${id}`,
      base: 'CLOSING',
      measure: {
        constant: units(booked[openTo] ?? 0) * rate,
        shares: [{ ...share, from: openTo, perDay: rate }],
      },
    },
  ];
}

/** The larger of average and closing balance: which of the two it is matters like a threshold. */
function addKink(model: PlanModel, account: HouseAccount): void {
  const average = averageOf(model, account);
  const { openTo } = account.entry;
  model.thresholds.push({
    key: `prudent-duty:${account.id}`,
    accounts: [account.index],
    form: {
      constant: average.constant - units(account.booked[openTo] ?? 0),
      terms: [...average.terms, ...model.balanceTerms(account.index, model.nodeAt(openTo), -1)],
    },
    isKink: true,
  });
}

/** At least the minimum, unless the account is empty and nothing moves it: in the duty's column, or a share of it. */
function addMinimumDuty(
  model: PlanModel,
  account: HouseAccount,
  charged: { readonly duty: number } | { readonly share: number },
): void {
  const { builder, household } = model;
  const minimum = household.law.minimumDutyCents;
  if (account.timeline.moved || account.entry.setup.openingBalanceCents !== 0) {
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
