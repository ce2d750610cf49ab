import { createServer, type Server, type Socket, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { DatabaseListener } from '../../src/platform/messaging/database-listener.js';
import { NotifyTransport } from '../../src/platform/messaging/notify-transport.js';
import { createTestAppOn, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/waiting.js';

/** A way to the database on which listeners' connections can fall silent, as behind a firewall that forgot them. */
async function wayTo(url: string) {
  const target = new URL(url);
  const listeners = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    const both = [socket, onward];
    for (const one of both) one.on('error', () => both.forEach((each) => each.destroy()));
    for (const one of both) one.on('close', () => both.forEach((each) => each.destroy()));
    socket.once('data', (first) => {
      if (first.includes('fibado-listener')) listeners.add(socket);
    });
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    listeners,
    silence: () => {
      for (const socket of listeners) socket.unpipe().resume().removeAllListeners('data');
      listeners.clear();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('a connection for notifications that broke without a word', () => {
  let database: TestDatabase;
  let way: Awaited<ReturnType<typeof wayTo>>;
  let app: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase();
    way = await wayTo(database.appUrl);
    app = await createTestAppOn({ ...database, appUrl: way.url });
  });
  afterAll(async () => {
    await app.close();
    await way.close();
  });

  it('is found out by a round trip and put back', async () => {
    const transport = app.app.get(NotifyTransport);
    expect(await transport.ping()).toMatchObject({ version: expect.any(String) });
    expect(way.listeners.size).toBe(1);
    way.silence();
    await app.app.get(DatabaseListener).beat(1000);
    await until('it listens again', () => way.listeners.size === 1);
    await until('a ping is heard', () =>
      transport.ping().then(
        () => true,
        () => false,
      ),
    );
  });
});
