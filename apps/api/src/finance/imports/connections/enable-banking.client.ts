import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import type { ConnectorCredentials } from './bank-connector.js';
import { providerError } from './enable-banking.answers.js';
import { refusalOf } from './provider-errors.js';

/** Longest wait for one answer. Banks answer account requests within half a minute or not at all. */
const ANSWER_MS = 45_000;
/** A page of a thousand movements has about 1 MiB. */
const ANSWER_BYTES = 4 * 1024 * 1024;
/** Life of a request's token; the provider accepts up to a day. */
const TOKEN_SECONDS = 300;
const PROVIDER_CODE = /^[A-Z][A-Z0-9_]{1,59}$/;

interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the base address; ids are encoded by the caller. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/**
 * Requests to the one address the administrator named, each signed by the household's application. No redirect is
 * followed, and an answer is bounded in time and size before it is parsed.
 */
export class EnableBankingClient {
  constructor(
    private readonly baseUrl: string,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError; ProviderRefusal for what the provider refuses */
  async call<T extends z.ZodType>(
    credentials: ConnectorCredentials,
    request: ProviderRequest,
    answer: T,
    signal: AbortSignal,
  ): Promise<z.output<T>> {
    const response = await this.send(credentials, request, signal);
    const text = await bounded(response, signal);
    if (!response.ok) {
      const { error } = providerError.catch({}).parse(jsonOf(text) ?? {});
      const code = error !== undefined && PROVIDER_CODE.test(error) ? error : String(response.status);
      throw refusalOf(response.status, code, response.headers.get('retry-after'));
    }
    const parsed = answer.safeParse(jsonOf(text));
    if (!parsed.success) throw new DomainError('BANK_ANSWER_UNREADABLE');
    return parsed.data;
  }

  private async send(
    credentials: ConnectorCredentials,
    { method, path, query, body }: ProviderRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    const address = new URL(`${this.baseUrl.replace(/\/$/, '')}${path}`);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    const token = await this.token(credentials);
    try {
      return await fetch(address, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
    } catch (error) {
      throw unreachable(error, signal);
    }
  }

  private token({ applicationId, privateKey }: ConnectorCredentials): Promise<string> {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    return new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: applicationId })
      .setIssuer('enablebanking.com')
      .setAudience('api.enablebanking.com')
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_SECONDS)
      .sign(createPrivateKey(privateKey));
  }
}

/** @throws DomainError BANK_ANSWER_UNREADABLE when it is larger than any page */
async function bounded(response: Response, signal: AbortSignal): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of response.body ?? []) {
      bytes += part.byteLength;
      if (bytes > ANSWER_BYTES) break;
      parts.push(part);
    }
  } catch (error) {
    throw unreachable(error, signal);
  }
  if (bytes > ANSWER_BYTES) throw new DomainError('BANK_ANSWER_UNREADABLE');
  return Buffer.concat(parts).toString('utf8');
}

function unreachable(error: unknown, signal: AbortSignal): DomainError {
  const cause: unknown = signal.aborted ? signal.reason : error;
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  if (signal.aborted && !isLate) return new DomainError('CANCELLED');
  return new DomainError('BANK_UNAVAILABLE', isLate ? 'TIMEOUT' : 'UNREACHABLE');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
