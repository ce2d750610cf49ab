import { Modal, Table, Text } from '@mantine/core';
import type { Webhook, WebhookDelivery } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../../components/scroll-table';
import { QueryState } from '../../../components/states';
import { formatInstant } from '../../../lib/day';
import { deliveriesQuery, topicKey } from './webhook-queries';

interface WebhookLogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The latest deliveries of a webhook. */
export function WebhookLog({ webhook, onClose }: WebhookLogProps) {
  const { t } = useTranslation();
  const query = useQuery({ ...deliveriesQuery(webhook.id), staleTime: 0 });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={`${t('FINANCE.WEBHOOKS.LOG')}: ${webhook.name}`}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <QueryState query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Text size="sm">{t('FINANCE.WEBHOOKS.LOG_NONE')}</Text>
          ) : (
            <ScrollTable minWidth={420} label={t('FINANCE.WEBHOOKS.LOG')} fz="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{t('FINANCE.WEBHOOKS.WHEN')}</Table.Th>
                  <Table.Th scope="col">{t('FINANCE.SETTINGS.EVENT')}</Table.Th>
                  <Table.Th scope="col">{t('FINANCE.WEBHOOKS.RESULT')}</Table.Th>
                  <Table.Th scope="col">{t('FINANCE.WEBHOOKS.ATTEMPTS')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {deliveries.map((delivery) => (
                  <Table.Tr key={delivery.id}>
                    <Table.Td>{formatInstant(delivery.createdAt)}</Table.Td>
                    <Table.Td>{t(`FINANCE.WEBHOOKS.TOPIC.${topicKey(delivery.topic)}`)}</Table.Td>
                    <Table.Td>
                      <Result delivery={delivery} />
                    </Table.Td>
                    <Table.Td>{delivery.attempts}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </ScrollTable>
          )
        }
      </QueryState>
    </Modal>
  );
}

function Result({ delivery: { state, status, error } }: { readonly delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  const why = error && t(`FINANCE.WEBHOOKS.ERROR.${error}`, { status });
  return <>{`${t(`FINANCE.WEBHOOKS.STATE.${state}`)}${why ? `: ${why}` : ''}`}</>;
}
