/** What an account's running periods bring into a quarter: whether it is known, and how a person states it. */

import { owesDuty } from './abroad.js';
import { daysBetween } from './calendar.js';
import { withholdingCents } from './interest.js';
import { accrualOfCents, dutyPeriodOf, historySince, periodsOf, periodStart } from './periods.js';
import type { Account, Carried, Cents, Day, QuarterDate, Setup } from './problem.js';

/** What is not known of the periods of an account that began before a quarter. */
export interface MissingHistory {
  /** First day of the running statement period on which the account was open, while days before the quarter are unknown. */
  readonly balancesFrom?: Day | undefined;
  /** Days from then to the quarter of which no balance is known. */
  readonly days: number;
  /** First day of the running crediting period, while nothing is known of the interest accrued in it. */
  readonly interestFrom?: Day | undefined;
}

type PeriodAccount = Pick<
  Account,
  | 'iban'
  | 'statementPeriod'
  | 'interestCredit'
  | 'openedOn'
  | 'closedOn'
  | 'dutyRegime'
  | 'dutyPaidByBank'
  | 'rates'
>;

/** `undefined`: all periods of the account begin with the quarter, or what they bring along is known. */
export function missingHistory(
  account: PeriodAccount,
  setup: Pick<Setup, 'carried'>,
  quarter: QuarterDate,
): MissingHistory | undefined {
  const { interestCredit } = periodsOf(account);
  const openFrom = (start: Day): Day =>
    account.openedOn !== undefined && account.openedOn > start ? account.openedOn : start;
  const start = periodStart(quarter, dutyPeriodOf(account));
  const first = openFrom(start);
  const known = historySince(setup, { isRunning: start < quarter, calendar: { from: start } });
  const days =
    owesDuty(account) && first < quarter ? Math.max(0, daysBetween(first, quarter) - known.days) : 0;
  const credit = interestCredit === 'MATURITY' ? undefined : openFrom(periodStart(quarter, interestCredit));
  const earns = account.rates.some(({ tiers }) => tiers.some(({ ratePct }) => ratePct > 0));
  const interestFrom =
    earns && setup.carried === undefined && credit !== undefined && credit < quarter ? credit : undefined;
  if (days === 0 && interestFrom === undefined) return undefined;
  return { balancesFrom: days > 0 ? first : undefined, days, interestFrom };
}

/** What a person states of the running periods. */
export interface StatedHistory {
  /** First day of the running statement period on which the account was open. */
  readonly from: Day;
  /** Average of the end-of-day balances from then to the day before the quarter. */
  readonly averageCents: Cents;
  /** Gross interest accrued in the running crediting period and not yet credited. */
  readonly grossInterestCents: Cents;
}

/**
 * Carried history as a person states it. Interest accrued before the quarter is not earned again in it; the duty of the
 * whole statement period is counted in the quarter in which it ends, since no earlier quarter counted any.
 */
export function statedHistory(stated: StatedHistory, quarter: QuarterDate, withholdingPct: number): Carried {
  const days = stated.from < quarter ? daysBetween(stated.from, quarter) : 0;
  const { grossInterestCents } = stated;
  return {
    source: 'TYPED',
    periodFrom: days > 0 ? stated.from : quarter,
    days,
    sumCentDays: stated.averageCents * days,
    accruedGross: accrualOfCents(grossInterestCents),
    counted: {
      grossCents: grossInterestCents,
      withholdingCents: withholdingCents(grossInterestCents, withholdingPct),
      dutyCents: 0,
      feesCents: 0,
    },
  };
}

/** Whether carried history changes any figure: without balances, interest and counted figures it says nothing. */
export function saysAnything(carried: Carried | undefined): carried is Carried {
  if (carried === undefined) return false;
  const { days, accruedGross, accruedOverdraft = '0', counted, history = [], anticipated } = carried;
  return (
    days > 0 ||
    anticipated !== undefined ||
    BigInt(accruedGross) !== 0n ||
    BigInt(accruedOverdraft) !== 0n ||
    Object.values(counted).some((amountCents) => amountCents !== 0 && amountCents !== undefined) ||
    history.length > 0
  );
}
