/** What a search for the best plan knows so far: the plan in hand, the bound, the time; and the steps that better them. */

import type { Budget } from '../budget.js';
import { engineFor, type Engine, type Engines, type SolveOutcome } from '../engines/port.js';
import { buildModel, splitsFreely, type ModelRequest } from '../model/build.js';
import { Departures } from '../model/departures.js';
import type { Household } from '../model/household.js';
import type { PlanModel } from '../model/plan-model.js';
import { integerCount, withShares, type Program } from '../model/program.js';
import type { ArcChoice } from '../model/transfers.js';
import { arcsOf, candidateArcs } from './arcs.js';
import { solveByCases } from './cases.js';
import { firstPlan } from './first-plan.js';
import { improved, type Bettering, type ImproveRequest } from './improve.js';
import { LeftOut } from './left-out.js';
import { improveInParts } from './parts.js';
import { planOfShares, polish } from './polish.js';
import { marginDutyCents, referee, type RefereedPlan } from './referee.js';
import { decide, type Sides } from './relevance.js';
import { coarseDays, slopeScaledArcs } from './slope-scaling.js';
import { startFrom } from './start.js';
import { thinned } from './thinning.js';
import { toleranceCents } from './tolerance.js';

/** Objective units (cents) at which branch and bound stops: well inside the 5 cents a plan may be off. */
const GAP_CENTS = 1.5;
export const SHARE_OF_PROOF = 0.7;
const SHARE_OF_POLISH = 0.3;
/** Of what is left, kept for making a plan of a program's solution. */
const SHARE_FOR_PLAN = 0.1;
/** Less than this is not worth another solver run, milliseconds. */
export const LEAST_MS = 100;
const SHARE_OF_QUICK = 0.15;
/** What a quick plan and a first bound of a large household need, however short the limit, milliseconds. */
const QUICK_MS = 1000;
/** A solver run is not started for less, milliseconds. */
export const SHORTEST_MS = 20;
const SPARED = 0.95;
/** A program with more transfers to decide is no quicker than the pools. */
const MOST_PAIRS = 1500;
const SHARE_OF_IMPROVING = 0.4;
/** Business days from one day of a first plan to the next; few days are quicker, more are better. */
const COARSE_DAYS = [20, 10];
/** A large household gains more from a better plan than from a closer bound. */
const SHARE_OF_IMPROVING_MANY = 0.6;
export const NO_SIDES: Sides = new Map();
/** What floating-point arithmetic may hide in a bound of some thousand euro. */
export const NUMERICAL_CENTS = 0.01;

export interface SolveStatistics {
  readonly engine: Engine;
  readonly rows: number;
  readonly columns: number;
  readonly integers: number;
  readonly nodes: number;
}

export interface SolveRequest {
  readonly household: Household;
  readonly engines: Engines;
  readonly budget: Budget;
  /** Milliseconds this call may take. */
  readonly timeLimitMs: number;
  /** Milliseconds beyond the limit that may go into finding a first plan, when there is none; default 0. */
  readonly graceMs?: number | undefined;
  /** Plans known beforehand: the best of them is what must be beaten. */
  readonly known?: readonly RefereedPlan[] | undefined;
  readonly onImproved?: ((plan: RefereedPlan | undefined, boundCents: number) => void) | undefined;
  /** Skip the proof for the daily grid: the bound then holds for event days only. */
  readonly withoutProof?: boolean | undefined;
  /** With more pairs and days to decide than this, pools prove the bound; default 1,500. */
  readonly mostPairs?: number | undefined;
}

export interface Round {
  readonly model: PlanModel;
  readonly outcome: SolveOutcome;
  readonly statistics: SolveStatistics;
}

export class Search {
  best: RefereedPlan | undefined;
  boundCents = Infinity;
  readonly mostPairs: number;
  readonly leftOut: LeftOut;
  private deadline: number;
  /** How often parts were drawn, so that others are drawn the next time. */
  private drawings = 0;
  private readonly knownDepartures = new Map<Household, Departures>();

  constructor(private readonly request: SolveRequest) {
    this.mostPairs = request.mostPairs ?? MOST_PAIRS;
    this.leftOut = new LeftOut(request.household);
    this.deadline = request.budget.elapsedMs() + request.timeLimitMs;
    for (const plan of request.known ?? []) this.offer(plan);
    const still = referee(request.household, []);
    if (
      still.violations.length === 0 &&
      request.household.forced.length <= request.household.options.maxTransfers
    ) {
      this.offer(still);
    }
  }

  left(): number {
    return Math.max(0, this.deadline - this.request.budget.elapsedMs());
  }

  offer(plan: RefereedPlan | undefined): void {
    if (plan === undefined) return;
    if (plan.transfers.length > this.request.household.options.maxTransfers) return;
    if (this.best !== undefined && this.plannedCents(plan) <= this.plannedCents(this.best)) return;
    this.best = plan;
    this.request.onImproved?.(plan, this.boundCents);
  }

