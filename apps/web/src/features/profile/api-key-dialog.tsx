import { Alert, Button, Checkbox, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { API_KEY_SCOPES, apiKeys, type ApiKeyScope, saveApiKey } from '@fibado/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/copy-field';
import { FormError } from '../../components/form-error';
import { client } from '../../lib/client';
import { fieldErrors } from '../../lib/field-errors';
import { API_KEYS_KEY } from './api-keys-key';

interface KeyValues {
  name: string;
  scopes: ApiKeyScope[];
  days: number;
}

/** Makes a key and shows it, once. */
export function ApiKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm<KeyValues>({
    initialValues: { name: '', scopes: ['FINANCE_READ'], days: 90 },
    validate: (values) => fieldErrors(saveApiKey, values, t),
  });
  const make = useMutation({
    mutationFn: (body: KeyValues) => client.call(apiKeys.save, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: API_KEYS_KEY }),
    meta: { inline: true },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('PROFILE.API_KEYS.CREATE')}
      closeOnClickOutside={!make.data}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      {make.data ? (
        <Stack>
          <Alert color="yellow">{t('PROFILE.API_KEYS.ONCE')}</Alert>
          <CopyField label={t('PROFILE.API_KEYS.KEY')} value={make.data.key} />
          <Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>
        </Stack>
      ) : (
        <form onSubmit={form.onSubmit((values) => make.mutate(values))}>
          <Stack>
            <FormError error={make.error} />
            <TextInput label={t('PROFILE.API_KEYS.NAME')} data-autofocus {...form.getInputProps('name')} />
            <Checkbox.Group label={t('PROFILE.API_KEYS.SCOPES')} {...form.getInputProps('scopes')}>
              <Stack gap={4} mt="xs">
                {API_KEY_SCOPES.map((scope) => (
                  <Checkbox key={scope} value={scope} label={t(`PROFILE.API_KEYS.SCOPE.${scope}`)} />
                ))}
              </Stack>
            </Checkbox.Group>
            <NumberInput
              label={t('PROFILE.API_KEYS.DAYS')}
              min={1}
              max={366}
              allowDecimal={false}
              hideControls
              {...form.getInputProps('days')}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('COMMON.CANCEL')}
              </Button>
              <Button type="submit" loading={make.isPending}>
                {t('COMMON.CREATE')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
