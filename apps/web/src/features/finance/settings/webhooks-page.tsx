import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type ResponseOf, type Webhook, webhooks } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { PageHeader } from '../../../components/page-header';
import { SectionCard } from '../../../components/section-card';
import { EmptyState, QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { WebhookDialog } from './webhook-dialog';
import { WebhookLog } from './webhook-log';
import { topicKey, toSave, webhooksQuery } from './webhook-queries';
import { WebhookSecret } from './webhook-secret';

/** What came of a test. */
function TestResult({ result }: { readonly result: ResponseOf<typeof webhooks.test> }) {
  const { t } = useTranslation();
  const { delivered, status, error } = result;
  if (delivered)
    return (
      <Alert color="green" role="status">
        {t('FINANCE.WEBHOOKS.TESTED')}
      </Alert>
    );
  const why = t(`FINANCE.WEBHOOKS.ERROR.${error ?? 'STATUS'}`, { status });
  return (
    <Alert color="red" role="alert">
      {t('FINANCE.WEBHOOKS.TEST_FAILED', { why })}
    </Alert>
  );
}

type Shown = { readonly kind: 'EDIT' | 'LOG'; readonly webhook: Webhook } | { readonly kind: 'CREATE' };

/** Webhook: where the household's events are sent, and what came of it. */
export function Component() {
  const { t } = useTranslation();
  const query = useQuery(webhooksQuery());
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  return (
    <>
      <PageHeader
        title={t('FINANCE.WEBHOOKS.TITLE')}
        description={t('FINANCE.WEBHOOKS.TEXT')}
        actions={<Button onClick={() => setShown({ kind: 'CREATE' })}>{t('FINANCE.WEBHOOKS.CREATE')}</Button>}
      />
      <QueryState query={query}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={IconWebhook} title={t('FINANCE.WEBHOOKS.NONE')}>
              {t('FINANCE.WEBHOOKS.NONE_TEXT')}
            </EmptyState>
          ) : (
            <Stack>
              {all.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onShow={setShown} />
              ))}
            </Stack>
          )
        }
      </QueryState>
      {shown?.kind === 'CREATE' && <WebhookDialog onClose={close} />}
      {shown?.kind === 'EDIT' && <WebhookDialog webhook={shown.webhook} onClose={close} />}
      {shown?.kind === 'LOG' && <WebhookLog webhook={shown.webhook} onClose={close} />}
    </>
  );
}

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly onShow: (shown: Shown) => void;
}

function WebhookCard({ webhook, onShow }: WebhookCardProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksQuery().queryKey });
  const { id, name, enabled, failingSince } = webhook;
  const toggle = useMutation({
    mutationFn: () => client.call(webhooks.save, { body: { ...toSave(webhook), enabled: !enabled } }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => client.call(webhooks.delete, { params: { id } }),
    onSettled: refresh,
  });
  const test = useMutation({
    meta: { blocking: false },
    mutationFn: () => client.call(webhooks.test, { params: { id } }),
  });
  const askDelete = async () => {
    if (await confirm({ message: t('FINANCE.WEBHOOKS.DELETE_ASK', { name }), danger: true })) remove.mutate();
  };
  const topics = webhook.topics.map((topic) => t(`FINANCE.WEBHOOKS.TOPIC.${topicKey(topic)}`)).join(', ');
  return (
    <SectionCard
      title={name}
      description={t(`FINANCE.WEBHOOKS.FORMATS.${webhook.format}`)}
      actions={
        <Badge variant="light" color={enabled ? (failingSince ? 'red' : 'green') : 'gray'}>
          {t(enabled ? 'FINANCE.WEBHOOKS.ENABLED' : 'FINANCE.WEBHOOKS.DISABLED')}
        </Badge>
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {webhook.url}
      </Text>
      <Text size="sm">{topics}</Text>
      {failingSince && (
        <Text size="sm">{t('FINANCE.WEBHOOKS.FAILING', { at: formatInstant(failingSince) })}</Text>
      )}
      {test.data && <TestResult result={test.data} />}
      <Group gap="xs">
        <Button size="xs" variant="light" loading={test.isPending} onClick={() => test.mutate()}>
          {t('FINANCE.WEBHOOKS.TEST')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onShow({ kind: 'LOG', webhook })}>
          {t('FINANCE.WEBHOOKS.LOG')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onShow({ kind: 'EDIT', webhook })}>
          {t('COMMON.EDIT')}
        </Button>
        {webhook.format === 'STANDARD' && <WebhookSecret webhook={webhook} />}
        <Button size="xs" variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
          {t(enabled ? 'FINANCE.WEBHOOKS.DISABLE' : 'FINANCE.WEBHOOKS.ENABLE')}
        </Button>
        <Button size="xs" variant="light" color="red" onClick={() => void askDelete()}>
          {t('COMMON.DELETE')}
        </Button>
      </Group>
    </SectionCard>
  );
}
