import {
  type BodyInputOf,
  type EndpointShape,
  type ErrorBody,
  errorCodes,
  HEADERS,
  type ParamsInputOf,
  type QueryInputOf,
  type ResponseOf,
} from '@fibado/contracts';
import { ApiError, type ErrorCodeOf, TransportError } from './errors.js';
import { DEFAULT_RETRY, pause, type RetryOptions, waitAfter } from './retry.js';
import { upload, type UploadProgress } from './upload.js';

export interface ClientOptions {
  /** Origin of the instance, without a trailing slash; empty in a browser served by it. */
  readonly baseUrl: string;
  /** Goes out as `CdClient`. */
  readonly clientCode: string;
  /** Asked before every call; return undefined to send none. */
  readonly token?: () => string | undefined;
  readonly tenant?: () => string | undefined;
  readonly fetch?: typeof fetch;
  /** How often and how patiently calls that are safe to repeat are repeated. */
  readonly retry?: Partial<RetryOptions>;
}

type Field<K extends string, T> = undefined extends T ? { readonly [P in K]?: T } : { readonly [P in K]: T };

/** What a call needs, as its endpoint declares it. */
export type CallInput<E extends EndpointShape> = Field<'params', ParamsInputOf<E>> &
  Field<'query', QueryInputOf<E>> &
  Field<'body', BodyInputOf<E>> & {
    readonly file?: Blob | undefined;
    readonly fileName?: string | undefined;
    /** Made up for calls that honour one, unless given; the same for every try of a call. */
    readonly idempotencyKey?: string | undefined;
    /** Told while a file goes out. */
    readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
    /** A bearer for this call alone, in place of the client's. */
    readonly bearer?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  };

/** The input argument may be left out when nothing in it is required. */
type InputArgs<E extends EndpointShape> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** What came of a call, with the refusals its endpoint declares. */
export type Outcome<E extends EndpointShape> =
  | { readonly ok: true; readonly value: ResponseOf<E> }
  | { readonly ok: false; readonly error: ApiError<ErrorCodeOf<E>> };

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
  readonly onUploadProgress?: (progress: UploadProgress) => void;
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

/** Checked by hand: the schema would bring its library to every page of the web application. */
function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null) return false;
  const { error, params } = value as Partial<Record<keyof ErrorBody, unknown>>;
  return (
    (errorCodes as readonly unknown[]).includes(error) &&
    Array.isArray(params) &&
    params.every((param) => typeof param === 'string')
  );
}

async function failureOf(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined);
  const seconds = response.headers.get('Retry-After');
  const retryAfter = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : undefined;
  if (isErrorBody(body)) return new ApiError(response.status, body.error, body.params, retryAfter);
  return new TransportError(response.status, `HTTP ${response.status}`);
}

/** A success that is not JSON (a proxy's page, a connection cut in the middle) is no answer of the API's. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await wholeOf(response, response.text());
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new TransportError(response.status, 'the answer is not JSON', { cause });
  }
}

async function wholeOf<T>(response: Response, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw new TransportError(response.status, 'the answer broke off', { cause, passing: true });
  }
}

/** A client of one instance. */
export function createClient(options: ClientOptions): Client {
  const send: typeof fetch = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  const retry: RetryOptions = { ...DEFAULT_RETRY, ...options.retry };

  function headersOf(input: LooseInput): Record<string, string> {
    const headers: Record<string, string> = { [HEADERS.client]: options.clientCode };
    const token = input.bearer ?? options.token?.();
    const tenant = options.tenant?.();
    const host = hostOf(options.baseUrl);
    if (host) headers[HEADERS.internalHost] = host;
    if (token) headers[HEADERS.auth] = `Bearer ${token}`;
    if (tenant) headers[HEADERS.tenant] = tenant;
    if (input.idempotencyKey) headers[HEADERS.idempotencyKey] = input.idempotencyKey;
    return headers;
  }

  function dispatch(endpoint: EndpointShape, input: LooseInput): Promise<Response> {
    const { method } = endpoint;
    const url = options.baseUrl + urlOf(endpoint, input);
    const headers = headersOf(input);
    const { body, contentType } = bodyOf(endpoint, input);
    if (contentType) headers['Content-Type'] = contentType;
    const { signal, onUploadProgress: onProgress } = input;
    if (body instanceof FormData && onProgress)
      return upload(send, { url, method, headers, form: body, signal, onProgress });
    return send(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
  }

  async function once(endpoint: EndpointShape, input: LooseInput): Promise<unknown> {
    let response: Response;
    try {
      response = await dispatch(endpoint, input);
    } catch (cause) {
      throw new TransportError(0, 'unreachable', { cause });
    }
    if (!response.ok) throw await failureOf(response);
    if (endpoint.download) return wholeOf(response, response.blob());
    return endpoint.response ? jsonOf(response) : undefined;
  }

  async function repeated(endpoint: EndpointShape, input: LooseInput): Promise<unknown> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(endpoint, input);
      } catch (error) {
        // An aborted call throws the abort's reason, not the network error it caused.
        input.signal?.throwIfAborted();
        const wait = waitAfter(error, endpoint, tries, retry);
        if (wait === undefined) throw error;
        await pause(wait, input.signal);
      }
    }
  }

  return {
    async call<E extends EndpointShape>(endpoint: E, ...args: InputArgs<E>): Promise<ResponseOf<E>> {
      const given = (args[0] ?? {}) as LooseInput;
      const makesKey = endpoint.idempotent && !given.idempotencyKey;
      const input = makesKey ? { ...given, idempotencyKey: crypto.randomUUID() } : given;
      return (await repeated(endpoint, input)) as ResponseOf<E>;
    },
  };
}

/**
 * A call with the API's refusals as values: `error.code` is one of the codes the endpoint declares.
 * @throws TransportError
 */
export async function attempt<E extends EndpointShape>(
  client: Client,
  endpoint: E,
  ...args: InputArgs<E>
): Promise<Outcome<E>> {
  try {
    return { ok: true, value: await client.call(endpoint, ...args) };
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, error: error as ApiError<ErrorCodeOf<E>> };
    throw error;
  }
}
