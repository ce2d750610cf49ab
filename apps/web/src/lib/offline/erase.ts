import { dropShared } from '../../service-worker/shared-file';

/** Erases what this device keeps, when a person signs out; waits for it, since the page is left afterwards. */
export async function eraseKept(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  try {
    const { eraseAll } = await import('./database');
    await Promise.all([eraseAll(), dropShared()]);
  } catch {
    // A browser that keeps nothing has nothing to erase.
  }
}
