import { bankConnections, type ResponseOf } from '@fibado/contracts';
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { CopyField } from '../../../components/copy-field';
import { SectionCard } from '../../../components/section-card';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { connectionQuery } from './connection-queries';

type Connection = ResponseOf<typeof bankConnections.get>;

interface ConnectionKeyProps {
  readonly connection: Connection;
  readonly canConnect: boolean;
  readonly onNotClosed: (banks: readonly string[]) => void;
}

/** The household's own application: entered once, shown without its secret, and revoked with every consent. */
export function ConnectionKeyCard({ connection, canConnect, onNotClosed }: ConnectionKeyProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { key, callbackUrl } = connection;
  const revoke = useMutation({
    mutationFn: () => client.call(bankConnections.deleteKey),
    onSuccess: ({ notClosed }) => {
      toastDone(t('FINANCE.CONNECTION.KEY_DELETED'));
      onNotClosed(notClosed);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionQuery().queryKey }),
  });
  const ask = () =>
    void confirm({ message: t('FINANCE.CONNECTION.DELETE_KEY_ASK'), danger: true }).then((yes) => {
      if (yes) revoke.mutate();
    });
  return (
    <SectionCard
      title={t('FINANCE.CONNECTION.KEY')}
      description={t('FINANCE.CONNECTION.KEY_TEXT')}
      actions={
        key && canConnect ? (
          <Button size="xs" variant="light" color="red" loading={revoke.isPending} onClick={ask}>
            {t('FINANCE.CONNECTION.DELETE_KEY')}
          </Button>
        ) : null
      }
    >
      {key ? (
        <Text size="sm">
          {t('FINANCE.CONNECTION.KEY_SINCE', {
            id: key.applicationId,
            environment: key.environment,
            by: key.createdBy,
            at: formatInstant(key.createdAt),
          })}
        </Text>
      ) : (
        <Stack gap="sm">
          <CopyField label={t('FINANCE.CONNECTION.CALLBACK')} value={callbackUrl} />
          {canConnect && <KeyForm />}
        </Stack>
      )}
    </SectionCard>
  );
}

function KeyForm() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [applicationId, setApplicationId] = useState('');
  const [privateKey, setPrivateKey] = useState('');
  const save = useMutation({
    mutationFn: () =>
      client.call(bankConnections.saveKey, { body: { applicationId: applicationId.trim(), privateKey } }),
    onSuccess: () => {
      setPrivateKey('');
      toastDone(t('FINANCE.CONNECTION.KEY_SAVED'));
      return queryClient.invalidateQueries({ queryKey: connectionQuery().queryKey });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('FINANCE.CONNECTION.APPLICATION')}
          value={applicationId}
          autoComplete="off"
          required
          onChange={(event) => setApplicationId(event.currentTarget.value)}
        />
        <Textarea
          label={t('FINANCE.CONNECTION.PRIVATE_KEY')}
          description={t('FINANCE.CONNECTION.PRIVATE_KEY_HINT')}
          value={privateKey}
          autoComplete="off"
          spellCheck={false}
          required
          rows={5}
          onChange={(event) => setPrivateKey(event.currentTarget.value)}
        />
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('FINANCE.CONNECTION.SAVE_KEY')}
        </Button>
      </Stack>
    </form>
  );
}
