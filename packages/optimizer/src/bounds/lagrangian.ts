/** The cases of the thresholds at prices, one after the other, until none promises more than the incumbent. */

import type { SolveOutcome } from '../engines/port.js';
import { poolFormulation, pairFormulation } from '../formulations/formulations.js';
import type { CreditedMonth } from '../household/credited-months.js';
import { CandidateDays } from '../candidate-days/candidate-days.js';
import type { Household } from '../household/household.js';
import type { ArcChoice, PlanModel } from '../formulations/plan-model.js';
import { excessIn, type Price, type Prices } from '../formulations/prices.js';
import { candidateArcs } from '../heuristics/arcs.js';
import { crowdedDays } from './crowded-days.js';
import { ConvexifiedDuties } from './lazy-constraints.js';
import { Multipliers } from './multipliers.js';
import { creditKey, decide, decisionsOf, valueOf } from './bound-tightening.js';
import { SHORTEST_MS } from '../budget.js';
import { NUMERICAL_CENTS, type Round, type Search } from '../search.js';
import type { SolveRequest } from '../solve-request.js';
import { isPriceable, type ThresholdNode, type ThresholdTree } from './threshold-tree.js';
import { mostPrice } from './tolerance.js';

const PAIRS_GAP_CENTS = 0.5;
const MOST_SHARES = 4;
/** Prices that lower the bound by less are not asked, cents. */
const LEAST_GAIN_CENTS = 1;
/** Of the gap, what better prices must promise to be asked before crowded days are paired. */
const SHARE_OF_GAP = 0.2;
/** Beyond a threshold by more than numerical dust, units. */
const CROSSED = 1e-4;

export function lagrangianSearch(
  search: Search,
  request: SolveRequest,
  { cases, roundingCents, split }: ThresholdTree,
): Round | undefined {
  if (search.incumbent !== undefined) search.lazy.keepUsedUp(search.incumbent);
  const open = [...cases];
  let closed = -Infinity;
  const lower = (): void => {
    const most = Math.max(closed, ...open.map(({ bound }) => bound + roundingCents));
    search.lowerTo(Math.max(search.incumbent?.objectiveCents ?? -Infinity, most + NUMERICAL_CENTS));
  };
  lower();
  let last: Round | undefined;
  while (open.length > 0) {
    open.sort((a, b) => b.bound - a.bound);
    const [widest] = open;
    if (widest === undefined || widest.bound + roundingCents <= search.enough()) break;
    if (search.left() < SHORTEST_MS) break;
    const solved = lagrangianBound(
      search,
      request,
      widest,
      search.left() / Math.min(open.length, MOST_SHARES),
    );
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

interface NodeBound {
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
 * where these are too many, pools, and pairs on the days on which pools count too few. What its thresholds ask for
 * costs a price instead of being kept, and the prices change until the case promises no more than the incumbent is
 * worth. Thresholds left open are neither kept nor priced; one that is then crossed splits the case.
 * `undefined`: it cannot be priced.
 */
function lagrangianBound(
  search: Search,
  { household, engines }: SolveRequest,
  given: ThresholdNode,
  timeLimitMs: number,
): NodeBound | undefined {
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
  const duties = new ConvexifiedDuties(household, given.mixtures);
  while (left() > SHORTEST_MS) {
    const asked = multipliers.current;
    const model = pricedModel({
      household: search.lazy.withFewGuarantees(),
      given,
      prices: new Map([...asked, ...duties.charged()]),
      mostPairs: search.mostPairs,
      pairedDays,
    });
    if (model === undefined) return last === undefined ? undefined : { bound, last };
    let outcome: SolveOutcome;
    if (isLinear) outcome = search.relaxation(model, left());
    else {
      last = search.solve(model, left(), PAIRS_GAP_CENTS, arcs);
      ({ outcome } = last);
    }
    const promised = outcome.status === 'INFEASIBLE' ? -Infinity : outcome.bound + model.roundingCents;
    bound = Math.min(bound, promised);
    if (bound <= search.enough() || outcome.status === 'UNKNOWN' || outcome.status === 'INFEASIBLE') break;
    const { values, objective } = outcome;
    if (search.lazy.exceedsMore(model, values)) {
      isLinear = true;
      continue;
    }
    const excessOf = ({ measure }: Pick<Price, 'measure'>): number => excessIn(model, measure, values);
    const crossed = model.thresholds.find(
      ({ key, limit }) => !sides.has(key) && limit !== undefined && excessOf(limit) > CROSSED,
    );
    if (crossed !== undefined) return { bound, last, crossed: crossed.key };
    if (!isLinear) {
      arcs = candidateArcs(model, values);
      if (duties.areTooLittle(model, values)) {
        isLinear = true;
        continue;
      }
      const made = model.arcs.filter(({ binary }) => (values[binary ?? -1] ?? 0) > 0.5).length;
      const transfers = model.counters.reduce((sum, column) => sum + Math.round(values[column] ?? 0), made);
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

interface PricedRequest {
  readonly household: Household;
  readonly given: ThresholdNode;
  readonly prices: Prices;
  readonly mostPairs: number;
  readonly pairedDays: ReadonlySet<number>;
}

/** The program at prices, by pairs or by pools; `undefined` when an average has no linear measure. */
function pricedModel(request: PricedRequest): PlanModel | undefined {
  const { household, prices, mostPairs, pairedDays } = request;
  const { sides, counts } = request.given;
  let credited: readonly CreditedMonth[] = [];
  for (;;) {
    const candidateDays = new CandidateDays(household, {
      credited,
      prudentByAverage: false,
      prices,
    });
    const variant = { prices, creditedMonths: credited };
    // Too many pairs to decide: at prices the pools on event days hold for every day as well.
    const model =
      candidateDays.count() > mostPairs
        ? poolFormulation(household, { ...variant, prudentByAverage: true, pairedDays })
        : pairFormulation(household, { ...variant, candidateDays, counts });
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
