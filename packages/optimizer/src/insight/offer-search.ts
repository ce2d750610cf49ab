/** The plans behind a ranking of offers: a quick one for each, then better ones, and those of sets, as far as the time goes. */

import {
  type Cents,
  horizonOf,
  maturityOf,
  type NewLot,
  type Problem,
  type TermOffer,
  withNewLots,
} from '@fibado/planning';
import { breaksNothing, bestOf, type LotPlan, LotSearch, type OffersRequest } from '../lots/lot-search.js';
import { canBreakOn, MAX_NEW_LOTS, mostOf, ordersFor, wholeSteps } from '../lots/new-lots.js';
import { type OffersAnswer, offersBound, planWithOffers, quickAnswer } from '../lots/plan-with-offers.js';
import { openingDay } from '../lots/staircase.js';
import type { Asker } from './asker.js';
import { NOTHING_CENTS } from './break-even.js';
import type { AskOptions } from './transfers.js';

/** A set's answer and its offers. */
export interface Answered {
  readonly offers: readonly TermOffer[];
  readonly answer: OffersAnswer;
}

/** A first answer for each offer comes soon, however long the limit is: at most this, and this part of the time, milliseconds. */
const QUICK_MS = 1000;
const QUICK_SHARE = 0.9;
/** How much more time the first offer of several alike gets. */
const LEADER_WEIGHT = 2;
/** A bound of a set by linear programs. */
const BOUND_MS = 400;
/** Of the time left after the first answers: for better ones, and for sets. */
const BETTER_SHARE = 0.45;
const SETS_SHARE = 0.6;
/** Searching again in less finds nothing new, milliseconds. */
const WORTHWHILE_MS = 300;
/** Offers that are tried with those of the best smaller set. */
const MOST_ADDED = 3;
const MOST_TOGETHER = 3;

export class OfferSearch {
  private readonly answers = new Map<TermOffer, OffersAnswer>();
  private withoutBoundCents = Infinity;

  constructor(
    private readonly asker: Asker,
    private readonly problem: Problem,
    private readonly options: AskOptions,
    /** The plan without any lot. */
    private without: LotPlan,
  ) {}

  get withoutLots(): LotPlan {
    return this.without;
  }

  /** How much more a plan without lots may be worth; unset where nothing is proven of it. */
  get withoutGapCents(): Cents | undefined {
    const gapCents = this.withoutBoundCents - this.without.objectiveCents;
    return Number.isFinite(gapCents) ? Math.max(0, gapCents) : undefined;
  }

  /** Proves something of the plan without lots. */
  async boundWithout(): Promise<void> {
    this.withoutBoundCents = await offersBound(this.requestOf([], [this.without]), BOUND_MS);
  }

  /** The answers so far, the most valuable first. */
  singles(): Answered[] {
    return [...this.answers]
      .map(([offer, answer]) => ({ offers: [offer], answer }))
      .sort((a, b) => b.answer.best.objectiveCents - a.answer.best.objectiveCents);
  }

  /** One answer for each offer; `onAnswer` after each. */
  async first(offers: readonly TermOffer[], onAnswer: () => void): Promise<void> {
    const weights = offers.map((offer, index) =>
      offers.slice(0, index).some((other) => this.isLike(offer, other)) ? 1 : LEADER_WEIGHT,
    );
    for (const [index, offer] of offers.entries()) {
      if (this.asker.remainingMs() === 0) return;
      const left = weights.slice(index).reduce((sum, weight) => sum + weight, 0);
      const share = (QUICK_SHARE * (weights[index] ?? 1)) / left;
      const limitMs = Math.min(QUICK_MS, this.asker.remainingMs() * share);
      const known = this.knownOf([offer]);
      const like = this.turnedInto(offer, (other) => this.isLike(offer, other));
      const answer = await quickAnswer(this.requestOf([offer], known), limitMs, bestOf(like));
      // Nothing found for want of time says nothing of the offer.
      const isCutShort = this.asker.remainingMs() === 0 && answer?.best.lots.length === 0;
      if (answer === undefined || (isCutShort && !isProven(answer))) continue;
      this.answers.set(offer, answer);
      onAnswer();
    }
  }

