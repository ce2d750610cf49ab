/** A problem made ready for replaying: its days numbered, its references followed. */

import { addDays, dayNumber, daysInYear, daysOfQuarter, monthOf, yearOf } from './calendar.js';
import type { Account, AccountGroup, Bank, Day, Problem, QuarterDate, Setup } from './problem.js';

/** A reference of a problem that leads nowhere; `path` is the wrong field, as `accounts.3.bankId`. */
export class ProblemError extends Error {
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(`${path}: ${message}`);
    this.name = 'ProblemError';
  }
}

/** The days of a quarter and their positions: day `i` is `days[i]`, day number `firstNumber + i`. */
export interface QuarterGrid {
  readonly quarter: QuarterDate;
  readonly days: readonly Day[];
  readonly firstNumber: number;
  readonly daysInYear: 365 | 366;
  /** The three calendar months as positions, both inclusive. */
  readonly months: readonly { readonly from: number; readonly to: number }[];
  /** The month (0, 1, 2) of each day. */
  readonly monthOfDay: readonly number[];
}

const grids = new Map<QuarterDate, QuarterGrid>();
const KEPT_GRIDS = 64;

/** The grid of a quarter, kept from call to call: it depends on nothing else. Throws `RangeError` for no quarter. */
export function quarterGrid(quarter: QuarterDate): QuarterGrid {
  const known = grids.get(quarter);
  if (known !== undefined) return known;
  const days = daysOfQuarter(quarter);
  const monthOfDay = days.map((day) => monthOf(day) - monthOf(quarter));
  const grid: QuarterGrid = {
    quarter,
    days,
    firstNumber: dayNumber(quarter),
    daysInYear: daysInYear(yearOf(quarter)),
    months: [0, 1, 2].map((month) => ({
      from: monthOfDay.indexOf(month),
      to: monthOfDay.lastIndexOf(month),
    })),
    monthOfDay,
  };
  if (grids.size >= KEPT_GRIDS) grids.clear();
  grids.set(quarter, grid);
  return grid;
}

/** Position of a day on the grid; negative before the quarter, `days.length` or more after it. */
export function positionOf(grid: QuarterGrid, day: Day): number {
  return dayNumber(day) - grid.firstNumber;
}

/** An account taking part in the quarter, with everything it refers to. */
export interface IndexedAccount {
  /** Position among the plan's accounts. */
  readonly index: number;
  readonly account: Account;
  readonly setup: Setup;
  readonly bank: Bank;
  readonly group: AccountGroup;
  /** First and last position on which it is open; the first is above the last when it is open on no day. */
  readonly openFrom: number;
  readonly openTo: number;
}

/** The accounts with a setup, in the problem's order, on the quarter's grid. */
export interface IndexedProblem {
  readonly problem: Problem;
  readonly grid: QuarterGrid;
  readonly accounts: readonly IndexedAccount[];
  readonly byAccountId: ReadonlyMap<string, IndexedAccount>;
  /** Every account of the problem, taking part or not. */
  readonly knownAccounts: ReadonlyMap<string, Account>;
}

/** Days an account is open in the quarter. */
export function daysOpen(account: Pick<IndexedAccount, 'openFrom' | 'openTo'>): number {
  return Math.max(0, account.openTo - account.openFrom + 1);
}

/** A term deposit earns its rate up to the day before its maturity: what is still on it then earns nothing. */
function earningToMaturity(account: Account): Account {
  const { kind, maturityDate, rates } = account;
  if (kind !== 'DEPOSIT_TERM' || maturityDate === undefined) return account;
  const last = addDays(maturityDate, -1);
  const cut = rates
    .filter(({ from }) => from <= last)
    .map((period) => (period.to !== undefined && period.to <= last ? period : { ...period, to: last }));
  return { ...account, rates: cut };
}

/** Follows a problem's references. Throws {@link ProblemError} when one leads nowhere. */
export function indexProblem(problem: Problem): IndexedProblem {
  const grid = quarterGrid(problem.quarter);
  const banks = new Map(problem.banks.map((bank) => [bank.id, bank]));
  const groups = new Map(problem.accountGroups.map((group) => [group.id, group]));
  const setups = new Map(problem.setups.map((setup) => [setup.accountId, setup]));
  const knownAccounts = new Map(problem.accounts.map((account) => [account.id, account]));
  const accounts: IndexedAccount[] = [];
  for (const [position, account] of problem.accounts.entries()) {
    const setup = setups.get(account.id);
    if (setup === undefined) continue;
    accounts.push({
      index: accounts.length,
      account: earningToMaturity(account),
      setup,
      bank: found(banks.get(account.bankId), `accounts.${String(position)}.bankId`, 'no such bank'),
      group: found(
        groups.get(account.accountGroupId),
        `accounts.${String(position)}.accountGroupId`,
        'no such account group',
      ),
      openFrom: account.openedOn === undefined ? 0 : Math.max(0, positionOf(grid, account.openedOn)),
      openTo:
        account.closedOn === undefined
          ? grid.days.length - 1
          : Math.min(grid.days.length - 1, positionOf(grid, account.closedOn)),
    });
  }
  for (const [position, setup] of problem.setups.entries()) {
    found(knownAccounts.get(setup.accountId), `setups.${String(position)}.accountId`, 'no such account');
  }
  const byAccountId = new Map(accounts.map((entry) => [entry.account.id, entry]));
  return { problem, grid, accounts, byAccountId, knownAccounts };
}

function found<T>(value: T | undefined, path: string, message: string): T {
  if (value === undefined) throw new ProblemError(path, message);
  return value;
}

/** Names a person: however the name is spaced and capitalised, it is the same one. */
export function holderKey(holder: string): string {
  return holder.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Names a set of holders, whatever their order: accounts with equal keys are "identicamente intestati". */
export function holdersKey(holders: readonly string[]): string {
  return JSON.stringify([...new Set(holders.map(holderKey))].sort());
}
