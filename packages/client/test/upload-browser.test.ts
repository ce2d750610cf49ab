/** Uploads tell how far they got, the way a browser sends them: through its XMLHttpRequest. */

import { api } from '@fibado/contracts';
import { JSDOM, VirtualConsole } from 'jsdom';
import { createClient, TransportError, type UploadProgress } from '../src/index.js';
import { type Instance, startInstance } from './support/instance.js';

const PAGE = 'http://fibado.test';
const NAMES = ['XMLHttpRequest', 'FormData', 'Blob'] as const;
const own = Object.fromEntries(NAMES.map((name) => [name, (globalThis as Record<string, unknown>)[name]]));

let instance: Instance;
beforeAll(async () => {
  const { window } = new JSDOM('', { url: PAGE, virtualConsole: new VirtualConsole() });
  for (const name of NAMES) (globalThis as Record<string, unknown>)[name] = window[name];
  instance = await startInstance({
    'Access-Control-Allow-Origin': PAGE,
    'Access-Control-Allow-Headers': 'cdclient, internalhost, msfauth',
    'Access-Control-Expose-Headers': 'Retry-After',
  });
});
beforeEach(() => instance.reset());
afterAll(async () => {
  Object.assign(globalThis, own);
  await instance.close();
});

const client = () =>
  createClient({ baseUrl: instance.origin, clientCode: 'test', token: () => 't', retry: { baseMs: 1 } });
const uploadOf = (onUploadProgress: (progress: UploadProgress) => void, signal?: AbortSignal) =>
  client().call(api.imports.preview, {
    body: {},
    file: new Blob(['a;b\n'.repeat(50_000)]),
    fileName: 'movimenti.csv',
    onUploadProgress,
    signal,
  });

it('tells what went out and answers what came', async () => {
  instance.answers({ status: 200, body: { candidates: [], sheets: [] } });
  const told: UploadProgress[] = [];
  expect(await uploadOf((progress) => told.push(progress))).toEqual({ candidates: [], sheets: [] });
  // jsdom leaves the figures at 0; browsers fill them in.
  expect(told.length).toBeGreaterThan(0);
  expect(instance.seen[0]?.body.byteLength).toBeGreaterThan(200_000);
  expect(instance.seen[0]?.headers).toMatchObject({ cdclient: 'test', msfauth: 'Bearer t' });
  expect(instance.seen[0]?.body.includes('filename="movimenti.csv"')).toBe(true);
});

it('refusals keep their code, and the wait they ask for', async () => {
  instance.answers({
    status: 429,
    body: { error: 'TOO_MANY_REQUESTS', params: ['900'] },
    headers: { 'Retry-After': '900' },
  });
  await expect(uploadOf(() => undefined)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfter: 900,
  });
});

it('a lost connection is one, and giving up is giving up', async () => {
  instance.answers('destroy');
  await expect(uploadOf(() => undefined)).rejects.toBeInstanceOf(TransportError);
  instance.reset();
  const controller = new AbortController();
  const reason = new Error('enough');
  await expect(uploadOf(() => controller.abort(reason), controller.signal)).rejects.toBe(reason);
});
