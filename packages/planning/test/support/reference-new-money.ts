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
  const isHere = (id: string): boolean =>
    all(behind(id))?.bankId === offer.bankId && peopleOf(behind(id)) === peopleOf(offer.linkedAccountId);
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

function dailyDays({ quarter }: Problem): string[] {
  const start = new Date(`${quarter}T00:00:00Z`).getTime();
  return Array.from({ length: 91 }, (_, day) =>
    new Date(start + day * 86_400_000).toISOString().slice(0, 10),
  );
}
