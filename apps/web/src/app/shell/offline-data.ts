import type { UserLogged } from '@fibado/contracts';
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { toastDone, toastFailed } from '../../components/toasts';
import { errorMessage } from '../../lib/errors';
import { attachOffline } from '../../lib/offline/attach';
import { scopeOf } from '../../lib/offline/database';
import type { Sent } from '../../lib/offline/ticks';

function tell({ sent, refused }: Sent): void {
  if (sent.length > 0) toastDone(i18next.t('SHELL.OFFLINE.SENT', { count: sent.length }));
  for (const { operation, error } of refused)
    toastFailed(
      i18next.t('SHELL.OFFLINE.REFUSED', {
        what: operation.description,
        why: errorMessage(error, i18next.t),
      }),
    );
}

/** @returns ends it. */
export const openOfflineData = (
  queryClient: QueryClient,
  user: Pick<UserLogged, 'tenant' | 'username'>,
): (() => void) => attachOffline({ queryClient, scope: scopeOf(user), onSent: tell });
