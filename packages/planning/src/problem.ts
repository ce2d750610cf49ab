/**
 * The types of a planning problem: everything the referee and the optimizer need to know about one household's
 * quarter, and nothing else. Money is integer cents, rates are percent per year, days are `YYYY-MM-DD` strings.
 */

import type { Lot, TermOffer } from './lots/types.js';

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;
/** The first day of a calendar quarter, `YYYY-MM-DD`. */
export type QuarterDate = Day;
/** An amount of money in integer euro cents. */
export type Cents = number & { readonly __cents?: true };
/** A time of a day in Italy, `HH:MM` from 00:00 to 23:59. */
export type TimeOfDay = string;

export type GuaranteeScheme = 'FITD' | 'FGD' | 'NONE' | 'FOREIGN';
export type StampDutyMethod = 'ACTUAL_DAYS' | 'TWELFTHS';
export type AccountKind = 'CURRENT' | 'SAVINGS_BOOK' | 'DEPOSIT_FREE' | 'DEPOSIT_TERM' | 'PREPAID' | 'CASH';
export type DutyRegime = 'FIXED' | 'PROPORTIONAL' | 'NONE';
export type DutyBase = 'PRUDENT' | 'CLOSING' | 'AVERAGE';
export type TierMode = 'MARGINAL' | 'WHOLE_BALANCE';
export type InterestBasis = 'ACT_ACT' | 'ACT_365';
export type OperationKind = 'INCOME' | 'EXPENSE' | 'TRANSFER';
export type OperationStatus = 'PLANNED' | 'DONE';
export type OperationOrigin = 'MANUAL' | 'IMPORT' | 'OPTIMIZER' | 'RECURRENCE';
export type GuaranteePolicy = 'HARD' | 'OFF';
export type BusinessCalendar = 'TARGET_AND_ITALY' | 'TARGET';
/** The calendar rhythm of an account's statements: months, quarters, half-years or years. */
export type StatementPeriod = 'MONTHLY' | 'QUARTERLY' | 'HALF_YEARLY' | 'YEARLY';
/** When interest is credited: on the last day of each calendar period, or once, when the deposit matures. */
export type InterestCredit = StatementPeriod | 'MATURITY';

/** How a transfer to another bank is sent. */
export type SendSpeed = 'INSTANT' | 'ORDINARY';
/** On which day a bank books what moves on a day on which banks do not work. */
export type WeekendBooking = 'SAME_DAY' | 'NEXT_BUSINESS_DAY';

/** Which instant credit transfers a bank offers (Reg. (EU) 260/2012 art. 5a). */
export interface InstantTransfers {
  readonly send: boolean;
  readonly receive: boolean;
  /** First day on which it does; absent: since ever. */
  readonly from?: Day | undefined;
}

/** A bank licence (not a brand): the unit of the deposit guarantee and of the stamp-duty aggregation. */
export interface Bank {
  readonly id: string;
  readonly name: string;
  readonly abi?: string | undefined;
  readonly bic?: string | undefined;
  readonly guaranteeScheme: GuaranteeScheme;
  readonly stampDutyMethod: StampDutyMethod;
  /** Absent: neither sends nor receives instant transfers. */
  readonly instant?: InstantTransfers | undefined;
  /** Absent: NEXT_BUSINESS_DAY. */
  readonly weekendBooking?: WeekendBooking | undefined;
  readonly color?: string | undefined;
  readonly notes?: string | undefined;
}

/** A named set of accounts owned by exactly the same holders ("identica intestazione"). */
export interface AccountGroup {
  readonly id: string;
  readonly name: string;
  readonly holders: readonly string[];
  readonly order: number;
  readonly color?: string | undefined;
}

/** One band of a rate period: `ratePct` up to `upToCents` inclusive; `null` is the open last band. */
export interface RateTier {
  readonly upToCents: Cents | null;
  readonly ratePct: number;
}

/** Rates in force from `from` to `to`, both inclusive; no `to` means until further notice. */
export interface RatePeriod {
  readonly from: Day;
  readonly to?: Day | undefined;
  readonly tiers: readonly RateTier[];
  readonly tierMode: TierMode;
}

