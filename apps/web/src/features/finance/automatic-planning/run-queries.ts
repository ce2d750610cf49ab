import { optimizer } from '@fibado/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { FINANCE } from '../shared/queries';

/** The newest runs of a quarter: as many as are shown. */
export const runsQuery = (quarter: string) =>
  queryOptions({
    queryKey: [FINANCE, 'runs', quarter],
    queryFn: ({ signal }) => client.call(optimizer.runs, { query: { quarter, page: 0, size: 10 }, signal }),
  });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [FINANCE, 'run', id],
    queryFn: ({ signal }) => client.call(optimizer.run, { params: { id }, signal }),
  });
