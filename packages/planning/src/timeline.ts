/**
 * The daily balances of a plan: movements replayed day by day in integer cents.
 *
 * The booked balance of a day counts movements with `date` up to it, the value balance those with `valueDate` up to
 * it. A transfer leaves in both on its day and arrives in both on its arrival day; between the two the money is in
 * transit and on no account. Movements of another quarter take part with whatever of them falls into this one.
 */

import { isCredited } from './fees.js';
import {
  daysOpen,
  type IndexedProblem,
  type IndexedAccount,
  indexProblem,
  positionOf,
  ProblemError,
} from './indexed-problem.js';
import type { Account, Cents, Operation, Problem, Transfer } from './problem.js';
import { arrivalDay, isMovable, operationArrivalDay } from './transfers.js';

/** One account's quarter. Amounts in cents; `bookedCents` and `valueCents` hold one end-of-day balance a day. */
export interface AccountTimeline {
  readonly entry: IndexedAccount;
  readonly bookedCents: readonly Cents[];
  readonly valueCents: readonly Cents[];
  readonly incomeCents: Cents;
  readonly expenseCents: Cents;
  readonly transfersInCents: Cents;
  readonly transfersOutCents: Cents;
  /** Transfers leaving in the quarter that cost the transfer fee (a maturing principal does not). */
  readonly chargedTransfers: number;
  /** Income and transfers from other banks booked in each of the three months. */
  readonly monthlyCreditsCents: readonly Cents[];
  /** Whether any movement was booked in the quarter. */
  readonly moved: boolean;
}

/** A plan's balances, in the order of `plan.accounts`. */
export interface Timeline {
  readonly plan: IndexedProblem;
  readonly accounts: readonly AccountTimeline[];
  /** Principals of term deposits that mature in the quarter and go to the linked account. */
  readonly maturities: readonly Maturity[];
}

/** A term deposit's principal going to its linked account by itself. */
export interface Maturity extends Transfer {
  readonly arrivalDate: string;
}

interface Draft {
  readonly entry: IndexedAccount;
  readonly booked: number[];
  readonly value: number[];
  readonly credits: number[];
  income: number;
  expense: number;
  transfersIn: number;
  transfersOut: number;
  chargedTransfers: number;
  moved: boolean;
}

/**
 * Replays a problem's operations and, on top, `transfers`, which arrive by the lead days.
 * Throws {@link ProblemError} when an operation or a transfer names an account the problem does not know.
 */
export function timelineOf(problem: Problem, transfers: readonly Transfer[] = []): Timeline {
  const plan = indexProblem(problem);
  const drafts = plan.accounts.map((entry) => draftOf(plan, entry));
  for (const [position, operation] of problem.operations.entries()) {
    applyOperation(plan, drafts, operation, `operations.${String(position)}`);
  }
  const maturities = plan.accounts.flatMap((entry) => maturityOf(plan, drafts, entry));
  for (const maturity of maturities) {
    move(plan, drafts, maturity, maturity.arrivalDate, false);
  }
  for (const [position, transfer] of transfers.entries()) {
    const path = `transfers.${String(position)}`;
    const source = accountOf(plan, transfer.fromAccountId, `${path}.fromAccountId`);
    const destination = accountOf(plan, transfer.toAccountId, `${path}.toAccountId`);
    const arrival = arrivalDay(source, destination, transfer.date, problem.settings.calendar);
    move(plan, drafts, transfer, arrival, true);
  }
  return { plan, accounts: drafts.map(finished), maturities };
}

function draftOf(plan: IndexedProblem, entry: IndexedAccount): Draft {
  const days = plan.grid.days.length;
  const draft: Draft = {
    entry,
    booked: new Array<number>(days).fill(0),
    value: new Array<number>(days).fill(0),
    credits: [0, 0, 0],
    income: 0,
    expense: 0,
    transfersIn: 0,
    transfersOut: 0,
    chargedTransfers: 0,
    moved: false,
  };
  // The opening balance is there from the first day the account is open.
  add(draft.booked, entry.openFrom, entry.setup.openingBalanceCents);
  add(draft.value, entry.openFrom, entry.setup.openingBalanceCents);
  return draft;
}

