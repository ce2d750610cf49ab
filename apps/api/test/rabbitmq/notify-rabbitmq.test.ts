import { NOTIFY_EXCHANGE, type SocketMessage } from '@fibado/contracts';
import { connect } from 'amqplib';
import { NotifyTransport } from '../../src/platform/messaging/notify-transport.js';
import { MAX_QUEUES } from '../../src/platform/messaging/notify-logins.js';
import { BrokerManagement } from '../../src/platform/messaging/rabbitmq/broker-management.js';
import { JobRunner } from '../../src/platform/jobs/job-runner.js';
import { startProcess } from '../faults/processes.js';
import { connectionDetails, destinationOf, keyOf, Line, openLine } from '../http/notify-client.js';
import { pause, until } from '../support/waiting.js';
import { describeLine, happen, listOf } from '../http/notify-suite.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { type Broker, createBroker } from './broker.js';

let broker: Broker;
beforeAll(async () => {
  broker = await createBroker();
  await broker.start();
}, 90_000);
afterAll(() => broker.remove());

const openApp = (): Promise<TestApp> => createTestApp({ ...broker.env });
const queued = (app: TestApp) => asOwner<{ attempts: number }>(app.database, 'select attempts from jobs');
/** Waits for an empty queue; fails when nothing in it changed for a minute, so a loaded machine may take longer. */
async function drained(app: TestApp): Promise<void> {
  const work = () =>
    asOwner<{ topic: string; count: number }>(
      app.database,
      'select queue, count(*)::int as count from jobs group by queue order by queue',
    );
  for (let left = await work(); left.length > 0; left = await work()) {
    const before = JSON.stringify(left);
    await until(
      `a change of ${before} in the queue`,
      async () => JSON.stringify(await work()) !== before,
      60_000,
    );
  }
}
const stale = (app: TestApp, user: TestUser) => happen(app, user, 'plan.stale', { quarter: '2026-10-01' });

describe('RabbitMQ', () => {
  describeLine(openApp);
});

describe('the broker’s questions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app.close());

  const ask = (path: string, fields: Record<string, string> = {}, method = 'POST') =>
    fetch(`http://127.0.0.1:${broker.authPort}${path}`, {
      method,
      ...(method === 'POST' ? { body: new URLSearchParams(fields) } : {}),
    });
  const answer = async (question: string, fields: Record<string, string>) =>
    (await ask(`/${broker.secret}/${question}`, fields)).text();

  it('come from a server that says what it is', async () => {
    const transport = app.app.get(NotifyTransport);
    await until('the connection', () => transport.isReady());
    expect(await transport.ping()).toEqual({ version: expect.stringMatching(/^RabbitMQ \d+\.\d+/) });
  });

  it('are refused without the secret', async () => {
    for (const path of ['/user', '//user', '/wrong-secret-wrong/user', `/${broker.secret.slice(1)}/user`])
      expect((await ask(path)).status).toBe(404);
    expect((await ask(`/${broker.secret}/user`, {}, 'GET')).status).toBe(405);
    expect((await ask(`/${broker.secret}/user/more`)).status).toBe(404);
  });

  it('are no to everything unknown, odd or too long', async () => {
    expect(await answer('user', {})).toBe('deny');
    expect(await answer('shutdown', { username: 'fibado' })).toBe('deny');
    expect(await answer('vhost', { username: 'fibado', vhost: '/' })).toBe('deny');
    expect(await answer('user', { username: 'x'.repeat(20_000) })).toBe('deny');
  });

  it('are yes to reading the own key and no to all else', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const { username, password } = await connectionDetails(app, user);
    const on = { username, vhost: '/' };
    const own = {
      ...on,
      resource: 'topic',
      name: NOTIFY_EXCHANGE,
      permission: 'read',
      routing_key: keyOf(user),
    };
    // A login that has not connected may do nothing.
    expect(await answer('topic', own)).toBe('deny');
    // The broker asks twice for one connection, and not a third time.
    expect(await answer('user', { username, password })).toBe('allow');
    expect(await answer('user', { username, password })).toBe('allow');
    expect(await answer('user', { username, password })).toBe('deny');
    const late = await connectionDetails(app, user);
    const lateFields = { username: late.username, password: late.password };
    expect(await answer('user', lateFields)).toBe('allow');
    app.clock.advance(2001);
    expect(await answer('user', lateFields)).toBe('deny');
    expect(await answer('vhost', on)).toBe('allow');
    expect(await answer('vhost', { ...on, vhost: 'other' })).toBe('deny');
    expect(await answer('topic', own)).toBe('allow');
    for (const change of [
      { routing_key: '#' },
      { routing_key: '' },
      { routing_key: `${keyOf(user)}.x` },
      { permission: 'write' },
      { name: 'amq.topic' },
      { vhost: 'other' },
      { username: 'notify_unknown' },
    ])
      expect(await answer('topic', { ...own, ...change })).toBe('deny');
    const queue = { ...on, resource: 'queue', name: 'stomp-subscription-Ab_1-x', permission: 'configure' };
    expect(await answer('resource', queue)).toBe('allow');
    expect(await answer('resource', { ...queue, name: 'stomp-subscription-' })).toBe('deny');
    expect(await answer('resource', { ...queue, name: 'orders' })).toBe('deny');
    const exchange = { ...on, resource: 'exchange', name: NOTIFY_EXCHANGE };
    expect(await answer('resource', { ...exchange, permission: 'read' })).toBe('allow');
    for (const permission of ['write', 'configure'])
      expect(await answer('resource', { ...exchange, permission })).toBe('deny');
    expect(await answer('resource', { ...exchange, name: 'amq.default', permission: 'write' })).toBe('deny');
  });

  it('are not answered on the public port', async () => {
    for (const question of ['user', 'vhost', 'resource', 'topic'])
      await app.as(null).post(`/${broker.secret}/${question}`, {}).expect(404);
  });
});

