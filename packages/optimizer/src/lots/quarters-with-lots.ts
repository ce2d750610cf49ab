/** Several quarters with lots: the plan of someone who looks at one quarter at a time, and opens and breaks lots in each. */

import {
  addDays,
  horizonOf,
  isInQuarter,
  maturityOf,
  type NewLot,
  newLotId,
  type Problem,
  quarterEnd,
  type QuarterDate,
  quartersOf,
  type TermOffer,
  type Transfer,
  withNewLots,
} from '@fibado/planning';
import { continued, optionsOfQuarter, reserves, shareOfQuarter } from '../horizon.js';
import { problemOfQuarter } from '../horizon-figures.js';
import { householdOf } from '../household/household.js';
import { Asker } from '../insight/asker.js';
import { NoPlanInTimeError } from '../no-plan.js';
import type { OptimizeDependencies } from '../optimize.js';
import { bestOf, type LotPlan, LotSearch, type OffersRequest } from './lot-search.js';
import {
  canBreakOn,
  canOpenOn,
  freeOn,
  isBreakable,
  MAX_NEW_LOTS,
  openedOf,
  usableOffers,
} from './new-lots.js';
import { firstLotsOf, quickPlan } from './plan-with-offers.js';
import { recordedLotsOf } from './recorded-lots.js';

export interface MyopicLotsRequest {
  /** Of the whole horizon; its known plans say where the search of each quarter starts. */
  readonly offers: OffersRequest;
  readonly dependencies: Pick<OptimizeDependencies, 'clock' | 'engines' | 'signal'>;
  /** Milliseconds it may take. */
  readonly limitMs: number;
}

/** What the quarters so far did. */
interface Chain {
  /** With the setups of the next quarter, and without a lot of the plan. */
  readonly problem: Problem;
  readonly transfers: readonly Transfer[];
  /** Those opened before those broken, so that an opened one has the same id in every quarter. */
  readonly lots: readonly NewLot[];
}

type Moves = Pick<LotPlan, 'transfers' | 'lots'>;

/** Of the time of a quarter: for transfers alone, and for lots opened with money that no account needs. */
const WITHOUT_SHARE = 0.3;
const FIRST_SHARE = 0.2;

/** Of the time limit, what a second attempt has at least. */
const CAUTIOUS_SHARE = 0.5;

/**
 * The plan that comes of planning every quarter by itself, one after the other, with lots: each from the balances, the
 * carried history and the lots that the one before leaves, of which it may break those it can. Its value is what the
 * referee says of it over the whole horizon. Each quarter opens as many lots as a plan may, so that all together may open
 * more. Where lots hold what a later quarter needs, once more with offers that give the money back: with an exit, or by the
 * end of the quarter. `undefined` where a quarter found no plan then, either, or the horizon refuses it.
 */
export async function lotsQuarterByQuarter(request: MyopicLotsRequest): Promise<LotPlan | undefined> {
  const { asker } = request.offers;
  const until = asker.elapsedMs() + request.limitMs;
  const plan = await planned(request, until, () => true);
  if (plan !== undefined) return plan;
  const later = asker.elapsedMs() + request.limitMs * CAUTIOUS_SHARE;
  return planned(
    request,
    Math.max(until, later),
    (offer, quarter) =>
      isBreakable(offer) || maturityOf(offer.tenor, quarter) <= addDays(quarterEnd(quarter), 1),
  );
}

/** Whether a quarter opens lots of an offer. */
type Choice = (offer: TermOffer, quarter: QuarterDate) => boolean;

async function planned(
  request: MyopicLotsRequest,
  deadlineMs: number,
  mayOpen: Choice,
): Promise<LotPlan | undefined> {
  const { problem, asker } = request.offers;
  const quarters = quartersOf(horizonOf(problem));
  let chain: Chain = { problem, transfers: [], lots: [] };
  for (const [index, quarter] of quarters.entries()) {
    const leftMs = Math.max(0, deadlineMs - asker.elapsedMs());
    const offers = request.offers.offers.filter((offer) => mayOpen(offer, quarter));
    const limitMs = leftMs * shareOfQuarter(index, quarters.length);
    const next = await afterQuarter(request, chain, { quarter, offers, limitMs });
    if (next === undefined) return undefined;
    chain = next;
  }
  const { transfers, lots } = chain;
  const objectiveCents = new LotSearch(request.offers).valueOf(chain);
  return Number.isFinite(objectiveCents) ? { transfers, lots, objectiveCents } : undefined;
}

/**
 * What of it the bound of the horizon's plans covers: as many of its largest lots as one plan opens, on days on which such a
 * plan opens and breaks lots. `undefined` where nothing is left that keeps every limit.
 */
export function coveredPart(request: OffersRequest, { transfers, lots }: LotPlan): LotPlan | undefined {
  const covered = lots.filter((lot) => isCovered(request, lot));
  const largest = openedOf(covered)
    .toSorted((a, b) => b.amountCents - a.amountCents)
    .slice(0, MAX_NEW_LOTS);
  const part = { transfers, lots: covered.filter((lot) => lot.lotId !== undefined || largest.includes(lot)) };
  const objectiveCents = new LotSearch(request).valueOf(part);
  return Number.isFinite(objectiveCents) ? { ...part, objectiveCents } : undefined;
}

