import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { secondFactors } from '@fibado/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../components/form-error';
import { client } from '../../lib/client';
import { makePasskey, PasskeyCancelled } from '../../lib/passkeys';

interface PasskeyDialogProps {
  /** With the first factor come the recovery codes. */
  readonly onClose: (recoveryCodes?: readonly string[]) => void;
}

/** Adds a passkey of this device, of a phone or of a security key, as the browser offers them. */
export function PasskeyDialog({ onClose }: PasskeyDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(t('SECOND_FACTOR.KIND.PASSKEY'));
  const make = useMutation({
    mutationFn: async () => {
      const { ticket, options } = await client.call(secondFactors.beginPasskey);
      const passkey = await makePasskey(options);
      return client.call(secondFactors.confirmPasskey, { body: { ticket, name, passkey } });
    },
    onSuccess: ({ recoveryCodes }) => onClose(recoveryCodes),
    meta: { inline: true },
  });
  const isCancelled = make.error instanceof PasskeyCancelled;
  return (
    <Modal
      opened
      onClose={() => onClose()}
      title={t('SECOND_FACTOR.ADD_PASSKEY')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <Stack>
          {isCancelled ? (
            <Alert color="red" role="alert">
              {t('SECOND_FACTOR.CANCELLED')}
            </Alert>
          ) : (
            <FormError error={make.error} />
          )}
          <Text size="sm">{t('SECOND_FACTOR.PASSKEY_TEXT')}</Text>
          <TextInput
            label={t('SECOND_FACTOR.NAME')}
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose()}>
              {t('COMMON.CANCEL')}
            </Button>
            <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
              {t('SECOND_FACTOR.ADD')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
