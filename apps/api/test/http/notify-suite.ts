import type { EventPayload, EventTopic, Notification } from '@fibado/contracts';
import { Versions } from '@stomp/stompjs';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { Outbox } from '../../src/platform/messaging/outbox.js';
import type { TestApp, TestUser } from '../support/app.js';
import { connectionDetails, destinationOf, keyOf, Line, openLine } from './notify-client.js';
import { pause, until } from '../support/waiting.js';

/** Long enough for a message that should not come. */
const NOTHING_COMES_MS = 300;
/** How soon a line ends after its session; a page that stays connected hears of its user until then. */
const LINE_END_MS = 15_000;

/** Says in a transaction of its own that something happened in the user's tenant. */
export async function happen<T extends EventTopic>(
  app: TestApp,
  user: TestUser,
  topic: T,
  payload: EventPayload<T>,
): Promise<void> {
  await app.transactions.inTenant(user.tenantId, SYSTEM_ACTOR, (scope) =>
    app.app.get(Outbox).add(scope, topic, payload),
  );
}

export async function listOf(app: TestApp, user: TestUser): Promise<Notification[]> {
  const { body } = await app.as(user).get('/api/notify/web-notify/list/false').expect(200);
  return (body as { list: Notification[] }).list;
}

/** Days of different quarters, so that no two events are about the same. */
export const quarterNumber = (n: number): string =>
  `${2000 + Math.floor(n / 4)}-${['01', '04', '07', '10'][n % 4]}-01`;

