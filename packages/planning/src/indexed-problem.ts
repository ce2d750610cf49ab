/** A problem made ready for replaying: its days numbered, its references followed. */

import { owesIvafe } from './abroad.js';
import { addDays, dayNumber, daysFromTo, daysInYear, quarterEnd, yearOf } from './calendar.js';
import { horizonOf, horizonOfQuarters, quartersOf } from './horizon.js';
import { bookedByStatementCents } from './late-bookings.js';
import { type ExpandedLot, expandLots } from './lots/expand-lots.js';
import {
  accountPeriods,
  type AccountPeriod,
  calendarPeriods,
  type CalendarPeriod,
  dayAt,
  lifePeriods,
  type PeriodBounds,
  periodsOf,
  STATEMENT_PERIODS,
} from './periods.js';
import type {
  Account,
  AccountGroup,
  Bank,
  Cents,
  Day,
  Horizon,
  Operation,
  Problem,
  QuarterDate,
  RatePeriod,
  Setup,
  StatementPeriod,
} from './problem.js';

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

/** A stretch of consecutive days as positions, both inclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** One quarter of a horizon. */
export interface QuarterStretch extends Stretch {
  readonly date: QuarterDate;
  readonly daysInYear: 365 | 366;
}

/** The days of a horizon and their positions: day `i` is `days[i]`, day number `firstNumber + i`. */
export interface HorizonGrid {
  readonly horizon: Horizon;
  readonly days: readonly Day[];
  /** The position of each day of the horizon. */
  readonly positions: ReadonlyMap<Day, number>;
  readonly firstNumber: number;
  /** Of the first quarter. */
  readonly daysInYear: 365 | 366;
  readonly quarters: readonly QuarterStretch[];
  /** The quarter of each day, by position. */
  readonly quarterOfDay: readonly number[];
  readonly months: readonly Stretch[];
  /** The month of each day, by position. */
  readonly monthOfDay: readonly number[];
  /** The calendar periods of each rhythm. */
  readonly periods: Readonly<Record<StatementPeriod, readonly CalendarPeriod[]>>;
  /** The same as the periods of an account that neither opens nor closes. */
  readonly openPeriods: Readonly<Record<StatementPeriod, readonly AccountPeriod[]>>;
}

const grids = new Map<string, HorizonGrid>();
const KEPT_GRIDS = 64;

/** The grid of one quarter. Throws `RangeError` for no quarter. */
export function quarterGrid(quarter: QuarterDate): HorizonGrid {
  return horizonGrid(horizonOfQuarters(quarter));
}

/** The grid of a horizon, kept from call to call: it depends on nothing else. Throws `RangeError` for no horizon. */
export function horizonGrid(horizon: Horizon): HorizonGrid {
  const key = `${horizon.from} ${horizon.to}`;
  const known = grids.get(key);
  if (known !== undefined) return known;
  const days = daysFromTo(horizon.from, horizon.to);
  const firstNumber = dayNumber(horizon.from);
  const quarters = quartersOf(horizon).map((date) => ({
    date,
    from: dayNumber(date) - firstNumber,
    to: dayNumber(quarterEnd(date)) - firstNumber,
    daysInYear: daysInYear(yearOf(date)),
  }));
  const periods = byRhythm((rhythm) => calendarPeriods(horizon, rhythm));
  const alwaysOpen = { days: days.length, opensAt: -Infinity, closesAt: Infinity };
  const months = periods.MONTHLY.map(({ first, last }) => ({ from: first, to: last }));
  const grid: HorizonGrid = {
    horizon,
    days,
    positions: new Map(days.map((day, position) => [day, position])),
    firstNumber,
    daysInYear: daysInYear(yearOf(horizon.from)),
    quarters,
    quarterOfDay: stretchOfEachDay(quarters),
    months,
    monthOfDay: stretchOfEachDay(months),
    periods,
    openPeriods: byRhythm((rhythm) => accountPeriods(periods[rhythm], alwaysOpen, (position) => position)),
  };
  if (grids.size >= KEPT_GRIDS) grids.clear();
  grids.set(key, grid);
  return grid;
}

function byRhythm<T>(value: (rhythm: StatementPeriod) => T): Record<StatementPeriod, T> {
  return Object.fromEntries(STATEMENT_PERIODS.map((rhythm) => [rhythm, value(rhythm)])) as Record<
    StatementPeriod,
    T
  >;
}

function stretchOfEachDay(stretches: readonly Stretch[]): number[] {
  return stretches.flatMap(({ from, to }, index) => new Array<number>(to - from + 1).fill(index));
}

/** Position of a day on the grid; negative before the horizon, `days.length` or more after it. */
export function positionOf(grid: Pick<HorizonGrid, 'positions' | 'firstNumber'>, day: Day): number {
  return grid.positions.get(day) ?? dayNumber(day) - grid.firstNumber;
}

