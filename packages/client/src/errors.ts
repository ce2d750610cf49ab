import type { ErrorCode } from '@fibado/contracts';

/** The API answered with a code of the closed list. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly params: readonly string[],
  ) {
    super(params.length > 0 ? `${code} (${params.join(', ')})` : code);
    this.name = 'ApiError';
  }
}

/** No answer of the API's own: unreachable (status 0), a proxy's page, a body that is not JSON. */
export class TransportError extends Error {
  constructor(
    readonly status: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'TransportError';
  }
}
