/** What can still be decided about the lots a household has, and what each choice is worth to it. */

import {
  addDays,
  businessDayOnOrBefore,
  type Cents,
  type Day,
  horizonOf,
  isBusinessDay,
  type Lot,
  type Problem,
  type TermOffer,
} from '@fibado/planning';
import type { OptimizeDependencies } from '../optimize.js';
import { Asker, type Answered, bestOf, improved } from './asker.js';
import { outlineOf, type PlanOutline } from './outline.js';
import { type AskOptions, withoutPlan } from './transfers.js';

/** KEEP: as it is recorded. BREAK_PART: the rest is kept. END: notice is given, so that it does not renew itself. RENEW: it goes on for another tenor. */
export type LotChoiceKind = 'KEEP' | 'BREAK' | 'BREAK_PART' | 'END' | 'RENEW';

export interface LotChoice {
  readonly kind: LotChoiceKind;
  /** Of BREAK and BREAK_PART the day on which it is asked for, of END the last day for the notice, of RENEW its maturity. */
  readonly on?: Day | undefined;
  /** Of BREAK_PART: how much of it. */
  readonly amountCents?: Cents | undefined;
  /** Of the best plan with it, the effort of one more order deducted; `null`: no plan keeps every limit. */
  readonly objectiveCents: Cents | null;
  /** More than with the lot kept; unset where one of the two has no plan. */
  readonly gainCents?: Cents | undefined;
  /** Whether both plans are proven best. */
  readonly exact: boolean;
  /** Transfers between accounts of that plan. */
  readonly transfers: number;
}

export interface ChoicesOfLot {
  readonly lotId: string;
  /** The most valuable first; of several days to break it on the best one found. */
  readonly choices: readonly LotChoice[];
}

export interface LotChoices {
  readonly base: PlanOutline;
  readonly lots: readonly ChoicesOfLot[];
  /** Lots about which something can be decided, for which there was no time. */
  readonly unanswered: readonly string[];
}

interface Alternative {
  readonly kind: Exclude<LotChoiceKind, 'KEEP'>;
  readonly on: Day;
  readonly amountCents?: Cents | undefined;
  /** What the lot becomes: itself, or the part that is kept and the one that is broken. */
  readonly lots: readonly Lot[];
}

interface Tried {
  readonly lotId: string;
  readonly alternative: Alternative;
  readonly answered: Answered;
}

const BASE_SHARE = 0.25;
/** Days on which a lot is broken for which the household is planned anew, beside the earliest one. */
const MOST_DAYS = 2;
/** Business days before a payment on which its money may have to be free. */
const AHEAD_DAYS = 1;
/** Payments so many days after a part's money is free may be what it is for. */
const PAID_WITHIN_DAYS = 4;
const PROVEN_CENTS = 5;
/** Below every objective. */
const NO_PLAN = Number.MIN_SAFE_INTEGER;

export async function lotChoices(
  given: Problem,
  options: AskOptions,
  dependencies: OptimizeDependencies = {},
): Promise<LotChoices> {
  const asker = new Asker(options, dependencies);
  const found = await asker.best(given, {}, BASE_SHARE);
  const problem = withoutPlan(given, options);
  const decisions = new Decisions(problem, options, found);
  const wanted = (problem.lots ?? []).flatMap((lot) => {
    const alternatives = decisions.of(lot);
    return alternatives.length === 0 ? [] : [{ lot, alternatives }];
  });
  const all = wanted.flatMap(({ lot, alternatives }) =>
    alternatives.map((alternative) => ({ lotId: lot.id, alternative })),
  );
  const tried: Tried[] = [];
  for (const [index, { lotId, alternative }] of all.entries()) {
    if (!asker.hasTime()) break;
    const known = [found.transfers, ...tried.map(({ answered }) => answered.transfers)];
    const share = 1 / (all.length - index);
    const answered = await asker.best(withLots(problem, lotId, alternative.lots), {}, share, known);
    tried.push({ lotId, alternative, answered });
  }
  const kept = improved(
    problem,
    options,
    found,
    tried.map(({ answered }) => answered),
  );
  const effortCents = options.effortCostCents ?? problem.settings.effortCostCents;
  const lots = wanted.flatMap(({ lot }) => {
    const own = tried.filter(({ lotId }) => lotId === lot.id);
    return own.length === 0 ? [] : [{ lotId: lot.id, choices: choicesOf(kept, own, effortCents) }];
  });
  const answered = new Set(lots.map(({ lotId }) => lotId));
  return {
    base: outlineOf(given, options, { ...found, ...kept }),
    lots,
    unanswered: wanted.map(({ lot }) => lot.id).filter((id) => !answered.has(id)),
  };
}

function choicesOf(kept: Answered, tried: readonly Tried[], effortCents: Cents): LotChoice[] {
  const hasPlan = kept.status !== 'INFEASIBLE';
  const keep: LotChoice = {
    kind: 'KEEP',
    objectiveCents: hasPlan ? kept.objectiveCents : null,
    gainCents: hasPlan ? 0 : undefined,
    exact: true,
    transfers: kept.transfers.length,
  };
  const others = tried.map(({ alternative: { kind, on, amountCents }, answered }): LotChoice => {
    const isPlan = answered.status !== 'INFEASIBLE';
    const objectiveCents = isPlan ? answered.objectiveCents - effortCents : null;
    const isCompared = objectiveCents !== null && hasPlan;
    return {
      kind,
      on,
      ...(amountCents === undefined ? {} : { amountCents }),
      objectiveCents,
      gainCents: isCompared ? objectiveCents - kept.objectiveCents : undefined,
      exact: kept.gapCents <= PROVEN_CENTS && answered.gapCents <= PROVEN_CENTS,
      transfers: answered.transfers.length,
    };
  });
  const choices = [keep, ...others].sort(
    (a, b) => (b.objectiveCents ?? NO_PLAN) - (a.objectiveCents ?? NO_PLAN),
  );
  return choices.filter(({ kind }, index) => choices.findIndex((other) => other.kind === kind) === index);
}

