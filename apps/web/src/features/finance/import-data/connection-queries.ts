import { bankConnections } from '@fibado/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { FINANCE } from '../shared/queries';

export const connectionQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'bankConnection'],
    queryFn: ({ signal }) => client.call(bankConnections.get, { signal }),
    meta: { inline: true },
  });

/** The provider's list changes rarely, and asking for it is a request to the provider. */
export const connectableBanksQuery = () =>
  queryOptions({
    queryKey: ['connectableBanks'],
    queryFn: ({ signal }) => client.call(bankConnections.banks, { query: {}, signal }),
    staleTime: Infinity,
    retry: false,
    meta: { inline: true },
  });
