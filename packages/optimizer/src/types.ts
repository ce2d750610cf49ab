/**
 * What the optimizer takes and gives. The wire shapes of `@fibado/contracts` (`optimizeOptions`, `optimizeResult`)
 * describe the same objects; everything here is plain data that survives a structured clone.
 */

import type {
  AccountEvaluation,
  Cents,
  Day,
  GuaranteePolicy,
  Horizon,
  QuarterDate,
  SendSpeed,
  TimeOfDay,
  ViolationKind,
  Violation,
} from '@fibado/planning';
import type { LotOutline } from './lots/lot-outline.js';

export type { LotOutline };

/** A transfer to forbid: without a date, on every day; whatever its amount. */
export interface TransferChoice {
  readonly date?: Day | undefined;
  readonly fromAccountId: string;
  readonly toAccountId: string;
  /** Accepted for symmetry with forced transfers; forbidding is by pair and day, so any amount is meant. */
  readonly amountCents?: Cents | undefined;
}

/** A transfer the plan must contain exactly as given. */
export interface ForcedTransfer {
  readonly date: Day;
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly amountCents: Cents;
}

/** Unset options take the problem's settings; unset limits do not limit. */
export interface OptimizeOptions {
  /** First day on which a transfer may leave; default: the first day of the quarter. Days before are facts. */
  readonly from?: Day | undefined;
  /** From what time on they are ordered on that day, `HH:MM`; default: before the cut-off of every account. */
  readonly fromTime?: TimeOfDay | undefined;
  readonly maxTransfers?: number | undefined;
  /** What one transfer costs the household in effort, cents. */
  readonly effortCostCents?: Cents | undefined;
  /** Amounts are multiples of this, cents. */
  readonly transferStepCents?: Cents | undefined;
  /** How far below the duty threshold an average must stay to count as exempt in the plan, cents. */
  readonly thresholdMarginCents?: Cents | undefined;
  readonly guaranteePolicy?: GuaranteePolicy | undefined;
  readonly businessDaysOnly?: boolean | undefined;
  /** Milliseconds for the whole run; default 10,000. */
  readonly timeLimitMs?: number | undefined;
  readonly forbidden?: readonly TransferChoice[] | undefined;
  readonly forced?: readonly ForcedTransfer[] | undefined;
  /**
   * Keep the accepted plan (the problem's planned optimizer transfers) unless a change earns at least this much,
   * cents; unset: no preference.
   */
  readonly stabilityCents?: Cents | undefined;
  /** Whether the plan may open lots of the problem's offers. `stabilityCents` is ignored then. */
  readonly newLots?: boolean | undefined;
  /** Whether to price every transfer (`marginalCents`) by optimising again without it; default true. */
  readonly marginals?: boolean | undefined;
}

export type OptimizationStatus = 'OPTIMAL' | 'FEASIBLE' | 'INFEASIBLE';

/** Why a transfer is in the plan: its largest effect when it alone is left out. */
export type TransferReason =
  | 'RATE_GAIN'
  | 'DUTY_AVOIDED'
  | 'FEE_WAIVED'
  | 'MINIMUM_KEPT'
  | 'MAXIMUM_KEPT'
  | 'GUARANTEE_KEPT'
  | 'NEEDED_FOR_BILL'
  | 'GOAL_KEPT';

export interface PlannedTransfer {
  readonly date: Day;
  readonly arrivalDate: Day;
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly amountCents: Cents;
  /** INSTANT where it is to be sent so; absent: an ordinary transfer, or one within a bank. */
  readonly speed?: SendSpeed | undefined;
  readonly reason: TransferReason;
  /** The loss at most, cents, when this transfer is forbidden and the rest optimised again; `null`: no plan without it. */
  readonly marginalCents: Cents | null;
  /** Set when `marginalCents` was not asked for, or not found in time: it is `null` then and says nothing. */
  readonly unpriced?: true | undefined;
}

/** The least change of one limit that lets a plan exist. */
export interface Relaxation {
  readonly limit: string;
  readonly accountId?: string | undefined;
  readonly byCents: Cents;
}

/** A limit no plan can keep: where, the first day, how many cents are missing at the worst. */
export interface Conflict {
  readonly kind: ViolationKind;
  readonly accountId: string;
  readonly date: Day;
  readonly missingCents: Cents;
  readonly holder?: string | undefined;
  readonly bankId?: string | undefined;
  readonly goalId?: string | undefined;
  readonly relaxation?: Relaxation | undefined;
}

