/** The best plan found with lots of some offers, and a bound on every such plan. */

import {
  addDays,
  type Cents,
  type Day,
  type Evaluation,
  holdsNewMoney,
  maturityOf,
  type NewLot,
  type Problem,
  type TermOffer,
  type Transfer,
  withNewLots,
} from '@fibado/planning';
import type { Asker } from '../insight/asker.js';
import type { AskOptions } from '../insight/transfers.js';
import { householdOf } from '../household/household.js';
import { referee } from '../referee.js';
import type { OptimizationResult } from '../types.js';
import { keyOf } from '../within.js';
import {
  canBreakOn,
  canOpenOn,
  isBreakable,
  keepsMost,
  MAX_NEW_LOTS,
  ordersFor,
  wholeSteps,
} from './new-lots.js';
import { offerAccountId, relaxedOffers } from './relaxation.js';
import { laddersUnder, openingDay } from './staircase.js';

/** Transfers and the lots they pay for. Opening or breaking a lot is an order a person gives, and costs the effort of one. */
export interface LotPlan {
  readonly transfers: readonly Transfer[];
  readonly lots: readonly NewLot[];
  readonly objectiveCents: Cents;
}

export interface OffersAnswer {
  readonly best: LotPlan;
  /** The best one found that breaks no lot; `best` itself where that breaks none. Unset: none was found. */
  readonly kept: LotPlan | undefined;
  /** No plan with at most {@link MAX_NEW_LOTS} lots of these offers, opened on business days, kept or broken, has a higher objective. */
  readonly boundCents: Cents;
  /** Of the bound what is not proven for want of decimals only: rounding of the lots. */
  readonly slackCents: Cents;
}

export interface OffersRequest {
  readonly asker: Asker;
  /** Without a plan. */
  readonly problem: Problem;
  readonly options: AskOptions;
  readonly offers: readonly TermOffer[];
  /** Plans that are allowed here as well: the answer is worth no less than the best of them. */
  readonly known: readonly LotPlan[];
  /** Called with plans as they are found; not every one is better than those before. */
  readonly onPlan?: ((plan: LotPlan) => void) | undefined;
  /** Called once with the bound on every plan. */
  readonly onBound?: ((boundCents: Cents) => void) | undefined;
}

/** Of the time of an answer: for the relaxation, for the plan around its lots, and for the plans of improved lots. */
const RELAXED_SHARE = 0.4;
const PLANNED_SHARE = 0.4;
/** Rounds of improving lots and planning anew. */
const ROUNDS = 3;
/** Replays of one round. */
const MAX_TRIALS = 1000;

/** @param share of the time left. */
export async function planWithOffers(
  request: OffersRequest,
  share: number,
): Promise<OffersAnswer | undefined> {
  const { asker, problem, options, offers, known } = request;
  const effortCents = options.effortCostCents ?? problem.settings.effortCostCents;
  const { problem: relaxed, outside, slackCents } = relaxedOffers(problem, offers, effortCents);
  const maxTransfers =
    options.maxTransfers === undefined ? undefined : options.maxTransfers + 2 * MAX_NEW_LOTS;
  const transfersOf = known.map(({ transfers }) => transfers);
  const free = await asker.best(relaxed, { maxTransfers }, share * RELAXED_SHARE, transfersOf, outside);
  if (free.status === 'INFEASIBLE') return undefined;
  request.onBound?.(free.boundCents + slackCents);
  const search = new LotSearch(request);
  const unbroken = known.filter(breaksNothing);
  const kept = await search.best(bestOf(unbroken), search.candidatesFrom(free, false), share);
  const before = bestOf([...(kept === undefined ? [] : [kept]), ...known]);
  const best = offers.some(isBreakable)
    ? await search.best(before, search.candidatesFrom(free, true), share)
    : before;
  if (best === undefined) return undefined;
  const boundCents = Math.max(best.objectiveCents, free.boundCents + slackCents);
  return { best, kept: breaksNothing(best) ? best : kept, boundCents, slackCents };
}

