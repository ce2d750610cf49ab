import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';

describe('sessions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const signIn = (username: string, password: string, cdTenant?: string) =>
    app.as(null).post('/api/user/token/generate', { username, password, tokenClient: 'test', cdTenant });

  it('signs in with a password and says who it is', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const { body } = await signIn(user.username.toUpperCase(), user.password).expect(200);
    expect(body.userLogged).toMatchObject({
      tenant: user.tenant,
      username: user.username,
      roles: ['FBDO_FIBADO'],
    });
    expect(body.userLogged.expirationToken).toBe(app.clock.now().getTime() + 15 * 60_000);
    const me = await app.as(body).get('/api/user/account/user-logged').expect(200);
    expect(me.body).toEqual(body.userLogged);
  });

  it('answers the same for a wrong password and an unknown name', async () => {
    const user = await app.newUser([]);
    const wrong = await signIn(user.username, 'not it').expect(401);
    const unknown = await signIn('nobody_here', 'not it').expect(401);
    expect(wrong.body).toEqual({ error: 'BAD_CREDENTIALS', params: [] });
    expect(unknown.body).toEqual(wrong.body);
  });

  it('makes a guesser wait, longer each time, and only for that name', async () => {
    const user = await app.newUser([]);
    for (let i = 0; i < 5; i += 1) await signIn(user.username, 'guess').expect(401);
    const first = await signIn(user.username, user.password).expect(429);
    expect(Number(first.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    const other = await app.newUser([]);
    await signIn(other.username, other.password).expect(200);
  });

  it('lets a user of several tenants choose before there is a token', async () => {
    const user = await app.newUser([]);
    const second = await app.newTenant();
    await asOwner(
      app.database,
      'insert into memberships (tenant_id, user_id, roles_changed_at, created_at) values ($1, $2, now(), now())',
      [second.id, user.id],
    );
    const choice = await signIn(user.username, user.password).expect(200);
    expect(choice.body.token).toBeUndefined();
    expect(choice.body.tenants.map((t: { cd: string }) => t.cd).sort()).toEqual(
      [second.code, user.tenant].sort(),
    );
    const chosen = await signIn(user.username, user.password, second.code).expect(200);
    expect(chosen.body.userLogged.tenant).toBe(second.code);
    const moved = await app.as(chosen.body).get(`/api/user/account/change-tenant/${user.tenant}`).expect(200);
    expect(moved.body.userLogged.tenant).toBe(user.tenant);
    await app.as(chosen.body).get('/api/user/account/user-logged').expect(401);
    const stranger = await app.newTenant();
    await app.as(moved.body).get(`/api/user/account/change-tenant/${stranger.code}`).expect(404);
  });

  it('refuses a user without tenant', async () => {
    const user = await app.newUser([]);
    await asOwner(app.database, 'delete from memberships where user_id = $1', [user.id]);
    const { body } = await signIn(user.username, user.password).expect(403);
    expect(body.error).toBe('NO_TENANT');
  });

  it('ends a session on logout, whatever its token says', async () => {
    const user = await app.newUser([]);
    await app.as(user).post('/api/user/account/logout').expect(204);
    const { body } = await app.as(user).get('/api/user/account/user-logged').expect(401);
    expect(body.error).toBe('UNAUTHENTICATED');
  });

  it('tells of changed roles, applies them at once, and retires the old token with the refresh', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    app.clock.advance(1000);
    await asOwner(
      app.database,
      `update memberships set roles = '{FBDO_READ}', roles_changed_at = $2 where user_id = $1`,
      [user.id, app.clock.now()],
    );
    expect((await app.as(user).get('/api/user/account/block-changed-role').expect(200)).body).toBe('Y');
    app.clock.advance(1000);
    const fresh = await app.as(user).get('/api/user/account/refresh').expect(200);
    expect(fresh.body.userLogged.roles).toEqual(['FBDO_READ']);
    await app.as(user).get('/api/user/account/user-logged').expect(401);
    expect((await app.as(fresh.body).get('/api/user/account/block-changed-role').expect(200)).body).toBe('N');
  });

  it('refuses an expired token, a forged one, and another tenant in the header', async () => {
    const user = await app.newUser([]);
    const mismatch = await app
      .as(user)
      .get('/api/user/account/user-logged')
      .set('CdTenant', 'another')
      .expect(403);
    expect(mismatch.body.error).toBe('TENANT_MISMATCH');
    await app
      .as({ token: `${user.token.slice(0, -4)}AAAA` })
      .get('/api/user/account/user-logged')
      .expect(401);
    app.clock.advance(16 * 60_000);
    await app.as(user).get('/api/user/account/user-logged').expect(401);
  });

  it('takes the token from Authorization as well', async () => {
    const user = await app.newUser([]);
    await app
      .as(null)
      .get('/api/user/account/user-logged')
      .set('Authorization', `Bearer ${user.token}`)
      .expect(200);
  });
});
