import { push, type PushDevice, type UserLogged } from '@fibado/contracts';
import { client } from '../client';
import { storedSession } from '../stored-session';
import { unsubscribe } from './leave';
import { keepPushOwner, pushOwner } from './owner';

type Person = Pick<UserLogged, 'tenant' | 'username'>;

/** How long the service worker is waited for, milliseconds: it is registered after the page was shown. */
const WORKER_WAIT_MS = 10_000;

const ownerOf = ({ tenant, username }: Person): string => JSON.stringify([tenant, username]);

/** Whether this browser can be told; on iPhone and iPad only the installed application can. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this browser shows the person's notifications. */
export const isPushedTo = (person: Person, owner = pushOwner.get()): boolean => owner === ownerOf(person);

/** @throws Error without a service worker, as in a private window. */
async function pushManager(): Promise<PushManager> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No service worker')), WORKER_WAIT_MS);
  });
  try {
    return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager;
  } finally {
    clearTimeout(timer);
  }
}

function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...key));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}

/** The browser's subscription under the instance's key; one under another key, as of before a restore, is replaced. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  const manager = await pushManager();
  const before = await manager.getSubscription();
  if (before && isFor(before, publicKey)) return before;
  await before?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function save(publicKey: string): Promise<PushDevice> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = (await subscribe(publicKey)).toJSON();
  return client.call(push.save, { body: { endpoint, p256dh, auth } });
}

/** Asks the person's permission first. @returns false when it is refused. @throws where the browser's push service does not answer, and what the client throws. */
export async function addDevice(person: Person, publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await save(publicKey);
  keepPushOwner(ownerOf(person));
  return true;
}

/** Ends it here and, of this session, at the instance. Throws what the client throws. */
export async function removeThisDevice(): Promise<void> {
  const { devices } = await client.call(push.get);
  for (const { id } of devices.filter(({ current }) => current))
    await client.call(push.delete, { params: { id } });
  keepPushOwner(undefined);
  await unsubscribe();
}

/**
 * Binds this browser to the session of this moment: subscriptions end with sessions, and change by themselves.
 * Another person who signs in here does not see the notifications of the person before.
 */
export async function renewDevice(person: Person): Promise<void> {
  const owner = pushOwner.get();
  if (owner === undefined || storedSession.token() === undefined || !canPush()) return;
  const [, username] = JSON.parse(owner) as [string, string];
  if (username !== person.username || Notification.permission !== 'granted') {
    keepPushOwner(undefined);
    await unsubscribe();
    return;
  }
  // In another household of the same person it waits for the return.
  if (isPushedTo(person, owner)) await save((await client.call(push.get)).publicKey);
}
