import type { UserLogged } from '@fibado/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepsData } from '../../lib/offline/setting';

/** Keeps the signed-in person's data on this device where they want it; never those of a user acted for. */
export function useOfflineData(queryClient: QueryClient, user: UserLogged): void {
  const { tenant, username, actor } = user;
  const wanted = keepsData() && actor === undefined;
  useEffect(() => {
    if (!wanted) return;
    let detach: (() => void) | undefined;
    let ended = false;
    void import('./offline-data').then(({ openOfflineData }) => {
      if (!ended) detach = openOfflineData(queryClient, { tenant, username });
    });
    return () => {
      ended = true;
      detach?.();
    };
  }, [wanted, queryClient, tenant, username]);
}
