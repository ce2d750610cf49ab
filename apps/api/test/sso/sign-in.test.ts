import { decodeJwt, decodeProtectedHeader } from 'jose';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { tokensOf } from './browser.js';
import { CLIENT, type IdentityServer, type Person } from './identity-server.js';
import { Keycloak } from './keycloak.js';
import { OidcProvider } from './oidc-provider.js';

const keycloakUrl = process.env['FIBADO_TEST_KEYCLOAK_URL'] ?? '';
const which = keycloakUrl === '' ? 'oidc-provider' : 'Keycloak';

describe(`single sign-on with ${which}`, () => {
  let server: IdentityServer;
  let app: TestApp;
  beforeAll(async () => {
    server = keycloakUrl === '' ? await OidcProvider.start() : await Keycloak.imported(keycloakUrl);
    app = await createTestApp({
      KEYCLOAK_URL: server.url,
      SSO_FIRST_SIGN_IN: 'benvenuti',
      SSO_ROLES: 'famiglia=FBDO_FIBADO',
      ...(which === 'Keycloak' ? { SSO_STEP_UP_ACR: '1' } : {}),
    });
    // The provider lives in the present.
    app.clock.advance(Date.now() - app.clock.now().getTime());
    await app.newTenant('benvenuti');
  });
  afterAll(async () => {
    await app?.close();
    await server?.close();
  });

  const exchange = (keycloakToken: string, username: string) =>
    app.as(null).post('/api/user/token/from-keycloak-auth', { keycloakToken, username, tokenClient: 'web' });
  let count = 0;
  const newPerson = (): Promise<Person> => server.newPerson(`ada${(count += 1)}`);

  it('signs a person in by code and PKCE, and exchanges the token for a session', async () => {
    const person = await newPerson();
    const { access } = await tokensOf(server, person);
    expect(decodeJwt(access)).toMatchObject({ iss: `${server.url}/realms/${server.realm}`, azp: CLIENT });
    const { body } = await exchange(access, person.username).expect(200);
    expect(body.userLogged).toMatchObject({
      username: person.username,
      tenant: 'benvenuti',
      roles: ['FBDO_READ'],
    });
    await app.as(body).get('/api/finance/banks/get').expect(200);
    const { body: again } = await exchange((await tokensOf(server, person)).access, person.username).expect(
      200,
    );
    expect(again.userLogged.username).toBe(person.username);
    const rows = await asOwner(app.database, 'select 1 from users where username = $1', [person.username]);
    expect(rows).toHaveLength(1);
  });

  it('ties a user the administration made to the identity with the same verified e-mail', async () => {
    const person = await newPerson();
    const root = await app.newUser(['SADMIN']);
    await app
      .as(root)
      .post('/api/user/admin/users/save', {
        username: person.username,
        name: 'Ada',
        email: person.email,
        memberships: [{ tenantId: root.tenantId, roles: ['FBDO_FIBADO'], groupIds: [] }],
      })
      .expect(200);
    const { body } = await exchange((await tokensOf(server, person)).access, person.username).expect(200);
    expect(body.userLogged).toMatchObject({ tenant: root.tenant, roles: ['FBDO_FIBADO'] });
  });

  it('takes neither the ID token nor a token for another client', async () => {
    const person = await newPerson();
    const { id } = await tokensOf(server, person);
    expect((await exchange(id, person.username).expect(401)).body.error).toBe('BAD_CREDENTIALS');
    const other = await tokensOf(server, person, server.otherClient);
    expect((await exchange(other.access, person.username).expect(401)).body.error).toBe('BAD_CREDENTIALS');
  });

  it('takes no token a moment after it expired', async () => {
    const person = await newPerson();
    const { access } = await tokensOf(server, person);
    const { exp = 0 } = decodeJwt(access);
    const present = app.clock.now().getTime();
    app.clock.advance(exp * 1000 + 31_000 - present);
    await exchange(access, person.username).expect(401);
    app.clock.advance(present - app.clock.now().getTime());
    await exchange(access, person.username).expect(200);
  });

  it('shows the identity provider as up', async () => {
    const viewer = await app.newUser(['VIEW_SERVICE']);
    const { body } = await app.as(viewer).post('/api/user/admin/services/probe/identity').expect(200);
    expect(body).toMatchObject({ state: 'UP' });
  });

  if (which === 'Keycloak') {
    const keycloak = () => server as Keycloak;

    it('takes no refresh token', async () => {
      const person = await newPerson();
      const { refresh = '' } = await tokensOf(server, person);
      expect(decodeJwt(refresh)['typ']).toBe('Refresh');
      await exchange(refresh, person.username).expect(401);
    });

    it('follows the realm to a new signing key, and takes what the old one signed while it is shown', async () => {
      const person = await newPerson();
      const before = await tokensOf(server, person);
      await exchange(before.access, person.username).expect(200);
      await keycloak().rotateKeys(200);
      await new Promise((resolve) => setTimeout(resolve, 2100));
      const after = await tokensOf(server, person);
      expect(decodeProtectedHeader(after.access).kid).not.toBe(decodeProtectedHeader(before.access).kid);
      await exchange(after.access, person.username).expect(200);
      await exchange(before.access, person.username).expect(200);
    });

    const signIn = async (person: Person) => {
      const { access, refresh } = await tokensOf(server, person);
      const { body } = await app
        .as(null)
        .post('/api/user/token/from-keycloak-auth', {
          keycloakToken: access,
          refreshToken: refresh,
          username: person.username,
          tokenClient: 'web',
        })
        .expect(200);
      return body as { token: string; userLogged: { roles: string[] } };
    };
    const refresh = (user: { token: string }) => app.as(user).get('/api/user/account/refresh');
    /** Past the time in which a confirmation counts as fresh. */
    const aMinuteLater = () => app.clock.advance(61_000);
    const backToThePresent = () => app.clock.advance(Date.now() - app.clock.now().getTime());

    it('confirms the person at each refresh with the token that replaces the last', async () => {
      let user = await signIn(await newPerson());
      for (let i = 0; i < 3; i += 1) {
        aMinuteLater();
        user = (await refresh(user).expect(200)).body;
      }
      backToThePresent();
    });

    it('ends the session of a person disabled there, with the next refresh', async () => {
      const person = await newPerson();
      const user = await signIn(person);
      await keycloak().disable(person.username);
      aMinuteLater();
      await refresh(user).expect(401);
      await app.as(user).get('/api/user/account/user-logged').expect(401);
      backToThePresent();
    });

    it('ends the session of a person signed out there, with the next refresh', async () => {
      const person = await newPerson();
      const user = await signIn(person);
      await keycloak().endSessions(person.username);
      aMinuteLater();
      await refresh(user).expect(401);
      backToThePresent();
    });

    it('ends the sessions at once when Keycloak tells of a logout', async () => {
      await keycloak().logOutAt(CLIENT, `http://127.0.0.1:${app.port}/api/user/sso/back-channel-logout`);
      const person = await newPerson();
      const user = await signIn(person);
      const other = await signIn(await newPerson());
      await keycloak().endSessions(person.username);
      await app.as(user).get('/api/user/account/user-logged').expect(401);
      await app.as(other).get('/api/user/account/user-logged').expect(200);
    });

    it('gives no account to a person who was deleted there and made again', async () => {
      const person = await newPerson();
      await signIn(person);
      await keycloak().recreate(person);
      const { access } = await tokensOf(server, person);
      const { body } = await exchange(access, person.username).expect(403);
      expect(body.error).toBe('IDENTITY_REFUSED');
    });

    it('gives the roles of the groups there, from the next refresh on', async () => {
      const person = await newPerson();
      const user = await signIn(person);
      await keycloak().joinGroup(person.username, 'famiglia');
      aMinuteLater();
      const { body } = await refresh(user).expect(200);
      expect([...body.userLogged.roles].sort()).toEqual(['FBDO_FIBADO', 'FBDO_READ']);
      backToThePresent();
    });

    it('takes a sign-in of a moment ago as a step-up', async () => {
      const person = await newPerson();
      const user = await signIn(person);
      const { access } = await tokensOf(server, person);
      expect(decodeJwt(access)).toMatchObject({ acr: '1' });
      await app.as(user).post('/api/user/account/step-up', { keycloakToken: access }).expect(200);
    });

    it('imports the realm as the compose file uses it: no registration, no password grant, PKCE required', async () => {
      const base = `${server.url}/realms/${server.realm}/protocol/openid-connect`;
      const person = await newPerson();
      const grant = await fetch(`${base}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'password',
          client_id: CLIENT,
          username: person.username,
          password: person.password,
        }),
      });
      expect(grant.status).toBe(400);
      const bare = new URLSearchParams({
        client_id: CLIENT,
        redirect_uri: 'http://localhost:8080/',
        response_type: 'code',
        scope: 'openid',
      });
      const plain = await fetch(`${base}/auth?${bare}`, { redirect: 'manual' });
      expect(plain.headers.get('location')).toContain('code_challenge_method');
      const stray = new URLSearchParams(bare);
      stray.set('redirect_uri', 'http://evil.example/');
      expect((await fetch(`${base}/auth?${stray}`, { redirect: 'manual' })).status).toBe(400);
    });
  }
});