/** What a browser may rely on, whichever carrier it is connected to. */
export function describeLine(open: () => Promise<TestApp>): void {
  let app: TestApp;
  const lines: Line[] = [];
  let beating: Promise<{ afterMs: number; line: Line }>;
  beforeAll(async () => {
    app = await open();
    // Ten seconds pass while the other tests run; who waits for it hears what went wrong.
    beating = firstBeat(app);
    beating.catch(() => undefined);
  });
  afterAll(() => app.close());
  afterEach(async () => {
    await Promise.all(lines.splice(0).map((line) => line.close()));
  });
  const keep = (line: Line): Line => {
    lines.push(line);
    return line;
  };

  it('brings a notification to its reader, and to the list', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const line = keep(await openLine(app, user));
    await happen(app, user, 'plan.stale', { quarter: '2026-10-01' });
    await until('the message', () => line.received.length > 0);
    const [item] = await listOf(app, user);
    expect(line.received).toEqual([{ type: 'SIMPLE', idNotify: item?.idNotify }]);
    expect(item).toMatchObject({ kind: 'PLAN_STALE', read: false, params: { quarter: '2026-10-01' } });
  });

  it('tells the open pages of a user whose roles changed, and no other pages', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const other = await app.newUser(['FBDO_FIBADO'], { id: user.tenantId, code: user.tenant });
    const [line, otherLine] = [keep(await openLine(app, user)), keep(await openLine(app, other))];
    await happen(app, user, 'account.changed', {
      userId: user.id,
      username: user.username,
      change: 'ROLES',
    });
    await until('the message', () => line.received.length > 0);
    expect(line.received).toEqual([{ type: 'ACCOUNT_BLOCK' }]);
    await pause(NOTHING_COMES_MS);
    expect(otherLine.received).toEqual([]);
  });

  it('brings several open pages of one user each the message', async () => {
    const user = await app.newUser(['FBDO_READ']);
    const both = [keep(await openLine(app, user)), keep(await openLine(app, user))];
    await happen(app, user, 'plan.stale', { quarter: '2026-07-01' });
    await until('both messages', () => both.every((line) => line.received.length === 1));
  });

  it.each([
    ["another user's key", (_own: string, other: string) => other],
    ['everything', () => '#'],
    ['one word', () => '*'],
    ["everybody's of the tenant", (own: string) => `${own.split('-')[0]}-*`],
    ['a key that begins like the own one', (own: string) => `${own}x`],
    ['the beginning of the own one', (own: string) => own.slice(0, -1)],
  ])('refuses to read %s', async (_name, keyFor) => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const other = await app.newUser(['FBDO_FIBADO'], { id: user.tenantId, code: user.tenant });
    const line = keep(new Line(await connectionDetails(app, user)));
    expect(await line.open()).toBe(true);
    expect(await line.subscribe(destinationOf(keyFor(keyOf(user), keyOf(other))))).toBe(false);
    await happen(app, other, 'plan.stale', { quarter: '2026-10-01' });
    await pause(NOTHING_COMES_MS);
    expect(line.received).toEqual([]);
  });

  it.each([
    '/exchange/amq.topic/x',
    '/queue/anything',
    '/topic/anything',
    '/amq/queue/stomp-subscription-x',
    '/temp-queue/x',
    '',
  ])('refuses to read %p', async (destination) => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const line = keep(new Line(await connectionDetails(app, user)));
    expect(await line.open()).toBe(true);
    expect(await line.subscribe(destination)).toBe(false);
  });

  it('refuses to publish, to the own key as well', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const listener = keep(await openLine(app, user));
    const line = keep(await openLine(app, user));
    line.client.publish({ destination: destinationOf(keyOf(user)), body: '{"type":"ACCOUNT_BLOCK"}' });
    await line.ended();
    await pause(NOTHING_COMES_MS);
    expect(listener.received).toEqual([]);
    expect(listener.closed).toBe(false);
  });

  it('refuses a wrong secret', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const details = await connectionDetails(app, user);
    expect(await keep(new Line({ ...details, password: `${details.password}x` })).open()).toBe(false);
    const other = await connectionDetails(app, await app.newUser([]));
    expect(await keep(new Line({ ...details, password: other.password })).open()).toBe(false);
    expect(await keep(new Line({ ...details, username: keyOf(user) })).open()).toBe(false);
  });

  const change = (statement: string, user: TestUser, id = user.id) =>
    app.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query(statement, statement.includes('$2') ? [id, app.clock.now()] : [id]),
    );

  it.each([
    ['signs out', (user: TestUser) => app.as(user).post('/api/user/account/logout').expect(204)],
    [
      'changes the password elsewhere',
      (user: TestUser) => change('update sessions set revoked_at = $2 where user_id = $1', user),
    ],
    ['is blocked', (user: TestUser) => change('update users set blocked = true where id = $1', user)],
    ['leaves the household', (user: TestUser) => change('delete from memberships where user_id = $1', user)],
    [
      'belongs to one that is suspended',
      (user: TestUser) => change(`update tenants set state = 'SUSPENDED' where id = $1`, user, user.tenantId),
    ],
  ])('ends the open connection of a user who %s, and no other', async (_name, end) => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const other = await app.newUser(['FBDO_FIBADO']);
    const [line, otherLine] = [keep(await openLine(app, user)), keep(await openLine(app, other))];
    await end(user);
    const ended = line.ended().then(() => 'ended');
    expect(await Promise.race([ended, pause(LINE_END_MS)])).toBe('ended');
    await happen(app, user, 'plan.stale', { quarter: '2026-10-01' });
    await happen(app, other, 'plan.stale', { quarter: '2026-10-01' });
    await until('the message', () => otherLine.received.length === 1);
    await pause(NOTHING_COMES_MS);
    expect(line.received).toEqual([]);
    expect(otherLine.closed).toBe(false);
  });
  it('takes a secret once', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const details = await connectionDetails(app, user);
    expect(await keep(new Line(details)).open()).toBe(true);
    expect(await keep(new Line(details)).open()).toBe(false);
  });

  it('takes no secret after its minute, and none of a session that was left', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const late = await connectionDetails(app, user);
    app.clock.advance(60_001);
    expect(await keep(new Line(late)).open()).toBe(false);
    const left = await connectionDetails(app, user);
    const connected = keep(new Line(await connectionDetails(app, user)));
    expect(await connected.open()).toBe(true);
    await app.as(user).post('/api/user/account/logout').expect(204);
    expect(await keep(new Line(left)).open()).toBe(false);
    await connected.ended();
  });

  it('takes no login of a blocked user', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const details = await connectionDetails(app, user);
    await app.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query('update users set blocked = true where id = $1', [user.id]),
    );
    expect(await keep(new Line(details)).open()).toBe(false);
  });

  it.each([
    ['1.1', Versions.V1_1],
    ['1.0', Versions.V1_0],
  ])('speaks STOMP %s', async (name, version) => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const line = keep(
      new Line(await connectionDetails(app, user), { stompVersions: new Versions([version]) }),
    );
    expect(await line.open()).toBe(true);
    expect(line.client.connectedVersion).toBe(name);
    await line.subscribe(destinationOf(keyOf(user)));
    await happen(app, user, 'plan.stale', { quarter: '2026-10-01' });
    await until('the message', () => line.received.length > 0);
  });

  it('beats within ten seconds', async () => {
    const { afterMs, line } = await beating;
    expect(afterMs).toBeLessThanOrEqual(10_500);
    expect(line.closed).toBe(false);
    await line.close();
  }, 20_000);
}

/** Connects a silent client, and waits for the carrier's first beat. */
async function firstBeat(app: TestApp): Promise<{ afterMs: number; line: Line }> {
  const line = new Line(await connectionDetails(app, await app.newUser(['FBDO_FIBADO'])));
  if (!(await line.open())) throw new Error('The connection was refused');
  const started = performance.now();
  let afterMs: number | undefined;
  // RabbitMQ beats with CR LF or LF; both are a frame of line ends alone.
  line.sockets[0]?.on('message', (data: Buffer) => {
    if (data.toString().trim() === '') afterMs ??= performance.now() - started;
  });
  await until('a beat', () => afterMs !== undefined, 12_000);
  return { afterMs: afterMs ?? NaN, line };
}
