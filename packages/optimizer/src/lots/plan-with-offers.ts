/** The best plan found with lots of some offers, and a bound on every such plan. */

import type { Cents, Transfer } from '@fibado/planning';
import { bestOf, breaksNothing, type LotPlan, LotSearch, type OffersRequest } from './lot-search.js';
import { isBreakable, MAX_NEW_LOTS } from './new-lots.js';
import { returnsOf } from './recorded-relaxation.js';
import { type RelaxedLots, relaxedLots } from './relaxed-lots.js';

export interface OffersAnswer {
  readonly best: LotPlan;
  /** The best one found that breaks no lot; `best` itself where that breaks none. Unset: none was found. */
  readonly kept: LotPlan | undefined;
  /** No plan with at most {@link MAX_NEW_LOTS} lots of these offers, opened on business days, kept or broken, has a higher objective. */
  readonly boundCents: Cents;
  /** Of the bound what is not proven for want of decimals only: rounding of the lots. */
  readonly slackCents: Cents;
}

/** Of the time of an answer: for the relaxation. */
const RELAXED_SHARE = 0.4;

/** @param share of the time left. */
export async function planWithOffers(
  request: OffersRequest,
  share: number,
): Promise<OffersAnswer | undefined> {
  const { asker, options, offers, recorded = [], known } = request;
  const relaxed = relaxedOf(request);
  const { slackCents } = relaxed;
  const maxTransfers =
    options.maxTransfers === undefined
      ? undefined
      : options.maxTransfers + 2 * MAX_NEW_LOTS + recorded.length;
  const free = await asker.best(
    relaxed.problem,
    { maxTransfers },
    share * RELAXED_SHARE,
    knownOf(request),
    relaxed.outside,
  );
  if (free.status === 'INFEASIBLE') return undefined;
  const provenCents = free.boundCents + relaxed.constantCents + slackCents;
  request.onBound?.(provenCents);
  const search = new LotSearch(request);
  const unbroken = known.filter(breaksNothing);
  const kept = await search.best(bestOf(unbroken), search.candidatesFrom(free, false), share);
  const before = bestOf([...(kept === undefined ? [] : [kept]), ...known]);
  const best =
    offers.some(isBreakable) || recorded.length > 0
      ? await search.best(before, search.candidatesFrom(free, true), share)
      : before;
  if (best === undefined) return undefined;
  const boundCents = Math.max(best.objectiveCents, provenCents);
  return { best, kept: breaksNothing(best) ? best : kept, boundCents, slackCents };
}

/** Lots cut from a first plan of the relaxation, bettered by replays alone. @param share of the time left. */
export async function roughLots(request: OffersRequest, share: number): Promise<LotPlan | undefined> {
  const { problem, outside } = relaxedOf(request);
  const free = await request.asker.best(problem, {}, share, knownOf(request), outside);
  if (free.status === 'INFEASIBLE') return undefined;
  const search = new LotSearch(request);
  const [candidate] = search.candidatesFrom(free, false);
  if (candidate === undefined) return undefined;
  const first = { ...candidate, objectiveCents: search.valueOf(candidate) };
  if (Number.isFinite(first.objectiveCents)) request.onPlan?.(first);
  const plan = search.improved(first);
  if (!Number.isFinite(plan.objectiveCents)) return undefined;
  request.onPlan?.(plan);
  return plan;
}

function relaxedOf({ problem, options, offers, recorded = [] }: OffersRequest): RelaxedLots {
  return relaxedLots(problem, offers, recorded, options.effortCostCents ?? problem.settings.effortCostCents);
}

/** The plans known, where what recorded lots pay back are transfers. */
function knownOf({ known, recorded = [] }: OffersRequest): Transfer[][] {
  const returns = returnsOf(recorded);
  return known.map(({ transfers }) => [...transfers, ...returns]);
}
