/** The best plan found with lots of some offers, and a bound on every such plan. */

import { type Cents, horizonOf, quartersOf, type Transfer } from '@fibado/planning';
import type { OptimizationResult } from '../types.js';
import { bestOf, breaksNothing, type LotPlan, LotSearch, type OffersRequest } from './lot-search.js';
import { freeOn, isBreakable, MAX_NEW_LOTS, openedOf } from './new-lots.js';
import { firstLots } from './first-lots.js';
import { quickBound } from './quick-bound.js';
import { returnsOf } from './recorded-relaxation.js';
import { offerAccountId } from './relaxation.js';
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

/** Of the time of an answer: for the relaxation, and for a bound by linear programs alone. */
const RELAXED_SHARE = 0.4;
const BOUND_SHARE = 0.2;
/** For the first lots, where none are known. */
const FIRST_SHARE = 0.05;
/** Of what is left then: for plans that break one recorded lot more. */
const SINGLES_SHARE = 0.4;
/** Of the time of a quick answer: for the bound, the relaxation, replays after either, and transfers around the lots. */
const QUICK_BOUND_SHARE = 0.15;
const QUICK_RELAXED_SHARE = 0.4;
const QUICK_REPLAYS_SHARE = 0.1;
const QUICK_PLANNED_SHARE = 0.3;
const LIKE_PLANNED_SHARE = 0.6;
/** What a bound may take in any case, milliseconds a quarter. */
const BOUND_MS = 250;

/** @param share of the time left. */
export async function planWithOffers(given: OffersRequest, share: number): Promise<OffersAnswer | undefined> {
  const { asker } = given;
  const request = withFirstLots(given, asker.remainingMs() * share * FIRST_SHARE);
  const relaxed = relaxedOf(request);
  const quickCents = await boundOf(request, relaxed, asker.remainingMs() * share * BOUND_SHARE);
  const free = await asker.best(
    relaxed.problem,
    { maxTransfers: mostTransfers(request) },
    share * RELAXED_SHARE,
    knownOf(request),
    relaxed.outside,
  );
  if (free.status === 'INFEASIBLE') return undefined;
  const { constantCents, slackCents } = relaxed;
  const provenCents = Math.min(quickCents, free.boundCents + constantCents + slackCents);
  request.onBound?.(provenCents);
  return answerOf(request, free, { provenCents, slackCents, share });
}

/**
 * The same in some milliseconds, as far as that goes.
 * @param like a plan that is known and as good a beginning as one of the relaxation.
 */
export async function quickAnswer(
  request: OffersRequest,
  limitMs: number,
  like?: LotPlan,
): Promise<OffersAnswer | undefined> {
  const { asker, known } = request;
  const relaxed = relaxedOf(request);
  const { constantCents, slackCents } = relaxed;
  const leastMs = BOUND_MS * quartersOf(horizonOf(request.problem)).length;
  const quickCents = await boundOf(request, relaxed, Math.max(leastMs, limitMs * QUICK_BOUND_SHARE));
  const isBounded = Number.isFinite(quickCents);
  const plannedShare = like === undefined ? QUICK_PLANNED_SHARE : LIKE_PLANNED_SHARE;
  const quick = { replaysMs: limitMs * QUICK_REPLAYS_SHARE, plannedMs: limitMs * plannedShare };
  const own = { ...request, quick };
  if (like !== undefined && isBounded) {
    const best = await new LotSearch(own).best(bestOf(known), [like], 0);
    if (best === undefined) return undefined;
    const kept = breaksNothing(best) ? best : bestOf(known.filter(breaksNothing));
    return { best, kept, boundCents: Math.max(best.objectiveCents, quickCents), slackCents };
  }
  const relaxedMs = limitMs * QUICK_RELAXED_SHARE;
  const more = { maxTransfers: mostTransfers(request) };
  const free = isBounded
    ? await asker.quick(relaxed.problem, {
        limitMs: relaxedMs,
        known: knownOf(request),
        outside: relaxed.outside,
        ...more,
        improves: false,
      })
    : await asker.best(relaxed.problem, more, relaxedMs / asker.limitMs, knownOf(request), relaxed.outside);
  if (free.status === 'INFEASIBLE') return undefined;
  const provenCents = isBounded ? quickCents : free.boundCents + constantCents + slackCents;
  return answerOf(own, free, { provenCents, slackCents, share: 0 });
}

