import type { Operation, Summary } from '@fibado/contracts';
import {
  type AccountEvaluation,
  addDays,
  type Evaluation,
  quarterEnd,
  type Violation,
  weekdayOf,
} from '@fibado/planning';
import type { Household, QuarterData } from '../shared/queries';
import { isToConfirm } from '../shared/to-confirm';
import { nameIn } from '../shared/shown';

/** The totals of a quarter, each a sum of the referee's figures of its accounts. */
export interface Totals {
  readonly openingCents: number;
  readonly incomeCents: number;
  readonly expenseCents: number;
  readonly closingCents: number;
  readonly averageCents: number;
  readonly grossInterestCents: number;
  readonly withholdingCents: number;
  readonly netInterestCents: number;
  readonly stampDutyCents: number;
  readonly feesCents: number;
  readonly overdraftCents: number;
  readonly netReturnCents: number;
}

export function totalsOf(evaluation: Evaluation): Totals {
  const sum = (pick: (a: AccountEvaluation) => number): number =>
    evaluation.accounts.reduce((total, account) => total + pick(account), 0);
  return {
    openingCents: sum((a) => a.openingBalanceCents),
    incomeCents: sum((a) => a.incomeCents),
    expenseCents: sum((a) => a.expenseCents),
    closingCents: sum((a) => a.closingBalanceCents),
    averageCents: sum((a) => a.averageBalanceCents),
    grossInterestCents: sum((a) => a.grossInterestCents),
    withholdingCents: sum((a) => a.withholdingCents),
    netInterestCents: sum((a) => a.netInterestCents),
    stampDutyCents: sum((a) => a.stampDutyCents),
    feesCents: sum((a) => a.monthlyFeesCents + a.transferFeesCents),
    overdraftCents: sum((a) => a.overdraftInterestCents),
    netReturnCents: evaluation.netReturnCents,
  };
}

/** What the household can do next; the first is the one thing to do now. */
export type NextStep =
  | { readonly kind: 'ADD_ACCOUNTS' }
  | { readonly kind: 'CHECK_SETUP'; readonly isEmpty: boolean }
  | { readonly kind: 'ENTER_OPERATIONS' }
  | { readonly kind: 'OPTIMIZE'; readonly stale: boolean }
  | { readonly kind: 'ACCEPT_PLAN'; readonly gainCents: number; readonly runId: string }
  | {
      readonly kind: 'FIX_LIMITS';
      readonly count: number;
      readonly first: Violation;
      readonly runId?: string;
    }
  | { readonly kind: 'START' }
  | { readonly kind: 'MAKE_TRANSFERS'; readonly count: number; readonly overdue: number }
  | { readonly kind: 'CONFIRM_OPERATIONS'; readonly count: number }
  | { readonly kind: 'CLOSE' }
  | { readonly kind: 'NEXT_QUARTER' }
  | { readonly kind: 'HINDSIGHT' };

/** Whether any plan was adopted after the newest one was computed: then the page does not offer it again. */
export const isDecided = ({ latestPlan: plan, acceptedPlan }: Summary): boolean =>
  plan !== undefined &&
  (plan.accepted || (acceptedPlan !== undefined && acceptedPlan.acceptedAt > plan.createdAt));

/** What the newest plan would bring more than the quarter as it stands, cents; not below zero. */
export const gainLeft = ({ latestPlan: plan, evaluation }: Summary): number =>
  plan === undefined || plan.accepted ? 0 : Math.max(0, plan.netReturnCents - evaluation.netReturnCents);

export function nextSteps(data: QuarterData & { readonly summary: Summary }, today: string): NextStep[] {
  const { quarter, operations, summary } = data;
  const steps: NextStep[] = [];
  const planned = operations.filter((o) => o.status === 'PLANNED');
  const dueTransfers = planned.filter((o) => o.kind === 'TRANSFER' && o.date <= today);
  const ended = today > quarterEnd(quarter.date);
  // Opening balances are missing: violations computed without them mean nothing.
  const isEmpty =
    quarter.state === 'INITIALIZED' && quarter.setups.every((setup) => setup.openingBalanceCents === 0);
  if (quarter.state === 'CLOSED') return [{ kind: 'NEXT_QUARTER' }, { kind: 'HINDSIGHT' }];
  if (quarter.setups.length === 0) return [{ kind: 'ADD_ACCOUNTS' }];
  if (quarter.state === 'STARTED') {
    if (dueTransfers.length > 0)
      steps.push({
        kind: 'MAKE_TRANSFERS',
        count: dueTransfers.length,
        overdue: dueTransfers.filter((o) => o.date < today).length,
      });
    const others = planned.filter((o) => isToConfirm(o, today)).length;
    if (others > 0) steps.push({ kind: 'CONFIRM_OPERATIONS', count: others });
    if (ended) steps.push({ kind: 'CLOSE' });
  } else {
    steps.push({ kind: 'CHECK_SETUP', isEmpty });
    if (operations.length === 0) steps.push({ kind: 'ENTER_OPERATIONS' });
  }
  if (!ended) {
    const plan = summary.latestPlan;
    const { violations } = summary.evaluation;
    const ready = plan && !plan.stale && !isDecided(summary) ? { runId: plan.runId } : {};
    const [first] = violations.toSorted((a, b) => a.date.localeCompare(b.date));
    if (first && !isEmpty) steps.unshift({ kind: 'FIX_LIMITS', count: violations.length, first, ...ready });
    if (!plan || plan.stale) steps.push({ kind: 'OPTIMIZE', stale: plan?.stale ?? false });
    else if (!isDecided(summary) && gainLeft(summary) > 0)
      steps.push({ kind: 'ACCEPT_PLAN', gainCents: gainLeft(summary), runId: plan.runId });
    if (quarter.state === 'INITIALIZED') steps.push({ kind: 'START' });
  }
  return steps;
}