  /** The objective as programs count it: an average inside the planner's margin pays the duty. */
  private plannedCents(plan: RefereedPlan): number {
    return plan.objectiveCents - marginDutyCents(this.request.household, plan);
  }

  /** Without a plan in hand: finds one, or the proof that none exists. */
  findFirst(): 'NONE_EXISTS' | undefined {
    const { household, engines, budget, graceMs = 0 } = this.request;
    if (this.best !== undefined) return undefined;
    const deadline = Math.max(this.deadline, budget.elapsedMs() + graceMs);
    const first = firstPlan(household, engines, () => Math.max(0, deadline - budget.elapsedMs()));
    if (first === 'NONE_EXISTS') return first;
    this.offer(first?.plan);
    return undefined;
  }

  /** A good plan before the exact search, which it speeds up. */
  offerQuickly(): void {
    const { household, engines } = this.request;
    const share = (): number => Math.min(this.left() / 2, Math.max(QUICK_MS, this.left() * SHARE_OF_QUICK));
    const arcs = slopeScaledArcs(household, engines, share);
    this.offerThinned(arcs, share);
    this.offer(polish(household, engines, arcs, share(), this.best));
  }

  /** What linear programs alone make of some transfers: first all, when there is no plan yet, then those that pay. */
  private offerThinned(arcs: readonly ArcChoice[], left: () => number): readonly ArcChoice[] {
    const { household, engines } = this.request;
    if (this.best === undefined) this.offer(planOfShares(household, engines, arcs, left() / 2));
    const few = thinned(household, engines, arcs, left);
    this.offer(planOfShares(household, engines, few, left() / 2));
    return few;
  }

  /** Whether pairs are too many to be decided one by one. */
  isLarge(): boolean {
    return this.departuresOf(this.withFewGuarantees()).count() > this.mostPairs;
  }

  /**
   * The days of each pair. Of the guarantees, those count that plans lean on; but the parts of a large household's plan
   * are better chosen with all of them (measured).
   */
  departures(): Departures {
    return this.departuresOf(this.isLarge() ? this.request.household : this.withFewGuarantees());
  }

  private withFewGuarantees(): Household {
    if (this.best !== undefined) this.leftOut.keepUsedUp(this.best);
    return this.leftOut.withFewGuarantees();
  }

  private departuresOf(household: Household): Departures {
    const known = this.knownDepartures.get(household);
    if (known !== undefined) return known;
    const departures = new Departures(household, { prudentByAverage: false });
    this.knownDepartures.set(household, departures);
    return departures;
  }

  /** A first plan, on few days. */
  construct(): readonly ArcChoice[] {
    const { household, engines } = this.request;
    const left = this.leftOf(SHARE_OF_IMPROVING);
    const seeds = COARSE_DAYS.flatMap((every) => {
      const arcs = slopeScaledArcs(household, engines, left, coarseDays(household, every));
      this.offerThinned(arcs, left);
      return arcs;
    });
    if (this.best !== undefined && this.best.transfers.length > household.forced.length) return seeds;
    const arcs = slopeScaledArcs(household, engines, left);
    this.offerThinned(arcs, left);
    return arcs;
  }

  /** A better plan near the first one. */
  improve(seeds: readonly ArcChoice[]): void {
    const left = this.leftOf(this.isLarge() ? SHARE_OF_IMPROVING_MANY : SHARE_OF_IMPROVING);
    const burst = this.request.household.accounts.length;
    if (this.isLarge()) this.improveInParts(SHARE_OF_IMPROVING, burst);
    this.improveNearby({ alone: this.looksAlone(), seeds, left });
    this.proveFreely();
    this.improveInParts(SHARE_OF_IMPROVING, burst);
  }

  /** What was not looked for at first, where it can be decided: transfers that wait for others. */
  improveFurther(): void {
    if (this.isLarge() || !this.looksAlone()) return;
    this.improveNearby({ alone: false, seeds: [], left: this.leftOf(SHARE_OF_IMPROVING) });
  }

  /** Only where transfers take days are those that wait for others worth the time at once. */
  private looksAlone(): boolean {
    return this.isLarge() || this.request.household.isFast;
  }

  /** A better plan near the one in hand. */
  private improveNearby(request: Pick<ImproveRequest, 'alone' | 'seeds' | 'left'>): void {
    const { household, engines } = this.request;
    const bettering = this.bettering(request.left);
    this.offer(improved(household, engines, { ...request, ...bettering, plan: this.best }));
  }

  /** A better plan than the one in hand, deciding the transfers of a few accounts at a time. */
  improveInParts(share = 1, mostRounds = Infinity): void {
    const { household, engines } = this.request;
    if (this.best === undefined) return;
    this.drawings += 1;
    improveInParts(household, engines, {
      ...this.bettering(this.leftOf(share)),
      plan: this.best,
      seed: this.drawings,
      mostRounds,
    });
  }

