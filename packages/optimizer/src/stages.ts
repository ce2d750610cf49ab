/**
 * The pipeline: from a household to the best plan found and the proven bound, stage by stage. Every stage has one job
 * and a share of the time that is left (`SHARES`); a trace says what each of them cost and gave.
 */

import { hasQuarterlyPeriods } from '@fibado/planning';
import { QUICK_PLAN_MS, SHARES } from './budget.js';
import { branchAndBound, type Branching } from './bounds/branch-and-bound.js';
import { exactBound, lagrangianBound } from './bounds/node-bounds.js';
import { withNodeRelaxation, type NodeRelaxation } from './bounds/node-relaxation.js';
import { proveByPools, spansAreFew } from './bounds/pools.js';
import { transfersCost } from './formulations/transfers.js';
import { marginDutyCents, type RefereedPlan } from './referee.js';
import { NUMERICAL_CENTS, Search } from './search.js';
import type { SolveRequest, SolveStatistics } from './solve-request.js';
import type { StageTrace } from './types.js';

export type Solution =
  | {
      readonly kind: 'PLAN';
      readonly plan: RefereedPlan;
      /** No plan has a higher objective, cents; infinite when nothing was proven. */
      readonly boundCents: number;
      readonly statistics: SolveStatistics;
      readonly trace: readonly StageTrace[];
    }
  | {
      readonly kind: 'INFEASIBLE';
      readonly statistics: SolveStatistics;
      readonly trace: readonly StageTrace[];
    }
  | {
      readonly kind: 'NOTHING_FOUND';
      readonly statistics: SolveStatistics;
      readonly trace: readonly StageTrace[];
    };

/** What stages hand on to one another. */
interface State {
  readonly search: Search;
  readonly request: SolveRequest;
  /** Whether the candidate days of each pair are known: where transfers cost something or are limited, and none is forbidden. */
  readonly byPairs: boolean;
}

export interface Stage {
  readonly name: string;
  readonly job: 'BOUND' | 'CONSTRUCT' | 'IMPROVE' | 'PROVE';
  /** Whether the stage can add anything in this state. */
  applies(state: State): boolean;
  /** `INFEASIBLE`: proven that no plan exists, which ends the run. */
  run(state: State): 'INFEASIBLE' | undefined | Promise<'INFEASIBLE' | undefined>;
}

/** In order. What is proven within the tolerance skips every later stage. */
export const STAGES: readonly Stage[] = [
  {
    name: 'construct',
    job: 'CONSTRUCT',
    // Local search does without where doing nothing breaks no limit, or a plan is known beforehand.
    applies: (state) => state.byPairs && !searchesLocally(state),
    run({ search }) {
      search.construct();
      return undefined;
    },
  },
  {
    name: 'construct-all-days',
    job: 'CONSTRUCT',
    applies: ({ byPairs, search, request }) =>
      transfersCost(request.household) && (!byPairs || search.incumbent === undefined),
    run({ search }) {
      search.offerQuickly();
      return undefined;
    },
  },
  {
    name: 'feasibility',
    job: 'CONSTRUCT',
    applies: ({ search }) => search.incumbent === undefined,
    run: ({ search }) => search.findFirst(),
  },
  {
    name: 'local-search',
    job: 'IMPROVE',
    applies: searchesLocally,
    run(state) {
      state.search.localSearch(isBoundedEarly(state) ? SHARES.localSearchBeforeBound : SHARES.localSearch);
      return undefined;
    },
  },
  // Of a large household the programs after it take what is left of a short limit.
  boundWithoutFixedCosts('early-bound', isBoundedEarly),
  // The plan of so few is proven sooner than local optima are merged.
  nodes('nodes-of-few-arcs', SHARES.nodesOfFewArcs, decidesFewArcs),
  solutionMerging('solution-merging', ({ household }) =>
    household.hasTransferLimits ? SHARES.solutionMergingWithLimits : SHARES.solutionMerging,
  ),
  {
    name: 'quarter-by-quarter',
    job: 'CONSTRUCT',
    // What someone comes to who looks at one quarter at a time: never more than the horizon's plan.
    applies: ({ request }) => request.quarterByQuarter !== undefined,
    async run({ search, request }) {
      const timeLimitMs = search.left() * SHARES.quarterByQuarter;
      search.offer(await request.quarterByQuarter?.(search.incumbent, timeLimitMs));
      return undefined;
    },
  },
  boundWithoutFixedCosts('bound-without-fixed-costs', ({ search }) => !Number.isFinite(search.boundCents)),
  {
    name: 'thresholds',
    job: 'PROVE',
    // Linear programs over every day, whatever the periods are: what they say needs no candidate days.
    applies: provesByThresholds,
    run({ search, request }) {
      boundByThresholds(search, request);
      return undefined;
    },
  },
  nodes('nodes', 1, () => true),
  {
    name: 'bound-by-relaxation',
    job: 'BOUND',
    applies: ({ search, request }) => request.withoutProof !== true && !Number.isFinite(search.boundCents),
    run({ search }) {
      search.boundByRelaxation();
      return undefined;
    },
  },
  {
    name: 'pools',
    job: 'PROVE',
    // Over several quarters of many pairs they are too many days to prove more than the cases of thresholds do.
    applies: ({ search, request }) =>
      request.quarterByQuarter === undefined || search.incumbent === undefined || !search.isLarge(),
    run: ({ search, request }) => proveByPools(search, request),
  },
  // Also of what quarters planned by themselves have found since.
  solutionMerging('last-merging', () => 1),
];

