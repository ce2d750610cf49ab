import { bankConnections } from '@fibado/contracts';
import { Alert, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { client } from '../../../lib/client';
import { errorMessage } from '../../../lib/errors';
import { connectionQuery } from './connection-queries';

/** Takes what the bank sent the person back with, once, and takes it out of the address. */
export function ConnectionReturn() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [params, setParams] = useSearchParams();
  const isTaken = useRef(false);
  const state = params.get('state');
  const complete = useMutation({
    meta: { blocking: false, inline: true },
    mutationFn: (body: { state: string; code?: string; error?: string }) =>
      client.call(bankConnections.completeConsent, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionQuery().queryKey }),
  });
  const { mutate } = complete;
  useEffect(() => {
    if (state === null || isTaken.current) return;
    isTaken.current = true;
    const [code, error] = [params.get('code'), params.get('error')];
    setParams({}, { replace: true });
    if (code !== null) mutate({ state, code });
    else mutate({ state, error: (error ?? 'unknown').slice(0, 200) });
  }, [state, params, setParams, mutate]);
  if (complete.isPending) return <Alert role="status">{t('FINANCE.CONNECTION.COMPLETING')}</Alert>;
  if (complete.error)
    return (
      <Alert color="red" role="alert" title={t('FINANCE.CONNECTION.RETURN_FAILED')}>
        <Text size="sm">{errorMessage(complete.error, t)}</Text>
      </Alert>
    );
  if (!complete.data) return null;
  return (
    <Alert color="teal" role="status">
      {t('FINANCE.CONNECTION.COMPLETED', { bank: complete.data.bank })}
    </Alert>
  );
}
