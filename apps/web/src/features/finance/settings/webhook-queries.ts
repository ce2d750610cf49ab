import { type Webhook, webhooks } from '@fibado/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client';
import { FINANCE } from '../shared/queries';

export const webhooksQuery = () =>
  queryOptions({
    queryKey: [FINANCE, 'webhooks'],
    queryFn: ({ signal }) => client.call(webhooks.get, { signal }),
    meta: { inline: true },
  });

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [FINANCE, 'webhooks', id],
    queryFn: ({ signal }) => client.call(webhooks.deliveries, { params: { id }, signal }),
    meta: { inline: true },
  });

/** What saving takes of a webhook as it is. */
export const toSave = ({ id, version, name, format, url, topics, enabled }: Webhook) => ({
  id,
  version,
  name,
  format,
  url,
  topics: [...topics],
  enabled,
});

/** A topic as the texts name it. */
export const topicKey = (topic: string): string => topic.replace('.', '_').toUpperCase();
