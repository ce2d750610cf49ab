/** Term deposits as banks offer them, and the lots a household has of them. */

import type { Cents, Day, DutyBase, InterestBasis } from '../problem.js';

/** How long a lot runs: exactly one of the two. */
export interface Tenor {
  readonly months?: number | undefined;
  readonly days?: number | undefined;
}

/** One stretch of the life of a lot whose rate rises or falls by steps. */
export interface RateStep {
  readonly months: number;
  readonly ratePct: number;
}

/** When interest is paid: all of it when the lot is opened, at the end of calendar periods, or when it matures. */
export type LotPayout = 'UPFRONT' | 'QUARTERLY' | 'YEARLY' | 'MATURITY';

/**
 * What breaking a lot costs. NONE: it cannot be broken. BASE_RATE: `ratePct` for its whole life, what was paid above it is
 * taken back. ZERO: the same at 0. FEE: the interest earned stays, and `ratePct` percent of the principal is charged.
 */
export type ExitKind = 'NONE' | 'BASE_RATE' | 'ZERO' | 'FEE';

export interface ExitTerms {
  readonly kind: ExitKind;
  /** Of BASE_RATE percent a year, of FEE percent of the principal; of the others absent. */
  readonly ratePct?: number | undefined;
  /** From so many months after the first day on breaking it costs nothing, as of a postal bond. Absent: it always costs. */
  readonly freeAfterMonths?: number | undefined;
  /** Of BASE_RATE and ZERO: what was earned by each of these months is kept, as of a postal bond with several dates. */
  readonly keptAtMonths?: readonly number[] | undefined;
}

/** What happens at maturity without an instruction: the lot begins anew, or goes to the linked account. */
export type Renewal = 'AUTO' | 'TO_LINKED';

/** A lot may hold only money that is new to the bank. */
export type NewMoney =
  /** What exceeds the balances of the same holders at the bank at the end of a day. */
  | { readonly kind: 'SNAPSHOT'; readonly on: Day; readonly baselineCents: Cents }
  /** What came in from other banks in the window less everything that went out in it. */
  | { readonly kind: 'NET_FLOW'; readonly from: Day; readonly to: Day };

/** A term deposit as a bank offers it. Both bounds of a period of days are included. */
export interface TermOffer {
  readonly id: string;
  readonly name: string;
  readonly bankId: string;
  /** An account at the same bank: a lot is paid from it, and principal and interest go to it. */
  readonly linkedAccountId: string;
  readonly tenor: Tenor;
  /** Percent a year for the whole life; absent where there are `steps`. */
  readonly ratePct?: number | undefined;
  /** Their months together are the tenor's. */
  readonly steps?: readonly RateStep[] | undefined;
  readonly minCents: Cents;
  /** Above the least amount, by how much a lot may be larger. */
  readonly stepCents: Cents;
  /** Most of all lots of the offer together. */
  readonly maxCents?: Cents | undefined;
  readonly payout: LotPayout;
  readonly exit: ExitTerms;
  /** Whether a part of a lot may be broken: the lot is then two lots. */
  readonly partialExit: boolean;
  /** Calendar days from the notice to the day on which the money comes; it earns until then. Absent: 0. */
  readonly noticeDays?: number | undefined;
  readonly renewal: Renewal;
  readonly openFrom?: Day | undefined;
  readonly openTo?: Day | undefined;
  readonly newMoney?: NewMoney | undefined;
  readonly dutyBase: DutyBase;
  /** Absent: false. */
  readonly dutyPaidByBank?: boolean | undefined;
  /**
   * Up to which redemption value of all such lots of the same holders at the bank no duty is owed, cents: 5,000 € of postal
   * bonds. Only of lots paid at maturity. Absent: it is always owed.
   */
  readonly dutyFreeUpToCents?: Cents | undefined;
  /** Withheld from the interest: 12.5 for State and postal paper. Absent: the settings'. */
  readonly withholdingPct?: number | undefined;
  /** Absent: ACT_ACT. */
  readonly interestBasis?: InterestBasis | undefined;
  /** Where the terms were read, and when. */
  readonly source?: string | undefined;
  readonly asOf?: Day | undefined;
}

export type LotState = 'OPEN' | 'MATURED' | 'BROKEN';

/** One sum deposited under the terms of an offer. */
export interface Lot {
  readonly id: string;
  readonly offerId: string;
  readonly amountCents: Cents;
  /** It earns from this day to the day before the one on which its principal goes to the linked account. */
  readonly openedOn: Day;
  readonly maturityDate: Day;
  /** As agreed; of an offer with steps those hold, from the day of opening on. */
  readonly ratePct: number;
  readonly state: LotState;
  /** The day of the notice; the money comes after the offer's notice days, at maturity at the latest. */
  readonly brokenOn?: Day | undefined;
  /** What was decided for its maturity. Absent: the offer's. */
  readonly renewal?: Renewal | undefined;
}
