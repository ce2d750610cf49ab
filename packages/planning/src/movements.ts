/** Movements of a plan as changes a day, in booked and value balances: what a timeline is made from. */

import { isCredited } from './fees.js';
import { type IndexedProblem, type IndexedAccount, positionOf, ProblemError } from './indexed-problem.js';
import type { Account, Cents, Operation, Transfer } from './problem.js';
import type { ForeignDuty } from './foreign-duty.js';
import type { Credit, SettledBalances, Statement } from './settlement.js';
import { operationArrivalDay, transferFeeOf } from './transfers.js';

/** What moved on an account in one quarter, in cents. */
export interface Flow {
  readonly incomeCents: Cents;
  readonly expenseCents: Cents;
  readonly transfersInCents: Cents;
  readonly transfersOutCents: Cents;
  /** Interest credited less duty and fees charged: what the ends of periods booked. */
  readonly settledCents: Cents;
  /** Fees of the transfers that left (a maturing principal pays none). */
  readonly transferFeesCents: Cents;
}

type MutableFlow = { -readonly [Key in keyof Flow]: number };

/** One account while its horizon is replayed. */
export interface Draft extends SettledBalances {
  /** Changes a day, and balances up to the day before `nextDay`. */
  readonly bookedCents: number[];
  readonly valueCents: number[];
  readonly movedOn: boolean[];
  readonly monthlyCreditsCents: number[];
  readonly flows: MutableFlow[];
  readonly credits: Credit[];
  readonly statements: Statement[];
  readonly foreignDuties: ForeignDuty[];
  nextDay: number;
}

export function draftOf(plan: IndexedProblem, entry: IndexedAccount): Draft {
  const days = plan.grid.days.length;
  const draft: Draft = {
    entry,
    bookedCents: new Array<number>(days).fill(0),
    valueCents: new Array<number>(days).fill(0),
    movedOn: new Array<boolean>(days).fill(false),
    monthlyCreditsCents: plan.grid.months.map(() => 0),
    flows: plan.grid.quarters.map(() => ({
      incomeCents: 0,
      expenseCents: 0,
      transfersInCents: 0,
      transfersOutCents: 0,
      settledCents: 0,
      transferFeesCents: 0,
    })),
    credits: [],
    statements: [],
    foreignDuties: [],
    nextDay: 0,
  };
  // The opening balance is there from the first day the account is open.
  add(draft.bookedCents, entry.openFrom, entry.setup.openingBalanceCents);
  add(draft.valueCents, entry.openFrom, entry.setup.openingBalanceCents);
  const flow = flowOn(plan, draft, entry.openFrom);
  if (entry.bookedTwiceCents !== 0 && flow !== undefined) {
    change(draft, entry.openFrom, 0 - entry.bookedTwiceCents);
    flow.settledCents -= entry.bookedTwiceCents;
  }
  return draft;
}

/** The same changes, for a plan to add its own. */
export function copyOf(draft: Draft): Draft {
  return {
    entry: draft.entry,
    bookedCents: draft.bookedCents.slice(),
    valueCents: draft.valueCents.slice(),
    movedOn: draft.movedOn.slice(),
    monthlyCreditsCents: draft.monthlyCreditsCents.slice(),
    flows: draft.flows.map((flow) => ({ ...flow })),
    credits: draft.credits.slice(),
    statements: draft.statements.slice(),
    foreignDuties: draft.foreignDuties.slice(),
    nextDay: draft.nextDay,
  };
}

function add(changes: number[], position: number, amountCents: number): void {
  if (position < changes.length) changes[position] = (changes[position] ?? 0) + amountCents;
}

export function accountOf(plan: IndexedProblem, id: string, path: string): Account {
  const account = plan.knownAccounts.get(id);
  if (account === undefined) throw new ProblemError(path, 'no such account');
  return account;
}

