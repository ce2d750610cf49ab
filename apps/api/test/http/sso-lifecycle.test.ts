import { createTestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { IdentityPage } from '../support/identity-page.js';
import { EVENT, MINUTE, ProviderSessions } from '../support/provider-sessions.js';

describe('sessions opened through an identity provider', () => {
  let sso: ProviderSessions;
  beforeAll(async () => {
    sso = await ProviderSessions.open();
  });
  beforeEach(() => {
    sso.reset();
  });
  afterAll(() => sso.close());

  describe('the check at a refresh', () => {
    it('asks the provider, keeps the token it gives, and stores it encrypted', async () => {
      const name = sso.freshName();
      const user = await sso.signIn(name, { refreshToken: 'first' });
      sso.page.refresh = async (token) => ({
        access: await sso.page.sign(sso.accessOf(name)),
        refresh: `${token}+`,
      });
      sso.app.clock.advance(10 * MINUTE);
      const { body: once } = await sso.refresh(user).expect(200);
      sso.app.clock.advance(10 * MINUTE);
      await sso.refresh(once).expect(200);
      expect(sso.page.refreshed).toEqual(['first', 'first+']);
      const [row] = await asOwner<{ token: string }>(
        sso.app.database,
        `select p.sealed_token as token from provider_sessions p join users u on u.id = p.user_id where u.username = $1`,
        [name],
      );
      expect(row?.token).toMatch(/^[\w-]{40,}$/);
      expect(Buffer.from(row?.token ?? '', 'base64url').toString('latin1')).not.toContain('first');
    });

    it('asks once for tabs that refresh at the same moment', async () => {
      const name = sso.freshName();
      const user = await sso.signIn(name, { refreshToken: 'only' });
      sso.page.refresh = async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { access: await sso.page.sign(sso.accessOf(name)), refresh: 'next' };
      };
      sso.app.clock.advance(10 * MINUTE);
      const answers = await Promise.all([sso.refresh(user), sso.refresh(user), sso.refresh(user)]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
      expect(sso.page.refreshed).toEqual(['only']);
    });

    it('ends the sessions of a person the provider disabled, deleted or signed out', async () => {
      const name = sso.freshName();
      const user = await sso.signIn(name, { refreshToken: 'token' });
      sso.app.clock.advance(10 * MINUTE);
      await sso.refresh(user).expect(401);
      expect(await sso.isIn(user)).toBe(false);
      expect(await sso.eventsOf(name)).toContain('PROVIDER_REFUSED');
    });

    it('ends the session when the provider names another person', async () => {
      const name = sso.freshName();
      const user = await sso.signIn(name, { refreshToken: 'token' });
      sso.page.refresh = async () => ({
        access: await sso.page.sign(sso.accessOf(name, { sub: 'another' })),
      });
      sso.app.clock.advance(10 * MINUTE);
      await sso.refresh(user).expect(401);
    });

    it('goes on for an hour while the provider does not answer, and then waits for it', async () => {
      const name = sso.freshName();
      let user: { token: string } = await sso.signIn(name, { refreshToken: 'token' });
      sso.page.refresh = () => 503;
      for (let i = 0; i < 4; i += 1) {
        sso.app.clock.advance(14 * MINUTE);
        user = (await sso.refresh(user).expect(200)).body as { token: string };
      }
      sso.app.clock.advance(5 * MINUTE);
      expect((await sso.refresh(user).expect(503)).body.error).toBe('IDENTITY_PROVIDER_UNAVAILABLE');
      sso.page.refresh = async () => ({ access: await sso.page.sign(sso.accessOf(name)) });
      await sso.refresh(user).expect(200);
    });

    it('ends after an hour where the provider can never be asked', async () => {
      let user: { token: string } = await sso.signIn(sso.freshName());
      for (let i = 0; i < 4; i += 1) {
        sso.app.clock.advance(14 * MINUTE);
        user = (await sso.refresh(user).expect(200)).body as { token: string };
      }
      sso.app.clock.advance(5 * MINUTE);
      await sso.refresh(user).expect(401);
    });

    it('asks nothing for a session of a password', async () => {
      const user = await sso.app.newUser([]);
      sso.app.clock.advance(10 * MINUTE);
      await sso.refresh(user).expect(200);
      expect(sso.page.refreshed).toEqual([]);
    });
  });

  describe('another subject of the same name and e-mail', () => {
    it('never inherits the account: not while it is tied, and after it was untied only when an administrator allowed it', async () => {
      const root = await sso.app.newUser(['MSF_USERS', 'FBDO_READ'], sso.welcome);
      const name = sso.freshName();
      const user = await sso.signIn(name);
      const recreated = { claims: { sub: 'created again', sid: 'its own' } };
      expect((await sso.exchange(name, recreated)).body.error).toBe('IDENTITY_REFUSED');
      const [row] = await asOwner<{ id: string }>(
        sso.app.database,
        'select id from users where username = $1',
        [name],
      );
      const untie = (allowAnother: boolean) =>
        sso.app.as(root).post('/api/user/admin/users/untie-identity', { id: row?.id, allowAnother });
      await untie(false).expect(204);
      expect(await sso.isIn(user)).toBe(false);
      expect((await sso.exchange(name, recreated)).body.error).toBe('IDENTITY_REFUSED');
      // The untied subject, too: neither into this account, nor into one of another name.
      expect((await sso.exchange(name)).body.error).toBe('IDENTITY_REFUSED');
      const renamed = sso.freshName();
      const moved = { claims: { sub: `subject-of-${name}`, email: `${renamed}@example.org` } };
      expect((await sso.exchange(renamed, moved)).body.error).toBe('IDENTITY_REFUSED');
      await untie(true).expect(204);
      await sso.signIn(name, recreated);
      expect((await sso.exchange(name)).body.error).toBe('IDENTITY_REFUSED');
      expect(await sso.eventsOf(name)).toEqual(expect.arrayContaining(['IDENTITY_TIED', 'IDENTITY_UNTIED']));
    });
  });

  describe('untying', () => {
    it('is the person’s, with a proof and with another way to sign in', async () => {
      const user = await sso.app.newUser(['FBDO_READ']);
      const byProvider = await sso.signIn(user.username);
      const own = '/api/user/account/identity';
      const { body: shown } = await sso.app.as(byProvider).get(own).expect(200);
      expect(shown).toMatchObject({
        issuer: sso.page.issuer,
        provider: { id: 'keycloak', name: 'Keycloak' },
        signedInBy: 'keycloak',
        canUntie: true,
      });
      expect(shown.logoutUrl).toContain(
        `${sso.page.issuer}/protocol/openid-connect/logout?client_id=fibado-web`,
      );
      sso.app.clock.advance(6 * MINUTE);
      expect((await sso.app.as(user).delete(`${own}/untie`).expect(403)).body.error).toBe('STEP_UP_REQUIRED');
      await sso.app.as(user).post('/api/user/account/step-up', { password: user.password }).expect(200);
      await sso.app.as(user).delete(`${own}/untie`).expect(204);
      expect(await sso.isIn(byProvider)).toBe(false);
      expect((await sso.app.as(user).get(own).expect(200)).body).toEqual({ canUntie: false });
      await sso.app.as(user).delete(`${own}/untie`).expect(404);
      expect((await sso.exchange(user.username)).body.error).toBe('IDENTITY_REFUSED');
    });

    it('is refused to a person who could not sign in any more', async () => {
      const user = await sso.signIn(sso.freshName());
      expect((await sso.app.as(user).delete('/api/user/account/identity/untie').expect(409)).body.error).toBe(
        'LAST_SIGN_IN_METHOD',
      );
    });

    it('is an administrator’s for the people the administrator manages', async () => {
      const path = '/api/user/admin/users/untie-identity';
      const user = await sso.app.newUser(['MSF_USERS']);
      await sso.signIn(user.username);
      const outsider = await sso.app.newUser(['MSF_USERS']);
      await sso.app.as(outsider).post(path, { id: user.id, allowAnother: false }).expect(404);
      const weaker = await sso.app.newUser(['MSF_USERS'], { id: user.tenantId, code: user.tenant });
      await sso.app.as(user).post(path, { id: user.id, allowAnother: false }).expect(403);
      await sso.app.as(weaker).post(path, { id: user.id, allowAnother: false }).expect(204);
      await sso.app.as(weaker).post(path, { id: weaker.id, allowAnother: false }).expect(403);
      const untied = await sso.app.newUser([], { id: user.tenantId, code: user.tenant });
      await sso.app.as(weaker).post(path, { id: untied.id, allowAnother: false }).expect(404);
      const stronger = await sso.app.newUser(['FBDO_FIBADO'], { id: user.tenantId, code: user.tenant });
      await sso.signIn(stronger.username);
      expect(
        (await sso.app.as(weaker).post(path, { id: stronger.id, allowAnother: false }).expect(403)).body,
      ).toEqual({
        error: 'ROLE_NOT_HELD',
        params: ['FBDO_FIBADO'],
      });
    });
  });

  describe('groups of the provider', () => {
    const withGroups = (groups: unknown) => ({ claims: { fibado: { groups } } });

    it('give the roles they are mapped to, and take them when the person leaves', async () => {
      const name = sso.freshName();
      const user = await sso.signIn(name, withGroups(['famiglia', 'altro', 42]));
      expect([...(user as unknown as { roles: string[] }).roles].sort()).toEqual([
        'FBDO_FIBADO',
        'FBDO_READ',
      ]);
      const again = (await sso.exchange(name, withGroups([]))).body;
      expect(again.userLogged.roles).toEqual(['FBDO_READ']);
    });

    it('are followed at a refresh', async () => {
      const name = sso.freshName();
      const user = await sso.signIn(name, { ...withGroups(['famiglia']), refreshToken: 'token' });
      sso.page.refresh = async () => ({
        access: await sso.page.sign(sso.accessOf(name, { fibado: { groups: ['amministratori'] } })),
      });
      sso.app.clock.advance(10 * MINUTE);
      const { body } = await sso.refresh(user).expect(200);
      expect([...body.userLogged.roles].sort()).toEqual(['FBDO_READ', 'MSF_GROUPS', 'MSF_USERS']);
    });

    it('change nothing in other tenants, and add no member there', async () => {
      const user = await sso.app.newUser([]);
      const signedIn = await sso.signIn(user.username, withGroups(['famiglia']));
      expect((signedIn as unknown as { roles: string[] }).roles).toEqual([]);
      const rows = await asOwner(sso.app.database, 'select 1 from memberships where user_id = $1', [user.id]);
      expect(rows).toHaveLength(1);
    });
  });

  describe('a step-up at the provider', () => {
    const prove = async (user: { token: string }, name: string, claims: Record<string, unknown>) =>
      sso.app.as(user).post('/api/user/account/step-up', {
        keycloakToken: await sso.page.sign(sso.accessOf(name, claims)),
      });

    it('takes a recent sign-in of the strength the settings name', async () => {
      const name = sso.freshName();
      const user = await sso.signIn(name);
      expect((await prove(user, name, { acr: 'silver' })).body.error).toBe('IDENTITY_REFUSED');
      expect((await prove(user, name, { acr: undefined })).body.error).toBe('IDENTITY_REFUSED');
      expect((await prove(user, name, { auth_time: sso.seconds() - 301 })).body.error).toBe(
        'IDENTITY_REFUSED',
      );
      expect((await prove(user, name, { auth_time: undefined })).body.error).toBe('IDENTITY_REFUSED');
      expect((await prove(user, name, { acr: 'platinum' })).status).toBe(200);
    });

    it('is not given by a sign-in that was weaker', async () => {
      const name = sso.freshName();
      const user = await sso.signIn(name, { claims: { acr: 'silver' } });
      const key = { name: 'nas', scopes: ['FINANCE_READ'], expiresAt: '2026-12-31T00:00:00.000Z' };
      expect((await sso.app.as(user).post('/api/user/account/api-keys/save', key)).body).toEqual({
        error: 'STEP_UP_REQUIRED',
        params: ['SSO'],
      });
    });

    it('is told to the page', async () => {
      const { body } = await sso.app.as(null).get('/api/user/config').expect(200);
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
