/**
 * From a household to the best plan found and the proven bound.
 *
 * First the net-flow program on the days that events ask for; its solution becomes concrete transfers. Where a
 * threshold on an average is undecided, the program with transfers allowed inside stretches then proves the bound for
 * the daily grid. A day on which several accounts send and several receive is counted exactly in a further round.
 */

import { engineFor, type Engine, type Engines, type SolveOutcome } from '../engines/port.js';
import type { Exposure } from '@fibado/planning';
import type { Budget } from '../budget.js';
import { buildModel, needsSpans, splitsFreely, type ModelRequest } from '../model/build.js';
import { fixedDutyGroupsOf, fixedDutyOf } from '../model/duty.js';
import type { CreditedMonth } from '../model/credited-months.js';
import { Departures } from '../model/departures.js';
import { exceededIn } from '../model/guarantee.js';
import type { Household } from '../model/household.js';
import { interestRoundingOf } from '../model/interest.js';
import type { PlanModel } from '../model/plan-model.js';
import { integerCount, withShares, type Program } from '../model/program.js';
import { excessIn, type Price, type Prices } from '../model/prices.js';
import { transfersCost, type ArcChoice } from '../model/transfers.js';
import { UNIT_CENTS } from '../model/units.js';
import { candidateArcs } from './arcs.js';
import { solveByCases } from './cases.js';
import { firstPlan } from './first-plan.js';
import { planOfShares, polish } from './polish.js';
import { improved } from './improve.js';
import { Multipliers } from './multipliers.js';
import { referee, type RefereedPlan } from './referee.js';
import { creditKey, decide, decisionsOf, thresholdSides, valueOf, type Sides } from './relevance.js';
import {
  isPriceable,
  withThresholdCases,
  type ThresholdCase,
  type ThresholdCases,
} from './threshold-cases.js';
import { slopeScaledArcs } from './slope-scaling.js';
import { startFrom } from './start.js';
import { thinned } from './thinning.js';

/** Objective units (cents) at which branch and bound stops: well inside the 5 cents a plan may be off. */
const GAP_CENTS = 1.5;
const PAIRS_GAP_CENTS = 0.5;
const SHARE_OF_FIRST = 0.5;
const SHARE_OF_PROOF = 0.7;
const SHARE_OF_SIDES = 0.25;
const FEW_MORE = 1.25;
const SHARE_OF_POLISH = 0.3;
/** Less than this is not worth another solver run, milliseconds. */
const LEAST_MS = 100;
const SHARE_OF_QUICK = 0.15;
/** What a quick plan and a first bound of a large household need, however short the limit, milliseconds. */
const QUICK_MS = 1000;
const MOST_ROUNDS = 3;
/** Of what is left, kept for deciding what slope scaling suggests. */
const SHARE_OF_REFINING = 0.2;
/** A solver run is not started for less, milliseconds. */
const SHORTEST_MS = 20;

export interface SolveStatistics {
  readonly engine: Engine;
  readonly rows: number;
  readonly columns: number;
  readonly integers: number;
  readonly nodes: number;
}

export type Solution =
  | {
      readonly kind: 'PLAN';
      readonly plan: RefereedPlan;
      /** No plan has a higher objective, cents; infinite when nothing was proven. */
      readonly boundCents: number;
      readonly statistics: SolveStatistics;
    }
  | { readonly kind: 'INFEASIBLE'; readonly statistics: SolveStatistics }
  | { readonly kind: 'NOTHING_FOUND'; readonly statistics: SolveStatistics };

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

interface Round {
  readonly model: PlanModel;
  readonly outcome: SolveOutcome;
  readonly statistics: SolveStatistics;
}

class Search {
  best: RefereedPlan | undefined;
  boundCents = Infinity;
  readonly mostPairs: number;
  /** Of the guarantee, what solutions without it exceeded. */
  private readonly enforced = new Set<Exposure>();
  /** Accounts whose proportional duty is charged as it is and not as a mixture. */
  private readonly exactDuties = new Set<number>();
  private readonly deadline: number;

