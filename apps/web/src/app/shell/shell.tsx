import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import type { UserLogged } from '@fibado/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { alertError } from '../../components/confirm';
import { toastDone, toastError } from '../../components/toasts';
import { TOAST_MS } from '../../config/constants';
import { SessionDialogs } from '../../features/session/session-dialogs';
import { useSessionUpkeep } from '../../features/session/use-session-upkeep';
import { createQueryClient } from '../../lib/query';
import { BlockingOverlay } from './blocking-overlay';
import { Frame } from './frame';
import { useOfflineData } from './use-offline-data';
import { usePush } from './use-push';
import classes from './shell.module.css';

const queryClient = createQueryClient({ alert: alertError, toast: toastError, done: () => toastDone() });

/** The frame of a signed-in user with all it stands on. */
export default function Shell({ user }: { readonly user: UserLogged }) {
  useSessionUpkeep();
  useOfflineData(queryClient, user);
  usePush(user);
  return (
    <QueryClientProvider client={queryClient}>
      <ModalsProvider>
        <Notifications
          position="bottom-right"
          autoClose={TOAST_MS}
          zIndex={600}
          classNames={{ root: classes.toasts ?? '' }}
        />
        <Frame user={user} />
        <BlockingOverlay />
        <SessionDialogs />
      </ModalsProvider>
    </QueryClientProvider>
  );
}
