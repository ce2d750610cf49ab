import { Button, Modal, Stack, Text } from '@mantine/core';
import type { UserLogged } from '@fibado/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANDING_ROUTE } from '../../config/constants';
import { eraseKept } from '../../lib/offline/erase';
import { page } from '../../lib/page';
import { leavePush } from '../../lib/push/leave';
import { storedSession } from '../../lib/stored-session';
import { type InstanceConfig, instanceConfig } from './instance-config';
import { SignInForm } from './sign-in-form';
import { settledTicks } from './sign-out';

/** Over the page when its session ended: signing in again goes on where one was, and nothing typed is lost. */
export default function ExpiredDialog({ user }: { readonly user: UserLogged }) {
  const { t } = useTranslation();
  const [config, setConfig] = useState<InstanceConfig>();
  const [waiting, setWaiting] = useState(false);

  useEffect(() => {
    // Without an answer the other window remains, which asks by itself.
    void instanceConfig().then(setConfig, () => setConfig(undefined));
  }, []);

  const signInElsewhere = (): void => {
    setWaiting(true);
    window.open(`${LANDING_ROUTE}?redirectTo=/session-renewed`, 'fibado-sign-in');
  };

  const leave = async (): Promise<void> => {
    const choice = await settledTicks();
    if (choice === 'STAY') return;
    storedSession.leave();
    storedSession.clear();
    await Promise.all([eraseKept(choice === 'KEEP' ? 'ticks' : undefined), leavePush()]);
    page.go(LANDING_ROUTE);
  };

  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('SESSION.EXPIRED_TITLE')}
      zIndex={500}
      centered
    >
      <Stack>
        <Text size="sm">{t('SESSION.EXPIRED_TEXT')}</Text>
        {config?.localSignIn ? (
          <SignInForm
            config={{ ...config, sso: undefined, providers: undefined, demo: undefined }}
            username={user.username}
            tenant={user.tenant}
            onSignedIn={() => {
              const now = storedSession.session()?.userLogged;
              if (now?.username !== user.username || now.tenant !== user.tenant) page.go('/');
            }}
          />
        ) : null}
        {config && !config.sso && !config.providers ? null : (
          <Button variant="default" onClick={signInElsewhere}>
            {waiting ? t('SESSION.EXPIRED_WAITING') : t('SESSION.EXPIRED_OTHER_WINDOW')}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={() => void leave()}>
          {t('SHELL.BAR.LOGOUT')}
        </Button>
      </Stack>
    </Modal>
  );
}
