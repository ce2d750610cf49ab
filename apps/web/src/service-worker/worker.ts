/// <reference lib="webworker" />
import { matchPrecache, precache } from 'workbox-precaching';
import { answerMessage } from './messages';
import { openPushed, resubscribe, showPushed } from './push';
import { receiveShared, SHARE_PATH } from './shared-file';

declare const self: ServiceWorkerGlobalScope;
declare const __FIBADO_PRECACHE__: readonly { readonly url: string; readonly revision: string | null }[];

/** How long a page is waited for before the one kept is shown, milliseconds: a network that hangs is no network. */
const PAGE_WAIT_MS = 4000;

/** This build's files, written here by the build. */
const files = __FIBADO_PRECACHE__;

/** Addresses whose content never changes; what else is kept is asked for first, since a new release may differ. */
const immutable = new Set(
  files.flatMap(({ url, revision }) => (revision === null ? [new URL(url, self.location.origin).href] : [])),
);
const changing = new Set(
  files.flatMap(({ url, revision }) => (revision === null ? [] : [new URL(url, self.location.origin).href])),
);

// Fetches the files of this build when it is installed, and deletes those of earlier builds when it takes over.
precache([...files]);

/** What the network answers in time, else what is kept. */
async function networkFirst(request: Request, kept: string): Promise<Response> {
  const fallback = await matchPrecache(kept);
  if (!fallback) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(fallback), PAGE_WAIT_MS));
  const answered = fetch(request).then(
    // A proxy whose server is down answers for it.
    (fresh) => (fresh.status === 502 || fresh.status === 504 ? fallback : fresh),
    () => fallback,
  );
  return Promise.race([answered, late]);
}

async function keptFirst(request: Request): Promise<Response> {
  return (await matchPrecache(request.url)) ?? fetch(request);
}

/** Pages of the application; what the API serves, and the frame of the silent sign-in check, is not. */
const isPage = ({ mode }: Request, { pathname }: URL): boolean =>
  mode === 'navigate' && !/^\/(?:api\/|assets\/|silent-check-sso\.html)/.test(pathname);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'POST' && url.pathname === SHARE_PATH && url.origin === self.location.origin) {
    event.respondWith(receiveShared(request));
    return;
  }
  // The API's answers are never kept here: nothing of theirs goes through this worker.
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (isPage(request, url)) event.respondWith(networkFirst(request, '/'));
  else if (immutable.has(request.url)) event.respondWith(keptFirst(request));
  else if (changing.has(request.url)) event.respondWith(networkFirst(request, url.pathname));
});

self.addEventListener('message', (event) => answerMessage(self, event));

self.addEventListener('push', (event) => event.waitUntil(showPushed(self, event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPushed(self, event.notification));
});

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(resubscribe(self, event.oldSubscription)),
);
