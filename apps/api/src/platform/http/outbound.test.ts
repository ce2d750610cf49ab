import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAllowed, type Networks, OutboundError, postOutside } from './outbound.js';

describe('requests to addresses that a household chose', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  /** @returns the port of a server on loopback, and how often it was reached. */
  async function listen(answer: RequestListener) {
    let reached = 0;
    const server = createServer((request, response) => {
      reached += 1;
      answer(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, count: () => reached };
  }
  const post = (url: string, networks: Networks, timeoutMs = 2000) =>
    postOutside(
      { url: new URL(url), headers: { 'content-type': 'text/plain' }, body: 'hallo' },
      { networks, timeoutMs, signal: new AbortController().signal },
    ).catch((error: unknown) => (error as OutboundError).failure);

  it.each([
    ['8.8.8.8', true, true, true],
    ['2a00:1450:4002:400::200e', true, true, true],
    ['192.168.1.10', false, true, true],
    ['10.0.0.1', false, true, true],
    ['100.64.0.1', false, true, true],
    ['fd00::1', false, true, true],
    ['127.0.0.1', false, false, true],
    ['::1', false, false, true],
    ['::ffff:127.0.0.1', false, false, true],
    ['::ffff:10.0.0.1', false, true, true],
    // Link-local, where clouds answer with credentials; other special ranges, and what is no address.
    ['169.254.169.254', false, false, false],
    ['::ffff:169.254.169.254', false, false, false],
    ['fe80::1', false, false, false],
    ['0.0.0.0', false, false, false],
    ['224.0.0.1', false, false, false],
    ['255.255.255.255', false, false, false],
    ['64:ff9b::7f00:1', false, false, false],
    ['2002:7f00:1::', false, false, false],
    ['localhost', false, false, false],
  ])('may reach %s as public %s, lan %s, local %s', (address, onPublic, onLan, onLocal) => {
    expect([isAllowed(address, 'public'), isAllowed(address, 'lan'), isAllowed(address, 'local')]).toEqual([
      onPublic,
      onLan,
      onLocal,
    ]);
  });

  it('are not connected at all where the address is refused, however it is written', async () => {
    const { port, count } = await listen((_request, response) => response.end());
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])
      expect([host, await post(`http://${host}:${port}/`, 'lan')]).toEqual([host, 'ADDRESS_REFUSED']);
    expect(count()).toBe(0);
    expect(await post(`http://localhost:${port}/`, 'local')).toBe(200);
    expect(count()).toBe(1);
  });

  it('follow no redirect', async () => {
    const { port, count } = await listen((_request, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    );
    expect(await post(`http://127.0.0.1:${port}/`, 'local')).toBe(302);
    expect(count()).toBe(1);
  });

  it('end in time, and with an answer without end', async () => {
    const silent = await listen(() => undefined);
    expect(await post(`http://127.0.0.1:${silent.port}/`, 'local', 100)).toBe('TIMEOUT');
    let isCut = false;
    const endless = await listen((_request, response) => {
      response.on('close', () => (isCut = true));
      const more = () => void (!response.destroyed && response.write('x'.repeat(65_536), more));
      more();
    });
    expect(await post(`http://127.0.0.1:${endless.port}/`, 'local')).toBe(200);
    for (const end = Date.now() + 5000; !isCut && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isCut).toBe(true);
  });

  it('say what went wrong', async () => {
    const { port } = await listen((_request, response) => response.end());
    servers[0]?.close();
    expect(await post(`http://127.0.0.1:${port}/`, 'local')).toBe('CONNECTION_FAILED');
    expect(await post('http://name.invalid/', 'local')).toBe('NAME_UNKNOWN');
  });
});