/** Lots cut from a first plan of the relaxation, bettered by replays alone. @param share of the time left. */
export async function roughLots(request: OffersRequest, share: number): Promise<LotPlan | undefined> {
  const { asker, problem, options, offers, known } = request;
  const effortCents = options.effortCostCents ?? problem.settings.effortCostCents;
  const { problem: relaxed, outside } = relaxedOffers(problem, offers, effortCents);
  const transfersOf = known.map(({ transfers }) => transfers);
  const free = await asker.best(relaxed, {}, share, transfersOf, outside);
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

const breaksNothing = ({ lots }: LotPlan): boolean => lots.every(({ brokenOn }) => brokenOn === undefined);

function bestOf(plans: readonly LotPlan[]): LotPlan | undefined {
  return [...plans].sort((a, b) => b.objectiveCents - a.objectiveCents)[0];
}

export class LotSearch {
  private readonly offers: ReadonlyMap<string, TermOffer>;
  private readonly from: Day;
  private readonly effortCents: Cents;

  constructor(private readonly request: OffersRequest) {
    const { problem, options, offers } = request;
    this.offers = new Map(offers.map((offer) => [offer.id, offer]));
    this.from = options.from ?? problem.quarter;
    this.effortCents = options.effortCostCents ?? problem.settings.effortCostCents;
  }

  /** The best plan that choices of lots lead to, if it is worth more than one that is known. */
  async best(
    known: LotPlan | undefined,
    candidates: readonly LotPlan[],
    share: number,
  ): Promise<LotPlan | undefined> {
    let best = known;
    let next = await this.firstOf(candidates, share * PLANNED_SHARE);
    for (let round = 0; round < ROUNDS && next !== undefined; round += 1) {
      const planned = round === 0 ? next : await this.planned(next, share * PLANNED_SHARE);
      if (planned === undefined || (best !== undefined && planned.objectiveCents <= best.objectiveCents))
        break;
      best = planned;
      const improved = this.improved(planned);
      if (improved.objectiveCents <= planned.objectiveCents) break;
      best = improved;
      next = this.request.asker.hasTime() ? improved : undefined;
    }
    return best;
  }

  /** The best of several choices of lots, each with the best transfers around it, in a share of the time left. */
  async firstOf(candidates: readonly LotPlan[], share: number): Promise<LotPlan | undefined> {
    const { asker } = this.request;
    const plans: LotPlan[] = [];
    for (const [index, candidate] of candidates.entries()) {
      if (index > 0 && !asker.hasTime()) break;
      // Replays first: they take milliseconds, and the transfers are planned around better lots.
      const replayed = this.improved({ ...candidate, objectiveCents: this.valueOf(candidate) });
      if (Number.isFinite(replayed.objectiveCents)) this.request.onPlan?.(replayed);
      const planned = await this.planned(replayed, index === 0 ? share : share / candidates.length);
      if (planned !== undefined) plans.push(planned);
    }
    return bestOf(plans);
  }

  /**
   * Lots under the balances of the offers' free accounts, with the plan's other transfers; and one lot of each offer, the
   * smallest or the largest that account ever held, where money that is needed again leaves no ladder.
   * @param mayBreak the first of them with lots that are broken, and nothing where there are none.
   */
  candidatesFrom(free: OptimizationResult, mayBreak: boolean): LotPlan[] {
    const rounded = this.roundedFrom(free, mayBreak);
    if (mayBreak) return rounded === undefined || breaksNothing(rounded) ? [] : [rounded];
    const transfers = rounded?.transfers ?? free.transfers.filter((transfer) => !this.touchesOffer(transfer));
    const singles = [...this.offers.values()].flatMap((offer) => {
      const balances = free.accounts.find(({ accountId }) => accountId === offerAccountId(offer))?.planned;
      const openedOn = openingDay(this.request.problem, offer, this.from);
      const peak = Math.max(0, ...(balances?.dailyBalancesCents ?? []));
      const most = wholeSteps(offer, peak);
      if (openedOn === undefined || most === 0) return [];
      const maturityDate = maturityOf(offer.tenor, openedOn);
      return [...new Set([offer.minCents, most])].map((amountCents): LotPlan => ({
        transfers,
        lots: [{ offerId: offer.id, amountCents, openedOn, maturityDate }],
        objectiveCents: -Infinity,
      }));
    });
    return rounded === undefined ? singles : [rounded, ...singles];
  }

  /** A part of a lot in another lot with the same linked account, or in a new one of another offer. */
  private *exchanges(lot: NewLot, offer: TermOffer, others: readonly NewLot[]): Generator<readonly NewLot[]> {
    for (const other of this.offersBehind(offer.linkedAccountId).filter(({ id }) => id !== offer.id)) {
      for (const [index, found] of others.entries()) {
        if (found.offerId !== other.id) continue;
        const rest = others.filter((_, position) => position !== index);
        for (const steps of [8, 4, 2, 1]) {
          const moved = steps * other.stepCents;
          if (moved > lot.amountCents) continue;
          const larger = { ...found, amountCents: found.amountCents + moved };
          yield [...rest, larger, ...without(lot, moved, offer)];
        }
      }
      const openedOn = openingDay(this.request.problem, other, lot.openedOn);
      if (openedOn === undefined || others.length + 1 >= MAX_NEW_LOTS) continue;
      const maturityDate = maturityOf(other.tenor, openedOn);
      for (const share of [1, 0.75, 0.5, 0.25]) {
        const amountCents = wholeSteps(other, lot.amountCents * share);
        if (amountCents === 0) continue;
        const added = { offerId: other.id, amountCents, openedOn, maturityDate };
        yield [...others, added, ...without(lot, amountCents, offer)];
      }
    }
  }

  /** The lot kept, or broken on another day. */
  private *otherBreaks(
    lot: NewLot,
    offer: TermOffer,
    others: readonly NewLot[],
  ): Generator<readonly NewLot[]> {
    const { brokenOn, ...kept } = lot;
    if (brokenOn === undefined) return;
    yield [...others, kept];
    for (const days of [-7, -1, 1, 7]) {
      const day = addDays(brokenOn, days);
      if (canBreakOn(this.request.problem, offer, kept, day)) yield [...others, { ...kept, brokenOn: day }];
    }
  }

  private offersBehind(linkedAccountId: string): TermOffer[] {
    return [...this.offers.values()].filter((offer) => offer.linkedAccountId === linkedAccountId);
  }

  private touchesOffer({ fromAccountId, toAccountId }: Transfer): boolean {
    const ids = [...this.offers.values()].map(offerAccountId);
    return ids.includes(fromAccountId) || ids.includes(toAccountId);
  }

  private roundedFrom(free: OptimizationResult, mayBreak: boolean): LotPlan | undefined {
    const { problem } = this.request;
    const lots = [...new Set([...this.offers.values()].map((offer) => offer.linkedAccountId))].flatMap((id) =>
      laddersUnder(problem, this.offersBehind(id), balancesOf(free, this.offersBehind(id)), {
        from: this.from,
        mayBreak,
      }),
    );
    if (lots.length === 0) return undefined;
    const largest = [...lots].sort((a, b) => b.amountCents - a.amountCents).slice(0, MAX_NEW_LOTS);
    const transfers = free.transfers
      .filter((transfer) => !this.touchesOffer(transfer))
      .map(({ date, fromAccountId, toAccountId, amountCents }) => ({
        date,
        fromAccountId,
        toAccountId,
        amountCents,
      }));
    return { transfers, lots: largest, objectiveCents: -Infinity };
  }

  /** The best transfers around given lots; with a step less of the largest one until there is a plan. */
  async planned({ transfers, lots }: LotPlan, share: number): Promise<LotPlan | undefined> {
    const { asker } = this.request;
    let tried = lots;
    for (let attempt = 0; attempt < 3 && tried.length > 0; attempt += 1) {
      const result = await asker.best(this.with(tried), {}, share, [transfers]);
      const isPlan = result.status !== 'INFEASIBLE';
      if (isPlan && Number.isFinite(this.valueOf({ transfers: result.transfers, lots: tried }))) {
        const plan = {
          transfers: result.transfers,
          lots: tried,
          objectiveCents: result.objectiveCents - this.effortCents * ordersFor(tried),
        };
        this.request.onPlan?.(plan);
        return plan;
      }
      tried = smaller(tried, this.offers);
    }
    return undefined;
  }

  /** Changes one lot after the other while the same transfers then earn more. */
  improved(plan: LotPlan): LotPlan {
    let best = plan;
    let trials = 0;
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      for (const lots of this.neighbours(best.lots)) {
        trials += 1;
        if (trials > MAX_TRIALS || !this.request.asker.hasTime()) return best;
        const objectiveCents = this.valueOf({ transfers: best.transfers, lots });
        if (objectiveCents <= best.objectiveCents) continue;
        best = { ...best, lots, objectiveCents };
        isBetter = true;
        break;
      }
    }
    return best;
  }

  /** The objective of transfers with lots; minus infinity where a limit is broken. */
  valueOf({ transfers, lots }: Pick<LotPlan, 'transfers' | 'lots'>): number {
    const { problem, options, offers } = this.request;
    if (!offers.every((offer) => keepsMost(problem, offer, lots))) return -Infinity;
    const whole = this.with(lots);
    const household = householdOf(whole, options);
    const forced = new Set(household.forced.map(keyOf));
    const plan = referee(
      household,
      transfers.filter((transfer) => !forced.has(keyOf(transfer))),
    );
    if (plan.violations.length > 0 || !this.isNewMoney(whole, plan.evaluation)) return -Infinity;
    return plan.objectiveCents - this.effortCents * ordersFor(lots);
  }

  private isNewMoney(problem: Problem, evaluation: Evaluation): boolean {
    const opened = (problem.lots ?? []).slice(this.request.problem.lots?.length ?? 0);
    return holdsNewMoney({ problem, offers: this.request.offers, opened }, evaluation);
  }

  private with(lots: readonly NewLot[]): Problem {
    return withNewLots(this.request.problem, this.request.offers, lots);
  }

  /** The lots with one larger or smaller by some steps, opened on another day, or left out. */
  private *neighbours(lots: readonly NewLot[]): Generator<readonly NewLot[]> {
    for (const [index, lot] of lots.entries()) {
      const offer = this.offers.get(lot.offerId);
      if (offer === undefined) continue;
      const others = lots.filter((_, other) => other !== index);
      for (const steps of [8, 4, 2, 1, -1, -2]) {
        const amountCents = lot.amountCents + steps * offer.stepCents;
        if (amountCents >= offer.minCents) yield [...others, { ...lot, amountCents }];
      }
      for (const days of [-7, -1, 1, 7]) {
        const openedOn = addDays(lot.openedOn, days);
        if (openedOn < this.from || !canOpenOn(this.request.problem, offer, openedOn)) continue;
        const moved = { ...lot, openedOn, maturityDate: maturityOf(offer.tenor, openedOn) };
        if (lot.brokenOn === undefined || canBreakOn(this.request.problem, offer, moved, lot.brokenOn))
          yield [...others, moved];
      }
      yield* this.otherBreaks(lot, offer, others);
      yield* this.exchanges(lot, offer, others);
      yield others;
    }
    if (lots.length >= MAX_NEW_LOTS) return;
    for (const offer of this.offers.values()) {
      const openedOn = openingDay(this.request.problem, offer, this.from);
      if (openedOn === undefined) continue;
      const maturityDate = maturityOf(offer.tenor, openedOn);
      yield [...lots, { offerId: offer.id, amountCents: offer.minCents, openedOn, maturityDate }];
    }
  }
}

