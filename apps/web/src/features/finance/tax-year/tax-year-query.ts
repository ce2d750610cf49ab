import { taxYear } from '@fibado/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { FINANCE } from '../shared/queries';

/** Apart from the queries that the dashboard loads, whose script is bounded. */
export const taxYearQuery = (year: number) =>
  queryOptions({
    queryKey: [FINANCE, 'taxYear', year],
    queryFn: ({ signal }) => client.call(taxYear.get, { params: { year }, signal }),
    // The page shows what went wrong.
    meta: { inline: true },
  });
