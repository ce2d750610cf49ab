import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchOffers } from './offer-fetch.js';

const DOCUMENT = { format: 'fibado-offers', formatVersion: 1, publishedOn: '2026-11-01', offers: [] };

async function withServer<T>(answer: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    return await work(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/offers.json`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('asks no private address, by number or by name, unless that is allowed', async () => {
  let asked = 0;
  await withServer(
    (_, response) => {
      asked += 1;
      response.end(JSON.stringify(DOCUMENT));
    },
    async (url) => {
      await expect(fetchOffers(url, false)).rejects.toThrow('not public');
      await expect(fetchOffers(url.replace('127.0.0.1', 'localhost'), false)).rejects.toThrow('not public');
      await expect(fetchOffers(url.replace('127.0.0.1', '[::1]'), false)).rejects.toThrow('not public');
      expect(asked).toBe(0);
      expect(await fetchOffers(url, true)).toEqual(DOCUMENT);
      expect(asked).toBe(1);
    },
  );
});

it.each<[string, RequestListener, string]>([
  ['a redirect', (_, response) => response.writeHead(302, { location: '/x' }).end(), 'Answered 302'],
  ['what is not JSON', (_, response) => response.end('<html>'), 'not JSON'],
  ['another file', (_, response) => response.end('{"format":"other"}'), 'Not a file of offers: format'],
  ['too much', (_, response) => response.end('x'.repeat(1_100_000)), 'too large'],
])('refuses %s', async (_, answer, message) => {
  await withServer(answer, (url) => expect(fetchOffers(url, true)).rejects.toThrow(message));
});
