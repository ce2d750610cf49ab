import { type OfferDocument, termOffers } from '@fibado/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { FINANCE } from '../shared/queries';

/** Offers at the address the administrator names. */
export const publishedQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'publishedOffers'],
    queryFn: ({ signal }) => client.call(termOffers.published, { signal }),
    meta: { inline: true },
  });

/** Offers that show the format; part of the application. */
export const examplesQuery = () =>
  queryOptions({
    queryKey: ['offerExamples'],
    queryFn: async ({ signal }): Promise<OfferDocument> => {
      const answer = await fetch('/assets/offers/examples.json', { signal });
      if (!answer.ok) throw new Error(`The examples answered ${String(answer.status)}`);
      return (await answer.json()) as OfferDocument;
    },
    staleTime: Infinity,
    meta: { inline: true },
  });
