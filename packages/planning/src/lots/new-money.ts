/**
 * Lots that may hold only money that is new to their bank. What a bank compares is all that the holders have there, lots
 * included: on the day a lot is opened with a baseline, or at the end of a window with the day before it. Either is a least
 * amount that the bank's accounts hold together on one day, and so a goal.
 */

import { addDays } from '../calendar.js';
import type { Evaluation } from '../evaluation.js';
import { horizonOf } from '../horizon.js';
import { holderKey } from '../indexed-problem.js';
import { cents, MAX_AMOUNT_CENTS } from '../money.js';
import type { Cents, Day, Goal, Problem } from '../problem.js';
import { endOfLot } from './lives.js';
import { scheduleOf } from './schedule.js';
import type { Lot, TermOffer } from './types.js';

/** A problem with the lots that a plan opens. */
export interface NewLots {
  readonly problem: Problem;
  readonly offers: readonly TermOffer[];
  /** Among the lots of the problem. */
  readonly opened: readonly Lot[];
}

const PREFIX = 'new-money-';
export const newMoneyGoalId = (offerId: string): string => `${PREFIX}${offerId}`;
export const offerOfNewMoney = (goalId: string): string => goalId.slice(PREFIX.length);
export const isOfNewMoney = (goalId: string | undefined): boolean => goalId?.startsWith(PREFIX) === true;

/** What is to be kept so that each lot holds new money only; of a window that begins later as far as no plan moves money before. */
export function newMoneyGoals(lots: NewLots): Goal[] {
  return testsOf(lots).flatMap(({ offer, date, wantedCents, sinceCents, at }): Goal[] => {
    const amountCents = Math.min(MAX_AMOUNT_CENTS, wantedCents + sinceCents - at.lotCents(date));
    if (amountCents <= 0) return [];
    return [{ id: newMoneyGoalId(offer.id), name: offer.name, date, amountCents, accountIds: at.accountIds }];
  });
}

/** Whether lots hold new money only, by the balances of a plan. */
export function holdsNewMoney(lots: NewLots, { days, accounts }: Evaluation): boolean {
  return testsOf(lots).every(({ date, before, wantedCents, sinceCents, at }) => {
    const held = (day: Day): Cents => {
      const position = days.indexOf(day);
      const own = new Set([...at.accountIds, ...at.lotIds]);
      return accounts.reduce(
        (sum, account) =>
          sum + (own.has(account.accountId) ? (account.dailyBalancesCents[position] ?? 0) : 0),
        0,
      );
    };
    const since = before === undefined || !days.includes(before) ? sinceCents : held(before);
    return held(date) - since >= wantedCents;
  });
}

/** Recorded lots whose bank still counts what is new to it. */
export interface NewMoneyWindow {
  readonly offerId: string;
  /** The last day of the window, or of the horizon where that comes before. */
  readonly date: Day;
  /** The principals that are to be new then. */
  readonly wantedCents: Cents;
  /** What these accounts hold together at the end of the day where all of it is. */
  readonly leastCents: Cents;
  readonly accountIds: readonly string[];
  /** Net interest over the whole lives of the lots: what is lost where none of it is new, and of a part in proportion. */
  readonly interestCents: Cents;
}

/** How a running window fares under a plan. */
export interface NewMoneyLoss extends Pick<NewMoneyWindow, 'offerId' | 'date' | 'wantedCents'> {
  readonly missingCents: Cents;
  readonly lostCents: Cents;
}

/**
 * The windows of new money that run when a horizon begins, for the lots that are recorded. What came before the horizon is not
 * known: lots opened before are taken as new then, and from then on everything that leaves the bank counts.
 */
export function runningWindows(problem: Problem): NewMoneyWindow[] {
  const { offers = [], lots = [] } = problem;
  if (lots.length === 0) return [];
  const horizon = horizonOf(problem);
  return offers.flatMap((offer): NewMoneyWindow[] => {
    const { newMoney } = offer;
    if (newMoney?.kind !== 'NET_FLOW' || newMoney.to < horizon.from || newMoney.from > horizon.from)
      return [];
    const date = newMoney.to < horizon.to ? newMoney.to : horizon.to;
    const own = lotsOf(problem, offer).filter(({ openedOn }) => openedOn >= newMoney.from);
    const counted = own.filter((lot) => isThere(problem, offer, lot, date));
    const wantedCents = sumOf(counted);
    if (wantedCents === 0) return [];
    const at = atBankOf(problem, offers, offer);
    const dayBefore = addDays(horizon.from, -1);
    const before = sumOf(own.filter((lot) => isThere(problem, offer, lot, dayBefore)));
    return [
      {
        offerId: offer.id,
        date,
        wantedCents,
        leastCents: cents(wantedCents - before + heldBefore(problem, at) - at.lotCents(date)),
        accountIds: at.accountIds,
        interestCents: sum(counted, (lot) => wholeInterest(problem, offer, lot)),
      },
    ];
  });
}

/**
 * What recorded lots lose of new money under a plan, where they lose any.
 *
 * @param windows those of the problem, given where many of its plans are judged
 */
export function newMoneyLosses(
  problem: Problem,
  { days, accounts }: Evaluation,
  windows: readonly NewMoneyWindow[] = runningWindows(problem),
): NewMoneyLoss[] {
  return windows.flatMap((window): NewMoneyLoss[] => {
    const { offerId, date, wantedCents, leastCents, accountIds, interestCents } = window;
    const position = days.indexOf(date);
    const own = accounts.filter(({ accountId }) => accountIds.includes(accountId));
    const held = sum(own, ({ dailyBalancesCents }) => dailyBalancesCents[position] ?? 0);
    const missingCents = Math.min(wantedCents, leastCents - held);
    if (missingCents <= 0) return [];
    const lostCents = Math.max(0, Math.round((interestCents * missingCents) / wantedCents));
    return [{ offerId, date, wantedCents, missingCents, lostCents }];
  });
}

