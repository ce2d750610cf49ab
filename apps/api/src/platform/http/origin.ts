import type { Request } from 'express';

/**
 * The address the caller used. Whoever calls chooses it: good enough for an answer to that caller, never for a
 * mail to somebody else.
 */
export const originOf = (request: Request): string =>
  `${request.protocol}://${request.get('host') ?? 'localhost'}`;