describe('queues of subscriptions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp();
  });
  afterAll(() => app.close());

  interface Queue {
    readonly name: string;
    readonly durable: boolean;
    readonly exclusive: boolean;
    readonly policy?: string;
  }
  const queues = async (): Promise<Queue[]> => {
    const response = await app.app
      .get(BrokerManagement)
      .ask('queues/%2F?columns=name,durable,exclusive,policy', 'GET');
    const all = (await response.json()) as Queue[];
    return all.filter(({ name }) => name.startsWith('stomp-subscription-'));
  };

  /** The broker may first ask over a connection to the application before. */
  const connected = async (user: TestUser): Promise<Line> => {
    for (let tries = 0; tries < 5; tries += 1) {
      const line = new Line(await connectionDetails(app, user));
      if (await line.open()) return line;
      await pause(500);
    }
    throw new Error('The broker refuses the login');
  };

  it('are at most three a login, however many it asks for, and end a minute after the last read', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    await until('the policy', async () => {
      const response = await app.app.get(BrokerManagement).ask('policies/%2F', 'GET');
      return JSON.stringify(await response.json()).includes('fibado-subscriptions');
    });
    await until('no queues of other tests', async () => (await queues()).length === 0, 90_000);
    const line = await connected(user);
    for (let i = 0; i < 40; i += 1)
      line.client.subscribe(destinationOf(keyOf(user)), () => undefined, {
        id: `attack-${i}`,
        durable: 'true',
        'auto-delete': 'false',
      });
    await Promise.race([line.ended(), pause(5000)]);
    await until('the queues', async () => (await queues()).length > 0);
    await until('the policy on them', async () =>
      (await queues()).every(({ policy }) => policy === 'fibado-subscriptions'),
    );
    const left = await queues();
    expect(left.length).toBeLessThanOrEqual(MAX_QUEUES);
    expect(left.filter(({ durable }) => durable)).toEqual(left);
    await line.close();
    await until('their end', async () => (await queues()).length === 0, 100_000);
  }, 240_000);

  it('are exclusive to the connection of a page, and go with it', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const line = await connected(user);
    line.client.subscribe(destinationOf(keyOf(user)), () => undefined, {
      durable: 'false',
      'auto-delete': 'true',
      exclusive: 'true',
    });
    await pause(1500);
    if (line.errors.length > 0) throw new Error(line.errors.join());
    await until('the queue', async () => (await queues()).length === 1);
    expect(await queues()).toMatchObject([{ durable: false, exclusive: true }]);
    await line.close();
    await until('its end', async () => (await queues()).length === 0);
  }, 60_000);
});

describe('two processes on one broker', () => {
  it('reach a browser whichever of them it asked for its way', async () => {
    const app = await openApp();
    try {
      const user = await app.newUser(['FBDO_FIBADO']);
      const line = await openLine(app, user);
      // The other process alone passes on.
      await app.app.get(JobRunner).stop();
      const other = await startProcess(app, { ...broker.env, BROKER_AUTH_PORT: '0' });
      await other.happen(user.tenantId, 'plan.stale', { quarter: '2026-10-01' });
      await until('the message', () => line.received.length === 1);
      await other.stop();
      await line.close();
    } finally {
      await app.close();
    }
  }, 60_000);

  it('lose nothing when one is killed while publishing', async () => {
    const app = await openApp();
    try {
      const user = await app.newUser(['FBDO_FIBADO']);
      const line = await openLine(app, user);
      for (const dieAt of ['publishing', 'published'] as const) {
        const runner = app.app.get(JobRunner);
        await runner.stop();
        const before = line.received.length;
        const victim = await startProcess(app, { ...broker.env, BROKER_AUTH_PORT: '0' }, dieAt);
        await victim.happen(user.tenantId, 'import.finished', {
          quarter: '2026-10-01',
          account: dieAt,
          imported: 1,
          skipped: 0,
        });
        expect(await victim.ended).toBe('SIGKILL');
        runner.start();
        await until('the message', () => line.received.length > before);
        await drained(app);
      }
      expect((await listOf(app, user)).map((item) => item.params['account'])).toEqual([
        'published',
        'publishing',
      ]);
      await line.close();
    } finally {
      await app.close();
    }
  }, 60_000);
});

