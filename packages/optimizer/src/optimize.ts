/** The optimizer's one entry: problem and options in, refereed plan with bound, reasons and worth out. */

import { evaluate, type Problem, type Transfer } from '@fibado/planning';
import { Budget, FIRST_PLAN_GRACE_MS, SHARES, STABILITY_LEAST_MS, type Clock } from './budget.js';
import { loadEngines } from './engines/load.js';
import type { Engines } from './engines/port.js';
import { inputHash } from './hash.js';
import type { OutsideBookings } from './household/drift.js';
import { quarterByQuarter, type MyopicRequest } from './horizon.js';
import { horizonFigures } from './horizon-figures.js';
import { arrivalOfTransfer, householdOf, type Household } from './household/household.js';
import { NoPlanInTimeError } from './no-plan.js';
import { conflictsOf } from './explanations/conflicts.js';
import { marginalsOf, type Marginals } from './explanations/marginals.js';
import { reasonOf } from './explanations/reasons.js';
import { referee, type RefereedPlan } from './referee.js';
import type { SolveStatistics } from './solve-request.js';
import { solve, type Solution } from './stages.js';
import { toleranceCents } from './bounds/tolerance.js';
import { isWithin } from './within.js';
import { stabilised } from './explanations/stability.js';
import type {
  AccountComparison,
  Conflict,
  Incumbent,
  OptimizationProgress,
  OptimizationResult,
  OptimizationStatus,
  OptimizeOptions,
  PlannedTransfer,
  StageTrace,
} from './types.js';

export interface OptimizeDependencies {
  /** Default: both engines, loaded once a thread. */
  readonly engines?: Engines | undefined;
  /** Checked between solver runs; inside one, only ending the thread stops it. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly onProgress?: ((progress: OptimizationProgress) => void) | undefined;
  /**
   * Called with every plan that is better than all before it, at once; doing nothing is the first where that breaks no
   * limit. Better by the planner's count: an average inside `thresholdMarginCents` pays the duty. With `stabilityCents` the result may be a less valuable plan than the last incumbent, nearer the accepted one.
   */
  readonly onIncumbent?: ((incumbent: Incumbent) => void) | undefined;
  /** What the bound has to allow for beside the problem: bookings of lots that are not in it. */
  readonly outside?: OutsideBookings | undefined;
  /** Whether the result says what each stage cost and gave. */
  readonly trace?: boolean | undefined;
  /** Stages to leave out, by name: where no bound is asked for, and for ablation. */
  readonly without?: ReadonlySet<string> | undefined;
}

/**
 * Plans a household's quarter, or the horizon of several quarters that begins with it.
 *
 * Rejects with `ProblemError` when the problem refers to something it does not contain, and with the signal's reason
 * when cancelled. Infeasible (proven) and unfinished are answers, not errors; `NoPlanInTimeError` when neither a plan
 * nor that proof was found within the limit and some seconds of grace. The same input gives the same plan, unless the
 * time limit cut the search short.
 */
