import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/**
 * The address the caller used. The caller chooses it: good enough for an answer to that caller, never for a
 * mail to another person.
 */
export function originOf(request: Request): string {
  const origin = `${request.protocol}://${request.get('host') ?? 'localhost'}`;
  // An invalid host is not refused: its sender gets an unusable address.
  return URL.canParse(origin) ? origin : `${request.protocol}://localhost`;
}

/** The address to reach a listener from this machine: one on all interfaces is `localhost`, too. */
export function originAt(address: string, port: number): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