/** The stages that better no plan but the bound. */
export const PROVING: ReadonlySet<string> = new Set(
  STAGES.flatMap(({ name, job }) => (job === 'BOUND' || job === 'PROVE' ? [name] : [])),
);

/** Runs every stage that applies. */
export async function solve(request: SolveRequest): Promise<Solution> {
  const { household, budget, without } = request;
  const search = new Search(request);
  // Pools know limits of transfers only as sums: even free transfers are then decided pair by pair.
  const isCounted = transfersCost(household) || household.hasTransferLimits;
  const byPairs = isCounted && request.withoutProof !== true && household.options.forbidden.length === 0;
  const state: State = { search, request, byPairs };
  const trace: StageTrace[] = [];
  for (const stage of STAGES) {
    if (without?.has(stage.name) === true || (byPairs && search.isProven()) || !stage.applies(state))
      continue;
    const startedMs = budget.elapsedMs();
    const verdict = await stage.run(state);
    trace.push({
      stage: stage.name,
      job: stage.job,
      startedMs: Math.round(startedMs),
      tookMs: Math.round(budget.elapsedMs() - startedMs),
      objectiveCents: search.incumbent?.objectiveCents,
      boundCents: Number.isFinite(search.boundCents) ? Math.ceil(search.boundCents) : undefined,
    });
    if (verdict === 'INFEASIBLE') return { kind: 'INFEASIBLE', statistics: search.statistics, trace };
    await budget.breathe();
  }
  const { incumbent, statistics } = search;
  if (incumbent === undefined) return { kind: 'NOTHING_FOUND', statistics, trace };
  const boundCents = Math.max(
    incumbent.objectiveCents,
    Math.floor(search.boundCents + marginDutyCents(household, incumbent)),
  );
  return { kind: 'PLAN', plan: incumbent, boundCents, statistics, trace };
}

function solutionMerging(name: string, shareOf: (request: SolveRequest) => number): Stage {
  return {
    name,
    job: 'IMPROVE',
    applies: searchesLocally,
    run({ search, request }) {
      search.mergeLocalOptima(shareOf(request));
      return undefined;
    },
  };
}

/** Where the cases of thresholds begin with the same program, they are the bound. */
function boundWithoutFixedCosts(name: string, isWanted: (state: State) => boolean): Stage {
  return {
    name,
    job: 'BOUND',
    applies: (state) => state.byPairs && !provesByThresholds(state) && isWanted(state),
    run({ search }) {
      search.boundWithoutFixedCosts();
      return undefined;
    },
  };
}

