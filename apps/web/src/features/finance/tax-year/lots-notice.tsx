import type { Lot } from '@fibado/contracts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lotsQuery, termOffersQuery } from '../shared/queries';
import { accountNameIn } from '../shared/shown';

/** The lots that were there on some day of a year. */
export const lotsOfYear = (lots: readonly Lot[], year: number): Lot[] =>
  lots.filter(
    ({ openedOn, maturityDate, brokenOn }) =>
      openedOn <= `${String(year)}-12-31` && (brokenOn ?? maturityDate) >= `${String(year)}-01-01`,
  );

/** Names the lots of a year, which the sheets do not count: a figure must not lack them without a word. */
export function LotsNotice({ year }: { readonly year: number }) {
  const { t } = useTranslation();
  const lots = lotsOfYear(useQuery(lotsQuery()).data ?? [], year);
  const offers = useQuery(termOffersQuery()).data ?? [];
  if (lots.length === 0) return null;
  const name = accountNameIn({ accounts: [], offers, lots });
  return (
    <Alert color="yellow" p="sm">
      {t('FINANCE.TAX_YEAR.LOTS_LEFT_OUT', { year, lots: lots.map(({ id }) => name(id)).join(', ') })}
    </Alert>
  );
}
