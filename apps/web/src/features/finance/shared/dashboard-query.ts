import { type Dashboard, dashboard } from '@fibado/contracts';
import { isQuarterStart } from '@fibado/planning';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/client';
import { byName } from '../../../lib/names';
import { inGroups } from './order';
import {
  accountGroupsQuery,
  accountsQuery,
  banksQuery,
  goalsQuery,
  lotsQuery,
  operationsQuery,
  quarterQuery,
  quartersQuery,
  recurrencesQuery,
  settingsQuery,
  summaryQuery,
  termOffersQuery,
} from './queries';

/** Puts the parts of one answer where the single queries keep theirs, as these would. */
function fillQueries(queries: QueryClient, answer: Dashboard): void {
  queries.setQueryData(quartersQuery().queryKey, answer.quarters);
  queries.setQueryData(banksQuery().queryKey, answer.banks.toSorted(byName));
  queries.setQueryData(accountGroupsQuery().queryKey, answer.accountGroups);
  queries.setQueryData(accountsQuery().queryKey, inGroups(answer.accounts));
  queries.setQueryData(settingsQuery().queryKey, answer.settings);
  queries.setQueryData(termOffersQuery().queryKey, answer.termOffers);
  queries.setQueryData(lotsQuery().queryKey, answer.lots);
  queries.setQueryData(goalsQuery().queryKey, answer.goals);
  queries.setQueryData(recurrencesQuery().queryKey, answer.recurrences);
  if (!answer.shown) return;
  const { quarter, operations, summary } = answer.shown;
  queries.setQueryData(quarterQuery(quarter.date).queryKey, quarter);
  queries.setQueryData(operationsQuery(quarter.date).queryKey, operations);
  queries.setQueryData(summaryQuery(quarter.date).queryKey, summary);
}

/**
 * Where nothing of the household is known yet, fetches all that the page shows in one request. Whether that is over:
 * the page's own queries then find their data, or fetch and report failures themselves.
 */
export function useDashboardAtOnce(wanted: string | null, today: string): boolean {
  const queries = useQueryClient();
  const [isCold] = useState(() => queries.getQueryData(quartersQuery().queryKey) === undefined);
  const { isPending } = useQuery({
    // Apart from the parts: a change refreshes those.
    queryKey: ['dashboard'],
    enabled: isCold,
    queryFn: async () => {
      const query = isQuarterStart(wanted) ? { quarter: wanted } : {};
      fillQueries(queries, await client.call(dashboard.get, { params: { today }, query }));
      return true;
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { inline: true },
  });
  return !isCold || !isPending;
}