  /** Whether the lots of one offer are as good on another one, but for the rate: none matures in the horizon. */
  private isLike(offer: TermOffer, other: TermOffer): boolean {
    const { from = this.problem.quarter } = this.options;
    const { to } = horizonOf(this.problem);
    return (
      offer !== other &&
      offer.linkedAccountId === other.linkedAccountId &&
      [offer, other].every(({ newMoney }) => newMoney === undefined) &&
      mostOf(this.problem, other) >= mostOf(this.problem, offer) &&
      other.minCents <= offer.minCents &&
      [offer, other].every(({ tenor }) => maturityOf(tenor, from) > to)
    );
  }

  /** Better plans and bounds, of the household without lots as well; `onAnswer` after each. */
  async better(onAnswer: () => void): Promise<void> {
    if (this.asker.remainingMs() < WORTHWHILE_MS) return;
    const { transfers, objectiveCents, boundCents } = await this.asker.best(
      this.problem,
      {},
      BETTER_SHARE / (this.answers.size + 1),
      [this.without.transfers],
    );
    this.withoutBoundCents = Math.min(this.withoutBoundCents, boundCents);
    this.beginWith({ transfers, lots: [], objectiveCents });
    const wanted = this.singles().filter(({ answer }) => !isProven(answer));
    for (const [index, { offers }] of wanted.entries()) {
      const share = BETTER_SHARE / (wanted.length - index);
      if (this.asker.remainingMs() * share < WORTHWHILE_MS) return;
      const answer = await planWithOffers(this.requestOf(offers, this.knownOf(offers)), share);
      if (answer !== undefined) this.note(offers, answer);
      onAnswer();
    }
  }

  /** The best single offer, and with it the offer that adds most, and so on: no smaller set is worth more. */
  async sets(): Promise<Answered[]> {
    const gaining = this.singles().filter(({ answer }) => this.gainOf(answer.best) > NOTHING_CENTS);
    const [single] = gaining;
    if (single === undefined) return [];
    const sets = [single];
    for (let size = 2; size <= MOST_TOGETHER; size += 1) {
      const before = sets.at(-1);
      if (before === undefined) break;
      const others = gaining
        .flatMap(({ offers }) => offers)
        .filter((offer) => !before.offers.includes(offer));
      const larger = await this.largest(before, await this.promising(before, others));
      if (larger === undefined) break;
      sets.push(larger);
    }
    return sets;
  }

  requestOf(offers: readonly TermOffer[], known: readonly LotPlan[]): OffersRequest {
    const { asker, problem, options } = this;
    return { asker, problem, options, offers, known };
  }

  gainOf({ objectiveCents }: LotPlan): Cents {
    return objectiveCents - this.without.objectiveCents;
  }

  /** A better plan without lots is one with every offer, too. */
  private beginWith(without: LotPlan): void {
    if (without.objectiveCents <= this.without.objectiveCents) return;
    this.without = without;
    for (const [offer, answer] of this.answers)
      this.note([offer], { ...answer, best: without, kept: without });
  }

  private note([offer]: readonly TermOffer[], answer: OffersAnswer): void {
    if (offer === undefined) return;
    const before = this.answers.get(offer);
    if (before === undefined) {
      this.answers.set(offer, answer);
      return;
    }
    const best = bestOf([before.best, answer.best]) ?? answer.best;
    const kept = bestOf([before.kept, answer.kept].flatMap((plan) => plan ?? []));
    const boundCents = Math.max(best.objectiveCents, Math.min(before.boundCents, answer.boundCents));
    this.answers.set(offer, { best, kept, boundCents, slackCents: answer.slackCents });
  }