function add(changes: number[], position: number, amountCents: number): void {
  if (position < changes.length) changes[position] = (changes[position] ?? 0) + amountCents;
}

function accountOf(plan: IndexedProblem, id: string, path: string): Account {
  const account = plan.knownAccounts.get(id);
  if (account === undefined) throw new ProblemError(path, 'no such account');
  return account;
}

function draftFor(plan: IndexedProblem, drafts: readonly Draft[], accountId: string): Draft | undefined {
  const entry = plan.byAccountId.get(accountId);
  return entry === undefined ? undefined : drafts[entry.index];
}

function applyOperation(
  plan: IndexedProblem,
  drafts: readonly Draft[],
  operation: Operation,
  path: string,
): void {
  const account = accountOf(plan, operation.accountId, `${path}.accountId`);
  if (operation.kind !== 'TRANSFER') {
    const draft = draftFor(plan, drafts, operation.accountId);
    if (draft !== undefined) book(plan, draft, operation);
    return;
  }
  const destination = accountOf(plan, operation.toAccountId ?? '', `${path}.toAccountId`);
  const transfer: Transfer = {
    date: operation.date,
    fromAccountId: account.id,
    toAccountId: destination.id,
    amountCents: operation.amountCents,
  };
  const arrival = operationArrivalDay(operation, account, destination, plan.problem.settings.calendar);
  move(plan, drafts, transfer, arrival, true);
}

/** Books an income or an expense. */
function book(plan: IndexedProblem, draft: Draft, operation: Operation): void {
  const days = plan.grid.days.length;
  const amount = operation.kind === 'INCOME' ? operation.amountCents : 0 - operation.amountCents;
  const booked = positionOf(plan.grid, operation.date);
  const value = positionOf(plan.grid, operation.valueDate);
  if (booked >= 0 && booked < days) {
    add(draft.booked, booked, amount);
    draft.moved = true;
    if (operation.kind === 'INCOME') {
      draft.income += amount;
      credit(plan, draft, booked, amount);
    } else {
      draft.expense -= amount;
    }
  }
  // The opening balance is a booked one: what it holds with a value day still to come is taken out until then.
  if (booked < 0 && value > 0) add(draft.value, draft.entry.openFrom, -amount);
  if (booked >= 0 || value > 0) add(draft.value, Math.max(0, value), amount);
}

function credit(plan: IndexedProblem, draft: Draft, position: number, amountCents: number): void {
  const month = plan.grid.monthOfDay[position] ?? 0;
  draft.credits[month] = (draft.credits[month] ?? 0) + amountCents;
}

/** Moves money between two accounts, in both balances. */
function move(
  plan: IndexedProblem,
  drafts: readonly Draft[],
  transfer: Transfer,
  arrivalDate: string,
  charged: boolean,
): void {
  const days = plan.grid.days.length;
  const leaves = positionOf(plan.grid, transfer.date);
  const arrives = positionOf(plan.grid, arrivalDate);
  const source = draftFor(plan, drafts, transfer.fromAccountId);
  const destination = draftFor(plan, drafts, transfer.toAccountId);
  if (source !== undefined && leaves >= 0 && leaves < days) {
    add(source.booked, leaves, 0 - transfer.amountCents);
    add(source.value, leaves, 0 - transfer.amountCents);
    source.transfersOut += transfer.amountCents;
    source.chargedTransfers += charged ? 1 : 0;
    source.moved = true;
  }
  if (destination !== undefined && arrives >= 0 && arrives < days) {
    add(destination.booked, arrives, transfer.amountCents);
    add(destination.value, arrives, transfer.amountCents);
    destination.transfersIn += transfer.amountCents;
    destination.moved = true;
    const from = plan.knownAccounts.get(transfer.fromAccountId);
    if (from !== undefined && isCredited(from, destination.entry.account)) {
      credit(plan, destination, arrives, transfer.amountCents);
    }
  }
}

