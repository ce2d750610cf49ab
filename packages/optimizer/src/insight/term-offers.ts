/** What each offer of a term deposit is worth to a household, and the best set of a few of them. */

import { averageRateOf, type Cents, type Problem, type TermOffer, withNewLots } from '@fibado/planning';
import { isBreakable, linkedAccountOf } from '../lots/new-lots.js';
import { type LotOutline, outlineOfLots } from '../lots/lot-outline.js';
import { type LotPlan, LotSearch, type OffersRequest } from '../lots/lot-search.js';
import { type OffersAnswer, quickAnswer } from '../lots/plan-with-offers.js';
import type { OptimizeDependencies } from '../optimize.js';
import type { OptimizationResult } from '../types.js';
import { Asker } from './asker.js';
import {
  type BreakEven,
  breakEvenOf,
  NOTHING_CENTS,
  pct,
  type RateTrial,
  scaled,
  UNITS_PER_PCT,
} from './break-even.js';
import { type Answered, OfferSearch } from './offer-search.js';
import { outlineOf, type OutlineTransfer, type PlanOutline } from './outline.js';
import { withoutPlan, type AskOptions } from './transfers.js';

export interface OffersValue {
  /** What the plan with lots of the offers earns more than the one without, the effort of each lot deducted. */
  readonly gainCents: Cents;
  /** Proven: no plan with lots of them gains more. */
  readonly mostCents: Cents;
  /** Whether the two are the same, but for rounding. */
  readonly exact: boolean;
  /** In order of days; empty where the offers are worth nothing. */
  readonly lots: readonly LotOutline[];
  /** Transfers between accounts of that plan. */
  readonly transfers: number;
}

/** What the right to break lots is worth: what the best plan found gains more with it than without. */
export interface ExitWorth {
  readonly worthCents: Cents;
  /** Proven: it is worth no more. */
  readonly mostCents: Cents;
  /** Whether the two are the same, but for rounding. */
  readonly exact: boolean;
}

export interface RankedOffer extends OffersValue {
  readonly offerId: string;
  /** Unset for offers without an exit. */
  readonly exit?: ExitWorth | undefined;
  /** Unset where no rate up to 20 % is worth anything, of offers with steps, or where time was short. */
  readonly breakEven?: BreakEven | undefined;
}

export interface OfferSet extends OffersValue {
  readonly offerIds: readonly string[];
  /** The transfers that go with the lots. */
  readonly plan: readonly OutlineTransfer[];
}

export interface OfferRanking {
  readonly base: PlanOutline;
  /** The most valuable first. */
  readonly offers: readonly RankedOffer[];
  /** The best set found of one, two and three offers; a larger one only where it is worth more. */
  readonly sets: readonly OfferSet[];
  /** Offers whose account cannot pay for a lot in the quarter, or for which there was no time. */
  readonly unranked: readonly string[];
}

export interface RankDependencies extends OptimizeDependencies {
  /** Called with what is known so far, each time more is. */
  readonly onRanking?: ((ranking: OfferRanking) => void) | undefined;
}

/** Of the time, and no longer than this before the first offer is looked at, milliseconds. */
const BASE_SHARE = 0.15;
const BASE_MS = 1000;
/** Of the time left after the offers themselves. */
const BREAK_EVEN_SHARE = 0.4;
/** For the household at one rate: what is asked is whether anything gains. */
const TRIAL_MS = 400;

export async function rankOffers(
  problem: Problem,
  options: AskOptions,
  offers: readonly TermOffer[],
  { onRanking, ...dependencies }: RankDependencies = {},
): Promise<OfferRanking> {
  const asker = new Asker(options, dependencies);
  const baseMs = Math.min(BASE_SHARE * asker.limitMs, BASE_MS);
  const first = await asker.quick(problem, { limitMs: baseMs, known: [], improves: false });
  if (first.status === 'INFEASIBLE') {
    const base = outlineOf(problem, options, first);
    return { base, offers: [], sets: [], unranked: offers.map(({ id }) => id) };
  }
  const without = { transfers: first.transfers, lots: [], objectiveCents: first.objectiveCents };
  const bare = withoutPlan(problem, options);
  const search = new OfferSearch(asker, bare, options, without);
  const ranking = new Ranking({ problem, bare, options, offers, search, first });
  const tell = (): void => onRanking?.(ranking.ranking());
  const usable = offers.filter((offer) => linkedAccountOf(problem, offer) !== undefined);
  await search.boundWithout();
  // Plans at a good rate are ones at a lower rate, too.
  await search.first(
    usable.toSorted((a, b) => averageRateOf(b) - averageRateOf(a)),
    tell,
  );
  await search.better(tell);
  const leastMs = asker.remainingMs() * (1 - BREAK_EVEN_SHARE);
  for (const { offers: own, answer } of search.singles()) {
    const [offer] = own;
    if (offer?.ratePct === undefined) continue;
    const request = search.requestOf([offer], [search.withoutLots]);
    const found = await breakEvenOf(new OfferTrial(request, offer, leastMs), answer.best);
    if (found === undefined) continue;
    ranking.breakEvens.set(offer.id, found);
    tell();
  }
  ranking.sets = await search.sets();
  return ranking.ranking();
}

