import type {
  OptimizeOptionsInput,
  OptimizeResultBody,
  OptimizerRunDetail,
  PlannedTransfer,
  SaveOperation,
} from '@fibado/contracts';
import {
  addDays,
  isInQuarter,
  interestTaxPctOf,
  isMovable,
  type Operation,
  type Problem,
  quarterEnd,
  ratePeriodOn,
  type Transfer,
} from '@fibado/planning';
import { referee } from '../shared/problem';
import { lotsByQuarter, type PlannedLot, withPlannedLots } from './planned-lots-model';

/** The options as the form holds them; `null` is not said, so the household's setting holds. */
export interface PlanOptions {
  readonly from: string | null;
  readonly maxTransfers: number | null;
  readonly effortCostCents: number | null;
  readonly thresholdMarginCents: number | null;
  readonly transferStepCents: number | null;
  /** The least every account without a minimum of its own must keep. */
  readonly minBalanceCents: number | null;
  readonly guaranteePolicy: 'HARD' | 'OFF';
  readonly businessDaysOnly: boolean;
  readonly timeLimitMs: number;
  /** How many quarters the plan looks at; `null`: this one alone. */
  readonly horizonQuarters: number | null;
  /** Whether the plan may open lots of the household's offers. */
  readonly newLots: boolean;
}

/** A transfer some plan proposes; of an incumbent neither its reason nor its price is known. */
export type ProposedTransfer = Omit<PlannedTransfer, 'reason' | 'marginalCents' | 'unpriced'> &
  Partial<Pick<PlannedTransfer, 'reason' | 'marginalCents' | 'unpriced'>>;

/** An optimizer's result, or as much of it as is known of an incumbent. */
export type PlanResult = Pick<
  OptimizeResultBody,
  'status' | 'objectiveCents' | 'netReturnCents' | 'conflicts' | 'inputHash'
> &
  Partial<Pick<OptimizeResultBody, 'baseline' | 'boundCents' | 'gapCents' | 'solver' | 'horizon'>> & {
    /** Those that leave in the quarter planned. */
    readonly transfers: readonly ProposedTransfer[];
    /** Of a plan over several quarters: what is intended after the one planned. */
    readonly later?: readonly ProposedTransfer[];
    /** The lots it opens in the quarter planned; absent where it was not asked for any. */
    readonly lots?: readonly PlannedLot[] | undefined;
    readonly laterLots?: readonly PlannedLot[];
  };

/** What a household can ask of a plan besides its gain. */
export interface PlanWishes {
  readonly fewer: boolean;
  readonly safer: boolean;
}

/** A plan and what it was asked with: the form may say something else by now. */
export interface ShownPlan {
  /** The run that made it; absent of a plan that is tried and not kept. */
  readonly runId?: string;
  /** The best plan so far of a run that had not ended: neither proven, nor explained, nor priced. */
  readonly isIncumbent?: boolean;
  readonly result: PlanResult;
  readonly options: OptimizeOptionsInput;
  /** The least balance the plan was tried with in place of the household's. */
  readonly minBalanceCents: number | null;
  /** Chosen for its caution or its few transfers, in place of the plan that earns most. */
  readonly choice?: { readonly wishes: PlanWishes; readonly insteadOf: ShownPlan };
}

/** How one proposed transfer stands with the household. */
export type Choice = 'ON' | 'OFF' | 'FIXED';

export const transferKey = (
  t: Pick<PlannedTransfer, 'date' | 'fromAccountId' | 'toAccountId' | 'amountCents'>,
): string => `${t.date}|${t.fromAccountId}|${t.toAccountId}|${String(t.amountCents)}`;

export const choiceOf = (choices: ReadonlyMap<string, Choice>, transfer: Proposed): Choice =>
  choices.get(transferKey(transfer)) ?? 'ON';

/** The options as the optimizer takes them; what the household fixed is forced, what it switched off is forbidden. */
export function optionsToSend(
  options: PlanOptions,
  transfers: readonly ProposedTransfer[] = [],
  choices: ReadonlyMap<string, Choice> = new Map(),
): OptimizeOptionsInput {
  const forced = transfers.filter((t) => choiceOf(choices, t) === 'FIXED').map(bare);
  const forbidden = transfers
    .filter((t) => choiceOf(choices, t) === 'OFF')
    .map((t) => ({ date: t.date, fromAccountId: t.fromAccountId, toAccountId: t.toAccountId }));
  return {
    ...(options.from === null ? {} : { from: options.from }),
    ...(options.maxTransfers === null ? {} : { maxTransfers: options.maxTransfers }),
    ...(options.effortCostCents === null ? {} : { effortCostCents: options.effortCostCents }),
    ...(options.thresholdMarginCents === null ? {} : { thresholdMarginCents: options.thresholdMarginCents }),
    ...(options.transferStepCents === null ? {} : { transferStepCents: options.transferStepCents }),
    guaranteePolicy: options.guaranteePolicy,
    businessDaysOnly: options.businessDaysOnly,
    timeLimitMs: options.timeLimitMs,
    ...(options.horizonQuarters === null ? {} : { horizonQuarters: options.horizonQuarters }),
    ...(options.newLots ? { newLots: true } : {}),
    ...(forced.length === 0 ? {} : { forced }),
    ...(forbidden.length === 0 ? {} : { forbidden }),
  };
}

