/** Whether lots hold new money only, counted anew from the balances of the naive referee. */

import type { NewLot, Problem, TermOffer, Transfer } from '../../src/index.js';
import { referenceEvaluate } from './reference.js';

interface Plan {
  /** With the lots. */
  readonly problem: Problem;
  readonly offer: TermOffer;
  /** Of the offer, those that the plan opens. */
  readonly lots: readonly NewLot[];
  readonly transfers: readonly Transfer[];
}

export function referenceIsNew({ problem, offer, lots, transfers }: Plan): boolean {
  const { accounts } = referenceEvaluate({ ...problem, goals: undefined }, transfers);
  const days = dailyDays(problem);
  const isHere = hereOf(problem, offer);
  const held = (day: string): number =>
    accounts
      .filter(({ accountId }) => isHere(accountId))
      .reduce((sum, { dailyBalancesCents }) => sum + (dailyBalancesCents[days.indexOf(day)] ?? 0), 0);
  const opening = accounts
    .filter(({ accountId }) => isHere(accountId))
    .reduce((sum, { openingBalanceCents }) => sum + openingBalanceCents, 0);
  const { newMoney } = offer;
  const amountOf = (some: readonly NewLot[]): number =>
    some.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (newMoney?.kind === 'SNAPSHOT')
    return lots.every(({ openedOn }) => {
      const open = lots.filter((lot) => lot.openedOn <= openedOn && openedOn < lot.maturityDate);
      return held(openedOn) - newMoney.baselineCents >= amountOf(open);
    });
  const last =
    newMoney === undefined || newMoney.to > (days.at(-1) ?? '') ? (days.at(-1) ?? '') : newMoney.to;
  return held(last) - opening >= amountOf(lots);
}

/**
 * What recorded lots of an offer lose of new money by the end of its window, counted day by day: what came to the bank since
 * the window began, or since the horizon did, less what went; and what earlier lots brought before is taken as having come.
 */
export function referenceMissing(problem: Problem, offer: TermOffer, transfers: readonly Transfer[]): number {
  const { newMoney } = offer;
  const days = dailyDays(problem);
  if (newMoney?.kind !== 'NET_FLOW' || newMoney.to < problem.quarter || newMoney.from > problem.quarter)
    return 0;
  const last = newMoney.to > (days.at(-1) ?? '') ? (days.at(-1) ?? '') : newMoney.to;
  const own = (problem.lots ?? []).filter(
    ({ offerId, openedOn }) => offerId === offer.id && openedOn >= newMoney.from,
  );
  const there = own.filter(({ openedOn, maturityDate }) => openedOn <= last && last < maturityDate);
  const wanted = there.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { accounts } = referenceEvaluate({ ...problem, goals: undefined }, transfers);
  const isHere = hereOf(problem, offer);
  let flow = own
    .filter(({ openedOn, maturityDate }) => openedOn < problem.quarter && problem.quarter <= maturityDate)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  for (const { openingBalanceCents, dailyBalancesCents } of accounts.filter((one) => isHere(one.accountId))) {
    let before = openingBalanceCents;
    for (const day of days.slice(0, days.indexOf(last) + 1)) {
      const now = dailyBalancesCents[days.indexOf(day)] ?? 0;
      flow += now - before;
      before = now;
    }
  }
  return Math.max(0, Math.min(wanted, wanted - flow));
}

/** Whether an account or a lot is at the bank of an offer, of the same holders. */
function hereOf(problem: Problem, offer: TermOffer): (id: string) => boolean {
  const all = (id: string | undefined) => problem.accounts.find((account) => account.id === id);
  const peopleOf = (id: string | undefined): string =>
    [...(problem.accountGroups.find((group) => group.id === all(id)?.accountGroupId)?.holders ?? [])]
      .sort()
      .join();
  /** The account that an account or a lot stands for. */
  const behind = (id: string): string | undefined => {
    const lot = problem.lots?.find((one) => one.id === id);
    return lot ? problem.offers?.find((one) => one.id === lot.offerId)?.linkedAccountId : id;
  };
  return (id) =>
    all(behind(id))?.bankId === offer.bankId && peopleOf(behind(id)) === peopleOf(offer.linkedAccountId);
}

function dailyDays({ quarter }: Problem): string[] {
  const start = new Date(`${quarter}T00:00:00Z`).getTime();
  return Array.from({ length: 91 }, (_, day) =>
    new Date(start + day * 86_400_000).toISOString().slice(0, 10),
  );
}
