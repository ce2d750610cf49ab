/** What a search tries with the lots of a plan: one of them changed, left out or added. */

import {
  addDays,
  type Cents,
  type Day,
  maturityOf,
  type NewLot,
  type Problem,
  type TermOffer,
} from '@fibado/planning';
import { canBreakOn, canOpenOn, MAX_NEW_LOTS, openedOf, wholeSteps } from './new-lots.js';
import { brokenLot, type RecordedLot } from './recorded-lots.js';
import { openingDay } from './staircase.js';

export interface MovesRequest {
  readonly problem: Problem;
  /** The first day to plan on. */
  readonly from: Day;
  readonly offers: readonly TermOffer[];
  /** Those a plan may break. */
  readonly recorded: readonly RecordedLot[];
}

export class LotMoves {
  private readonly problem: Problem;
  private readonly from: Day;
  private readonly offers: ReadonlyMap<string, TermOffer>;
  private readonly recorded: readonly RecordedLot[];

  constructor({ problem, from, offers, recorded }: MovesRequest) {
    this.problem = problem;
    this.from = from;
    this.offers = new Map(offers.map((offer) => [offer.id, offer]));
    this.recorded = recorded;
  }

  /** The lots with one larger or smaller by some steps, opened on another day, or left out. */
  *neighbours(lots: readonly NewLot[]): Generator<readonly NewLot[]> {
    for (const [index, lot] of lots.entries()) {
      const others = lots.filter((_, other) => other !== index);
      if (lot.lotId !== undefined) yield* this.otherDays(lot, others);
      const offer = this.offers.get(lot.offerId);
      if (offer === undefined || lot.lotId !== undefined) continue;
      for (const steps of [8, 4, 2, 1, -1, -2]) {
        const amountCents = lot.amountCents + steps * offer.stepCents;
        if (amountCents >= offer.minCents) yield [...others, { ...lot, amountCents }];
      }
      for (const days of [-7, -1, 1, 7]) {
        const openedOn = addDays(lot.openedOn, days);
        if (openedOn < this.from || !canOpenOn(this.problem, offer, openedOn)) continue;
        const moved = { ...lot, openedOn, maturityDate: maturityOf(offer.tenor, openedOn) };
        if (lot.brokenOn === undefined || canBreakOn(this.problem, offer, moved, lot.brokenOn))
          yield [...others, moved];
      }
      yield* this.otherBreaks(lot, offer, others);
      yield* this.exchanges(lot, offer, others);
      yield others;
    }
    yield* this.breaks(lots);
    if (openedOf(lots).length >= MAX_NEW_LOTS) return;
    for (const offer of this.offers.values()) {
      const openedOn = openingDay(this.problem, offer, this.from);
      if (openedOn === undefined) continue;
      const maturityDate = maturityOf(offer.tenor, openedOn);
      yield [...lots, { offerId: offer.id, amountCents: offer.minCents, openedOn, maturityDate }];
    }
  }

  /** A part of a lot in another lot with the same linked account, or in a new one of another offer. */
  private *exchanges(lot: NewLot, offer: TermOffer, others: readonly NewLot[]): Generator<readonly NewLot[]> {
    for (const other of this.offersBehind(offer.linkedAccountId).filter(({ id }) => id !== offer.id)) {
      for (const [index, found] of others.entries()) {
        if (found.offerId !== other.id || found.lotId !== undefined) continue;
        const rest = others.filter((_, position) => position !== index);
        for (const steps of [8, 4, 2, 1]) {
          const moved = steps * other.stepCents;
          if (moved > lot.amountCents) continue;
          const larger = { ...found, amountCents: found.amountCents + moved };
          yield [...rest, larger, ...without(lot, moved, offer)];
        }
      }
      const openedOn = openingDay(this.problem, other, lot.openedOn);
      if (openedOn === undefined || openedOf(others).length + 1 >= MAX_NEW_LOTS) continue;
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
      if (canBreakOn(this.problem, offer, kept, day)) yield [...others, { ...kept, brokenOn: day }];
    }
  }

  /** A recorded lot kept, or broken on another day. */
  private *otherDays(lot: NewLot, others: readonly NewLot[]): Generator<readonly NewLot[]> {
    yield others;
    const recorded = this.recorded.find((one) => one.lot.id === lot.lotId);
    if (recorded === undefined) return;
    const days = recorded.breaks.map(({ brokenOn }) => brokenOn);
    const position = days.indexOf(lot.brokenOn ?? '');
    for (const step of [-5, -1, 1, 5]) {
      const day = days[position + step];
      if (position >= 0 && day !== undefined) yield [...others, { ...lot, brokenOn: day }];
    }
  }

  /** A recorded lot broken as soon as that is possible, its money left, or deposited again as soon as an offer takes it. */
  private *breaks(lots: readonly NewLot[]): Generator<readonly NewLot[]> {
    const done = new Set(lots.map(({ lotId }) => lotId));
    for (const recorded of this.recorded.filter(({ lot }) => !done.has(lot.id))) {
      const [first] = recorded.breaks;
      if (first === undefined) continue;
      yield [...lots, brokenLot(recorded, first.brokenOn)];
      if (openedOf(lots).length >= MAX_NEW_LOTS) continue;
      for (const offer of this.offersBehind(recorded.linked.id)) {
        const { openFrom = this.from } = offer;
        const broken = recorded.breaks.find(({ freeOn }) => freeOn >= openFrom);
        const openedOn = broken && openingDay(this.problem, offer, broken.freeOn);
        const amountCents = wholeSteps(offer, recorded.lot.amountCents);
        if (broken === undefined || openedOn === undefined || amountCents === 0) continue;
        const maturityDate = maturityOf(offer.tenor, openedOn);
        const opened = { offerId: offer.id, amountCents, openedOn, maturityDate };
        yield [...lots, brokenLot(recorded, broken.brokenOn), opened];
      }
    }
  }

  private offersBehind(linkedAccountId: string): TermOffer[] {
    return [...this.offers.values()].filter((offer) => offer.linkedAccountId === linkedAccountId);
  }
}

/** A lot smaller by an amount, or left out where less than the least amount would remain. */
function without(lot: NewLot, amountCents: Cents, { minCents }: TermOffer): readonly NewLot[] {
  const left = lot.amountCents - amountCents;
  return left < minCents ? [] : [{ ...lot, amountCents: left }];
}
