import { reconciliation } from '@fibado/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { FINANCE } from '../shared/queries';

export const reconciliationQuery = (year: number) =>
  queryOptions({
    queryKey: [FINANCE, 'reconciliation', year],
    queryFn: ({ signal }) => client.call(reconciliation.get, { params: { year }, signal }),
    // The page shows what went wrong.
    meta: { inline: true },
  });