export interface SolverStatistics {
  /** `highs` or `glpk`. */
  readonly engine: string;
  readonly version: string;
  readonly timeMs: number;
  readonly rows: number;
  readonly columns: number;
  readonly integers: number;
  readonly nodes: number;
}

export interface AccountComparison {
  readonly accountId: string;
  readonly baseline: AccountEvaluation;
  readonly planned: AccountEvaluation;
}

export interface OptimizationResult {
  readonly status: OptimizationStatus;
  /** Net return minus effort, cents, as the referee counts it. */
  readonly objectiveCents: Cents;
  readonly netReturnCents: Cents;
  /** The quarter without any transfer the optimizer may move. */
  readonly baseline: { readonly netReturnCents: Cents; readonly violations: readonly Violation[] };
  /** Net return of the plan minus that of the baseline, cents; effort is not in it. */
  readonly gainCents: Cents;
  /** Proven: no plan on any day has a higher objective. */
  readonly boundCents: Cents;
  /** `boundCents − objectiveCents`, never negative. */
  readonly gapCents: Cents;
  readonly transfers: readonly PlannedTransfer[];
  readonly accounts: readonly AccountComparison[];
  readonly conflicts: readonly Conflict[];
  readonly solver: SolverStatistics;
  /** SHA-256 of the canonical problem and options: the same hash means the same plan. */
  readonly inputHash: string;
  /** Set for a horizon of several quarters: all figures above are of the whole horizon. */
  readonly horizon?: HorizonFigures | undefined;
  /** The lots it opens, when asked for: figures and bound are then of plans with lots, less the effort of each. */
  readonly lots?: readonly LotOutline[] | undefined;
  /** Stage by stage, when asked for. */
  readonly trace?: readonly StageTrace[] | undefined;
}

/** A plan over several quarters, quarter by quarter. Cents. */
export interface HorizonFigures extends Horizon {
  /** In order; the figures of all sum to the result's. */
  readonly quarters: readonly {
    readonly quarter: QuarterDate;
    readonly baselineNetReturnCents: Cents;
    readonly netReturnCents: Cents;
    /** Transfers that leave in it. */
    readonly transfers: number;
  }[];
  /** Unset when a quarter alone found no plan, in too little time for one with lots, and with `stabilityCents`. */
  readonly myopia?: Myopia | undefined;
}

/** What looking at one quarter at a time comes to: every quarter planned by itself, one after the other. Cents. */
export interface Myopia {
  /** The objective of those plans together, refereed over the horizon. */
  readonly objectiveCents: Cents;
  /**
   * By how much the plan of the horizon is better; never negative, as that starts from those plans. 0 also where the quarters
   * together open more lots than one plan may, and are worth more for it.
   */
  readonly priceCents: Cents;
}

/** What one stage of the pipeline cost, and what was known after it. */
export interface StageTrace {
  readonly stage: string;
  readonly job: 'BOUND' | 'CONSTRUCT' | 'IMPROVE' | 'PROVE' | 'CHOOSE' | 'EXPLAIN';
  readonly startedMs: number;
  readonly tookMs: number;
  /** Of the incumbent, cents; unset before the first plan. */
  readonly objectiveCents?: Cents | undefined;
  readonly boundCents?: Cents | undefined;
}

/** What a run reports while it works. */
export interface OptimizationProgress {
  readonly phase: 'SOLVING' | 'EXPLAINING';
  readonly elapsedMs: number;
  /** Best objective so far, cents; unset before the first plan. */
  readonly objectiveCents?: Cents | undefined;
  readonly boundCents?: Cents | undefined;
}

/** A transfer of an incumbent: what is known of it before it is explained and priced. */
export interface IncumbentTransfer {
  readonly date: Day;
  readonly arrivalDate: Day;
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly amountCents: Cents;
  /** INSTANT where it is to be sent so; absent: an ordinary transfer, or one within a bank. */
  readonly speed?: SendSpeed | undefined;
}

/** The best plan known at some moment of a run: refereed, keeps every limit, can be used as it is. */
export interface Incumbent {
  readonly elapsedMs: number;
  /** Net return minus effort, cents, as the referee counts it. */
  readonly objectiveCents: Cents;
  readonly netReturnCents: Cents;
  /** No plan has a higher objective, cents; unset while no bound is known. */
  readonly boundCents?: Cents | undefined;
  /** The forced transfers included, in order of days. */
  readonly transfers: readonly IncumbentTransfer[];
  /** The lots it opens, when asked for. */
  readonly lots?: readonly LotOutline[] | undefined;
}
