/**
 * The proof by pools: the net-flow program on the days that events ask for; where a threshold on an average is
 * undecided, the program with transfers allowed inside stretches then proves the bound for the daily grid; and a day on
 * which several accounts send and several receive is counted exactly in further rounds.
 */

import { hasQuarterlyPeriods, owesDuty } from '@fibado/planning';
import { needsSpans, splitsFreely, type PoolRequest, poolFormulation } from '../formulations/formulations.js';
import type { Household } from '../household/household.js';
import type { RefereedPlan } from '../referee.js';
import type { Round, Search } from '../search.js';
import type { SolveRequest } from '../solve-request.js';
import { SHARES, SHORTEST_MS, WORTHWHILE_MS } from '../budget.js';
import { NO_SIDES, tightenThresholds, type Sides } from './bound-tightening.js';
import { crowdedDays } from './crowded-days.js';

/** Programs at most so many times as large as the smaller one count as no larger. */
const HARDLY_LARGER = 1.25;
const MOST_ROUNDS = 3;
const LOOSE_CENTS = 100;

/**
 * Up to two passes: charging prudent duties on the average alone is quicker to prove and mostly enough. The kink only
 * matters to the choice of days: where every day is decided anyway, it costs nothing to charge them exactly at once.
 * `INFEASIBLE` when the program has no solution and no plan is known.
 */
export async function proveByPools(search: Search, request: SolveRequest): Promise<'INFEASIBLE' | undefined> {
  const { household, budget } = request;
  const isExactAtOnce =
    splitsFreely(household) || (request.withoutProof !== true && provesDaily(request, false));
  const secondPass = request.without?.has('exact-duties') !== true;
  for (const prudentByAverage of isExactAtOnce ? [false] : secondPass ? [true, false] : [true]) {
    if (search.left() < SHORTEST_MS && search.incumbent !== undefined) break;
    await budget.breathe();
    const { outcome } = await pass(search, request, prudentByAverage);
    if (outcome.status === 'INFEASIBLE' && search.incumbent === undefined) return 'INFEASIBLE';
    if (search.isProven() || search.left() < WORTHWHILE_MS) break;
    if (!someCloseAboveAverage(household, search.incumbent)) break;
  }
  return undefined;
}

function sidesOf(search: Search, { engines }: SolveRequest, prudentByAverage: boolean): Sides {
  const { incumbent } = search;
  if (incumbent === undefined) return NO_SIDES;
  return tightenThresholds(search.proven, engines, {
    plan: incumbent,
    prudentByAverage,
    left: search.leftOf(SHARES.thresholdTightening),
  });
}

/**
 * Whether allowing transfers inside stretches makes the program hardly larger, as with lead days, where nearly every
 * day is decided anyway: then proving it at once is quicker than finding out whether it is needed.
 */
export function spansAreFew({ household }: SolveRequest, prudentByAverage: boolean): boolean {
  const events = poolFormulation(household, { prudentByAverage });
  if (!needsSpans(events)) return false;
  const daily = poolFormulation(household, { spans: true, prudentByAverage });
  return daily.builder.columnCount <= HARDLY_LARGER * events.builder.columnCount;
}

/** Whether every day is decided at once; by other periods than quarters nothing says that event days are enough. */
function provesDaily(request: SolveRequest, prudentByAverage: boolean): boolean {
  return !hasQuarterlyPeriods(request.household.problem) || spansAreFew(request, prudentByAverage);
}

/** One pass: the event days, the thresholds that matter, the proof for the daily grid, the crowded days. */
async function pass(search: Search, request: SolveRequest, prudentByAverage: boolean): Promise<Round> {
  const { household, budget } = request;
  const isDaily = request.withoutProof !== true && provesDaily(request, prudentByAverage);
  let grid: PoolRequest = { prudentByAverage, spans: isDaily };
  const first = search.round(grid, {
    timeLimitMs: search.left() * (isDaily ? SHARES.proofRound : SHARES.eventDays),
  });
  await budget.breathe();
  // An incumbent that the referee passed refutes an infeasible verdict reached at the edge of tolerances.
  if (first.outcome.status === 'INFEASIBLE' && search.incumbent === undefined) return first;
  if (search.incumbent === undefined) rescue(search, request);
  let proof = first;
  if (prudentByAverage && !isDaily && isLoose(household, search, first)) return first;
  let sides: Sides = NO_SIDES;
  if (request.withoutProof !== true && !isDaily && needsSpans(first.model)) {
    sides = sidesOf(search, request, prudentByAverage);
    if (proof.model.thresholds.some(({ key }) => !sides.has(key))) {
      await budget.breathe();
      grid = { spans: true, prudentByAverage };
      proof = search.round(grid, { timeLimitMs: search.left() * SHARES.proofRound }, sides);
    }
  }
  search.prove(proof);
  const paired = new Set<number>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (search.isProven()) break;
    await budget.breathe();
    const crowded = crowdedDays(proof).filter((day) => !paired.has(day));
    if (crowded.length === 0 || search.left() < WORTHWHILE_MS) break;
    for (const day of crowded) paired.add(day);
    proof = search.round(
      { ...grid, pairedDays: paired },
      { timeLimitMs: search.left() * SHARES.proofRound },
      sides,
    );
    search.prove(proof);
  }
  return proof;
}

/** Whether charging the average alone promised so much more than plans keep that proving it would be of no use. */
function isLoose(household: Household, search: Search, { outcome }: Round): boolean {
  if (outcome.status !== 'OPTIMAL' && outcome.status !== 'FEASIBLE') return false;
  const promised = outcome.objective - (search.incumbent?.objectiveCents ?? -Infinity);
  return promised > LOOSE_CENTS && someCloseAboveAverage(household, search.incumbent);
}

/** Whether a prudent duty is charged on a closing balance above the average, which the average alone underrates. */
function someCloseAboveAverage(household: Household, plan: RefereedPlan | undefined): boolean {
  return household.accounts.some(({ index, isMovable, entry: { account } }) => {
    const figures = plan?.evaluation.accounts[index];
    const isPrudent = account.dutyRegime === 'PROPORTIONAL' && account.dutyBase === 'PRUDENT';
    if (!isMovable || !isPrudent || !owesDuty(account) || figures === undefined) return false;
    return figures.closingBalanceCents > figures.averageBalanceCents;
  });
}

/** When the search ran dry: the plan that ignores the cost of transfers is quick to find and mostly feasible. */
function rescue(search: Search, request: SolveRequest): void {
  if (request.household.options.maxTransfers < Infinity) return;
  search.round({ withoutFixedCosts: true }, { timeLimitMs: search.left() * SHARES.rescue });
}
