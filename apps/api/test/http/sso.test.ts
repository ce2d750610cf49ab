import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

const jest = import.meta.jest;

interface Signer {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
}

async function newSigner(): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** A realm's key page, on loopback; what it shows can be changed and its answers counted. */
class KeyPage {
  shown: Signer[] = [];
  asked = 0;
  status = 200;
  #server: Server | undefined;

  async open(): Promise<string> {
    this.#server = createServer((request, response) => {
      if (request.url !== '/realms/casa/protocol/openid-connect/certs') {
        response.writeHead(404).end();
        return;
      }
      this.asked += 1;
      response.writeHead(this.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ keys: this.shown.map((signer) => signer.jwk) }));
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server?.closeAllConnections();
    return new Promise((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
  }
}

describe('the exchange of an identity provider’s token', () => {
  const page = new KeyPage();
  let provider: string;
  let signer: Signer;
  let app: TestApp;
  let welcome: { id: string; code: string };
  beforeAll(async () => {
    provider = await page.open();
    signer = await newSigner();
    page.shown = [signer];
    app = await createTestApp({
      KEYCLOAK_URL: `${provider}/`,
      KEYCLOAK_REALM: 'casa',
      SSO_FIRST_SIGN_IN: 'benvenuti',
      SSO_FIRST_ROLES: 'FBDO_READ',
    });
    welcome = await app.newTenant('benvenuti');
  });
  afterAll(async () => {
    await app.close();
    await page.close();
  });

  const seconds = () => Math.floor(app.clock.now().getTime() / 1000);
  const claimsOf = (username: string, more: Record<string, unknown> = {}): JWTPayload => ({
    iss: `${provider}/realms/casa`,
    sub: `subject-of-${username}`,
    aud: 'account',
    azp: 'fibado-web',
    typ: 'Bearer',
    iat: seconds(),
    exp: seconds() + 300,
    preferred_username: username,
    name: 'Ada Rossi',
    email: `${username}@example.org`,
    email_verified: true,
    ...more,
  });
  const sign = (claims: JWTPayload, by: Signer = signer) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: by.kid, typ: 'JWT' }).sign(by.privateKey);
  const exchange = (keycloakToken: string, username: string, cdTenant?: string) =>
    app
      .as(null)
      .post('/api/user/token/from-keycloak-auth', { keycloakToken, username, tokenClient: 'web', cdTenant });
  let count = 0;
  const freshName = () => `ada${(count += 1)}`;
  const known = async (): Promise<TestUser> => app.newUser(['FBDO_FIBADO']);

  it('tells the page where to sign in', async () => {
    const { body } = await app.as(null).get('/api/user/config').expect(200);
    expect(body).toMatchObject({
      localSignIn: true,
      sso: { url: `${provider}/`, realm: 'casa', clientId: 'fibado-web' },
    });
  });

  it('lets a known person in, and ties the identity to the user for good', async () => {
    const user = await known();
    app.clock.advance(1000);
    const { body } = await exchange(await sign(claimsOf(user.username)), user.username).expect(200);
    expect(body.userLogged).toMatchObject({
      username: user.username,
      tenant: user.tenant,
      roles: ['FBDO_FIBADO'],
    });
    expect(body.tenants).toEqual([{ cd: user.tenant, description: `Tenant ${user.tenant}` }]);
    const { body: logins } = await app.as(body).get('/api/user/account/last-five-login').expect(200);
    expect(logins[0].method).toBe('SSO');
    // Another person of that name at the provider, later: not the same subject, so not the same user.
    const impostor = await sign(claimsOf(user.username, { sub: 'another-subject' }));
    expect((await exchange(impostor, user.username).expect(403)).body.error).toBe('IDENTITY_REFUSED');
    // The person keeps the user when the name at the provider changes.
    const renamed = await sign(claimsOf('renamed', { sub: `subject-of-${user.username}` }));
    expect((await exchange(renamed, 'renamed').expect(200)).body.userLogged.username).toBe(user.username);
  });

  it('ties by name only where the provider has verified the user’s own e-mail', async () => {
    const user = await known();
    for (const more of [{ email_verified: false }, { email: 'other@example.org' }, { email: undefined }])
      expect(
        (await exchange(await sign(claimsOf(user.username, more)), user.username).expect(403)).body.error,
      ).toBe('IDENTITY_REFUSED');
    const [row] = await asOwner<{ subject: string | null }>(
      app.database,
      'select sso_subject as subject from users where id = $1',
      [user.id],
    );
    expect(row?.subject).toBeNull();
  });

  it('makes an unknown person a user of the named tenant, once', async () => {
    const name = freshName();
    const token = await sign(claimsOf(name));
    const answers = await Promise.all([exchange(token, name), exchange(token, name)]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.userLogged).toMatchObject({ username: name, tenant: welcome.code, roles: ['FBDO_READ'] });
    }
    const audit = await asOwner(
      app.database,
      `select 1 from audit where action = 'tokens.firstSignIn' and tenant_id = $1`,
      [welcome.id],
    );
    expect(audit).toHaveLength(1);
  });

  it('does not bring back by itself a person an administrator deleted', async () => {
    const root = await app.newUser(['SADMIN']);
    const username = freshName();
    const identity = await sign(claimsOf(username));
    await exchange(identity, username).expect(200);
    const rows = await asOwner<{ id: string }>(app.database, 'select id from users where username = $1', [
      username,
    ]);
    await app
      .as(root)
      .delete(`/api/user/admin/users/delete/${rows[0]?.id ?? ''}`)
      .expect(204);
    expect((await exchange(identity, username).expect(403)).body.error).toBe('IDENTITY_REFUSED');
    const entered = {
      username,
      name: 'Ada Rossi',
      email: `${username}@example.org`,
      language: 'it',
      memberships: [{ tenantId: root.tenantId, roles: ['FBDO_READ'], groupIds: [] }],
    };
    await app.as(root).post('/api/user/admin/users/save', entered).expect(200);
    await exchange(identity, username).expect(200);
  });

  it('refuses an unknown person whose name or e-mail does not do, and writes nothing', async () => {
    const taken = await known();
    const before = await asOwner(app.database, 'select count(*) from users');
    for (const [name, more] of [
      [freshName(), { email: `${taken.username}@example.org` }],
      [freshName(), { email_verified: false }],
      ['with-dash', {}],
    ] as const)
      await exchange(await sign(claimsOf(name, more)), name).expect(403);
    expect(await asOwner(app.database, 'select count(*) from users')).toEqual(before);
  });

  it('refuses the token of another name than the page believes', async () => {
    const user = await known();
    const token = await sign(claimsOf(user.username));
    expect((await exchange(token, 'unknown-tenant').expect(403)).body.error).toBe('IDENTITY_REFUSED');
  });

  it('asks for the tenant where there are several, and refuses blocked users and suspended tenants', async () => {
    const user = await known();
    const other = await app.newTenant();
    await asOwner(
      app.database,
      'insert into memberships (tenant_id, user_id, roles_changed_at, created_at) values ($1, $2, now(), now())',
      [other.id, user.id],
    );
    const token = await sign(claimsOf(user.username));
    const choice = await exchange(token, user.username).expect(200);
    expect(choice.body.token).toBeUndefined();
    expect(choice.body.tenants).toHaveLength(2);
    expect((await exchange(token, user.username, other.code).expect(200)).body.userLogged.tenant).toBe(
      other.code,
    );
    await asOwner(app.database, `update tenants set state = 'SUSPENDED' where id = $1`, [other.id]);
    expect((await exchange(token, user.username, other.code).expect(403)).body.error).toBe(
      'TENANT_SUSPENDED',
    );
    await asOwner(app.database, 'update users set blocked = true where id = $1', [user.id]);
    expect((await exchange(token, user.username).expect(403)).body.error).toBe('USER_BLOCKED');
  });

  describe('refuses a token that', () => {
    const wrong: [string, (username: string) => Promise<string>][] = [
      ['was issued by another realm', (name) => sign(claimsOf(name, { iss: `${provider}/realms/other` }))],
      ['was issued to another client', (name) => sign(claimsOf(name, { azp: 'another', aud: 'fibado-web' }))],
      [
        'names no client and another audience',
        (name) => sign(claimsOf(name, { azp: undefined, aud: 'another' })),
      ],
      ['has expired', (name) => sign(claimsOf(name, { iat: seconds() - 400, exp: seconds() - 31 }))],
      ['never expires', (name) => sign(claimsOf(name, { exp: undefined }))],
      ['is not valid yet', (name) => sign(claimsOf(name, { nbf: seconds() + 31 }))],
      ['has no subject', (name) => sign(claimsOf(name, { sub: undefined }))],
      ['has no user name', (name) => sign(claimsOf(name, { preferred_username: undefined }))],
      ['is an ID token', (name) => sign(claimsOf(name, { typ: 'ID', aud: 'fibado-web' }))],
      ['does not say what it is', (name) => sign(claimsOf(name, { typ: undefined }))],
      ['is a refresh token', (name) => sign(claimsOf(name, { typ: 'Refresh' }))],
      [
        'was signed by a key the realm does not show',
        async (name) => sign(claimsOf(name), await newSigner()),
      ],
      [
        'was signed by another key under a known name',
        async (name) => sign(claimsOf(name), { ...(await newSigner()), kid: signer.kid }),
      ],
      [
        'was signed with the public key as a secret',
        (name) =>
          new SignJWT(claimsOf(name))
            .setProtectedHeader({ alg: 'HS256', kid: signer.kid })
            .sign(new TextEncoder().encode(JSON.stringify(signer.jwk))),
      ],
      [
        'was not signed at all',
        (name) => {
          const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
          return Promise.resolve(`${part({ alg: 'none' })}.${part(claimsOf(name))}.`);
        },
      ],
      ['is no token', () => Promise.resolve('not a token')],
      ['is a session token of ours', async () => (await known()).token],
    ];
    it.each(wrong)('%s', async (_, make) => {
      const user = await known();
      const { body } = await exchange(await make(user.username), user.username).expect(401);
      expect(body).toEqual({ error: 'BAD_CREDENTIALS', params: [] });
    });
  });

  it('forgives half a minute between two clocks', async () => {
    const user = await known();
    const token = await sign(claimsOf(user.username, { iat: seconds() - 300, exp: seconds() - 25 }));
    await exchange(token, user.username).expect(200);
    const early = await sign(claimsOf(user.username, { iat: seconds() + 25, nbf: seconds() + 25 }));
    await exchange(early, user.username).expect(200);
  });

  it('reads the keys once, again when an unknown one appears, and not for every invented one', async () => {
    const user = await known();
    await exchange(await sign(claimsOf(user.username)), user.username).expect(200);
    const asked = page.asked;
    for (let i = 0; i < 5; i += 1)
      await exchange(await sign(claimsOf(user.username)), user.username).expect(200);
    expect(page.asked).toBe(asked);

    const next = await newSigner();
    page.shown = [next];
    // Longer than the pause between two readings.
    const now = Date.now.bind(Date);
    const later = jest.spyOn(Date, 'now').mockImplementation(() => now() + 2100);
    await exchange(await sign(claimsOf(user.username), next), user.username).expect(200);
    expect(page.asked).toBe(asked + 1);
    await exchange(await sign(claimsOf(user.username)), user.username).expect(401);
    const started = performance.now();
    const before = page.asked;
    for (let i = 0; i < 6; i += 1) {
      const other = await known();
      // The user name is unknown: its key, which takes long to derive, is never asked for.
      const invented = { ...signer, kid: randomUUID() };
      await exchange(await sign(claimsOf(other.username), invented), other.username).expect(401);
    }
    // Once in two seconds at most, however many there are and however slow this machine is.
    expect(page.asked - before).toBeLessThanOrEqual(Math.ceil((performance.now() - started) / 2000));
    page.shown = [signer, next];
    later.mockRestore();
  });

  it('delays a caller that tries tokens', async () => {
    const user = await known();
    for (let i = 0; i < 5; i += 1) await exchange('not a token', user.username).expect(401);
    await exchange(await sign(claimsOf(user.username)), user.username).expect(429);
  });
});

