import type { EndpointShape, ErrorCode } from '@fibado/contracts';
import { ApiError, TransportError } from './errors.js';

export interface RetryOptions {
  /** Tries after the first; 0 for none. */
  readonly retries: number;
  /** The first wait is up to this long, each further one up to twice the one before; milliseconds. */
  readonly baseMs: number;
  /** No single wait is longer, and an answer that asks for a longer one is an error at once; milliseconds. */
  readonly maxWaitMs: number;
}

export const DEFAULT_RETRY: RetryOptions = { retries: 3, baseMs: 250, maxWaitMs: 10_000 };

/** The API refused before it did anything. */
const NOTHING_DONE: readonly ErrorCode[] = ['TOO_MANY_REQUESTS', 'SOLVER_BUSY'];

/**
 * Whether a call may be sent twice: it reads, it carries an idempotency key, or it computes and keeps nothing,
 * which is what a household's readers may POST.
 */
export function isRepeatable(endpoint: EndpointShape): boolean {
  if (endpoint.method === 'GET' || endpoint.idempotent === true) return true;
  return endpoint.access.kind === 'anyOf' && endpoint.access.roles.includes('FBDO_READ');
}

/** How long to wait before the next try, milliseconds; undefined when there should be none. */
export function waitAfter(
  error: unknown,
  endpoint: EndpointShape,
  tries: number,
  options: RetryOptions,
  random: () => number = Math.random,
): number | undefined {
  if (tries > options.retries || !isWorthwhile(error, endpoint)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  if (asked !== undefined) return asked * 1000 <= options.maxWaitMs ? asked * 1000 : undefined;
  // Anything up to the whole wait, so that clients turned away together do not come back together.
  return random() * Math.min(options.maxWaitMs, options.baseMs * 2 ** (tries - 1));
}

function isWorthwhile(error: unknown, endpoint: EndpointShape): boolean {
  if (error instanceof TransportError) return error.passing && isRepeatable(endpoint);
  if (!(error instanceof ApiError)) return false;
  const { code } = error as ApiError;
  if (NOTHING_DONE.includes(code)) return true;
  return code === 'SERVICE_UNAVAILABLE' && isRepeatable(endpoint);
}

/** Waits, unless the caller gives up first. @throws the signal's reason. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}
