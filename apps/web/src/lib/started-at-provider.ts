import { ownPath } from './page';

/** What was begun at a provider's sign-in page and is completed when it leads back, in this tab alone. */
const STARTED = 'fibado-open-id';

export interface StartedAtProvider {
  readonly ticket: string;
  /** Page of this site to go on with. */
  readonly returnTo: string;
  /** An identity is tied to the account of the open session; absent: a sign-in. */
  readonly ties?: boolean;
}

export function keepStarted(started: StartedAtProvider): void {
  sessionStorage.setItem(STARTED, JSON.stringify(started));
}

/** What this tab began; `undefined` when it began nothing, or it was taken before. */
export function takeStarted(): StartedAtProvider | undefined {
  const stored = sessionStorage.getItem(STARTED);
  sessionStorage.removeItem(STARTED);
  if (stored === null) return undefined;
  const started = JSON.parse(stored) as StartedAtProvider;
  return { ...started, returnTo: ownPath(started.returnTo) ?? '/' };
}
