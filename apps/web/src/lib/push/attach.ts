import type { UserLogged } from '@fibado/contracts';
import type { PageMessage } from '../../service-worker/messages';
import { log } from '../log';
import { ownPath } from '../page';
import { renewDevice } from './device';

/** Keeps this browser's subscription that of the session, and opens what was pressed outside of the page. @returns ends it. */
export function attachPush(
  person: Pick<UserLogged, 'tenant' | 'username'>,
  open: (path: string) => void,
): () => void {
  const ended = new AbortController();
  const renew = (): void =>
    void renewDevice(person).catch((error: unknown) =>
      log.warn('The subscription to notifications could not be renewed', error),
    );
  const hear = ({ data, ports }: MessageEvent<PageMessage>): void => {
    if (data.kind === 'SUBSCRIPTION_CHANGED') renew();
    if (data.kind !== 'OPEN') return;
    ports[0]?.postMessage('OPENED');
    const path = ownPath(data.link);
    if (path !== undefined) open(path);
  };
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.addEventListener('message', hear, { signal: ended.signal });
  renew();
  return () => ended.abort();
}
