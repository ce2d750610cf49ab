/**
 * The daily balances of a plan: movements replayed day by day in integer cents.
 *
 * The booked balance of a day counts movements with `date` up to it, the value balance those with `valueDate` up to
 * it. A transfer leaves in both on its day and arrives in both on its arrival day; between the two the money is in
 * transit and on no account. Movements outside the horizon take part with whatever of them falls into it.
 */

import type { ForeignDuty } from './foreign-duty.js';
import { type Exposure, exposureOf } from './guarantee.js';
import { accountOf, copyOf, type Draft, type Flow, move } from './movements.js';
import { type IndexedProblem, indexProblem, positionOf } from './indexed-problem.js';
import { planBaseOf } from './plan-base.js';
import type { Cents, Operation, Problem, Transfer } from './problem.js';
import { NO_READINGS, type Readings } from './readings.js';
import type { Credit, SettledBalances, Statement } from './settlement.js';
import { assumedRoute, dayRulesOf, isMovable, operationArrivalDay, type TransferEnd } from './transfers.js';
import { type DutyTest, type Maturity, Walk } from './walk.js';

/** One account's horizon. Amounts in cents; `bookedCents` and `valueCents` hold one end-of-day balance a day. */
export interface AccountTimeline extends SettledBalances {
  /** By quarter of the horizon. */
  readonly flows: readonly Flow[];
  /** Income and transfers from other banks booked in each month. */
  readonly monthlyCreditsCents: readonly Cents[];
  /** Whether any movement was booked in the horizon. */
  readonly moved: boolean;
  /** What every period settled, in the order of the periods. */
  readonly credits: readonly Credit[];
  readonly statements: readonly Statement[];
  readonly foreignDuties: readonly ForeignDuty[];
}

/** A plan's balances, in the order of `plan.accounts`. */
export interface Timeline {
  readonly plan: IndexedProblem;
  readonly accounts: readonly AccountTimeline[];
  /** Principals of term deposits that mature in the horizon and go to the linked account. */
  readonly maturities: readonly Maturity[];
  /** By group, then by day. */
  readonly dutyTests: readonly DutyTest[];
}

/**
 * Replays a problem's operations and, on top, `transfers`, which arrive as their speed says; then walks the days and books
 * what the ends of periods bring, each on the day after it.
 * Throws {@link ProblemError} when an operation or a transfer names an account the problem does not know.
 */
export function timelineOf(
  problem: Problem,
  transfers: readonly Transfer[] = [],
  readings: Readings = NO_READINGS,
): Timeline {
  return timelineOn(indexProblem(problem), transfers, readings);
}

/** The same of a problem that was indexed before, as where many plans of one problem are replayed. */
export function timelineOn(
  plan: IndexedProblem,
  transfers: readonly Transfer[],
  readings: Readings,
): Timeline {
  const { problem } = plan;
  const base = planBaseOf(plan);
  const drafts = base.drafts.map(copyOf);
  const rules = dayRulesOf(problem);
  for (const [position, transfer] of transfers.entries()) {
    const path = `transfers.${String(position)}`;
    const source = endOf(plan, transfer.fromAccountId, `${path}.fromAccountId`);
    const destination = endOf(plan, transfer.toAccountId, `${path}.toAccountId`);
    const { arrivalDate, feeCents } = assumedRoute(source, destination, transfer, rules);
    move(plan, drafts, transfer, arrivalDate, feeCents);
  }
  const walk = new Walk(plan, base, drafts, readings);
  walk.run();
  return {
    plan,
    accounts: drafts.map(finished),
    maturities: walk.maturities,
    dutyTests: walk.dutyTests.sort((a, b) => a.group - b.group || a.window.settledAt - b.window.settledAt),
  };
}

function endOf(plan: IndexedProblem, id: string, path: string): TransferEnd {
  return plan.byAccountId.get(id) ?? { account: accountOf(plan, id, path), bank: {} };
}

function finished(draft: Draft): AccountTimeline {
  return {
    entry: draft.entry,
    bookedCents: draft.bookedCents,
    valueCents: draft.valueCents,
    movedOn: draft.movedOn,
    monthlyCreditsCents: draft.monthlyCreditsCents,
    flows: draft.flows,
    moved: draft.movedOn.includes(true),
    credits: draft.credits,
    statements: draft.statements,
    foreignDuties: draft.foreignDuties,
  };
}

/** Every holder's exposure at every bank, in the order of the accounts. */
export function exposuresOf({ plan, accounts }: Timeline): Exposure[] {
  return planBaseOf(plan).exposures.map((shares) => exposureOf(shares, accounts));
}

/** The accounts a household sets up: a lot follows from its own figures in every quarter. */
export function withoutLots(accounts: readonly AccountTimeline[]): AccountTimeline[] {
  return accounts.filter(({ entry }) => entry.lot === undefined);
}

/** Booked balance of every account at the end of the quarter, in cents: the next quarter's openings. */
export function closingBalances(problem: Problem): Map<string, Cents> {
  return new Map(
    withoutLots(timelineOf(problem).accounts).map(({ entry, bookedCents }) => [
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