  private bettering(left: () => number): Bettering {
    const onBetter = (plan: RefereedPlan): void => {
      this.offer(plan);
    };
    return { departures: this.departures(), left, onBetter };
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
  proveQuickly(): void {
    const { household } = this.request;
    const model = buildModel(household, { spans: true, prudentByAverage: !splitsFreely(household) });
    this.lower(ceilingOf(model.builder.build()), model);
    if (this.left() < SHORTEST_MS && Number.isFinite(this.boundCents)) return;
    this.lowerByRelaxation(model, Math.max(QUICK_MS, this.left() * SHARE_OF_PROOF));
  }

  /** The same without what transfers cost: of a large household far quicker, and hardly more hopeful. */
  proveFreely(): void {
    const model = buildModel(this.request.household, {
      spans: true,
      neverCount: true,
      prudentByAverage: true,
    });
    this.lowerByRelaxation(model, this.left() / 2);
  }

  private lowerByRelaxation(model: PlanModel, timeLimitMs: number): void {
    const outcome = this.relaxation(model, Math.max(LEAST_MS, Math.min(this.left(), timeLimitMs)));
    if (outcome.status === 'OPTIMAL') this.lower(outcome.objective, model);
  }

  private lower(bound: number, model: PlanModel): void {
    this.lowerTo(bound + model.roundingCents + NUMERICAL_CENTS);
  }

  lowerTo(boundCents: number): void {
    this.boundCents = Math.min(this.boundCents, boundCents);
    this.request.onImproved?.(this.best, this.boundCents);
  }

  /** Solves one program and turns its solution into a refereed plan. */
  round(modelRequest: ModelRequest, timeLimitMs: number, sides: Sides = NO_SIDES): Round {
    const model = buildModel(this.request.household, modelRequest);
    decide(model, sides);
    return this.solve(model, timeLimitMs);
  }

  /** The program with shares of yes and no. */
  relaxation(model: PlanModel, timeLimitMs: number): SolveOutcome {
    const program = withShares(model.builder.build());
    return engineFor(this.request.engines, program).solve(program, { timeLimitMs });
  }

  /** A bound at which the plan in hand counts as optimal, cents, with something to spare. */
  enough(): number {
    const { best } = this;
    return best === undefined
      ? -Infinity
      : best.objectiveCents + toleranceCents(this.request.household, best) * SPARED;
  }

  /** `beside`: transfers to consider with those of the solution, when it becomes a plan. */
  solve(
    model: PlanModel,
    timeLimitMs: number,
    absoluteGap = GAP_CENTS,
    beside: readonly ArcChoice[] = [],
  ): Round {
    const { household, engines } = this.request;
    const program = model.builder.build();
    const engine = engineFor(engines, program);
    // What it finds up to the end of its time is no plan before its amounts are decided.
    const forPlan = this.left() * SHARE_FOR_PLAN;
    const outcome = solveByCases(engines, model, program, {
      timeLimitMs: Math.min(timeLimitMs, this.left() - forPlan),
      cutoff: this.best === undefined ? -Infinity : this.best.objectiveCents - model.roundingCents,
      absoluteGap,
      start: this.best === undefined ? undefined : startFrom(model, this.best),
      // What the engine reports on its way may be the bound of a part only: a sign of life, no more.
      onProgress: () => {
        this.request.onImproved?.(this.best, this.boundCents);
      },
    });
    const hasSolution = outcome.status === 'OPTIMAL' || outcome.status === 'FEASIBLE';
    // Where nothing promises more than the plan in hand, its solution makes no better one.
    if (hasSolution && outcome.bound + model.roundingCents > this.enough()) {
      // Beside the transfers of the plan in hand: the best of both may be better than either.
      const arcs = [
        ...candidateArcs(model, outcome.values),
        ...beside,
        ...(this.best === undefined ? [] : arcsOf(household, this.best)),
      ];
      const share = Math.max(SHORTEST_MS, this.left() * SHARE_OF_POLISH, Math.min(forPlan, this.left()));
      this.offer(polish(household, engines, arcs, share, this.best));
    }
    return {
      model,
      outcome,
      statistics: {
        engine,
        rows: program.rows,
        columns: program.columns,
        integers: integerCount(program),
        nodes: outcome.nodes,
      },
    };
  }

  /** Records a bound valid for every plan. */
  prove(round: Round): void {
    const { outcome, model } = round;
    // A further round only ever sharpens; an infeasible one contradicts the plan in hand and proves nothing.
    if (outcome.status !== 'INFEASIBLE') this.lower(outcome.bound, model);
  }

  gap(): number {
    return this.boundCents - (this.best?.objectiveCents ?? -Infinity);
  }
}

/** Every column at its best end, whatever the rows say; infinite when a useful one has no end. */
function ceilingOf({ columns, offset, cost, columnLower, columnUpper }: Program): number {
  let sum = offset;
  for (let column = 0; column < columns; column += 1) {
    const factor = cost[column] ?? 0;
    if (factor !== 0) sum += factor * ((factor > 0 ? columnUpper[column] : columnLower[column]) ?? Infinity);
  }
  return sum;
}