describe('without the identity provider', () => {
  it('says that it does not answer, and counts it as no failed attempt', async () => {
    const page = new KeyPage();
    const provider = await page.open();
    page.status = 503;
    const app = await createTestApp({ KEYCLOAK_URL: provider, KEYCLOAK_REALM: 'casa' });
    try {
      const signer = await newSigner();
      const user = await app.newUser([]);
      const now = Math.floor(app.clock.now().getTime() / 1000);
      const keycloakToken = await new SignJWT({ preferred_username: user.username, azp: 'fibado-web' })
        .setProtectedHeader({ alg: 'RS256', kid: signer.kid })
        .setIssuer(`${provider}/realms/casa`)
        .setSubject('x')
        .setIssuedAt(now)
        .setExpirationTime(now + 60)
        .sign(signer.privateKey);
      const exchange = () =>
        app.as(null).post('/api/user/token/from-keycloak-auth', {
          keycloakToken,
          username: user.username,
          tokenClient: 't',
        });
      expect((await exchange().expect(503)).body.error).toBe('IDENTITY_PROVIDER_UNAVAILABLE');
      await page.close();
      for (let i = 0; i < 6; i += 1) await exchange().expect(503);
    } finally {
      await app.close();
    }
  });

  it('refuses every token where there is no single sign-on, and unknown people where it refuses them', async () => {
    const app = await createTestApp();
    try {
      const body = { keycloakToken: 'a.b.c', username: 'ada', tokenClient: 't' };
      await app.as(null).post('/api/user/token/from-keycloak-auth', body).expect(401);
      expect((await app.as(null).get('/api/user/config').expect(200)).body.sso).toBeUndefined();
    } finally {
      await app.close();
    }
  });

  it('refuses passwords where local sign-in is off', async () => {
    const app = await createTestApp({ LOCAL_SIGN_IN: 'false', KEYCLOAK_URL: 'http://127.0.0.1:1' });
    try {
      const { username, password } = await app.newUser([]);
      await app
        .as(null)
        .post('/api/user/token/generate', { username, password, tokenClient: 't' })
        .expect(401);
    } finally {
      await app.close();
    }
  });
});
