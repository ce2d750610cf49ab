import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { secondFactors } from '@fibado/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/copy-field';
import { FormError } from '../../components/form-error';
import { QrCode } from '../../components/qr-code';
import { QueryState } from '../../components/states';
import { client } from '../../lib/client';

interface TotpDialogProps {
  /** With the first factor come the recovery codes. */
  readonly onClose: (recoveryCodes?: readonly string[]) => void;
}

/** Adds an authenticator app: its QR code, and a code of it to confirm. */
export function TotpDialog({ onClose }: TotpDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(t('SECOND_FACTOR.KIND.TOTP'));
  const [code, setCode] = useState('');
  const query = useQuery({
    queryKey: ['account', 'totp-enrolment'],
    queryFn: () => client.call(secondFactors.beginTotp),
    gcTime: 0,
    staleTime: Infinity,
    meta: { inline: true },
  });
  const confirm = useMutation({
    mutationFn: (ticket: string) => client.call(secondFactors.confirmTotp, { body: { ticket, name, code } }),
    onSuccess: ({ recoveryCodes }) => onClose(recoveryCodes),
    meta: { inline: true },
  });
  return (
    <Modal
      opened
      onClose={() => onClose()}
      title={t('SECOND_FACTOR.ADD_TOTP')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <QueryState query={query}>
        {({ ticket, secret, uri }) => (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              confirm.mutate(ticket);
            }}
          >
            <Stack>
              <FormError error={confirm.error} />
              <Text size="sm">{t('SECOND_FACTOR.TOTP_TEXT')}</Text>
              <QrCode text={uri} label={t('SECOND_FACTOR.QR')} />
              <CopyField label={t('SECOND_FACTOR.SECRET')} value={secret} />
              <TextInput
                label={t('SECOND_FACTOR.NAME')}
                maxLength={80}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <TextInput
                label={t('SECOND_FACTOR.CODE')}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                data-autofocus
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <Group justify="flex-end">
                <Button variant="default" onClick={() => onClose()}>
                  {t('COMMON.CANCEL')}
                </Button>
                <Button
                  type="submit"
                  loading={confirm.isPending}
                  disabled={!/^\d{6}$/.test(code) || name.trim() === ''}
                >
                  {t('SECOND_FACTOR.ADD')}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </QueryState>
    </Modal>
  );
}
