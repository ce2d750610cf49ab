import { scenarios } from '@fibado/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { FINANCE } from '../shared/queries';

export const scenariosQuery = (quarter: string) =>
  queryOptions({
    queryKey: [FINANCE, 'scenarios', quarter],
    queryFn: ({ signal }) => client.call(scenarios.list, { params: { quarter }, signal }),
  });

export const scenarioComparisonQuery = (quarter: string, horizonQuarters: number) =>
  queryOptions({
    queryKey: [FINANCE, 'scenarioComparison', quarter, horizonQuarters],
    queryFn: ({ signal }) =>
      client.call(scenarios.compare, { params: { quarter }, query: { horizonQuarters }, signal }),
  });
