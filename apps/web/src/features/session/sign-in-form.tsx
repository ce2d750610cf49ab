import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { passwordLinks } from '@fibado/contracts';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/client';
import { errorMessage } from '../../lib/errors';
import type { InstanceConfig } from './instance-config';
import { SecondFactorForm } from '../../components/second-factor-form';
import { canUsePasskeys, PasskeyCancelled } from '../../lib/passkeys';
import { ProviderButtons } from './provider-buttons';
import { giveSecondFactor, signInLocally, type SignInOutcome, signInWithPasskey } from './sign-in';
import { TenantPicker } from './tenant-picker';

interface SignInFormProps {
  readonly config: InstanceConfig;
  /** Fixed when a session that ended is signed in again. */
  readonly username?: string;
  /** The tenant to sign in to, when it is known. */
  readonly tenant?: string;
  readonly onSignedIn: () => void;
  readonly onSso?: () => void;
  readonly onProvider?: (id: string) => void;
}

/** User name and password, and the choice of a tenant where there are several. */
export function SignInForm({
  config,
  username: fixed,
  tenant,
  onSignedIn,
  onSso,
  onProvider,
}: SignInFormProps) {
  const { t } = useTranslation();
  const [username, setUsername] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();

  const take = (next: SignInOutcome): void => {
    if (next.kind === 'signed-in') onSignedIn();
    else setOutcome(next);
  };

  const attempt = async (signIn: () => Promise<SignInOutcome>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      take(await signIn());
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  const byPassword = (cdTenant?: string) => signInLocally({ username: username.trim(), password }, cdTenant);

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

  if (outcome?.kind === 'choose') {
    const { tenants, ticket } = outcome;
    const choose = (cd: string) => (ticket === undefined ? byPassword(cd) : giveSecondFactor({ ticket }, cd));
    return (
      <TenantPicker
        tenants={tenants}
        busy={busy}
        error={error}
        onChoose={(cd) => void attempt(() => choose(cd))}
      />
    );
  }
  if (outcome?.kind === 'second-factor') {
    return (
      <SecondFactor
        challenge={outcome.challenge}
        onProof={async (proof) => take(await giveSecondFactor(proof, tenant))}
        onCancel={() => setOutcome(undefined)}
      />
    );
  }

  return (
    <Stack gap="md">
      {error === undefined ? null : (
        <Alert color="red" role="alert">
          {error instanceof PasskeyCancelled ? t('SECOND_FACTOR.CANCELLED') : errorMessage(error, t)}
        </Alert>
      )}
      {notice === undefined ? null : <Alert role="status">{notice}</Alert>}
      {config.localSignIn ? (
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void attempt(() => byPassword(tenant));
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
            {canUsePasskeys() ? (
              <Button
                variant="default"
                fullWidth
                disabled={busy}
                leftSection={<IconFingerprint size={18} aria-hidden="true" />}
                onClick={() => void attempt(() => signInWithPasskey(tenant))}
              >
                {t('SECOND_FACTOR.SIGN_IN_WITH_PASSKEY')}
              </Button>
            ) : null}
            {config.passwordReset && fixed === undefined ? (
              <Button variant="subtle" size="compact-sm" disabled={busy} onClick={() => void forgot()}>
                {t('SESSION.FORGOT')}
              </Button>
            ) : null}
          </Stack>
        </form>
      ) : null}
      <ProviderButtons config={config} onSso={onSso} onProvider={onProvider} />
      {config.demo && config.localSignIn && (
        <DemoLogin
          demo={config.demo}
          busy={busy}
          // A session that ended is signed in again by its own person.
          onTry={fixed === undefined ? (demo) => void attempt(() => signInLocally(demo, tenant)) : undefined}
        />
      )}
    </Stack>
  );
}

function SecondFactor(props: ComponentProps<typeof SecondFactorForm>) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t('SECOND_FACTOR.TITLE')}
      </Title>
      <SecondFactorForm {...props} />
    </Stack>
  );
}

type Demo = NonNullable<InstanceConfig['demo']>;

interface DemoLoginProps {
  readonly demo: Demo;
  readonly busy: boolean;
  readonly onTry: ((demo: Demo) => void) | undefined;
}

/** The published login of a demonstration, and the way in with one press. */
function DemoLogin({ demo, busy, onTry }: DemoLoginProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
        {t('SESSION.DEMO', demo)}
      </Text>
      {onTry && (
        <Button variant="light" fullWidth disabled={busy} onClick={() => onTry(demo)}>
          {t('SESSION.DEMO_TRY')}
        </Button>
      )}
    </Stack>
  );
}
