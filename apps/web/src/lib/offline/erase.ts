import { dropShared } from '../../service-worker/shared-file';

/**
 * Erases what this device keeps, when a person signs out; waits for it, since the page is left afterwards.
 * @param but `ticks`: those that wait to be sent stay.
 */
export async function eraseKept(but?: 'ticks'): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  try {
    const { eraseAll, eraseAnswers } = await import('./database');
    await Promise.all([but === 'ticks' ? eraseAnswers() : eraseAll(), dropShared()]);
  } catch {
    // A browser that keeps nothing has nothing to erase.
  }
}
