import { BUILD } from '../config/build';

/** What a page asks a service worker. */
export type WorkerMessage = 'VERSION' | 'TAKE_OVER';

/** Names the build, or ends the wait for the pages of the build before. */
export function answerMessage(self: ServiceWorkerGlobalScope, event: ExtendableMessageEvent): void {
  const message = event.data as WorkerMessage;
  if (message === 'VERSION') event.ports[0]?.postMessage(BUILD);
  if (message === 'TAKE_OVER') event.waitUntil(self.skipWaiting());
}