export async function optimize(
  problem: Problem,
  options: OptimizeOptions = {},
  dependencies: OptimizeDependencies = {},
): Promise<OptimizationResult> {
  const household: Household = { ...householdOf(problem, options), outside: dependencies.outside };
  const clock = dependencies.clock ?? performance;
  const budget = new Budget(clock, household.options.timeLimitMs, dependencies.signal);
  const engines = dependencies.engines ?? (await loadEngines());
  await budget.breathe();
  const report = (
    phase: OptimizationProgress['phase'],
    plan: RefereedPlan | undefined,
    bound: number,
  ): void => {
    dependencies.onProgress?.({
      phase,
      elapsedMs: Math.round(budget.elapsedMs()),
      ...(plan === undefined ? {} : { objectiveCents: plan.objectiveCents }),
      ...(Number.isFinite(bound) ? { boundCents: Math.ceil(bound) } : {}),
    });
  };
  const solvingMs =
    household.options.timeLimitMs * (household.options.marginals ? SHARES.solveWhenPriced : 1);
  const myopic = new Myopic({ problem, options, household, engines, budget });
  let told: RefereedPlan | undefined;
  const tellIncumbent = (plan: RefereedPlan | undefined, bound: number): void => {
    if (plan === undefined || plan === told) return;
    told = plan;
    dependencies.onIncumbent?.(incumbentOf(household, plan, bound, budget.elapsedMs()));
  };
  const solution = await solve({
    household,
    engines,
    budget,
    timeLimitMs: solvingMs,
    quarterByQuarter: household.timeline.plan.grid.quarters.length > 1 ? myopic.run : undefined,
    graceMs: FIRST_PLAN_GRACE_MS,
    known: acceptedPlan(household, problem, options),
    without: dependencies.without,
    onImproved: (plan, bound) => {
      report('SOLVING', plan, bound);
      tellIncumbent(plan, bound);
    },
  });
  const trace: StageTrace[] = [...solution.trace];
  const context: Context = {
    household,
    engines,
    budget,
    hash: inputHash(problem, options),
    trace: dependencies.trace === true ? trace : undefined,
  };
  if (solution.kind === 'NOTHING_FOUND') throw new NoPlanInTimeError();
  if (solution.kind !== 'PLAN') return withoutPlan(context, solution);
  const traced = (stage: string, job: StageTrace['job'], startedMs: number, chosen: RefereedPlan): void => {
    trace.push({
      stage,
      job,
      startedMs: Math.round(startedMs),
      tookMs: Math.round(budget.elapsedMs() - startedMs),
      objectiveCents: chosen.objectiveCents,
      boundCents: Number.isFinite(solution.boundCents) ? solution.boundCents : undefined,
    });
  };
  const choosingMs = budget.elapsedMs();
  const stabilityMs = Math.max(STABILITY_LEAST_MS, budget.remainingMs() * SHARES.stability);
  const plan = stabilised(household, engines, solution.plan, stabilityMs);
  traced('stability', 'CHOOSE', choosingMs, plan);
  report('EXPLAINING', plan, solution.boundCents);
  const pricingMs = budget.elapsedMs();
  const priced = await pricedPlan(context, plan, (better) => {
    tellIncumbent(better, solution.boundCents);
  });
  traced('marginals', 'EXPLAIN', pricingMs, priced.plan);
  return answer(context, {
    ...priced,
    boundCents: Math.max(priced.plan.objectiveCents, solution.boundCents),
    statistics: solution.statistics,
    myopic: myopic.plan,
  });
}

function incumbentOf(
  household: Household,
  { objectiveCents, evaluation, transfers }: RefereedPlan,
  bound: number,
  elapsedMs: number,
): Incumbent {
  const boundCents = Number.isFinite(bound) ? Math.max(objectiveCents, Math.ceil(bound)) : undefined;
  return {
    elapsedMs: Math.round(elapsedMs),
    objectiveCents,
    netReturnCents: evaluation.netReturnCents,
    boundCents,
    transfers: transfers.map((transfer) => ({
      date: transfer.date,
      ...arrivalOfTransfer(household, transfer),
      fromAccountId: transfer.fromAccountId,
      toAccountId: transfer.toAccountId,
      amountCents: transfer.amountCents,
    })),
  };
}

/**
 * What each transfer is worth. Pricing forbids one transfer at a time and may stumble on a better plan when the search was
 * cut short, which is then priced instead.
 */
async function pricedPlan(
  { household, engines, budget }: Context,
  first: RefereedPlan,
  onBetter: (plan: RefereedPlan) => void,
): Promise<{ plan: RefereedPlan; losses: Marginals['losses'] }> {
  let plan = first;
  if (!household.options.marginals) return { plan, losses: new Map() };
  for (;;) {
    const { better, losses } = await marginalsOf(household, engines, budget, plan);
    if (better === undefined || household.options.stabilityCents !== undefined) return { plan, losses };
    plan = better;
    onBetter(plan);
  }
}

/** Plans every quarter by itself when asked to, and keeps the plan. */
class Myopic {
  plan: RefereedPlan | undefined;

  constructor(private readonly request: Omit<MyopicRequest, 'known' | 'timeLimitMs'>) {}

  readonly run = async (
    known: RefereedPlan | undefined,
    timeLimitMs: number,
  ): Promise<RefereedPlan | undefined> => {
    this.plan = await quarterByQuarter({ ...this.request, known, timeLimitMs });
    return this.plan;
  };
}

