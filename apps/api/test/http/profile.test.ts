import sharp from 'sharp';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

const NEW_PASSWORD = 'tempesta-libro-quaderno';

describe('the profile', () => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    user = await app.newUser(['FBDO_READ']);
  });
  afterAll(() => app.close());

  const get = (path: string, by: { token: string } = user) => app.as(by).get(`/api/user/account/${path}`);
  const post = (path: string, body: object, by: { token: string } = user) =>
    app.as(by).post(`/api/user/account/${path}`, body);
  const signIn = async (client: string, password = user.password) =>
    (
      await app
        .as(null)
        .post('/api/user/token/generate', { username: user.username, password, tokenClient: client })
        .set('user-agent', `program of ${client}`)
        .expect(200)
    ).body as { token: string };
  const upload = (bytes: Buffer, name: string) =>
    app.as(user).post('/api/user/account/change-avatar').attach('file', bytes, name);

  it('shows the last five sign-ins with time, address and client', async () => {
    for (let i = 1; i <= 6; i += 1) {
      app.clock.advance(1000);
      await signIn(`client ${i}`);
    }
    const { body } = await get('last-five-login').expect(200);
    expect(body.map((login: { client: string }) => login.client)).toEqual(
      [6, 5, 4, 3, 2].map((i) => `client ${i}`),
    );
    expect(body[0]).toEqual({
      at: app.clock.now().toISOString(),
      client: 'client 6',
      agent: 'program of client 6',
      method: 'PASSWORD',
      address: expect.stringMatching(/127\.0\.0\.1$/) as string,
    });
  });

  it('changes contact details, and refuses an e-mail of another user', async () => {
    const contact = {
      name: 'Nuovo Nome',
      email: `${user.username}@casa.example.org`,
      phone: '+39 02 1',
      language: 'en',
    };
    expect((await post('update-contact', contact).expect(200)).body).toEqual(contact);
    expect((await get('get-contact').expect(200)).body).toEqual(contact);
    const other = await app.newUser([], { id: user.tenantId, code: user.tenant });
    const taken = { ...contact, email: `${other.username.toUpperCase()}@example.org` };
    expect((await post('update-contact', taken).expect(409)).body).toEqual({
      error: 'ALREADY_EXISTS',
      params: ['email'],
    });
    await post('update-contact', { ...contact, email: 'not an address' }).expect(400);
    await post('update-contact', { ...contact, roles: ['SADMIN'] }).expect(400);
    expect((await get('get-contact').expect(200)).body).toEqual(contact);
  });

  it('changes the password, ends every other session, and keeps the one that asked', async () => {
    const other = await signIn('phone');
    await post('change-password', { oldPassword: user.password, newPassword: NEW_PASSWORD }).expect(204);
    await get('user-logged').expect(200);
    await get('user-logged', other).expect(401);
    await get('refresh', other).expect(401);
    await signIn('again', NEW_PASSWORD);
    await app
      .as(null)
      .post('/api/user/token/generate', {
        username: user.username,
        password: user.password,
        tokenClient: 't',
      })
      .expect(401);
  });

  it('refuses a wrong old password, a weak new one, and the same again', async () => {
    const change = (oldPassword: string, newPassword: string) =>
      post('change-password', { oldPassword, newPassword });
    expect((await change('not it', NEW_PASSWORD).expect(400)).body).toEqual({
      error: 'PASSWORD_WRONG',
      params: ['oldPassword'],
    });
    for (const weak of ['short', 'Estate2026!!', user.username.repeat(3), user.password])
      expect((await change(user.password, weak).expect(400)).body).toEqual({
        error: 'PASSWORD_WEAK',
        params: ['newPassword'],
      });
    await signIn('still');
  });

  it('makes guessing the old password from an open page wait', async () => {
    const guess = () => post('change-password', { oldPassword: 'guess', newPassword: NEW_PASSWORD });
    for (let i = 0; i < 5; i += 1) await guess().expect(400);
    await guess().expect(429);
  });

  it('takes a picture by its bytes, makes it small and square, and forgets where it was taken', async () => {
    const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Copyright: 'Secret Place' }, IFD3: { GPSLatitude: '45/1 27/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(photo.toString('latin1')).toContain('Secret Place');
    const { body } = await upload(photo, 'holiday.txt').expect(200);
    const bytes = Buffer.from(body.image.replace('data:image/webp;base64,', ''), 'base64');
    const made = await sharp(bytes).metadata();
    expect(made).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(made.exif).toBeUndefined();
    expect((await get('user-logged').expect(200)).body.image).toBe(body.image);
    const { body: list } = await get('list-avatar').set('CdClient', 'app').expect(200);
    expect(list).toEqual([{ username: user.username, name: 'Test User', image: body.image }]);
  });

  it('shows avatars of the own tenant alone', async () => {
    const stranger = await app.newUser([]);
    const { body } = await get('list-avatar').expect(200);
    expect(body.map((one: { username: string }) => one.username)).not.toContain(stranger.username);
  });

  it('refuses what is no picture, a broken one, one too large in bytes or in pixels', async () => {
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(
      (await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.png').expect(415)).body
        .error,
    ).toBe('UNSUPPORTED_MEDIA');
    expect((await upload(png.subarray(0, png.length / 2), 'x.png').expect(400)).body.error).toBe(
      'IMAGE_UNREADABLE',
    );
    const large = Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]);
    expect((await upload(large, 'x.png').expect(413)).body.error).toBe('PAYLOAD_TOO_LARGE');
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    expect((await upload(bomb, 'x.png').expect(400)).body.error).toBe('IMAGE_UNREADABLE');
    await app.as(user).post('/api/user/account/change-avatar', {}).expect(415);
    expect((await get('user-logged').expect(200)).body.image).toBeNull();
  });

  it('lists the open sessions and ends one of them', async () => {
    app.clock.advance(1000);
    const phone = await signIn('phone');
    const { body } = await get('sessions').expect(200);
    const shown = (s: { client: string; agent: string; current: boolean }) => [s.client, s.agent, s.current];
    expect(body.map(shown)).toEqual([
      ['phone', 'program of phone', false],
      ['test', '', true],
    ]);
    await app.as(user).delete(`/api/user/account/sessions/${body[0].id}`).expect(204);
    await get('user-logged', phone).expect(401);
    await app.as(user).delete(`/api/user/account/sessions/${body[0].id}`).expect(404);
    const stranger = await app.newUser([]);
    const theirs = (await get('sessions', stranger).expect(200)).body[0].id as string;
    await app.as(user).delete(`/api/user/account/sessions/${theirs}`).expect(404);
    await get('user-logged', stranger).expect(200);
  });

  it('leaves a trace of what was changed, without the password', async () => {
    await post('change-password', { oldPassword: user.password, newPassword: NEW_PASSWORD }).expect(204);
    const rows = await asOwner<{ action: string }>(
      app.database,
      'select action, a::text as row from audit a where actor_username = $1',
      [user.username],
    );
    expect(rows.map((row) => row.action)).toEqual(['account.changePassword']);
    expect(JSON.stringify(rows)).not.toContain(NEW_PASSWORD);
  });
});

