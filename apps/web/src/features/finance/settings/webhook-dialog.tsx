import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  saveWebhook,
  topicsOf,
  type Webhook,
  WEBHOOK_FORMATS,
  type WebhookFormat,
  webhooks,
  type WebhookTopic,
} from '@fibado/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../components/copy-field';
import { FormError } from '../../../components/form-error';
import { client } from '../../../lib/client';
import { fieldErrors } from '../../../lib/field-errors';
import { topicKey, toSave, webhooksQuery } from './webhook-queries';

interface Values {
  name: string;
  format: WebhookFormat;
  url: string;
  topics: WebhookTopic[];
  /** Empty: nothing is sent, and a stored one stays. */
  token: string;
}

interface WebhookDialogProps {
  /** The one to change; absent: a new one. */
  readonly webhook?: Webhook | undefined;
  readonly onClose: () => void;
}

/** Makes or changes a webhook; of a new one that is signed it shows the secret, once. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    initialValues: {
      name: webhook?.name ?? '',
      format: webhook?.format ?? 'STANDARD',
      url: webhook?.url ?? '',
      topics: [...(webhook?.topics ?? [])],
      token: '',
    },
    validate: (values) => fieldErrors(saveWebhook, bodyOf(values, webhook), t),
  });
  const save = useMutation({
    mutationFn: (values: Values) => client.call(webhooks.save, { body: bodyOf(values, webhook) }),
    onSuccess: async ({ secret }) => {
      await queryClient.invalidateQueries({ queryKey: webhooksQuery().queryKey });
      if (secret === undefined) onClose();
    },
    meta: { inline: true },
  });
  const secret = save.data?.secret;
  const { format } = form.values;
  return (
    <Modal
      opened
      onClose={onClose}
      title={webhook ? webhook.name : t('FINANCE.WEBHOOKS.CREATE')}
      closeOnClickOutside={secret === undefined}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      {secret === undefined ? (
        <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <Stack>
            <FormError error={save.error} />
            <TextInput label={t('FINANCE.WEBHOOKS.NAME')} data-autofocus {...form.getInputProps('name')} />
            <NativeSelect
              label={t('FINANCE.WEBHOOKS.FORMAT')}
              disabled={webhook !== undefined}
              data={WEBHOOK_FORMATS.map((value) => ({
                value,
                label: t(`FINANCE.WEBHOOKS.FORMATS.${value}`),
              }))}
              {...form.getInputProps('format')}
            />
            <TextInput
              type="url"
              label={t('FINANCE.WEBHOOKS.URL')}
              description={t(`FINANCE.WEBHOOKS.URL_HINT.${format}`)}
              {...form.getInputProps('url')}
            />
            {format !== 'STANDARD' && (
              <PasswordInput
                label={t('FINANCE.WEBHOOKS.TOKEN')}
                description={webhook?.hasToken ? t('FINANCE.WEBHOOKS.TOKEN_KEPT') : undefined}
                autoComplete="off"
                {...form.getInputProps('token')}
              />
            )}
            <Checkbox.Group label={t('FINANCE.WEBHOOKS.TOPICS')} {...form.getInputProps('topics')}>
              <Stack gap={4} mt="xs">
                {topicsOf(format).map((topic) => (
                  <Checkbox
                    key={topic}
                    value={topic}
                    label={t(`FINANCE.WEBHOOKS.TOPIC.${topicKey(topic)}`)}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('COMMON.CANCEL')}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {t('COMMON.SAVE')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack>
          <Alert color="yellow">{t('FINANCE.WEBHOOKS.ONCE')}</Alert>
          <CopyField label={t('FINANCE.WEBHOOKS.SECRET')} value={secret} />
          <Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>
        </Stack>
      )}
    </Modal>
  );
}

/** Topics that were chosen under another format and that this one does not carry are left out. */
const bodyOf = ({ token, topics, ...values }: Values, webhook: Webhook | undefined) => ({
  ...(webhook ? toSave(webhook) : {}),
  ...values,
  topics: topics.filter((topic) => topicsOf(values.format).includes(topic)),
  ...(token === '' || values.format === 'STANDARD' ? {} : { token }),
});
