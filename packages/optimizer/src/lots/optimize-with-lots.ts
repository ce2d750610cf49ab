/** Plans that may open lots of the problem's offers and break recorded ones, as `optimize` plans transfers alone. */

import { type Cents, horizonOf, type Problem, quartersOf, withNewLots } from '@fibado/planning';
import { Asker } from '../insight/asker.js';
import { withoutPlan } from '../insight/transfers.js';
import { inputHash } from '../hash.js';
import { arrivalOfTransfer, householdOf } from '../household/household.js';
import { resultOfPlan } from '../incumbent-result.js';
import { optimize, type OptimizeDependencies } from '../optimize.js';
import { referee } from '../referee.js';
import type { Incumbent, OptimizationResult, OptimizeOptions, StageTrace } from '../types.js';
import { keyOf } from '../within.js';
import { outlineOfLots } from './lot-outline.js';
import { bestOf, type LotPlan, LotSearch, type OffersRequest } from './lot-search.js';
import { usableOffers } from './new-lots.js';
import { firstLotsOf, planWithOffers, roughLots } from './plan-with-offers.js';
import { coveredPart, lotsQuarterByQuarter } from './quarters-with-lots.js';
import { recordedLotsOf } from './recorded-lots.js';
import { resultWithLots } from './result-with-lots.js';

const DEFAULT_LIMIT_MS = 10_000;
/**
 * Of the time limit, for a first plan without lots, and one of the relaxation; of what is left then, for the first lots, for the plan without lots once
 * more, for every quarter by itself, and for the search.
 */
const QUICK_SHARE = 0.03;
const FIRST_SHARE = 0.15;
const WITHOUT_SHARE = 0.12;
const MYOPIC_SHARE = 0.15;
/** In less a quarter by itself finds nothing that would be worth comparing with, milliseconds. */
const LEAST_QUARTER_MS = 75;
const LOTS_SHARE = 0.8;

/**
 * The best plan found with lots, and a bound on every such plan (propositions 18 and 20). Nothing is preferred for being accepted
 * before.
 *
 * Rejects as `optimize` does. Infeasible is what `optimize` says of transfers alone, where no lot makes a plan possible, and no break of one.
 */
export async function optimizeWithLots(
  problem: Problem,
  given: OptimizeOptions = {},
  dependencies: OptimizeDependencies = {},
): Promise<OptimizationResult> {
  const limitMs = given.timeLimitMs ?? DEFAULT_LIMIT_MS;
  const options = { ...given, stabilityCents: undefined, timeLimitMs: limitMs };
  const offers = usableOffers(problem, problem.offers ?? [], options.from ?? problem.quarter);
  const { clock, engines, signal } = dependencies;
  const asker = new Asker(options, { clock, engines, signal });
  const bare = withoutPlan(problem, options);
  const run = new LotRun(bare, options, dependencies, asker);
  const first = await run.traced('without-lots', 'CONSTRUCT', () =>
    optimize(
      problem,
      { ...options, marginals: false, timeLimitMs: limitMs * QUICK_SHARE },
      { clock, engines, signal, onIncumbent: run.tellWithout },
    ),
  );
  const known: LotPlan[] = [];
  const request: OffersRequest = {
    asker,
    problem: bare,
    options,
    offers,
    recorded: recordedLotsOf(bare, options.from),
    known,
    onPlan: run.tell,
    onBound: run.tellBound,
  };
  if (first.status !== 'INFEASIBLE') known.push(...(await firstPlans(run, request, first)));
  const myopic = await run.myopic(request);
  const covered = myopic && coveredPart(request, myopic);
  if (covered !== undefined) {
    run.tell(covered);
    known.push(covered);
  }
  const without = bestOf(known.filter(({ lots }) => lots.length === 0));
  const found = await run.traced('lots', 'IMPROVE', () => planWithOffers(request, LOTS_SHARE));
  const best = found?.best ?? without;
  if (found === undefined || best === undefined)
    return { ...first, lots: [], inputHash: inputHash(problem, given) };
  run.tell(best);
  const planned = await run.traced('transfers-around-lots', 'EXPLAIN', () =>
    asker.priced(withNewLots(bare, offers, best.lots), [best.transfers]),
  );
  const { boundCents, slackCents } = found;
  const { lots } = best;
  // Whether money is new may depend on the transfers after the lot is opened, which no program knows.
  const isAllowed = Number.isFinite(new LotSearch(request).valueOf({ transfers: planned.transfers, lots }));
  const result = isAllowed
    ? resultWithLots(bare, options, planned, { offers, lots, boundCents, slackCents, myopic })
    : resultOfPlan(bare, { ...options, newLots: true }, { ...best, boundCents, solver: planned.solver });
  return { ...result, inputHash: inputHash(problem, given), solver: run.solverOf(planned), ...run.traceOf() };
}

