/** What a search for the best plan knows so far: the incumbent, the bound, the time; and the steps that better them. */

import { QUICK_PLAN_MS, SHARES, SHORTEST_MS, WORTHWHILE_MS } from './budget.js';
import { engineFor, type Engine, type SolveOutcome } from './engines/port.js';
import { splitsFreely, type PoolRequest, poolFormulation } from './formulations/formulations.js';
import { CandidateDays } from './candidate-days/candidate-days.js';
import { searchDaysOf } from './candidate-days/search-days.js';
import { Linearisation } from './household/bookings.js';
import { relaxedOf } from './household/drift.js';
import type { Household, Pair } from './household/household.js';
import type { ArcChoice, PlanModel } from './formulations/plan-model.js';
import { ceilingOf } from './bounds/ceiling.js';
import { integerCount, lpRelaxation, type Program } from './modelling/program.js';
import { arcsOf, candidateArcs } from './heuristics/arcs.js';
import { firstPlan } from './heuristics/first-plan.js';
import { LazyConstraints } from './bounds/lazy-constraints.js';
import { lpRounding, restrictedMip } from './heuristics/restricted-mip.js';
import { marginDutyCents, referee, type RefereedPlan } from './referee.js';
import { decide, NO_SIDES, type Sides } from './bounds/bound-tightening.js';
import type { SolveRequest, SolveStatistics } from './solve-request.js';
import { localOptimum } from './heuristics/local-search/local-optimum.js';
import { mergedPlan } from './heuristics/solution-merging.js';
import { coarseDays, slopeScaledArcs } from './heuristics/slope-scaling.js';
import { warmStart } from './heuristics/warm-start.js';
import { dropUnprofitable } from './heuristics/drop.js';
import { toleranceCents } from './bounds/tolerance.js';

/** Objective units (cents) at which branch and bound stops: well inside the 5 cents a plan may be off. */
const GAP_CENTS = 1.5;
/** Of the tolerance, how much of it the search uses up; the rest is for rounding. */
const SPARED = 0.95;
/** A program with more arcs to decide is no quicker than the pools. */
const MOST_PAIRS = 1500;
/** Business days from one day of a first plan to the next; few days are quicker, more are better. */
const COARSE_DAYS = [20, 10];
/** The same for a horizon of several quarters, each of which is then planned by itself. */
const COARSEST_DAYS = [20];
/** Mergers of local optima in vain, one after the other, that end them. */
const VAIN_MERGERS = 2;
/** What floating-point arithmetic may hide in a bound of some thousand euro. */
export const NUMERICAL_CENTS = 0.01;

export interface Round {
  readonly model: PlanModel;
  readonly outcome: SolveOutcome;
}

export interface RoundLimits {
  readonly timeLimitMs: number;
  readonly absoluteGap?: number | undefined;
  /** Transfers to consider with those of the solution, when it becomes a plan. */
  readonly beside?: readonly ArcChoice[] | undefined;
  /** Whether the engine should stop at a bound, cents, rounding included. */
  readonly isOver?: ((boundCents: number) => boolean) | undefined;
}

export class Search {
  incumbent: RefereedPlan | undefined;
  boundCents = Infinity;
  /** What local search begins with: doing nothing, or the first plan where that breaks a limit. */
  private start: RefereedPlan | undefined;
  readonly mostPairs: number;
  readonly lazy: LazyConstraints;
  /** Of the last integer program solved for the bound; before that, of the last linear one. */
  statistics: SolveStatistics;
  private deadline: number;
  private drawings = 0;
  private relaxed?: Household;
  private readonly linearisation: Linearisation;
  private knownSearchDays?: (pair: Pair) => Iterable<number>;
  private readonly knownCandidateDays = new Map<Household, CandidateDays>();

  constructor(private readonly request: SolveRequest) {
    this.mostPairs = request.mostPairs ?? MOST_PAIRS;
    this.lazy = new LazyConstraints(request.household);
    this.linearisation = new Linearisation(request.household);
    this.statistics = { engine: request.engines.highs, rows: 0, columns: 0, integers: 0, nodes: 0 };
    this.deadline = request.budget.elapsedMs() + request.timeLimitMs;
    for (const plan of request.known ?? []) this.offer(plan);
    const { household } = request;
    const still = referee(household, []);
    const isAllowed = household.forced.length <= household.options.maxTransfers;
    if (!isAllowed || still.violations.length > 0) return;
    this.start = still;
    this.offer(still);
  }

