/** Lots opened at once with money that no account needs: found by replays alone, in milliseconds. */

import {
  type Cents,
  type Day,
  maturityOf,
  type Problem,
  type TermOffer,
  type Transfer,
  withNewLots,
} from '@fibado/planning';
import { type HouseAccount, type Household, householdOf } from '../household/household.js';
import { referee } from '../referee.js';
import type { OptimizeOptions } from '../types.js';
import { isWithin, keyOf } from '../within.js';
import { MAX_NEW_LOTS, mostOf, wholeSteps } from './new-lots.js';
import type { LotPlan } from './lot-search.js';
import { openingDay } from './staircase.js';

export interface FirstLotsRequest {
  /** Without a plan. */
  readonly problem: Problem;
  readonly options: OptimizeOptions;
  readonly offers: readonly TermOffer[];
  /** The objective; minus infinity where a limit is broken. */
  readonly valueOf: (plan: Pick<LotPlan, 'transfers' | 'lots'>) => number;
  readonly hasTime: () => boolean;
  /** Called with every plan that is better than the one before. */
  readonly onPlan?: ((plan: LotPlan) => void) | undefined;
}

/** Of the money that can be spared, how much of it is tried. */
const PARTS = [1, 0.5];

/** The plan with one lot after the other, each the one that adds most, with the transfer that pays for it. */
export function firstLots(request: FirstLotsRequest, plan: LotPlan): LotPlan {
  let best = plan;
  while (best.lots.length < MAX_NEW_LOTS && request.hasTime()) {
    let next = best;
    for (const tried of openings(request, best)) {
      if (!request.hasTime()) break;
      const objectiveCents = request.valueOf(tried);
      if (objectiveCents > next.objectiveCents) next = { ...tried, objectiveCents };
    }
    if (next === best) break;
    best = next;
    request.onPlan?.(best);
  }
  return best;
}

type Tried = Pick<LotPlan, 'transfers' | 'lots'>;

function* openings(request: FirstLotsRequest, plan: LotPlan): Generator<Tried> {
  const { problem, options, offers } = request;
  const household = householdOf(withNewLots(problem, offers, plan.lots), options);
  const forced = new Set(household.forced.map(keyOf));
  const { evaluation } = referee(
    household,
    plan.transfers.filter((transfer) => !forced.has(keyOf(transfer))),
  );
  const spare = (account: HouseAccount, from: number, to: number): Cents => {
    const balances = evaluation.accounts[account.index]?.dailyBalancesCents ?? [];
    let least = Infinity;
    for (let day = from; day < to; day += 1) {
      const minimum = account.min[day] ?? 0;
      least = Math.min(least, (balances[day] ?? 0) - (Number.isFinite(minimum) ? minimum : 0));
    }
    return Number.isFinite(least) ? Math.max(0, least) : 0;
  };
  for (const offer of offers) {
    const linked = household.accounts.find(({ id }) => id === offer.linkedAccountId);
    const own = linked && openingFrom(household, offer, linked, linked);
    if (linked === undefined || own === undefined) continue;
    const ownCents = spare(linked, own.opens, endOf(household, offer, own.openedOn));
    const sources = household.accounts
      .filter((source) => source !== linked)
      .flatMap((source): Source[] => {
        const opening = openingFrom(household, offer, source, linked);
        const cents = opening === undefined ? 0 : spare(source, opening.leaves, household.dayCount);
        return opening === undefined || cents === 0 ? [] : [{ source, cents, ...opening }];
      })
      .sort((a, b) => b.cents - a.cents);
    for (const chosen of choicesOf(sources)) {
      const total = chosen.reduce((sum, { cents }) => sum + cents, ownCents);
      const most = Math.min(mostOf(problem, offer), total);
      for (const amountCents of new Set(PARTS.map((part) => wholeSteps(offer, most * part)))) {
        if (amountCents === 0) continue;
        const lot = { offer, linked, amountCents, ownCents, own };
        const tried = withLot(household, plan, lot, chosen);
        if (isWithin(problem, options, tried.transfers)) yield tried;
      }
    }
  }
}

/** None, each alone, and the largest ones together. */
const choicesOf = (sources: readonly Source[]): (readonly Source[])[] => [
  [],
  ...sources.map((source) => [source]),
  ...sources.slice(1).map((_, index) => sources.slice(0, index + 2)),
];

interface Source extends Opening {
  readonly source: HouseAccount;
  /** What it can spare from the day on which it leaves, cents. */
  readonly cents: Cents;
}

interface Opening {
  /** Positions of the day on which money leaves the source and of the day of the lot. */
  readonly leaves: number;
  readonly opens: number;
  readonly openedOn: Day;
}

/** The first day on which money of an account can be a lot. */
function openingFrom(
  household: Household,
  offer: TermOffer,
  source: HouseAccount,
  linked: HouseAccount,
): Opening | undefined {
  const { options, timeline, isTransferDay, pairs, problem } = household;
  const { days, positions } = timeline.plan.grid;
  const isPair = pairs.some(({ from, to }) => from === source.index && to === linked.index);
  if (source !== linked && !isPair) return undefined;
  const leaves =
    source === linked ? options.from : days.findIndex((_, day) => day >= options.from && isTransferDay[day]);
  if (leaves < 0) return undefined;
  const arrives = source === linked ? leaves : household.arrival(source.index, linked.index, leaves);
  const day = days[arrives];
  const openedOn = day === undefined ? undefined : openingDay(problem, offer, day);
  const opens = openedOn === undefined ? undefined : positions.get(openedOn);
  return openedOn === undefined || opens === undefined ? undefined : { leaves, opens, openedOn };
}

/** The position of the day on which the lot's money is back, or the end of the horizon. */
function endOf({ timeline, dayCount }: Household, offer: TermOffer, openedOn: Day): number {
  return timeline.plan.grid.positions.get(maturityOf(offer.tenor, openedOn)) ?? dayCount;
}

interface Sized {
  readonly offer: TermOffer;
  readonly linked: HouseAccount;
  readonly amountCents: Cents;
  /** What the linked account can spare itself, and from when on. */
  readonly ownCents: Cents;
  readonly own: Opening;
}

function withLot(household: Household, plan: LotPlan, lot: Sized, sources: readonly Source[]): Tried {
  const { offer, linked, amountCents, ownCents, own } = lot;
  const { stepCents } = household.options;
  const { days } = household.timeline.plan.grid;
  const transfers: Transfer[] = [];
  let openedOn = own.openedOn;
  let missing = Math.max(0, amountCents - ownCents);
  for (const { source, cents, leaves, openedOn: arrives } of sources) {
    const moved = Math.min(Math.ceil(missing / stepCents), Math.floor(cents / stepCents)) * stepCents;
    if (moved === 0) continue;
    missing = Math.max(0, missing - moved);
    if (arrives > openedOn) openedOn = arrives;
    const date = days[leaves] ?? openedOn;
    transfers.push({ date, fromAccountId: source.id, toAccountId: linked.id, amountCents: moved });
  }
  return {
    transfers: [...plan.transfers, ...transfers],
    lots: [
      ...plan.lots,
      { offerId: offer.id, amountCents, openedOn, maturityDate: maturityOf(offer.tenor, openedOn) },
    ],
  };
}
