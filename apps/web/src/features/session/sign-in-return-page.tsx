import { Alert, Anchor, Center, Loader, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { Logo } from '../../components/logo';
import { LANDING_ROUTE } from '../../config/constants';
import { errorMessage } from '../../lib/errors';
import { takeStarted } from '../../lib/started-at-provider';
import { chooseAfterOpenId, completeOpenId, completeTie } from './open-id';
import type { SignInOutcome } from './sign-in';
import { TenantPicker } from './tenant-picker';

/** Where a provider leads back to: completes what this tab began: a sign-in, or the tie of an identity. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [choice, setChoice] = useState<Extract<SignInOutcome, { kind: 'choose' }>>();
  const [target, setTarget] = useState('/');
  const [failure, setFailure] = useState<unknown>();
  const [isRefused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);

  const attempt = async (work: () => Promise<SignInOutcome | undefined>, returnTo: string): Promise<void> => {
    setBusy(true);
    try {
      const outcome = await work();
      if (outcome?.kind === 'choose') setChoice(outcome);
      else void navigate(returnTo, { replace: true });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const complete = useEffectEvent(async () => {
    const started = takeStarted();
    if (!started || !search.has('code')) {
      setRefused(true);
      return;
    }
    const { ticket, returnTo } = started;
    setTarget(returnTo);
    const tie = async () => {
      await completeTie(ticket, search);
      return undefined;
    };
    await attempt(started.ties === true ? tie : () => completeOpenId(ticket, search), returnTo);
  });
  useEffect(() => {
    // In a later turn: what is undone at once, as in development, uses nothing up.
    const timer = window.setTimeout(() => void complete());
    return () => window.clearTimeout(timer);
  }, []);

  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw="26rem" align="center">
        <Logo size={64} />
        {choice?.ticket === undefined ? (
          <Outcome
            message={
              failure === undefined
                ? isRefused
                  ? t('SESSION.PROVIDER_REFUSED')
                  : undefined
                : errorMessage(failure, t)
            }
          />
        ) : (
          <TenantPicker
            tenants={choice.tenants}
            busy={busy}
            error={failure}
            onChoose={(cd) => void attempt(() => chooseAfterOpenId(choice.ticket ?? '', cd), target)}
          />
        )}
      </Stack>
    </Center>
  );
}

function Outcome({ message }: { readonly message: string | undefined }) {
  const { t } = useTranslation();
  if (message === undefined) return <Loader role="status" aria-label={t('SESSION.CHECKING')} />;
  return (
    <>
      <Alert color="red" role="alert" w="100%">
        {message}
      </Alert>
      <Anchor component={Link} to={LANDING_ROUTE}>
        {t('SESSION.SIGN_IN')}
      </Anchor>
    </>
  );
}
