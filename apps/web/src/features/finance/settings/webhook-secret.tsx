import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { type Webhook, webhooks } from '@fibado/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { CopyField } from '../../../components/copy-field';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { webhooksQuery } from './webhook-queries';

/** Replaces the secret of a signed webhook; the new one is shown once. */
export function WebhookSecret({ webhook: { id, name } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => client.call(webhooks.rotateSecret, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery().queryKey }),
  });
  const ask = async () => {
    if (await confirm({ message: t('FINANCE.WEBHOOKS.ROTATE_ASK', { name }) })) rotate.mutate();
  };
  const { webhook, secret } = rotate.data ?? {};
  return (
    <>
      <Button size="xs" variant="default" onClick={() => void ask()}>
        {t('FINANCE.WEBHOOKS.ROTATE')}
      </Button>
      <Modal
        opened={secret !== undefined}
        onClose={rotate.reset}
        title={name}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
      >
        <Stack>
          <Alert color="yellow">{t('FINANCE.WEBHOOKS.ONCE')}</Alert>
          <CopyField label={t('FINANCE.WEBHOOKS.SECRET')} value={secret ?? ''} />
          {webhook?.previousSecretUntil && (
            <Text size="sm">
              {t('FINANCE.WEBHOOKS.PREVIOUS', { at: formatInstant(webhook.previousSecretUntil) })}
            </Text>
          )}
          <Button onClick={rotate.reset}>{t('COMMON.CLOSE')}</Button>
        </Stack>
      </Modal>
    </>
  );
}
