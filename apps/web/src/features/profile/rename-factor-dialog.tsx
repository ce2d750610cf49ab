import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type SecondFactor, secondFactors } from '@fibado/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../components/form-error';
import { client } from '../../lib/client';

interface RenameFactorDialogProps {
  readonly factor: SecondFactor;
  readonly onClose: () => void;
}

/** Gives a second factor a name by which its owner knows the device. */
export function RenameFactorDialog({ factor, onClose }: RenameFactorDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(factor.name);
  const rename = useMutation({
    mutationFn: () => client.call(secondFactors.rename, { body: { id: factor.id, name } }),
    onSuccess: onClose,
    meta: { inline: true },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('SECOND_FACTOR.RENAME')}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate();
        }}
      >
        <Stack>
          <FormError error={rename.error} />
          <TextInput
            label={t('SECOND_FACTOR.NAME')}
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('COMMON.CANCEL')}
            </Button>
            <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
              {t('COMMON.SAVE')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
