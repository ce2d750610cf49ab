import { AsyncLocalStorage } from 'node:async_hooks';
import { HEADERS } from '@fibado/contracts';
import type { Request, RequestHandler } from 'express';

/** Where a request comes from, as far as it says. */
export interface RequestOrigin {
  readonly address: string;
  /** The client program, from `CdClient`. */
  readonly client: string;
  /** The browser or device as it names itself. */
  readonly agent: string;
}

const NOWHERE: RequestOrigin = { address: '', client: '', agent: '' };
const MAX_AGENT = 200;

const storage = new AsyncLocalStorage<RequestOrigin>();

/** The origin of the request that is being answered; empty outside of one. */
export const requestOrigin = (): RequestOrigin => storage.getStore() ?? NOWHERE;

/** Keeps the origin of each request for whatever is done while it is answered. */
export const keepOrigin: RequestHandler = (request, _response, next) => {
  storage.run(originOf(request), next);
};

/** An IPv4 address on a socket for both families is written as the IPv4 address it is. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

const printable = (text: string, max: number): string => text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, max);

function originOf(request: Request): RequestOrigin {
  return {
    address: plain(request.ip ?? ''),
    client: printable(request.get(HEADERS.client) ?? '', 100),
    agent: printable(request.get('user-agent') ?? '', MAX_AGENT),
  };
}
