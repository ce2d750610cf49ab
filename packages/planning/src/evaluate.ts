/**
 * The referee: what a plan is worth and which limits it breaks. Every figure shown anywhere comes from here.
 */

import { excessOver, exposureCents, exposuresOf, peakOf } from './guarantee.js';
import { isInHorizon } from './horizon.js';
import { limitsOn } from './limits.js';
import type { Flow } from './movements.js';
import { cents, splitByLargestRemainder, sumCents } from './money.js';
import { type AccountPeriod, dayAt, historySince } from './periods.js';
import type { HorizonGrid } from './indexed-problem.js';
import type {
  AccountEvaluation,
  AccountQuarter,
  Cents,
  CreditEvaluation,
  Day,
  DutyGroupEvaluation,
  Evaluation,
  FlowFigures,
  GuaranteeEvaluation,
  Operation,
  PlanningSettings,
  Problem,
  QuarterEvaluation,
  ReturnFigures,
  StatementEvaluation,
  Transfer,
  Violation,
  ViolationKind,
} from './problem.js';
import { averageBetween, type Credit, type Statement } from './settlement.js';
import { averageCents } from './stamp-duty.js';
import { type AccountTimeline, type Timeline, timelineOf } from './timeline.js';
import { isMovable, transferObstacle } from './transfers.js';
import type { DutyTest } from './walk.js';

/**
 * Replays a horizon with `transfers` on top of its operations and reports, in integer cents, every account's balances,
 * interest, taxes and fees, by period and by quarter, the duty groups, the guarantee and the limits broken. What the end
 * of a period brings is booked on the next day; of the last day it is reported and not part of the closing balance.
 *
 * Net return = Σ net interest − duty − monthly fees − transfer fees − overdraft interest.
 *
 * The problem is expected to be sound (see `checkProblem`). Throws `ProblemError` when a reference leads nowhere.
 */
export function evaluate(problem: Problem, transfers: readonly Transfer[] = []): Evaluation {
  const timeline = timelineOf(problem, transfers);
  const { grid } = timeline.plan;
  const accounts = timeline.accounts.map(accountEvaluation);
  return {
    netReturnCents: sumCents(accounts.map((account) => account.netReturnCents)),
    days: grid.days,
    accounts,
    quarters: quarterEvaluations(timeline),
    statements: timeline.accounts.flatMap((account) =>
      account.statements.map((statement) => statementEvaluation(account, statement, grid)),
    ),
    credits: timeline.accounts.flatMap((account) =>
      account.credits.map((credit) => creditEvaluation(account, credit, grid)),
    ),
    dutyGroups: timeline.dutyTests.map((test) => dutyGroupEvaluation(test, timeline)),
    ...guaranteeAndViolations(timeline, transfers),
  };
}

// ---------------------------------------------------------------------------------------------- one account

function accountEvaluation(timeline: AccountTimeline): AccountEvaluation {
  const { account, setup } = timeline.entry;
  const { credits, statements, flows } = timeline;
  const charged = total(flows, (flow) => flow.chargedTransfers);
  return {
    accountId: account.id,
    openingBalanceCents: setup.openingBalanceCents,
    ...flowFigures(flows),
    closingBalanceCents: cents(timeline.bookedCents.at(-1) ?? 0),
    averageBalanceCents: averageCents(averageBetween(timeline, 0, timeline.bookedCents.length - 1)),
    dailyBalancesCents: timeline.bookedCents,
    ...returnFigures({
      grossInterestCents: total(credits, (credit) => credit.grossCents),
      withholdingCents: total(credits, (credit) => credit.withheldCents),
      stampDutyCents: total(statements, (statement) => statement.dutyCents),
      monthlyFeesCents: total(statements, (statement) => statement.feesCents),
      transferFeesCents: charged * account.transferFeeCents,
      overdraftInterestCents: total(credits, (credit) => credit.overdraftCents),
    }),
  };
}

function total<T>(items: readonly T[], amount: (item: T) => number): Cents {
  return sumCents(items.map(amount));
}

function flowFigures(flows: readonly Flow[]): FlowFigures {
  return {
    incomeCents: total(flows, (flow) => flow.incomeCents),
    expenseCents: total(flows, (flow) => flow.expenseCents),
    transfersInCents: total(flows, (flow) => flow.transfersInCents),
    transfersOutCents: total(flows, (flow) => flow.transfersOutCents),
    settledCents: total(flows, (flow) => flow.settledCents),
  };
}

