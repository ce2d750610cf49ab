import { WebSocket } from 'ws';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { connectionDetails, destinationOf, keyOf, Line, openLine } from './notify-client.js';
import { until } from '../support/waiting.js';
import { describeLine } from './notify-suite.js';

/** How a socket ended, and after how long. */
interface Closed {
  readonly code: number;
  readonly reason: string;
  readonly afterMs: number;
}

/** Sockets come from the addresses that they name. */
const openApp = (): Promise<TestApp> => createTestApp({ TRUST_PROXY: '1' });

describe('the embedded STOMP server', () => {
  let app: TestApp;
  /** Why each was dropped: what takes the server seconds passes while the other tests run. */
  let silent: Promise<Closed>;
  let mute: Promise<Closed>;
  describeLine(async () => {
    app = await openApp();
    silent = rawConnect('10000,0').then(({ closed }) => closed);
    mute = rawSocket().then(({ closed }) => closed);
    // Who waits for one hears what went wrong.
    for (const dropped of [silent, mute]) dropped.catch(() => undefined);
    return app;
  });

  /** A socket without a STOMP client, for saying what no client would. */
  const rawSocket = async (protocols = ['v11.stomp']) => {
    const socket = new WebSocket(`ws://127.0.0.1:${app.port}/api/notify/stomp`, protocols);
    const texts: string[] = [];
    const opened = performance.now();
    socket.on('message', (data: Buffer) => texts.push(data.toString()));
    const closed = new Promise<Closed>((resolve) =>
      socket.once('close', (code, reason) =>
        resolve({ code, reason: reason.toString(), afterMs: performance.now() - opened }),
      ),
    );
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return { socket, texts, closed };
  };
  const rawConnect = async (heartBeat: string) => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const raw = await rawSocket();
    const { username, password } = await connectionDetails(app, user);
    raw.socket.send(
      `CONNECT\naccept-version:1.1\nhost:/\nlogin:${username}\npasscode:${password}\nheart-beat:${heartBeat}\n\n\0`,
    );
    await until('CONNECTED', () => raw.texts.length > 0);
    expect(raw.texts[0]).toMatch(/^CONNECTED\n/);
    return { ...raw, user };
  };

  describe('its limits', () => {
    it('offers heart-beats of ten seconds both ways', async () => {
      const { texts, socket } = await rawConnect('0,0');
      expect(texts[0]).toContain('heart-beat:10000,10000');
      expect(texts[0]).toContain('version:1.1');
      socket.terminate();
    });

    it('takes a frame of 16384 characters and refuses a longer one', async () => {
      const fitting = await rawConnect('0,0');
      const frame = (length: number) => {
        const head = `SUBSCRIBE\nid:1\nreceipt:ok\ndestination:${destinationOf(keyOf(fitting.user))}\nfill:`;
        return `${head}${'x'.repeat(length - head.length - 3)}\n\n\0`;
      };
      fitting.socket.send(frame(16_384));
      await until('the receipt', () => fitting.texts.some((text) => text.startsWith('RECEIPT')));
      fitting.socket.send(frame(16_385));
      expect(await fitting.closed).toMatchObject({ code: 1009, reason: 'frame too long' });
      expect(fitting.texts.at(-1)).toMatch(/^ERROR\nmessage:frame too long/);
    });

    it('refuses a longer frame in pieces', async () => {
      const { socket, closed } = await rawConnect('0,0');
      socket.send(`SUBSCRIBE\nid:1\nfill:${'x'.repeat(10_000)}`);
      socket.send('x'.repeat(10_000));
      expect(await closed).toMatchObject({ code: 1009, reason: 'frame too long' });
    });

    it('reads what a message never means as the end of the connection', async () => {
      for (const text of ['GET / HTTP/1.1\r\n\r\n\0', '\u0001\u0002\n\n\0', 'BEGIN\ntransaction:1\n\n\0']) {
        const { socket, closed } = await rawConnect('0,0');
        socket.send(text);
        expect((await closed).code).toBe(1008);
      }
    });

    it('asks for CONNECT before anything else', async () => {
      const { socket, texts, closed } = await rawSocket();
      socket.send('SUBSCRIBE\nid:1\ndestination:/exchange/web-notify-exchange/a-b\n\n\0');
      expect((await closed).reason).toBe('not connected');
      expect(texts[0]).toMatch(/^ERROR\n/);
    });

    it('names the versions it speaks to a client that speaks others', async () => {
      const { socket, texts } = await rawSocket();
      socket.send('CONNECT\naccept-version:1.2\nhost:/\n\n\0');
      await until('the answer', () => texts.length > 0);
      expect(texts[0]).toContain('supported versions are 1.0, 1.1');
    });

    it('negotiates the subprotocol', async () => {
      const both = await rawSocket(['v10.stomp', 'v11.stomp']);
      expect(both.socket.protocol).toBe('v11.stomp');
      const old = await rawSocket(['v12.stomp', 'v10.stomp']);
      expect(old.socket.protocol).toBe('v10.stomp');
      both.socket.terminate();
      old.socket.terminate();
      await expect(rawSocket(['v12.stomp'])).rejects.toThrow(/subprotocol/);
    });

    it('drops a client that promised beats and is silent', async () => {
      const { reason, afterMs } = await silent;
      expect(reason).toBe('heart-beat missed');
      expect(afterMs).toBeGreaterThan(10_000);
    }, 30_000);

    it('drops a socket that never connects', async () => {
      expect((await mute).reason).toBe('no CONNECT in time');
    }, 20_000);

    it('lets a user have twenty connections', async () => {
      const user = await app.newUser(['FBDO_FIBADO']);
      const lines: Line[] = [];
      for (let i = 0; i < 20; i += 1) lines.push(await openLine(app, user));
      const extra = new Line(await connectionDetails(app, user));
      expect(await extra.open()).toBe(false);
      expect(extra.errors).toEqual(['too many connections of this user']);
      await lines[0]?.close();
      await until('a free place', async () => {
        const line = new Line(await connectionDetails(app, user));
        const opened = await line.open();
        await line.close();
        return opened;
      });
      await Promise.all(lines.map((line) => line.close()));
    });

    it('refuses sockets of an address that opens many and signs in on none, and no member who shares it', async () => {
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
      const statusOf = (url: string, address: string) =>
        new Promise<{ status: number; socket: WebSocket }>((resolve) => {
          const socket = new WebSocket(url, ['v11.stomp'], from(address));
          socket.on('error', () => undefined);
          socket.once('open', () => resolve({ status: 101, socket }));
          socket.once('unexpected-response', (request, { statusCode: status = 0 }) => {
            request.destroy();
            resolve({ status, socket });
          });
        });
      const url = `ws://127.0.0.1:${app.port}/api/notify/stomp`;
      const sockets = await Promise.all(Array.from({ length: 110 }, () => statusOf(url, '203.0.113.7')));
      expect(sockets.map(({ status }) => status).sort()).toEqual(
        Array<number>(100).fill(101).concat(Array<number>(10).fill(429)),
      );
      expect((await statusOf(url, '203.0.113.8')).status).toBe(101);
      expect((await statusOf(`${url}?ticket=9999999999999.x.y`, '203.0.113.7')).status).toBe(429);
      const { hostSocket } = await connectionDetails(app, await app.newUser(['FBDO_FIBADO']));
      const { search } = new URL(hostSocket);
      expect((await statusOf(`${url}${search}`, '203.0.113.7')).status).toBe(101);
      for (const { socket } of sockets) socket.terminate();
    });

    it('sends its clients back when it may have missed messages', async () => {
      const line = await openLine(app, await app.newUser(['FBDO_FIBADO']));
      await asOwner(
        app.database,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'fibado-listener' and datname = current_database()`,
      );
      await line.ended();
      expect(line.errors).toEqual(['messages may be missing']);
      const user = await app.newUser(['FBDO_FIBADO']);
      await until('a line that hears again', async () => {
        const next = await openLine(app, user);
        const { happen } = await import('./notify-suite.js');
        await happen(app, user, 'import.finished', {
          quarter: '2026-10-01',
          account: 'Conto',
          imported: 1,
          skipped: 0,
        });
        await until('the message', () => next.received.length > 0 || next.closed).catch(() => undefined);
        const heard = next.received.length > 0;
        await next.close();
        return heard;
      });
    });
  });
});
