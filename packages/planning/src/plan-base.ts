/**
 * What all plans of a problem have in common: the movements that are there without any, the days on which something is
 * settled, the tests of duty, the limits. Made once for each problem, as the referee may judge thousands of its plans.
 */

import { isForeign } from './abroad.js';
import { type DutyGroup, ivafeGroupsOf } from './foreign-duty.js';
import { exposureSharesOf, type ExposureShares } from './guarantee.js';
import { isInHorizon } from './horizon.js';
import { type Law, lawOn } from './law.js';
import {
  dayOn,
  daysOpen,
  type HorizonGrid,
  type IndexedAccount,
  type IndexedProblem,
  positionOf,
  type Stretch,
} from './indexed-problem.js';
import { limitsOn } from './limits.js';
import { applyLots } from './lots/movements-of-lots.js';
import { applyOperation, type Draft, draftOf, runningTotals } from './movements.js';
import { type AccountPeriod, historySince } from './periods.js';
import type { Account, Cents, Day, Operation, PlanningSettings, Transfer } from './problem.js';
import { isMovable } from './transfers.js';

/** A term deposit that pays its principal out by itself on a day of the horizon. */
export interface Payout {
  /** Position of the deposit among the accounts. */
  readonly index: number;
  readonly linked: Account;
  readonly date: string;
  readonly position: number;
  /** What the operations leave on it from then on, so that a payout entered by hand or imported is not doubled. */
  readonly freeCents: Cents;
}

/** A test of the threshold of fixed duty that is made of every plan: one a duty group and window. */
export interface TestOfGroup extends DutyGroup {
  /** Position of the group: those of stamp duty before those of IVAFE. */
  readonly group: number;
  readonly window: AccountPeriod;
  /** Days of the window up to its settlement, as far back as any member's balances are known. */
  readonly days: number;
}

/** A crediting or statement period of an account that is settled at the end of a day. */
export interface PeriodEnd {
  /** Position of the account. */
  readonly index: number;
  readonly period: AccountPeriod;
  readonly kind: 'CREDIT' | 'STATEMENT' | 'FOREIGN_YEAR';
  /** In force on the first day of the period. */
  readonly law: Law;
  /** Positions of the tests its duty depends on, by group. */
  readonly tests: readonly number[];
}

/** A day on which deposits pay out, then periods are settled. */
export interface Stop {
  readonly position: number;
  readonly payouts: readonly Payout[];
  /** By account, crediting periods before statement periods. */
  readonly ends: readonly PeriodEnd[];
}

/** Days on which an account's limits are the same; infinite where there is none. */
export interface LimitStretch extends Stretch {
  readonly minCents: number;
  readonly maxCents: number;
}

export interface PlanBase {
  /** Before any transfer of a plan; to be copied. */
  readonly drafts: readonly Draft[];
  /** In order of their days. */
  readonly stops: readonly Stop[];
  readonly dutyTests: readonly TestOfGroup[];
  readonly exposures: readonly ExposureShares[];
  /** By account. */
  readonly limits: readonly (readonly LimitStretch[])[];
  /** The optimizer's own transfers among the operations that leave within the horizon. */
  readonly ownTransfers: readonly Transfer[];
  /** Whether a bank limits what leaves an account. */
  readonly limitsTransfers: boolean;
}

const bases = new WeakMap<IndexedProblem, PlanBase>();

/** Throws {@link ProblemError} when an operation names an account the problem does not know. */
export function planBaseOf(plan: IndexedProblem): PlanBase {
  const known = bases.get(plan);
  if (known !== undefined) return known;
  const base = newBase(plan);
  bases.set(plan, base);
  return base;
}

function newBase(plan: IndexedProblem): PlanBase {
  const { accounts, grid, problem, knownAccounts } = plan;
  const drafts = accounts.map((entry) => draftOf(plan, entry));
  for (const [position, operation] of problem.operations.entries()) {
    applyOperation(plan, drafts, operation, `operations.${String(position)}`);
  }
  applyLots(plan, drafts);
  const tests = new Tests(accounts);
  const lawOf = knownLaws();
  const ends = accounts.flatMap((entry) => periodEndsOf(entry, tests, lawOf));
  const payouts = accounts.flatMap((entry) => payoutOf(plan, drafts, entry));
  return {
    drafts,
    stops: stopsOf(ends, payouts),
    dutyTests: tests.all,
    exposures: exposureSharesOf(accounts),
    limits: accounts.map((entry) => limitStretches(entry, grid, problem.settings)),
    ownTransfers: problem.operations
      .filter((operation) => isMovable(operation) && isInHorizon(operation.date, grid.horizon))
      .map(asTransfer),
    limitsTransfers: [...knownAccounts.values()].some(
      ({ singleLimitCents, dailyLimitCents }) =>
        singleLimitCents !== undefined || dailyLimitCents !== undefined,
    ),
  };
}

// ---------------------------------------------------------------------------------------------- stops

