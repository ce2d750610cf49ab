/** Uploads tell how far they got, the way Node sends them. */

import { api } from '@fibado/contracts';
import { createClient, type UploadProgress } from '../src/index.js';
import { type Instance, startInstance } from './support/instance.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.close());

it('what goes out is told byte by byte, and arrives whole', async () => {
  instance.answers({ status: 200, body: {} });
  const told: UploadProgress[] = [];
  const bytes = new Uint8Array(400_000).map((_, index) => index % 251);
  await createClient({ baseUrl: instance.origin, clientCode: 'test' }).call(api.imports.computeChanges, {
    body: { quarter: '2027-01-01', accountId: '00000000-0000-4000-8000-000000000001' },
    file: new Blob([bytes]),
    fileName: 'movimenti.csv',
    onUploadProgress: (progress) => told.push(progress),
  });
  const { headers, body } = instance.seen[0] ?? { headers: {}, body: Buffer.alloc(0) };
  const last = told.at(-1);
  expect(told.length).toBeGreaterThan(2);
  expect(last?.sentBytes).toBe(last?.totalBytes);
  expect(last?.totalBytes).toBe(body.byteLength);
  expect(told.map(({ sentBytes }) => sentBytes)).toEqual(
    told.map(({ sentBytes }) => sentBytes).sort((a, b) => a - b),
  );
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  expect(form.get('quarter')).toBe('2027-01-01');
  const file = form.get('file') as Blob;
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
});

it('a repeated upload sends the file again', async () => {
  instance.reset();
  instance.answers({ status: 502, body: '' }, { status: 200, body: {} });
  await createClient({ baseUrl: instance.origin, clientCode: 'test', retry: { baseMs: 1 } }).call(
    api.imports.preview,
    { body: {}, file: new Blob(['a;b\n']), onUploadProgress: () => undefined },
  );
  expect(instance.seen.map(({ body }) => body.includes('a;b'))).toEqual([true, true]);
});