function isCovered({ problem, offers, recorded = [] }: OffersRequest, lot: NewLot): boolean {
  const { lotId, brokenOn } = lot;
  if (lotId !== undefined) {
    const breaks = recorded.find((one) => one.lot.id === lotId)?.breaks ?? [];
    return breaks.some((day) => day.brokenOn === brokenOn);
  }
  const offer = offers.find(({ id }) => id === lot.offerId);
  return (
    offer !== undefined &&
    canOpenOn(problem, offer, lot.openedOn) &&
    (brokenOn === undefined || canBreakOn(problem, offer, lot, brokenOn))
  );
}

interface NextQuarter {
  readonly quarter: QuarterDate;
  /** Those on which it may open lots. */
  readonly offers: readonly TermOffer[];
  readonly limitMs: number;
}

async function afterQuarter(
  request: MyopicLotsRequest,
  chain: Chain,
  { quarter, offers: open, limitMs }: NextQuarter,
): Promise<Chain | undefined> {
  const { problem, options, offers } = request.offers;
  const whole = problemOfQuarter(withNewLots(chain.problem, offers, chain.lots), quarter);
  const own = optionsOfQuarter(options, quarter, chain.transfers.length);
  const kept = reserves(householdOf(withNewLots(problem, offers, chain.lots), options), quarter);
  const attempts = [
    { ...whole, operations: [...whole.operations, ...kept] },
    ...(kept.length === 0 ? [] : [whole]),
  ];
  for (const tried of attempts) {
    const found = await new Quarter(request, chain, tried, { options: own, offers: open }).plan(
      limitMs / attempts.length,
    );
    if (found === undefined) continue;
    const lots = merged(chain, found.lots);
    const planned = problemOfQuarter(withNewLots(chain.problem, offers, lots), quarter);
    const household = householdOf(planned, own);
    return {
      problem: continued(chain.problem, { household, transfers: found.transfers }),
      transfers: [...chain.transfers, ...found.transfers],
      lots,
    };
  }
  return undefined;
}

/** The lots of the quarters before with those of the next one, which may break some of them. */
function merged({ problem, lots }: Chain, found: readonly NewLot[]): NewLot[] {
  const own = new Set(lots.map((_, index) => newLotId(problem, index)));
  const broken = new Map(found.map(({ lotId, brokenOn }) => [lotId, brokenOn]));
  const before = lots.map((lot, index): NewLot => {
    const brokenOn = lot.lotId === undefined ? broken.get(newLotId(problem, index)) : undefined;
    return brokenOn === undefined ? lot : { ...lot, brokenOn };
  });
  const all = [...before, ...found.filter(({ lotId }) => lotId === undefined || !own.has(lotId))];
  return [...openedOf(all), ...all.filter(({ lotId }) => lotId !== undefined)];
}

interface QuarterTerms {
  readonly options: ReturnType<typeof optionsOfQuarter<OffersRequest['options']>>;
  readonly offers: readonly TermOffer[];
}

/** One quarter by itself, with the lots of those before as recorded ones. */
class Quarter {
  private readonly usable: readonly TermOffer[];
  private readonly options: QuarterTerms['options'];

  constructor(
    private readonly request: MyopicLotsRequest,
    private readonly chain: Chain,
    private readonly problem: Problem,
    { options, offers }: QuarterTerms,
  ) {
    this.options = options;
    this.usable = usableOffers(problem, offers, options.from);
  }

  async plan(limitMs: number): Promise<LotPlan | undefined> {
    try {
      return await this.found(limitMs);
    } catch (error) {
      if (error instanceof NoPlanInTimeError) return undefined;
      throw error;
    }
  }

  private async found(limitMs: number): Promise<LotPlan | undefined> {
    const { problem, usable: offers } = this;
    const options = { ...this.options, timeLimitMs: limitMs };
    const asker = new Asker(options, this.request.dependencies);
    const start = this.startOf(bestOf(this.request.offers.known));
    const without = await asker.quick(problem, {
      limitMs: limitMs * WITHOUT_SHARE,
      known: [start.transfers],
      improves: false,
    });
    const known: LotPlan[] = without.status === 'INFEASIBLE' ? [] : [{ ...without, lots: [] }];
    const recorded = recordedLotsOf(problem, options.from);
    const request: OffersRequest = { asker, problem, options, offers, recorded, known };
    const objectiveCents = new LotSearch(request).valueOf(start);
    if (Number.isFinite(objectiveCents)) known.push({ ...start, objectiveCents });
    const [first] = known;
    if (first !== undefined) known.push(firstLotsOf(request, first, limitMs * FIRST_SHARE));
    return quickPlan(request, asker.remainingMs());
  }

  /** What a plan of the horizon does in the quarter, as far as it can be done here. */
  private startOf(plan: Moves | undefined): Moves {
    const { quarter } = this.problem;
    const ids = new Set(this.usable.map(({ id }) => id));
    const done = new Set(this.chain.lots.map(({ lotId }) => lotId));
    const lots = (plan?.lots ?? []).flatMap((lot): NewLot[] => {
      const { brokenOn, ...kept } = lot;
      const offer = this.request.offers.offers.find(({ id }) => id === lot.offerId);
      const isBroken = brokenOn !== undefined && isInQuarter(brokenOn, quarter);
      const isFree = offer !== undefined && freeOn(lot, offer) <= quarterEnd(quarter);
      if (lot.lotId !== undefined) return isBroken && !done.has(lot.lotId) ? [lot] : [];
      if (!isInQuarter(lot.openedOn, quarter) || !ids.has(lot.offerId)) return [];
      return [isBroken && isFree ? lot : kept];
    });
    return { transfers: (plan?.transfers ?? []).filter(({ date }) => isInQuarter(date, quarter)), lots };
  }
}
