import { Alert, Anchor, Button, Center, Stack, Title } from '@mantine/core';
import { passwordLinks } from '@fibado/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Logo } from '../../components/logo';
import { LANDING_ROUTE } from '../../config/constants';
import { client } from '../../lib/client';
import { errorMessage } from '../../lib/errors';

/** Where the link to a new e-mail address leads; a click confirms it, so that no mail scanner does by looking. */
export function Component() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const [email, setEmail] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      setEmail((await client.call(passwordLinks.confirmEmail, { body: { link: hash.slice(1) } })).email);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw="26rem">
        <Center>
          <Logo size={64} />
        </Center>
        <Title order={1} size="h2" ta="center">
          {t('SESSION.CONFIRM_EMAIL.TITLE')}
        </Title>
        {error === undefined ? null : (
          <Alert color="red" role="alert">
            {errorMessage(error, t)}
          </Alert>
        )}
        {email === undefined ? (
          <Button loading={busy} onClick={() => void confirm()}>
            {t('SESSION.CONFIRM_EMAIL.CONFIRM')}
          </Button>
        ) : (
          <Alert role="status">{t('SESSION.CONFIRM_EMAIL.DONE', { email })}</Alert>
        )}
        <Anchor component={Link} to={LANDING_ROUTE} ta="center">
          {t('SESSION.SIGN_IN')}
        </Anchor>
      </Stack>
    </Center>
  );
}
