import {
  type BodyInputOf,
  type EndpointShape,
  errorBody,
  HEADERS,
  type ParamsInputOf,
  type QueryInputOf,
  type ResponseOf,
} from '@fibado/contracts';
import { ApiError, TransportError } from './errors.js';

export interface ClientOptions {
  /** Origin of the instance, without a trailing slash; empty in a browser served by it. */
  readonly baseUrl: string;
  /** Goes out as `CdClient`. */
  readonly clientCode: string;
  /** Asked before every call; return undefined to send none. */
  readonly token?: () => string | undefined;
  readonly tenant?: () => string | undefined;
  readonly fetch?: typeof fetch;
}

type Field<K extends string, T> = undefined extends T ? { readonly [P in K]?: T } : { readonly [P in K]: T };

/** What a call needs, as its endpoint declares it. */
export type CallInput<E extends EndpointShape> = Field<'params', ParamsInputOf<E>> &
  Field<'query', QueryInputOf<E>> &
  Field<'body', BodyInputOf<E>> & {
    readonly file?: Blob | undefined;
    readonly fileName?: string | undefined;
    readonly idempotencyKey?: string | undefined;
    /** A bearer for this call alone, in place of the client's. */
    readonly bearer?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  };

/** The input argument may be left out when nothing in it is required. */
type InputArgs<E extends EndpointShape> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

export interface Client {
  /**
   * Calls one endpoint and answers its typed response.
   * @throws ApiError for an answer with an error code, TransportError where there is none.
   */
  call<E extends EndpointShape>(endpoint: E, ...args: InputArgs<E>): Promise<ResponseOf<E>>;
}

interface LooseInput {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly fileName?: string;
  readonly idempotencyKey?: string;
  readonly bearer?: string;
  readonly signal?: AbortSignal;
}

/** A value as it stands in a path, a query or a form: text as it is, everything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The path with its parameters and the query appended. */
export function urlOf(endpoint: EndpointShape, input: Pick<LooseInput, 'params' | 'query'>): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.append(key, textOf(value));
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

type RequestBody = NonNullable<RequestInit['body']>;

function bodyOf(endpoint: EndpointShape, input: LooseInput): { body?: RequestBody; contentType?: string } {
  if (endpoint.file && input.file) {
    const form = new FormData();
    for (const [key, value] of Object.entries((input.body as Record<string, unknown> | undefined) ?? {})) {
      if (value !== undefined) form.append(key, textOf(value));
    }
    form.append(endpoint.file.field, input.file, input.fileName ?? 'file');
    return { body: form };
  }
  if (input.body === undefined) return {};
  return { body: JSON.stringify(input.body), contentType: 'application/json' };
}

/** The host of an origin; of the page, in a browser served by the instance itself. */
function hostOf(baseUrl: string): string | undefined {
  if (baseUrl !== '') return new URL(baseUrl).host;
  return (globalThis as { location?: { host: string } }).location?.host;
}

async function failureOf(response: Response): Promise<Error> {
  const parsed = errorBody.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return new ApiError(response.status, parsed.data.error, parsed.data.params);
  return new TransportError(response.status, `HTTP ${response.status}`);
}

/** A success that is not JSON (a proxy's page, a connection cut in the middle) is no answer of the API's. */
async function jsonOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new TransportError(response.status, 'the answer is not JSON', { cause });
  }
}

/** A client of one instance. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  return {
    async call<E extends EndpointShape>(endpoint: E, ...args: InputArgs<E>): Promise<ResponseOf<E>> {
      const input = (args[0] ?? {}) as LooseInput;
      const { body, contentType } = bodyOf(endpoint, input);
      const token = input.bearer ?? options.token?.();
      const tenant = options.tenant?.();
      const headers: Record<string, string> = { [HEADERS.client]: options.clientCode };
      const host = hostOf(options.baseUrl);
      if (host) headers[HEADERS.internalHost] = host;
      if (contentType) headers['Content-Type'] = contentType;
      if (token) headers[HEADERS.auth] = `Bearer ${token}`;
      if (tenant) headers[HEADERS.tenant] = tenant;
      if (input.idempotencyKey) headers[HEADERS.idempotencyKey] = input.idempotencyKey;

      let response: Response;
      try {
        response = await send(options.baseUrl + urlOf(endpoint, input), {
          method: endpoint.method,
          headers,
          ...(body === undefined ? {} : { body }),
          ...(input.signal ? { signal: input.signal } : {}),
        });
      } catch (cause) {
        if (input.signal?.aborted) throw cause;
        throw new TransportError(0, 'unreachable', { cause });
      }
      if (!response.ok) throw await failureOf(response);
      if (endpoint.download) return (await response.blob()) as ResponseOf<E>;
      if (!endpoint.response) return undefined as ResponseOf<E>;
      return (await jsonOf(response, input.signal)) as ResponseOf<E>;
    },
  };
}
