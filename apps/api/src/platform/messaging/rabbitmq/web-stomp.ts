import type { Env } from '../../../config/env.js';

/** Web-STOMP's own port and path, unless configured otherwise. */
const WEB_STOMP_PORT = 15_674;
const WEB_STOMP_PATH = '/ws';

/**
 * Where browsers reach the broker: as set, or on Web-STOMP's own port of the host they use.
 * @param origin the address people use, `https://host`.
 */
export function webStompUrl(env: Pick<Env, 'STOMP_URL'>, origin: string): string {
  return env.STOMP_URL ?? `ws://${new URL(origin).hostname}:${WEB_STOMP_PORT}${WEB_STOMP_PATH}`;
}