const withLots = (problem: Problem, lotId: string, lots: readonly Lot[]): Problem => ({
  ...problem,
  lots: (problem.lots ?? []).flatMap((one) => (one.id === lotId ? lots : [one])),
});

/** What a person can still decide about a lot from the first day to plan on. */
class Decisions {
  private readonly offers: ReadonlyMap<string, TermOffer>;
  private readonly from: Day;
  private readonly to: Day;

  constructor(
    private readonly problem: Problem,
    private readonly options: AskOptions,
    private readonly found: Answered,
  ) {
    this.offers = new Map((problem.offers ?? []).map((offer) => [offer.id, offer]));
    this.from = options.from ?? problem.quarter;
    this.to = horizonOf(problem).to;
  }

  of(lot: Lot): Alternative[] {
    const offer = this.offers.get(lot.offerId);
    const isOpen = lot.state === 'OPEN' && lot.brokenOn === undefined && lot.maturityDate > this.from;
    if (offer === undefined || !isOpen) return [];
    return [...this.ends(lot, offer), ...this.breaks(lot, offer)];
  }

  /** The choice at maturity, where it falls into the horizon. */
  private ends(lot: Lot, offer: TermOffer): Alternative[] {
    const { maturityDate } = lot;
    if (maturityDate > this.to) return [];
    if ((lot.renewal ?? offer.renewal) === 'AUTO') {
      const on = addDays(maturityDate, 0 - Math.max(offer.noticeDays ?? 0, 1));
      return on < this.from ? [] : [{ kind: 'END', on, lots: [{ ...lot, renewal: 'TO_LINKED' }] }];
    }
    const isRenewed = (this.problem.lots ?? []).some(
      ({ offerId, openedOn }) => offerId === lot.offerId && openedOn === maturityDate,
    );
    const isOffered = offer.openTo === undefined || offer.openTo >= maturityDate;
    if (isRenewed || !isOffered) return [];
    return [{ kind: 'RENEW', on: maturityDate, lots: [{ ...lot, renewal: 'AUTO' }] }];
  }

  /** The earliest day to break it on, and those of payments on which the plan at hand earns most. */
  private breaks(lot: Lot, offer: TermOffer): Alternative[] {
    if (offer.exit.kind === 'NONE') return [];
    const days = this.breakDays(lot, offer);
    const [earliest, ...others] = days.map((on) => this.broken(lot, on));
    if (earliest === undefined) return [];
    const parts = offer.partialExit ? days.flatMap((on) => this.partFor(lot, offer, on)) : [];
    return [earliest, ...this.bestOf(lot, others), ...this.bestOf(lot, parts)];
  }

  /** Of some alternatives those with which the plan at hand earns most. */
  private bestOf(lot: Lot, alternatives: readonly Alternative[]): Alternative[] {
    return alternatives
      .map((alternative) => {
        const problem = withLots(this.problem, lot.id, alternative.lots);
        const replayed = bestOf(problem, this.options, [this.found.transfers]);
        return { alternative, objectiveCents: replayed?.objectiveCents ?? NO_PLAN };
      })
      .sort((a, b) => b.objectiveCents - a.objectiveCents)
      .slice(0, MOST_DAYS)
      .map(({ alternative }) => alternative);
  }

  /** As many whole steps as the payments take that are due when the money of a break is free, where enough is left. */
  private partFor(lot: Lot, { stepCents, minCents, noticeDays = 0 }: TermOffer, on: Day): Alternative[] {
    const free = addDays(on, noticeDays);
    const until = addDays(free, PAID_WITHIN_DAYS);
    const neededCents = this.problem.operations
      .filter(({ kind, date }) => kind === 'EXPENSE' && date >= free && date <= until)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    const amountCents = Math.ceil(neededCents / stepCents) * stepCents;
    const keptCents = lot.amountCents - amountCents;
    if (amountCents === 0 || keptCents < minCents) return [];
    const [broken] = this.broken({ ...lot, id: `${lot.id}-part`, amountCents }, on).lots;
    if (broken === undefined) return [];
    return [{ kind: 'BREAK_PART', on, amountCents, lots: [{ ...lot, amountCents: keptCents }, broken] }];
  }

  private broken(lot: Lot, on: Day): Alternative {
    return { kind: 'BREAK', on, lots: [{ ...lot, state: 'BROKEN', brokenOn: on }] };
  }

  /**
   * Between two payments the value changes by the same amount each day, so that the best day is the first one or one on
   * which money is needed.
   */
  private breakDays(lot: Lot, offer: TermOffer): Day[] {
    const { calendar } = this.problem.settings;
    const noticeDays = offer.noticeDays ?? 0;
    const first = lot.openedOn < this.from ? this.from : addDays(lot.openedOn, 1);
    let earliest = addDays(first, noticeDays);
    while (!isBusinessDay(earliest, calendar)) earliest = addDays(earliest, 1);
    const payments = this.problem.operations.filter(({ kind }) => kind === 'EXPENSE');
    const needed = payments.flatMap(({ date }) => {
      const due = businessDayOnOrBefore(date, calendar);
      return [due, businessDayOnOrBefore(addDays(due, 0 - AHEAD_DAYS), calendar)];
    });
    return [...new Set([earliest, ...needed])]
      .filter((day) => day >= earliest && day < lot.maturityDate && day <= this.to)
      .sort()
      .map((day) => addDays(day, 0 - noticeDays));
  }
}
