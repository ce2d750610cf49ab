import type { BodyOf, EndpointShape, ParamsOf, QueryOf } from '@fibado/contracts';
import {
  applyDecorators,
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  Post,
  Put,
  SetMetadata,
} from '@nestjs/common';
import type { Session } from '../auth/session.js';
import type { MeasuredRequest } from '../metrics/metrics.js';

export const ENDPOINT = Symbol('endpoint');

/** A file that came with a request, on disk and within the contract's limit; it is removed after the handler. */
export interface UploadedFile {
  /** The sender's name of the file. */
  readonly name: string;
  /** The temporary file. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string;
}

/** A file an endpoint answers with; the contract names its media type. */
export interface DownloadFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

/** Everything a handler gets: its contract's parts, already checked, and who asks. */
export interface Call<E extends EndpointShape> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly file: UploadedFile | undefined;
  /** Absent on public endpoints alone; `sessionOf` gives it where it must be. */
  readonly session: E['access']['kind'] extends 'public' ? Session | undefined : Session;
  readonly idempotencyKey: string | undefined;
  /** Which client program calls, from `CdClient`. */
  readonly client: string;
  readonly address: string;
  /** Aborted when the caller goes away before the answer. */
  readonly signal: AbortSignal;
}

/** Express's request with what guard and interceptor leave on it. */
export interface EndpointRequest extends MeasuredRequest {
  session?: Session;
  call?: Call<EndpointShape>;
}

/** Binds a handler to its contract: method, path, status, permission, validation and answer follow from it. */
export function Endpoint(contract: EndpointShape): MethodDecorator {
  const path = contract.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const route = { GET: Get, POST: Post, PUT: Put, DELETE: Delete }[contract.method];
  const status = contract.response || contract.download ? 200 : 204;
  return applyDecorators(route(path), HttpCode(status), SetMetadata(ENDPOINT, contract));
}

/** The checked call, as the handler's only argument: `@Called() call: Call<typeof banks.save>`. */
export const Called = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const call = context.switchToHttp().getRequest<EndpointRequest>().call;
  if (!call) throw new Error('A handler with @Called() needs @Endpoint(...)');
  return call;
});

export function contractOf(handler: object): EndpointShape | undefined {
  return Reflect.getMetadata(ENDPOINT, handler) as EndpointShape | undefined;
}
