/** What each offer of a term deposit is worth to a household, and the best set of a few of them. */

import { type Cents, evaluate, type Problem, type TermOffer, withNewLots } from '@fibado/planning';
import { isBreakable, linkedAccountOf, MAX_NEW_LOTS, ordersFor } from '../lots/new-lots.js';
import { type LotOutline, outlineOfLots } from '../lots/lot-outline.js';
import type { LotPlan, OffersRequest } from '../lots/lot-search.js';
import { type OffersAnswer, planWithOffers } from '../lots/plan-with-offers.js';
import type { OptimizeDependencies } from '../optimize.js';
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

/** A set's answer and its offers. */
interface Answered {
  readonly offers: readonly TermOffer[];
  readonly answer: OffersAnswer;
}

const BASE_SHARE = 0.15;
/** Offers that are tried with those of the best smaller set. */
const MOST_ADDED = 3;
const MOST_TOGETHER = 3;
/** Of the time that is left after the offers themselves: for sets of them. */
const SETS_SHARE = 0.5;
const BREAK_EVEN_SHARE = 0.3;

export async function rankOffers(
  problem: Problem,
  options: AskOptions,
  offers: readonly TermOffer[],
  dependencies: OptimizeDependencies = {},
): Promise<OfferRanking> {
  const asker = new Asker(options, dependencies);
  const first = await asker.best(problem, {}, BASE_SHARE);
  const base = outlineOf(problem, options, first);
  const unusable = offers.filter((offer) => linkedAccountOf(problem, offer) === undefined);
  const usable = offers.filter((offer) => !unusable.includes(offer));
  if (first.status === 'INFEASIBLE') {
    return { base, offers: [], sets: [], unranked: offers.map(({ id }) => id) };
  }
  const without = { transfers: first.transfers, lots: [], objectiveCents: first.objectiveCents };
  const ranking = new Ranking(asker, withoutPlan(problem, options), options, without);
  const singles = await ranking.singles(usable);
  const sets = await ranking.sets(singles);
  const ranked: RankedOffer[] = [];
  for (const { offers: own, answer } of singles) {
    const [offer] = own;
    if (offer === undefined) continue;
    const breakEven = await ranking.breakEven(offer, answer.best, singles.length - ranked.length);
    const exit = isBreakable(offer) ? exitWorthOf(answer) : undefined;
    ranked.push({ offerId: offer.id, ...ranking.valueOf({ offers: own, answer }), exit, breakEven });
  }
  const known = new Set(ranked.map(({ offerId }) => offerId));
  return {
    base,
    offers: ranked.sort((a, b) => b.gainCents - a.gainCents),
    sets: sets.map((set) => ({
      offerIds: set.offers.map(({ id }) => id),
      ...ranking.valueOf(set),
      plan: ranking.planOf(set),
    })),
    unranked: offers.filter(({ id }) => !known.has(id)).map(({ id }) => id),
  };
}

function exitWorthOf({ best, kept = best, boundCents, slackCents }: OffersAnswer): ExitWorth {
  const worthCents = best.objectiveCents - kept.objectiveCents;
  const mostCents = Math.max(worthCents, boundCents - kept.objectiveCents);
  return { worthCents, mostCents, exact: mostCents - worthCents <= NOTHING_CENTS + slackCents };
}

class Ranking {
  constructor(
    private readonly asker: Asker,
    private readonly problem: Problem,
    private readonly options: AskOptions,
    /** The plan without any lot. */
    private readonly without: LotPlan,
  ) {}

  async singles(offers: readonly TermOffer[]): Promise<Answered[]> {
    const answers: Answered[] = [];
    for (const [index, offer] of offers.entries()) {
      const left = offers.length - index;
      if (!this.asker.hasTime(Math.min(left, 3))) break;
      const answer = await this.answer([offer], [this.without], (1 - SETS_SHARE) / left);
      if (answer !== undefined) answers.push({ offers: [offer], answer });
    }
    return answers.sort((a, b) => b.answer.best.objectiveCents - a.answer.best.objectiveCents);
  }

  /** The best single offer, and with it the offer that adds most, and so on: no smaller set is worth more. */
  async sets(singles: readonly Answered[]): Promise<Answered[]> {
    const gaining = singles.filter(({ answer }) => this.gainOf(answer.best) > NOTHING_CENTS);
    const [single] = gaining;
    if (single === undefined) return [];
    const sets = [single];
    for (let size = 2; size <= MOST_TOGETHER; size += 1) {
      const before = sets.at(-1);
      if (before === undefined) break;
      const others = gaining
        .flatMap(({ offers }) => offers)
        .filter((offer) => !before.offers.includes(offer));
      const larger = await this.largest(before, others.slice(0, MOST_ADDED), singles);
      if (larger === undefined) break;
      sets.push(larger);
    }
    return sets;
  }

