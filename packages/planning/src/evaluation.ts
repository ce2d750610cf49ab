/** What the referee says of a problem: figures in cents, by account, quarter, statement, credit and group of duty. */

import type { Cents, Day, QuarterDate } from './problem.js';

export type ViolationKind =
  | 'BELOW_MINIMUM'
  | 'ABOVE_MAXIMUM'
  | 'GUARANTEE_EXCEEDED'
  | 'TRANSFER_NOT_ALLOWED'
  | 'SINGLE_LIMIT_EXCEEDED'
  | 'DAILY_LIMIT_EXCEEDED'
  | 'GOAL';

/** A limit broken: which, where, on which first day, and by how many cents at the worst. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly accountId: string;
  readonly date: Day;
  readonly amountCents: Cents;
  /** The person, for a guarantee violation. */
  readonly holder?: string | undefined;
  readonly bankId?: string | undefined;
  /** The goal that is missed, by the cents of the amount. */
  readonly goalId?: string | undefined;
}

/** What moved on an account, in cents. */
export interface FlowFigures {
  readonly incomeCents: Cents;
  readonly expenseCents: Cents;
  readonly transfersInCents: Cents;
  readonly transfersOutCents: Cents;
  /** Net interest credited less duty and fees charged: what the ends of periods booked. */
  readonly settledCents: Cents;
}

/** What an account earned and cost, in cents; parts of a figure by quarter or by period sum to its total. */
export interface ReturnFigures {
  readonly grossInterestCents: Cents;
  /** Tax on the interest: withheld by the bank or, of a foreign account, due in the return. */
  readonly withholdingCents: Cents;
  readonly netInterestCents: Cents;
  /** Stamp duty or, of a foreign account, IVAFE. */
  readonly stampDutyCents: Cents;
  readonly monthlyFeesCents: Cents;
  readonly transferFeesCents: Cents;
  readonly overdraftInterestCents: Cents;
  readonly netReturnCents: Cents;
}

/**
 * One account over the horizon. Closing = opening + income − expense + transfers in − transfers out + settled. What is
 * paid with the return is part of duty and withholding, and never of a balance.
 */
export interface AccountEvaluation extends FlowFigures, ReturnFigures {
  readonly accountId: string;
  readonly openingBalanceCents: Cents;
  readonly closingBalanceCents: Cents;
  readonly averageBalanceCents: Cents;
  /** End-of-day booked balances, one a day of the horizon. */
  readonly dailyBalancesCents: readonly Cents[];
}

/** One account in one quarter; interest as accrued in it, duty by days. */
export type AccountQuarter = Omit<AccountEvaluation, 'dailyBalancesCents'>;

export interface QuarterEvaluation {
  readonly quarter: QuarterDate;
  readonly netReturnCents: Cents;
  readonly accounts: readonly AccountQuarter[];
}

/** One statement period of one account, as far as it is known. */
export interface StatementEvaluation {
  readonly accountId: string;
  /** First day known of the period, and its last day; provisional when that lies after the horizon. */
  readonly from: Day;
  readonly to: Day;
  readonly provisional: boolean;
  /** Days of the average, history included. */
  readonly days: number;
  readonly averageBalanceCents: Cents;
  /** What this horizon counts of the period's duty and fees. */
  readonly stampDutyCents: Cents;
  readonly monthlyFeesCents: Cents;
}

/** IVAFE of one foreign account in one calendar year, as far as it is known. It is never taken from the account. */
export interface ForeignDutyEvaluation {
  readonly accountId: string;
  /** First day known of the year, and its last day; provisional when that lies after the horizon. */
  readonly from: Day;
  readonly to: Day;
  readonly provisional: boolean;
  /** Days of the average, history included. */
  readonly days: number;
  readonly averageBalanceCents: Cents;
  /** What this horizon counts of it, of all holders together. */
  readonly dutyCents: Cents;
}

/** One crediting period of one account. */
export interface CreditEvaluation {
  readonly accountId: string;
  readonly from: Day;
  /** Absent while no day is known on which the interest is credited. */
  readonly to?: Day | undefined;
  readonly provisional: boolean;
  /** What this horizon counts of the period's interest. */
  readonly grossInterestCents: Cents;
  readonly withholdingCents: Cents;
  /** Of it, what the bank does not withhold and the holders pay with the return: of foreign accounts only. */
  readonly dueInReturnCents?: Cents | undefined;
  readonly netInterestCents: Cents;
  readonly overdraftInterestCents: Cents;
}

/**
 * The accounts of one bank under fixed duty with identical holders, tested in one statement period; or, for IVAFE, one
 * person's shares of the accounts at one foreign bank, tested in a calendar year.
 */
export interface DutyGroupEvaluation {
  /** Absent: Italian stamp duty. */
  readonly tax?: 'IVAFE' | undefined;
  readonly bankId: string;
  readonly holders: readonly string[];
  readonly accountIds: readonly string[];
  readonly aggregateAverageCents: Cents;
  readonly due: boolean;
  readonly stampDutyCents: Cents;
  /** Σ cents·days still free under the threshold (negative when over), on all days known of the period. */
  readonly marginCentDays: number;
  /** The period: the duty is that of the accounts whose own it is, the averages are those of all members over it. */
  readonly from: Day;
  readonly to: Day;
  /** It runs past the horizon: tested on the days known so far. */
  readonly provisional: boolean;
}

export interface GuaranteeEvaluation {
  readonly holder: string;
  readonly bankId: string;
  readonly peakCents: Cents;
  readonly peakDate: Day;
}

export interface Evaluation {
  readonly netReturnCents: Cents;
  /** The days of the horizon, in order: the axis of every `dailyBalancesCents`. */
  readonly days: readonly Day[];
  readonly accounts: readonly AccountEvaluation[];
  readonly quarters: readonly QuarterEvaluation[];
  readonly statements: readonly StatementEvaluation[];
  readonly foreignDuties: readonly ForeignDutyEvaluation[];
  readonly credits: readonly CreditEvaluation[];
  readonly dutyGroups: readonly DutyGroupEvaluation[];
  readonly guarantee: readonly GuaranteeEvaluation[];
  readonly violations: readonly Violation[];
}
