import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { identities, secondFactors, sessionEndpoints } from '@fibado/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecondFactorForm } from '../../components/second-factor-form';
import { QueryState } from '../../components/states';
import { LANDING_ROUTE } from '../../config/constants';
import type { Challenge } from '../../lib/challenges';
import { client } from '../../lib/client';
import { errorMessage } from '../../lib/errors';
import { storedSession, useUser } from '../../lib/stored-session';
import { instanceConfig } from './instance-config';
import { leaveForProvider } from './open-id';
import { sso } from './sso';

/** Asks once who it is before what an open page alone may not do; the call goes on afterwards. */
export default function StepUpDialog({ challenge }: { readonly challenge: Challenge }) {
  const { t } = useTranslation();
  const isSso = challenge.params[0] === 'SSO';
  return (
    <Modal
      opened
      onClose={() => challenge.settle(false)}
      title={t('SESSION.STEP_UP.TITLE')}
      zIndex={410}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <Stack>{isSso ? <ByProvider /> : <Locally challenge={challenge} />}</Stack>
    </Modal>
  );
}

/** By a second factor where the account has one, else by the password. */
function Locally({ challenge }: { readonly challenge: Challenge }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['account', 'step-up'],
    queryFn: () => client.call(secondFactors.challenge),
    gcTime: 0,
    staleTime: Infinity,
    meta: { inline: true },
  });
  return (
    <QueryState query={query}>
      {(asked) =>
        asked.methods.length === 0 ? (
          <ByPassword challenge={challenge} />
        ) : (
          <>
            <Text size="sm">{t('SECOND_FACTOR.STEP_UP')}</Text>
            <SecondFactorForm
              challenge={asked}
              onProof={async (proof) => {
                await client.call(sessionEndpoints.stepUp, { body: proof });
                challenge.settle(true);
              }}
              onCancel={() => challenge.settle(false)}
            />
          </>
        )
      }
    </QueryState>
  );
}

function ByPassword({ challenge }: { readonly challenge: Challenge }) {
  const { t } = useTranslation();
  const user = useUser();
  const [password, setPassword] = useState('');
  const prove = useMutation({
    mutationFn: () => client.call(sessionEndpoints.stepUp, { body: { password } }),
    onSuccess: () => challenge.settle(true),
    meta: { inline: true },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        prove.mutate();
      }}
    >
      <Stack>
        <Text size="sm">{t('SESSION.STEP_UP.TEXT')}</Text>
        <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ''} readOnly />
        <PasswordInput
          label={t('SESSION.STEP_UP.PASSWORD')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={prove.error ? errorMessage(prove.error, t) : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('SESSION.SHOW_PASSWORD') }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => challenge.settle(false)}>
            {t('COMMON.CANCEL')}
          </Button>
          <Button type="submit" loading={prove.isPending} disabled={password === ''}>
            {t('SESSION.STEP_UP.CONFIRM')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The provider's page asks; the page comes back with a session that was proved just now. */
function ByProvider() {
  const { t } = useTranslation();
  const signInAgain = async (): Promise<void> => {
    const [config, { signedInBy }] = await Promise.all([instanceConfig(), client.call(identities.get)]);
    if (config.providers?.some(({ id }) => id === signedInBy)) {
      storedSession.clear();
      await leaveForProvider(signedInBy ?? '', window.location.pathname, { anew: true });
      return;
    }
    if (!config.sso) return;
    const returnTo = `${LANDING_ROUTE}?redirectTo=${encodeURIComponent(window.location.pathname)}`;
    storedSession.clear();
    await sso.login(config.sso, returnTo, { anew: true });
  };
  return (
    <>
      <Text size="sm">{t('SESSION.STEP_UP.TEXT_SSO')}</Text>
      <Group justify="flex-end">
        <Button onClick={() => void signInAgain()}>{t('SESSION.STEP_UP.SIGN_IN_AGAIN')}</Button>
      </Group>
    </>
  );
}
