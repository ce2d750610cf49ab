import { Alert, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { passwordLinks, type TenantChoice } from '@fibado/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/client';
import { errorMessage } from '../../lib/errors';
import type { InstanceConfig } from './instance-config';
import { signInLocally, type SignInOutcome } from './sign-in';
import { TenantPicker } from './tenant-picker';

interface SignInFormProps {
  readonly config: InstanceConfig;
  /** Fixed when a session that ended is signed in again. */
  readonly username?: string;
  /** The tenant to sign in to, when it is known. */
  readonly tenant?: string;
  readonly onSignedIn: () => void;
  readonly onSso?: () => void;
}

/** User name and password, and the choice of a tenant where there are several. */
export function SignInForm({ config, username: fixed, tenant, onSignedIn, onSso }: SignInFormProps) {
  const { t } = useTranslation();
  const [username, setUsername] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [tenants, setTenants] = useState<readonly TenantChoice[]>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();

  const attempt = async (cdTenant?: string): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const outcome: SignInOutcome = await signInLocally({ username: username.trim(), password }, cdTenant);
      if (outcome.kind === 'signed-in') onSignedIn();
      else setTenants(outcome.tenants);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  const forgot = async (): Promise<void> => {
    setNotice(undefined);
    setError(undefined);
    if (username.trim() === '') {
      setNotice(t('SESSION.FORGOT_WHO'));
      return;
    }
    setBusy(true);
    try {
      await client.call(passwordLinks.forgot, { body: { username: username.trim() } });
      setNotice(t('SESSION.FORGOT_SENT'));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  if (tenants) {
    return <TenantPicker tenants={tenants} busy={busy} error={error} onChoose={(cd) => void attempt(cd)} />;
  }

  return (
    <Stack gap="md">
      {error === undefined ? null : (
        <Alert color="red" role="alert">
          {errorMessage(error, t)}
        </Alert>
      )}
      {notice === undefined ? null : <Alert role="status">{notice}</Alert>}
      {config.localSignIn ? (
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void attempt(tenant);
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={t('SESSION.USERNAME')}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              withAsterisk={false}
              readOnly={fixed !== undefined}
              autoFocus={fixed === undefined}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
            <PasswordInput
              label={t('SESSION.PASSWORD')}
              name="password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              autoFocus={fixed !== undefined}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t('SESSION.SHOW_PASSWORD') }}
            />
            <Button type="submit" loading={busy} fullWidth>
              {t('SESSION.SIGN_IN')}
            </Button>
            {config.passwordReset && fixed === undefined ? (
              <Button variant="subtle" size="compact-sm" disabled={busy} onClick={() => void forgot()}>
                {t('SESSION.FORGOT')}
              </Button>
            ) : null}
          </Stack>
        </form>
      ) : null}
      {config.localSignIn && config.sso && onSso ? <Divider label={t('SESSION.OR')} /> : null}
      {config.sso && onSso ? (
        <Button variant={config.localSignIn ? 'default' : 'filled'} fullWidth onClick={onSso}>
          {t('SESSION.SIGN_IN_SSO')}
        </Button>
      ) : null}
      {!config.localSignIn && !config.sso ? <Alert color="yellow">{t('SESSION.NO_SIGN_IN')}</Alert> : null}
      {config.demo && config.localSignIn ? (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {t('SESSION.DEMO', config.demo)}
        </Text>
      ) : null}
    </Stack>
  );
}
