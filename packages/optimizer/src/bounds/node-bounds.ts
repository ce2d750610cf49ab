/** What a node of branch and bound promises at most by integer programs: at prices, or as it is. */

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
import { creditKey, decide } from './bound-tightening.js';
import { SHORTEST_MS } from '../budget.js';
import type { BranchNode, IsOver, NodeBound } from './branch-and-bound.js';
import type { Round, Search } from '../search.js';
import type { SolveRequest } from '../solve-request.js';
import { isPriceable } from './node-relaxation.js';
import { mostPrice } from './tolerance.js';

const PAIRS_GAP_CENTS = 0.5;
/** Prices that lower the bound by less are not asked, cents. */
const LEAST_GAIN_CENTS = 1;
/** Of the gap, what better prices must promise to be asked before crowded days are paired. */
const SHARE_OF_GAP = 0.2;
/** Beyond a threshold by more than numerical dust, units. */
const CROSSED = 1e-4;

/**
 * One node, every pair of accounts on the days on which a transfer can be worth making, which counts every transfer;
 * where these are too many, pools, and pairs on the days on which pools count too few. What its thresholds ask for
 * costs a price instead of being kept, and the prices change until the node promises no more than the incumbent is
 * worth. Thresholds left open are neither kept nor priced; one that is then crossed splits the node.
 * `undefined`: it cannot be priced.
 */
export function lagrangianBound(
  search: Search,
  { household, engines }: SolveRequest,
  node: BranchNode,
  isOver: IsOver,
): NodeBound | undefined {
  const { sides } = node;
  let boundCents = Infinity;
  let arcs: ArcChoice[] = [];
  const multipliers = new Multipliers(engines, node.prices, mostPrice(household));
  const pairedDays = new Set<number>();
  // What the linear program says first may be enough, or ask for a further split.
  let isLinear = true;
  const duties = new ConvexifiedDuties(household, node.mixtures);
  while (search.left() > SHORTEST_MS) {
    const asked = multipliers.current;
    const model = pricedModel({
      household: search.lazy.withFewGuarantees(),
      node,
      prices: new Map([...asked, ...duties.charged()]),
      mostPairs: search.mostPairs,
      pairedDays,
    });
    if (model === undefined) return undefined;
    const outcome = isLinear
      ? search.relaxation(model, search.left())
      : search.solve(model, {
          timeLimitMs: search.left(),
          absoluteGap: PAIRS_GAP_CENTS,
          beside: arcs,
          isOver,
        }).outcome;
    boundCents = Math.min(boundCents, promisedCents({ model, outcome }));
    if (boundCents <= search.enough() || outcome.status === 'INFEASIBLE') break;
    if (outcome.status === 'UNKNOWN' || isOver(boundCents)) return { boundCents, isUnfinished: true };
    const { values, objective } = outcome;
    if (search.lazy.exceedsMore(model, values)) {
      isLinear = true;
      continue;
    }
    const excessOf = ({ measure }: Pick<Price, 'measure'>): number => excessIn(model, measure, values);
    const crossed = model.thresholds.find(
      ({ key, limit }) => !sides.has(key) && limit !== undefined && excessOf(limit) > CROSSED,
    );
    if (crossed !== undefined) return { boundCents, crossed: crossed.key, isUnfinished: false };
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
      const leastGain =
        crowded.length === 0 ? LEAST_GAIN_CENTS : (boundCents - search.enough()) * SHARE_OF_GAP;
      if (multipliers.next(leastGain) === undefined) {
        if (crowded.length > 0) {
          for (const day of crowded) pairedDays.add(day);
          continue;
        }
        const { least, most } = node.counts ?? { least: 0, most: Infinity };
        const between = multipliers.countBetween();
        const splits = between !== undefined && between >= least && between < most;
        return { boundCents, countBetween: splits ? between : undefined, isUnfinished: false };
      }
    }
    isLinear = false;
  }
  return { boundCents, isUnfinished: search.left() <= SHORTEST_MS };
}

/**
 * One node by pools on every day, its thresholds kept as they are: where nearly every day is decided anyway, prices
 * would only promise more.
 */
export function exactBound(search: Search, node: BranchNode, isOver: IsOver): NodeBound {
  const round = search.round({ spans: true }, { timeLimitMs: search.left(), isOver }, node.sides);
  const { status } = round.outcome;
  return {
    boundCents: promisedCents(round),
    isUnfinished: status === 'UNKNOWN' || status === 'FEASIBLE',
  };
}

function promisedCents({ model, outcome }: Round): number {
  return outcome.status === 'INFEASIBLE' ? -Infinity : outcome.bound + model.roundingCents;
}

interface PricedRequest {
  readonly household: Household;
  readonly node: BranchNode;
  readonly prices: Prices;
  readonly mostPairs: number;
  readonly pairedDays: ReadonlySet<number>;
}

/** The program at prices, by pairs or by pools; `undefined` when an average has no linear measure. */
function pricedModel(request: PricedRequest): PlanModel | undefined {
  const { household, prices, mostPairs, pairedDays } = request;
  const { sides, counts } = request.node;
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
      return model;
    }
    credited = [...credited, ...more];
  }
}
