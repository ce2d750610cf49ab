import { createStore } from '../store';

const KEY = 'fibado-push';

/** Whose notifications this browser shows; undefined: none. */
export const pushOwner = createStore(localStorage.getItem(KEY) ?? undefined);

export function keepPushOwner(owner: string | undefined): void {
  if (owner === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, owner);
  pushOwner.set(owner);
}
