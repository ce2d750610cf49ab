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
