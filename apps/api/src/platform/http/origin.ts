import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/**
 * The address the caller used. Whoever calls chooses it: good enough for an answer to that caller, never for a
 * mail to somebody else.
 */
export function originOf(request: Request): string {
  const origin = `${request.protocol}://${request.get('host') ?? 'localhost'}`;
  // A host that is none is no reason to fail: whoever sends it gets an address that is of no use to them.
  return URL.canParse(origin) ? origin : `${request.protocol}://localhost`;
}

/** Where somebody on this machine reaches what listens on an address: everywhere is `localhost`, too. */
export function originAt(address: string, port: number): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
