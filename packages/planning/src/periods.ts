/** The rhythms in which a bank draws up an account's statement and credits its interest. */

import { quarterEnd } from './calendar.js';
import { horizonOf } from './horizon.js';
import { divideHalfUp, RATE_UNITS_PER_ONE } from './money.js';
import type { Account, AccountKind, Cents, InterestCredit, Problem, StatementPeriod } from './problem.js';

export const STATEMENT_PERIODS = ['MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY'] as const;
export const INTEREST_CREDITS = [...STATEMENT_PERIODS, 'MATURITY'] as const;

/** The periods of an account; those it does not name are quarterly, as all were before accounts had them. */
export function periodsOf(account: Pick<Account, 'statementPeriod' | 'interestCredit'>): {
  statementPeriod: StatementPeriod;
  interestCredit: InterestCredit;
} {
  const statementPeriod = account.statementPeriod ?? 'QUARTERLY';
  return { statementPeriod, interestCredit: account.interestCredit ?? statementPeriod };
}

/**
 * What banks usually do for a kind of account: the proposal for a new one. Current accounts credit interest on
 * 31 December (TUB art. 120 c. 2); savings books and deposits have one statement a year, on that day.
 */
export function usualPeriods(kind: AccountKind): {
  statementPeriod: StatementPeriod;
  interestCredit: InterestCredit;
} {
  const yearly = kind === 'SAVINGS_BOOK' || kind === 'DEPOSIT_FREE' || kind === 'DEPOSIT_TERM';
  const statementPeriod = yearly ? 'YEARLY' : 'QUARTERLY';
  return { statementPeriod, interestCredit: kind === 'CURRENT' ? 'YEARLY' : statementPeriod };
}

/** Whether every period ends with the horizon and brings nothing along: one quarter, quarterly, no history. */
export function hasQuarterlyPeriods(problem: Problem): boolean {
  const accounts = new Map(problem.accounts.map((account) => [account.id, account]));
  const oneQuarter = horizonOf(problem).to === quarterEnd(problem.quarter);
  return (
    oneQuarter &&
    problem.setups.every(({ accountId, carried }) => {
      const account = accounts.get(accountId);
      if (account === undefined || carried !== undefined || account.withholdingPct !== undefined)
        return false;
      const { statementPeriod, interestCredit } = periodsOf(account);
      return statementPeriod === 'QUARTERLY' && interestCredit === 'QUARTERLY';
    })
  );
}

/**
 * Units of exact interest in one cent: rates have units of a ten-thousandth of a percent, and a day's interest is
 * divided by 365 or 366 days, so that every sum over both kinds of years is an integer.
 */
export const ACCRUAL_UNITS_PER_CENT = RATE_UNITS_PER_ONE * 365 * 366;

/** Exact interest of a whole number of cents, as `carried` has it. */
export function accrualOfCents(amountCents: Cents): string {
  return String(BigInt(amountCents) * BigInt(ACCRUAL_UNITS_PER_CENT));
}

/** Exact interest rounded half-up to cents. */
export function accruedCents(units: bigint): Cents {
  return Number(divideHalfUp(units, BigInt(ACCRUAL_UNITS_PER_CENT)));
}

export function isAccrual(text: unknown): text is string {
  return typeof text === 'string' && /^-?\d{1,30}$/.test(text);
}
