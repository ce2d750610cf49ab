import { Center, Loader } from '@mantine/core';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useMatches } from 'react-router-dom';
import { autoLogin, verifyStoredSession } from '../../features/session/sign-in';
import { openFinanceLanguage } from '../../lib/i18n';
import { isOffline } from '../../lib/offline/setting';
import { isTokenValid, useSession } from '../../lib/stored-session';
import { redirectFor } from '../guards';
import type { default as Shell } from './shell';

const LaterShell = lazy(() => import('./shell'));
let OpenedShell: typeof LaterShell | typeof Shell = LaterShell;

/** Fetches the shell before anything is drawn: React holds what follows a placeholder back for a third of a second. */
export async function openShell(): Promise<void> {
  OpenedShell = (await import('./shell')).default;
}

function Checking() {
  const { t } = useTranslation();
  return (
    // The page's own skeleton stays while this is all there is, see index.html.
    <Center mih="100dvh" data-waiting>
      <Loader role="status" aria-label={t('SESSION.CHECKING')} />
    </Center>
  );
}

function Leaving() {
  const { t } = useTranslation();
  return (
    <Center mih="100dvh">
      <Loader role="status" aria-label={t('SESSION.LEAVING')} />
    </Center>
  );
}

/** Everything behind the sign-in: tries the automatic one and guards the routes. */
export function Component() {
  const location = useLocation();
  const matches = useMatches();
  const { session, expired, leaving } = useSession();
  const [tried, setTried] = useState(() => isTokenValid(session));

  const begin = useEffectEvent(async () => {
    try {
      await (tried ? verifyStoredSession() : autoLogin());
    } finally {
      setTried(true);
    }
  });
  useEffect(() => {
    void begin();
  }, []);

  const inFinance = location.pathname.startsWith('/fibado');
  useEffect(() => {
    if (inFinance) openFinanceLanguage();
  }, [inFinance]);

  if (leaving) return <Leaving />;
  if (!tried) return <Checking />;
  const user = session && (expired || isTokenValid(session) || isOffline()) ? session.userLogged : null;
  const elsewhere = redirectFor(location.pathname + location.search, user, matches);
  if (elsewhere) return <Navigate to={elsewhere} replace />;
  if (!user) return null;

  return (
    <Suspense fallback={<Checking />}>
      <OpenedShell user={user} />
    </Suspense>
  );
}
