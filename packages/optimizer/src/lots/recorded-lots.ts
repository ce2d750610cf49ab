/** Recorded lots that a plan may break: on which days, and what each of them is worth broken or kept. */

import {
  businessDayOnOrAfter,
  businessDayOnOrBefore,
  type Account,
  type Cents,
  type Day,
  daysFromTo,
  endOfLot,
  evaluate,
  horizonOf,
  isBusinessDay,
  type Lot,
  type NewLot,
  type Problem,
  quarterEnd,
  type TermOffer,
  weekdayOf,
} from '@fibado/planning';
import { freeOn, isBreakable, linkedAccountOf } from './new-lots.js';

/** Recorded lots of one problem that are looked at, the largest ones; fewer where there are many days to break them on. */
const MAX_RECORDED = 12;
const MAX_REPLAYS = 800;
const FRIDAY = 5;

export interface RecordedBreak {
  /** The day of the notice, and the one on which its money is free. */
  readonly brokenOn: Day;
  readonly freeOn: Day;
  /** What the lot then returns in the horizon, net of withholding, duty and what the exit costs, cents. */
  readonly netCents: Cents;
}

export interface RecordedLot {
  readonly lot: Lot;
  readonly offer: TermOffer;
  readonly linked: Account;
  /** The day in the horizon on which its money comes when it is kept. */
  readonly end: Day | undefined;
  /** What it returns in the horizon when it is kept, cents. */
  readonly keptCents: Cents;
  /** In order of days. */
  readonly breaks: readonly RecordedBreak[];
  /** What it changes on its linked account by the end of each day before the first one to plan on, cents. */
  readonly beforeCents: readonly Cents[];
  /** What it may book there from then on beside its principal, cents: at least and at most. */
  readonly lowCents: Cents;
  readonly highCents: Cents;
}

/** A recorded lot as one that a plan breaks. */
export const brokenLot = (
  { lot: { id, offerId, amountCents, openedOn, maturityDate } }: RecordedLot,
  brokenOn: Day,
): NewLot => ({ lotId: id, offerId, amountCents, openedOn, maturityDate, brokenOn });

/**
 * The lots that a plan may break from a day on, so that their money comes inside the horizon on one of some days.
 * One that would be paid back inside it on a day on which banks do not work is left as it is, and so is one whose duty depends on
 * others, or that another one goes on with.
 */
export function recordedLotsOf(problem: Problem, from: Day = problem.quarter): RecordedLot[] {
  const { offers = [], lots = [] } = problem;
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const isRenewed = ({ offerId, maturityDate }: Lot): boolean =>
    lots.some((other) => other.offerId === offerId && other.openedOn === maturityDate);
  const payDays = payDaysOf(problem, from);
  const wanted = lots
    .filter((lot) => !isRenewed(lot))
    .toSorted((a, b) => b.amountCents - a.amountCents)
    .flatMap((lot) => {
      const offer = byId.get(lot.offerId);
      const linked = offer && linkedAccountOf(problem, offer);
      if (offer === undefined || linked === undefined || !mayBeBroken(problem, lot, offer, from)) return [];
      return [{ lot, offer, linked }];
    });
  return wanted
    .slice(0, Math.min(MAX_RECORDED, Math.floor(MAX_REPLAYS / Math.max(1, payDays.size))))
    .flatMap((one) => new Terms(problem, one, from, payDays).asRecorded());
}

/**
 * The business days on which a lot's money may come: all of the quarter, and of later ones the last of each week, those on
 * which payments are due, and the first ones on which lots of an offer can be opened.
 */
function payDaysOf(problem: Problem, from: Day): ReadonlySet<Day> {
  const { calendar } = problem.settings;
  const { to } = horizonOf(problem);
  const last = quarterEnd(problem.quarter);
  const days = daysFromTo(from, to);
  const soon = days.filter((day) => day <= last && isBusinessDay(day, calendar));
  const ends = days.filter((day) => weekdayOf(day) === FRIDAY);
  const due = problem.operations.flatMap(({ kind, date }) => (kind === 'EXPENSE' ? [date] : []));
  const opens = (problem.offers ?? []).flatMap(({ openFrom }) => openFrom ?? []);
  const later = [
    ...[...ends, ...due].map((day) => businessDayOnOrBefore(day, calendar)),
    ...opens.map((day) => businessDayOnOrAfter(day, calendar)),
  ];
  return new Set([...soon, ...later.filter((day) => day > last && day >= from && day <= to)]);
}

