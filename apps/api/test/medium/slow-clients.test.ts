import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createTestApp, type TestApp } from '../support/app.js';

/** How often Node looks for what is late here, milliseconds; its default is half a minute. */
const LOOK_MS = 500;
/** The product's limits, and shorter ones that fit a test, milliseconds. */
const LIMITS = { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 10_000 };
const SHORT = { headersTimeout: 3000, requestTimeout: 4000, keepAliveTimeout: 2000 };
const SLOW = 60;

interface Slow {
  readonly socket: Socket;
  /** Everything the server said, once it has closed the connection, and after how long. */
  readonly ended: Promise<{ said: string; afterMs: number }>;
}

describe('clients that take their time', () => {
  let app: TestApp;
  let server: Server;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    app = await createTestApp(
      {},
      {
        before(listening) {
          server = listening;
          // Node reads it when the server begins to listen.
          Object.assign(server, { connectionsCheckingInterval: LOOK_MS });
        },
      },
    );
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  /** Sends the beginning at once, and then a byte of the rest twice a second until it is closed. */
  const dribble = (beginning: string, byte: string): Slow => {
    const began = performance.now();
    const socket = connect(app.port, '127.0.0.1');
    sockets.push(socket);
    let said = '';
    socket.on('data', (text: Buffer) => (said += text.toString()));
    socket.on('error', () => undefined);
    socket.write(beginning);
    const timer = setInterval(() => socket.write(byte), 500);
    const ended = new Promise<{ said: string; afterMs: number }>((resolve) =>
      socket.once('close', () => {
        clearInterval(timer);
        resolve({ said, afterMs: performance.now() - began });
      }),
    );
    return { socket, ended };
  };
  const answers = async () => (await fetch(`http://127.0.0.1:${app.port}/api/health/live`)).status;

  it('are given a time for headers, for a body and between requests, and keep no other client waiting', async () => {
    expect(server).toMatchObject(LIMITS);
    Object.assign(server, SHORT);
    const headers = Array.from({ length: SLOW }, () =>
      dribble('GET /api/health/live HTTP/1.1\r\nHost: a\r\nX-Slow: ', 'x'),
    );
    const body = dribble(
      'POST /api/user/token/generate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"username":"',
      'x',
    );
    const idle = dribble('GET /api/health/live HTTP/1.1\r\nHost: a\r\n\r\n', '');
    expect(await answers()).toBe(200);

    const afterAnswer = await idle.ended;
    expect(afterAnswer.said).toMatch(/^HTTP\/1\.1 200/);
    expect(afterAnswer.afterMs).toBeGreaterThan(SHORT.keepAliveTimeout - 500);
    expect(await answers()).toBe(200);
    for (const slow of [...headers, body]) {
      const { said, afterMs } = await slow.ended;
      expect(said).toMatch(/^HTTP\/1\.1 408/);
      expect(afterMs).toBeGreaterThan(SHORT.headersTimeout - 500);
      // On a busy machine a look may be late, too.
      expect(afterMs).toBeLessThan(SHORT.requestTimeout + LOOK_MS + 10_000);
    }
    expect(await answers()).toBe(200);
  }, 120_000);
});
