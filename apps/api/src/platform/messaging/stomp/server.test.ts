import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { STOMP_OPTIONS } from './options.js';
import { StompServer } from './server.js';

const KEY = 'acme-rosa';
const DESTINATION = `/exchange/web-notify-exchange/${KEY}`;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !holds();) {
    if (Date.now() > end) throw new Error('Waited too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The server by itself, with every client admitted, so that its limits can be reached quickly. */
async function startServer(options: Partial<typeof STOMP_OPTIONS> = {}) {
  const dropped: string[] = [];
  let living = true;
  let answering = Promise.resolve();
  const stomp = new StompServer(
    {
      redeem: (login) => Promise.resolve({ login, key: KEY }),
      mayRead: (_login, destination) => Promise.resolve(destination === DESTINATION),
      living: async (logins) => {
        const known = new Set(living ? logins : []);
        await answering;
        return known;
      },
    },
    { ...STOMP_OPTIONS, tickMs: 20, ...options },
    (reason) => dropped.push(reason),
  );
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  sockets.on('connection', (socket) => stomp.accept(socket));
  await once(sockets, 'listening');
  const { port } = sockets.address() as AddressInfo;

  const open = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    const frames: string[] = [];
    socket.on('message', (data: Buffer) => frames.push(data.toString()));
    const closed = once(socket, 'close').then(([code, reason]) => ({
      code: code as number,
      reason: String(reason),
    }));
    await once(socket, 'open');
    return { socket, frames, closed };
  };
  const connect = async (heartBeat = '0,0', login = 'l') => {
    const { socket, frames, closed } = await open();
    socket.send(`CONNECT\naccept-version:1.1\nlogin:${login}\npasscode:p\nheart-beat:${heartBeat}\n\n\0`);
    socket.send(`SUBSCRIBE\nid:1\nreceipt:r\ndestination:${DESTINATION}\n\n\0`);
    await until(
      () => socket.readyState !== WebSocket.OPEN || frames.some((frame) => frame.startsWith('RECEIPT')),
    );
    return { socket, frames, closed };
  };
  stops.push(async () => {
    stomp.close();
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    await once(sockets, 'close');
  });
  return {
    stomp,
    dropped,
    open,
    connect,
    endSessions: () => (living = false),
    answerAfter: (moment: Promise<void>): void => {
      answering = moment;
    },
  };
}

const messagesOf = (frames: readonly string[]): number =>
  frames.filter((frame) => frame.startsWith('MESSAGE')).length;

describe('the STOMP server', () => {
  it('drops a consumer that takes nothing, with the reason, and leaves the others alone', async () => {
    const server = await startServer({ maxBufferedBytes: 64 * 1024 });
    const [slow, other] = [await server.connect(), await server.connect()];
    slow.socket.pause();
    const body = 'x'.repeat(8000);
    let sent = 0;
    while (server.dropped.length === 0 && sent < 5000) {
      server.stomp.deliver(KEY, DESTINATION, body);
      sent += 1;
      await until(() => messagesOf(other.frames) === sent);
    }
    expect(server.dropped).toEqual(['slow consumer']);
    server.stomp.deliver(KEY, DESTINATION, body);
    await until(() => messagesOf(other.frames) === sent + 1);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    // Once it reads again it finds out why.
    slow.socket.resume();
    expect(await slow.closed).toEqual({ code: 1008, reason: 'slow consumer' });
    expect(slow.frames.at(-1)).toMatch(/^ERROR\nmessage:slow consumer/);
  }, 30_000);

  it('cuts a dropped consumer off that does not even read why', async () => {
    const server = await startServer({ maxBufferedBytes: 64 * 1024 });
    const slow = await server.connect();
    slow.socket.pause();
    for (let i = 0; i < 5000 && server.dropped.length === 0; i += 1) {
      server.stomp.deliver(KEY, DESTINATION, 'x'.repeat(8000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.dropped).toEqual(['slow consumer']);
    await until(() => server.stomp.size === 0);
    expect(server.stomp.size).toBe(0);
    slow.socket.terminate();
  }, 30_000);

  it('beats as often as agreed and stays with a client that beats back', async () => {
    const server = await startServer({ heartbeatMs: 100 });
    const client = await server.connect('100,100');
    const timer = setInterval(() => client.socket.send('\n'), 80);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    clearInterval(timer);
    const beats = client.frames.filter((frame) => frame === '\n').length;
    expect(beats).toBeGreaterThanOrEqual(6);
    expect(beats).toBeLessThanOrEqual(16);
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
    expect((await client.closed).reason).toBe('heart-beat missed');
  });

  it('beats no faster than it offered', async () => {
    const server = await startServer({ heartbeatMs: 300 });
    const client = await server.connect('0,10');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(client.frames.filter((frame) => frame === '\n').length).toBeLessThanOrEqual(4);
  });

  it('ends connections whose session has ended', async () => {
    const server = await startServer();
    const client = await server.connect();
    await server.stomp.checkSessions();
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
    server.endSessions();
    await server.stomp.checkSessions();
    expect((await client.closed).reason).toBe('the session has ended');
  });

  it('leaves alone who comes while it is asked whose session has ended', async () => {
    const server = await startServer();
    await server.connect('0,0', 'first');
    let answer: (() => void) | undefined;
    server.answerAfter(new Promise((resolve) => (answer = resolve)));
    const checked = server.stomp.checkSessions();
    const second = await server.connect('0,0', 'second');
    answer?.();
    await checked;
    expect(server.dropped).toEqual([]);
    expect(second.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('bounds connections, subscriptions and frames at once', async () => {
    const server = await startServer({ connections: 2, subscriptionsPerConnection: 1 });
    const [one, two, three] = [await server.connect(), await server.connect(), await server.connect()];
    expect((await three.closed).reason).toBe('too many connections');
    one.socket.send(`SUBSCRIBE\nid:2\ndestination:${DESTINATION}\n\n\0`);
    expect((await one.closed).reason).toBe('too many subscriptions');
    two.socket.send('ACK\nid:1\n\n\0'.repeat(200));
    expect((await two.closed).reason).toBe('too many frames at once');
  });

  it('ends the oldest of too many connections that have not signed in', async () => {
    const server = await startServer({ pendingConnections: 2 });
    const client = await server.connect();
    const [oldest, second, third] = [await server.open(), await server.open(), await server.open()];
    expect((await oldest.closed).reason).toBe('too many connections that have not signed in');
    for (const { socket } of [client, second, third]) expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('stops a subscription on UNSUBSCRIBE and says goodbye on DISCONNECT', async () => {
    const server = await startServer();
    const client = await server.connect();
    server.stomp.deliver(KEY, DESTINATION, '{}');
    client.socket.send('UNSUBSCRIBE\nid:1\nreceipt:gone\n\n\0');
    await until(() => client.frames.some((frame) => frame.includes('receipt-id:gone')));
    server.stomp.deliver(KEY, DESTINATION, '{}');
    client.socket.send('DISCONNECT\nreceipt:bye\n\n\0');
    expect((await client.closed).code).toBe(1000);
    expect(client.frames.filter((frame) => frame.startsWith('MESSAGE'))).toHaveLength(1);
    expect(client.frames.at(-1)).toContain('receipt-id:bye');
    await until(() => server.stomp.size === 0);
  });
});
