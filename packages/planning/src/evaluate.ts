/**
 * The referee: what a plan is worth and which limits it breaks. Every figure shown anywhere comes from here.
 */

import { isForeign } from './abroad.js';
import type { ForeignDuty } from './foreign-duty.js';
import type { Flow } from './movements.js';
import { cents, splitByLargestRemainder } from './money.js';
import { dayOn, type HorizonGrid, type IndexedProblem, indexProblem } from './indexed-problem.js';
import { type AccountPeriod, historySince } from './periods.js';
import type {
  AccountEvaluation,
  AccountQuarter,
  CreditEvaluation,
  DutyGroupEvaluation,
  Evaluation,
  FlowFigures,
  ForeignDutyEvaluation,
  QuarterEvaluation,
  ReturnFigures,
  StatementEvaluation,
} from './evaluation.js';
import type { Cents, Problem, Transfer } from './problem.js';
import { NO_READINGS, type Readings } from './readings.js';
import { averageBetween, type Credit, type Statement } from './settlement.js';
import { averageCents } from './stamp-duty.js';
import { type AccountTimeline, type Timeline, timelineOn } from './timeline.js';
import { guaranteeAndViolations } from './violations.js';
import { type DutyTest, dutyOfTest } from './walk.js';

/**
 * Replays a horizon with `transfers` on top of its operations and reports, in integer cents, every account's balances,
 * interest, taxes and fees, by period and by quarter, the duty groups, the guarantee and the limits broken. What the end
 * of a period brings is booked on the next day; of the last day it is reported and not part of the closing balance.
 *
 * Net return = Σ net interest − duty − monthly fees − transfer fees − overdraft interest.
 *
 * `readings` replace those of the law where a bank's practice is tried.
 *
 * The problem is expected to be sound (see `checkProblem`). Throws `ProblemError` when a reference leads nowhere.
 */
export function evaluate(
  problem: Problem,
  transfers: readonly Transfer[] = [],
  readings: Readings = NO_READINGS,
): Evaluation {
  return evaluateOn(indexProblem(problem), transfers, readings);
}

/** The same of a problem that was indexed before: its references are followed once for many plans. */
export function evaluateOn(
  plan: IndexedProblem,
  transfers: readonly Transfer[],
  readings: Readings = NO_READINGS,
): Evaluation {
  const timeline = timelineOn(plan, transfers, readings);
  const { grid } = plan;
  const figures = timeline.accounts.map(accountFigures);
  const { guarantee, violations } = guaranteeAndViolations(timeline, transfers);
  return {
    netReturnCents: total(figures, ({ netReturnCents }) => netReturnCents),
    days: grid.days,
    accounts: timeline.accounts.map(({ bookedCents }, index) =>
      withBalances(figures[index] as AccountQuarter, bookedCents),
    ),
    quarters: quarterEvaluations(timeline, figures),
    statements: timeline.accounts.flatMap((account) =>
      account.statements.map((statement) => statementEvaluation(account, statement, grid)),
    ),
    foreignDuties: timeline.accounts.flatMap((account) =>
      account.foreignDuties.map((duty) => foreignDutyEvaluation(account, duty, grid)),
    ),
    credits: timeline.accounts.flatMap((account) =>
      account.credits.map((credit) => creditEvaluation(account, credit, grid)),
    ),
    dutyGroups: timeline.dutyTests.map((test) => dutyGroupEvaluation(test, timeline)),
    guarantee,
    violations,
  };
}

// ---------------------------------------------------------------------------------------------- one account

function accountFigures(timeline: AccountTimeline): AccountQuarter {
  const { account, setup } = timeline.entry;
  const { credits, statements, foreignDuties, flows } = timeline;
  const duty = total(statements, ({ dutyCents }) => dutyCents);
  return figuresOf(
    {
      accountId: account.id,
      openingBalanceCents: setup.openingBalanceCents,
      closingBalanceCents: cents(timeline.bookedCents.at(-1) ?? 0),
      averageBalanceCents: averageCents(averageBetween(timeline, 0, timeline.bookedCents.length - 1)),
    },
    flowFigures(flows),
    {
      grossInterestCents: total(credits, (credit) => credit.grossCents),
      withholdingCents: total(credits, (credit) => credit.withheldCents),
      stampDutyCents: duty + total(foreignDuties, ({ dutyCents }) => dutyCents),
      monthlyFeesCents: total(statements, (statement) => statement.feesCents),
      transferFeesCents: total(flows, (flow) => flow.transferFeesCents),
      overdraftInterestCents: total(credits, (credit) => credit.overdraftCents),
    },
  );
}

