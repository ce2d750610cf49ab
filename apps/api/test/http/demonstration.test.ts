import { DEMO_PASSWORD, DEMO_USERNAME } from '../../src/identity/demo-login.js';
import { FirstStart } from '../../src/identity/first-start.js';
import { Demonstration, WORK_PER_WINDOW } from '../../src/platform/auth/demonstration.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { NotificationMails } from '../../src/notifications/notification-mails.js';
import { NotificationsRepository } from '../../src/notifications/notifications.repository.js';
import { createTestApp, createTestAppOn, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';

const signIn = (app: TestApp, username = DEMO_USERNAME, password = DEMO_PASSWORD) =>
  app.as(null).post('/api/user/token/generate', { username, password, tokenClient: 'test' });

/** A session of the demonstration's user. */
async function demoOf(app: TestApp): Promise<{ token: string }> {
  const { body } = await signIn(app).expect(200);
  return { token: (body as { token: string }).token };
}

const INVITATION = {
  username: 'victim',
  name: 'Click here: https://phishing.example',
  email: 'victim@example.net',
  memberships: [],
};

describe("the demonstration's published login", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await app.app.get(FirstStart).run();
  });
  afterAll(() => app.close());

  it('opens the household and no administration: no invitations, no groups, no instance', async () => {
    const demo = await demoOf(app);
    await app.as(demo).get('/api/finance/quarters/list').expect(200);
    const { body: config } = await app.as(null).get('/api/user/config').expect(200);
    expect((config as { demo?: object }).demo).toEqual({ username: DEMO_USERNAME, password: DEMO_PASSWORD });
    for (const path of [
      'users/get',
      'groups/get',
      'tenants/get',
      'email-server/get',
      'services/get',
      'audit/get',
    ])
      await app.as(demo).get(`/api/user/admin/${path}`).expect(403);
    await app.as(demo).post('/api/user/admin/users/save', INVITATION).expect(403);
    await app.as(demo).post('/api/user/admin/users/send-link', { id: crypto.randomUUID() }).expect(403);
    expect(await asOwner(app.database, `select 1 from users where username = 'victim'`)).toEqual([]);
  });

  it('holds no role of administration even if one was granted to it, directly or by a group', async () => {
    await asOwner(
      app.database,
      `update memberships set roles = array['FBDO_FIBADO', 'MSF_USERS', 'SADMIN']
       where user_id = (select id from users where username = $1)`,
      [DEMO_USERNAME],
    );
    const { body } = await signIn(app).expect(200);
    const { token, userLogged } = body as { token: string; userLogged: { roles: string[] } };
    expect(userLogged.roles).toEqual(['FBDO_FIBADO']);
    await app.as({ token }).get('/api/user/admin/users/get').expect(403);
    const made = await app.as({ token }).post('/api/user/account/api-keys/save', {
      name: 'k',
      scopes: ['ADMIN_READ', 'FINANCE_READ'],
      days: 1,
    });
    const key = { token: (made.body as { key?: string }).key ?? '' };
    const byKey = await app.as(key).get('/api/user/admin/users/get');
    expect([401, 403]).toContain(byKey.status);
  });

  it('changes neither its e-mail nor its password, so that no visitor takes it over', async () => {
    const demo = await demoOf(app);
    const contact = { name: 'Giulia', email: 'attacker@example.net', language: 'it' };
    await app.as(demo).post('/api/user/account/update-contact', contact).expect(403);
    const password = { oldPassword: DEMO_PASSWORD, newPassword: 'quattro cavalli verdi nel lago' };
    await app.as(demo).post('/api/user/account/change-password', password).expect(403);
    await signIn(app).expect(200);
  });

  it('mails nothing, whatever address the household gives for its reminders', async () => {
    const demo = await demoOf(app);
    const { body: settings } = await app.as(demo).get('/api/finance/settings/get').expect(200);
    expect(settings).toHaveProperty('reminders');
    const [tenant] = await asOwner<{ id: string }>(
      app.database,
      `select id from tenants where code = 'famiglia'`,
    );
    const readers = await app.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      app.app.get(NotificationsRepository).readers(scope, tenant!.id),
    );
    expect(readers).toHaveLength(1);
    const mails = app.app.get(NotificationMails).of({ settings: settings as never, readers }, {
      kind: 'PLAN_STALE',
      subject: 'x',
      params: { quarter: '2026-Q4' },
    } as never);
    expect(mails).toEqual([]);
  });

  it('is given a bounded amount of solving', async () => {
    const demo = await demoOf(app);
    const solve = () =>
      app
        .as(demo)
        .post('/api/finance/optimizer/runs', { quarter: '1999-Q1', options: { timeLimitMs: 1000 } });
    expect((await solve()).status).not.toBe(429);
    for (let i = 1; i < WORK_PER_WINDOW; i += 1) expect((await solve()).status).not.toBe(429);
    const refused = await solve().expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await app.as(demo).get('/api/finance/quarters/list').expect(200);
  });

  it('ends when an administrator gives the account a password of its own: it is then an ordinary account', async () => {
    const other = await createTestApp();
    try {
      await other.app.get(FirstStart).run();
      const root = await other.newUser(['SADMIN']);
      const { body: page } = await other
        .as(root)
        .get(`/api/user/admin/users/get?search=${DEMO_USERNAME}`)
        .expect(200);
      const [demo] = (page as { items: { memberships: { tenantId: string; groups: [] }[] }[] }).items;
      const {
        manageable: _m,
        createdAt: _c,
        invited: _i,
        blocked: _b,
        ...person
      } = demo as never as Record<string, unknown>;
      delete person['lastLoginAt'];
      const password = 'quattro cavalli verdi nel lago';
      const memberships = demo!.memberships.map(({ tenantId }) => ({
        tenantId,
        roles: ['FBDO_FIBADO', 'MSF_USERS'],
        groupIds: [],
      }));
      await other
        .as(root)
        .post('/api/user/admin/users/save', { ...person, password, memberships })
        .expect(200);
      await signIn(other).expect(401);
      const { body } = await signIn(other, DEMO_USERNAME, password).expect(200);
      expect((body as { userLogged: { roles: string[] } }).userLogged.roles).toContain('MSF_USERS');
      const { body: config } = await other.as(null).get('/api/user/config').expect(200);
      expect(config).not.toHaveProperty('demo');
    } finally {
      await other.close();
    }
  });
});

