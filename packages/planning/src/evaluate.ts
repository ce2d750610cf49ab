/**
 * The referee: what a plan is worth and which limits it breaks. Every figure shown anywhere comes from here.
 */

import { isInQuarter } from './calendar.js';
import { monthlyFeeCents } from './fees.js';
import { excessOver, exposureCents, exposuresOf, peakOf } from './guarantee.js';
import { addInterest, interestCents, interestDivisor, withholdingCents } from './interest.js';
import { type Law, lawOn } from './law.js';
import { limitsOn } from './limits.js';
import { cents, ExactSum, rateUnits } from './money.js';
import {
  daysOpen,
  holdersKey,
  type IndexedAccount,
  positionOf,
  type QuarterGrid,
} from './indexed-problem.js';
import type {
  AccountEvaluation,
  Cents,
  Day,
  DutyGroupEvaluation,
  Evaluation,
  GuaranteeEvaluation,
  Operation,
  PlanningSettings,
  Problem,
  Transfer,
  Violation,
  ViolationKind,
} from './problem.js';
import {
  type AverageBalance,
  averageCents,
  type DutyPeriod,
  fixedDutyCents,
  fixedDutyTest,
  proportionalDutyCents,
} from './stamp-duty.js';
import { type AccountTimeline, type Timeline, timelineOf } from './timeline.js';
import { isMovable, transferObstacle } from './transfers.js';

/**
 * Replays a quarter with `transfers` on top of its operations and reports, in integer cents, every account's
 * balances, interest, taxes and fees, the duty groups, the guarantee and the limits broken. Duty, fees and interest
 * are reported for the quarter and not booked into its balances.
 *
 * Net return = Σ net interest − duty − monthly fees − transfer fees − overdraft interest.
 *
 * The problem is expected to be sound (see `checkProblem`). Throws `ProblemError` when a reference leads nowhere.
 */
export function evaluate(problem: Problem, transfers: readonly Transfer[] = []): Evaluation {
  return evaluateTimeline(timelineOf(problem, transfers), transfers);
}

/** {@link evaluate} on balances already replayed with the same transfers. */
export function evaluateTimeline(timeline: Timeline, transfers: readonly Transfer[]): Evaluation {
  const { grid, problem } = timeline.plan;
  const law = lawOn(problem.quarter);
  const dutyGroups = fixedDutyGroups(timeline, law);
  const fixedDuty = new Map(dutyGroups.flatMap((group) => [...group.dutyOf]));
  const accounts = timeline.accounts.map((account) =>
    accountEvaluation(account, grid, problem.settings, stampDuty(account, grid, law, fixedDuty)),
  );
  return {
    netReturnCents: cents(accounts.reduce((sum, account) => sum + account.netReturnCents, 0)),
    days: grid.days,
    accounts,
    dutyGroups: dutyGroups.map((group) => group.evaluation),
    ...guaranteeAndViolations(timeline, transfers),
  };
}

// ---------------------------------------------------------------------------------------------- one account

function accountEvaluation(
  timeline: AccountTimeline,
  grid: QuarterGrid,
  settings: PlanningSettings,
  stampDutyCents: Cents,
): AccountEvaluation {
  const { account, setup } = timeline.entry;
  const { grossInterestCents, overdraftInterestCents } = interestOf(timeline, grid);
  const withheld = withholdingCents(grossInterestCents, settings.withholdingPct);
  const netInterestCents = grossInterestCents - withheld;
  const monthlyFeesCents = monthlyFees(timeline, grid);
  const transferFeesCents = timeline.chargedTransfers * account.transferFeeCents;
  return {
    accountId: account.id,
    openingBalanceCents: setup.openingBalanceCents,
    incomeCents: cents(timeline.incomeCents),
    expenseCents: cents(timeline.expenseCents),
    transfersInCents: cents(timeline.transfersInCents),
    transfersOutCents: cents(timeline.transfersOutCents),
    closingBalanceCents: cents(timeline.bookedCents.at(-1) ?? 0),
    averageBalanceCents: averageCents(averageOf(timeline)),
    dailyBalancesCents: timeline.bookedCents,
    grossInterestCents,
    withholdingCents: withheld,
    netInterestCents,
    stampDutyCents,
    monthlyFeesCents,
    transferFeesCents,
    overdraftInterestCents,
    netReturnCents: cents(
      netInterestCents - stampDutyCents - monthlyFeesCents - transferFeesCents - overdraftInterestCents,
    ),
  };
}

/** Average of the booked end-of-day balances over the open days from `from` to `to` (positions). */
function averageOf(
  timeline: AccountTimeline,
  from = 0,
  to = timeline.bookedCents.length - 1,
): AverageBalance {
  const first = Math.max(from, timeline.entry.openFrom);
  const last = Math.min(to, timeline.entry.openTo);
  let sumCentDays = 0;
  for (let day = first; day <= last; day += 1) sumCentDays += timeline.bookedCents[day] ?? 0;
  return { sumCentDays: cents(sumCentDays), days: Math.max(0, last - first + 1) };
}

