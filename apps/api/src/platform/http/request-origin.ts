import { AsyncLocalStorage } from 'node:async_hooks';
import { HEADERS } from '@fibado/contracts';
import type { Request, RequestHandler } from 'express';
import { networkOf } from '../auth/network.js';

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

interface Kept {
  readonly origin: RequestOrigin;
  /** Who answers for the request's load: the network it comes from, and once the session is known its household. */
  caller: string;
}

const storage = new AsyncLocalStorage<Kept>();

/** The origin of the request that is being answered; empty outside of one. */
export const requestOrigin = (): RequestOrigin => storage.getStore()?.origin ?? NOWHERE;

/** The network or household whose request is being answered; `undefined` outside of one. */
export const requestCaller = (): string | undefined => storage.getStore()?.caller;

/** Counts the request that is being answered to a household from here on. */
export function countRequestTo(tenantId: string): void {
  const kept = storage.getStore();
  if (kept) kept.caller = tenantId;
}

/** Keeps the origin of each request for whatever is done while it is answered. */
export const keepOrigin: RequestHandler = (request, _response, next) => {
  const origin = originOf(request);
  storage.run({ origin, caller: networkOf(origin.address) }, next);
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