  /** Plans that are allowed with some offers: those of each of them, and those of others made of their lots. */
  private knownOf(offers: readonly TermOffer[]): LotPlan[] {
    const own = offers.flatMap((offer) => {
      const answer = this.answers.get(offer);
      return answer === undefined ? [] : [answer.best, ...(answer.kept === undefined ? [] : [answer.kept])];
    });
    const [offer] = offers;
    const turned = offers.length === 1 && offer !== undefined ? this.turnedInto(offer, () => true) : [];
    return [this.without, ...own, ...turned];
  }

  /** The plans of other offers with the same linked account, with as large lots of this one in their place. */
  private turnedInto(offer: TermOffer, isWanted: (other: TermOffer) => boolean): LotPlan[] {
    const search = new LotSearch(this.requestOf([offer], []));
    const { problem } = this;
    const plans = [...this.answers].flatMap(([other, { best, kept }]) =>
      other !== offer && other.linkedAccountId === offer.linkedAccountId && isWanted(other)
        ? [best, kept ?? best]
        : [],
    );
    return [...new Set(plans)].flatMap(({ transfers, lots }): LotPlan[] => {
      const turned = lots.flatMap((lot): NewLot[] => {
        const openedOn = openingDay(problem, offer, lot.openedOn);
        const amountCents = wholeSteps(offer, lot.amountCents);
        if (openedOn === undefined || amountCents === 0) return [];
        const { brokenOn, ...kept } = lot;
        const own = {
          ...kept,
          offerId: offer.id,
          amountCents,
          openedOn,
          maturityDate: maturityOf(offer.tenor, openedOn),
        };
        return brokenOn !== undefined && canBreakOn(problem, offer, own, brokenOn)
          ? [{ ...own, brokenOn }]
          : [own];
      });
      const objectiveCents = search.valueOf({ transfers, lots: turned });
      return Number.isFinite(objectiveCents) ? [{ transfers, lots: turned, objectiveCents }] : [];
    });
  }

  /** The offers with which a set can be worth more than the best one known, by its bound; the most promising first. */
  private async promising(before: Answered, others: readonly TermOffer[]): Promise<TermOffer[]> {
    const bounded: { readonly offer: TermOffer; readonly boundCents: number }[] = [];
    for (const offer of others) {
      const request = this.requestOf([...before.offers, offer], [before.answer.best]);
      const limitMs = Math.min(BOUND_MS, this.asker.remainingMs() / 2);
      const boundCents = this.asker.hasTime() ? await offersBound(request, limitMs) : Infinity;
      if (boundCents > before.answer.best.objectiveCents + NOTHING_CENTS) bounded.push({ offer, boundCents });
    }
    return bounded
      .sort((a, b) => b.boundCents - a.boundCents)
      .map(({ offer }) => offer)
      .slice(0, MOST_ADDED);
  }

  private async largest(before: Answered, others: readonly TermOffer[]): Promise<Answered | undefined> {
    let best: Answered | undefined;
    for (const [index, added] of others.entries()) {
      if (!this.asker.hasTime()) break;
      const offers = [...before.offers, added];
      const share = SETS_SHARE / (others.length - index);
      const known = [
        before.answer.best,
        ...this.knownOf(offers),
        ...(await this.extended(before, added, share / 2)),
      ];
      const answer = await this.answer(this.requestOf(offers, known), share);
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
    const answer = await this.answer({ ...this.requestOf([added], [own]), problem }, share);
    if (answer === undefined || lots.length + answer.best.lots.length > MAX_NEW_LOTS) return [];
    const { best } = answer;
    return [{ ...best, lots: [...lots, ...best.lots], objectiveCents: best.objectiveCents - effortCents }];
  }

  private answer(request: OffersRequest, share: number): Promise<OffersAnswer | undefined> {
    const limitMs = this.asker.remainingMs() * share;
    return limitMs < WORTHWHILE_MS ? quickAnswer(request, limitMs) : planWithOffers(request, share);
  }
}

/** Whether an answer cannot become better. */
export const isProven = ({ best, kept, boundCents, slackCents }: OffersAnswer): boolean =>
  boundCents - best.objectiveCents <= NOTHING_CENTS + slackCents && (kept === best || breaksNothing(best));