function draftFor(plan: IndexedProblem, drafts: readonly Draft[], accountId: string): Draft | undefined {
  const entry = plan.byAccountId.get(accountId);
  return entry === undefined ? undefined : drafts[entry.index];
}

export function applyOperation(
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
  move(plan, drafts, transfer, arrival, transferFeeOf(account, operation.speed));
}

/** Books an income or an expense. */
function book(plan: IndexedProblem, draft: Draft, operation: Operation): void {
  const amount = operation.kind === 'INCOME' ? operation.amountCents : 0 - operation.amountCents;
  const booked = positionOf(plan.grid, operation.date);
  const value = positionOf(plan.grid, operation.valueDate);
  const flow = flowOn(plan, draft, booked);
  if (flow !== undefined) {
    add(draft.bookedCents, booked, amount);
    draft.movedOn[booked] = true;
    if (operation.kind === 'INCOME') {
      flow.incomeCents += amount;
      credit(plan, draft, booked, amount);
    } else {
      flow.expenseCents -= amount;
    }
  }
  // The opening balance is a booked one: what it holds with a value day still to come is taken out until then.
  if (booked < 0 && value > 0) add(draft.valueCents, draft.entry.openFrom, -amount);
  if (booked >= 0 || value > 0) add(draft.valueCents, Math.max(0, value), amount);
}

/** The flows of the quarter a day of the horizon is in. */
export function flowOn(plan: IndexedProblem, draft: Draft, position: number): MutableFlow | undefined {
  return draft.flows[plan.grid.quarterOfDay[position] ?? -1];
}

function credit(plan: IndexedProblem, draft: Draft, position: number, amountCents: number): void {
  const month = plan.grid.monthOfDay[position] ?? 0;
  draft.monthlyCreditsCents[month] = (draft.monthlyCreditsCents[month] ?? 0) + amountCents;
}

/** Moves money between two accounts, in both balances. */
export function move(
  plan: IndexedProblem,
  drafts: readonly Draft[],
  transfer: Transfer,
  arrivalDate: string,
  feeCents: Cents,
): void {
  const { amountCents } = transfer;
  const leaves = positionOf(plan.grid, transfer.date);
  const arrives = positionOf(plan.grid, arrivalDate);
  const source = draftFor(plan, drafts, transfer.fromAccountId);
  const destination = draftFor(plan, drafts, transfer.toAccountId);
  const out = source && flowOn(plan, source, leaves);
  if (source !== undefined && out !== undefined) {
    change(source, leaves, 0 - amountCents);
    out.transfersOutCents += amountCents;
    out.transferFeesCents += feeCents;
    source.movedOn[leaves] = true;
  }
  const into = destination && flowOn(plan, destination, arrives);
  if (destination === undefined || into === undefined) return;
  change(destination, arrives, amountCents);
  into.transfersInCents += amountCents;
  destination.movedOn[arrives] = true;
  const from = plan.knownAccounts.get(transfer.fromAccountId);
  if (from !== undefined && isCredited(from, destination.entry.account)) {
    credit(plan, destination, arrives, amountCents);
  }
}

/** Changes both balances from a day on. */
export function change(draft: Draft, position: number, amountCents: number): void {
  add(draft.bookedCents, position, amountCents);
  add(draft.valueCents, position, amountCents);
}

export function runningTotals(changes: readonly number[]): number[] {
  let sum = 0;
  return changes.map((amount) => (sum += amount));
}

/** Turns changes into balances up to and including a day. */
export function accumulate(draft: Draft, position: number): void {
  const { bookedCents, valueCents } = draft;
  let booked = bookedCents[draft.nextDay - 1] ?? 0;
  let value = valueCents[draft.nextDay - 1] ?? 0;
  for (; draft.nextDay <= position; draft.nextDay += 1) {
    booked += bookedCents[draft.nextDay] ?? 0;
    value += valueCents[draft.nextDay] ?? 0;
    bookedCents[draft.nextDay] = booked;
    valueCents[draft.nextDay] = value;
  }
}