function nodes(name: string, share: number, isWanted: (search: Search) => boolean): Stage {
  return {
    name,
    job: 'PROVE',
    // The candidate days of pairs are those of quarterly duties.
    applies: ({ byPairs, search, request }) =>
      byPairs &&
      search.incumbent !== undefined &&
      hasQuarterlyPeriods(request.household.problem) &&
      isWanted(search),
    run({ search, request }) {
      search.within(share, () => {
        proveByNodes(search, request);
      });
      return undefined;
    },
  };
}

function decidesFewArcs(search: Search): boolean {
  return search.candidateDays().count() <= FEW_ARCS;
}

/** What costs nothing is better decided by linear programs. */
function searchesLocally({ byPairs, search, request }: State): boolean {
  return byPairs && search.incumbent !== undefined && transfersCost(request.household);
}

function isBoundedEarly(state: State): boolean {
  return state.search.isLarge() && !provesByThresholds(state);
}

function provesByThresholds({ byPairs, search, request }: State): boolean {
  return byPairs && search.incumbent !== undefined && !hasQuarterlyPeriods(request.household.problem);
}

/** Branch and bound over the thresholds by linear programs alone. */
function boundByThresholds(search: Search, { household, engines, budget, timeLimitMs }: SolveRequest): void {
  const { incumbent } = search;
  if (incumbent === undefined) return;
  const { quarters } = household.timeline.plan.grid;
  // Without it a horizon of several quarters has no bound worth showing.
  const leastMs = quarters.length > 1 ? QUICK_PLAN_MS * quarters.length : 0;
  const splittingMs = Math.max(leastMs, Math.min(search.left(), timeLimitMs * SHARES.thresholds));
  const deadline = budget.elapsedMs() + splittingMs;
  const left = (): number => Math.max(0, deadline - budget.elapsedMs());
  const countsByStretch = search.isLarge();
  withNodeRelaxation(
    { household: search.proven, engines, incumbent, left, countsByStretch },
    (relaxation) => {
      branchAndBound({ ...relaxation, ...branchingOf(search), left, splitUntilMs: 0 });
    },
  );
}

/** Branch and bound over the thresholds, each node by integer programs. */
function proveByNodes(search: Search, request: SolveRequest): void {
  const { household, engines } = request;
  const { incumbent } = search;
  if (incumbent === undefined) return;
  search.lazy.keepUsedUp(incumbent);
  const left = (): number => search.left();
  withNodeRelaxation({ household, engines, incumbent, left }, (relaxation) => {
    const isExact = keepsThresholds(request, relaxation);
    const bound: Branching['bound'] = isExact
      ? (node, isOver) => exactBound(search, node, isOver)
      : relaxation.isPriceable
        ? (node, isOver) => lagrangianBound(search, request, node, isOver)
        : undefined;
    const splitUntilMs = search.left() * (1 - SHARES.splitting);
    const leastDrop = isExact ? LEAST_DROP : undefined;
    search.within(isExact || search.isLarge() ? 1 : SHARES.nodes, () => {
      branchAndBound({ ...relaxation, ...branchingOf(search), left, splitUntilMs, leastDrop, bound });
    });
  });
}

/** Every plan better than the incumbent is in one of the nodes. */
function branchingOf(search: Search): Pick<Branching, 'enough' | 'onBound'> {
  return {
    enough: () => search.enough(),
    onBound: (boundCents) => {
      search.lowerTo(Math.max(search.incumbent?.objectiveCents ?? -Infinity, boundCents + NUMERICAL_CENTS));
    },
  };
}

/**
 * With lead days nearly every day is decided anyway: then pools keep thresholds as they are. Otherwise thresholds have
 * prices, which leave few days to decide.
 */
function keepsThresholds(request: SolveRequest, { root }: NodeRelaxation): boolean {
  const isHeld = root !== undefined && root.undecided.length + root.held.length > 0;
  return isHeld && spansAreFew(request, false);
}

/** Pairs of accounts, each on each of its candidate days. */
const FEW_ARCS = 40;

/** Of what a node promises too much: less is not worth two integer programs in place of one. */
const LEAST_DROP = 0.25;
