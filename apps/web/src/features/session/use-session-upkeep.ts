import { useEffect } from 'react';
import { askInstance } from '../../lib/ask-instance';
import { isOffline, keepsData } from '../../lib/offline/setting';
import { page } from '../../lib/page';
import { storedSession, useSession } from '../../lib/stored-session';
import { refreshSession } from './sign-in';

/** A token is renewed when this part of the life it had when this tab first saw it is left. */
const RENEW_AT = 0.5;
const SHORTEST_WAIT_MS = 5000;
/** setTimeout counts in 32 bits. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Ends the session whose time is over. Without a network it ends with the first answer: no new sign-in is possible
 * before. A device that slept does not know yet whether anything answers.
 */
async function endSession(token: string): Promise<void> {
  if (keepsData()) await askInstance();
  if (!isOffline() && storedSession.session()?.token === token) storedSession.expire();
}

/** Renews the token in time, notices its end, and follows what other tabs of this browser do. */
export function useSessionUpkeep(): void {
  const { session, expired } = useSession();
  const token = session?.token;
  const end = session?.userLogged.expirationToken;

  useEffect(() => {
    if (token === undefined || end === undefined || expired) return;
    const left = end - Date.now();
    const clamp = (ms: number): number => Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
    const renew = window.setTimeout(
      () => {
        // A failure is not told: calls will say so, and the end below is noticed anyway.
        refreshSession().catch(() => undefined);
      },
      clamp(Math.max(left * RENEW_AT, Math.min(SHORTEST_WAIT_MS, left / 2))),
    );
    const finish = window.setTimeout(() => void endSession(token), clamp(left - 1000));
    return () => {
      window.clearTimeout(renew);
      window.clearTimeout(finish);
    };
  }, [token, end, expired]);

  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key !== storedSession.storageKey && event.key !== null) return;
      const what = storedSession.readFromOtherTab();
      // Another user, another tenant or signed out: clears everything in memory.
      if (what !== 'changed' && what !== 'ended') return;
      storedSession.leave();
      page.go('/');
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
}