  /** The household the bound is proven on. */
  get proven(): Household {
    return (this.relaxed ??= relaxedOf(this.request.household));
  }

  /** What heuristics work on: the household with the bookings of the incumbent. */
  private get planned(): Pick<SolveRequest, 'household' | 'engines'> {
    const household = this.linearisation.about(this.incumbent?.transfers);
    return { household, engines: this.request.engines };
  }

  left(): number {
    return Math.max(0, this.deadline - this.request.budget.elapsedMs());
  }

  offer(plan: RefereedPlan | undefined): void {
    if (plan === undefined) return;
    if (plan.transfers.length > this.request.household.options.maxTransfers) return;
    if (this.incumbent !== undefined && this.plannedCents(plan) <= this.plannedCents(this.incumbent)) return;
    this.incumbent = plan;
    this.request.onImproved?.(plan, this.boundCents);
  }

  /** The objective as programs count it: an average inside the planner's margin pays the duty. */
  private plannedCents(plan: RefereedPlan): number {
    return plan.objectiveCents - marginDutyCents(this.request.household, plan);
  }

  /** Without an incumbent: finds one, or the proof that none exists. */
  findFirst(): 'INFEASIBLE' | undefined {
    const { household, engines, budget, graceMs = 0 } = this.request;
    if (this.incumbent !== undefined) return undefined;
    const deadline = Math.max(this.deadline, budget.elapsedMs() + graceMs);
    const first = firstPlan(household, this.proven, engines, () =>
      Math.max(0, deadline - budget.elapsedMs()),
    );
    if (first === 'NONE_EXISTS') return 'INFEASIBLE';
    this.offer(first?.plan);
    return undefined;
  }

  /** A good plan before the exact search, which it speeds up. */
  offerQuickly(): void {
    const { household, engines } = this.planned;
    const share = (): number =>
      Math.min(this.left() / 2, Math.max(QUICK_PLAN_MS, this.left() * SHARES.quickPlan));
    const arcs = slopeScaledArcs(household, engines, share);
    this.offerDropped(arcs, share);
    this.offer(restrictedMip(household, engines, arcs, share(), this.incumbent));
  }

  /** What linear programs alone make of some transfers: first all, when there is no plan yet, then those that pay. */
  private offerDropped(arcs: readonly ArcChoice[], left: () => number): void {
    const { household, engines } = this.planned;
    if (this.incumbent === undefined) this.offer(lpRounding(household, engines, arcs, left() / 2));
    const few = dropUnprofitable(household, engines, arcs, left);
    this.offer(lpRounding(household, engines, few, left() / 2));
  }

  /** Whether pairs are too many to be decided one by one. */
  isLarge(): boolean {
    return this.candidateDaysOf(this.withFewGuarantees()).count() > this.mostPairs;
  }

  /** The days of each pair. Of the guarantees, those count that plans lean on; of a large household all of them do. */
  candidateDays(): CandidateDays {
    return this.candidateDaysOf(this.isLarge() ? this.request.household : this.withFewGuarantees());
  }

  private withFewGuarantees(): Household {
    if (this.incumbent !== undefined) this.lazy.keepUsedUp(this.incumbent);
    return this.lazy.withFewGuarantees();
  }

  private candidateDaysOf(household: Household): CandidateDays {
    const known = this.knownCandidateDays.get(household);
    if (known !== undefined) return known;
    const candidateDays = new CandidateDays(household, { prudentByAverage: false });
    this.knownCandidateDays.set(household, candidateDays);
    return candidateDays;
  }

  /** A first plan, on few days; where it makes no transfer, on all days next to events. */
  construct(): void {
    const { household, engines } = this.planned;
    const left = this.leftOf(SHARES.construct);
    for (const every of this.request.quarterByQuarter ? COARSEST_DAYS : COARSE_DAYS) {
      this.offerDropped(slopeScaledArcs(household, engines, left, coarseDays(household, every)), left);
    }
    if ((this.incumbent?.transfers.length ?? 0) > household.forced.length) return;
    const leftOnAllDays = this.leftOf(SHARES.construct);
    this.offerDropped(slopeScaledArcs(household, engines, leftOnAllDays), leftOnAllDays);
  }

