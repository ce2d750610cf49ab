/**
 * From a household to the best plan found and the proven bound.
 *
 * First the net-flow program on the days that events ask for; its solution becomes concrete transfers. Where a
 * threshold on an average is undecided, the program with transfers allowed inside stretches then proves the bound for
 * the daily grid. A day on which several accounts send and several receive is counted exactly in a further round.
 */

import { engineFor } from '../engines/port.js';
import { buildModel, needsSpans, splitsFreely, type ModelRequest } from '../model/build.js';
import type { Household } from '../model/household.js';
import { integerCount } from '../model/program.js';
import { transfersCost } from '../model/transfers.js';
import { caseByCase } from './case-by-case.js';
import { crowdedDays } from './crowded-days.js';
import { marginDutyCents, type RefereedPlan } from './referee.js';
import { thresholdSides, type Sides } from './relevance.js';
import {
  LEAST_MS,
  NO_SIDES,
  Search,
  SHARE_OF_PROOF,
  SHORTEST_MS,
  type Round,
  type SolveRequest,
  type SolveStatistics,
} from './search.js';
import { withThresholdCases, type ThresholdCases } from './threshold-cases.js';
import { toleranceCents } from './tolerance.js';

const SHARE_OF_FIRST = 0.5;
const SHARE_OF_SIDES = 0.25;
/** Of what is left, for the proof at prices; the rest is for a better plan, where that does not close. */
const SHARE_OF_PRICES = 0.9;
/** Of what is left, for deciding parts of a plan that is not proven yet. */
const SHARE_OF_PARTS = 0.3;
const FEW_MORE = 1.25;
const MOST_ROUNDS = 3;
const LOOSE_CENTS = 100;

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

export async function solve(request: SolveRequest): Promise<Solution> {
  const { household, budget } = request;
  const search = new Search(request);
  const byPairs = decidesByPairs(request);
  const seeds = byPairs ? search.construct() : [];
  if (transfersCost(household) && (!byPairs || search.best === undefined)) search.offerQuickly();
  if (search.findFirst() === 'NONE_EXISTS') {
    return { kind: 'INFEASIBLE', statistics: statisticsOf(request) };
  }
  await budget.breathe();
  if (byPairs) {
    search.improve(seeds);
    await budget.breathe();
  }
  let proof = byPairs ? atPrices(search, request) : undefined;
  await budget.breathe();
  if (request.withoutProof !== true && !Number.isFinite(search.boundCents)) search.proveQuickly();
  await budget.breathe();
  // Charging prudent duties on the average alone is quicker to prove and mostly enough.
  // The kink only matters to the choice of days: where every day is decided anyway, it costs nothing.
  const isExactAtOnce =
    splitsFreely(household) || (request.withoutProof !== true && spansAreFew(request, false));
  const approaches = isExactAtOnce ? [false] : [true, false];
  const isProvenYet = (): boolean => search.gap() <= toleranceCents(household, search.best);
  if (byPairs && !isProvenYet() && search.left() > LEAST_MS) {
    search.improveFurther();
    search.improveInParts(SHARE_OF_PARTS);
  }
  for (const prudentByAverage of approaches) {
    if (byPairs && isProvenYet()) break;
    if (search.left() < SHORTEST_MS && search.best !== undefined) break;
    await budget.breathe();
    proof = await attempt(search, request, prudentByAverage);
    if (proof.outcome.status === 'INFEASIBLE' && search.best === undefined) {
      return { kind: 'INFEASIBLE', statistics: proof.statistics };
    }
    if (isProvenYet() || search.left() < LEAST_MS || !someCloseAboveAverage(household, search.best)) break;
  }
  // What time nobody needed goes into the plan.
  if (byPairs && !isProvenYet()) search.improveInParts();
  const { best } = search;
  const statistics = proof?.statistics ?? statisticsOf(request);
  if (best === undefined) return { kind: 'NOTHING_FOUND', statistics };
  const inBand = marginDutyCents(household, best);
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

function sidesOf(search: Search, { household, engines }: SolveRequest, prudentByAverage: boolean): Sides {
  const { best } = search;
  if (best === undefined) return NO_SIDES;
  return thresholdSides(household, engines, {
    plan: best,
    prudentByAverage,
    left: search.leftOf(SHARE_OF_SIDES),
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

/** Whether the days of each pair are known: where transfers cost something and none is forbidden. */
function decidesByPairs({ household, withoutProof }: SolveRequest): boolean {
  return transfersCost(household) && withoutProof !== true && household.options.forbidden.length === 0;
}

/**
 * The sides of the thresholds case by case, every threshold at its price: the bound then holds for the daily grid
 * without transfers inside stretches.
 */
function atPrices(search: Search, request: SolveRequest): Round | undefined {
  const { household, engines } = request;
  if (search.best === undefined) return undefined;
  const isLarge = search.isLarge();
  const limits = { left: () => search.left(), splittingMs: search.left() * SHARE_OF_SIDES };
  return withThresholdCases(household, engines, search.best, limits, (found) => {
    if (!found.isPriceable || isLeftToPools(request, found)) return undefined;
    // The linear programs say most of what can be proven of many pairs: a better plan first.
    if (isLarge) search.improveInParts(SHARE_OF_PARTS);
    return search.within(isLarge ? 1 : SHARE_OF_PRICES, () => caseByCase(search, request, found));
  });
}

/**
 * Where the pools decide nearly every day anyway (lead days) they know the thresholds as well, and pairs that wait for
 * one another are too many to be quicker.
 */
function isLeftToPools(request: SolveRequest, { cases }: ThresholdCases): boolean {
  const areHeld = cases.some(({ prices }) => [...prices.values()].some(({ cents }) => cents > 0));
  return areHeld && spansAreFew(request, false);
}

/** Whether charging the average alone promised so much more than plans keep that proving it would be of no use. */
function isLoose(household: Household, search: Search, { outcome }: Round): boolean {
  if (outcome.status !== 'OPTIMAL' && outcome.status !== 'FEASIBLE') return false;
  const promised = outcome.objective - (search.best?.objectiveCents ?? -Infinity);
  return promised > LOOSE_CENTS && someCloseAboveAverage(household, search.best);
}

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