function payoutOf(plan: IndexedProblem, drafts: readonly Draft[], entry: IndexedAccount): Payout[] {
  const { account, index } = entry;
  if (entry.lot !== undefined) return [];
  if (account.kind !== 'DEPOSIT_TERM' || account.maturityDate === undefined) return [];
  const linked = plan.byAccountId.get(account.linkedAccountId ?? '')?.account;
  const draft = drafts[index];
  const position = positionOf(plan.grid, account.maturityDate);
  if (linked === undefined || draft === undefined || position < 0 || position >= plan.grid.days.length) {
    return [];
  }
  if (daysOpen(entry) === 0) return [];
  const freeCents = Math.min(...runningTotals(draft.bookedCents).slice(position));
  return [{ index, linked, date: account.maturityDate, position, freeCents }];
}

function periodEndsOf(
  { index, credits, statements, foreignYears }: IndexedAccount,
  tests: Tests,
  lawOf: (day: Day) => Law,
): PeriodEnd[] {
  const end = (
    kind: PeriodEnd['kind'],
    period: AccountPeriod,
    testsOfPeriod: readonly number[] = [],
  ): PeriodEnd => ({ index, period, kind, law: lawOf(period.calendar.from), tests: testsOfPeriod });
  return [
    ...credits.map((period) => end('CREDIT', period)),
    ...statements.map((period) => end('STATEMENT', period, tests.of(index, period, false))),
    ...foreignYears.map((period) => end('FOREIGN_YEAR', period, tests.of(index, period, true))),
  ];
}

/** The law of each day, looked up once. */
function knownLaws(): (day: Day) => Law {
  const laws = new Map<Day, Law>();
  return (day) => {
    const law = laws.get(day) ?? lawOn(day);
    laws.set(day, law);
    return law;
  };
}

function stopsOf(ends: readonly PeriodEnd[], payouts: readonly Payout[]): Stop[] {
  const positions = new Set([
    ...ends.map(({ period }) => period.settledAt),
    ...payouts.map(({ position }) => position),
  ]);
  return [...positions]
    .sort((a, b) => a - b)
    .map((position) => ({
      position,
      payouts: payouts.filter((payout) => payout.position === position),
      ends: ends.filter(({ period }) => period.settledAt === position),
    }));
}

// ---------------------------------------------------------------------------------------------- tests of duty

/** The tests of all groups, each made once for all accounts of its window. */
class Tests {
  readonly all: TestOfGroup[] = [];
  private readonly groups: readonly DutyGroup[];

  constructor(accounts: readonly IndexedAccount[]) {
    this.groups = [...stampDutyGroupsOf(accounts), ...ivafeGroupsOf(accounts)];
  }

  /** Of an account's groups in the window of its period. */
  of(account: number, period: AccountPeriod, isAbroad: boolean): number[] {
    return this.groups.flatMap(({ members, holder }, group) =>
      (holder !== undefined) === isAbroad && members.some(({ index }) => index === account)
        ? [this.test(group, period)]
        : [],
    );
  }

  private test(group: number, period: AccountPeriod): number {
    const known = this.all.findIndex(
      (test) =>
        test.group === group &&
        test.window.settledAt === period.settledAt &&
        test.window.calendar.first === period.calendar.first,
    );
    if (known !== -1) return known;
    const { members, holder } = this.groups[group] ?? { members: [] };
    this.all.push({ group, members, holder, window: period, days: windowDays(members, period) });
    return this.all.length - 1;
  }
}

/** Italian accounts under fixed duty, by bank and set of holders. */
function stampDutyGroupsOf(accounts: readonly IndexedAccount[]): DutyGroup[] {
  const groups = new Map<string, IndexedAccount[]>();
  for (const entry of accounts) {
    if (entry.account.dutyRegime !== 'FIXED' || isForeign(entry.account)) continue;
    const key = JSON.stringify([entry.bank.id, entry.holdersKey]);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [entry]);
    else members.push(entry);
  }
  return [...groups.values()].map((members) => ({ members }));
}

function windowDays(members: readonly IndexedAccount[], window: AccountPeriod): number {
  const inside = window.settledAt - Math.max(0, window.calendar.first) + 1;
  return inside + Math.max(0, ...members.map(({ setup }) => historySince(setup, window).days));
}

// ---------------------------------------------------------------------------------------------- limits

/** The horizon cut where an account's limits may change: where it opens, after it closes and where it matures. */
function limitStretches(
  entry: IndexedAccount,
  grid: HorizonGrid,
  settings: PlanningSettings,
): LimitStretch[] {
  const { account, setup, opensAt, closesAt } = entry;
  const matures = account.maturityDate === undefined ? Infinity : positionOf(grid, account.maturityDate);
  const days = grid.days.length;
  const starts = [opensAt, closesAt + 1, matures].filter((position) => position > 0 && position < days);
  const cuts = [0, ...starts.sort((a, b) => a - b), days];
  return cuts.slice(1).map((next, index) => {
    const from = cuts[index] ?? 0;
    const { minCents = -Infinity, maxCents = Infinity } = limitsOn(
      account,
      setup,
      settings,
      dayOn(grid, from),
    );
    return { from, to: next - 1, minCents, maxCents };
  });
}

function asTransfer(operation: Operation): Transfer {
  return {
    date: operation.date,
    fromAccountId: operation.accountId,
    toAccountId: operation.toAccountId ?? '',
    amountCents: operation.amountCents,
    speed: operation.speed ?? 'ORDINARY',
  };
}