/** The plan without lots with some opened at once, lots cut from a first plan of the relaxation, and the plan without lots once more. */
async function firstPlans(
  run: LotRun,
  request: OffersRequest,
  first: OptimizationResult,
): Promise<LotPlan[]> {
  const { asker, problem } = request;
  const plans = [withoutLots(first)];
  plans.push(
    await run.traced('first-lots', 'CONSTRUCT', () =>
      firstLotsOf(request, withoutLots(first), asker.remainingMs() * FIRST_SHARE),
    ),
  );
  const rough = await run.traced('rough-lots', 'CONSTRUCT', () =>
    roughLots({ ...request, known: plans }, QUICK_SHARE),
  );
  if (rough !== undefined) plans.push(rough);
  const again = await run.traced('without-lots-again', 'IMPROVE', () =>
    asker.best(problem, {}, first.status === 'OPTIMAL' ? 0 : WITHOUT_SHARE, [first.transfers]),
  );
  return [...plans, withoutLots(again)];
}

const withoutLots = ({ transfers, objectiveCents }: OptimizationResult): LotPlan => ({
  transfers,
  lots: [],
  objectiveCents,
});

/** What a run says of itself while it works. */
class LotRun {
  private bestCents = -Infinity;
  private boundCents: Cents | undefined;
  private readonly trace: StageTrace[] = [];

  constructor(
    private readonly problem: Problem,
    private readonly options: OptimizeOptions,
    private readonly dependencies: OptimizeDependencies,
    private readonly asker: Asker,
  ) {}

  /** A plan without lots: what is proven of it is nothing about plans with lots. */
  readonly tellWithout = ({ boundCents: _, ...incumbent }: Incumbent): void => {
    this.publish({ ...incumbent, lots: [] });
  };

  readonly tell = (plan: LotPlan): void => {
    if (plan.objectiveCents <= this.bestCents) return;
    const { problem, options } = this;
    const offers = problem.offers ?? [];
    const household = householdOf(withNewLots(problem, offers, plan.lots), options);
    const forced = new Set(household.forced.map(keyOf));
    const { transfers, evaluation } = referee(
      household,
      plan.transfers.filter((transfer) => !forced.has(keyOf(transfer))),
    );
    this.publish({
      elapsedMs: Math.round(this.asker.elapsedMs()),
      objectiveCents: plan.objectiveCents,
      netReturnCents: evaluation.netReturnCents,
      transfers: transfers.map((transfer) => ({
        date: transfer.date,
        ...arrivalOfTransfer(household, transfer),
        fromAccountId: transfer.fromAccountId,
        toAccountId: transfer.toAccountId,
        amountCents: transfer.amountCents,
      })),
      lots: outlineOfLots(problem, offers, plan),
    });
  };

  /** Over several quarters, every quarter planned by itself, if there is time for it. */
  async myopic(request: OffersRequest): Promise<LotPlan | undefined> {
    const quarters = quartersOf(horizonOf(this.problem)).length;
    const limitMs = this.asker.remainingMs() * MYOPIC_SHARE;
    if (quarters < 2 || limitMs < LEAST_QUARTER_MS * quarters) return undefined;
    const { clock, engines, signal } = this.dependencies;
    return this.traced('quarter-by-quarter', 'CONSTRUCT', () =>
      lotsQuarterByQuarter({ offers: request, dependencies: { clock, engines, signal }, limitMs }),
    );
  }

  readonly tellBound = (boundCents: Cents): void => {
    this.boundCents = Math.ceil(boundCents);
    this.report('SOLVING');
  };

  async traced<T>(stage: string, job: StageTrace['job'], work: () => T | Promise<T>): Promise<T> {
    if (job === 'EXPLAIN') this.report('EXPLAINING');
    const started = this.asker.elapsedMs();
    const answer = await work();
    this.trace.push({
      stage,
      job,
      startedMs: Math.round(started),
      tookMs: Math.round(this.asker.elapsedMs() - started),
      objectiveCents: Number.isFinite(this.bestCents) ? this.bestCents : undefined,
      boundCents: this.boundCents,
    });
    return answer;
  }

  traceOf(): Pick<OptimizationResult, 'trace'> {
    return this.dependencies.trace === true ? { trace: this.trace } : {};
  }

  solverOf({ solver }: OptimizationResult): OptimizationResult['solver'] {
    return { ...solver, timeMs: Math.round(this.asker.elapsedMs()) };
  }

  private publish(incumbent: Incumbent): void {
    if (incumbent.objectiveCents <= this.bestCents) return;
    this.bestCents = incumbent.objectiveCents;
    const { boundCents } = this;
    const bound = boundCents === undefined ? {} : { boundCents: Math.max(boundCents, this.bestCents) };
    this.dependencies.onIncumbent?.({ ...incumbent, ...bound });
    this.report('SOLVING');
  }

  private report(phase: 'SOLVING' | 'EXPLAINING'): void {
    const { bestCents, boundCents } = this;
    this.dependencies.onProgress?.({
      phase,
      elapsedMs: Math.round(this.asker.elapsedMs()),
      ...(Number.isFinite(bestCents) ? { objectiveCents: bestCents } : {}),
      ...(boundCents === undefined ? {} : { boundCents }),
    });
  }
}
