import { Alert, Anchor, Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { passwordLinks, type ResponseOf } from '@fibado/contracts';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { LoadingState } from '../../components/loading';
import { Logo } from '../../components/logo';
import { LANDING_ROUTE } from '../../config/constants';
import { client } from '../../lib/client';
import { errorCode, errorMessage } from '../../lib/errors';

type LinkInfo = ResponseOf<typeof passwordLinks.info>;

/** Where an invitation or a forgotten password's link leads; the link itself is the part after `#`. */
export function Component() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const link = hash.slice(1);
  const [info, setInfo] = useState<LinkInfo>();
  const [error, setError] = useState<unknown>();
  const [isDead, setDead] = useState(false);
  const [isDone, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');

  useEffect(() => {
    document.title = t('SHELL.PRODUCT');
    client.call(passwordLinks.info, { body: { link } }).then(setInfo, (failure: unknown) => {
      setError(failure);
      setDead(true);
    });
  }, [link, t]);

  const differs = again !== '' && again !== password;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (password !== again) return;
    setBusy(true);
    setError(undefined);
    try {
      await client.call(passwordLinks.setPassword, { body: { link, newPassword: password } });
      setDone(true);
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
          {t(info?.purpose === 'RESET' ? 'SESSION.RESET_TITLE' : 'SESSION.INVITE_TITLE')}
        </Title>
        {error === undefined ? null : (
          <Alert color="red" role="alert">
            {isDead && errorCode(error) === 'VALIDATION'
              ? t('API_ERRORS.LINK_EXPIRED')
              : errorMessage(error, t)}
          </Alert>
        )}
        {isDone ? <Alert role="status">{t('SESSION.INVITE_DONE')}</Alert> : null}
        {isDone || isDead ? (
          <Anchor component={Link} to={LANDING_ROUTE} ta="center">
            {t('SESSION.SIGN_IN')}
          </Anchor>
        ) : info ? (
          <Paper withBorder p="lg">
            <form onSubmit={(event) => void submit(event)}>
              <Stack gap="sm">
                <Text>{t('SESSION.INVITE_TEXT', { name: info.name, username: info.username })}</Text>
                <input type="hidden" name="username" autoComplete="username" value={info.username} readOnly />
                <PasswordInput
                  label={t('SESSION.INVITE_PASSWORD')}
                  description={t('SESSION.PASSWORD_HINT')}
                  autoComplete="new-password"
                  required
                  withAsterisk={false}
                  value={password}
                  onChange={(event) => setPassword(event.currentTarget.value)}
                  visibilityToggleButtonProps={{ 'aria-label': t('SESSION.SHOW_PASSWORD') }}
                />
                <PasswordInput
                  label={t('SESSION.INVITE_AGAIN')}
                  autoComplete="new-password"
                  required
                  withAsterisk={false}
                  value={again}
                  onChange={(event) => setAgain(event.currentTarget.value)}
                  error={differs ? t('SESSION.INVITE_DIFFERENT') : undefined}
                  visibilityToggleButtonProps={{ 'aria-label': t('SESSION.SHOW_PASSWORD') }}
                />
                <Button type="submit" loading={busy} disabled={password === '' || password !== again}>
                  {t('SESSION.INVITE_SUBMIT')}
                </Button>
              </Stack>
            </form>
          </Paper>
        ) : (
          <LoadingState height="14rem" />
        )}
      </Stack>
    </Center>
  );
}
