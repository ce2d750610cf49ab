import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { listen } from '../../src/server.js';
import { createTestApp, type TestApp } from '../support/app.js';

/** Node looks for what is late every half minute. */
const LOOK_MS = 30_000;
const SLOW = 60;

interface Slow {
  readonly socket: Socket;
  /** Everything the server said, once it has closed the connection, and after how long. */
  readonly ended: Promise<{ said: string; afterMs: number }>;
}

describe('clients that take their time', () => {
  let app: TestApp;
  let port: number;
  let server: Server;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    app = await createTestApp();
    port = await listen(app.app, 0, '127.0.0.1');
    server = app.app.getHttpServer();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  /** Sends the beginning at once, and then a byte of the rest twice a second until it is closed. */
  const dribble = (beginning: string, byte: string): Slow => {
    const began = performance.now();
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
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
  const answers = async () => (await fetch(`http://127.0.0.1:${port}/api/health/live`)).status;

  it('are given a time for headers, for a body and between requests, and keep no other client waiting', async () => {
    expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout]).toEqual([
      15_000, 300_000, 10_000,
    ]);
    // Five minutes fit no test: the same limit, shorter.
    server.requestTimeout = 16_000;
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
    expect(afterAnswer.afterMs).toBeGreaterThan(9000);
    expect(await answers()).toBe(200);
    for (const slow of [...headers, body]) {
      const { said, afterMs } = await slow.ended;
      expect(said).toMatch(/^HTTP\/1\.1 408/);
      expect(afterMs).toBeGreaterThan(14_000);
      expect(afterMs).toBeLessThan(16_000 + LOOK_MS + 10_000);
    }
    expect(await answers()).toBe(200);
  }, 120_000);
});
