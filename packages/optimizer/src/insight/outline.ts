/** Plans made comparable: the referee's figures of each, and what one does that another does not. */

import {
  limitsOn,
  type AccountEvaluation,
  type Cents,
  type Day,
  type NewLot,
  type Problem,
  type Transfer,
  type Violation,
  withNewLots,
} from '@fibado/planning';
import { horizonFigures } from '../horizon-figures.js';
import { arrivalOfTransfer, householdOf, type Household } from '../household/household.js';
import { ordersFor } from '../lots/new-lots.js';
import { referee } from '../referee.js';
import { keyOf } from '../within.js';
import type {
  Conflict,
  HorizonFigures,
  OptimizationResult,
  OptimizationStatus,
  TransferReason,
} from '../types.js';
import type { AskOptions } from './transfers.js';

export interface OutlineTransfer extends Transfer {
  readonly arrivalDate: Day;
  readonly reason?: TransferReason | undefined;
}

type ReasonedTransfer = Transfer & { readonly reason?: TransferReason | undefined };

export interface AccountOutline {
  readonly accountId: string;
  readonly netReturnCents: Cents;
  readonly averageBalanceCents: Cents;
  readonly closingBalanceCents: Cents;
  /** The lowest balance from the first day to plan on, its first day, and the least allowed then. */
  readonly lowCents: Cents;
  readonly lowDate: Day;
  readonly minimumCents?: Cents | undefined;
}

export interface PlanOutline {
  readonly status: OptimizationStatus | 'GIVEN';
  readonly netReturnCents: Cents;
  readonly objectiveCents: Cents;
  readonly netInterestCents: Cents;
  readonly stampDutyCents: Cents;
  /** Monthly and transfer fees. */
  readonly feesCents: Cents;
  readonly overdraftInterestCents: Cents;
  readonly gapCents?: Cents | undefined;
  readonly transfers: readonly OutlineTransfer[];
  readonly accounts: readonly AccountOutline[];
  readonly violations: readonly Violation[];
  readonly conflicts: readonly Conflict[];
  /** Set for a horizon of several quarters: the figures above are of the whole horizon. */
  readonly horizon?: HorizonFigures | undefined;
}

export interface PlanDifference {
  readonly added: readonly OutlineTransfer[];
  readonly removed: readonly OutlineTransfer[];
}

/** A plan the optimizer answered, on the problem it answered for. */
export function outlineOf(
  problem: Problem,
  options: AskOptions,
  result: Pick<OptimizationResult, 'status' | 'gapCents' | 'conflicts'> & {
    readonly transfers: readonly ReasonedTransfer[];
  },
): PlanOutline {
  const household = householdOf(problem, options);
  const forced = new Set(household.forced.map(keyOf));
  const proposed = result.transfers.filter((transfer) => !forced.has(keyOf(transfer)));
  const reasons = new Map(
    result.transfers.flatMap((transfer): [string, TransferReason][] =>
      transfer.reason === undefined ? [] : [[keyOf(transfer), transfer.reason]],
    ),
  );
  return {
    ...figuresOf(household, proposed, reasons),
    status: result.status,
    gapCents: result.gapCents,
    conflicts: result.conflicts,
  };
}

/** Transfers that were not improved, such as those of the accepted plan. */
export function outlineOfGiven(
  problem: Problem,
  options: AskOptions,
  transfers: readonly Transfer[],
): PlanOutline {
  return { ...figuresOf(householdOf(problem, options), transfers), status: 'GIVEN', conflicts: [] };
}

/** The objective of transfers and lots that were not improved, the effort of each lot deducted. */
export function objectiveOfGiven(
  problem: Problem,
  options: AskOptions,
  transfers: readonly Transfer[],
  lots: readonly NewLot[] = [],
): Cents {
  const household = householdOf(withNewLots(problem, problem.offers ?? [], lots), options);
  return referee(household, transfers).objectiveCents - household.options.effortCents * ordersFor(lots);
}

function figuresOf(
  household: Household,
  proposed: readonly Transfer[],
  reasons: ReadonlyMap<string, TransferReason> = new Map(),
): Omit<PlanOutline, 'status' | 'gapCents' | 'conflicts'> {
  const plan = referee(household, proposed);
  const { accounts } = plan.evaluation;
  const horizon = horizonFigures(household, plan, undefined);
  const sum = (of: (account: AccountEvaluation) => Cents): Cents =>
    accounts.reduce((total, account) => total + of(account), 0);
  return {
    netReturnCents: plan.evaluation.netReturnCents,
    objectiveCents: plan.objectiveCents,
    netInterestCents: sum((account) => account.netInterestCents),
    stampDutyCents: sum((account) => account.stampDutyCents),
    feesCents: sum((account) => account.monthlyFeesCents + account.transferFeesCents),
    overdraftInterestCents: sum((account) => account.overdraftInterestCents),
    transfers: plan.transfers.map(({ date, fromAccountId, toAccountId, amountCents }) => {
      const transfer = { date, fromAccountId, toAccountId, amountCents };
      const reason = reasons.get(keyOf(transfer));
      return {
        ...transfer,
        ...arrivalOfTransfer(household, transfer),
        ...(reason === undefined ? {} : { reason }),
      };
    }),
    accounts: accounts.map((account, index) => accountOutline(household, account, index)),
    violations: plan.violations,
    ...(horizon === undefined ? {} : { horizon }),
  };
}

function accountOutline(household: Household, evaluation: AccountEvaluation, index: number): AccountOutline {
  const { accountId, netReturnCents, averageBalanceCents, closingBalanceCents } = evaluation;
  const entry = household.timeline.plan.accounts[index];
  const { days } = household.timeline.plan.grid;
  const last = Math.max(0, Math.min(entry?.openTo ?? 0, days.length - 1));
  const first = Math.min(last, Math.max(entry?.openFrom ?? 0, household.options.from));
  let low = first;
  for (let day = first; day <= last; day += 1) {
    if ((evaluation.dailyBalancesCents[day] ?? 0) < (evaluation.dailyBalancesCents[low] ?? 0)) low = day;
  }
  const lowDate = days[low] ?? household.problem.quarter;
  const minimumCents =
    entry === undefined
      ? undefined
      : limitsOn(entry.account, entry.setup, household.problem.settings, lowDate).minCents;
  return {
    accountId,
    netReturnCents,
    averageBalanceCents,
    closingBalanceCents,
    lowDate,
    lowCents: evaluation.dailyBalancesCents[low] ?? 0,
    ...(minimumCents === undefined ? {} : { minimumCents }),
  };
}

/** What `plan` does that `before` does not, and the other way round; a transfer made twice counts twice. */
export function differenceOf(before: PlanOutline, plan: PlanOutline): PlanDifference {
  return {
    added: missingIn(before.transfers, plan.transfers),
    removed: missingIn(plan.transfers, before.transfers),
  };
}

function missingIn(those: readonly OutlineTransfer[], these: readonly OutlineTransfer[]): OutlineTransfer[] {
  const left = new Map<string, number>();
  for (const transfer of those) left.set(keyOf(transfer), (left.get(keyOf(transfer)) ?? 0) + 1);
  return these.filter((transfer) => {
    const count = left.get(keyOf(transfer)) ?? 0;
    left.set(keyOf(transfer), count - 1);
    return count <= 0;
  });
}