  /** A better plan by many small changes of the incumbent; nothing else is worth trying in the shortest time. */
  localSearch(wantedShare: number): void {
    if (this.incumbent === undefined) return;
    this.start ??= this.incumbent;
    const share = Math.min(1, Math.max(wantedShare, WORTHWHILE_MS / this.left()));
    this.localOptimum(this.incumbent, this.leftOf(share));
  }

  /**
   * A better plan of what the incumbent and other local optima transfer, until two mergers are in vain. Search from its start
   * ends in plans that search from the incumbent does not reach.
   */
  mergeLocalOptima(share: number): void {
    const left = this.leftOf(share);
    const beside = this.scaledArcs(this.leftOf(share * SHARES.scaledArcs));
    for (let vain = 0; vain < VAIN_MERGERS && left() > WORTHWHILE_MS;) {
      const { incumbent } = this;
      if (incumbent === undefined) return;
      const { household, engines } = this.planned;
      const { start = incumbent } = this;
      const optima = [start, start, incumbent].map(
        (from) => (leftForIt: () => number) => this.localOptimum(from, leftForIt),
      );
      this.offer(mergedPlan(household, engines, { incumbent, optima, beside, left }));
      vain = this.incumbent === incumbent ? vain + 1 : 0;
    }
  }

  /** What slope scaling transfers on all days, which local search may never come to. Over several quarters it takes too long. */
  private scaledArcs(left: () => number): readonly ArcChoice[] {
    if (this.request.quarterByQuarter !== undefined) return [];
    const { household, engines } = this.planned;
    return dropUnprofitable(household, engines, slopeScaledArcs(household, engines, left), left);
  }

  /** The days of each pair that local search draws from. */
  private searchDays(): (pair: Pair) => Iterable<number> {
    const { household } = this.request;
    if (household.hasTransferLimits) return (this.knownSearchDays ??= searchDaysOf(household));
    const candidateDays = this.candidateDays();
    return ({ from, to }) => candidateDays.of(from, to);
  }

  private localOptimum(start: RefereedPlan, left: () => number): RefereedPlan {
    return localOptimum(this.request.household, {
      start,
      left,
      daysOf: this.searchDays(),
      seed: () => (this.drawings += 1),
      valueOf: (plan) => this.plannedCents(plan),
      onBetter: (plan) => {
        this.offer(plan);
      },
    });
  }

  /** Milliseconds left of a share of what is left now. */
  leftOf(share: number): () => number {
    const after = this.left() * (1 - share);
    return () => Math.max(0, this.left() - after);
  }

  /** Does something within a share of the time that is left. */
  within<T>(share: number, run: () => T): T {
    const { deadline } = this;
    this.deadline -= this.left() * (1 - share);
    try {
      return run();
    } finally {
      this.deadline = deadline;
    }
  }

  /**
   * A first bound: the best of every column by itself, which needs no engine; then the daily program with shares of
   * yes and no.
   */
  boundByRelaxation(): void {
    const prudentByAverage = !splitsFreely(this.proven);
    const model = poolFormulation(this.proven, { spans: true, prudentByAverage });
    this.lower(ceilingOf(model.builder.build()), model);
    if (this.left() < SHORTEST_MS && Number.isFinite(this.boundCents)) return;
    this.lowerByRelaxation(model, Math.max(QUICK_PLAN_MS, this.left() * SHARES.proofRound));
  }

  /** The same without what transfers cost: of a large household far quicker, and hardly more hopeful. */
  boundWithoutFixedCosts(): void {
    const model = poolFormulation(this.proven, {
      spans: true,
      withoutFixedCosts: true,
      prudentByAverage: true,
    });
    this.lowerByRelaxation(model, this.left() / 2);
  }

  private lowerByRelaxation(model: PlanModel, timeLimitMs: number): void {
    const outcome = this.relaxation(model, Math.max(WORTHWHILE_MS, Math.min(this.left(), timeLimitMs)));
    if (outcome.status === 'OPTIMAL') this.lower(outcome.objective, model);
  }