function total<T>(items: readonly T[], amount: (item: T) => number): Cents {
  let sum = 0;
  for (const item of items) sum += amount(item);
  return cents(sum);
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

type Balances = Pick<
  AccountQuarter,
  'accountId' | 'openingBalanceCents' | 'closingBalanceCents' | 'averageBalanceCents'
>;
type ReturnParts = Omit<ReturnFigures, 'netInterestCents' | 'netReturnCents'>;

/** In one literal: spread into it the figures would take several times as long, for each of millions of plans. */
function figuresOf(balances: Balances, flow: FlowFigures, parts: ReturnParts): AccountQuarter {
  const netInterestCents = parts.grossInterestCents - parts.withholdingCents;
  const chargesCents =
    parts.stampDutyCents + parts.monthlyFeesCents + parts.transferFeesCents + parts.overdraftInterestCents;
  return {
    accountId: balances.accountId,
    openingBalanceCents: balances.openingBalanceCents,
    incomeCents: flow.incomeCents,
    expenseCents: flow.expenseCents,
    transfersInCents: flow.transfersInCents,
    transfersOutCents: flow.transfersOutCents,
    settledCents: flow.settledCents,
    closingBalanceCents: balances.closingBalanceCents,
    averageBalanceCents: balances.averageBalanceCents,
    grossInterestCents: parts.grossInterestCents,
    withholdingCents: parts.withholdingCents,
    stampDutyCents: parts.stampDutyCents,
    monthlyFeesCents: parts.monthlyFeesCents,
    transferFeesCents: parts.transferFeesCents,
    overdraftInterestCents: parts.overdraftInterestCents,
    netInterestCents,
    netReturnCents: cents(netInterestCents - chargesCents),
  };
}

/** In one literal, too. */
function withBalances(figures: AccountQuarter, dailyBalancesCents: readonly Cents[]): AccountEvaluation {
  return {
    accountId: figures.accountId,
    openingBalanceCents: figures.openingBalanceCents,
    incomeCents: figures.incomeCents,
    expenseCents: figures.expenseCents,
    transfersInCents: figures.transfersInCents,
    transfersOutCents: figures.transfersOutCents,
    settledCents: figures.settledCents,
    closingBalanceCents: figures.closingBalanceCents,
    averageBalanceCents: figures.averageBalanceCents,
    grossInterestCents: figures.grossInterestCents,
    withholdingCents: figures.withholdingCents,
    stampDutyCents: figures.stampDutyCents,
    monthlyFeesCents: figures.monthlyFeesCents,
    transferFeesCents: figures.transferFeesCents,
    overdraftInterestCents: figures.overdraftInterestCents,
    netInterestCents: figures.netInterestCents,
    netReturnCents: figures.netReturnCents,
    dailyBalancesCents,
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
    from: history.from ?? dayOn(grid, period.first),
    to: dayOn(grid, Math.min(period.calendar.last, entry.closesAt)),
    provisional: period.isProvisional,
    days: average.days,
    averageBalanceCents: averageCents(average),
    stampDutyCents: dutyCents,
    monthlyFeesCents: feesCents,
  };
}

function foreignDutyEvaluation(
  { entry }: AccountTimeline,
  { period, average, dutyCents }: ForeignDuty,
  grid: HorizonGrid,
): ForeignDutyEvaluation {
  const history = historySince(entry.setup, period);
  return {
    accountId: entry.account.id,
    from: history.from ?? dayOn(grid, period.first),
    to: dayOn(grid, Math.min(period.calendar.last, entry.closesAt)),
    provisional: period.isProvisional,
    days: average.days,
    averageBalanceCents: averageCents(average),
    dutyCents,
  };
}

function creditEvaluation(
  { entry }: AccountTimeline,
  { period, grossCents, withheldCents, dueInReturnCents, overdraftCents }: Credit,
  grid: HorizonGrid,
): CreditEvaluation {
  const start = Math.max(period.calendar.first, entry.opensAt);
  const end = Math.min(period.calendar.last, entry.closesAt);
  const credit = {
    accountId: entry.account.id,
    from: dayOn(grid, start === -Infinity ? period.first : start),
    to: end === Infinity ? undefined : dayOn(grid, end),
    provisional: period.isProvisional,
    grossInterestCents: grossCents,
    withholdingCents: withheldCents,
    netInterestCents: cents(grossCents - withheldCents),
    overdraftInterestCents: overdraftCents,
  };
  return isForeign(entry.account) ? { ...credit, dueInReturnCents } : credit;
}

function dutyGroupEvaluation(test: DutyTest, { accounts, plan }: Timeline): DutyGroupEvaluation {
  const { members, window } = test;
  const first = members[0];
  const group = {
    bankId: first?.bank.id ?? '',
    holders: test.holder === undefined ? (first?.group.holders ?? []) : [test.holder.name],
    accountIds: members.map(({ account }) => account.id),
    aggregateAverageCents: test.aggregateAverageCents,
    due: test.due,
    stampDutyCents: dutyOfTest(test, accounts),
    marginCentDays: test.marginCentDays,
    from: window.calendar.from,
    to: dayOn(plan.grid, window.calendar.last),
    provisional: window.isProvisional,
  };
  return test.holder === undefined ? group : { ...group, tax: 'IVAFE' };
}

// ---------------------------------------------------------------------------------------------- quarters

/** The horizon's figures as accrued in each quarter: the parts of every figure sum to its total. */
function quarterEvaluations(
  { accounts, plan }: Timeline,
  totals: readonly AccountQuarter[],
): QuarterEvaluation[] {
  const { grid } = plan;
  // The figures of the only quarter are those of the horizon.
  const byAccount =
    grid.quarters.length === 1
      ? totals.map((figures) => [figures])
      : accounts.map((account) => accountQuarters(account, grid));
  return grid.quarters.map(({ date }, quarter) => {
    const figures = byAccount.flatMap((quarters) => quarters[quarter] ?? []);
    return {
      quarter: date,
      netReturnCents: total(figures, ({ netReturnCents }) => netReturnCents),
      accounts: figures,
    };
  });
}

function accountQuarters(account: AccountTimeline, grid: HorizonGrid): AccountQuarter[] {
  const { entry, bookedCents, flows } = account;
  const shares = quarterShares(account, grid);
  return grid.quarters.map(({ from, to }, quarter) => {
    const opens = entry.openFrom >= from && entry.openFrom <= to ? entry.setup.openingBalanceCents : 0;
    const flow = flows[quarter];
    return figuresOf(
      {
        accountId: entry.account.id,
        openingBalanceCents: cents((bookedCents[from - 1] ?? 0) + opens),
        closingBalanceCents: cents(bookedCents[to] ?? 0),
        averageBalanceCents: averageCents(averageBetween(account, from, to)),
      },
      flowFigures(flow === undefined ? [] : [flow]),
      { ...(shares[quarter] ?? NO_SHARE), transferFeesCents: flow?.transferFeesCents ?? 0 },
    );
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
function quarterShares(
  { credits, statements, foreignDuties }: AccountTimeline,
  grid: HorizonGrid,
): QuarterShare[] {
  const shares = grid.quarters.map(() => ({ ...NO_SHARE }));
  const give = (key: keyof QuarterShare, quarters: readonly number[], amounts: readonly Cents[]): void => {
    for (const [index, quarter] of quarters.entries()) {
      const share = shares[quarter];
      if (share !== undefined) share[key] += amounts[index] ?? 0;
    }
  };
  for (const { period, parts, grossCents, withheldCents, overdraftCents, quarterCents } of credits) {
    const { quarters, days } = daysByQuarter(period, grid);
    if (quarterCents !== undefined) {
      give(
        'grossInterestCents',
        quarters,
        quarterCents.map((one) => one.grossCents),
      );
      give(
        'withholdingCents',
        quarters,
        quarterCents.map((one) => one.withheldCents),
      );
      continue;
    }
    const gross = parts.map((part) => part.gross);
    const overdraft = parts.map((part) => part.overdraft);
    give('grossInterestCents', quarters, splitBy(grossCents, gross, days));
    give('withholdingCents', quarters, splitBy(withheldCents, gross, days));
    give('overdraftInterestCents', quarters, splitBy(overdraftCents, overdraft, days));
  }
  for (const { period, dutyCents } of [...statements, ...foreignDuties]) {
    const { quarters, days } = daysByQuarter(period, grid);
    give('stampDutyCents', quarters, splitBy(dutyCents, [], days));
  }
  for (const { fees } of statements) {
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
  if (days.length === 1) return [amountCents];
  const says = accrued.every((units) => units >= 0n) && accrued.some((units) => units > 0n);
  return splitByLargestRemainder(amountCents, says ? accrued : days);
}
