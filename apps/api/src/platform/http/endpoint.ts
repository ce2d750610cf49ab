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
import type { TenantScope } from '../database/transactions.js';
import type { MeasuredRequest } from '../metrics/metrics.js';

export const ENDPOINT = Symbol('endpoint');
const TRANSACTION = Symbol('transaction');

/**
 * The tenant transaction a handler runs in: `read` sees one moment and cannot write, `write` reads what is committed
 * and commits with the handler's answer; with `none` the service opens what it needs.
 */
export type TransactionKind = 'read' | 'write' | 'none';

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

/** The call of a handler that declares a transaction. */
export type TenantCall<E extends EndpointShape> = Call<E> & {
  readonly session: Session;
  /** The open transaction; an error thrown by the handler rolls it back. */
  readonly scope: TenantScope;
};

/** Express's request with what guard and interceptor leave on it. */
export interface EndpointRequest extends MeasuredRequest {
  session?: Session;
  call?: Call<EndpointShape>;
}

type HandlerDecorator<Argument> = <H extends (call: Argument, ...rest: never[]) => unknown>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/**
 * Binds a handler to its contract: method, path, status, permission, validation and answer follow from it. The
 * transaction is the handler's own: how it is stored is no business of a client.
 */
export function Endpoint<E extends EndpointShape>(
  contract: E,
  transaction: 'read' | 'write',
): HandlerDecorator<TenantCall<E>>;
export function Endpoint<E extends EndpointShape>(
  contract: E,
  transaction?: 'none',
): HandlerDecorator<Call<E>>;
export function Endpoint(
  contract: EndpointShape,
  transaction: TransactionKind = 'none',
): HandlerDecorator<never> {
  const path = contract.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const route = { GET: Get, POST: Post, PUT: Put, DELETE: Delete }[contract.method];
  const status = contract.response || contract.download ? 200 : 204;
  return applyDecorators(
    route(path),
    HttpCode(status),
    SetMetadata(ENDPOINT, contract),
    SetMetadata(TRANSACTION, transaction),
  );
}

/** The checked call, as the handler's only argument: `@CallParam() call: Call<typeof banks.save>`. */
export const CallParam = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const call = context.switchToHttp().getRequest<EndpointRequest>().call;
  if (!call) throw new Error('A handler with @CallParam() needs @Endpoint(...)');
  return call;
});

export function contractOf(handler: object): EndpointShape | undefined {
  return Reflect.getMetadata(ENDPOINT, handler) as EndpointShape | undefined;
}

export function transactionOf(handler: object): TransactionKind {
  return (Reflect.getMetadata(TRANSACTION, handler) as TransactionKind | undefined) ?? 'none';
}