/** The monthly fee is waived in a month in which either condition holds. */
export interface FeeWaiver {
  readonly minAverageBalanceCents?: Cents | undefined;
  /** Of what comes in in the month: income, and with `ownTransfersCount` transfers from other banks. */
  readonly minMonthlyCreditsCents?: Cents | undefined;
  /** Whether the bank counts what the household sends itself from another bank; without it such money waives nothing. */
  readonly ownTransfersCount?: boolean | undefined;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly iban?: string | undefined;
  readonly bankId: string;
  readonly accountGroupId: string;
  readonly kind: AccountKind;
  /** Of stamp duty or, with a foreign IBAN, of IVAFE. */
  readonly dutyRegime: DutyRegime;
  /** Of Italian stamp duty. */
  readonly dutyPaidByBank: boolean;
  readonly dutyBase: DutyBase;
  readonly rates: readonly RatePeriod[];
  readonly interestBasis: InterestBasis;
  /** Absent: QUARTERLY. Duty is tested and charged, and the monthly fees are charged, at the end of each period. */
  readonly statementPeriod?: StatementPeriod | undefined;
  /** Absent: as `statementPeriod`. */
  readonly interestCredit?: InterestCredit | undefined;
  /**
   * Withheld from this account's interest: 12.5 for State and postal paper, 0 where the bank pays gross. Absent: the
   * settings', and nothing abroad.
   */
  readonly withholdingPct?: number | undefined;
  readonly overdraftRatePct?: number | undefined;
  readonly minBalanceCents: Cents;
  readonly maxBalanceCents?: Cents | undefined;
  readonly monthlyFeeCents: Cents;
  readonly feeWaiver?: FeeWaiver | undefined;
  /** Charged to the source for every transfer to another account. */
  readonly transferFeeCents: Cents;
  /** Charged instead for an instant one; absent: the same. */
  readonly instantFeeCents?: Cents | undefined;
  /** Business days until an ordinary transfer from this account arrives at another bank; 0 = on the day it leaves. */
  readonly transferLeadDays: number;
  /**
   * From this time on an ordinary transfer to another bank counts as ordered on the next business day
   * (Dir. (EU) 2015/2366 art. 78). Absent: one ordered at any time leaves on its day.
   */
  readonly cutOff?: TimeOfDay | undefined;
  /** Most of one transfer to another bank, and of all of a day together. Absent: no limit. */
  readonly singleLimitCents?: Cents | undefined;
  readonly dailyLimitCents?: Cents | undefined;
  /**
   * Whether payments of any kind leave and reach it. False: a deposit that exchanges with its linked account only, never
   * by instant transfer. Absent: true unless it is linked, a term deposit or cash.
   */
  readonly payment?: boolean | undefined;
  /** The holder's name exactly as the bank holds it; it plays no part in a plan. */
  readonly payeeName?: string | undefined;
  readonly canSend: boolean;
  readonly canReceive: boolean;
  /** When set, this account exchanges money with that account only. */
  readonly linkedAccountId?: string | undefined;
  readonly maturityDate?: Day | undefined;
  readonly openedOn?: Day | undefined;
  readonly closedOn?: Day | undefined;
  readonly active: boolean;
}

/** Days an account was open and Σ of its end-of-day booked balances over them, in cents·days. */
export interface BalanceHistory {
  /** First of the days counted; the last is the day before the horizon. */
  readonly from: Day;
  readonly days: number;
  readonly sumCentDays: number;
}

/** What earlier quarters reported of periods that were still running: it is not earned or paid again. Cents. */
export interface CountedFigures {
  /** Of the running crediting period. */
  readonly grossCents: Cents;
  readonly withholdingCents: Cents;
  readonly overdraftCents?: Cents | undefined;
  /** Of the running statement period; IVAFE of the running year. */
  readonly dutyCents: Cents;
  readonly feesCents: Cents;
}

/** What an opening balance already has of the periods that ended the day before, though the bank may book it later. Cents. */
export interface AnticipatedBookings {
  /** Credited, net of the withholding. */
  readonly interestCents: Cents;
  /** Charged. */
  readonly dutyCents: Cents;
  readonly feesCents: Cents;
}

/**
 * What an account's running periods bring along from before the horizon. Balances belong to the statement period,
 * interest to the crediting period; the two may have begun on different days.
 */
export interface Carried {
  /** Where it comes from: the household's own earlier quarters, or typed in by a person. */
  readonly source?: 'QUARTERS' | 'TYPED' | undefined;
  /** First day of the running statement period on which the account was open. */
  readonly periodFrom: Day;
  /** Days from `periodFrom` to the day before the horizon, and Σ of the booked balances over them. */
  readonly days: number;
  readonly sumCentDays: number;
  /** Gross interest accrued in the running crediting period, exact: an integer in units of {@link ACCRUAL_UNITS_PER_CENT}. */
  readonly accruedGross: string;
  /** Overdraft interest accrued in it, in the same unit; absent is none. */
  readonly accruedOverdraft?: string | undefined;
  readonly counted: CountedFigures;
  /** Balances since other days: of the statement periods of accounts with the same holders at the same bank. */
  readonly history?: readonly BalanceHistory[] | undefined;
  /** Absent: the opening balance is the bank's, or nothing was due. */
  readonly anticipated?: AnticipatedBookings | undefined;
}