/** A lot smaller by an amount, or left out where less than the least amount would remain. */
function without(lot: NewLot, amountCents: Cents, { minCents }: TermOffer): readonly NewLot[] {
  const left = lot.amountCents - amountCents;
  return left < minCents ? [] : [{ ...lot, amountCents: left }];
}

/** What the free accounts of some offers hold together at the end of each day. */
function balancesOf({ accounts }: OptimizationResult, offers: readonly TermOffer[]): Cents[] {
  const ids = new Set(offers.map(offerAccountId));
  const own = accounts.filter(({ accountId }) => ids.has(accountId));
  const days = own[0]?.planned.dailyBalancesCents.length ?? 0;
  return Array.from({ length: days }, (_, day) =>
    own.reduce((sum, { planned }) => sum + (planned.dailyBalancesCents[day] ?? 0), 0),
  );
}

/** The largest lot by a step smaller, or left out. */
function smaller(lots: readonly NewLot[], offers: ReadonlyMap<string, TermOffer>): readonly NewLot[] {
  const [largest, ...others] = [...lots].sort((a, b) => b.amountCents - a.amountCents);
  const offer = offers.get(largest?.offerId ?? '');
  if (largest === undefined || offer === undefined) return [];
  // Of money that is new there may be far less than there is.
  const less = offer.newMoney === undefined ? largest.amountCents - offer.stepCents : largest.amountCents / 2;
  const amountCents = wholeSteps(offer, less);
  return amountCents === 0 ? others : [{ ...largest, amountCents }, ...others];
}
