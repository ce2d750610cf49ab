import { allEndpoints } from '@fibado/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MulterError } from 'multer';
import { QueryFailedError } from 'typeorm';
import { DomainError } from './domain-error.js';
import { refusalDelayMs } from './refusal-delay.js';

/** Turns whatever was thrown into `{ error, params }`; an unexpected error is logged and answered without details. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #logger = new Logger('http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const error = inTermsOf(host.switchToHttp().getRequest<Request>(), toDomainError(thrown));
    if (error.code === 'UNEXPECTED') this.#logger.error(thrown);
    const delay = isRefusedForLoad(error) ? refusalDelayMs() : 0;
    if (delay > 0) setTimeout(() => answer(error, response), delay);
    else answer(error, response);
  }
}

/** Whether a caller may be told to come back later because of its own requests, or those of all clients. */
const isRefusedForLoad = ({ code }: DomainError): boolean =>
  code === 'TOO_MANY_REQUESTS' || code === 'SOLVER_BUSY';

function answer(error: DomainError, response: Response): void {
  if (response.headersSent) response.destroy();
  // The caller has gone.
  if (response.destroyed) return;
  if (error.code === 'TOO_MANY_REQUESTS' && error.params[0])
    response.setHeader('Retry-After', error.params[0]);
  if (error.code === 'METHOD_NOT_ALLOWED') response.setHeader('Allow', error.params.join(', '));
  if (error.code === 'UNAUTHENTICATED') response.setHeader('WWW-Authenticate', 'Bearer');
  response.status(error.status).json(error.body);
}

/** Every path the API knows, with its method. */
const PATHS = allEndpoints.map(({ path, method }) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  method,
}));

/** The router's word for a path that exists with another method is that there is none. */
function inTermsOf({ method, path }: Request, error: DomainError): DomainError {
  if (error.code !== 'NOT_FOUND') return error;
  const methods = PATHS.filter(({ pattern }) => pattern.test(path)).map((known) => known.method);
  // Where the method fits, it was a handler that found nothing.
  if (methods.length === 0 || methods.some((known) => known === method) || method === 'HEAD') return error;
  return new DomainError('METHOD_NOT_ALLOWED', ...[...new Set(methods)].sort());
}

/** The code a thrown value answers with. */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  if (thrown instanceof MulterError)
    return new DomainError(
      thrown.code === 'LIMIT_FILE_SIZE' ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION',
      thrown.field ?? 'file',
    );
  if (thrown instanceof QueryFailedError) return fromDatabase(thrown.driverError as Error);
  if (thrown instanceof HttpException) return fromStatus(thrown.getStatus());
  const status = (thrown as { status?: unknown; type?: unknown } | null)?.status;
  // Body parsers and the router throw plain errors that carry a status.
  if (typeof status === 'number' && status >= 400 && status < 500) return fromStatus(status);
  if (isConnectionError(thrown)) return new DomainError('SERVICE_UNAVAILABLE');
  return new DomainError('UNEXPECTED');
}

function fromStatus(status: number): DomainError {
  switch (status) {
    // What the parsers of bodies and addresses refuse has no field.
    case 400:
      return new DomainError('VALIDATION', 'request');
    case 401:
      return new DomainError('UNAUTHENTICATED');
    case 403:
      return new DomainError('FORBIDDEN');
    case 404:
    case 405:
      return new DomainError('NOT_FOUND');
    case 413:
      return new DomainError('PAYLOAD_TOO_LARGE');
    case 415:
      return new DomainError('UNSUPPORTED_MEDIA');
    case 503:
      return new DomainError('SERVICE_UNAVAILABLE');
    default:
      return new DomainError('UNEXPECTED');
  }
}

/** PostgreSQL's word for what went wrong, where it has a meaning to the caller. */
function fromDatabase(error: Error & { code?: string; constraint?: string }): DomainError {
  if (isConnectionError(error)) return new DomainError('SERVICE_UNAVAILABLE');
  const code = error.code ?? '';
  // Raised wherever a person comes to share a tenant with another of the same address.
  if (code === '23505' && error.constraint === 'users_email')
    return new DomainError('ALREADY_EXISTS', 'email');
  // Serialisation failure, deadlock: another writer was faster.
  if (code === '40001' || code === '40P01') return new DomainError('STALE_VERSION');
  // What the row refers to was deleted at the same moment; a deletion looks for references under a lock first.
  if (code === '23503') return new DomainError('NOT_FOUND');
  // A NUL in a text, a number beyond its column: no value that could be stored or found.
  if (['22021', '22P05', '22003'].includes(code)) return new DomainError('VALIDATION', 'request');
  // No room on the disk, or for a temporary file.
  if (code === '53100') return new DomainError('STORAGE_FULL');
  // Connection lost, server starting or stopping, too many connections.
  if (code.startsWith('08') || code.startsWith('57P') || code === '53300')
    return new DomainError('SERVICE_UNAVAILABLE');
  return new DomainError('UNEXPECTED');
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
]);

/** The database or the way to it is away, whatever was asked of it. */
export function isConnectionError(thrown: unknown): boolean {
  const error = thrown as { code?: unknown; message?: unknown; name?: unknown } | null;
  // The library lets go of a transaction's connection when it breaks; a later query of that transaction gets this
  // error.
  if (typeof error?.name === 'string' && /^QueryRunner(?:Provider)?AlreadyReleased/.test(error.name))
    return true;
  if (typeof error?.code === 'string' && CONNECTION_CODES.has(error.code)) return true;
  return (
    typeof error?.message === 'string' &&
    /timeout exceeded when trying to connect|Connection terminated|connection error|not queryable/i.test(
      error.message,
    )
  );
}