  constructor(private readonly request: SolveRequest) {
    this.mostPairs = request.mostPairs ?? MOST_ARCS;
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

  /** The household with those guarantees only that solutions exceeded so far: what others forbid, nothing promises. */
  withFewGuarantees(): Household {
    const { household } = this.request;
    return { ...household, exposures: household.exposures.filter((exposure) => this.enforced.has(exposure)) };
  }

  /** Notes which other guarantees a solution exceeds; whether there are any. */
  exceedsMore(model: PlanModel, values: Float64Array): boolean {
    const others = this.request.household.exposures.filter((exposure) => !this.enforced.has(exposure));
    const exceeded = exceededIn(model, others, values);
    for (const exposure of exceeded) this.enforced.add(exposure);
    return exceeded.length > 0;
  }

  /** The case's mixtures, but of duties that solutions were charged too little of with them, or that look so. */
  mixturesOf({ mixtures }: ThresholdCase): Prices {
    const sums = new Map<number, number>();
    for (const { cents, dutyOf = -1 } of mixtures.values()) sums.set(dutyOf, (sums.get(dutyOf) ?? 0) + cents);
    for (const { cents, dutyOf = -1 } of mixtures.values()) {
      const isPure = [cents, (sums.get(dutyOf) ?? 0) - cents, 1 - (sums.get(dutyOf) ?? 0)].some(
        (share) => share > PURE,
      );
      if (!isPure) this.exactDuties.add(dutyOf);
    }
    return new Map([...mixtures].filter(([, { dutyOf = -1 }]) => !this.exactDuties.has(dutyOf)));
  }

  /** Notes which duties are more than the mixture a solution was charged; whether there are any. */
  isMoreThan(mixtures: Prices, model: PlanModel, values: Float64Array): boolean {
    const before = this.exactDuties.size;
    const { accounts, law } = this.request.household;
    for (const { entry, index, timeline } of accounts) {
      const figures = [...mixtures.values()]
        .filter(({ dutyOf }) => dutyOf === index)
        .map(({ measure, cents }) => ({ cents, figure: excessIn(model, measure, values) }));
      if (figures.length === 0) continue;
      const isUsed =
        timeline.moved ||
        entry.setup.openingBalanceCents !== 0 ||
        figures.some(({ figure }) => figure > CROSSED);
      const least = isUsed ? law.minimumDutyCents : 0;
      const rest = figures.reduce((sum, { cents }) => sum - cents, 1);
      const charged = figures.reduce((sum, { cents, figure }) => sum + cents * figure, rest * least);
      const due = Math.max(least, ...figures.map(({ figure }) => figure));
      if (due > charged + LEAST_DUTY_CENTS) this.exactDuties.add(index);
    }
    return this.exactDuties.size > before;
  }

  left(): number {
    return Math.max(0, this.deadline - this.request.budget.elapsedMs());
  }

  offer(plan: RefereedPlan | undefined): void {
    if (plan === undefined) return;
    if (plan.transfers.length > this.request.household.options.maxTransfers) return;
    if (this.best !== undefined && plan.objectiveCents <= this.best.objectiveCents) return;
    this.best = plan;
    this.request.onImproved?.(plan, this.boundCents);
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

  /** A better plan near the one in hand, or a first one. */
  improve(departures: Departures): RefereedPlan | undefined {
    const { household, engines } = this.request;
    const alone = departures.count() > this.mostPairs;
    const after = this.left() * (1 - (alone ? SHARE_OF_IMPROVING_MANY : SHARE_OF_IMPROVING));
    const left = (): number => this.left() - after;
    const leftToFind = (): number => left() - this.left() * SHARE_OF_REFINING;
    const seeds = slopeScaledArcs(household, engines, leftToFind);
    const few = this.offerThinned(seeds, leftToFind);
    // Where the relaxation takes long, what is known so far is decided first.
    if (alone) this.offer(polish(household, engines, few, left() / 2, this.best));
    const onBetter = (plan: RefereedPlan): void => this.offer(plan);
    return improved(household, engines, { departures, alone, plan: this.best, seeds, left, onBetter });
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

  solve(model: PlanModel, timeLimitMs: number, absoluteGap = GAP_CENTS): Round {
    const { household, engines } = this.request;
    const program = model.builder.build();
    const engine = engineFor(engines, program);
    const outcome = solveByCases(engines, model, program, {
      timeLimitMs,
      cutoff: this.best === undefined ? -Infinity : this.best.objectiveCents - model.roundingCents,
      absoluteGap,
      start: this.best === undefined ? undefined : startFrom(model, this.best),
      // What the engine reports on its way may be the bound of a part only: a sign of life, no more.
      onProgress: () => {
        this.request.onImproved?.(this.best, this.boundCents);
      },
    });
    if (outcome.status === 'OPTIMAL' || outcome.status === 'FEASIBLE') {
      const arcs = candidateArcs(model, outcome.values);
      this.offer(polish(household, engines, arcs, Math.max(SHORTEST_MS, this.left() * SHARE_OF_POLISH)));
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

/** Of one figure of a duty, from which on the others hardly count. */
const PURE = 0.9;
/** Charged too little by less than this is not worth more days to decide, cents. */
const LEAST_DUTY_CENTS = 0.5;
const MOST_SHARES = 4;
const SPARED = 0.95;

const NO_SIDES: Sides = new Map();

/** What floating-point arithmetic may hide in a bound of some thousand euro. */
const NUMERICAL_CENTS = 0.01;

export async function solve(request: SolveRequest): Promise<Solution> {
  const { household, budget } = request;
  const search = new Search(request);
  const pairs = pairsOf(request);
  if (pairs !== undefined) search.offer(search.improve(pairs));
  if (transfersCost(household) && (pairs === undefined || search.best === undefined)) search.offerQuickly();
  if (search.findFirst() === 'NONE_EXISTS') {
    return { kind: 'INFEASIBLE', statistics: statisticsOf(request) };
  }
  await budget.breathe();
  if (pairs !== undefined && pairs.count() > search.mostPairs) search.proveFreely();
  let proof = pairs === undefined ? undefined : atPrices(search, request);
  await budget.breathe();
  if (request.withoutProof !== true && !Number.isFinite(search.boundCents)) search.proveQuickly();
  await budget.breathe();
  // Charging prudent duties on the average alone is quicker to prove and mostly enough.
  // The kink only matters to the choice of days: where every day is decided anyway, it costs nothing.
  const isExactAtOnce =
    splitsFreely(household) || (request.withoutProof !== true && spansAreFew(request, false));
  const approaches = isExactAtOnce ? [false] : [true, false];
  const isProvenYet = (): boolean => search.gap() <= toleranceCents(household, search.best);
  // What time the pairs left goes into the plan, when they told all they can.
  if (pairs !== undefined && proof !== undefined && !isProvenYet() && search.left() > LEAST_MS) {
    search.offer(search.improve(pairs));
  }
  for (const prudentByAverage of approaches) {
    if (pairs !== undefined && isProvenYet()) break;
    if (search.left() < SHORTEST_MS && search.best !== undefined) break;
    await budget.breathe();
    proof = await attempt(search, request, prudentByAverage);
    if (proof.outcome.status === 'INFEASIBLE' && search.best === undefined) {
      return { kind: 'INFEASIBLE', statistics: proof.statistics };
    }
    if (isProvenYet() || search.left() < LEAST_MS || !someCloseAboveAverage(household, search.best)) break;
  }
  const { best } = search;
  const statistics = proof?.statistics ?? statisticsOf(request);
  if (best === undefined) return { kind: 'NOTHING_FOUND', statistics };
  const inBand = bandDutyCents(household, best);
  const boundCents = Math.max(best.objectiveCents, Math.floor(search.boundCents + inBand));
  return { kind: 'PLAN', plan: best, boundCents, statistics };
}

/** What is said when no integer program was solved: the size of the one that would have been. */
function statisticsOf({ household, engines }: SolveRequest): SolveStatistics {
  const program = buildModel(household, { prudentByAverage: true }).builder.build();
  return {
    engine: engineFor(engines, program),
    rows: program.rows,
    columns: program.columns,
    integers: integerCount(program),
    nodes: 0,
  };
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

function sidesOf(search: Search, { household, engines }: SolveRequest, prudentByAverage: boolean): Sides {
  const { best } = search;
  if (best === undefined) return NO_SIDES;
  const after = search.left() * (1 - SHARE_OF_SIDES);
  return thresholdSides(household, engines, {
    plan: best,
    prudentByAverage,
    left: () => Math.max(0, search.left() - after),
  });
}

/**
 * Whether allowing transfers inside stretches makes the program hardly larger, as with lead days, where nearly every
 * day is decided anyway: then proving it at once is quicker than finding out whether it is needed.
 */
function spansAreFew({ household }: SolveRequest, prudentByAverage: boolean): boolean {
  const events = buildModel(household, { prudentByAverage });
  if (!needsSpans(events)) return false;
  const daily = buildModel(household, { spans: true, prudentByAverage });
  return daily.builder.columnCount <= FEW_MORE * events.builder.columnCount;
}

/** One pass: the event days, the thresholds that matter, the proof for the daily grid, the crowded days. */
async function attempt(search: Search, request: SolveRequest, prudentByAverage: boolean): Promise<Round> {
  const { household, budget } = request;
  const isDaily = request.withoutProof !== true && spansAreFew(request, prudentByAverage);
  let grid: ModelRequest = { prudentByAverage, spans: isDaily };
  const first = search.round(grid, search.left() * (isDaily ? SHARE_OF_PROOF : SHARE_OF_FIRST));
  await budget.breathe();
  // A plan in hand that the referee passed refutes an infeasible verdict reached at the edge of tolerances.
  if (first.outcome.status === 'INFEASIBLE' && search.best === undefined) return first;
  if (search.best === undefined) rescue(search, request);
  let proof = first;
  if (prudentByAverage && !isDaily && isLoose(household, search, first)) return first;
  let sides: Sides = NO_SIDES;
  if (request.withoutProof !== true && !isDaily && needsSpans(first.model)) {
    sides = sidesOf(search, request, prudentByAverage);
    if (proof.model.thresholds.some(({ key }) => !sides.has(key))) {
      await budget.breathe();
      grid = { spans: true, prudentByAverage };
      proof = search.round(grid, search.left() * SHARE_OF_PROOF, sides);
    }
  }
  search.prove(proof);
  const paired = new Set<number>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (search.gap() <= toleranceCents(household, search.best)) break;
    await budget.breathe();
    const crowded = crowdedDays(proof).filter((day) => !paired.has(day));
    if (crowded.length === 0 || search.left() < LEAST_MS) break;
    for (const day of crowded) paired.add(day);
    proof = search.round({ ...grid, pairedDays: paired }, search.left() * SHARE_OF_PROOF, sides);
    search.prove(proof);
  }
  return proof;
}

/** The days of each pair, where transfers cost something. */
function pairsOf({ household, withoutProof }: SolveRequest): Departures | undefined {
  if (!transfersCost(household) || withoutProof === true || household.options.forbidden.length > 0)
    return undefined;
  return new Departures(household, { prudentByAverage: false });
}

/**
 * The sides of the thresholds case by case, every threshold at its price: the bound then holds for the daily grid
 * without transfers inside stretches.
 */
function atPrices(search: Search, request: SolveRequest): Round | undefined {
  const { household, engines } = request;
  if (search.best === undefined) return undefined;
  const limits = { left: () => search.left(), splittingMs: search.left() * SHARE_OF_SIDES };
  return withThresholdCases(household, engines, search.best, limits, (found) =>
    found.isPriceable && !isLeftToPools(request, found) ? caseByCase(search, request, found) : undefined,
  );
}

/**
 * Where the pools decide nearly every day anyway (lead days) they know the thresholds as well, and pairs that wait for
 * one another are too many to be quicker.
 */
function isLeftToPools(request: SolveRequest, { cases }: ThresholdCases): boolean {
  const areHeld = cases.some(({ prices }) => [...prices.values()].some(({ cents }) => cents > 0));
  return areHeld && spansAreFew(request, false);
}

function caseByCase(
  search: Search,
  request: SolveRequest,
  { cases, roundingCents, split }: ThresholdCases,
): Round | undefined {
  const open = [...cases];
  let closed = -Infinity;
  const lower = (): void => {
    const most = Math.max(closed, ...open.map(({ bound }) => bound + roundingCents));
    search.lowerTo(Math.max(search.best?.objectiveCents ?? -Infinity, most + NUMERICAL_CENTS));
  };
  lower();
  let last: Round | undefined;
  while (open.length > 0) {
    open.sort((a, b) => b.bound - a.bound);
    const [widest] = open;
    if (widest === undefined || widest.bound + roundingCents <= search.enough()) break;
    if (search.left() < SHORTEST_MS) break;
    const solved = pricedRounds(search, request, widest, search.left() / Math.min(open.length, MOST_SHARES));
    if (solved === undefined) return undefined;
    open.shift();
    last = solved.last ?? last;
    const rest = { ...widest, bound: Math.min(widest.bound, solved.bound - roundingCents) };
    const { least, most } = widest.counts ?? { least: 0, most: Infinity };
    if (solved.crossed !== undefined) open.push(...split(rest, solved.crossed));
    else if (solved.countBetween !== undefined) {
      open.push(
        { ...rest, counts: { least, most: solved.countBetween } },
        { ...rest, counts: { least: solved.countBetween + 1, most } },
      );
    } else closed = Math.max(closed, rest.bound + roundingCents);
    lower();
  }
  return last;
}

interface PricedCase {
  /** Cents, rounding included. */
  readonly bound: number;
  readonly last: Round | undefined;
  /** A threshold that needs deciding first. */
  readonly crossed?: string | undefined;
  /** No prices close the case: plans of at most so many transfers and those of more need different ones. */
  readonly countBetween?: number | undefined;
}

/**
 * One case, every pair of accounts on the days on which a transfer can be worth making, which counts every transfer;
 * where these are too many, pools, and pairs on the days on which pools count too few. What its thresholds ask for costs a price instead of being kept, and the prices change until the
 * case promises no more than the plan in hand is worth. Thresholds left open are kept by nobody and cost nothing; one
 * that is then crossed splits the case. `undefined`: it cannot be priced.
 */
function pricedRounds(
  search: Search,
  { household, engines }: SolveRequest,
  given: ThresholdCase,
  timeLimitMs: number,
): PricedCase | undefined {
  const after = search.left() - timeLimitMs;
  const left = (): number => search.left() - after;
  const { sides } = given;
  let bound = Infinity;
  let last: Round | undefined;
  let arcs: ArcChoice[] = [];
  const multipliers = new Multipliers(engines, given.prices, mostPrice(household));
  const pairedDays = new Set<number>();
  // What the linear program says first may be enough, or ask for a further split.
  let isLinear = true;
  while (left() > SHORTEST_MS) {
    const asked = multipliers.current;
    const mixtures = search.mixturesOf(given);
    const model = pricedModel(search.withFewGuarantees(), given, new Map([...asked, ...mixtures]), {
      mostPairs: search.mostPairs,
      pairedDays,
    });
    if (model === undefined) return last === undefined ? undefined : { bound, last };
    let outcome: SolveOutcome;
    if (isLinear) outcome = search.relaxation(model, left());
    else {
      last = search.solve(model, left(), PAIRS_GAP_CENTS);
      ({ outcome } = last);
    }
    if (outcome.status === 'INFEASIBLE') return { bound: -Infinity, last };
    bound = Math.min(bound, outcome.bound + model.roundingCents);
    if (bound <= search.enough() || outcome.status === 'UNKNOWN') break;
    const { values, objective } = outcome;
    if (search.exceedsMore(model, values)) {
      isLinear = true;
      continue;
    }
    const excessOf = ({ measure }: Pick<Price, 'measure'>): number => excessIn(model, measure, values);
    const crossed = model.thresholds.find(
      ({ key, limit }) => !sides.has(key) && limit !== undefined && excessOf(limit) > CROSSED,
    );
    if (crossed !== undefined) return { bound, last, crossed: crossed.key };
    if (!isLinear) {
      const found = candidateArcs(model, values);
      const share = Math.max(SHORTEST_MS, left() * SHARE_OF_POLISH);
      search.offer(polish(household, engines, [...found, ...arcs], share));
      arcs = found;
      if (search.isMoreThan(mixtures, model, values)) {
        isLinear = true;
        continue;
      }
      const transfers = model.arcs.filter(({ binary }) => (values[binary ?? -1] ?? 0) > 0.5).length;
      multipliers.learn(outcome.bound, { pricedValue: objective, transfers }, excessOf);
      // Pools may count too few transfers: where that is, hardly better prices are not worth another run.
      const crowded = crowdedDays({ model, outcome }).filter((day) => !pairedDays.has(day));
      const leastGain = crowded.length === 0 ? LEAST_GAIN_CENTS : (bound - search.enough()) * SHARE_OF_GAP;
      if (multipliers.next(leastGain) === undefined) {
        if (crowded.length > 0) {
          for (const day of crowded) pairedDays.add(day);
          continue;
        }
        const { least, most } = given.counts ?? { least: 0, most: Infinity };
        const between = multipliers.countBetween();
        const splits = between !== undefined && between >= least && between < most;
        return { bound, last, countBetween: splits ? between : undefined };
      }
    }
    isLinear = false;
  }
  return { bound, last };
}

/** The program at prices, by pairs or by pools; `undefined` when an average has no linear measure. */
function pricedModel(
  household: Household,
  { sides, counts }: ThresholdCase,
  prices: Prices,
  { mostPairs, pairedDays }: { readonly mostPairs: number; readonly pairedDays: ReadonlySet<number> },
): PlanModel | undefined {
  let credited: readonly CreditedMonth[] = [];
  for (;;) {
    const departures = new Departures(household, { credited, prudentByAverage: false, prices });
    // Too many pairs to decide: at prices the pools on event days hold for every day as well.
    const flows =
      departures.count() > mostPairs ? { prudentByAverage: true, pairedDays } : { departures, counts };
    const model = buildModel(household, { ...flows, prices, creditedMonths: credited });
    if (!isPriceable(model)) return undefined;
    // A fee that the average does not waive may be waived for what comes in, and then more days of its month count.
    const byAverage = new Set(
      model.thresholds.filter(({ key }) => sides.get(key) !== 'ABOVE').map(({ key }) => key),
    );
    const more = [...model.credited]
      .filter(([key]) => !byAverage.has(key) && sides.get(creditKey(key)) !== 'BELOW')
      .map(([, { month }]) => month)
      .filter(({ account, from }) => !credited.some((one) => one.account === account && one.from === from));
    if (more.length === 0) {
      decide(model, sides, 'BELOW');
      for (const decision of decisionsOf(model)) {
        const value = valueOf(decision, sides.get(decision.key) ?? 'EITHER');
        if (value !== undefined) model.builder.tighten(value.column, value.value, value.value);
      }
      return model;
    }
    credited = [...credited, ...more];
  }
}

/** Prices that lower the bound by less are not asked, cents. */
const LEAST_GAIN_CENTS = 1;
/** Of the gap, what better prices must promise to be asked before crowded days are paired. */
const SHARE_OF_GAP = 0.2;

/** Beyond a threshold by more than numerical dust, units. */
const CROSSED = 1e-4;

/** No unit of an average is worth more than what the widest difference of rates earns in a quarter, cents. */
function mostPrice(household: Household): number {
  const spread = ratesSpread(household);
  return ((spread / 100) * household.dayCount * UNIT_CENTS) / 365;
}

/** A program with more transfers to decide is no quicker than the pools. */
const MOST_ARCS = 1500;
const SHARE_OF_IMPROVING = 0.4;
/** A large household gains more from a better plan than from a closer bound. */
const SHARE_OF_IMPROVING_MANY = 0.6;

/** Whether charging the average alone promised so much more than plans keep that proving it would be of no use. */
function isLoose(household: Household, search: Search, { outcome }: Round): boolean {
  if (outcome.status !== 'OPTIMAL' && outcome.status !== 'FEASIBLE') return false;
  const promised = outcome.objective - (search.best?.objectiveCents ?? -Infinity);
  return promised > LOOSE_CENTS && someCloseAboveAverage(household, search.best);
}

const LOOSE_CENTS = 100;

/** Whether a prudent duty is charged on a closing balance above the average, which the average alone underrates. */
function someCloseAboveAverage(household: Household, plan: RefereedPlan | undefined): boolean {
  return household.accounts.some(({ index, isMovable, entry: { account } }) => {
    const figures = plan?.evaluation.accounts[index];
    const isPrudent = account.dutyRegime === 'PROPORTIONAL' && account.dutyBase === 'PRUDENT';
    if (!isMovable || !isPrudent || account.dutyPaidByBank || figures === undefined) return false;
    return figures.closingBalanceCents > figures.averageBalanceCents;
  });
}

/** When the search ran dry: the plan that ignores the cost of transfers is quick to find and mostly feasible. */
function rescue(search: Search, request: SolveRequest): void {
  if (request.household.options.maxTransfers < Infinity) return;
  search.round({ neverCount: true }, search.left() * 0.3);
}

/** Days on which at least two accounts send and two receive: there the pool may count too few transfers. */
function crowdedDays({ model, outcome }: Pick<Round, 'model' | 'outcome'>): number[] {
  if (outcome.status !== 'OPTIMAL' && outcome.status !== 'FEASIBLE') return [];
  const dust = 1e-4;
  const active = (flow: { column: number }): boolean => (outcome.values[flow.column] ?? 0) > dust;
  const days: number[] = [];
  for (const [index, node] of model.nodes.entries()) {
    const senders = model.sends.filter((flow) => flow.pool === index && active(flow)).length;
    const receivers = model.receives.filter((flow) => flow.pool === index && active(flow)).length;
    if (node.kind === 'DAY' && senders >= 2 && receivers >= 2) days.push(node.first);
  }
  return days;
}

/**
 * The planner counts an average inside the margin below the threshold as taxed, the referee does not: a plan that
 * could not avoid the margin is worth that duty more than the program thought, and so is the bound.
 */
function bandDutyCents(household: Household, plan: RefereedPlan): number {
  if (household.options.marginCents <= 0) return 0;
  let cents = 0;
  for (const members of fixedDutyGroupsOf(household)) {
    const ids = new Set(members.map(({ id }) => id));
    const group = plan.evaluation.dutyGroups.find(({ accountIds }) => accountIds.some((id) => ids.has(id)));
    if (group === undefined || group.due) continue;
    const limit = household.law.fixedDutyThresholdCents - household.options.marginCents;
    if (group.aggregateAverageCents <= limit) continue;
    for (const { entry } of members) cents += fixedDutyOf(household, entry);
  }
  return cents;
}

/**
 * How far below its bound a plan may be and still be called optimal, cents: 5 (or what rounding the interest of many
 * accounts to the cent may hide, which is part of every bound), plus what rounding every transfer to a whole step can
 * cost at the widest difference of rates until the end of the quarter.
 */
export function toleranceCents(household: Household, plan: RefereedPlan | undefined): number {
  const spread = ratesSpread(household);
  const kept = 1 - household.problem.settings.withholdingPct / 100;
  const { grid } = household.timeline.plan;
  const perDay = (household.options.stepCents * (spread / 100) * kept) / 365;
  const forced = new Set(household.forced);
  const days = (plan?.transfers ?? [])
    .filter((transfer) => !forced.has(transfer))
    .reduce((sum, transfer) => sum + household.dayCount - grid.days.indexOf(transfer.date), 0);
  return Math.max(5, interestRoundingOf(household)) + perDay * days;
}

/** Between the highest rate and the lowest, per cent; holding nothing counts as one. */
function ratesSpread(household: Household): number {
  const rates = household.accounts
    .filter((account) => account.isMovable)
    .flatMap(({ entry }) => entry.account.rates.flatMap(({ tiers }) => tiers.map((tier) => tier.ratePct)));
  return Math.max(0, ...rates) - Math.min(0, ...rates);
}
