import { keepPushOwner, pushOwner } from './owner';

/** Timeout of the push service at a sign-out, milliseconds. */
const WAIT_MS = 2000;

/** Ends the browser's own subscription; the instance hears of it from the push service. */
export async function unsubscribe(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Ends the browser's subscription when a person signs out: with the session the instance has forgotten it. */
export async function leavePush(): Promise<void> {
  if (pushOwner.get() === undefined) return;
  keepPushOwner(undefined);
  const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
  await Promise.race([unsubscribe().catch(() => undefined), late]);
}
