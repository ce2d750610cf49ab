import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import supertest from 'supertest';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { IdentityPage, newSigner } from '../support/identity-page.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const MINUTE = 60_000;

describe('sessions opened through an identity provider', () => {
  let page: IdentityPage;
  let app: TestApp;
  let welcome: { id: string; code: string };
  beforeAll(async () => {
    page = await IdentityPage.open();
    app = await createTestApp({
      KEYCLOAK_URL: page.url,
      KEYCLOAK_REALM: page.realm,
      SSO_FIRST_SIGN_IN: 'benvenuti',
      SSO_FIRST_ROLES: 'FBDO_READ',
      SSO_ROLES: 'famiglia=FBDO_FIBADO;amministratori=MSF_USERS,MSF_GROUPS',
      SSO_GROUPS_CLAIM: 'fibado.groups',
      SSO_STEP_UP_ACR: 'gold, platinum',
    });
    welcome = await app.newTenant('benvenuti');
  });
  afterAll(async () => {
    await app.close();
    await page.close();
  });
  beforeEach(() => {
    page.isDown = false;
    page.refresh = () => 400;
    page.refreshed.length = 0;
  });

  let count = 0;
  const freshName = () => `vera${(count += 1)}`;
  const seconds = () => Math.floor(app.clock.now().getTime() / 1000);
  const accessOf = (username: string, more: Record<string, unknown> = {}): JWTPayload => ({
    iss: page.issuer,
    sub: `subject-of-${username}`,
    azp: 'fibado-web',
    typ: 'Bearer',
    iat: seconds(),
    exp: seconds() + 300,
    auth_time: seconds(),
    acr: 'gold',
    sid: `sid-of-${username}`,
    preferred_username: username,
    name: 'Vera Verdi',
    email: `${username}@example.org`,
    email_verified: true,
    ...more,
  });
  interface SignIn {
    readonly claims?: Record<string, unknown>;
    readonly refreshToken?: string;
    readonly cdTenant?: string;
  }
  const exchange = async (username: string, { claims, ...more }: SignIn = {}) =>
    app.as(null).post('/api/user/token/from-keycloak-auth', {
      keycloakToken: await page.sign(accessOf(username, claims)),
      username,
      tokenClient: 'web',
      ...more,
    });
  const signIn = async (username: string, more?: SignIn): Promise<TestUser> => {
    const { status, body } = await exchange(username, more);
    expect(status).toBe(200);
    return { ...body.userLogged, token: body.token } as TestUser;
  };
  const isIn = async (user: { token: string }): Promise<boolean> =>
    (await app.as(user).get('/api/user/account/user-logged')).status === 200;
  const refresh = (user: { token: string }) => app.as(user).get('/api/user/account/refresh');
  const logoutClaims = (more: Record<string, unknown> = {}): JWTPayload => ({
    iss: page.issuer,
    aud: 'fibado-web',
    iat: seconds(),
    exp: seconds() + 120,
    jti: randomUUID(),
    events: { [EVENT]: {} },
    ...more,
  });
  const logout = (token: string) =>
    app.as(null).post('/api/user/sso/back-channel-logout').type('form').send({ logout_token: token });
  const eventsOf = async (username: string): Promise<string[]> =>
    (
      await asOwner<{ kind: string }>(
        app.database,
        'select e.kind from security_events e join users u on u.id = e.user_id where u.username = $1 order by e.id',
        [username],
      )
    ).map((row) => row.kind);

  describe('back-channel logout', () => {
    it('ends the sessions of the provider’s session, and no others', async () => {
      const name = freshName();
      const here = await signIn(name);
      const there = await signIn(name, { claims: { sid: 'another device' } });
      const stranger = await signIn(freshName());
      const token = await page.sign(
        logoutClaims({ sub: `subject-of-${name}`, sid: `sid-of-${name}` }),
        'logout+jwt',
      );
      const answer = await logout(token).expect(204);
      expect(answer.headers['cache-control']).toContain('no-store');
      expect(await isIn(here)).toBe(false);
      expect(await isIn(there)).toBe(true);
      expect(await isIn(stranger)).toBe(true);
      expect(await eventsOf(name)).toContain('PROVIDER_SIGN_OUT');
    });

    it('ends every session of the person when it names no session', async () => {
      const name = freshName();
      const sessions = [await signIn(name), await signIn(name, { claims: { sid: 'another device' } })];
      await logout(await page.sign(logoutClaims({ sub: `subject-of-${name}` }))).expect(204);
      for (const session of sessions) expect(await isIn(session)).toBe(false);
    });

    it('reaches the session the person went on with in another tenant, and the one of acting as another', async () => {
      const root = await app.newUser(['SADMIN']);
      const other = await app.newTenant();
      const target = await app.newUser([], other);
      await asOwner(
        app.database,
        'insert into memberships (tenant_id, user_id, roles, roles_changed_at, created_at) values ($1, $2, $3, now(), now())',
        [other.id, root.id, ['SADMIN']],
      );
      const first = await signIn(root.username, { cdTenant: root.tenant });
      const { body: moved } = await app
        .as(first)
        .get(`/api/user/account/change-tenant/${other.code}`)
        .expect(200);
      const { body: acting } = await app
        .as(moved)
        .get(`/api/user/account/gen-token-for-account/${target.id}`)
        .expect(200);
      await logout(await page.sign(logoutClaims({ sid: `sid-of-${root.username}` }))).expect(204);
      expect(await isIn(moved)).toBe(false);
      expect(await isIn(acting)).toBe(false);
    });

    it('is accepted once', async () => {
      const name = freshName();
      await signIn(name);
      const token = await page.sign(logoutClaims({ sid: `sid-of-${name}` }));
      await logout(token).expect(204);
      const { body } = await logout(token).expect(400);
      expect(body).toEqual({ error: 'VALIDATION', params: ['logout_token'] });
    });

    it('lets no token in that the provider issued before it', async () => {
      const name = freshName();
      const early = { claims: { iat: seconds() } };
      await signIn(name, early);
      await logout(await page.sign(logoutClaims({ sid: `sid-of-${name}` }))).expect(204);
      expect((await exchange(name, early)).body.error).toBe('IDENTITY_REFUSED');
      await logout(await page.sign(logoutClaims({ sub: `subject-of-${name}` }))).expect(204);
      expect((await exchange(name, { claims: { sid: 'new' } })).body.error).toBe('IDENTITY_REFUSED');
      app.clock.advance(1000);
      await signIn(name, { claims: { sid: 'newer' } });
    });

    const wrong: [string, (sid: string) => Promise<string>][] = [
      ['of another issuer', (sid) => page.sign(logoutClaims({ sid, iss: `${page.issuer}x` }))],
      ['for another client', (sid) => page.sign(logoutClaims({ sid, aud: 'another' }))],
      ['without audience', (sid) => page.sign(logoutClaims({ sid, aud: undefined }))],
      ['with a nonce, which an ID token has', (sid) => page.sign(logoutClaims({ sid, nonce: 'n' }))],
      ['without the event', (sid) => page.sign(logoutClaims({ sid, events: { other: {} } }))],
      ['whose event is no object', (sid) => page.sign(logoutClaims({ sid, events: { [EVENT]: 'yes' } }))],
      ['that names neither session nor person', () => page.sign(logoutClaims())],
      ['without an id', (sid) => page.sign(logoutClaims({ sid, jti: undefined }))],
      ['that never expires', (sid) => page.sign(logoutClaims({ sid, exp: undefined }))],
      ['that lives for a day', (sid) => page.sign(logoutClaims({ sid, exp: seconds() + 86_400 }))],
      [
        'that has expired',
        (sid) => page.sign(logoutClaims({ sid, iat: seconds() - 200, exp: seconds() - 60 })),
      ],
      ['of another kind', (sid) => page.sign(logoutClaims({ sid }), 'at+jwt')],
      ['signed by another key', async (sid) => page.sign(logoutClaims({ sid }), 'JWT', await newSigner())],
      [
        'that is not signed',
        (sid) => {
          const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
          return Promise.resolve(`${part({ alg: 'none' })}.${part(logoutClaims({ sid }))}.`);
        },
      ],
      ['that is an access token', (sid) => page.sign(accessOf('vera', { sid }))],
      ['that is no token', () => Promise.resolve('nothing')],
    ];
    it.each(wrong)('refuses a token %s', async (_, make) => {
      const name = freshName();
      const user = await signIn(name);
      expect((await logout(await make(`sid-of-${name}`)).expect(400)).body.error).toBe('VALIDATION');
      expect(await isIn(user)).toBe(true);
    });

    it('takes a form and nothing else', async () => {
      const path = '/api/user/sso/back-channel-logout';
      await app.as(null).post(path, { logout_token: 'x' }).expect(415);
      await app.as(null).post(path).type('form').send({ other: 'x' }).expect(400);
      const server = app.app.getHttpServer() as Parameters<typeof supertest>[0];
      await supertest(server)
        .post(path)
        .type('form')
        .send({ logout_token: 'x'.repeat(70_000) })
        .expect(413);
    });
  });

  describe('the check at a refresh', () => {
    it('asks the provider, keeps the token it gives, and stores it encrypted', async () => {
      const name = freshName();
      const user = await signIn(name, { refreshToken: 'first' });
      page.refresh = async (token) => ({
        access: await page.sign(accessOf(name)),
        refresh: `${token}+`,
      });
      app.clock.advance(10 * MINUTE);
      const { body: once } = await refresh(user).expect(200);
      app.clock.advance(10 * MINUTE);
      await refresh(once).expect(200);
      expect(page.refreshed).toEqual(['first', 'first+']);
      const [row] = await asOwner<{ token: string }>(
        app.database,
        `select p.sealed_token as token from provider_sessions p join users u on u.id = p.user_id where u.username = $1`,
        [name],
      );
      expect(row?.token).toMatch(/^[\w-]{40,}$/);
      expect(Buffer.from(row?.token ?? '', 'base64url').toString('latin1')).not.toContain('first');
    });

    it('asks once for tabs that refresh at the same moment', async () => {
      const name = freshName();
      const user = await signIn(name, { refreshToken: 'only' });
      page.refresh = async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { access: await page.sign(accessOf(name)), refresh: 'next' };
      };
      app.clock.advance(10 * MINUTE);
      const answers = await Promise.all([refresh(user), refresh(user), refresh(user)]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
      expect(page.refreshed).toEqual(['only']);
    });

    it('ends the sessions of a person the provider disabled, deleted or signed out', async () => {
      const name = freshName();
      const user = await signIn(name, { refreshToken: 'token' });
      app.clock.advance(10 * MINUTE);
      await refresh(user).expect(401);
      expect(await isIn(user)).toBe(false);
      expect(await eventsOf(name)).toContain('PROVIDER_REFUSED');
    });

    it('ends the session when the provider names another person', async () => {
      const name = freshName();
      const user = await signIn(name, { refreshToken: 'token' });
      page.refresh = async () => ({ access: await page.sign(accessOf(name, { sub: 'another' })) });
      app.clock.advance(10 * MINUTE);
      await refresh(user).expect(401);
    });

    it('goes on for an hour while the provider does not answer, and then waits for it', async () => {
      const name = freshName();
      let user: { token: string } = await signIn(name, { refreshToken: 'token' });
      page.refresh = () => 503;
      for (let i = 0; i < 4; i += 1) {
        app.clock.advance(14 * MINUTE);
        user = (await refresh(user).expect(200)).body as { token: string };
      }
      app.clock.advance(5 * MINUTE);
      expect((await refresh(user).expect(503)).body.error).toBe('IDENTITY_PROVIDER_UNAVAILABLE');
      page.refresh = async () => ({ access: await page.sign(accessOf(name)) });
      await refresh(user).expect(200);
    });

    it('ends after an hour where the provider can never be asked', async () => {
      let user: { token: string } = await signIn(freshName());
      for (let i = 0; i < 4; i += 1) {
        app.clock.advance(14 * MINUTE);
        user = (await refresh(user).expect(200)).body as { token: string };
      }
      app.clock.advance(5 * MINUTE);
      await refresh(user).expect(401);
    });

    it('asks nothing for a session of a password', async () => {
      const user = await app.newUser([]);
      app.clock.advance(10 * MINUTE);
      await refresh(user).expect(200);
      expect(page.refreshed).toEqual([]);
    });
  });

  describe('another subject of the same name and e-mail', () => {
    it('never inherits the account: not while it is tied, and after it was untied only when an administrator allowed it', async () => {
      const root = await app.newUser(['MSF_USERS', 'FBDO_READ'], welcome);
      const name = freshName();
      const user = await signIn(name);
      const recreated = { claims: { sub: 'created again', sid: 'its own' } };
      expect((await exchange(name, recreated)).body.error).toBe('IDENTITY_REFUSED');
      const [row] = await asOwner<{ id: string }>(app.database, 'select id from users where username = $1', [
        name,
      ]);
      const untie = (allowAnother: boolean) =>
        app.as(root).post('/api/user/admin/users/untie-identity', { id: row?.id, allowAnother });
      await untie(false).expect(204);
      expect(await isIn(user)).toBe(false);
      expect((await exchange(name, recreated)).body.error).toBe('IDENTITY_REFUSED');
      // The untied subject, too: neither into this account, nor into one of another name.
      expect((await exchange(name)).body.error).toBe('IDENTITY_REFUSED');
      const renamed = freshName();
      const moved = { claims: { sub: `subject-of-${name}`, email: `${renamed}@example.org` } };
      expect((await exchange(renamed, moved)).body.error).toBe('IDENTITY_REFUSED');
      await untie(true).expect(204);
      await signIn(name, recreated);
      expect((await exchange(name)).body.error).toBe('IDENTITY_REFUSED');
      expect(await eventsOf(name)).toEqual(expect.arrayContaining(['IDENTITY_TIED', 'IDENTITY_UNTIED']));
    });
  });

  describe('untying', () => {
    it('is the person’s, with a proof and with another way to sign in', async () => {
      const user = await app.newUser(['FBDO_READ']);
      const byProvider = await signIn(user.username);
      const own = '/api/user/account/identity';
      const { body: shown } = await app.as(byProvider).get(own).expect(200);
      expect(shown).toMatchObject({
        issuer: page.issuer,
        provider: { id: 'keycloak', name: 'Keycloak' },
        signedInBy: 'keycloak',
        canUntie: true,
      });
      expect(shown.logoutUrl).toContain(`${page.issuer}/protocol/openid-connect/logout?client_id=fibado-web`);
      app.clock.advance(6 * MINUTE);
      expect((await app.as(user).delete(`${own}/untie`).expect(403)).body.error).toBe('STEP_UP_REQUIRED');
      await app.as(user).post('/api/user/account/step-up', { password: user.password }).expect(200);
      await app.as(user).delete(`${own}/untie`).expect(204);
      expect(await isIn(byProvider)).toBe(false);
      expect((await app.as(user).get(own).expect(200)).body).toEqual({ canUntie: false });
      await app.as(user).delete(`${own}/untie`).expect(404);
      expect((await exchange(user.username)).body.error).toBe('IDENTITY_REFUSED');
    });

    it('is refused to a person who could not sign in any more', async () => {
      const user = await signIn(freshName());
      expect((await app.as(user).delete('/api/user/account/identity/untie').expect(409)).body.error).toBe(
        'LAST_SIGN_IN_METHOD',
      );
    });

    it('is an administrator’s for the people the administrator manages', async () => {
      const path = '/api/user/admin/users/untie-identity';
      const user = await app.newUser(['MSF_USERS']);
      await signIn(user.username);
      const outsider = await app.newUser(['MSF_USERS']);
      await app.as(outsider).post(path, { id: user.id, allowAnother: false }).expect(404);
      const weaker = await app.newUser(['MSF_USERS'], { id: user.tenantId, code: user.tenant });
      await app.as(user).post(path, { id: user.id, allowAnother: false }).expect(403);
      await app.as(weaker).post(path, { id: user.id, allowAnother: false }).expect(204);
      await app.as(weaker).post(path, { id: weaker.id, allowAnother: false }).expect(403);
      const untied = await app.newUser([], { id: user.tenantId, code: user.tenant });
      await app.as(weaker).post(path, { id: untied.id, allowAnother: false }).expect(404);
      const stronger = await app.newUser(['FBDO_FIBADO'], { id: user.tenantId, code: user.tenant });
      await signIn(stronger.username);
      expect(
        (await app.as(weaker).post(path, { id: stronger.id, allowAnother: false }).expect(403)).body,
      ).toEqual({
        error: 'ROLE_NOT_HELD',
        params: ['FBDO_FIBADO'],
      });
    });
  });

  describe('groups of the provider', () => {
    const withGroups = (groups: unknown) => ({ claims: { fibado: { groups } } });

    it('give the roles they are mapped to, and take them when the person leaves', async () => {
      const name = freshName();
      const user = await signIn(name, withGroups(['famiglia', 'altro', 42]));
      expect([...(user as unknown as { roles: string[] }).roles].sort()).toEqual([
        'FBDO_FIBADO',
        'FBDO_READ',
      ]);
      const again = (await exchange(name, withGroups([]))).body;
      expect(again.userLogged.roles).toEqual(['FBDO_READ']);
    });

    it('are followed at a refresh', async () => {
      const name = freshName();
      const user = await signIn(name, { ...withGroups(['famiglia']), refreshToken: 'token' });
      page.refresh = async () => ({
        access: await page.sign(accessOf(name, { fibado: { groups: ['amministratori'] } })),
      });
      app.clock.advance(10 * MINUTE);
      const { body } = await refresh(user).expect(200);
      expect([...body.userLogged.roles].sort()).toEqual(['FBDO_READ', 'MSF_GROUPS', 'MSF_USERS']);
    });

    it('change nothing in other tenants, and add no member there', async () => {
      const user = await app.newUser([]);
      const signedIn = await signIn(user.username, withGroups(['famiglia']));
      expect((signedIn as unknown as { roles: string[] }).roles).toEqual([]);
      const rows = await asOwner(app.database, 'select 1 from memberships where user_id = $1', [user.id]);
      expect(rows).toHaveLength(1);
    });
  });

  describe('a step-up at the provider', () => {
    const prove = async (user: { token: string }, name: string, claims: Record<string, unknown>) =>
      app.as(user).post('/api/user/account/step-up', {
        keycloakToken: await page.sign(accessOf(name, claims)),
      });

    it('takes a recent sign-in of the strength the settings name', async () => {
      const name = freshName();
      const user = await signIn(name);
      expect((await prove(user, name, { acr: 'silver' })).body.error).toBe('IDENTITY_REFUSED');
      expect((await prove(user, name, { acr: undefined })).body.error).toBe('IDENTITY_REFUSED');
      expect((await prove(user, name, { auth_time: seconds() - 301 })).body.error).toBe('IDENTITY_REFUSED');
      expect((await prove(user, name, { auth_time: undefined })).body.error).toBe('IDENTITY_REFUSED');
      expect((await prove(user, name, { acr: 'platinum' })).status).toBe(200);
    });

    it('is not given by a sign-in that was weaker', async () => {
      const name = freshName();
      const user = await signIn(name, { claims: { acr: 'silver' } });
      const key = { name: 'nas', scopes: ['FINANCE_READ'], expiresAt: '2026-12-31T00:00:00.000Z' };
      expect((await app.as(user).post('/api/user/account/api-keys/save', key)).body).toEqual({
        error: 'STEP_UP_REQUIRED',
        params: ['SSO'],
      });
    });

    it('is told to the page', async () => {
      const { body } = await app.as(null).get('/api/user/config').expect(200);
      expect(body.sso.stepUpAcr).toEqual(['gold', 'platinum']);
    });
  });
});

