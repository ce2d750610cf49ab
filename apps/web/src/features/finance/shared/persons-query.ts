import { persons } from '@fibado/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { FINANCE } from './queries';

/** Apart from the queries that the dashboard loads, whose script is bounded. */
export const personsQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'persons'],
    queryFn: ({ signal }) => client.call(persons.get, { signal }),
  });