/**
 * What a term deposit pays out by itself: on its maturity day the principal goes to the linked account, less what
 * the operations already take out from then on, so that a payout entered by hand or imported is not doubled.
 */
function maturityOf(plan: IndexedProblem, drafts: readonly Draft[], entry: IndexedAccount): Maturity[] {
  const { account } = entry;
  if (account.kind !== 'DEPOSIT_TERM' || account.maturityDate === undefined) return [];
  const linked = plan.byAccountId.get(account.linkedAccountId ?? '');
  const draft = drafts[entry.index];
  const position = positionOf(plan.grid, account.maturityDate);
  if (linked === undefined || draft === undefined || position < 0 || position >= plan.grid.days.length) {
    return [];
  }
  const free = Math.min(...runningTotals(draft.booked).slice(position));
  if (free <= 0 || daysOpen(entry) === 0) return [];
  return [
    {
      date: account.maturityDate,
      fromAccountId: account.id,
      toAccountId: linked.account.id,
      amountCents: free,
      arrivalDate: arrivalDay(account, linked.account, account.maturityDate, plan.problem.settings.calendar),
    },
  ];
}

function runningTotals(changes: readonly number[]): number[] {
  let sum = 0;
  return changes.map((change) => (sum += change));
}

function finished(draft: Draft): AccountTimeline {
  return {
    entry: draft.entry,
    bookedCents: runningTotals(draft.booked),
    valueCents: runningTotals(draft.value),
    incomeCents: draft.income,
    expenseCents: draft.expense,
    transfersInCents: draft.transfersIn,
    transfersOutCents: draft.transfersOut,
    chargedTransfers: draft.chargedTransfers,
    monthlyCreditsCents: draft.credits,
    moved: draft.moved,
  };
}

/** Booked balance of every account at the end of the quarter, in cents: the next quarter's openings. */
export function closingBalances(problem: Problem): Map<string, Cents> {
  return new Map(
    timelineOf(problem).accounts.map(({ entry, bookedCents }) => [
      entry.account.id,
      bookedCents.at(-1) ?? entry.setup.openingBalanceCents,
    ]),
  );
}

/**
 * The operations that still do something after the quarter: transfers in transit, movements with a later value day,
 * and principals matured but not yet arrived (as DONE, locked transfers that bear the deposit's id). Given to the
 * next quarter's problem together with its own operations, no money is lost between the two.
 */
export function carriedOver(problem: Problem): Operation[] {
  const { plan, maturities } = timelineOf(problem);
  const end = plan.grid.days.length;
  const operations = problem.operations.filter((operation) => {
    if (positionOf(plan.grid, operation.date) >= end) return true;
    if (operation.kind !== 'TRANSFER') return positionOf(plan.grid, operation.valueDate) >= end;
    const source = plan.knownAccounts.get(operation.accountId);
    const destination = plan.knownAccounts.get(operation.toAccountId ?? '');
    if (source === undefined || destination === undefined) return false;
    const arrival = operationArrivalDay(operation, source, destination, problem.settings.calendar);
    return positionOf(plan.grid, arrival) >= end;
  });
  const payouts = maturities
    .filter((maturity) => positionOf(plan.grid, maturity.arrivalDate) >= end)
    .map((maturity): Operation => ({
      id: maturity.fromAccountId,
      quarter: problem.quarter,
      kind: 'TRANSFER',
      date: maturity.date,
      valueDate: maturity.arrivalDate,
      accountId: maturity.fromAccountId,
      toAccountId: maturity.toAccountId,
      amountCents: maturity.amountCents,
      description: plan.knownAccounts.get(maturity.fromAccountId)?.name ?? '',
      status: 'DONE',
      origin: 'RECURRENCE',
      locked: true,
    }));
  return [...operations, ...payouts];
}

/** The problem without the transfers the optimizer may replace (see {@link isMovable}): the baseline. */
export function withoutMovableTransfers(problem: Problem): Problem {
  return { ...problem, operations: problem.operations.filter((operation) => !isMovable(operation)) };
}
