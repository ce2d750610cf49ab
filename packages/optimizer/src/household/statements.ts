/** Statement periods as the duties see them: the days they are tested on, and what is charged for them. */

import {
  fixedDutyCents,
  historySince,
  isForeign,
  isInListedState,
  ivafeFixedCents,
  lawOn,
  multiplyDivideHalfUp,
  owesDuty,
  wholeDays,
  type AccountPeriod,
  type IndexedAccount,
} from '@fibado/planning';
import { UNIT_CENTS } from '../modelling/units.js';
import type { Household, HouseAccount } from './household.js';

const IVAFE_YEAR_DAYS = 365;

/** The days of an account that count for an average, as positions, and its balances from before the horizon. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly historyDays: number;
  readonly historyCentDays: number;
}

/** The days of an account in a statement period, its own or another account's. */
export function windowOf({ setup, openFrom, openTo }: IndexedAccount, period: AccountPeriod): Window {
  const history = historySince(setup, period);
  return {
    from: Math.max(0, period.calendar.first, openFrom),
    to: Math.min(period.settledAt, openTo),
    historyDays: history.days,
    historyCentDays: history.sumCentDays,
  };
}

/** Days of the window, those before the horizon included. */
export function daysOf({ from, to, historyDays }: Window): number {
  return historyDays + Math.max(0, to - from + 1);
}

/** The periods of an account's stamp duty, or the calendar years of its IVAFE. */
export function dutyPeriodsOf({
  account,
  statements,
  foreignYears,
}: IndexedAccount): readonly AccountPeriod[] {
  return isForeign(account) ? foreignYears : statements;
}

/**
 * One test of the fixed duty (11): the averages of accounts with the same holders at one bank in one period; of IVAFE, a
 * person's shares of them.
 */
export interface FixedDutyTest {
  readonly key: string;
  readonly thresholdCents: number;
  readonly members: readonly {
    readonly account: HouseAccount;
    readonly window: Window;
    /** Of the account's average. */
    readonly share: number;
    /** What it pays when the test says so, cents; 0 where its own statement ends in another period. */
    readonly dutyCents: number;
  }[];
}

/** The tests of every group and statement period. */
export function fixedDutyTestsOf(household: Household): FixedDutyTest[] {
  const groups = new Map<string, HouseAccount[]>();
  for (const account of household.accounts) {
    const { entry, bankId } = account;
    if (entry.account.dutyRegime !== 'FIXED') continue;
    const keys = isForeign(entry.account) ? entry.holders.map(({ key }) => key) : [entry.holdersKey];
    for (const holder of keys) {
      const key = JSON.stringify([bankId, isForeign(entry.account), holder]);
      groups.set(key, [...(groups.get(key) ?? []), account]);
    }
  }
  return tested([...groups.values()]).flatMap(({ members, persons }) =>
    testsOfGroup(household, members, persons),
  );
}

interface TestedGroup {
  readonly members: readonly HouseAccount[];
  /** How many holders have exactly these accounts: they share one decision. */
  readonly persons: number;
}

function tested(groups: readonly (readonly HouseAccount[])[]): TestedGroup[] {
  const found = new Map<string, TestedGroup>();
  for (const members of groups) {
    const key = members.map(({ index }) => index).join();
    found.set(key, { members, persons: 1 + (found.get(key)?.persons ?? 0) });
  }
  return [...found.values()];
}

function testsOfGroup(
  household: Household,
  group: readonly HouseAccount[],
  persons: number,
): FixedDutyTest[] {
  const periods = new Map<string, { period: AccountPeriod; duty: Map<HouseAccount, number> }>();
  for (const account of group) {
    for (const period of dutyPeriodsOf(account.entry)) {
      const key = `${String(period.calendar.first)} ${String(period.settledAt)}`;
      const known = periods.get(key) ?? { period, duty: new Map<HouseAccount, number>() };
      known.duty.set(account, persons * fixedDutyOf(household, account.entry, period));
      periods.set(key, known);
    }
  }
  return [...periods.values()].flatMap(({ period, duty }): FixedDutyTest[] => {
    const members = group
      .map((account) => ({
        account,
        window: windowOf(account.entry, period),
        share: isForeign(account.entry.account) ? 1 / account.entry.holders.length : 1,
        dutyCents: duty.get(account) ?? 0,
      }))
      .filter(({ window }) => daysOf(window) > 0);
    const key = `fixed-duty:${members.map(({ account }) => account.id).join('+')}:${String(period.settledAt)}`;
    const law = lawOn(period.calendar.from);
    const isAbroad = group.some(({ entry }) => isForeign(entry.account));
    const thresholdCents = isAbroad ? law.ivafeThresholdCents : law.fixedDutyThresholdCents;
    return members.length === 0 ? [] : [{ key, thresholdCents, members }];
  });
}