const bare = (t: ProposedTransfer): Transfer => ({
  date: t.date,
  fromAccountId: t.fromAccountId,
  toAccountId: t.toAccountId,
  amountCents: t.amountCents,
});

/** The problem on which a plan is laid: without the transfers it replaces. */
export function withoutMovable(problem: Problem, from: string | null): Problem {
  const firstDay = from ?? problem.quarter;
  return {
    ...problem,
    operations: problem.operations.filter((o) => !(isMovable(o) && o.date >= firstDay)),
  };
}

/** The figures a plan stands beside, all of the quarter as it is now. Cents. */
export interface Ground {
  /** Net return without the transfers the plan replaces. */
  readonly baselineCents: number;
  /** Net return of the whole plan. */
  readonly wholeCents: number;
  /** The plan was made of another quarter than the one there is now: nothing is proven of this one. */
  readonly changed: boolean;
}

/** @param base see `withoutMovable`. */
export function groundOf(base: Problem, result: PlanResult): Ground {
  const baseline = referee(base).evaluation;
  const whole = referee(withPlannedLots(base, result.lots ?? []), result.transfers).evaluation;
  if (!baseline || !whole) {
    const { netReturnCents } = result;
    return {
      baselineCents: result.baseline?.netReturnCents ?? netReturnCents,
      wholeCents: netReturnCents,
      changed: true,
    };
  }
  return {
    baselineCents: baseline.netReturnCents,
    wholeCents: whole.netReturnCents,
    // A horizon shares the figures of longer periods among its quarters otherwise than a quarter by itself.
    changed: result.later === undefined && whole.netReturnCents !== result.netReturnCents,
  };
}

/** The transfers switched on, as the referee takes them. */
export const chosenTransfers = <T extends Proposed>(
  transfers: readonly T[],
  choices: ReadonlyMap<string, Choice>,
): T[] => transfers.filter((t) => choiceOf(choices, t) !== 'OFF');

/** What of a transfer matters to choosing it. */
type Proposed = Pick<
  PlannedTransfer,
  'date' | 'arrivalDate' | 'fromAccountId' | 'toAccountId' | 'amountCents' | 'speed'
>;

/** The operations accepting the chosen transfers makes; a fixed one stays when the plan is made again. */
export function operationsOf<T extends Proposed>(
  quarter: string,
  transfers: readonly T[],
  choices: ReadonlyMap<string, Choice>,
  describe: (transfer: T) => string,
): SaveOperation[] {
  return chosenTransfers(transfers, choices).map((t) => ({
    quarter,
    kind: 'TRANSFER',
    date: t.date,
    valueDate: t.arrivalDate,
    accountId: t.fromAccountId,
    toAccountId: t.toAccountId,
    speed: t.speed,
    amountCents: t.amountCents,
    description: describe(t),
    status: 'PLANNED',
    origin: 'OPTIMIZER',
    locked: choiceOf(choices, t) === 'FIXED',
  }));
}

/** The transfer operations a run on part of the plan must not touch any more, as the chart marks them. */
export const marksOf = (
  transfers: readonly ProposedTransfer[],
  describe: (transfer: ProposedTransfer) => string,
): Pick<Operation, 'date' | 'kind' | 'description' | 'amountCents' | 'accountId' | 'toAccountId'>[] =>
  transfers.map((t) => ({
    date: t.date,
    kind: 'TRANSFER',
    description: describe(t),
    amountCents: t.amountCents,
    accountId: t.fromAccountId,
    toAccountId: t.toAccountId,
  }));

/** A transfer at a quarter's end whose cost falls after it. */
export interface CostAfterwards {
  readonly transfer: ProposedTransfer;
  /** Net interest lost for each day that the money stays there, cents. */
  readonly perDayCents: number;
}

/** How many of a quarter's last days count as its end: what arrives then earns next to nothing in it. */
const LAST_DAYS = 5;

/** What the quarter's figures leave out: money moved at its end to an account that pays less from then on. */
export function costsAfterwards(problem: Problem, transfers: readonly ProposedTransfer[]): CostAfterwards[] {
  const end = quarterEnd(problem.quarter);
  const next = addDays(end, 1);
  const rateOf = (accountId: string): number => {
    const account = problem.accounts.find(({ id }) => id === accountId);
    const grossPct = (account && ratePeriodOn(account.rates, next)?.tiers[0]?.ratePct) ?? 0;
    return account ? grossPct * (1 - interestTaxPctOf(account, problem.settings) / 100) : 0;
  };
  return transfers
    .filter(({ date }) => date > addDays(end, -LAST_DAYS))
    .map((transfer) => {
      const lost = rateOf(transfer.fromAccountId) - rateOf(transfer.toAccountId);
      return { transfer, perDayCents: Math.round((transfer.amountCents * lost) / 100 / 365) };
    })
    .filter(({ perDayCents }) => perDayCents > 0);
}

