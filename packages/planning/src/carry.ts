/** What a horizon leaves to the quarter after it: opening balances, and the history of the periods still running. */

import { isForeign, owesIvafe } from './abroad.js';
import { cents } from './money.js';
import { type AccountPeriod, dayAt, dutyPeriodOf, historySince, periodsOf } from './periods.js';
import { type IndexedProblem, type IndexedAccount } from './indexed-problem.js';
import type {
  AnticipatedBookings,
  BalanceHistory,
  Carried,
  Cents,
  Day,
  Problem,
  StatementPeriod,
  Transfer,
} from './problem.js';
import { NO_READINGS, type Readings } from './readings.js';
import { averageInWindow, isBooked, type Statement } from './settlement.js';
import { type AccountTimeline, timelineOf, withoutLots } from './timeline.js';

/** What one account takes into the quarter after a horizon. */
export interface CarriedForward {
  readonly accountId: string;
  /** The closing balance with what the last day's periods book on the next day. */
  readonly openingBalanceCents: Cents;
  readonly carried: Carried;
}

/**
 * The openings and the carried history of the quarter after a problem's horizon, if everything comes as planned. A
 * problem of that quarter with these setups, its own operations and `carriedOver` continues this one to the cent.
 */
export function carriedForward(
  problem: Problem,
  transfers: readonly Transfer[] = [],
  readings: Readings = NO_READINGS,
): CarriedForward[] {
  const { plan, accounts } = timelineOf(problem, transfers, readings);
  const next = dayAt(plan.grid.horizon, plan.grid.days.length);
  return withoutLots(accounts).map((account) => ({
    accountId: account.entry.account.id,
    openingBalanceCents: nextOpeningCents(withLotBookings(account, accounts), plan.grid.days.length),
    carried: carriedOf(account, accounts, plan, next),
  }));
}

/** The account with what its lots book on it. */
function withLotBookings(account: AccountTimeline, accounts: readonly AccountTimeline[]): AccountTimeline {
  const lots = accounts.filter(({ entry }) => entry.lot?.offer.linkedAccountId === account.entry.account.id);
  if (lots.length === 0) return account;
  return {
    ...account,
    credits: [account, ...lots].flatMap(({ credits }) => credits),
    statements: [account, ...lots].flatMap(({ statements }) => statements),
  };
}

function nextOpeningCents({ entry, bookedCents, credits, statements }: AccountTimeline, days: number): Cents {
  const unopened = entry.openFrom >= days ? entry.setup.openingBalanceCents : 0;
  const booked = [...credits, ...statements]
    .filter(({ period }) => period.settledAt === days - 1 && isBooked(entry, period))
    .reduce((sum, figures) => sum + figures.bookedCents, 0);
  return cents((bookedCents.at(-1) ?? 0) + unopened + booked);
}

/** What the last day's periods book, by kind; `undefined` where they book nothing. */
function anticipatedBy(
  { entry, credits, statements }: AccountTimeline,
  days: number,
): AnticipatedBookings | undefined {
  const isLast = ({ period }: { readonly period: AccountPeriod }): boolean =>
    period.settledAt === days - 1 && isBooked(entry, period);
  const sumOf = (amounts: readonly Cents[]): Cents => cents(amounts.reduce((sum, amount) => sum + amount, 0));
  const ended = statements.filter(isLast);
  const feesOf = ({ period, feesCents }: Statement): Cents =>
    feesCents + (period.isRunning ? (entry.setup.carried?.counted.feesCents ?? 0) : 0);
  const interestCents = sumOf(credits.filter(isLast).map(({ bookedCents }) => bookedCents));
  const feesCents = sumOf(ended.map(feesOf));
  const dutyCents = sumOf(ended.map((statement) => 0 - statement.bookedCents - feesOf(statement)));
  const isNothing = interestCents === 0 && dutyCents === 0 && feesCents === 0;
  return isNothing ? undefined : { interestCents, dutyCents, feesCents };
}

