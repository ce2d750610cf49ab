import type { QueryClient } from '@tanstack/react-query';
import { askInstance } from '../ask-instance';
import { log } from '../log';
import { reachability } from '../reachability';
import { storedSession } from '../stored-session';
import { keepAnswers, restoreAnswers } from './answers';
import { eraseForeign } from './database';
import { countTicks, type Sent, sendTicks, waitingTicks } from './ticks';

/** How often an instance that did not answer is asked again, milliseconds. */
const ASK_AGAIN_MS = 10_000;

interface Attachment {
  readonly queryClient: QueryClient;
  readonly scope: string;
  /** Told once ticks were sent. */
  readonly onSent: (sent: Sent) => void;
}

const ask = (): void => void askInstance();

/** A browser that keeps nothing, as in a private window, reads and sends nothing later. */
const told = (work: Promise<void>): void =>
  void work.catch((error: unknown) => log.warn('Data for reading offline failed', error));

/** Keeps the data of a person on this device, shows them while the instance does not answer, and sends what waits afterwards. @returns ends it. */
export function attachOffline({ queryClient, scope, onSent }: Attachment): () => void {
  const ended = new AbortController();
  let asking: ReturnType<typeof setInterval> | undefined;

  async function follow(reachable: boolean): Promise<void> {
    clearInterval(asking);
    if (ended.signal.aborted) return;
    if (!reachable) {
      asking = setInterval(ask, ASK_AGAIN_MS);
      await restoreAnswers(queryClient, scope);
      return;
    }
    const result = await sendTicks(scope);
    if (result.sent.length + result.refused.length > 0) onSent(result);
    await queryClient.invalidateQueries({ queryKey: ['finance'] });
  }

  async function begin(): Promise<void> {
    await eraseForeign(scope, Date.now());
    await countTicks(scope);
    if (!reachability.get() || waitingTicks.get() > 0) await follow(reachability.get());
  }

  const stopKeeping = keepAnswers(queryClient, scope);
  const stopFollowing = reachability.subscribe(() => told(follow(reachability.get())));
  // A session that ended meanwhile is opened again before anything can be sent.
  let wasExpired = storedSession.get().expired;
  const stopWaiting = storedSession.subscribe(() => {
    const { expired } = storedSession.get();
    if (wasExpired && !expired) told(follow(reachability.get()));
    wasExpired = expired;
  });
  window.addEventListener('online', ask, { signal: ended.signal });
  told(begin());
  return () => {
    ended.abort();
    clearInterval(asking);
    stopKeeping();
    stopFollowing();
    stopWaiting();
  };
}
