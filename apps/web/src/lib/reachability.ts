import { TransportError } from '@fibado/client';
import { createStore } from './store';

/** Whether the instance answered the last call; a person off the home network may well be online without it. */
export const reachability = createStore(true);

/** Nothing answered, or a proxy answered for an instance that is down. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof TransportError && (error.status === 0 || error.status === 502 || error.status === 504);