function returnFigures(figures: Omit<ReturnFigures, 'netInterestCents' | 'netReturnCents'>): ReturnFigures {
  const netInterestCents = figures.grossInterestCents - figures.withholdingCents;
  return {
    ...figures,
    netInterestCents,
    netReturnCents: cents(
      netInterestCents -
        figures.stampDutyCents -
        figures.monthlyFeesCents -
        figures.transferFeesCents -
        figures.overdraftInterestCents,
    ),
  };
}

// ---------------------------------------------------------------------------------------------- periods

function statementEvaluation(
  { entry }: AccountTimeline,
  { period, average, dutyCents, feesCents }: Statement,
  grid: HorizonGrid,
): StatementEvaluation {
  const history = historySince(entry.setup, period);
  return {
    accountId: entry.account.id,
    from: history.from ?? dayAt(grid.horizon, period.first),
    to: dayAt(grid.horizon, Math.min(period.calendar.last, entry.closesAt)),
    provisional: period.isProvisional,
    days: average.days,
    averageBalanceCents: averageCents(average),
    stampDutyCents: dutyCents,
    monthlyFeesCents: feesCents,
  };
}

function creditEvaluation(
  { entry }: AccountTimeline,
  { period, grossCents, withheldCents, overdraftCents }: Credit,
  grid: HorizonGrid,
): CreditEvaluation {
  const start = Math.max(period.calendar.first, entry.opensAt);
  const end = Math.min(period.calendar.last, entry.closesAt);
  return {
    accountId: entry.account.id,
    from: dayAt(grid.horizon, start === -Infinity ? period.first : start),
    to: end === Infinity ? undefined : dayAt(grid.horizon, end),
    provisional: period.isProvisional,
    grossInterestCents: grossCents,
    withholdingCents: withheldCents,
    netInterestCents: cents(grossCents - withheldCents),
    overdraftInterestCents: overdraftCents,
  };
}

function dutyGroupEvaluation(test: DutyTest, { accounts, plan }: Timeline): DutyGroupEvaluation {
  const { members, window } = test;
  const inWindow = ({ period }: Statement): boolean =>
    period.settledAt === window.settledAt && period.calendar.first === window.calendar.first;
  const first = members[0];
  return {
    bankId: first?.bank.id ?? '',
    holders: first?.group.holders ?? [],
    accountIds: members.map(({ account }) => account.id),
    aggregateAverageCents: test.aggregateAverageCents,
    due: test.due,
    stampDutyCents: total(
      members.flatMap(({ index }) => accounts[index]?.statements.filter(inWindow) ?? []),
      (statement) => statement.dutyCents,
    ),
    marginCentDays: test.marginCentDays,
    from: window.calendar.from,
    to: dayAt(plan.grid.horizon, window.calendar.last),
    provisional: window.isProvisional,
  };
}

// ---------------------------------------------------------------------------------------------- quarters

/** The horizon's figures as accrued in each quarter: the parts of every figure sum to its total. */
function quarterEvaluations({ accounts, plan }: Timeline): QuarterEvaluation[] {
  const { grid } = plan;
  const shares = accounts.map((account) => quarterShares(account, grid));
  return grid.quarters.map(({ date, from, to }, quarter) => {
    const figures = accounts.map((account, index): AccountQuarter => {
      const { entry, bookedCents } = account;
      const opens = entry.openFrom >= from && entry.openFrom <= to ? entry.setup.openingBalanceCents : 0;
      const flow = account.flows[quarter];
      const share = shares[index]?.[quarter] ?? NO_SHARE;
      return {
        accountId: entry.account.id,
        openingBalanceCents: cents((bookedCents[from - 1] ?? 0) + opens),
        ...flowFigures(flow === undefined ? [] : [flow]),
        closingBalanceCents: cents(bookedCents[to] ?? 0),
        averageBalanceCents: averageCents(averageBetween(account, from, to)),
        ...returnFigures({
          ...share,
          transferFeesCents: (flow?.chargedTransfers ?? 0) * entry.account.transferFeeCents,
        }),
      };
    });
    return {
      quarter: date,
      netReturnCents: sumCents(figures.map(({ netReturnCents }) => netReturnCents)),
      accounts: figures,
    };
  });
}