/** The day at a position, in the horizon or not. */
export function dayOn(grid: Pick<HorizonGrid, 'days' | 'horizon'>, position: number): Day {
  return grid.days[position] ?? dayAt(grid.horizon, position);
}

/** A holder of an account group: the name as written, and the key that tells persons apart. */
export interface Holder {
  readonly key: string;
  readonly name: string;
}

/** The distinct holders of an account group, in its order, and the key of them as a set. */
interface Holders {
  readonly holders: readonly Holder[];
  readonly holdersKey: string;
}

/** A rate period on the days of the horizon it has in common with it. */
export interface IndexedRate extends Stretch {
  readonly period: RatePeriod;
}

/** An account taking part in the horizon, with everything it refers to. */
export interface IndexedAccount extends Holders {
  /** Position among the plan's accounts. */
  readonly index: number;
  readonly account: Account;
  readonly setup: Setup;
  readonly bank: Bank;
  readonly group: AccountGroup;
  /** Periods of `account.rates` that share a day with the horizon, in their order. */
  readonly rates: readonly IndexedRate[];
  /** First and last position on which it is open; the first is above the last when it is open on no day. */
  readonly openFrom: number;
  readonly openTo: number;
  /** The same without the horizon's bounds: infinite where the account names no day. */
  readonly opensAt: number;
  readonly closesAt: number;
  readonly statements: readonly AccountPeriod[];
  /** The calendar years IVAFE is computed by; empty where none is owed. */
  readonly foreignYears: readonly AccountPeriod[];
  readonly credits: readonly AccountPeriod[];
  /** Position of the last movement read from the bank's statement: its own bookings are among them. -Infinity: none. */
  readonly statedTo: number;
  /** What of the opening balance is among the movements as well, signed cents. */
  readonly bookedTwiceCents: Cents;
  /** Set where it is a lot: its interest and its duty are booked on the linked account. */
  readonly lot?: ExpandedLot | undefined;
}

/** The accounts with a setup, in the problem's order, and its lots, on the horizon's grid. */
export interface IndexedProblem {
  readonly problem: Problem;
  readonly grid: HorizonGrid;
  readonly accounts: readonly IndexedAccount[];
  readonly byAccountId: ReadonlyMap<string, IndexedAccount>;
  /** Every account of the problem, taking part or not, and its lots. */
  readonly knownAccounts: ReadonlyMap<string, Account>;
}

/** Days an account is open in the horizon. */
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
  const grid = horizonGrid(horizonOf(problem));
  const banks = new Map(problem.banks.map((bank) => [bank.id, bank]));
  const groups = new Map(
    problem.accountGroups.map((group) => [group.id, { group, ...holdersOf(group.holders) }]),
  );
  const setups = new Map(problem.setups.map((setup) => [setup.accountId, setup]));
  const lots = expandLots(problem);
  const knownAccounts = new Map(
    [...problem.accounts, ...lots.map(({ account }) => account)].map((account) => [account.id, account]),
  );
  const statedTo = lastStatedDays(problem.operations);
  const accounts: IndexedAccount[] = [];
  for (const [position, account] of problem.accounts.entries()) {
    const setup = setups.get(account.id);
    if (setup === undefined) continue;
    const bank = found(banks.get(account.bankId), `accounts.${String(position)}.bankId`, 'no such bank');
    const group = found(
      groups.get(account.accountGroupId),
      `accounts.${String(position)}.accountGroupId`,
      'no such account group',
    );
    const stated = statedTo.get(account.id);
    accounts.push({
      ...indexedAccount(accounts.length, grid, { account, setup, bank }, group),
      statedTo: stated === undefined ? -Infinity : positionOf(grid, stated),
      bookedTwiceCents: bookedByStatementCents(setup, problem.quarter, problem.operations),
    });
  }
  for (const lot of lots) {
    const linked = accounts.find(({ account }) => account.id === lot.offer.linkedAccountId);
    if (linked !== undefined) accounts.push(indexedLot(accounts.length, grid, lot, linked));
  }
  for (const [position, setup] of problem.setups.entries()) {
    found(knownAccounts.get(setup.accountId), `setups.${String(position)}.accountId`, 'no such account');
  }
  const byAccountId = new Map(accounts.map((entry) => [entry.account.id, entry]));
  return { problem, grid, accounts, byAccountId, knownAccounts };
}

/** A lot takes part beside its linked account, at the same bank and with the same holders. */
function indexedLot(
  index: number,
  grid: HorizonGrid,
  lot: ExpandedLot,
  linked: IndexedAccount,
): IndexedAccount {
  const { account, setup } = lot;
  const { bank, group, holders, holdersKey } = linked;
  return {
    ...indexedAccount(index, grid, { account, setup, bank }, { group, holders, holdersKey }),
    // Its interest follows from its schedule, not from its balances.
    credits: [],
    statedTo: -Infinity,
    bookedTwiceCents: 0,
    lot,
  };
}

