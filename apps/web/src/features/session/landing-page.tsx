import { Button, Flex, Paper, Stack, Text, Title } from '@mantine/core';
import { TransportError } from '@fibado/client';
import type { TenantChoice } from '@fibado/contracts';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { LoadingState } from '../../components/loading';
import { Logo } from '../../components/logo';
import { LANDING_ROUTE } from '../../config/constants';
import { errorMessage } from '../../lib/errors';
import { ownPath } from '../../lib/page';
import { isTokenValid, useSession } from '../../lib/stored-session';
import type { InstanceConfig } from './instance-config';
import type { SsoIdentity } from './sso';

/** Sign-in code is loaded on demand, to keep the landing page small. */
const signInParts = () =>
  import('./sign-in-parts').catch((cause: unknown) => {
    throw new TransportError(0, 'unreachable', { cause });
  });
const SignInForm = lazy(async () => ({ default: (await signInParts()).SignInForm }));
const TenantPicker = lazy(async () => ({ default: (await signInParts()).TenantPicker }));

const leaveFor = async (provider: string, target: string): Promise<void> =>
  (await signInParts()).leaveForProvider(provider, target);

/** Back from the identity provider, the address carries this. */
const SSO_RETURN = 'sso';

/** The public page: title, logo and the button that signs in. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { session, expired } = useSession();
  const [config, setConfig] = useState<InstanceConfig>();
  const [open, setOpen] = useState(search.has('redirectTo'));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [choice, setChoice] = useState<{ identity: SsoIdentity; tenants: readonly TenantChoice[] }>();
  const target = ownPath(search.get('redirectTo')) ?? '/';
  const returning = search.has(SSO_RETURN);

  useEffect(() => {
    document.title = t('SHELL.PRODUCT');
  }, [t]);

  const load = async (): Promise<InstanceConfig | undefined> => {
    try {
      const loaded = await (await signInParts()).instanceConfig();
      setError(undefined);
      setConfig(loaded);
      return loaded;
    } catch (failure) {
      setError(failure);
      return undefined;
    }
  };

  /** Goes on with the identity provider's session; without one, to its sign-in page when `leave` says so. */
  const enterWithSso = async (from: InstanceConfig, leave: boolean, cdTenant?: string): Promise<void> => {
    if (!from.sso) return;
    setBusy(true);
    setError(undefined);
    try {
      const { sso, signInWithIdentity } = await signInParts();
      const identity = choice?.identity ?? (await sso.identity(from.sso));
      if (identity) {
        const outcome = await signInWithIdentity(identity, cdTenant);
        if (outcome.kind === 'choose') setChoice({ identity, tenants: outcome.tenants });
      } else if (leave) {
        const back = new URLSearchParams({ [SSO_RETURN]: '1', redirectTo: target });
        await sso.login(from.sso, `${LANDING_ROUTE}?${back.toString()}`);
      } else {
        setOpen(true);
      }
    } catch (failure) {
      setError(failure);
      setOpen(true);
    } finally {
      setBusy(false);
    }
  };

  const enter = async (): Promise<void> => {
    setBusy(true);
    const loaded = config ?? (await load());
    setBusy(false);
    if (!loaded) return;
    if (loaded.sso && !loaded.localSignIn && !loaded.providers) await enterWithSso(loaded, true);
    else setOpen(true);
  };

  const begin = useEffectEvent(async () => {
    if (!open && !returning) return;
    const loaded = await load();
    if (loaded && returning) await enterWithSso(loaded, false);
  });
  useEffect(() => {
    // In a later turn: what is undone at once, as in development, asks nothing.
    const timer = window.setTimeout(() => void begin());
    return () => window.clearTimeout(timer);
  }, []);

  if (!expired && isTokenValid(session)) return <Navigate to={target} replace />;

  return (
    <Flex
      component="main"
      mih="100dvh"
      p="md"
      gap="xl"
      align="center"
      justify="center"
      direction={{ base: 'column', md: 'row' }}
    >
      <Stack gap="lg" w="100%" maw="26rem">
        <Logo size={56} />
        <Title order={1}>{t('SHELL.PRODUCT')}</Title>
        <Text size="lg">{t('SESSION.TAGLINE')}</Text>
        <Failure error={error} />
        <Suspense fallback={<LoadingState height="14rem" />}>
          {choice && config ? (
            <Paper withBorder p="lg" w="100%">
              <TenantPicker
                tenants={choice.tenants}
                busy={busy}
                error={undefined}
                onChoose={(cd) => void enterWithSso(config, false, cd)}
              />
            </Paper>
          ) : open && config ? (
            <Paper withBorder p="lg" w="100%">
              <SignInForm
                config={config}
                onSignedIn={() => void navigate(target, { replace: true })}
                onSso={() => void enterWithSso(config, true)}
                onProvider={(id) => void leaveFor(id, target).catch(setError)}
              />
            </Paper>
          ) : (returning || open) && error === undefined ? (
            <LoadingState height="14rem" />
          ) : (
            <EnterButton busy={busy} onEnter={() => void enter()} />
          )}
        </Suspense>
      </Stack>
      <Picture />
    </Flex>
  );
}

/** Focused, for Enter to be enough; its ring waits for a key, lest a mouse's user takes it for chosen. */
function EnterButton({ busy, onEnter }: { readonly busy: boolean; readonly onEnter: () => void }) {
  const { t } = useTranslation();
  const [isQuiet, setQuiet] = useState(true);
  const showRing = (): void => setQuiet(false);
  return (
    <Button
      size="lg"
      loading={busy}
      data-quiet-focus={isQuiet || undefined}
      onKeyDown={showRing}
      onBlur={showRing}
      onClick={onEnter}
      autoFocus
    >
      {t('SESSION.ENTER')}
    </Button>
  );
}

function Failure({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  if (error === undefined) return null;
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {errorMessage(error, t)}
    </Text>
  );
}

/** Money moved from one account to another under the threshold; the words beside it say the same. */
function Picture() {
  return (
    <img
      src="/assets/landing.svg"
      alt=""
      width={640}
      height={420}
      style={{ width: '100%', maxWidth: '34rem', height: 'auto' }}
    />
  );
}
