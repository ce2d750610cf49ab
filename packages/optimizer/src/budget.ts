/** The time of a run: what it may take, whether it was cancelled, and the one table of what each stage may use. */

/** Shares of the time that is left when a stage or a step begins. */
export const SHARES = {
  /** Of the whole limit, for finding and proving the plan when its transfers are priced afterwards. */
  solveWhenPriced: 0.65,
  /** Local search from the first plan; before a bound that takes long, it is all there is at first. */
  localSearch: 0.1,
  localSearchBeforeBound: 0.4,
  /** Local optima, and the program that merges them; with limits of transfers, whose proof decides every day. */
  solutionMerging: 0.8,
  solutionMergingWithLimits: 0.6,
  /** Of that, slope scaling, whose transfers are merged with them. */
  scaledArcs: 0.15,
  /** Planning every quarter by itself, one after the other. */
  quarterByQuarter: 0.4,
  /** Slope scaling on some days. */
  construct: 0.4,
  /** Slope scaling on all days, where it is the only heuristic. */
  quickPlan: 0.15,
  /** Of the whole time, branch and bound over thresholds by linear programs alone. */
  thresholds: 0.2,
  /** Splitting into nodes by linear programs, before they are bounded by integer programs. */
  splitting: 0.25,
  /** Both, where pools may go on with what is left. */
  nodes: 0.9,
  /** Both, of a household of few arcs, before local optima are merged. */
  nodesOfFewArcs: 0.25,
  /** Of the proof by pools: the first program on event days, tightening, and each further program. */
  eventDays: 0.5,
  thresholdTightening: 0.25,
  proofRound: 0.7,
  /** A plan without fixed costs where no other was found. */
  rescue: 0.3,
  /** Of a solution of the pools: making a plan of it, and the time kept for that beforehand. */
  restrictedMip: 0.3,
  keptForPlan: 0.1,
  /** Choosing between two known plans. */
  stability: 0.5,
} as const;

/** A solver run is not started for less, milliseconds. */
export const SHORTEST_MS = 20;
/** Less is not worth another stage, milliseconds. */
export const WORTHWHILE_MS = 100;
/** What a quick plan and a first bound of a large household need, however short the limit, milliseconds. */
export const QUICK_PLAN_MS = 1000;
/** Beyond the time limit, what finding a first plan may take, milliseconds. */
export const FIRST_PLAN_GRACE_MS = 10_000;
/** What choosing between two known plans may take even when the time is over, milliseconds. */
export const STABILITY_LEAST_MS = 200;

/** Milliseconds that only grow; injected so that tests own time. */
export interface Clock {
  now(): number;
}

export class Budget {
  private readonly started: number;

  constructor(
    private readonly clock: Clock,
    private readonly limitMs: number,
    private readonly signal?: AbortSignal | undefined,
  ) {
    this.started = clock.now();
  }

  elapsedMs(): number {
    return this.clock.now() - this.started;
  }

  remainingMs(): number {
    return Math.max(0, this.limitMs - this.elapsedMs());
  }

  /** Lets pending events in, then throws the signal's reason when the run was cancelled. */
  async breathe(): Promise<void> {
    if (this.signal === undefined) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.signal.throwIfAborted();
  }
}
