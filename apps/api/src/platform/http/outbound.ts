import { lookup as resolve } from 'node:dns/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import ipaddr from 'ipaddr.js';

/** Which addresses a request that a household chose may go to. */
export type Networks = 'public' | 'lan' | 'local';

/** Ranges (as `ipaddr.js` names them) beyond the public ones; link-local, where clouds keep their secrets, is never one. */
const RANGES: Readonly<Record<Networks, readonly string[]>> = {
  public: ['unicast'],
  lan: ['unicast', 'private', 'uniqueLocal', 'carrierGradeNat'],
  local: ['unicast', 'private', 'uniqueLocal', 'carrierGradeNat', 'loopback'],
};

type OutboundFailure = 'ADDRESS_REFUSED' | 'NAME_UNKNOWN' | 'CONNECTION_FAILED' | 'TIMEOUT';

/** A request that got no answer. */
export class OutboundError extends Error {
  constructor(readonly failure: OutboundFailure) {
    super(failure);
  }
}

/** An answer with more bytes than may be read. */
export class AnswerTooLargeError extends Error {}

export interface OutboundPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

interface OutboundRequest extends Omit<OutboundPost, 'body'> {
  readonly method: 'GET' | 'POST';
  readonly body?: OutboundPost['body'];
}

interface OutboundLimits {
  readonly networks: Networks;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

interface Address {
  readonly address: string;
  readonly family: number;
}

/** Bytes of a discarded answer that are read at most, so that the sender can end. */
const MOST_DISCARDED = 64 * 1024;

/** Whether an address is in the networks that may be sent to; of an IPv4 address in IPv6 notation the IPv4 address counts. */
export const isAllowed = (address: string, networks: Networks): boolean =>
  ipaddr.isValid(address) && RANGES[networks].includes(ipaddr.process(address).range());

/**
 * Posts to an address that a household chose, not the instance's administration. The name is resolved once and the
 * connection goes to the address that was checked; redirects are answers; the answer's body is discarded.
 * @returns the HTTP status.
 * @throws OutboundError
 */
export const postOutside = (post: OutboundPost, limits: OutboundLimits): Promise<number> =>
  within(limits, async (signal) => {
    const response = await send({ ...post, method: 'POST' }, limits.networks, signal);
    // The status decides, however the body ends.
    read(response, MOST_DISCARDED).catch(() => undefined);
    return response.statusCode ?? 0;
  });

/**
 * Reads a JSON document or another text under the same rules as `postOutside`.
 * @param most bytes of the body.
 * @returns the HTTP status, and the body where the status is 200.
 * @throws OutboundError, AnswerTooLargeError
 */
export const getOutside = (
  request: Omit<OutboundPost, 'body'>,
  limits: OutboundLimits,
  most: number,
): Promise<{ status: number; text: string }> =>
  within(limits, async (signal) => {
    const response = await send({ ...request, method: 'GET' }, limits.networks, signal);
    const status = response.statusCode ?? 0;
    if (status !== 200) response.destroy();
    return { status, text: status === 200 ? (await read(response, most)).toString('utf8') : '' };
  });

async function within<T>(limits: OutboundLimits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  try {
    return await work(limits.signal ? AbortSignal.any([limits.signal, timeout]) : timeout);
  } catch (error) {
    if (error instanceof OutboundError || error instanceof AnswerTooLargeError) throw error;
    throw new OutboundError(timeout.aborted ? 'TIMEOUT' : 'CONNECTION_FAILED');
  }
}

/** Every address of the name has to be allowed: which of them a connection takes is not the caller's to gamble with. */
async function allowedAddress({ hostname }: URL, networks: Networks): Promise<Address> {
  const addresses = await resolve(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch(() => {
    throw new OutboundError('NAME_UNKNOWN');
  });
  const [first] = addresses;
  if (!first) throw new OutboundError('NAME_UNKNOWN');
  if (addresses.some(({ address }) => !isAllowed(address, networks)))
    throw new OutboundError('ADDRESS_REFUSED');
  return first;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

async function send(
  { url, method, headers, body }: OutboundRequest,
  networks: Networks,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const pinned = await Promise.race([allowedAddress(url, networks), aborted(signal)]);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, fail) => {
    const sent = request(
      url,
      {
        method,
        // No pooled connection, which may lead to an address that was checked for another request.
        agent: false,
        signal,
        headers:
          body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: (_name, { all }, answer) =>
          all ? answer(null, [pinned]) : answer(null, pinned.address, pinned.family),
      },
      done,
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

/** @throws AnswerTooLargeError after so many bytes; the connection ends either way. */
async function read(response: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > most) throw new AnswerTooLargeError('The answer is too large');
      parts.push(part);
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(parts);
}