/** The best plan found in some milliseconds, with nothing proven of it. */
export async function quickPlan(request: OffersRequest, limitMs: number): Promise<LotPlan | undefined> {
  const { asker, known } = request;
  const relaxed = relaxedOf(request);
  const free = await asker.quick(relaxed.problem, {
    limitMs: limitMs * QUICK_RELAXED_SHARE,
    known: knownOf(request),
    outside: relaxed.outside,
    maxTransfers: mostTransfers(request),
    improves: false,
  });
  if (free.status === 'INFEASIBLE') return bestOf(known);
  const quick = { replaysMs: limitMs * QUICK_REPLAYS_SHARE, plannedMs: limitMs * QUICK_PLANNED_SHARE };
  const nothing = { provenCents: Infinity, slackCents: relaxed.slackCents, share: 0 };
  const answer = await answerOf({ ...request, quick }, free, nothing);
  return answer?.best ?? bestOf(known);
}

interface Proven {
  readonly provenCents: number;
  readonly slackCents: Cents;
  readonly share: number;
}

/** Lots from a plan of the relaxation. */
async function answerOf(
  request: OffersRequest,
  free: OptimizationResult,
  { provenCents, slackCents, share }: Proven,
): Promise<OffersAnswer | undefined> {
  const { offers, recorded = [], known } = request;
  const search = new LotSearch(request);
  const beginning = bestOf(known.filter(breaksNothing));
  const candidates = search.candidatesFrom(free, false);
  const kept = await search.best(beginning, candidates, share);
  const before = bestOf([...(kept === undefined ? [] : [kept]), ...known]);
  const broken =
    offers.some(isBreakable) || recorded.length > 0
      ? await search.best(before, search.candidatesFrom(free, true), share)
      : before;
  if (broken === undefined) return undefined;
  const best = recorded.length > 0 ? await search.withSingleBreak(broken, share * SINGLES_SHARE) : broken;
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

/** A plan with lots opened at once with money that no account needs, by replays alone. */
export function firstLotsOf(request: OffersRequest, plan: LotPlan, limitMs: number): LotPlan {
  const { asker, problem, options, offers, onPlan } = request;
  const search = new LotSearch(request);
  const leastMs = asker.remainingMs() - limitMs;
  return firstLots(
    {
      problem,
      options,
      offers,
      valueOf: (tried) => search.valueOf(tried),
      hasTime: () => asker.remainingMs() > leastMs,
      onPlan,
    },
    plan,
  );
}

/** What is known with such a plan, where no plan with lots is known: the relaxation may have no need of an offer that is worth something. */
function withFirstLots(request: OffersRequest, limitMs: number): OffersRequest {
  const { known } = request;
  const best = bestOf(known);
  if (best === undefined || known.some(({ lots }) => lots.length > 0)) return request;
  return { ...request, known: [...known, firstLotsOf(request, best, limitMs)] };
}

/** A bound on plans with lots of some offers, in some milliseconds; infinite where they are too few. */
export function offersBound(request: OffersRequest, limitMs: number): Promise<number> {
  return boundOf(request, relaxedOf(request), limitMs);
}

function boundOf(request: OffersRequest, relaxed: RelaxedLots, limitMs: number): Promise<number> {
  const { asker, options, known } = request;
  const leastMs = asker.remainingMs() - limitMs;
  return quickBound(relaxed, {
    options: { ...options, maxTransfers: mostTransfers(request) },
    engines: asker.engines,
    left: () => Math.max(0, asker.remainingMs() - leastMs),
    leastCents: bestOf(known)?.objectiveCents,
  });
}

/** In the relaxation lots are transfers. */
function mostTransfers({ options: { maxTransfers }, recorded = [] }: OffersRequest): number | undefined {
  return maxTransfers === undefined ? undefined : maxTransfers + 2 * MAX_NEW_LOTS + recorded.length;
}

function relaxedOf({ problem, options, offers, recorded = [] }: OffersRequest): RelaxedLots {
  return relaxedLots(problem, offers, recorded, options.effortCostCents ?? problem.settings.effortCostCents);
}

/** The plans known, where lots are transfers to the offers' accounts and back, and so is what recorded lots pay back. */
function knownOf({ problem, offers, known, recorded = [] }: OffersRequest): Transfer[][] {
  const { to } = horizonOf(problem);
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const returns = returnsOf(recorded);
  return known.map(({ transfers, lots }) => [
    ...transfers,
    ...returns,
    ...openedOf(lots).flatMap((lot): Transfer[] => {
      const offer = byId.get(lot.offerId);
      if (offer === undefined) return [];
      const { openedOn: date, amountCents } = lot;
      const [here, there] = [offer.linkedAccountId, offerAccountId(offer)];
      const paid = { date, fromAccountId: here, toAccountId: there, amountCents };
      const back = { date: freeOn(lot, offer), fromAccountId: there, toAccountId: here, amountCents };
      return back.date > to ? [paid] : [paid, back];
    }),
  ]);
}