describe('acting as another user', () => {
  let app: TestApp;
  let root: TestUser;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    root = await app.newUser(['SADMIN']);
    user = await app.newUser(['FBDO_FIBADO', 'MSF_USERS']);
  });
  afterAll(() => app.close());

  const enter = (by: TestUser, tenantId: string) =>
    app
      .as(by)
      .post('/api/user/admin/tenants/enter', { tenantId, reason: 'Asked for help by telephone' })
      .expect(200);
  const actAs = (id: string, query = '') =>
    app.as(root).get(`/api/user/account/gen-token-for-account/${id}${query}`);

  it('lists whom one can act as', async () => {
    const { body } = await app.as(root).get(`/api/user/account/list?search=${user.username}`).expect(200);
    expect(body.items).toEqual([
      {
        id: user.id,
        username: user.username,
        name: 'Test User',
        tenants: [{ cd: user.tenant, description: `Tenant ${user.tenant}` }],
      },
    ]);
    await app.as(user).get('/api/user/account/list').expect(403);
    await app.as(user).get(`/api/user/account/gen-token-for-account/${root.id}`).expect(403);
  });

  it('works as that user for an hour at most, and both names stand on what is done', async () => {
    expect((await actAs(user.id).expect(403)).body.error).toBe('BREAK_GLASS_REQUIRED');
    await enter(root, user.tenantId);
    const acting = (await actAs(user.id).expect(200)).body;
    expect(acting.userLogged).toMatchObject({
      username: user.username,
      tenant: user.tenant,
      actor: root.username,
      roles: ['FBDO_FIBADO', 'MSF_USERS'],
    });
    await app
      .as(acting)
      .post('/api/finance/banks/save', {
        name: 'Banca',
        guaranteeScheme: 'FITD',
        stampDutyMethod: 'TWELFTHS',
      })
      .expect(200);
    const rows = await asOwner(
      app.database,
      `select action, actor_username as actor, acting_for as "for" from audit where tenant_id = $1 order by id`,
      [user.tenantId],
    );
    expect(rows).toEqual([
      { action: 'tenants.enter', actor: root.username, for: null },
      { action: 'account.genTokenForAccount', actor: root.username, for: null },
      { action: 'banks.save', actor: root.username, for: user.username },
    ]);
    const { body: logins } = await app.as(user).get('/api/user/account/last-five-login').expect(200);
    expect(logins.map((login: { method: string }) => login.method)).toContain('ACTING');
    const { body: page } = await app.as(acting).get('/api/user/admin/audit/get?action=banks').expect(200);
    expect(page.items[0]).toMatchObject({ actor: root.username, actingFor: user.username });
  });

  it('cannot change what is the person’s own: password, e-mail, keys, tenant, or act further', async () => {
    await enter(root, user.tenantId);
    const acting = (await actAs(user.id).expect(200)).body;
    const by = app.as(acting);
    await by
      .post('/api/user/account/change-password', { oldPassword: user.password, newPassword: NEW_PASSWORD })
      .expect(403);
    await by
      .post('/api/user/account/update-contact', { name: 'X', email: 'x@example.org', language: 'it' })
      .expect(403);
    await by.post('/api/user/account/api-keys/save', { name: 'x', scopes: ['FINANCE_READ'] }).expect(403);
    await by.get(`/api/user/account/change-tenant/${user.tenant}`).expect(404);
    await by.get(`/api/user/account/gen-token-for-account/${root.id}`).expect(403);
  });

  it('ends after an hour whatever is refreshed, and with the session of its own', async () => {
    await enter(root, user.tenantId);
    let acting = (await actAs(user.id).expect(200)).body;
    for (let minutes = 10; minutes < 60; minutes += 10) {
      app.clock.advance(10 * 60_000);
      acting = (await app.as(acting).get('/api/user/account/refresh').expect(200)).body;
    }
    app.clock.advance(10 * 60_000);
    await app.as(acting).get('/api/user/account/user-logged').expect(401);
    await app.as(acting).get('/api/user/account/refresh').expect(401);
    root = await app.newUser(['SADMIN']);
  });

  it('asks for the tenant where there are several, and refuses the blocked, the suspended and oneself', async () => {
    const other = await app.newTenant();
    const both = await app.newUser([]);
    await asOwner(
      app.database,
      'insert into memberships (tenant_id, user_id, roles_changed_at, created_at) values ($1, $2, now(), now())',
      [other.id, both.id],
    );
    expect((await actAs(both.id).expect(400)).body.params).toEqual(['cdTenant']);
    const chosen = await actAs(both.id, `?cdTenant=${other.code}`).expect(200);
    expect(chosen.body.userLogged.tenant).toBe(other.code);
    await actAs(both.id, `?cdTenant=${user.tenant}`).expect(403);
    await actAs(root.id).expect(403);
    await actAs('4a6c9a52-0f9a-4c9e-9a53-2f5b1d1c7e10').expect(404);
    const blocked = await app.newUser([]);
    await asOwner(app.database, 'update users set blocked = true where id = $1', [blocked.id]);
    expect((await actAs(blocked.id).expect(403)).body.error).toBe('USER_BLOCKED');
    const away = await app.newUser([]);
    await asOwner(app.database, `update tenants set state = 'SUSPENDED' where id = $1`, [away.tenantId]);
    expect((await actAs(away.id).expect(403)).body.error).toBe('TENANT_SUSPENDED');
  });

  it('ends with what it stands on: the right to it, the password, the person', async () => {
    const keeper = await app.newUser(['SADMIN']);
    const person = await app.newUser(['FBDO_FIBADO']);
    const begin = async (actor: TestUser) => {
      await enter(actor, person.tenantId);
      const path = `/api/user/account/gen-token-for-account/${person.id}`;
      return (await app.as(actor).get(path).expect(200)).body as { token: string };
    };
    const own = async (actor: TestUser) =>
      (await app.as(keeper).get(`/api/user/admin/users/get/${actor.id}`).expect(200)).body;
    const ends: Record<string, (actor: TestUser) => Promise<unknown>> = {
      block: async (actor) => {
        const { version } = await own(actor);
        await app
          .as(keeper)
          .post('/api/user/admin/users/set-blocked', { id: actor.id, version, blocked: true })
          .expect(200);
      },
      password: (actor) =>
        app
          .as(actor)
          .post('/api/user/account/change-password', {
            oldPassword: actor.password,
            newPassword: NEW_PASSWORD,
          })
          .expect(204),
      role: async (actor) => {
        const { username, name, email, language, version } = await own(actor);
        const memberships = [{ tenantId: actor.tenantId, roles: ['VIEW_SERVICE'], groupIds: [] }];
        await app
          .as(keeper)
          .post('/api/user/admin/users/save', {
            id: actor.id,
            version,
            username,
            name,
            email,
            language,
            memberships,
          })
          .expect(200);
      },
      deletion: (actor) => app.as(keeper).delete(`/api/user/admin/users/delete/${actor.id}`).expect(204),
    };
    for (const [how, end] of Object.entries(ends)) {
      const actor = await app.newUser(['SADMIN']);
      const [acting, still] = [await begin(actor), await begin(keeper)];
      await app.as(acting).get('/api/user/account/user-logged').expect(200);
      await end(actor);
      const { status } = await app.as(acting).get('/api/user/account/user-logged');
      expect([how, status]).toEqual([how, 401]);
      await app.as(acting).get('/api/user/account/refresh').expect(401);
      await app.as(still).get('/api/user/account/user-logged').expect(200);
      await app.as(person).get('/api/user/account/user-logged').expect(200);
    }
  });
});
