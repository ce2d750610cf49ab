import { BUILD } from '../config/build';

/** What a page asks a service worker. */
export type WorkerMessage = 'VERSION' | 'TAKE_OVER';

/** What a service worker tells pages. */
export type PageMessage =
  /** A notification was pressed; the page answers on the port that comes with it. */
  | { readonly kind: 'OPEN'; readonly link: string }
  /** The browser replaced its subscription to notifications. */
  | { readonly kind: 'SUBSCRIPTION_CHANGED' };

/** Names the build, or ends the wait for the pages of the build before. */
export function answerMessage(self: ServiceWorkerGlobalScope, event: ExtendableMessageEvent): void {
  const message = event.data as WorkerMessage;
  if (message === 'VERSION') event.ports[0]?.postMessage(BUILD);
  if (message === 'TAKE_OVER') event.waitUntil(self.skipWaiting());
}
