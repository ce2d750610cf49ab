import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { countInProgress, refusalDelayMs } from './refusal-delay.js';
import { keepOrigin } from './request-origin.js';

/** A request that is in progress until it is ended. @returns its refusal's delay, and how to end it. */
function begin(ip: string): { delay: number; end: () => void } {
  const request = { ip, get: () => undefined } as unknown as Request;
  const response = new EventEmitter();
  let delay = -1;
  keepOrigin(request, response as Response, () =>
    countInProgress(request, response as Response, () => (delay = refusalDelayMs())),
  );
  return { delay, end: () => response.emit('close') };
}

it('holds refusals back by the requests of the same network in progress, and those of no other', () => {
  const first = Array.from({ length: 9 }, () => begin('10.0.0.1'));
  expect(first.map(({ delay }) => delay)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 450]);
  const stranger = begin('10.0.0.2');
  expect(stranger.delay).toBe(0);
  const flood = Array.from({ length: 191 }, () => begin('10.0.0.1'));
  expect(flood.at(-1)?.delay).toBe(5000);
  for (const { end } of [...first, ...flood]) end();
  const after = begin('10.0.0.1');
  expect(after.delay).toBe(0);
  for (const { end } of [stranger, after]) end();
});
