import { ownPath } from '../lib/page';
import type { PageMessage } from './messages';

/** What the instance pushes, in the person's language. */
interface Pushed {
  readonly title: string;
  /** A later one of the same tag takes its place. */
  readonly tag?: string;
  readonly link?: string;
}

/** A page that does not answer by then is not one of a signed-in person, milliseconds: a browser soon forgets the press. */
const ANSWER_WAIT_MS = 500;

/** A message that cannot be read is shown as well, since browsers ask for something to be shown. */
function read(data: PushMessageData | null): Pushed {
  try {
    const { title, tag, link } = data?.json() as Record<string, unknown>;
    return {
      title: typeof title === 'string' ? title : 'Fibado',
      ...(typeof tag === 'string' ? { tag } : {}),
      ...(typeof link === 'string' ? { link } : {}),
    };
  } catch {
    return { title: 'Fibado' };
  }
}

export async function showPushed(
  self: ServiceWorkerGlobalScope,
  data: PushMessageData | null,
): Promise<void> {
  const { title, link, ...rest } = read(data);
  await self.registration.showNotification(title, {
    ...rest,
    icon: '/assets/icons/icon-192.png',
    badge: '/assets/icons/icon-192.png',
    data: { link },
  });
}

function isTold(client: WindowClient, message: PageMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), ANSWER_WAIT_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    client.postMessage(message, [port2]);
  });
}

/** Opens what a notification is about: in an open page, which asks about changes that are not saved, else in a new one. */
export async function openPushed(self: ServiceWorkerGlobalScope, { data }: Notification): Promise<void> {
  const { link: path } = (data ?? {}) as { readonly link?: string };
  const link = ownPath(path) ?? '/';
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ focused }) => focused) ?? pages[0];
  if (open) {
    const page = await open.focus().catch(() => open);
    if (await isTold(page, { kind: 'OPEN', link })) return;
  }
  await self.clients.openWindow(link);
}

/** The browser gave up its subscription: takes a new one, which open pages, or the next one, hand on to the instance. */
export async function resubscribe(
  self: ServiceWorkerGlobalScope,
  before: PushSubscription | null | undefined,
): Promise<void> {
  const key = before?.options.applicationServerKey;
  const { pushManager } = self.registration;
  if (key && !(await pushManager.getSubscription()))
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ kind: 'SUBSCRIPTION_CHANGED' } satisfies PageMessage);
}
