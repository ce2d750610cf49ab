import type { RequestHandler } from 'express';
import { networkOf } from '../auth/network.js';
import { requestOrigin } from './request-origin.js';

/** Requests of one network that may be in progress before its refusals are delayed: a browser has six connections. */
const FREE = 8;
/** For each request of the network in progress: a flood gets some 20 refusals a second, however many its connections. */
const DELAY_EACH_MS = 50;
const LONGEST_DELAY_MS = 5000;

const inProgress = new Map<string, number>();

const network = (): string => networkOf(requestOrigin().address);

/** Counts the requests of each network that are in progress. Its place is after `keepOrigin`. */
export const countInProgress: RequestHandler = (_request, response, next) => {
  const from = network();
  inProgress.set(from, (inProgress.get(from) ?? 0) + 1);
  response.once('close', () => {
    const left = (inProgress.get(from) ?? 1) - 1;
    if (left > 0) inProgress.set(from, left);
    else inProgress.delete(from);
  });
  next();
};

/**
 * How long the refusal of the request that is being answered is held back, milliseconds: a caller that repeats what is
 * refused over many connections waits for each answer, instead of taking the process from others.
 */
export function refusalDelayMs(): number {
  const count = inProgress.get(network()) ?? 0;
  return count > FREE ? Math.min(LONGEST_DELAY_MS, count * DELAY_EACH_MS) : 0;
}