function carriedOf(
  account: AccountTimeline,
  accounts: readonly AccountTimeline[],
  plan: IndexedProblem,
  next: Day,
): Carried {
  const { entry } = account;
  const credit = account.credits.find(({ period }) => period.isProvisional);
  const statement = account.statements.find(({ period }) => period.isProvisional);
  const foreign = account.foreignDuties.find(({ period }) => period.isProvisional);
  const dutied = isForeign(entry.account) ? foreign : statement;
  const creditBefore = credit?.period.isRunning === true ? entry.setup.carried?.counted : undefined;
  const statementBefore = statement?.period.isRunning === true ? entry.setup.carried?.counted : undefined;
  const dutyBefore = dutied?.period.isRunning === true ? entry.setup.carried?.counted : undefined;
  const own = statement === undefined ? undefined : historyOf(account, statement.period, plan);
  const others = sharedWindows(account, plan, statement !== undefined).flatMap(
    (window) => historyOf(account, window, plan) ?? [],
  );
  return {
    periodFrom: own?.from ?? next,
    days: own?.days ?? 0,
    sumCentDays: own?.sumCentDays ?? 0,
    accruedGross: String(credit?.accruedGross ?? 0n),
    accruedOverdraft: String(credit?.accruedOverdraft ?? 0n),
    counted: {
      grossCents: cents((credit?.grossCents ?? 0) + (creditBefore?.grossCents ?? 0)),
      withholdingCents: cents((credit?.withheldCents ?? 0) + (creditBefore?.withholdingCents ?? 0)),
      overdraftCents: cents((credit?.overdraftCents ?? 0) + (creditBefore?.overdraftCents ?? 0)),
      dutyCents: cents((dutied?.dutyCents ?? 0) + (dutyBefore?.dutyCents ?? 0)),
      feesCents: cents((statement?.feesCents ?? 0) + (statementBefore?.feesCents ?? 0)),
    },
    history: others.length > 0 ? others : undefined,
    anticipated: anticipatedBy(withLotBookings(account, accounts), plan.grid.days.length),
  };
}

type Window = Pick<AccountPeriod, 'calendar' | 'settledAt' | 'isRunning'>;

function historyOf(
  account: AccountTimeline,
  window: Window,
  plan: IndexedProblem,
): BalanceHistory | undefined {
  const { days, sumCentDays } = averageInWindow(account, window);
  if (days === 0) return undefined;
  const first = Math.max(0, window.calendar.first, account.entry.openFrom);
  const from = historySince(account.entry.setup, window).from ?? dayAt(plan.grid.horizon, first);
  return { from, days, sumCentDays };
}

/**
 * The windows of the account's duties that go on after the horizon. Its own statement's is left out, unless the
 * account was closed in it: its statement has ended then, those of the others with the same rhythm have not.
 */
function sharedWindows({ entry }: AccountTimeline, plan: IndexedProblem, hasRunning: boolean): Window[] {
  const last = plan.grid.days.length - 1;
  const own = periodsOf(entry.account).statementPeriod;
  return [...dutyRhythms(entry, plan)]
    .filter((rhythm) => !hasRunning || rhythm !== own)
    .flatMap((rhythm) => plan.grid.periods[rhythm].filter((calendar) => calendar.last > last))
    .map((calendar) => ({ calendar, settledAt: last, isRunning: calendar.first < 0 }));
}

/** The rhythms of the duties that an account's balances count for. */
function dutyRhythms(entry: IndexedAccount, plan: IndexedProblem): Set<StatementPeriod> {
  if (owesIvafe(entry.account)) return new Set([dutyPeriodOf(entry.account)]);
  if (entry.account.dutyRegime !== 'FIXED') return new Set();
  const sharing = plan.accounts.filter((other) => sharesDuty(entry, other));
  return new Set(sharing.map(({ account }) => periodsOf(account).statementPeriod));
}

function sharesDuty(a: IndexedAccount, b: IndexedAccount): boolean {
  if (isForeign(a.account) || isForeign(b.account)) return false;
  return b.account.dutyRegime === 'FIXED' && a.bank.id === b.bank.id && a.holdersKey === b.holdersKey;
}
