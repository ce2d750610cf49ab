import type { EndpointShape, ErrorCode } from '@fibado/contracts';

/** What every endpoint can answer besides the codes it declares. */
export type GeneralErrorCode =
  | 'UNEXPECTED'
  | 'SERVICE_UNAVAILABLE'
  | 'STORAGE_FULL'
  | 'TOO_MANY_REQUESTS'
  | 'UNAUTHENTICATED'
  | 'TENANT_MISMATCH'
  | 'TENANT_SUSPENDED'
  | 'USER_BLOCKED'
  | 'FORBIDDEN'
  | 'VALIDATION'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA'
  | 'IDEMPOTENCY_CONFLICT';

/** The codes an endpoint answers with, as its contract declares them. */
export type ErrorCodeOf<E extends EndpointShape> =
  GeneralErrorCode | (E['errors'] extends readonly (infer Code extends ErrorCode)[] ? Code : never);

/** The API answered with a code of the closed list. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  constructor(
    readonly status: number,
    readonly code: Code,
    readonly params: readonly string[],
    /** How long the API asks to wait before another try, seconds. */
    readonly retryAfter?: number,
  ) {
    super(params.length > 0 ? `${code} (${params.join(', ')})` : code);
    this.name = 'ApiError';
  }
}

/** Whether a thrown value is the API's refusal, of one of these codes when any are given. */
export function isApiError<Code extends ErrorCode>(
  thrown: unknown,
  ...codes: readonly Code[]
): thrown is ApiError<Code> {
  if (!(thrown instanceof ApiError)) return false;
  return codes.length === 0 || (codes as readonly string[]).includes((thrown as ApiError).code);
}

/** No answer of the API's own: unreachable (status 0), a proxy's page, a body that is not JSON. */
export class TransportError extends Error {
  /** A retry may succeed: there was no answer, one of a gateway, or an incomplete one. */
  readonly passing: boolean;

  constructor(
    readonly status: number,
    message: string,
    options: ErrorOptions & { readonly passing?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'TransportError';
    this.passing = options.passing ?? (status === 0 || (status >= 502 && status <= 504));
  }
}
