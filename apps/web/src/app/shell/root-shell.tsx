import { Center, Loader } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useMatches } from 'react-router-dom';
import { alertError } from '../../components/confirm';
import { toastDone, toastError } from '../../components/toasts';
import { TOAST_MS } from '../../config/constants';
import { ExpiredDialog } from '../../features/session/expired-dialog';
import { autoLogin, verifyStoredSession } from '../../features/session/sign-in';
import { useSessionUpkeep } from '../../features/session/use-session-upkeep';
import { openFinanceLanguage } from '../../lib/i18n';
import { createQueryClient } from '../../lib/query';
import { isTokenValid, useSession } from '../../lib/stored-session';
import { redirectFor } from '../guards';
import { BlockingOverlay } from './blocking-overlay';
import { Frame } from './frame';

const queryClient = createQueryClient({ alert: alertError, toast: toastError, done: () => toastDone() });

/** Everything behind the sign-in: tries the automatic one, guards the routes, and draws the frame around them. */
export function Component() {
  const { t } = useTranslation();
  const location = useLocation();
  const matches = useMatches();
  const { session, expired } = useSession();
  const [tried, setTried] = useState(() => isTokenValid(session));
  useSessionUpkeep();

  useEffect(() => {
    if (tried) void verifyStoredSession();
    else void autoLogin().then(() => setTried(true));
    // Once, when the application opens.
  }, []);

  const inFinance = location.pathname.startsWith('/fibado');
  useEffect(() => {
    if (inFinance) openFinanceLanguage();
  }, [inFinance]);

  if (!tried) {
    return (
      <Center mih="100dvh">
        <Loader aria-label={t('SESSION.CHECKING')} />
      </Center>
    );
  }
  const user = session && (expired || isTokenValid(session)) ? session.userLogged : null;
  const elsewhere = redirectFor(location.pathname + location.search, user, matches);
  if (elsewhere) return <Navigate to={elsewhere} replace />;
  if (!user) return null;

  return (
    <QueryClientProvider client={queryClient}>
      <ModalsProvider>
        <Notifications position="top-right" autoClose={TOAST_MS} zIndex={600} />
        <Frame user={user} />
        <BlockingOverlay />
        <ExpiredDialog />
      </ModalsProvider>
    </QueryClientProvider>
  );
}
