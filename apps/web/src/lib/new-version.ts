import { createStore } from './store';

/** Set while a newer build than the page's is there: loads the page anew with it. */
export const newVersion = createStore<(() => void) | undefined>(undefined);
