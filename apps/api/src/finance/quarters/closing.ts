import { MAX_CENTS, type ClosingActuals } from '@fibado/contracts';
import {
  type AccountEvaluation,
  type Day,
  evaluate,
  type Problem,
  quarterEnd,
  type QuarterDate,
} from '@fibado/planning';
import { DomainError } from '../../platform/http/domain-error.js';
import type { ClosingEntity } from '../ledger/closing.entity.js';

/** The difference between what an account should hold and what the bank says, as a movement on its last day. */
export interface Adjustment {
  readonly accountId: string;
  readonly date: Day;
  /** Signed cents: positive when the bank has more. */
  readonly differenceCents: number;
}

export interface Closing {
  readonly rows: readonly Omit<ClosingEntity, 'tenantId'>[];
  readonly adjustments: readonly Adjustment[];
}

/**
 * What closing a quarter comes to. Interest, duty and fees are not part of an account's balances, so that only a
 * difference in the closing balance becomes a movement; the other figures are kept beside the computed ones.
 * @param sealed the plan as it was when the quarter was started.
 * @throws DomainError VALIDATION for figures of an account that takes no part, or out of all range.
 */
export function closeWith(problem: Problem, sealed: Problem, actuals: readonly ClosingActuals[]): Closing {
  const taking = new Set(problem.setups.map(({ accountId }) => accountId));
  // What a lot comes to follows from its terms: no bank's figure is asked for, and none is kept.
  const accounts = evaluate(problem).accounts.filter(({ accountId }) => taking.has(accountId));
  const computed = new Map(accounts.map((account) => [account.accountId, account]));
  const planned = new Map(evaluate(sealed).accounts.map((account) => [account.accountId, account]));
  const stray = actuals.findIndex((actual) => !computed.has(actual.accountId));
  if (stray >= 0) throw new DomainError('VALIDATION', `actuals.${stray}.accountId`);
  const given = new Map(actuals.map((actual) => [actual.accountId, actual]));
  const rows = [...computed.values()].map((account) =>
    rowOf(problem.quarter, account, planned.get(account.accountId), given.get(account.accountId)),
  );
  const adjustments = rows.flatMap((row): Adjustment[] => {
    const differenceCents = row.actualClosingCents - (computed.get(row.accountId)?.closingBalanceCents ?? 0);
    if (differenceCents === 0) return [];
    if (Math.abs(differenceCents) > MAX_CENTS) throw new DomainError('VALIDATION', 'actuals');
    return [{ accountId: row.accountId, date: lastDayOf(problem, row.accountId), differenceCents }];
  });
  return { rows, adjustments };
}

function rowOf(
  quarter: QuarterDate,
  computed: AccountEvaluation,
  planned: AccountEvaluation | undefined,
  actual: ClosingActuals | undefined,
): Omit<ClosingEntity, 'tenantId'> {
  return {
    quarter,
    accountId: computed.accountId,
    // An account that joined after the start was not planned for: what it joined with counts as planned.
    plannedClosingCents: planned?.closingBalanceCents ?? computed.openingBalanceCents,
    closingReported: actual?.closingBalanceCents !== undefined,
    actualClosingCents: actual?.closingBalanceCents ?? computed.closingBalanceCents,
    computedNetInterestCents: computed.netInterestCents,
    actualNetInterestCents: actual?.netInterestCents ?? computed.netInterestCents,
    computedStampDutyCents: computed.stampDutyCents,
    actualStampDutyCents: actual?.stampDutyCents ?? computed.stampDutyCents,
  };
}

/** The last day of the quarter on which an account is open. */
function lastDayOf(problem: Problem, accountId: string): Day {
  const end = quarterEnd(problem.quarter);
  const closedOn = problem.accounts.find((account) => account.id === accountId)?.closedOn;
  return closedOn !== undefined && closedOn < end && closedOn >= problem.quarter ? closedOn : end;
}
