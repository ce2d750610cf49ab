/** The search for lots: choices of them from a relaxation, bettered by replays, with the best transfers around each. */

import {
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
import { householdOf, judgedBy, type Household } from '../household/household.js';
import { referee } from '../referee.js';
import type { OptimizationResult } from '../types.js';
import { keyOf } from '../within.js';
import { LotMoves } from './lot-moves.js';
import { keepsMost, MAX_NEW_LOTS, openedOf, ordersFor, wholeSteps } from './new-lots.js';
import { brokenLot, type RecordedLot } from './recorded-lots.js';
import { recordedAccountId } from './recorded-relaxation.js';
import { offerAccountId } from './relaxation.js';
import { laddersUnder, openingDay } from './staircase.js';

/** Transfers and the lots they pay for. Opening or breaking a lot is an order a person gives, and costs the effort of one. */
export interface LotPlan {
  readonly transfers: readonly Transfer[];
  readonly lots: readonly NewLot[];
  readonly objectiveCents: Cents;
}

/** Milliseconds. */
export interface QuickSteps {
  readonly replaysMs: number;
  /** For the transfers around a choice of lots. */
  readonly plannedMs: number;
}

export interface OffersRequest {
  readonly asker: Asker;
  /** Without a plan. */
  readonly problem: Problem;
  readonly options: AskOptions;
  readonly offers: readonly TermOffer[];
  /** Recorded lots that a plan may break; absent: none. */
  readonly recorded?: readonly RecordedLot[] | undefined;
  /** Plans that are allowed here as well: the answer is worth no less than the best of them. */
  readonly known: readonly LotPlan[];
  /** What one step of a quick search may take; absent: shares of the time left, and until transfers are proven best. */
  readonly quick?: QuickSteps | undefined;
  /** Called with plans as they are found; not every one is better than those before. */
  readonly onPlan?: ((plan: LotPlan) => void) | undefined;
  /** Called once with the bound on every plan. */
  readonly onBound?: ((boundCents: Cents) => void) | undefined;
}

/** Of the time of a search: for the plan around the lots tried. */
const PLANNED_SHARE = 0.4;
/** Rounds of improving lots and planning anew. */
const ROUNDS = 3;
/** Recorded lots that are broken alone, each with transfers planned for it; the largest ones. */
const MAX_SINGLE_BREAKS = 4;
/** Replays of one round. */
const MAX_TRIALS = 1000;

export const breaksNothing = ({ lots }: LotPlan): boolean =>
  lots.every(({ brokenOn }) => brokenOn === undefined);

export function bestOf(plans: readonly LotPlan[]): LotPlan | undefined {
  return [...plans].sort((a, b) => b.objectiveCents - a.objectiveCents)[0];
}

export class LotSearch {
  private readonly offers: ReadonlyMap<string, TermOffer>;
  private readonly recorded: readonly RecordedLot[];
  private readonly from: Day;
  private readonly effortCents: Cents;
  private readonly moves: LotMoves;
  /** Without lots: what replays have in common. */
  private readonly household: Household;

  constructor(private readonly request: OffersRequest) {
    const { problem, options, offers, recorded = [] } = request;
    this.offers = new Map(offers.map((offer) => [offer.id, offer]));
    this.recorded = recorded;
    this.from = options.from ?? problem.quarter;
    this.moves = new LotMoves({ problem, from: this.from, offers, recorded });
    this.effortCents = options.effortCostCents ?? problem.settings.effortCostCents;
    this.household = householdOf(problem, options);
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
    const { asker, quick } = this.request;
    const plans: LotPlan[] = [];
    for (const [index, candidate] of candidates.entries()) {
      if (index > 0 && (!asker.hasTime() || (quick !== undefined && plans.length > 0))) break;
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
    if (mayBreak) return this.breaking(free, rounded);
    const transfers = rounded?.transfers ?? this.ownTransfers(free);
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

  private offersBehind(linkedAccountId: string): TermOffer[] {
    return [...this.offers.values()].filter((offer) => offer.linkedAccountId === linkedAccountId);
  }

  /** Those between accounts of the household. */
  private ownTransfers({ transfers }: OptimizationResult): Transfer[] {
    const ids = new Set([
      ...[...this.offers.values()].map(offerAccountId),
      ...this.recorded.map(recordedAccountId),
    ]);
    return transfers
      .filter(({ fromAccountId, toAccountId }) => !ids.has(fromAccountId) && !ids.has(toAccountId))
      .map(({ date, fromAccountId, toAccountId, amountCents }) => ({
        date,
        fromAccountId,
        toAccountId,
        amountCents,
      }));
  }

  /** The lots of the relaxation with those that it breaks: all of them, and its breaks of recorded lots alone. */
  private breaking(free: OptimizationResult, rounded: LotPlan | undefined): LotPlan[] {
    const breaks = this.recorded.flatMap((one) => brokenIn(free, one));
    const breaksNew = rounded !== undefined && !breaksNothing(rounded);
    const opened = breaksNew ? [rounded] : [];
    if (breaks.length === 0) return opened;
    const alone: LotPlan = { transfers: this.ownTransfers(free), lots: breaks, objectiveCents: -Infinity };
    if (rounded === undefined) return [alone];
    return [...opened, { ...rounded, lots: [...rounded.lots, ...breaks] }, alone];
  }

  /** A plan with each of the largest recorded lots broken at once beside what it does with others. */
  private singleBreaks({ transfers, lots }: LotPlan): LotPlan[] {
    const done = new Set(lots.map(({ lotId }) => lotId));
    return this.recorded
      .filter(({ lot }) => !done.has(lot.id))
      .slice(0, MAX_SINGLE_BREAKS)
      .flatMap((one) =>
        one.breaks.slice(0, 1).map(({ brokenOn }) => ({
          transfers,
          lots: [...lots, brokenLot(one, brokenOn)],
          objectiveCents: -Infinity,
        })),
      );
  }

  /**
   * A better plan that breaks a recorded lot more, if one is found: breaking it may pay only with other transfers, which no
   * replay finds and of which the relaxation has no need.
   */
  async withSingleBreak(known: LotPlan, share: number): Promise<LotPlan> {
    const { asker, quick } = this.request;
    let best = known;
    if (quick !== undefined) return best;
    const tried = this.singleBreaks(known);
    for (const [index, candidate] of tried.entries()) {
      if (!asker.hasTime()) break;
      const planned = await this.planned(candidate, share / (tried.length - index));
      if (planned === undefined) continue;
      const improved = this.improved(planned);
      if (improved.objectiveCents > best.objectiveCents) best = improved;
    }
    return best;
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
    return { transfers: this.ownTransfers(free), lots: largest, objectiveCents: -Infinity };
  }

  /** The best transfers around given lots; with a step less of the largest one until there is a plan. */
  async planned({ transfers, lots }: LotPlan, share: number): Promise<LotPlan | undefined> {
    const { asker, quick } = this.request;
    let tried = lots;
    for (let attempt = 0; attempt < 3 && tried.length > 0; attempt += 1) {
      const whole = this.with(tried);
      const result = await (quick === undefined
        ? asker.best(whole, {}, share, [transfers])
        : asker.quick(whole, { limitMs: quick.plannedMs, known: [transfers], improves: true }));
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
    const { asker, quick } = this.request;
    const leastMs = asker.remainingMs() - (quick?.replaysMs ?? Infinity);
    let best = plan;
    let trials = 0;
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      for (const lots of this.moves.neighbours(best.lots)) {
        trials += 1;
        if (trials > MAX_TRIALS || !asker.hasTime() || asker.remainingMs() < leastMs) return best;
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
    const { household } = this;
    const { problem, offers } = this.request;
    if (!offers.every((offer) => keepsMost(problem, offer, lots))) return -Infinity;
    const forced = new Set(household.forced.map(keyOf));
    const whole = withNewLots(household.problem, offers, lots);
    const plan = referee(
      judgedBy(household, whole),
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
  const [largest, ...opened] = openedOf(lots).toSorted((a, b) => b.amountCents - a.amountCents);
  const others = [...opened, ...lots.filter(({ lotId }) => lotId !== undefined)];
  const offer = offers.get(largest?.offerId ?? '');
  if (largest === undefined || offer === undefined) return [];
  // Of money that is new there may be far less than there is.
  const less = offer.newMoney === undefined ? largest.amountCents - offer.stepCents : largest.amountCents / 2;
  const amountCents = wholeSteps(offer, less);
  return amountCents === 0 ? others : [{ ...largest, amountCents }, ...others];
}

/** A recorded lot of which the relaxation sends money before it comes back by itself, broken for the first such day. */
function brokenIn({ transfers }: OptimizationResult, recorded: RecordedLot): NewLot[] {
  const id = recordedAccountId(recorded);
  const sent = transfers.find(
    ({ fromAccountId, date }) => fromAccountId === id && (recorded.end === undefined || date < recorded.end),
  );
  if (sent === undefined) return [];
  const before = recorded.breaks.filter(({ freeOn }) => freeOn <= sent.date);
  const found = before.at(-1) ?? recorded.breaks[0];
  return found === undefined ? [] : [brokenLot(recorded, found.brokenOn)];
}
