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
  const opening = problem.setups
    .filter(({ accountId }) => at.accountIds.includes(accountId))
    .reduce(
      (sum, { openingBalanceCents }) => sum + openingBalanceCents,
      at.lotCents(addDays(horizon.from, -1)),
    );
  return {
    offer,
    date: isOver ? horizon.from : to < horizon.to ? to : horizon.to,
    // Of a window that is over nothing is known to have come in.
    wantedCents: isOver
      ? MAX_AMOUNT_CENTS
      : sumOf(lotsOf(problem, offer).filter(({ openedOn }) => openedOn >= from)),
    sinceCents: opening,
    before: isLater ? before : undefined,
    at,
  };
}

const lotsOf = ({ lots = [] }: Problem, { id }: TermOffer): Lot[] =>
  lots.filter(({ offerId }) => offerId === id);

const sumOf = (lots: readonly Lot[]): Cents =>
  cents(lots.reduce((sum, { amountCents }) => sum + amountCents, 0));

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
