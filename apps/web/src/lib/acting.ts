import { type Session, sessionEndpoints } from '@fibado/contracts';
import { client } from './client';
import { page } from './page';
import { isTokenValid, storedSession } from './stored-session';

/** The super-administrator's own session while acting as another user, in this tab's storage only. */
const KEY = 'fibado-own-session';

/** Goes on as the user of `session` until {@link stopActing}. */
export function startActing(session: Session): void {
  sessionStorage.setItem(KEY, JSON.stringify(storedSession.session()));
  storedSession.authenticate(session);
  page.go('/');
}

/** Ends the acting session and resumes the own one, if it is still open. */
export async function stopActing(): Promise<void> {
  await client.call(sessionEndpoints.logout).catch(() => undefined);
  const own = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
  sessionStorage.removeItem(KEY);
  if (isTokenValid(own)) storedSession.authenticate(own);
  else storedSession.clear();
  page.go('/');
}