/**
 * The last day of each account's movements that were read from its bank's statement. A transfer may come from the
 * statement of its other account and says nothing.
 */
function lastStatedDays(operations: readonly Operation[]): Map<string, Day> {
  const last = new Map<string, Day>();
  for (const { kind, status, importKey, accountId, date } of operations) {
    if (importKey === undefined || status !== 'DONE' || kind === 'TRANSFER') continue;
    const known = last.get(accountId);
    if (known === undefined || date > known) last.set(accountId, date);
  }
  return last;
}

function indexedAccount(
  index: number,
  grid: HorizonGrid,
  { account, setup, bank }: Pick<IndexedAccount, 'account' | 'setup' | 'bank'>,
  { group, holders, holdersKey }: Pick<IndexedAccount, 'group' | 'holders' | 'holdersKey'>,
): Omit<IndexedAccount, 'statedTo' | 'bookedTwiceCents'> {
  const earning = earningToMaturity(account);
  const opensAt = account.openedOn === undefined ? -Infinity : positionOf(grid, account.openedOn);
  const closesAt = account.closedOn === undefined ? Infinity : positionOf(grid, account.closedOn);
  const bounds = { days: grid.days.length, opensAt, closesAt };
  const { statementPeriod } = periodsOf(account);
  return {
    index,
    account: earning,
    setup,
    bank,
    group,
    holders,
    holdersKey,
    rates: ratesOn(grid, earning.rates),
    openFrom: Math.max(0, opensAt),
    openTo: Math.min(grid.days.length - 1, closesAt),
    opensAt,
    closesAt,
    statements: statementsOn(grid, statementPeriod, bounds),
    foreignYears: owesIvafe(account) ? yearsOn(grid, bounds) : [],
    credits: creditsOn(grid, account, bounds),
  };
}

function isAlwaysOpen({ opensAt, closesAt }: PeriodBounds): boolean {
  return opensAt === -Infinity && closesAt === Infinity;
}

function statementsOn(
  grid: HorizonGrid,
  rhythm: StatementPeriod,
  bounds: PeriodBounds,
): readonly AccountPeriod[] {
  if (isAlwaysOpen(bounds)) return grid.openPeriods[rhythm];
  // The duty of a closed account is settled with what is known of the others at the end of that quarter.
  return accountPeriods(
    grid.periods[rhythm],
    bounds,
    (position) => grid.quarters[grid.quarterOfDay[position] ?? grid.quarters.length]?.to ?? position,
  );
}

/** IVAFE is tested on the whole year, whenever in it an account closes. */
function yearsOn(grid: HorizonGrid, bounds: PeriodBounds): readonly AccountPeriod[] {
  return isAlwaysOpen(bounds)
    ? grid.openPeriods.YEARLY
    : accountPeriods(grid.periods.YEARLY, bounds, () => Infinity);
}

function creditsOn(grid: HorizonGrid, account: Account, bounds: PeriodBounds): readonly AccountPeriod[] {
  const { interestCredit } = periodsOf(account);
  if (interestCredit === 'MATURITY') {
    const matures = account.maturityDate === undefined ? Infinity : positionOf(grid, account.maturityDate);
    return accountPeriods(lifePeriods(grid.horizon.from, matures), bounds, (position) => position);
  }
  if (isAlwaysOpen(bounds)) return grid.openPeriods[interestCredit];
  return accountPeriods(grid.periods[interestCredit], bounds, (position) => position);
}

function ratesOn(grid: HorizonGrid, rates: readonly RatePeriod[]): IndexedRate[] {
  const { from: first, to: last } = grid.horizon;
  return rates
    .filter(({ from, to }) => from <= last && (to === undefined || to >= first))
    .map((period) => ({
      period,
      from: period.from <= first ? 0 : positionOf(grid, period.from),
      to: period.to === undefined || period.to >= last ? grid.days.length - 1 : positionOf(grid, period.to),
    }));
}

function found<T>(value: T | undefined, path: string, message: string): T {
  if (value === undefined) throw new ProblemError(path, message);
  return value;
}

/** Names a person: however the name is spaced and capitalised, it is the same one. */
export function holderKey(holder: string): string {
  return holder.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Accounts whose holders have equal keys as a set, whatever their order, are "identicamente intestati". */
function holdersOf(names: readonly string[]): Holders {
  const byKey = new Map<string, Holder>();
  for (const name of names) {
    const key = holderKey(name);
    if (!byKey.has(key)) byKey.set(key, { key, name });
  }
  return { holders: [...byKey.values()], holdersKey: JSON.stringify([...byKey.keys()].sort()) };
}
