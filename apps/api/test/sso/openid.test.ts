import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { Browser } from './browser.js';
import { CLIENT, type Person } from './identity-server.js';
import { Keycloak } from './keycloak.js';
import { PLAIN_CLIENT, PlainProvider } from './plain-provider.js';

const keycloakUrl = process.env['FIBADO_TEST_KEYCLOAK_URL'] ?? '';
const ICON = 'data:image/png;base64,iVBORw0KGgo=';

interface Tried {
  readonly issuer: string;
  readonly client: { readonly clientId: string; readonly clientSecret?: string };
  newPerson(username: string): Promise<Person>;
  disable(username: string): Promise<void>;
  joinGroup(username: string, group: string): Promise<void>;
  close(): Promise<void>;
}

const plain = async (): Promise<Tried> => {
  const server = await PlainProvider.start();
  const client = { clientId: PLAIN_CLIENT.id, clientSecret: PLAIN_CLIENT.secret };
  return Object.assign(server, { client });
};
const keycloak = async (): Promise<Tried> => {
  const server = await Keycloak.created(keycloakUrl, 'openid');
  return Object.assign(server, {
    issuer: `${server.url}/realms/${server.realm}`,
    client: { clientId: CLIENT },
  });
};
const PROVIDERS: [string, () => Promise<Tried>][] = [['oidc-provider', plain]];
if (keycloakUrl !== '') PROVIDERS.push(['Keycloak', keycloak]);