/** One account's figures in one quarter; unset limits fall back to the account's, then to the settings'. */
export interface Setup {
  readonly accountId: string;
  readonly openingBalanceCents: Cents;
  readonly minBalanceCents?: Cents | undefined;
  readonly maxBalanceCents?: Cents | undefined;
  /** Excluded accounts are shown and evaluated but the optimizer does not touch them. */
  readonly excluded: boolean;
  readonly notes?: string | undefined;
  /** Absent: the running periods begin with the horizon. */
  readonly carried?: Carried | undefined;
}

/** How far an operation may come otherwise than expected; what is absent is certain. The referee takes the expected. */
export interface Uncertainty {
  readonly lowCents?: Cents | undefined;
  readonly highCents?: Cents | undefined;
  /** How many days sooner or later than its day it may be booked. */
  readonly earlyDays?: number | undefined;
  readonly lateDays?: number | undefined;
}

export interface Operation {
  readonly id: string;
  readonly quarter: QuarterDate;
  readonly kind: OperationKind;
  /** The booked day. For a transfer: the day it leaves the source, in both balances. */
  readonly date: Day;
  /** The value day of an income or expense. For a transfer: the day it arrives, in both balances. */
  readonly valueDate: Day;
  readonly accountId: string;
  readonly toAccountId?: string | undefined;
  /** Of a transfer. Absent: ordinary. */
  readonly speed?: SendSpeed | undefined;
  readonly amountCents: Cents;
  readonly description: string;
  readonly category?: string | undefined;
  readonly status: OperationStatus;
  readonly origin: OperationOrigin;
  /** Locked operations are never moved or replaced by the optimizer. */
  readonly locked: boolean;
  readonly importKey?: string | undefined;
  /** Of an income or expense. */
  readonly uncertainty?: Uncertainty | undefined;
}

/** The settings of a household that shape the mathematics of a plan. */
export interface PlanningSettings {
  readonly effortCostCents: Cents;
  readonly minBalanceCents: Cents;
  readonly transferStepCents: Cents;
  readonly thresholdMarginCents: Cents;
  readonly guaranteeLimitCents: Cents;
  readonly guaranteePolicy: GuaranteePolicy;
  readonly businessDaysOnly: boolean;
  readonly calendar: BusinessCalendar;
  readonly withholdingPct: number;
}

/** First and last day of one to eight whole calendar quarters. */
export interface Horizon {
  readonly from: QuarterDate;
  readonly to: Day;
}

/**
 * What is to be freely available at the end of a day: booked by then, and on no term deposit. A goal after the horizon
 * asks nothing of it.
 */
export interface Goal {
  readonly id: string;
  readonly name: string;
  readonly date: Day;
  readonly amountCents: Cents;
  /** The accounts it may be on. Absent: every account for payments. */
  readonly accountIds?: readonly string[] | undefined;
}

/** A moment in Italy. */
export interface OrderTime {
  readonly date: Day;
  readonly time: TimeOfDay;
}

/** A household's quarter and those that follow it, complete: the input of `evaluate` and of `optimize`. */
export interface Problem {
  /** The quarter planned: the first of the horizon. */
  readonly quarter: QuarterDate;
  /** Begins with `quarter`; absent: that quarter alone. */
  readonly horizon?: Horizon | undefined;
  readonly banks: readonly Bank[];
  readonly accountGroups: readonly AccountGroup[];
  readonly accounts: readonly Account[];
  readonly setups: readonly Setup[];
  readonly operations: readonly Operation[];
  readonly settings: PlanningSettings;
  /** Term deposits that may be opened, and those that lots are of. */
  readonly offers?: readonly TermOffer[] | undefined;
  readonly lots?: readonly Lot[] | undefined;
  readonly goals?: readonly Goal[] | undefined;
  /** When transfers are ordered at the earliest. Absent: before the cut-off of every account. */
  readonly orderedFrom?: OrderTime | undefined;
}

/** A transfer to try on top of a problem's operations. */
export interface Transfer {
  readonly date: Day;
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly amountCents: Cents;
  /** Absent: instant where both ends can and it costs no more than an ordinary one. */
  readonly speed?: SendSpeed | undefined;
}