/** What the answer proves, and how far. */
export type Proof =
  | { readonly kind: 'PROVEN'; readonly boundCents: number }
  | { readonly kind: 'BOUNDED'; readonly boundCents: number; readonly gapCents: number }
  | { readonly kind: 'NONE' };

export function proofOf({ status, boundCents, gapCents }: PlanResult): Proof {
  if (boundCents === undefined || gapCents === undefined) return { kind: 'NONE' };
  if (status === 'OPTIMAL') return { kind: 'PROVEN', boundCents };
  if (status === 'FEASIBLE') return { kind: 'BOUNDED', boundCents, gapCents };
  return { kind: 'NONE' };
}

/** A run as a plan to show: its result, or else its best plan so far; undefined when it has neither. */
export function shownOf(run: OptimizerRunDetail): ShownPlan | undefined {
  const { runId, options, result, incumbent, inputHash } = run;
  if (result) return { runId, options, result: ofQuarter(run, result), minBalanceCents: null };
  if (!incumbent) return undefined;
  const { objectiveCents, netReturnCents, transfers, lots } = incumbent;
  const plan: PlanResult = {
    status: 'FEASIBLE',
    objectiveCents,
    netReturnCents,
    transfers,
    conflicts: [],
    inputHash,
    ...(lots === undefined ? {} : { lots }),
  };
  return { runId, options, minBalanceCents: null, isIncumbent: true, result: ofQuarter(run, plan) };
}

/** Of a plan over several quarters: the transfers and the return of the one it was asked for, and what is left. */
export function ofQuarter(
  { quarter, options }: Pick<OptimizerRunDetail, 'quarter' | 'options'>,
  result: PlanResult,
): PlanResult {
  if ((options.horizonQuarters ?? 1) < 2) return result;
  const own = result.horizon?.quarters[0];
  return {
    ...result,
    netReturnCents: own?.netReturnCents ?? result.netReturnCents,
    transfers: result.transfers.filter(({ date }) => isInQuarter(date, quarter)),
    later: result.transfers.filter(({ date }) => !isInQuarter(date, quarter)),
    ...(result.lots === undefined ? {} : lotsByQuarter(result.lots, quarter)),
  };
}

/** What a plan does and earns in all of its quarters. Cents. */
export interface WholePlan {
  readonly transfers: readonly ProposedTransfer[];
  readonly netReturnCents: number;
  /** Without the plan. */
  readonly baselineCents: number;
}

/** The whole of a plan of which `ofQuarter` has left the quarter's part. */
export function wholeOf({ result }: Pick<ShownPlan, 'result'>, ground: Ground): WholePlan {
  const { horizon, later = [] } = result;
  const sum = (of: (quarter: NonNullable<typeof horizon>['quarters'][number]) => number) =>
    horizon?.quarters.reduce((total, quarter) => total + of(quarter), 0);
  return {
    transfers: [...result.transfers, ...later],
    netReturnCents: sum((quarter) => quarter.netReturnCents) ?? result.netReturnCents,
    baselineCents: sum((quarter) => quarter.baselineNetReturnCents) ?? ground.baselineCents,
  };
}

/** What switching one transfer does to the net return, the others as they are now. */
export interface SwitchEffect {
  /** Cents lost without it. */
  readonly lossCents: number;
  /** Whether a limit is broken without it that is kept with it. */
  readonly breaksLimit: boolean;
}

const isSamePairAndDay = (one: Transfer, other: Transfer): boolean =>
  one.date === other.date &&
  one.fromAccountId === other.fromAccountId &&
  one.toAccountId === other.toAccountId;

/** What each transfer does for the plan as it is chosen now, by its key; absent where nothing can be computed. */
export function switchEffects(
  base: Problem,
  transfers: readonly ProposedTransfer[],
  choices: ReadonlyMap<string, Choice>,
): ReadonlyMap<string, SwitchEffect> {
  const effects = new Map<string, SwitchEffect>();
  const chosen = chosenTransfers(transfers, choices);
  for (const transfer of transfers) {
    // The pieces of one amount are made or left together.
    const pieces = transfers.filter((one) => isSamePairAndDay(one, transfer));
    const others = chosen.filter((one) => !isSamePairAndDay(one, transfer));
    const [made, left] = [referee(base, [...others, ...pieces]), referee(base, others)];
    if (!made.evaluation || !left.evaluation) continue;
    effects.set(transferKey(transfer), {
      lossCents: made.evaluation.netReturnCents - left.evaluation.netReturnCents,
      breaksLimit: left.evaluation.violations.length > made.evaluation.violations.length,
    });
  }
  return effects;
}

/** The limits on transfers worth trying for "fewer transfers": all below the plan's own, thinned to a dozen runs. */
export function frontierSteps(transferCount: number, most = 12): number[] {
  if (transferCount <= 0) return [];
  const all = Array.from({ length: transferCount }, (_, index) => index);
  if (all.length <= most) return all;
  const chosen = new Set(
    Array.from({ length: most }, (_, i) => Math.round((i * (transferCount - 1)) / (most - 1))),
  );
  return [...chosen].sort((a, b) => a - b);
}
