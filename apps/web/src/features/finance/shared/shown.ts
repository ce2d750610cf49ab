/** Small parts of pages that show figures without computing any: they must not bring the referee along. */

import { formatDay } from '../../../lib/day';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface NamedHousehold {
  readonly accounts: readonly Named[];
  readonly offers?: readonly Named[];
  readonly lots?: readonly { readonly id: string; readonly offerId: string; readonly maturityDate: string }[];
}

/** Names by id, for rows that only hold ids. An unknown id shows as a dash and never as a UUID. */
export const nameIn =
  (items: readonly Named[]) =>
  (id: string | undefined): string =>
    items.find((item) => item.id === id)?.name ?? '–';

/** Names of a household's goals; what an offer asks of new money is one under the offer's name. */
export const goalNameIn = ({
  goals = [],
  offers = [],
}: {
  readonly goals?: readonly Named[] | undefined;
  readonly offers?: readonly Named[] | undefined;
}) => nameIn([...goals, ...offers, ...offers.map(({ id, name }) => ({ id: `new-money-${id}`, name }))]);

/** Names of a household's accounts and lots, which are accounts in every figure. */
export function accountNameIn({ accounts, offers = [], lots = [] }: NamedHousehold) {
  const offer = nameIn(offers);
  return nameIn([
    ...accounts,
    ...lots.map(({ id, offerId, maturityDate }) => ({
      id,
      name: `${offer(offerId)} ${formatDay(maturityDate)}`,
    })),
  ]);
}

/** The sum of the accounts' balances, day by day. */
export function totalBalances(
  accounts: readonly { readonly dailyBalancesCents: readonly number[] }[],
): number[] {
  const total: number[] = [];
  for (const account of accounts) {
    for (const [index, cents] of account.dailyBalancesCents.entries())
      total[index] = (total[index] ?? 0) + cents;
  }
  return total;
}