interface QuarterShare {
  grossInterestCents: number;
  withholdingCents: number;
  overdraftInterestCents: number;
  stampDutyCents: number;
  monthlyFeesCents: number;
}

const NO_SHARE: Readonly<QuarterShare> = {
  grossInterestCents: 0,
  withholdingCents: 0,
  overdraftInterestCents: 0,
  stampDutyCents: 0,
  monthlyFeesCents: 0,
};

/** What of an account's interest, duty and fees falls on each quarter: by accrual, by days, by month. */
function quarterShares({ credits, statements }: AccountTimeline, grid: HorizonGrid): QuarterShare[] {
  const shares = grid.quarters.map(() => ({ ...NO_SHARE }));
  const give = (key: keyof QuarterShare, quarters: readonly number[], amounts: readonly Cents[]): void => {
    for (const [index, quarter] of quarters.entries()) {
      const share = shares[quarter];
      if (share !== undefined) share[key] += amounts[index] ?? 0;
    }
  };
  for (const { period, parts, grossCents, withheldCents, overdraftCents } of credits) {
    const { quarters, days } = daysByQuarter(period, grid);
    const gross = parts.map((part) => part.gross);
    const overdraft = parts.map((part) => part.overdraft);
    give('grossInterestCents', quarters, splitBy(grossCents, gross, days));
    give('withholdingCents', quarters, splitBy(withheldCents, gross, days));
    give('overdraftInterestCents', quarters, splitBy(overdraftCents, overdraft, days));
  }
  for (const { period, dutyCents, fees } of statements) {
    const { quarters, days } = daysByQuarter(period, grid);
    give('stampDutyCents', quarters, splitByLargestRemainder(dutyCents, days));
    const months = fees.map(({ month }) => grid.quarterOfDay[grid.months[month]?.from ?? -1] ?? -1);
    give(
      'monthlyFeesCents',
      months,
      fees.map((fee) => fee.cents),
    );
  }
  return shares;
}

function daysByQuarter(period: AccountPeriod, grid: HorizonGrid): { quarters: number[]; days: number[] } {
  const quarters: number[] = [];
  const days: number[] = [];
  for (const [quarter, { from, to }] of grid.quarters.entries()) {
    const inside = Math.min(period.last, to) - Math.max(period.first, from) + 1;
    if (inside <= 0) continue;
    quarters.push(quarter);
    days.push(inside);
  }
  return { quarters, days };
}

/** By what accrued; by days where that says nothing, such as when only history is left to report. */
function splitBy(amountCents: Cents, accrued: readonly bigint[], days: readonly number[]): Cents[] {
  const says = accrued.every((units) => units >= 0n) && accrued.some((units) => units > 0n);
  return splitByLargestRemainder(amountCents, says ? accrued : days);
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
  grid: HorizonGrid,
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
  const { plan } = timeline;
  const { problem } = plan;
  const own = problem.operations.filter(
    (operation) => isMovable(operation) && isInHorizon(operation.date, plan.grid.horizon),
  );
  const proposed = [...transfers, ...own.map(asTransfer)];
  return proposed.flatMap((transfer): Violation[] => {
    const blocking = blockingAccount(timeline, transfer);
    if (blocking === undefined) return [];
    const { date, amountCents } = transfer;
    return [{ kind: 'TRANSFER_NOT_ALLOWED', accountId: blocking, date, amountCents }];
  });
}

/** The account that stands in a transfer's way: one that takes no part, or one whose rules forbid it. */
function blockingAccount(timeline: Timeline, transfer: Transfer): string | undefined {
  const { byAccountId, grid, problem } = timeline.plan;
  const source = byAccountId.get(transfer.fromAccountId);
  if (source === undefined) return transfer.fromAccountId;
  const destination = byAccountId.get(transfer.toAccountId);
  if (destination === undefined) return transfer.toAccountId;
  return transferObstacle(source, destination, transfer.date, grid.horizon, problem.settings)?.accountId;
}

function asTransfer(operation: Operation): Transfer {
  return {
    date: operation.date,
    fromAccountId: operation.accountId,
    toAccountId: operation.toAccountId ?? '',
    amountCents: operation.amountCents,
  };
}