describe('an instance that others can reach', () => {
  it.each([
    ['bound to the network', { HOST: '0.0.0.0' }],
    ['published under an address', { PUBLIC_URL: 'https://fibado.example.org' }],
    ['behind a declared proxy', { TRUST_PROXY: '1' }],
    ['told to have none', { DEMO: 'false' }],
  ])('makes no demonstration when it is %s', async (_, settings) => {
    const app = await createTestApp(settings);
    try {
      expect(await app.app.get(FirstStart).run()).not.toHaveProperty('demoTenantId');
      expect(await asOwner(app.database, 'select username from users')).toHaveLength(1);
    } finally {
      await app.close();
    }
  });

  it('closes one that was made on loopback: its login, its sessions and its keys', async () => {
    const local = await createTestApp();
    await local.app.get(FirstStart).run();
    const demo = await demoOf(local);
    const { body: made } = await local
      .as(demo)
      .post('/api/user/account/api-keys/save', { name: 'k', scopes: ['FINANCE_READ'], days: 1 })
      .expect(200);
    const key = { token: (made as { key: string }).key };
    const published = await createTestAppOn(local.database, { PUBLIC_URL: 'https://fibado.example.org' });
    try {
      await published.app.get(FirstStart).run();
      expect((await signIn(published)).status).toBeGreaterThanOrEqual(401);
      for (const token of [demo, key])
        await published.as(token).get('/api/finance/quarters/list').expect(403);
      const { body: config } = await published.as(null).get('/api/user/config').expect(200);
      expect(config).not.toHaveProperty('demo');
    } finally {
      await published.app.close();
      await local.close();
    }
  });

  it('closes it at the first request a proxy passed on', async () => {
    const app = await createTestApp();
    try {
      await app.app.get(FirstStart).run();
      const demo = await demoOf(app);
      await app.as(demo).get('/api/finance/quarters/list').set('x-forwarded-for', '203.0.113.7').expect(403);
      expect(app.app.get(Demonstration).open).toBe(false);
      expect((await signIn(app)).status).toBeGreaterThanOrEqual(401);
    } finally {
      await app.close();
    }
  });

  it('recognises one of an earlier version by its published password', async () => {
    const app = await createTestApp();
    try {
      await app.app.get(FirstStart).run();
      await asOwner(app.database, 'update users set demonstration = false');
      await app.app.get(FirstStart).run();
      const rows = await asOwner(app.database, 'select username from users where demonstration');
      expect(rows).toEqual([{ username: DEMO_USERNAME }]);
    } finally {
      await app.close();
    }
  });
});

describe('the first administrator', () => {
  const setUp = (app: TestApp) => app.app.get(FirstStart).setUpLink('http://127.0.0.1:8080');
  const linkOf = (url: string) => url.split('#')[1] ?? '';

  it('chooses a password with a link that works once; there is no password before', async () => {
    const app = await createTestApp();
    try {
      await app.app.get(FirstStart).run();
      const rows = await asOwner<{ hash: string | null }>(
        app.database,
        `select password_hash as hash from users where username = 'admin'`,
      );
      expect(rows).toEqual([{ hash: null }]);
      const first = await setUp(app);
      expect(first).toMatch(/^http:\/\/127\.0\.0\.1:8080\/set-password#[\w-]{43}$/);
      // Several processes started together: the one link stays good.
      expect(await setUp(app)).toBeUndefined();
      const body = { link: linkOf(first!), newPassword: 'quattro cavalli verdi nel lago' };
      await app.as(null).post('/api/user/token/set-password', body).expect(204);
      await app.as(null).post('/api/user/token/set-password', body).expect(410);
      await signIn(app, 'admin', body.newPassword).expect(200);
      await asOwner(app.database, 'delete from password_links');
      expect(await setUp(app)).toBeUndefined();
    } finally {
      await app.close();
    }
  });

  it('is given another link by a later start while none was used', async () => {
    const app = await createTestApp();
    try {
      await app.app.get(FirstStart).run();
      const first = await setUp(app);
      app.clock.advance(3_600_000);
      const second = await setUp(app);
      expect(second).toBeDefined();
      const use = (url: string) => app.as(null).post('/api/user/token/link-info', { link: linkOf(url) });
      await use(first!).expect(410);
      await use(second!).expect(200);
    } finally {
      await app.close();
    }
  });

  it('has the password of the settings where they name one', async () => {
    const app = await createTestApp({ ADMIN_PASSWORD: 'quattro cavalli verdi' });
    try {
      await app.app.get(FirstStart).run();
      expect(await setUp(app)).toBeUndefined();
      await signIn(app, 'admin', 'quattro cavalli verdi').expect(200);
    } finally {
      await app.close();
    }
  });
});
