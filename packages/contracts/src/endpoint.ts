import type { z } from 'zod';
import type { ErrorCode } from './errors.js';
import type { Access } from './roles.js';
import type { Input, Output } from './readonly.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A part of a multipart body that carries a file. */
export interface FilePart {
  readonly field: string;
  readonly maxBytes: number;
  /** False when the same endpoint also takes a plain JSON body without a file. */
  readonly required: boolean;
}

export interface EndpointShape {
  /** `family.action`, unique; also the operationId in OpenAPI. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Full path on the one origin, with `{name}` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly body?: z.ZodType | undefined;
  /** The body comes as application/x-www-form-urlencoded, as a protocol of others defines it, and not as JSON. */
  readonly form?: boolean | undefined;
  /** A file sent as multipart/form-data beside the body's fields. */
  readonly file?: FilePart | undefined;
  /** The 200 body; absent means 204 without a body. */
  readonly response?: z.ZodType | undefined;
  /** A response that is a file and not JSON: its media type. */
  readonly download?: string | undefined;
  /** Codes beside the ones every endpoint can answer (see `errorsOf`). */
  readonly errors?: readonly ErrorCode[] | undefined;
  /** Takes a proof of identity not older than `STEP_UP_MINUTES`, and not only an open session. */
  readonly stepUp?: boolean | undefined;
  /** Open to a session that has yet to give the second factor its tenant asks for. */
  readonly beforeSecondFactor?: boolean | undefined;
  /** The `Idempotency-Key` header is honoured: the same key and body answer the first answer again. */
  readonly idempotent?: boolean | undefined;
}

/** Declares one endpoint; the single source of route, guard, validation, OpenAPI and client. */
export const endpoint = <const E extends EndpointShape>(shape: E): E => shape;

type InputOf<T> = T extends z.ZodType ? Input<T> : undefined;
type OutputOf<T> = T extends z.ZodType ? Output<T> : undefined;

export type ParamsOf<E extends EndpointShape> = OutputOf<E['params']>;
export type QueryOf<E extends EndpointShape> = OutputOf<E['query']>;
export type BodyOf<E extends EndpointShape> = OutputOf<E['body']>;
export type ParamsInputOf<E extends EndpointShape> = InputOf<E['params']>;
export type QueryInputOf<E extends EndpointShape> = InputOf<E['query']>;
export type BodyInputOf<E extends EndpointShape> = InputOf<E['body']>;
export type ResponseOf<E extends EndpointShape> = E['response'] extends z.ZodType
  ? Output<E['response']>
  : E['download'] extends string
    ? Blob
    : undefined;

/** Every code an endpoint can answer: its own, and those that follow from its shape. */
export function errorsOf(e: EndpointShape): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'UNEXPECTED',
    'SERVICE_UNAVAILABLE',
    'STORAGE_FULL',
    'TOO_MANY_REQUESTS',
  ]);
  if (e.access.kind !== 'public') {
    const refusals = ['UNAUTHENTICATED', 'TENANT_MISMATCH', 'TENANT_SUSPENDED', 'USER_BLOCKED'] as const;
    for (const code of refusals) codes.add(code);
    // Without the role, or by an API key without the scope.
    codes.add('FORBIDDEN');
    if (!e.beforeSecondFactor) codes.add('SECOND_FACTOR_REQUIRED');
  }
  if (e.params || e.query || e.body || e.file) codes.add('VALIDATION');
  if (e.body || e.file) {
    codes.add('PAYLOAD_TOO_LARGE');
    codes.add('UNSUPPORTED_MEDIA');
    codes.add('UPLOAD_TIMEOUT');
  }
  if (e.stepUp) codes.add('STEP_UP_REQUIRED');
  if (e.idempotent) codes.add('IDEMPOTENCY_CONFLICT');
  for (const code of e.errors ?? []) codes.add(code);
  return [...codes];
}