export function newMoneyLostCents(
  problem: Problem,
  evaluation: Evaluation,
  windows?: readonly NewMoneyWindow[],
): Cents {
  return sum(newMoneyLosses(problem, evaluation, windows), ({ lostCents }) => lostCents);
}

/** What the holders had at the bank on the day before the horizon. */
function heldBefore(problem: Problem, at: AtBank): Cents {
  const accounts = problem.setups.filter(({ accountId }) => at.accountIds.includes(accountId));
  return cents(
    at.lotCents(addDays(horizonOf(problem).from, -1)) +
      sum(accounts, ({ openingBalanceCents }) => openingBalanceCents),
  );
}

/** Net of withholding, from the first day to the maturity. */
function wholeInterest({ settings }: Problem, offer: TermOffer, lot: Lot): Cents {
  const once: Lot = { ...lot, renewal: 'TO_LINKED' };
  const schedule = scheduleOf(once, offer, settings.withholdingPct, lot.maturityDate);
  const { grossCents, withheldCents } = schedule.earnedBy(addDays(lot.maturityDate, -1));
  return grossCents - withheldCents;
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** What the holders have at the bank of an offer. */
interface AtBank {
  readonly accountIds: readonly string[];
  readonly lotIds: readonly string[];
  /** The principals there at the end of a day. */
  lotCents(day: Day): Cents;
}

/** A comparison a bank makes: on a day there is to be so much more than before. */
interface Test {
  readonly offer: TermOffer;
  readonly date: Day;
  /** What the offer's lots hold. */
  readonly wantedCents: Cents;
  /** What was there before; of a day inside the horizon without a plan's transfers, as far as that is known. */
  readonly sinceCents: Cents;
  readonly before: Day | undefined;
  readonly at: AtBank;
}

function testsOf({ problem, offers, opened }: NewLots): Test[] {
  return offers.flatMap((offer) => {
    const own = opened.filter(({ offerId }) => offerId === offer.id);
    if (offer.newMoney === undefined || own.length === 0) return [];
    const at = atBankOf(problem, offers, offer);
    if (offer.newMoney.kind === 'SNAPSHOT') {
      const { baselineCents } = offer.newMoney;
      return [...new Set(own.map(({ openedOn }) => openedOn))].map((date): Test => ({
        offer,
        date,
        wantedCents: sumOf(lotsOf(problem, offer).filter((lot) => isThere(problem, offer, lot, date))),
        sinceCents: baselineCents,
        before: undefined,
        at,
      }));
    }
    return [windowTest(problem, offer, offer.newMoney, at)];
  });
}

function windowTest(
  problem: Problem,
  offer: TermOffer,
  { from, to }: { readonly from: Day; readonly to: Day },
  at: AtBank,
): Test {
  const horizon = horizonOf(problem);
  const isOver = to < horizon.from;
  const isLater = from > horizon.from;
  const before = addDays(isLater ? from : horizon.from, -1);
  return {
    offer,
    date: isOver ? horizon.from : to < horizon.to ? to : horizon.to,
    // Of a window that is over nothing is known to have come in.
    wantedCents: isOver
      ? MAX_AMOUNT_CENTS
      : sumOf(lotsOf(problem, offer).filter(({ openedOn }) => openedOn >= from)),
    sinceCents: heldBefore(problem, at),
    before: isLater ? before : undefined,
    at,
  };
}

const lotsOf = ({ lots = [] }: Problem, { id }: TermOffer): Lot[] =>
  lots.filter(({ offerId }) => offerId === id);

const sumOf = (lots: readonly Lot[]): Cents => cents(sum(lots, ({ amountCents }) => amountCents));

function isThere(problem: Problem, offer: TermOffer, lot: Lot, day: Day): boolean {
  const end = endOfLot(lot, offer, horizonOf(problem).to);
  return lot.openedOn <= day && (end === undefined || day < end);
}

function atBankOf(problem: Problem, offers: readonly TermOffer[], { linkedAccountId }: TermOffer): AtBank {
  const { accounts, accountGroups, lots = [] } = problem;
  const holders = new Map(
    accountGroups.map((group) => [group.id, [...new Set(group.holders.map(holderKey))].sort().join('\n')]),
  );
  const keyOf = (id: string): string => {
    const account = accounts.find((one) => one.id === id);
    return account === undefined ? '' : `${account.bankId} ${holders.get(account.accountGroupId) ?? ''}`;
  };
  const key = keyOf(linkedAccountId);
  const takesPart = new Set(problem.setups.map(({ accountId }) => accountId));
  const byId = new Map([...(problem.offers ?? []), ...offers].map((offer) => [offer.id, offer]));
  const there = lots.flatMap((lot) => {
    const offer = byId.get(lot.offerId);
    return offer !== undefined && keyOf(offer.linkedAccountId) === key ? [{ lot, offer }] : [];
  });
  return {
    accountIds: accounts.filter(({ id }) => takesPart.has(id) && keyOf(id) === key).map(({ id }) => id),
    lotIds: there.map(({ lot }) => lot.id),
    lotCents: (day) =>
      sumOf(there.filter(({ lot, offer }) => isThere(problem, offer, lot, day)).map(({ lot }) => lot)),
  };
}