function interestOf(
  timeline: AccountTimeline,
  grid: QuarterGrid,
): { grossInterestCents: Cents; overdraftInterestCents: Cents } {
  const { account, openFrom, openTo } = timeline.entry;
  const divisor = interestDivisor(account.interestBasis, grid.daysInYear);
  const earned = new ExactSum();
  for (const period of account.rates) {
    const from = Math.max(openFrom, positionOf(grid, period.from));
    const to = Math.min(openTo, period.to === undefined ? openTo : positionOf(grid, period.to));
    forEachRun(timeline.valueCents, from, to, (balance, days) => {
      addInterest(earned, period, balance, days);
    });
  }
  const owed = new ExactSum();
  const overdraftUnits = rateUnits(account.overdraftRatePct ?? 0);
  forEachRun(timeline.valueCents, openFrom, openTo, (balance, days) => {
    if (balance < 0) owed.add((0 - balance) * days, overdraftUnits);
  });
  return {
    grossInterestCents: interestCents(earned, divisor),
    overdraftInterestCents: interestCents(owed, divisor),
  };
}

/** Calls `visit` for every run of days with one balance. */
function forEachRun(
  balances: readonly Cents[],
  from: number,
  to: number,
  visit: (balance: Cents, days: number) => void,
): void {
  let start = from;
  while (start <= to) {
    const balance = balances[start] ?? 0;
    let end = start + 1;
    while (end <= to && balances[end] === balance) end += 1;
    visit(balance, end - start);
    start = end;
  }
}

function monthlyFees(timeline: AccountTimeline, grid: QuarterGrid): Cents {
  const { account } = timeline.entry;
  if (account.monthlyFeeCents === 0) return 0;
  return grid.months.reduce(
    (sum, { from, to }, month) =>
      sum +
      monthlyFeeCents(account, {
        average: averageOf(timeline, from, to),
        creditsCents: timeline.monthlyCreditsCents[month] ?? 0,
      }),
    0,
  );
}

// ---------------------------------------------------------------------------------------------- stamp duty

function dutyPeriod(entry: IndexedAccount, grid: QuarterGrid): DutyPeriod {
  const days = daysOpen(entry);
  const whole = days === grid.days.length;
  return { days, daysInYear: grid.daysInYear, months: whole ? grid.months.length : undefined };
}

function stampDuty(
  timeline: AccountTimeline,
  grid: QuarterGrid,
  law: Law,
  fixedDuty: ReadonlyMap<string, Cents>,
): Cents {
  const { account, setup, openTo } = timeline.entry;
  if (account.dutyPaidByBank || account.dutyRegime === 'NONE') return 0;
  if (account.dutyRegime === 'FIXED') return fixedDuty.get(account.id) ?? 0;
  const deposit = {
    average: averageOf(timeline),
    closingCents: timeline.bookedCents[openTo] ?? 0,
    used: timeline.moved || setup.openingBalanceCents !== 0,
  };
  return proportionalDutyCents(deposit, account.dutyBase, dutyPeriod(timeline.entry, grid), law);
}

interface FixedDutyGroup {
  readonly evaluation: DutyGroupEvaluation;
  readonly dutyOf: ReadonlyMap<string, Cents>;
}

/** Tests the threshold for every (bank, set of holders) with accounts under fixed duty. */
function fixedDutyGroups(timeline: Timeline, law: Law): FixedDutyGroup[] {
  const { grid } = timeline.plan;
  const groups = new Map<string, AccountTimeline[]>();
  for (const account of timeline.accounts) {
    if (account.entry.account.dutyRegime !== 'FIXED') continue;
    const key = JSON.stringify([account.entry.bank.id, holdersKey(account.entry.group.holders)]);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [account]);
    else members.push(account);
  }
  return [...groups.values()].map((members) => fixedDutyGroup(members, grid, law));
}

function fixedDutyGroup(members: readonly AccountTimeline[], grid: QuarterGrid, law: Law): FixedDutyGroup {
  const averages = members.map((member) => averageOf(member));
  const test = fixedDutyTest(averages, law.fixedDutyThresholdCents, grid.days.length);
  const dutyOf = new Map(
    members.map(({ entry }, position) => {
      // A negative average owes nothing; one of exactly zero does, once the others are above.
      const pays = test.due && (averages[position]?.sumCentDays ?? 0) >= 0 && !entry.account.dutyPaidByBank;
      const duty = fixedDutyCents(
        law.fixedDutyCents,
        dutyPeriod(entry, grid),
        entry.bank.stampDutyMethod,
        law.minimumDutyCents,
      );
      return [entry.account.id, pays ? duty : 0] as const;
    }),
  );
  const first = members[0]?.entry;
  return {
    dutyOf,
    evaluation: {
      bankId: first?.bank.id ?? '',
      holders: first?.group.holders ?? [],
      accountIds: members.map(({ entry }) => entry.account.id),
      aggregateAverageCents: test.aggregateAverageCents,
      due: test.due,
      stampDutyCents: [...dutyOf.values()].reduce((sum, duty) => sum + duty, 0),
      marginCentDays: test.marginCentDays,
    },
  };
}

