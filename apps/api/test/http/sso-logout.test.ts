import supertest from 'supertest';
import { asOwner } from '../support/database.js';
import { newSigner } from '../support/identity-page.js';
import { EVENT, ProviderSessions } from '../support/provider-sessions.js';

describe('sessions an identity provider ends', () => {
  let sso: ProviderSessions;
  beforeAll(async () => {
    sso = await ProviderSessions.open();
  });
  beforeEach(() => {
    sso.reset();
  });
  afterAll(() => sso.close());

  describe('back-channel logout', () => {
    it('ends the sessions of the provider’s session, and no others', async () => {
      const name = sso.freshName();
      const here = await sso.signIn(name);
      const there = await sso.signIn(name, { claims: { sid: 'another device' } });
      const stranger = await sso.signIn(sso.freshName());
      const token = await sso.page.sign(
        sso.logoutClaims({ sub: `subject-of-${name}`, sid: `sid-of-${name}` }),
        'logout+jwt',
      );
      const answer = await sso.logout(token).expect(204);
      expect(answer.headers['cache-control']).toContain('no-store');
      expect(await sso.isIn(here)).toBe(false);
      expect(await sso.isIn(there)).toBe(true);
      expect(await sso.isIn(stranger)).toBe(true);
      expect(await sso.eventsOf(name)).toContain('PROVIDER_SIGN_OUT');
    });

    it('ends every session of the person when it names no session', async () => {
      const name = sso.freshName();
      const sessions = [
        await sso.signIn(name),
        await sso.signIn(name, { claims: { sid: 'another device' } }),
      ];
      await sso.logout(await sso.page.sign(sso.logoutClaims({ sub: `subject-of-${name}` }))).expect(204);
      for (const session of sessions) expect(await sso.isIn(session)).toBe(false);
    });

    it('reaches the session the person went on with in another tenant, and the one of acting as another', async () => {
      const root = await sso.app.newUser(['SADMIN']);
      const other = await sso.app.newTenant();
      const target = await sso.app.newUser([], other);
      await asOwner(
        sso.app.database,
        'insert into memberships (tenant_id, user_id, roles, roles_changed_at, created_at) values ($1, $2, $3, now(), now())',
        [other.id, root.id, ['SADMIN']],
      );
      const first = await sso.signIn(root.username, { cdTenant: root.tenant });
      const { body: moved } = await sso.app
        .as(first)
        .get(`/api/user/account/change-tenant/${other.code}`)
        .expect(200);
      const { body: acting } = await sso.app
        .as(moved)
        .get(`/api/user/account/gen-token-for-account/${target.id}`)
        .expect(200);
      await sso.logout(await sso.page.sign(sso.logoutClaims({ sid: `sid-of-${root.username}` }))).expect(204);
      expect(await sso.isIn(moved)).toBe(false);
      expect(await sso.isIn(acting)).toBe(false);
    });

    it('is accepted once', async () => {
      const name = sso.freshName();
      await sso.signIn(name);
      const token = await sso.page.sign(sso.logoutClaims({ sid: `sid-of-${name}` }));
      await sso.logout(token).expect(204);
      const { body } = await sso.logout(token).expect(400);
      expect(body).toEqual({ error: 'VALIDATION', params: ['logout_token'] });
    });

    it('lets no token in that the provider issued before it', async () => {
      const name = sso.freshName();
      const early = { claims: { iat: sso.seconds() } };
      await sso.signIn(name, early);
      await sso.logout(await sso.page.sign(sso.logoutClaims({ sid: `sid-of-${name}` }))).expect(204);
      expect((await sso.exchange(name, early)).body.error).toBe('IDENTITY_REFUSED');
      await sso.logout(await sso.page.sign(sso.logoutClaims({ sub: `subject-of-${name}` }))).expect(204);
      expect((await sso.exchange(name, { claims: { sid: 'new' } })).body.error).toBe('IDENTITY_REFUSED');
      sso.app.clock.advance(1000);
      await sso.signIn(name, { claims: { sid: 'newer' } });
    });

    const wrong: [string, (sid: string) => Promise<string>][] = [
      ['of another issuer', (sid) => sso.page.sign(sso.logoutClaims({ sid, iss: `${sso.page.issuer}x` }))],
      ['for another client', (sid) => sso.page.sign(sso.logoutClaims({ sid, aud: 'another' }))],
      ['without audience', (sid) => sso.page.sign(sso.logoutClaims({ sid, aud: undefined }))],
      ['with a nonce, which an ID token has', (sid) => sso.page.sign(sso.logoutClaims({ sid, nonce: 'n' }))],
      ['without the event', (sid) => sso.page.sign(sso.logoutClaims({ sid, events: { other: {} } }))],
      [
        'whose event is no object',
        (sid) => sso.page.sign(sso.logoutClaims({ sid, events: { [EVENT]: 'yes' } })),
      ],
      ['that names neither session nor person', () => sso.page.sign(sso.logoutClaims())],
      ['without an id', (sid) => sso.page.sign(sso.logoutClaims({ sid, jti: undefined }))],
      ['that never expires', (sid) => sso.page.sign(sso.logoutClaims({ sid, exp: undefined }))],
      [
        'that lives for a day',
        (sid) => sso.page.sign(sso.logoutClaims({ sid, exp: sso.seconds() + 86_400 })),
      ],
      [
        'that has expired',
        (sid) => sso.page.sign(sso.logoutClaims({ sid, iat: sso.seconds() - 200, exp: sso.seconds() - 60 })),
      ],
      ['of another kind', (sid) => sso.page.sign(sso.logoutClaims({ sid }), 'at+jwt')],
      [
        'signed by another key',
        async (sid) => sso.page.sign(sso.logoutClaims({ sid }), 'JWT', await newSigner()),
      ],
      [
        'that is not signed',
        (sid) => {
          const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
          return Promise.resolve(`${part({ alg: 'none' })}.${part(sso.logoutClaims({ sid }))}.`);
        },
      ],
      ['that is an access token', (sid) => sso.page.sign(sso.accessOf('vera', { sid }))],
      ['that is no token', () => Promise.resolve('nothing')],
    ];
    it.each(wrong)('refuses a token %s', async (_, make) => {
      const name = sso.freshName();
      const user = await sso.signIn(name);
      expect((await sso.logout(await make(`sid-of-${name}`)).expect(400)).body.error).toBe('VALIDATION');
      expect(await sso.isIn(user)).toBe(true);
    });

    it('takes a form and nothing else', async () => {
      const path = '/api/user/sso/back-channel-logout';
      await sso.app.as(null).post(path, { logout_token: 'x' }).expect(415);
      await sso.app.as(null).post(path).type('form').send({ other: 'x' }).expect(400);
      const server = sso.app.app.getHttpServer() as Parameters<typeof supertest>[0];
      await supertest(server)
        .post(path)
        .type('form')
        .send({ logout_token: 'x'.repeat(70_000) })
        .expect(413);
    });
  });
});
