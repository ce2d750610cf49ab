import { keepsData } from '../../lib/offline/setting';
import { logout } from './sign-in';

/** What becomes of the ticks that wait on this device; the person is asked where some cannot be sent. */
export async function settledTicks(): Promise<'KEEP' | 'DISCARD' | 'STAY'> {
  if (!keepsData()) return 'DISCARD';
  try {
    const { settleTicks } = await import('../../components/settle-ticks');
    return await settleTicks(true);
  } catch {
    // A browser that keeps nothing has nothing to send.
    return 'DISCARD';
  }
}

/** Signs out, unless the person stays because of ticks that cannot be sent. @param leaving called before the session ends. */
export async function signOut(leaving: () => void): Promise<void> {
  const choice = await settledTicks();
  if (choice === 'STAY') return;
  leaving();
  await logout(undefined, choice === 'KEEP' ? 'ticks' : undefined);
}