function exitWorthOf({ best, kept = best, boundCents, slackCents }: OffersAnswer): ExitWorth {
  const worthCents = best.objectiveCents - kept.objectiveCents;
  const mostCents = Math.max(worthCents, boundCents - kept.objectiveCents);
  return { worthCents, mostCents, exact: mostCents - worthCents <= NOTHING_CENTS + slackCents };
}

interface Known {
  readonly problem: Problem;
  /** Without a plan. */
  readonly bare: Problem;
  readonly options: AskOptions;
  readonly offers: readonly TermOffer[];
  readonly search: OfferSearch;
  readonly first: OptimizationResult;
}

/** What is known, as a ranking. */
class Ranking {
  sets: readonly Answered[] = [];
  readonly breakEvens = new Map<string, BreakEven>();

  constructor(private readonly known: Known) {}

  ranking(): OfferRanking {
    const { problem, options, offers, search, first } = this.known;
    const ranked = search.singles().flatMap((single): RankedOffer[] => {
      const [offer] = single.offers;
      if (offer === undefined) return [];
      const exit = isBreakable(offer) ? exitWorthOf(single.answer) : undefined;
      const breakEven = this.breakEvens.get(offer.id);
      return [{ offerId: offer.id, ...this.valueOf(single), exit, breakEven }];
    });
    const isRanked = new Set(ranked.map(({ offerId }) => offerId));
    const { transfers } = search.withoutLots;
    const gapCents = search.withoutGapCents;
    const status = gapCents !== undefined && gapCents <= NOTHING_CENTS ? 'OPTIMAL' : 'FEASIBLE';
    const base = outlineOf(problem, options, { ...first, status, transfers, gapCents: gapCents ?? 0 });
    return {
      base: gapCents === undefined ? { ...base, gapCents } : base,
      offers: ranked.sort((a, b) => b.gainCents - a.gainCents),
      sets: this.sets.map((set) => ({
        offerIds: set.offers.map(({ id }) => id),
        ...this.valueOf(set),
        plan: this.planOf(set),
      })),
      unranked: offers.filter(({ id }) => !isRanked.has(id)).map(({ id }) => id),
    };
  }

  private valueOf({ offers, answer: { best, boundCents, slackCents } }: Answered): OffersValue {
    const { bare, search } = this.known;
    const gainCents = search.gainOf(best);
    const mostCents = Math.max(gainCents, boundCents - search.withoutLots.objectiveCents);
    return {
      gainCents,
      mostCents,
      exact: mostCents - gainCents <= NOTHING_CENTS + slackCents,
      lots: outlineOfLots(bare, offers, best),
      transfers: best.transfers.length,
    };
  }

  private planOf({ offers, answer: { best, boundCents } }: Answered): readonly OutlineTransfer[] {
    const { bare, options } = this.known;
    const problem = withNewLots(bare, offers, best.lots);
    const gapCents = boundCents - best.objectiveCents;
    const plan = { status: 'FEASIBLE', gapCents, transfers: best.transfers, conflicts: [] } as const;
    return outlineOf(problem, options, plan).transfers;
  }
}

/** The household with the offer at another rate. */
class OfferTrial implements RateTrial<LotPlan> {
  readonly headline: number;

  constructor(
    private readonly request: OffersRequest,
    private readonly offer: TermOffer,
    /** When less time is left the search ends. */
    private readonly leastMs: number,
  ) {
    this.headline = Math.ceil(Math.max(0, offer.ratePct ?? 0) * UNITS_PER_PCT);
  }

  hasTime(): boolean {
    const { asker } = this.request;
    return asker.hasTime() && asker.remainingMs() > this.leastMs;
  }

  async plan(units: number, known: readonly LotPlan[]): Promise<LotPlan | undefined> {
    const offers = [this.at(units)];
    const plans = known.map((plan) => ({ ...plan, objectiveCents: this.objectiveOf(plan, units) }));
    const request = { ...this.request, offers, known: [...this.request.known, ...plans] };
    return (await quickAnswer(request, TRIAL_MS))?.best;
  }

  gainOf(plan: LotPlan, units: number): Cents {
    const [without] = this.request.known;
    return this.objectiveOf(plan, units) - (without?.objectiveCents ?? 0);
  }

  private objectiveOf(plan: LotPlan, units: number): Cents {
    return new LotSearch({ ...this.request, offers: [this.at(units)] }).valueOf(plan);
  }

  private at(units: number): TermOffer {
    const { offer, headline } = this;
    if (units === headline) return offer;
    return {
      ...offer,
      ratePct: headline === 0 ? pct(units) : scaled(offer.ratePct ?? 0, units / headline),
    };
  }
}