/** What the account, or one holder of a foreign one, pays for a period when the group is over the threshold, cents. */
export function fixedDutyOf(household: Household, entry: IndexedAccount, period: AccountPeriod): number {
  if (!owesDuty(entry.account)) return 0;
  const law = lawOn(period.calendar.from);
  const window = windowOf(entry, period);
  const days = chargedDays(period, window);
  if (isForeign(entry.account)) {
    return ivafeFixedCents(law, days, { parts: 1, totalParts: entry.holders.length });
  }
  return fixedDutyCents(
    law.fixedDutyCents,
    { days, daysInYear: period.calendar.daysInYear, months: wholeMonths(household, period, window) },
    entry.bank.stampDutyMethod,
    minimumDutyOf(household, entry, period),
  );
}

/** Days that a duty is charged for: all of a period that ends, of one that runs on those in the horizon. */
function chargedDays(period: AccountPeriod, window: Window): number {
  return period.isProvisional ? period.last - period.first + 1 : daysOf(window);
}

/** The least duty of a period, cents; of one that runs past the horizon, the share of its days inside. */
export function minimumDutyOf(household: Household, entry: IndexedAccount, period: AccountPeriod): number {
  if (isForeign(entry.account)) return 0;
  const { minimumDutyCents } = lawOn(period.calendar.from);
  if (!period.isProvisional) return minimumDutyCents;
  const { opensAt, closesAt } = entry;
  const whole = wholeDays(period, { days: household.dayCount, opensAt, closesAt });
  return multiplyDivideHalfUp(minimumDutyCents, period.last - period.first + 1, whole);
}

function wholeMonths(household: Household, period: AccountPeriod, window: Window): number | undefined {
  const { first, last, months } = period.calendar;
  if (!period.isProvisional) return daysOf(window) === last - first + 1 ? months : undefined;
  const isOpenThroughout = period.first === Math.max(0, first) && period.last === period.settledAt;
  if (!isOpenThroughout) return undefined;
  return household.timeline.plan.grid.months.filter(({ from, to }) => from >= first && to <= last).length;
}

/** What one unit held on one day of a year adds to the proportional duty, cents. */
export function dutyPerUnitDay(
  { law }: Pick<Household, 'law'>,
  { account }: Pick<IndexedAccount, 'account'>,
  daysInYear: number,
): number {
  if (!isForeign(account)) return ((law.proportionalDutyPct / 100) * UNIT_CENTS) / daysInYear;
  const pct = isInListedState(account) ? law.ivafeListedStatePct : law.ivafePct;
  return ((pct / 100) * UNIT_CENTS) / IVAFE_YEAR_DAYS;
}

/** The same of a period, for the days that are charged of it. */
export function periodDutyPerUnitDay(
  household: Household,
  entry: IndexedAccount,
  period: AccountPeriod,
): number {
  const window = windowOf(entry, period);
  const days = chargedDays(period, window);
  const counted = isForeign(entry.account) ? Math.min(days, IVAFE_YEAR_DAYS) : days;
  return (dutyPerUnitDay(household, entry, period.calendar.daysInYear) * counted) / daysOf(window);
}

/** What earlier horizons charged of the running statement period, cents: a period that ends is charged less that. */
export function countedDutyOf(entry: IndexedAccount): number {
  const { account, setup } = entry;
  const [first] = dutyPeriodsOf(entry);
  const isEnding = first?.isRunning === true && !first.isProvisional;
  return owesDuty(account) && isEnding ? (setup.carried?.counted.dutyCents ?? 0) : 0;
}
