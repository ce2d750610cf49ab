import { reachability } from '../reachability';

const KEY = 'fibado-offline';

/** Whether this device keeps data to be read without a network: what the person chose, else only the installed application. */
export function keepsData(): boolean {
  const chosen = localStorage.getItem(KEY);
  return chosen === null ? window.matchMedia('(display-mode: standalone)').matches : chosen === 'on';
}

export function setKeepsData(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
}

/** Whether pages show what was kept, because the instance does not answer. */
export const isOffline = (): boolean => !reachability.get() && keepsData();
