/** When a call is repeated, how long is waited, and what a repeated call carries: against a real HTTP server. */

import { api, type EndpointShape, allEndpoints } from '@fibado/contracts';
import { createClient, isApiError, attempt, TransportError } from '../src/index.js';
import { DEFAULT_RETRY, isRepeatable, waitAfter } from '../src/retry.js';
import { ApiError } from '../src/errors.js';
import { type Instance, startInstance } from './support/instance.js';

const ID = '00000000-0000-4000-8000-000000000001';
let instance: Instance;

beforeAll(async () => {
  instance = await startInstance();
});
beforeEach(() => instance.reset());
afterAll(() => instance.close());

const client = (retry = {}) =>
  createClient({ baseUrl: instance.origin, clientCode: 'test', retry: { baseMs: 1, ...retry } });
const busy = { status: 503, body: { error: 'SERVICE_UNAVAILABLE', params: [] } };
const solverBusy = { status: 503, body: { error: 'SOLVER_BUSY', params: [] } };
const tooMany = (seconds: number) => ({
  status: 429,
  body: { error: 'TOO_MANY_REQUESTS', params: [String(seconds)] },
  headers: { 'Retry-After': String(seconds) },
});
const done = { status: 200, body: [] };
const saved = { status: 200, body: { operations: [], deleted: 0 } };

it('a read is tried again until it succeeds', async () => {
  instance.answers(busy, { status: 502, body: '<html>' }, done);
  expect(await client().call(api.banks.get)).toEqual([]);
  expect(instance.seen).toHaveLength(3);
});

it('a read cut in the middle is tried again', async () => {
  instance.answers('cut', done);
  expect(await client().call(api.banks.get)).toEqual([]);
});

it('a connection lost before any answer is tried again', async () => {
  instance.answers('destroy', done);
  expect(await client().call(api.banks.get)).toEqual([]);
});

it('at most as often as it is told', async () => {
  instance.answers(busy);
  await expect(client({ retries: 2 }).call(api.banks.get)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  expect(instance.seen).toHaveLength(3);
  instance.reset();
  instance.answers(busy);
  await expect(client({ retries: 0 }).call(api.banks.get)).rejects.toBeInstanceOf(ApiError);
  expect(instance.seen).toHaveLength(1);
});

it('a write that may have happened is not sent again', async () => {
  const body = { name: 'Banca', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS' } as const;
  instance.answers('destroy', done);
  await expect(client().call(api.banks.save, { body })).rejects.toBeInstanceOf(TransportError);
  instance.answers(busy, done);
  await expect(client().call(api.banks.save, { body })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  instance.answers('destroy', done);
  await expect(client().call(api.banks.delete, { params: { id: ID } })).rejects.toBeInstanceOf(
    TransportError,
  );
  expect(instance.seen).toHaveLength(3);
});

it('a write that was refused before it began is sent again', async () => {
  instance.answers(tooMany(0), { status: 200, body: { id: ID } });
  const body = { name: 'Banca', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS' } as const;
  await client().call(api.banks.save, { body });
  instance.answers(solverBusy, { status: 200, body: { runId: ID } });
  await client().call(api.optimizer.optimize, { body: { quarter: '2027-01-01' } });
  expect(instance.seen).toHaveLength(4);
});

it('every try of a call carries one idempotency key, every call another', async () => {
  instance.answers(busy, 'destroy', saved, saved);
  await client().call(api.operations.saveBulk, { body: { operations: [] } });
  await client().call(api.operations.saveBulk, { body: { operations: [] } });
  const keys = instance.seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(4);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

it('a key of the caller is kept, and endpoints that know none get none', async () => {
  instance.answers(saved, done);
  await client().call(api.operations.saveBulk, { body: { operations: [] }, idempotencyKey: 'mine' });
  await client().call(api.banks.get);
  expect(instance.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', undefined]);
});

it('the wait the API asks for is kept, and one that is too long is an error at once', async () => {
  instance.answers(tooMany(1), done);
  const began = performance.now();
  await client().call(api.banks.get);
  expect(performance.now() - began).toBeGreaterThan(950);
  instance.reset();
  instance.answers(tooMany(600), done);
  const error: unknown = await client()
    .call(api.banks.get)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 600 });
  expect(instance.seen).toHaveLength(1);
});

it('giving up while waiting ends the call with the reason given', async () => {
  instance.answers(busy);
  const controller = new AbortController();
  const reason = new Error('enough');
  const call = client({ baseMs: 60_000, maxWaitMs: 60_000 }).call(api.banks.get, {
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(reason), 100);
  await expect(call).rejects.toBe(reason);
  expect(instance.seen).toHaveLength(1);
});

it('what was given up before it began is not sent', async () => {
  await expect(client().call(api.banks.get, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow(
    'no',
  );
  expect(instance.seen).toHaveLength(0);
});

it('waits grow, scatter, and stop', () => {
  const error = new TransportError(0, 'unreachable');
  const wait = (tries: number, random: number) =>
    waitAfter(error, api.banks.get, tries, DEFAULT_RETRY, () => random);
  expect([1, 2, 3, 4].map((tries) => wait(tries, 1))).toEqual([250, 500, 1000, undefined]);
  expect(wait(3, 0)).toBe(0);
});

it('what is repeatable reads, or keeps nothing, or carries a key', () => {
  const posts = allEndpoints.filter((one: EndpointShape) => one.method !== 'GET' && isRepeatable(one));
  expect(posts.map(({ id }) => id).sort()).toEqual([
    'imports.apply',
    'imports.computeChanges',
    'imports.preview',
    'insights.frontier',
    'insights.goals',
    'insights.limitPrices',
    'insights.lotChoices',
    'insights.offer',
    'insights.regret',
    'insights.robust',
    'insights.termOffers',
    'insights.whyNot',
    'operations.saveBulk',
    'optimizer.evaluate',
    'optimizer.repeatRun',
    'optimizer.startRun',
    'optimizer.whatIf',
    'scenarios.promote',
    'scenarios.tryOut',
  ]);
});

it('refusals as values, with the codes the endpoint declares', async () => {
  instance.answers({ status: 409, body: { error: 'IN_USE', params: ['accounts:Conto'] } });
  const outcome = await attempt(client(), api.banks.delete, { params: { id: ID } });
  expect(outcome.ok).toBe(false);
  if (outcome.ok) return;
  const { code, params } = outcome.error;
  expect([code, params]).toEqual(['IN_USE', ['accounts:Conto']]);
  expect(isApiError(outcome.error, 'IN_USE', 'NOT_FOUND')).toBe(true);
  expect(isApiError(outcome.error, 'STALE_VERSION')).toBe(false);
  // @ts-expect-error deleting a bank never answers that a plan is stale
  expect(code === 'PLAN_STALE').toBe(false);
});

it('values as values, and no answer as an exception', async () => {
  instance.answers(done);
  expect(await attempt(client(), api.banks.get)).toEqual({ ok: true, value: [] });
  instance.answers('destroy');
  await expect(attempt(client({ retries: 0 }), api.banks.get)).rejects.toBeInstanceOf(TransportError);
});