function mayBeBroken({ settings, ...problem }: Problem, lot: Lot, offer: TermOffer, from: Day): boolean {
  const { to } = horizonOf(problem);
  const end = endOfLot(lot, offer, to);
  return (
    lot.state === 'OPEN' &&
    lot.openedOn < from &&
    lot.maturityDate > from &&
    isBreakable(offer) &&
    offer.dutyFreeUpToCents === undefined &&
    (end === undefined || end > to || isBusinessDay(end, settings.calendar))
  );
}

/** A lot beside its linked account alone, which books what the lot does and nothing else. */
class Terms {
  private readonly lot: Lot;
  private readonly offer: TermOffer;
  private readonly linked: Account;
  private readonly alone: Problem;
  private readonly without: readonly Cents[];
  private readonly first: number;
  private readonly days: readonly Day[];
  private lowCents = 0;
  private highCents = 0;

  constructor(
    problem: Problem,
    { lot, offer, linked }: Pick<RecordedLot, 'lot' | 'offer' | 'linked'>,
    private readonly from: Day,
    private readonly payDays: ReadonlySet<Day>,
  ) {
    this.lot = lot;
    this.offer = offer;
    this.linked = linked;
    const { from: begins, to } = horizonOf(problem);
    this.days = daysFromTo(begins, to);
    this.first = this.days.indexOf(from);
    const setup = problem.setups.find(({ accountId }) => accountId === linked.id);
    this.alone = {
      ...problem,
      accounts: [
        {
          ...linked,
          iban: undefined,
          rates: [],
          overdraftRatePct: undefined,
          dutyRegime: 'NONE',
          monthlyFeeCents: 0,
        },
      ],
      setups: setup === undefined ? [] : [{ ...setup, carried: undefined }],
      // What the bank's statement was read up to is told by its movements.
      operations: problem.operations.filter(
        ({ kind, accountId }) => kind !== 'TRANSFER' && accountId === linked.id,
      ),
      offers: [offer],
      goals: undefined,
      lots: [lot],
    };
    this.without = balancesOf({ ...this.alone, lots: [] }, linked.id);
  }

  asRecorded(): RecordedLot[] {
    const { lot, offer, linked, days } = this;
    const end = endOfLot(lot, offer, days.at(-1) ?? '');
    const kept = this.refereed(lot);
    this.book(kept.balances, end);
    const breaks = this.days.slice(this.first).flatMap((brokenOn): RecordedBreak[] => {
      const paid = freeOn({ ...lot, brokenOn }, offer);
      if (!this.isPaidOn(paid)) return [];
      const { balances, netCents } = this.refereed({ ...lot, state: 'BROKEN', brokenOn });
      this.book(balances, paid);
      return [{ brokenOn, freeOn: paid, netCents }];
    });
    if (breaks.length === 0) return [];
    return [
      {
        lot,
        offer,
        linked,
        end: end !== undefined && days.includes(end) ? end : undefined,
        keptCents: kept.netCents,
        breaks,
        beforeCents: days.slice(0, this.first).map((_, day) => this.changeOn(kept.balances, day)),
        lowCents: this.lowCents,
        highCents: this.highCents,
      },
    ];
  }

  private isPaidOn(day: Day): boolean {
    return day < this.lot.maturityDate && this.payDays.has(day);
  }

  private refereed(lot: Lot): { readonly balances: readonly Cents[]; readonly netCents: Cents } {
    const { accounts } = evaluate({ ...this.alone, lots: [lot] }, []);
    const own = accounts.find(({ accountId }) => accountId === lot.id);
    const linked = accounts.find(({ accountId }) => accountId === this.linked.id);
    return { balances: linked?.dailyBalancesCents ?? [], netCents: own?.netReturnCents ?? 0 };
  }

  /** What is booked from the first day to plan on, the principal left out. */
  private book(balances: readonly Cents[], end: Day | undefined): void {
    const before = this.first === 0 ? 0 : this.changeOn(balances, this.first - 1);
    for (const [position, day] of this.days.entries()) {
      if (day < this.from) continue;
      const principal = end !== undefined && end <= day ? this.lot.amountCents : 0;
      const booked = this.changeOn(balances, position) - before - principal;
      this.lowCents = Math.min(this.lowCents, booked);
      this.highCents = Math.max(this.highCents, booked);
    }
  }

  private changeOn(balances: readonly Cents[], day: number): Cents {
    return (balances[day] ?? 0) - (this.without[day] ?? 0);
  }
}

function balancesOf(problem: Problem, accountId: string): readonly Cents[] {
  const { accounts } = evaluate(problem, []);
  return accounts.find((account) => account.accountId === accountId)?.dailyBalancesCents ?? [];
}
