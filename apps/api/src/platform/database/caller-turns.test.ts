import { setImmediate as later } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { countRequestTo, keepOrigin } from '../http/request-origin.js';
import { CallerTurns } from './caller-turns.js';

/** Does something as a request from an address does. */
const requestFrom = <T>(ip: string, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = { ip, get: () => undefined } as unknown as Request;
    keepOrigin(request, {} as Response, () => void work().then(resolve, reject));
  });

describe('turns of callers', () => {
  let turns: CallerTurns;
  let running: string[];
  let end: () => void;
  let held: Promise<void>;
  beforeEach(() => {
    turns = new CallerTurns(2);
    running = [];
    held = new Promise((resolve) => (end = resolve));
  });
  const transaction = (name: string) =>
    turns.run(async () => {
      running.push(name);
      await held;
    });

  it('let a flood wait for itself, and no other caller for it', async () => {
    const flood = ['a', 'b', 'c', 'd'].map((name) => requestFrom('10.0.0.1', () => transaction(name)));
    const other = requestFrom('10.0.0.2', () => transaction('other'));
    const household = requestFrom('10.0.0.1', async () => {
      countRequestTo('rossi');
      await transaction('household');
    });
    const background = transaction('background');
    await later();
    expect(running.toSorted()).toEqual(['a', 'b', 'background', 'household', 'other']);
    end();
    await Promise.all([...flood, other, household, background]);
    expect(running.slice(-2)).toEqual(['c', 'd']);
  });

  it('let a transaction within a transaction of the same request through', async () => {
    const nested = (name: string) => requestFrom('10.0.0.1', () => turns.run(() => transaction(name)));
    const both = [nested('a'), nested('b')];
    await later();
    expect(running).toEqual(['a', 'b']);
    end();
    await Promise.all(both);
  });

  it('let through what has waited long: those that have the turns may wait for it', async () => {
    turns = new CallerTurns(1, 20);
    const first = requestFrom('10.0.0.1', () => transaction('a'));
    const awaited = requestFrom('10.0.0.1', () => turns.run(() => Promise.resolve(end())));
    await Promise.all([first, awaited]);
    expect(running).toEqual(['a']);
  });

  it('refuse what would wait behind too many', async () => {
    const flood = Array.from({ length: 2 + 256 }, () => requestFrom('10.0.0.1', () => transaction('a')));
    await expect(requestFrom('10.0.0.1', () => transaction('late'))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      params: ['1'],
    });
    end();
    await Promise.all(flood);
    await requestFrom('10.0.0.1', () => transaction('after'));
    expect(running.at(-1)).toBe('after');
  });
});