  private async largest(
    before: Answered,
    others: readonly TermOffer[],
    singles: readonly Answered[],
  ): Promise<Answered | undefined> {
    let best: Answered | undefined;
    for (const [index, added] of others.entries()) {
      if (!this.asker.hasTime()) break;
      const offers = [...before.offers, added];
      const own = singles.filter((single) => offers.includes(single.offers[0] ?? added));
      const share = SETS_SHARE / (others.length - index);
      const extended = await this.extended(before, added, share / 2);
      const known = [this.without, before.answer.best, ...own.map(({ answer }) => answer.best), ...extended];
      const answer = await this.answer(offers, known, share);
      if (answer === undefined) continue;
      const least = (best ?? before).answer.best.objectiveCents;
      if (answer.best.objectiveCents > least + (best === undefined ? NOTHING_CENTS : 0))
        best = { offers, answer };
    }
    return best;
  }

  /** The lots of a set kept, with lots of another offer for the money they leave. */
  private async extended(before: Answered, added: TermOffer, share: number): Promise<LotPlan[]> {
    const { lots, transfers, objectiveCents } = before.answer.best;
    const effortCents =
      ordersFor(lots) * (this.options.effortCostCents ?? this.problem.settings.effortCostCents);
    const own = { transfers, lots: [], objectiveCents: objectiveCents + effortCents };
    const problem = withNewLots(this.problem, before.offers, lots);
    const answer = await planWithOffers({ ...this.requestOf([added], [own]), problem }, share);
    if (answer === undefined || lots.length + answer.best.lots.length > MAX_NEW_LOTS) return [];
    const { best } = answer;
    return [{ ...best, lots: [...lots, ...best.lots], objectiveCents: best.objectiveCents - effortCents }];
  }

  async breakEven(offer: TermOffer, best: LotPlan, left: number): Promise<BreakEven | undefined> {
    if (offer.ratePct === undefined) return undefined;
    const share = BREAK_EVEN_SHARE / left;
    const trial = new OfferTrial(this.requestOf([offer], [this.without]), offer, share);
    return breakEvenOf(trial, best);
  }

  valueOf({ offers, answer: { best, boundCents, slackCents } }: Answered): OffersValue {
    const gainCents = this.gainOf(best);
    const mostCents = Math.max(gainCents, boundCents - this.without.objectiveCents);
    return {
      gainCents,
      mostCents,
      exact: mostCents - gainCents <= NOTHING_CENTS + slackCents,
      lots: outlineOfLots(this.problem, offers, best),
      transfers: best.transfers.length,
    };
  }

  planOf({ offers, answer: { best, boundCents } }: Answered): readonly OutlineTransfer[] {
    const problem = withNewLots(this.problem, offers, best.lots);
    const gapCents = boundCents - best.objectiveCents;
    const plan = { status: 'FEASIBLE', gapCents, transfers: best.transfers, conflicts: [] } as const;
    return outlineOf(problem, this.options, plan).transfers;
  }

  private gainOf({ objectiveCents }: LotPlan): Cents {
    return objectiveCents - this.without.objectiveCents;
  }

  private answer(
    offers: readonly TermOffer[],
    known: readonly LotPlan[],
    share: number,
  ): Promise<OffersAnswer | undefined> {
    return planWithOffers(this.requestOf(offers, known), share);
  }

  private requestOf(offers: readonly TermOffer[], known: readonly LotPlan[]): OffersRequest {
    const { asker, problem, options } = this;
    return { asker, problem, options, offers, known };
  }
}

/** The household with the offer at another rate. */
class OfferTrial implements RateTrial<LotPlan> {
  readonly headline: number;

  constructor(
    private readonly request: OffersRequest,
    private readonly offer: TermOffer,
    private readonly share: number,
  ) {
    this.headline = Math.ceil(Math.max(0, offer.ratePct ?? 0) * UNITS_PER_PCT);
  }

  hasTime(): boolean {
    return this.request.asker.hasTime();
  }

  async plan(units: number, known: readonly LotPlan[]): Promise<LotPlan | undefined> {
    const offers = [this.at(units)];
    const plans = known.map((plan) => ({ ...plan, objectiveCents: this.objectiveOf(plan, units) }));
    const request = { ...this.request, offers, known: [...this.request.known, ...plans] };
    return (await planWithOffers(request, this.share))?.best;
  }

  gainOf(plan: LotPlan, units: number): Cents {
    const [without] = this.request.known;
    return this.objectiveOf(plan, units) - (without?.objectiveCents ?? 0);
  }

  private objectiveOf({ transfers, lots }: LotPlan, units: number): Cents {
    const { problem, options } = this.request;
    const effortCents = options.effortCostCents ?? problem.settings.effortCostCents;
    const { netReturnCents } = evaluate(withNewLots(problem, [this.at(units)], lots), transfers);
    return netReturnCents - effortCents * (transfers.length + ordersFor(lots));
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
