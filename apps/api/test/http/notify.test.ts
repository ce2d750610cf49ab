import { REMINDER_KINDS } from '@fibado/contracts';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { until } from '../support/waiting.js';
import { happen, listOf, quarterNumber } from './notify-suite.js';

const BASE = '/api/notify/web-notify';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('notifications', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const member = (of: TestUser, roles: Parameters<TestApp['newUser']>[0]) =>
    app.newUser(roles, { id: of.tenantId, code: of.tenant });
  const queued = () => asOwner(app.database, "select topic from jobs where queue in ('EVENTS', 'MESSAGES')");
  const settled = () => until('empty queues', async () => (await queued()).length === 0);
  const imported = (user: TestUser, account: string) =>
    happen(app, user, 'import.finished', { quarter: '2026-10-01', account, imported: 3, skipped: 1 });

  it('lists newest first, marks as read and deletes', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    for (const account of ['A', 'B', 'C']) {
      await imported(user, account);
      await settled();
    }
    const items = await listOf(app, user);
    expect(items.map((item) => item.params['account'])).toEqual(['C', 'B', 'A']);
    expect(items[0]).toEqual({
      idNotify: expect.any(String),
      read: false,
      createdAt: app.clock.now().toISOString(),
      kind: 'IMPORT_FINISHED',
      params: { quarter: '2026-10-01', account: 'C', imported: 3, skipped: 1 },
      link: '/fibado/dashboard/operation/edit/2026-10-01',
    });
    await app.as(user).put(`${BASE}/mark-read/${items[0]?.idNotify}`).expect(204);
    await app.as(user).put(`${BASE}/mark-read/${items[0]?.idNotify}`).expect(204);
    expect((await listOf(app, user)).map((item) => item.read)).toEqual([true, false, false]);
    await app.as(user).delete(`${BASE}/cancel/${items[1]?.idNotify}`).expect(204);
    expect((await listOf(app, user)).map((item) => item.params['account'])).toEqual(['C', 'A']);
    await app.as(user).delete(`${BASE}/cancel-all`).expect(204);
    expect(await listOf(app, user)).toEqual([]);
  });

  it("keeps each user's own, within a tenant and across", async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const same = await member(user, ['FBDO_READ']);
    const stranger = await app.newUser(['FBDO_FIBADO']);
    await imported(user, 'A');
    await settled();
    const [own] = await listOf(app, user);
    expect(await listOf(app, stranger)).toEqual([]);
    for (const other of [same, stranger]) {
      const missing = await app.as(other).put(`${BASE}/mark-read/${own?.idNotify}`).expect(404);
      expect(missing.body).toEqual({ error: 'NOT_FOUND', params: [] });
      await app.as(other).delete(`${BASE}/cancel/${own?.idNotify}`).expect(404);
    }
    await app.as(same).delete(`${BASE}/cancel-all`).expect(204);
    expect(await listOf(app, user)).toHaveLength(1);
  });

  it('answers errors for what is not there, not an id, not signed in', async () => {
    const user = await app.newUser([]);
    await app.as(user).put(`${BASE}/mark-read/${UNKNOWN}`).expect(404);
    await app.as(user).delete(`${BASE}/cancel/${UNKNOWN}`).expect(404);
    expect((await app.as(user).put(`${BASE}/mark-read/1`).expect(400)).body.params).toEqual(['id']);
    expect((await app.as(user).get(`${BASE}/list/maybe`).expect(400)).body.params).toEqual(['flag']);
    for (const path of ['list/true', 'list/false']) await app.as(null).get(`${BASE}/${path}`).expect(401);
    await app.as(null).delete(`${BASE}/cancel-all`).expect(401);
  });

  it('tells only those who may read the finances', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const [reader, manager, blocked] = [
      await member(user, ['FBDO_READ']),
      await member(user, ['MSF_USERS']),
      await member(user, ['FBDO_FIBADO']),
    ];
    const grouped = await member(user, []);
    await asOwner(app.database, 'update users set blocked = true where id = $1', [blocked.id]);
    await asOwner(
      app.database,
      `with g as (insert into groups (tenant_id, id, name, roles) values ($1, gen_random_uuid(), 'famiglia', '{FBDO_READ}') returning id)
       insert into group_members (tenant_id, group_id, user_id) select $1, id, $2 from g`,
      [user.tenantId, grouped.id],
    );
    await imported(user, 'A');
    await settled();
    for (const one of [user, reader, grouped]) expect(await listOf(app, one)).toHaveLength(1);
    expect(await listOf(app, manager)).toEqual([]);
    const rows = await asOwner(app.database, 'select 1 from notifications where user_id = $1', [blocked.id]);
    expect(rows).toEqual([]);
  });

  it('says nothing of what was rolled back', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const { Outbox } = await import('../../src/platform/messaging/outbox.js');
    const { SYSTEM_ACTOR } = await import('../../src/platform/database/transactions.js');
    await expect(
      app.transactions.inTenant(user.tenantId, SYSTEM_ACTOR, async (scope) => {
        await app.app.get(Outbox).add(scope, 'plan.stale', { quarter: '2026-10-01' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await queued()).toEqual([]);
    expect(await listOf(app, user)).toEqual([]);
  });

  it('repeats no unread news, replaces them when they change, and settles what has become pointless', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const quarter = '2026-10-01';
    const ready = (gainCents: number) =>
      happen(app, user, 'plan.ready', { quarter, status: 'OPTIMAL', gainCents, transfers: 2 });
    await ready(100);
    await settled();
    await ready(200);
    await settled();
    let items = await listOf(app, user);
    expect(items.map((item) => item.params['gainCents'])).toEqual([200]);
    for (let i = 0; i < 3; i += 1) await happen(app, user, 'plan.stale', { quarter });
    await settled();
    items = await listOf(app, user);
    expect(items.map(({ kind, read }) => [kind, read])).toEqual([
      ['PLAN_STALE', false],
      ['PLAN_READY', true],
    ]);
    await happen(app, user, 'quarter.closed', { quarter });
    await settled();
    expect((await listOf(app, user)).every((item) => item.read)).toBe(true);
  });

  it('settles every reminder of a quarter that is closed, and none of another', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    for (const quarter of ['2026-07-01', '2026-10-01'])
      for (const kind of REMINDER_KINDS)
        await happen(app, user, 'reminder', { kind, params: { quarter }, link: '/', quarter, about: 'x' });
    await settled();
    expect(await listOf(app, user)).toHaveLength(2 * REMINDER_KINDS.length);
    await happen(app, user, 'quarter.closed', { quarter: '2026-07-01' });
    await settled();
    const items = await listOf(app, user);
    const read = (quarter: string) =>
      items.filter((item) => item.params['quarter'] === quarter && item.read).length;
    expect([read('2026-07-01'), read('2026-10-01')]).toEqual([REMINDER_KINDS.length, 0]);
  });

  it('follows the switches of the household', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const { body } = await app.as(user).get('/api/finance/settings/get').expect(200);
    await app
      .as(user)
      .post('/api/finance/settings/save', {
        ...body,
        notifications: { PLAN_STALE: { web: false, email: false } },
      })
      .expect(200);
    await happen(app, user, 'plan.stale', { quarter: '2026-10-01' });
    await imported(user, 'A');
    await settled();
    expect((await listOf(app, user)).map((item) => item.kind)).toEqual(['IMPORT_FINISHED']);
  });

  it('sends what is switched to mail to the address for reminders, or to every reader', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const other = await member(user, ['FBDO_READ']);
    const mails = () =>
      asOwner<{ recipient: string; subject: string }>(
        app.database,
        'select recipient, subject from mails where tenant_id = $1 order by recipient',
        [user.tenantId],
      );
    const read = async () => (await app.as(user).get('/api/finance/settings/get').expect(200)).body as object;
    const email = { IMPORT_FINISHED: { web: false, email: true } };
    await app
      .as(user)
      .post('/api/finance/settings/save', { ...(await read()), notifications: email })
      .expect(200);
    await imported(user, 'A');
    await settled();
    expect(await mails()).toEqual([]);
    await asOwner(
      app.database,
      `insert into email_server (host, port, security, from_name, from_address, version)
       values ('127.0.0.1', 1, 'NONE', 'Fibado', 'fibado@example.org', 1)`,
    );
    await imported(user, 'A');
    await settled();
    expect((await mails()).map((mail) => mail.recipient)).toEqual(
      [user, other].map(({ username }) => `${username}@example.org`).sort(),
    );
    await asOwner(app.database, 'delete from mails where tenant_id = $1', [user.tenantId]);
    const reminders = { daysBefore: 1, email: 'casa@example.org' };
    await app
      .as(user)
      .post('/api/finance/settings/save', { ...(await read()), reminders })
      .expect(200);
    await imported(user, 'A');
    await settled();
    expect(await mails()).toEqual([
      { recipient: 'casa@example.org', subject: 'Fibado: Importazione terminata' },
    ]);
    expect(await listOf(app, user)).toEqual([]);
  });

  it('notes changed roles in the list, and only blocks who was removed', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const { id: userId, username } = user;
    await happen(app, user, 'account.changed', { userId, username, change: 'BLOCKED' });
    await happen(app, user, 'account.changed', { userId: UNKNOWN, username: 'gone', change: 'REMOVED' });
    await happen(app, user, 'account.changed', { userId, username, change: 'ROLES' });
    await settled();
    expect((await listOf(app, user)).map((item) => item.kind)).toEqual(['ACCOUNT_CHANGED']);
  });

  it('passes on five hundred events, and their messages with them', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const { Outbox } = await import('../../src/platform/messaging/outbox.js');
    const { SYSTEM_ACTOR } = await import('../../src/platform/database/transactions.js');
    await app.transactions.inTenant(user.tenantId, SYSTEM_ACTOR, async (scope) => {
      for (let i = 0; i < 500; i += 1)
        await app.app.get(Outbox).add(scope, 'plan.stale', { quarter: quarterNumber(i) });
    });
    await until('empty queues', async () => (await queued()).length === 0, 20_000);
    expect(await listOf(app, user)).toHaveLength(500);
  });

  describe('the way to the real-time line', () => {
    it('names the socket by the address the caller used', async () => {
      const user = await app.newUser([]);
      const { body } = await app
        .as(user)
        .get(`${BASE}/list/true`)
        .set('Host', 'casa.example:8080')
        .expect(200);
      expect(body).toEqual({
        list: [],
        hostSocket: expect.stringMatching(/^ws:\/\/casa\.example:8080\/api\/notify\/stomp\?ticket=[\w.-]+$/),
        username: expect.stringMatching(/^notify_[0-9a-f]{24}$/),
        password: expect.stringMatching(/^[\w-]{32}$/),
      });
    });

    it('fails on no host that is none', async () => {
      const user = await app.newUser([]);
      for (const host of ['a b', '[', 'x:y:z']) {
        const { body } = await app.as(user).get(`${BASE}/list/true`).set('Host', host).expect(200);
        expect([host, body.hostSocket.split('?')[0]]).toEqual([host, 'ws://localhost/api/notify/stomp']);
      }
    });

    it('keeps only a fingerprint of the secret', async () => {
      const user = await app.newUser([]);
      const { body } = await app.as(user).get(`${BASE}/list/true`).expect(200);
      const rows = await asOwner(app.database, 'select * from notify_logins where login = $1', [
        body.username,
      ]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(body.password);
    });

    it('serves none of the broker’s questions on the public port', async () => {
      const user = await app.newUser([]);
      for (const path of [
        '/user',
        '/vhost',
        '/resource',
        '/topic',
        '/api/notify/user',
        '/api/notify/broker/user',
      ])
        await app.as(user).post(path, {}).expect(404);
    });

    it('names the socket by the address the instance was told', async () => {
      const told = await createTestApp({ PUBLIC_URL: 'https://fibado.example.org' });
      try {
        const there = await told.newUser([]);
        const answer = await told.as(there).get(`${BASE}/list/true`).expect(200);
        expect(answer.body.hostSocket).toContain('wss://fibado.example.org/api/notify/stomp?');
      } finally {
        await told.close();
      }
    });
  });
});