// ---------------------------------------------------------------------------------------------- limits

function guaranteeAndViolations(
  timeline: Timeline,
  transfers: readonly Transfer[],
): { guarantee: GuaranteeEvaluation[]; violations: Violation[] } {
  const { grid, problem } = timeline.plan;
  const guarantee: GuaranteeEvaluation[] = [];
  const violations = timeline.accounts.flatMap((account) => limitViolations(account, grid, problem.settings));
  for (const exposure of exposuresOf(timeline.accounts)) {
    const { holder, bankId } = exposure;
    const peak = peakOf(exposure);
    guarantee.push({
      holder,
      bankId,
      peakCents: exposureCents(exposure, peak.units),
      peakDate: grid.days[peak.position] ?? problem.quarter,
    });
    if (problem.settings.guaranteePolicy === 'OFF' || !exposure.guaranteed) continue;
    const excess = excessOver(exposure, problem.settings.guaranteeLimitCents);
    if (excess === undefined) continue;
    violations.push({
      kind: 'GUARANTEE_EXCEEDED',
      accountId: largestAccount(timeline, exposure.shares, excess.position),
      date: grid.days[excess.position] ?? problem.quarter,
      amountCents: excess.amountCents,
      holder,
      bankId,
    });
  }
  violations.push(...transferViolations(timeline, transfers));
  return { guarantee, violations: violations.sort(byDate) };
}

function byDate(a: Violation, b: Violation): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0;
}

/** The account with the largest share of an exposure on a day: where a person would take money away. */
function largestAccount(
  timeline: Timeline,
  shares: readonly { readonly accountIndex: number; readonly units: number }[],
  position: number,
): string {
  let largest = { id: '', units: -Infinity };
  for (const share of shares) {
    const account = timeline.accounts[share.accountIndex];
    const units = (account?.bookedCents[position] ?? 0) * share.units;
    if (account !== undefined && units > largest.units) largest = { id: account.entry.account.id, units };
  }
  return largest.id;
}

/** At most one violation a kind: its first day, and the worst day's cents. */
function limitViolations(
  timeline: AccountTimeline,
  grid: QuarterGrid,
  settings: PlanningSettings,
): Violation[] {
  const { account, setup } = timeline.entry;
  const low = new Worst();
  const high = new Worst();
  for (const [position, day] of grid.days.entries()) {
    const balance = timeline.bookedCents[position] ?? 0;
    const { minCents, maxCents } = limitsOn(account, setup, settings, day);
    if (minCents !== undefined && balance < minCents) low.note(day, minCents - balance);
    if (maxCents !== undefined && balance > maxCents) high.note(day, balance - maxCents);
  }
  return [...low.violation('BELOW_MINIMUM', account.id), ...high.violation('ABOVE_MAXIMUM', account.id)];
}

/** Keeps the first day and the largest amount noted. */
class Worst {
  private first: Day | undefined;
  private amountCents = 0;

  note(day: Day, amountCents: Cents): void {
    this.first ??= day;
    this.amountCents = Math.max(this.amountCents, amountCents);
  }

  violation(kind: ViolationKind, accountId: string): Violation[] {
    if (this.first === undefined) return [];
    return [{ kind, accountId, date: this.first, amountCents: cents(this.amountCents) }];
  }
}

/** The tried transfers, and the optimizer's own among the operations, that the accounts' rules forbid. */
function transferViolations(timeline: Timeline, transfers: readonly Transfer[]): Violation[] {
  const { problem } = timeline.plan;
  const own = problem.operations.filter(
    (operation) => isMovable(operation) && isInQuarter(operation.date, problem.quarter),
  );
  const proposed = [...transfers, ...own.map(asTransfer)];
  return proposed.flatMap((transfer): Violation[] => {
    const blocking = blockingAccount(timeline, transfer);
    if (blocking === undefined) return [];
    const { date, amountCents } = transfer;
    return [{ kind: 'TRANSFER_NOT_ALLOWED', accountId: blocking, date, amountCents }];
  });
}

/** The account that stands in a transfer's way: one that takes no part in the quarter, or one whose rules forbid it. */
function blockingAccount(timeline: Timeline, transfer: Transfer): string | undefined {
  const { byAccountId, problem } = timeline.plan;
  const source = byAccountId.get(transfer.fromAccountId);
  if (source === undefined) return transfer.fromAccountId;
  const destination = byAccountId.get(transfer.toAccountId);
  if (destination === undefined) return transfer.toAccountId;
  return transferObstacle(source, destination, transfer.date, problem.quarter, problem.settings)?.accountId;
}

function asTransfer(operation: Operation): Transfer {
  return {
    date: operation.date,
    fromAccountId: operation.accountId,
    toAccountId: operation.toAccountId ?? '',
    amountCents: operation.amountCents,
  };
}