describe.each(PROVIDERS)('OpenID Connect with %s, found by discovery', (name, start) => {
  let server: Tried;
  let app: TestApp;
  let count = 0;
  beforeAll(async () => {
    server = await start();
    const casa = { id: 'casa', name: 'Casa', icon: ICON, issuer: server.issuer, ...server.client };
    const elsewhere = { id: 'elsewhere', name: 'Elsewhere', issuer: 'http://127.0.0.1:9', clientId: 'x' };
    app = await createTestApp({
      PUBLIC_URL: 'http://localhost:8080',
      SSO_FIRST_SIGN_IN: 'benvenuti',
      OPENID_PROVIDERS: JSON.stringify([{ ...casa, roles: { famiglia: ['FBDO_FIBADO'] } }, elsewhere]),
    });
    app.clock.advance(Date.now() - app.clock.now().getTime());
    await app.newTenant('benvenuti');
  });
  afterAll(async () => {
    await app?.close();
    await server?.close();
  });

  const newPerson = () => server.newPerson(`gina${(count += 1)}`);
  const begin = async (more: object = {}): Promise<{ url: string; ticket: string }> =>
    (
      await app
        .as(null)
        .post('/api/user/token/begin-openid', { provider: 'casa', ...more })
        .expect(200)
    ).body;
  const complete = (ticket: string, answer: object, more: object = {}) =>
    app.as(null).post('/api/user/token/complete-openid', { ticket, tokenClient: 'web', ...answer, ...more });
  /** What the provider leads back with. */
  const answerFor = async (url: string, person: Person): Promise<Record<string, string>> => {
    const { searchParams } = await new Browser().signIn(url, person);
    return Object.fromEntries(
      ['code', 'state', 'iss'].flatMap((key) => {
        const value = searchParams.get(key);
        return value === null ? [] : [[key, value]];
      }),
    );
  };
  const signIn = async (person: Person) => {
    const { url, ticket } = await begin();
    return complete(ticket, await answerFor(url, person));
  };
  const refresh = (user: { token: string }) => app.as(user).get('/api/user/account/refresh');
  const aMinuteLater = () => app.clock.advance(61_000);
  const backToThePresent = () => app.clock.advance(Date.now() - app.clock.now().getTime());

  it('is offered with its name and picture, beside others', async () => {
    const { body } = await app.as(null).get('/api/user/config').expect(200);
    expect(body.providers).toEqual([
      { id: 'casa', name: 'Casa', icon: ICON },
      { id: 'elsewhere', name: 'Elsewhere' },
    ]);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('signs in by code and PKCE, and knows the person again', async () => {
    const person = await newPerson();
    const { url } = await begin();
    const query = new URL(url).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(
      [query.get('state')?.length, query.get('nonce')?.length].every((length) => (length ?? 0) > 20),
    ).toBe(true);
    const { status, body } = await signIn(person);
    expect([status, body.userLogged?.email]).toEqual([200, person.email]);
    await app.as(body).get('/api/finance/banks/get').expect(200);
    expect((await signIn(person)).body.userLogged.username).toBe(person.username);
    const rows = await asOwner(app.database, 'select 1 from users where email = $1', [person.email]);
    expect(rows).toHaveLength(1);
    const { body: identity } = await app.as(body).get('/api/user/account/identity').expect(200);
    expect(identity).toMatchObject({ issuer: server.issuer, provider: { id: 'casa' }, signedInBy: 'casa' });
  });

  it('ties the account with the same verified address', async () => {
    const person = await newPerson();
    const root = await app.newUser(['SADMIN']);
    const known = { username: `${person.username}.x`, name: 'Gina', email: person.email };
    const memberships = [{ tenantId: root.tenantId, roles: ['FBDO_READ'], groupIds: [] }];
    await app
      .as(root)
      .post('/api/user/admin/users/save', { ...known, memberships })
      .expect(200);
    const { body } = await signIn(person);
    // Keycloak's names are the person's own; the account of that address is meant all the same.
    expect(body.userLogged).toMatchObject({ username: known.username, tenant: root.tenant });
  });

  it('asks for the tenant where there are several, and keeps the sign-in meanwhile', async () => {
    const person = await newPerson();
    await signIn(person);
    const other = await app.newTenant();
    await asOwner(
      app.database,
      `insert into memberships (tenant_id, user_id, roles_changed_at, created_at)
       select $1, id, now(), now() from users where email = $2`,
      [other.id, person.email],
    );
    const choice = await signIn(person);
    expect(choice.body.tenants).toHaveLength(2);
    expect(choice.body.token).toBeUndefined();
    const chosen = await complete(choice.body.ticket, { cdTenant: other.code }).expect(200);
    expect(chosen.body.userLogged.tenant).toBe(other.code);
    expect((await complete(choice.body.ticket, { cdTenant: other.code }).expect(410)).body.error).toBe(
      'TICKET_EXPIRED',
    );
  });

  it('takes an answer once, for the sign-in it belongs to', async () => {
    const person = await newPerson();
    const first = await begin();
    const second = await begin();
    const answer = await answerFor(first.url, person);
    expect((await complete(second.ticket, answer).expect(401)).body.error).toBe('BAD_CREDENTIALS');
    const { state } = await answerFor((await begin()).url, person);
    expect((await complete(first.ticket, { ...answer, state }).expect(401)).body.error).toBe(
      'BAD_CREDENTIALS',
    );
    const third = await begin();
    const good = await answerFor(third.url, person);
    await complete(third.ticket, good).expect(200);
    expect((await complete(third.ticket, good).expect(410)).body.error).toBe('TICKET_EXPIRED');
    const fourth = await begin();
    await complete(fourth.ticket, {}).expect(401);
    app.clock.advance(301_000);
    await complete(fourth.ticket, good).expect(410);
    backToThePresent();
  });

  it('is asked at a refresh, and its groups give roles', async () => {
    const person = await newPerson();
    const { body: user } = await signIn(person);
    expect(user.userLogged.roles).toEqual(['FBDO_READ']);
    await server.joinGroup(person.username, 'famiglia');
    aMinuteLater();
    const { body: fresh } = await refresh(user).expect(200);
    // Keycloak puts groups into access tokens alone, unless its client is told otherwise.
    const roles = name === 'Keycloak' ? ['FBDO_READ'] : ['FBDO_FIBADO', 'FBDO_READ'];
    expect([...fresh.userLogged.roles].sort()).toEqual(roles);
    await server.disable(person.username);
    aMinuteLater();
    await refresh(fresh).expect(401);
    backToThePresent();
  });

  it('signs the person in anew for a step-up', async () => {
    const person = await newPerson();
    const { url, ticket } = await begin({ anew: true });
    expect(new URL(url).searchParams.get('prompt')).toBe('login');
    const { body } = await complete(ticket, await answerFor(url, person)).expect(200);
    const key = { name: 'nas', scopes: ['FINANCE_READ'], days: 1 };
    await app.as(body).post('/api/user/account/api-keys/save', key).expect(200);
  });

  it('is tied to one’s own account by its person, who has another name and address there', async () => {
    const own = '/api/user/account/identity';
    const user = await app.newUser(['FBDO_READ']);
    const person = await newPerson();
    const beginTie = async (provider = 'casa') => app.as(user).post(`${own}/begin-tie`, { provider });
    app.clock.advance(6 * 60_000);
    expect((await beginTie()).body.error).toBe('STEP_UP_REQUIRED');
    await app.as(user).post('/api/user/account/step-up', { password: user.password }).expect(200);
    expect((await beginTie('elsewhere')).status).toBe(503);
    expect((await beginTie('nowhere')).status).toBe(404);
    backToThePresent();
    const { url, ticket } = (await beginTie()).body;
    const answer = await answerFor(url, person);
    const tie = (by: { token: string }, body: object) => app.as(by).post(`${own}/tie`, body);
    // A ticket opens no session, and ties nothing to another account.
    expect((await complete(ticket, answer)).body.error).toBe('TICKET_EXPIRED');
    const stranger = await app.newUser([]);
    expect((await tie(stranger, { ticket, ...answer }).expect(410)).body.error).toBe('TICKET_EXPIRED');
    await tie(user, { ticket, ...answer }).expect(204);
    expect((await tie(user, { ticket, ...answer }).expect(410)).body.error).toBe('TICKET_EXPIRED');
    expect((await app.as(user).get(own).expect(200)).body).toMatchObject({
      provider: { id: 'casa' },
      canUntie: true,
    });
    expect((await signIn(person)).body.userLogged.username).toBe(user.username);
    expect((await beginTie()).body.error).toBe('IDENTITY_REFUSED');
    // An identity belongs to one account.
    const other = (await app.as(stranger).post(`${own}/begin-tie`, { provider: 'casa' }).expect(200)).body;
    const taken = { ticket: other.ticket, ...(await answerFor(other.url, person)) };
    expect((await tie(stranger, taken).expect(403)).body.error).toBe('IDENTITY_REFUSED');
    const forged = (await app.as(stranger).post(`${own}/begin-tie`, { provider: 'casa' }).expect(200)).body;
    expect(
      (await tie(stranger, { ticket: forged.ticket, code: 'x', state: 'y' }).expect(403)).body.error,
    ).toBe('IDENTITY_REFUSED');
    // What was untied can be tied again by its person.
    await app.as(user).delete(`${own}/untie`).expect(204);
    const again = (await beginTie()).body;
    await tie(user, { ticket: again.ticket, ...(await answerFor(again.url, person)) }).expect(204);
    const events = await app.as(user).get('/api/user/account/security-events').expect(200);
    expect(JSON.stringify(events.body)).toContain('IDENTITY_TIED');
  });

  it('says that a provider does not answer, or is none', async () => {
    const ask = (provider: string) => app.as(null).post('/api/user/token/begin-openid', { provider });
    expect((await ask('elsewhere').expect(503)).body.error).toBe('IDENTITY_PROVIDER_UNAVAILABLE');
    await ask('nowhere').expect(404);
  });
});