/** The first day after today on which a transfer is to be made. */
export const nextTransferDay = (operations: readonly Operation[], today: string): string | undefined =>
  operations
    .filter((o) => o.kind === 'TRANSFER' && o.status === 'PLANNED' && o.date > today)
    .map((o) => o.date)
    .sort()[0];

export interface TodoItem {
  readonly operation: Operation;
  readonly from: string;
  readonly to: string;
  /** Where the money goes; absent when the destination has no IBAN on file. */
  readonly iban: string | undefined;
  readonly holder: string;
  readonly overdue: boolean;
}

export interface TodoDay {
  readonly date: string;
  readonly items: readonly TodoItem[];
}

/** The transfers to make by hand, day by day: everything planned, and what was done on the days still shown. */
export function todoDays(household: Household, operations: readonly Operation[], today: string): TodoDay[] {
  const name = nameIn(household.accounts);
  const days = new Map<string, TodoItem[]>();
  const transfers = operations
    .filter((o) => o.kind === 'TRANSFER')
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.description.localeCompare(b.description));
  for (const operation of transfers) {
    const target = household.accounts.find((a) => a.id === operation.toAccountId);
    const group = household.accountGroups.find((g) => g.id === target?.accountGroupId);
    const list = days.get(operation.date) ?? [];
    list.push({
      operation,
      from: name(operation.accountId),
      to: name(operation.toAccountId),
      iban: target?.iban,
      holder: group?.holders.join(', ') ?? '',
      overdue: operation.status === 'PLANNED' && operation.date < today,
    });
    days.set(operation.date, list);
  }
  return [...days].map(([date, items]) => ({ date, items }));
}

export interface GuaranteeRow {
  readonly key: string;
  readonly holder: string;
  readonly bank: string;
  readonly scheme: string;
  readonly peakCents: number;
  readonly peakDate: string;
  readonly limitCents: number;
  readonly tone: 'safe' | 'near' | 'over';
}

/** Who is exposed where: the highest balance each person has at each bank, against the guarantee. */
export function guaranteeRows(household: Household, evaluation: Evaluation): GuaranteeRow[] {
  const limitCents = household.settings.guaranteeLimitCents;
  return evaluation.guarantee
    .filter((row) => row.peakCents > 0)
    .map((row): GuaranteeRow => {
      const bank = household.banks.find((b) => b.id === row.bankId);
      return {
        key: `${row.bankId}:${row.holder}`,
        holder: row.holder,
        bank: bank?.name ?? '–',
        scheme: bank?.guaranteeScheme ?? 'NONE',
        peakCents: row.peakCents,
        peakDate: row.peakDate,
        limitCents,
        tone: row.peakCents > limitCents ? 'over' : row.peakCents > limitCents * 0.9 ? 'near' : 'safe',
      };
    })
    .sort((a, b) => b.peakCents - a.peakCents);
}

/** One month as weeks from Monday; days outside the month are absent. */
export function monthWeeks(firstDay: string): (string | undefined)[][] {
  const days: (string | undefined)[] = [];
  for (let day = firstDay; day.slice(0, 7) === firstDay.slice(0, 7); day = addDays(day, 1)) days.push(day);
  const first = weekdayOf(firstDay) - 1;
  const cells = [...Array<undefined>(first).fill(undefined), ...days];
  const weeks: (string | undefined)[][] = [];
  for (let at = 0; at < cells.length; at += 7) {
    const week = cells.slice(at, at + 7);
    while (week.length < 7) week.push(undefined);
    weeks.push(week);
  }
  return weeks;
}