interface Context {
  readonly household: Household;
  readonly engines: Engines;
  readonly budget: Budget;
  readonly hash: string;
  readonly trace: readonly StageTrace[] | undefined;
}

interface Found {
  readonly plan: RefereedPlan;
  readonly boundCents: number;
  readonly statistics: SolveStatistics;
  readonly losses: ReadonlyMap<Transfer, number | null>;
  readonly myopic: RefereedPlan | undefined;
}

/** The plan accepted earlier, if it is allowed and still keeps every limit: nothing worse needs to be proposed. */
function acceptedPlan(household: Household, problem: Problem, options: OptimizeOptions): RefereedPlan[] {
  const whole = [...household.forced, ...household.accepted];
  if (household.accepted.length === 0 || !isWithin(problem, options, whole)) return [];
  const plan = referee(household, household.accepted);
  return plan.violations.length === 0 ? [plan] : [];
}

function answer(context: Context, found: Found): OptimizationResult {
  const { household } = context;
  const { plan, boundCents } = found;
  const baseline = evaluate(household.problem, []);
  const gapCents = boundCents - plan.objectiveCents;
  const horizon = horizonFigures(household, plan, found.myopic);
  const status: OptimizationStatus = gapCents <= toleranceCents(household, plan) ? 'OPTIMAL' : 'FEASIBLE';
  return {
    status,
    objectiveCents: plan.objectiveCents,
    netReturnCents: plan.evaluation.netReturnCents,
    baseline: { netReturnCents: baseline.netReturnCents, violations: baseline.violations },
    gainCents: plan.evaluation.netReturnCents - baseline.netReturnCents,
    boundCents,
    gapCents,
    transfers: plan.transfers.map((transfer): PlannedTransfer => ({
      date: transfer.date,
      ...arrivalOfTransfer(household, transfer),
      fromAccountId: transfer.fromAccountId,
      toAccountId: transfer.toAccountId,
      amountCents: transfer.amountCents,
      reason: reasonOf(household, plan, baseline, transfer),
      marginalCents: found.losses.get(transfer) ?? null,
      ...(found.losses.has(transfer) ? {} : { unpriced: true }),
    })),
    accounts: comparisons(household, plan, baseline),
    conflicts: [],
    solver: solverOf(context, found.statistics),
    inputHash: context.hash,
    ...(horizon === undefined ? {} : { horizon }),
    ...traceOf(context),
  };
}

function withoutPlan(
  context: Context,
  solution: Extract<Solution, { kind: 'INFEASIBLE' }>,
): OptimizationResult {
  const { household, engines, budget } = context;
  const still = referee(household, []);
  const baseline = evaluate(household.problem, []);
  const conflicts: Conflict[] = conflictsOf(household, engines, still, Math.max(1000, budget.remainingMs()));
  return {
    status: 'INFEASIBLE',
    objectiveCents: still.objectiveCents,
    netReturnCents: still.evaluation.netReturnCents,
    baseline: { netReturnCents: baseline.netReturnCents, violations: baseline.violations },
    gainCents: 0,
    boundCents: still.objectiveCents,
    gapCents: 0,
    transfers: [],
    accounts: comparisons(household, still, baseline),
    conflicts,
    solver: solverOf(context, solution.statistics),
    inputHash: context.hash,
    ...traceOf(context),
  };
}

function comparisons(
  household: Household,
  plan: RefereedPlan,
  baseline: ReturnType<typeof evaluate>,
): AccountComparison[] {
  return household.accounts.flatMap((account): AccountComparison[] => {
    const before = baseline.accounts[account.index];
    const after = plan.evaluation.accounts[account.index];
    return before === undefined || after === undefined
      ? []
      : [{ accountId: account.id, baseline: before, planned: after }];
  });
}

/** Absent unless asked for: results are stored. */
function traceOf({ trace }: Context): Pick<OptimizationResult, 'trace'> {
  return trace === undefined ? {} : { trace };
}

function solverOf(context: Context, statistics: SolveStatistics): OptimizationResult['solver'] {
  const { engine, rows, columns, integers, nodes } = statistics;
  return {
    engine: engine.name,
    version: engine.version,
    timeMs: Math.round(context.budget.elapsedMs()),
    rows,
    columns,
    integers,
    nodes,
  };
}