  private lower(bound: number, model: PlanModel): void {
    this.lowerTo(bound + model.roundingCents + NUMERICAL_CENTS);
  }

  lowerTo(boundCents: number): void {
    this.boundCents = Math.min(this.boundCents, boundCents);
    this.request.onImproved?.(this.incumbent, this.boundCents);
  }

  /** The same of a program of pools. */
  round(modelRequest: PoolRequest, limits: RoundLimits, sides: Sides = NO_SIDES): Round {
    const model = poolFormulation(this.proven, modelRequest);
    decide(model, sides);
    return this.solve(model, limits);
  }

  /** The LP relaxation. */
  relaxation(model: PlanModel, timeLimitMs: number): SolveOutcome {
    const program = lpRelaxation(model.builder.build());
    const engine = engineFor(this.request.engines, program);
    const outcome = engine.solve(program, { timeLimitMs });
    if (this.statistics.integers === 0) this.note(program, engine, outcome);
    return outcome;
  }

  private note(program: Program, engine: Engine, { nodes }: SolveOutcome): void {
    const { rows, columns } = program;
    this.statistics = { engine, rows, columns, integers: integerCount(program), nodes };
  }

  /** A bound at which the incumbent counts as optimal, cents, with something to spare. */
  enough(): number {
    const { incumbent } = this;
    return incumbent === undefined
      ? -Infinity
      : incumbent.objectiveCents + toleranceCents(this.request.household, incumbent) * SPARED;
  }

  /** Solves a program and turns its solution into a refereed plan. */
  solve(model: PlanModel, limits: RoundLimits): Round {
    const { timeLimitMs, absoluteGap = GAP_CENTS, beside = [], isOver } = limits;
    const { household, engines } = this.planned;
    const program = model.builder.build();
    const engine = engineFor(engines, program);
    // What it finds up to the end of its time is no plan before its amounts are decided.
    const forPlan = this.left() * SHARES.keptForPlan;
    let reported = Infinity;
    const outcome = engine.solve(program, {
      timeLimitMs: Math.min(timeLimitMs, this.left() - forPlan),
      cutoff: this.incumbent === undefined ? -Infinity : this.incumbent.objectiveCents - model.roundingCents,
      absoluteGap,
      start: this.incumbent === undefined ? undefined : warmStart(model, this.incumbent),
      // What the engine reports on its way may be the bound of a part only: a sign of life, and when to ask for the whole.
      onProgress: ({ bound }) => {
        reported = bound;
        this.request.onImproved?.(this.incumbent, this.boundCents);
      },
      shouldStop: isOver === undefined ? undefined : () => isOver(reported + model.roundingCents),
    });
    const hasSolution = outcome.status === 'OPTIMAL' || outcome.status === 'FEASIBLE';
    // Where nothing promises more than the incumbent, its solution makes no better one.
    if (hasSolution && outcome.bound + model.roundingCents > this.enough()) {
      // Beside the transfers of the incumbent: the best of both may be better than either.
      const arcs = [
        ...candidateArcs(model, outcome.values),
        ...beside,
        ...(this.incumbent === undefined ? [] : arcsOf(household, this.incumbent)),
      ];
      const share = Math.max(SHORTEST_MS, this.left() * SHARES.restrictedMip, Math.min(forPlan, this.left()));
      this.offer(restrictedMip(household, engines, arcs, share, this.incumbent));
    }
    this.note(program, engine, outcome);
    return { model, outcome };
  }

  /** Records a bound valid for every plan. */
  prove(round: Round): void {
    const { outcome, model } = round;
    // A further round only ever sharpens; an infeasible one contradicts the incumbent and proves nothing.
    if (outcome.status !== 'INFEASIBLE') this.lower(outcome.bound, model);
  }

  /** Whether no plan is better than the incumbent by more than the tolerance. */
  isProven(): boolean {
    const gapCents = this.boundCents - (this.incumbent?.objectiveCents ?? -Infinity);
    return gapCents <= toleranceCents(this.request.household, this.incumbent);
  }
}
