import { yearEnd } from '@fibado/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { FINANCE } from '../shared/queries';

export const yearEndQuery = (year: number) =>
  queryOptions({
    queryKey: [FINANCE, 'yearEnd', year],
    queryFn: ({ signal }) => client.call(yearEnd.get, { params: { year }, signal }),
    // The page shows what went wrong.
    meta: { inline: true },
  });
