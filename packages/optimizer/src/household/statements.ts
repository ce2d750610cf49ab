/** Statement periods as the duties see them: the days they are tested on, and what is charged for them. */

import {
  fixedDutyCents,
  historySince,
  lawOn,
  multiplyDivideHalfUp,
  wholeDays,
  type AccountPeriod,
  type IndexedAccount,
} from '@fibado/planning';
import { UNIT_CENTS } from '../modelling/units.js';
import type { Household, HouseAccount } from './household.js';

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

/** One test of the fixed duty (11): the averages of accounts with the same holders at one bank in one period. */
export interface FixedDutyTest {
  readonly key: string;
  readonly members: readonly {
    readonly account: HouseAccount;
    readonly window: Window;
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
    const key = JSON.stringify([bankId, entry.holdersKey]);
    groups.set(key, [...(groups.get(key) ?? []), account]);
  }
  return [...groups.values()].flatMap((members) => testsOfGroup(household, members));
}

function testsOfGroup(household: Household, group: readonly HouseAccount[]): FixedDutyTest[] {
  const periods = new Map<string, { period: AccountPeriod; duty: Map<HouseAccount, number> }>();
  for (const account of group) {
    for (const period of account.entry.statements) {
      const key = `${String(period.calendar.first)} ${String(period.settledAt)}`;
      const known = periods.get(key) ?? { period, duty: new Map<HouseAccount, number>() };
      known.duty.set(account, fixedDutyOf(household, account.entry, period));
      periods.set(key, known);
    }
  }
  return [...periods.values()].flatMap(({ period, duty }): FixedDutyTest[] => {
    const members = group
      .map((account) => ({
        account,
        window: windowOf(account.entry, period),
        dutyCents: duty.get(account) ?? 0,
      }))
      .filter(({ window }) => daysOf(window) > 0);
    const key = `fixed-duty:${members.map(({ account }) => account.id).join('+')}:${String(period.settledAt)}`;
    return members.length === 0 ? [] : [{ key, members }];
  });
}

/** What the account pays for a period when its group is over the threshold, cents. */
export function fixedDutyOf(household: Household, entry: IndexedAccount, period: AccountPeriod): number {
  if (entry.account.dutyPaidByBank) return 0;
  const law = lawOn(period.calendar.from);
  const window = windowOf(entry, period);
  const days = period.isProvisional ? period.last - period.first + 1 : daysOf(window);
  return fixedDutyCents(
    law.fixedDutyCents,
    { days, daysInYear: period.calendar.daysInYear, months: wholeMonths(household, period, window) },
    entry.bank.stampDutyMethod,
    minimumDutyOf(household, entry, period),
  );
}

/** The least duty of a period, cents; of one that runs past the horizon, the share of its days inside. */
export function minimumDutyOf(household: Household, entry: IndexedAccount, period: AccountPeriod): number {
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
export function dutyPerUnitDay({ law }: Pick<Household, 'law'>, daysInYear: number): number {
  return ((law.proportionalDutyPct / 100) * UNIT_CENTS) / daysInYear;
}

/** What earlier horizons charged of the running statement period, cents: a period that ends is charged less that. */
export function countedDutyOf({ account, setup, statements }: IndexedAccount): number {
  const [first] = statements;
  const isCharged = account.dutyRegime !== 'NONE' && !account.dutyPaidByBank;
  const isEnding = first?.isRunning === true && !first.isProvisional;
  return isCharged && isEnding ? (setup.carried?.counted.dutyCents ?? 0) : 0;
}