describe('a broker that fails', () => {
  it('lets the product start and work without it; notifications wait', async () => {
    await broker.kill();
    const app = await openApp();
    try {
      const user = await app.newUser(['FBDO_FIBADO']);
      await stale(app, user);
      await until('the list', async () => (await listOf(app, user)).length === 1);
      expect(await queued(app)).toEqual([{ attempts: 0 }]);
      await broker.start();
      await drained(app);
    } finally {
      await app.close();
    }
  }, 120_000);

  it('is killed and restarted under 200 notifications a second: every one arrives', async () => {
    const app = await openApp();
    const browsers: TestBrowser[] = [];
    try {
      const users: TestUser[] = [];
      for (let i = 0; i < 10; i += 1) users.push(await app.newUser(['FBDO_FIBADO']));
      // Keeps everything published over the broker's death, so that nothing can go by unseen.
      const observer = await connect(broker.amqpUrl);
      const channel = await observer.createConfirmChannel();
      observer.on('error', () => undefined);
      await channel.assertQueue('observer', { durable: true });
      await channel.bindQueue('observer', NOTIFY_EXCHANGE, '#');
      browsers.push(...(await Promise.all(users.map((user) => startBrowser(app, user)))));

      const seconds = 6;
      const restarted = (async () => {
        await pause(2000);
        await broker.kill();
        await pause(500);
        await broker.start();
      })();
      const started = Date.now();
      for (let n = 0; n < seconds * 200; n += 10) {
        await Promise.all(
          users.map((user, i) =>
            happen(app, user, 'import.finished', {
              quarter: '2026-10-01',
              account: `Conto ${n + i}`,
              imported: 1,
              skipped: 0,
            }),
          ),
        );
        await pause(started + (n + 10) * 5 - Date.now());
      }
      await restarted;
      await drained(app);
      for (const browser of browsers)
        await until('the browser to be back', () => browser.connected(), 30_000);

      const observed = await drainQueue(broker.amqpUrl);
      const ids = new Set(observed.map((message) => message.idNotify));
      for (const [i, user] of users.entries()) {
        const items = await listOf(app, user);
        expect(new Set(items.map((item) => item.params['account']))).toEqual(
          new Set(Array.from({ length: seconds * 20 }, (_, k) => `Conto ${k * 10 + i}`)),
        );
        expect(items).toHaveLength(seconds * 20);
        expect(items.filter((item) => !ids.has(item.idNotify))).toEqual([]);
        // Over the socket, or in the list read after coming back: the page has seen each.
        await until('the page to have all', () => browsers[i]?.seen.size === items.length);
      }
      for (const browser of browsers) expect(browser.connects).toBeGreaterThanOrEqual(2);
    } finally {
      // A page left open would connect again to the closed application and end the whole test run.
      for (const browser of browsers) await browser.close();
      await app.close();
    }
  }, 300_000);
});

type TestBrowser = Awaited<ReturnType<typeof startBrowser>>;

/** A page as the web application keeps it: comes back with fresh credentials and reads the list on each connect. */
async function startBrowser(app: TestApp, user: TestUser) {
  const seen = new Set<string>();
  let line: Line | undefined;
  let closed = false;
  const state = { connects: 0 };
  const connectOnce = async (): Promise<void> => {
    const next = new Line(await connectionDetails(app, user));
    line = next;
    const open = (await next.open()) && (await next.subscribe(destinationOf(keyOf(user))));
    if (open) {
      state.connects += 1;
      for (const item of await listOf(app, user)) seen.add(item.idNotify);
    }
    void next.ended().then(async () => {
      for (const message of next.received) if (message.idNotify) seen.add(message.idNotify);
      await pause(500);
      if (!closed) await connectOnce();
    });
  };
  await connectOnce();
  return {
    get seen() {
      for (const message of line?.received ?? []) if (message.idNotify) seen.add(message.idNotify);
      return seen;
    },
    get connects() {
      return state.connects;
    },
    connected: () => line?.client.connected === true && !line.closed && state.connects >= 2,
    close: async () => {
      closed = true;
      await line?.close();
    },
  };
}

async function drainQueue(url: string): Promise<SocketMessage[]> {
  const connection = await connect(url);
  const channel = await connection.createChannel();
  const messages: SocketMessage[] = [];
  for (;;) {
    const got = await channel.get('observer', { noAck: true });
    if (got === false) break;
    messages.push(JSON.parse(got.content.toString()) as SocketMessage);
  }
  await connection.close();
  return messages;
}