// Applications of one process share the strategy of sessions: these come after the one above is closed.
describe('an instance of its own', () => {
  let page: IdentityPage;
  beforeAll(async () => {
    page = await IdentityPage.open();
  });
  afterAll(() => page.close());
  const settings = () => ({ KEYCLOAK_URL: page.url, KEYCLOAK_REALM: page.realm });

  it('says that the provider’s keys cannot be read', async () => {
    const app = await createTestApp(settings());
    page.isDown = true;
    try {
      const now = Math.floor(app.clock.now().getTime() / 1000);
      const claims = { iss: page.issuer, aud: 'fibado-web', sid: 's', jti: 'j', events: { [EVENT]: {} } };
      const token = await page.sign({ ...claims, iat: now, exp: now + 60 });
      const { body } = await app
        .as(null)
        .post('/api/user/sso/back-channel-logout')
        .type('form')
        .send({ logout_token: token })
        .expect(503);
      expect(body.error).toBe('IDENTITY_PROVIDER_UNAVAILABLE');
    } finally {
      page.isDown = false;
      await app.close();
    }
  });

  it('leaves a tenant its last administrator, whatever the groups say', async () => {
    const app = await createTestApp({
      ...settings(),
      SSO_FIRST_SIGN_IN: 'sola',
      SSO_ROLES: 'amministratori=MSF_USERS',
    });
    try {
      const user = await app.newUser(['MSF_USERS'], await app.newTenant('sola'));
      const now = Math.floor(app.clock.now().getTime() / 1000);
      const keycloakToken = await page.sign({
        iss: page.issuer,
        sub: 'vera',
        azp: 'fibado-web',
        typ: 'Bearer',
        iat: now,
        exp: now + 300,
        preferred_username: user.username,
        email: `${user.username}@example.org`,
        email_verified: true,
      });
      const { body } = await app
        .as(null)
        .post('/api/user/token/from-keycloak-auth', {
          keycloakToken,
          username: user.username,
          tokenClient: 'web',
        })
        .expect(200);
      expect(body.userLogged.roles).toEqual(['MSF_USERS']);
    } finally {
      await app.close();
    }
  });
});
