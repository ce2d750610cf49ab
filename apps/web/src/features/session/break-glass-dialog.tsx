import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { adminTenants, BREAK_GLASS_MINUTES, breakGlassReason } from '@fibado/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../components/form-error';
import type { Challenge } from '../../lib/challenges';
import { client } from '../../lib/client';

/** Asks a super-administrator why a household is to be entered; its members read the answer. */
export default function BreakGlassDialog({ challenge }: { readonly challenge: Challenge }) {
  const { t } = useTranslation();
  const [tenantId = '', name = ''] = challenge.params;
  const [reason, setReason] = useState('');
  const enter = useMutation({
    mutationFn: () => client.call(adminTenants.enter, { body: { tenantId, reason } }),
    onSuccess: () => challenge.settle(true),
    meta: { inline: true },
  });
  return (
    <Modal
      opened
      onClose={() => challenge.settle(false)}
      title={t('SESSION.BREAK_GLASS.TITLE', { name })}
      zIndex={400}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate();
        }}
      >
        <Stack>
          <FormError error={enter.error} />
          <Alert color="orange">
            {t('SESSION.BREAK_GLASS.TEXT', { name, minutes: BREAK_GLASS_MINUTES })}
          </Alert>
          <Textarea
            label={t('SESSION.BREAK_GLASS.REASON')}
            description={t('SESSION.BREAK_GLASS.REASON_HINT')}
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value.replaceAll('\n', ' '))}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => challenge.settle(false)}>
              {t('COMMON.CANCEL')}
            </Button>
            <Button
              type="submit"
              loading={enter.isPending}
              disabled={!breakGlassReason.safeParse(reason).success}
            >
              {t('SESSION.BREAK_GLASS.ENTER')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
