import type { Role, User } from '@fibado/contracts';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

const PASSWORD = 'tempesta-libro-quaderno';

describe('administration of people', () => {
  let app: TestApp;
  let root: TestUser;
  let admin: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    root = await app.newUser(['SADMIN']);
    // The relay takes events away as fast as it can: a copy is kept of each.
    await asOwner(
      app.database,
      `create table events_seen (nr serial, topic text, payload jsonb);
       create function see() returns trigger language plpgsql security definer as
         $$ begin insert into events_seen (topic, payload) values (new.topic, new.payload); return new; end $$;
       create trigger see after insert on jobs for each row execute function see()`,
    );
  });
  beforeEach(async () => {
    admin = await app.newUser(['MSF_USERS', 'MSF_GROUPS', 'FBDO_FIBADO', 'FBDO_READ']);
  });
  afterAll(() => app.close());

  let count = 0;
  const person = (tenantId: string, roles: Role[], more: object = {}) => {
    count += 1;
    return {
      username: `person${count}`,
      name: `Person ${count}`,
      email: `person${count}@example.org`,
      language: 'en',
      memberships: [{ tenantId, roles, groupIds: [] as string[] }],
      ...more,
    };
  };
  const save = (by: TestUser, body: object) => app.as(by).post('/api/user/admin/users/save', body);
  const one = async (by: TestUser, id: string): Promise<User> =>
    (await app.as(by).get(`/api/user/admin/users/get/${id}`).expect(200)).body as User;
  const colleague = (roles: Role[]) => app.newUser(roles, { id: admin.tenantId, code: admin.tenant });
  const asSaved = (user: User, more: object = {}) => ({
    id: user.id,
    version: user.version,
    username: user.username,
    name: user.name,
    email: user.email,
    language: user.language,
    memberships: user.memberships.map(({ tenantId, roles, groups }) => ({
      tenantId,
      roles,
      groupIds: groups.map((group) => group.id),
    })),
    ...more,
  });
  const signIn = (username: string, password: string) =>
    app.as(null).post('/api/user/token/generate', { username, password, tokenClient: 'test' });
  const eventsOf = (userId: string) =>
    asOwner<{ topic: string; payload: { change: string } }>(
      app.database,
      `select topic, payload from events_seen where topic = 'account.changed' and payload->>'userId' = $1 order by nr`,
      [userId],
    );

  it('creates a person with a password, who can sign in', async () => {
    const { body } = await save(admin, person(admin.tenantId, ['FBDO_READ'], { password: PASSWORD })).expect(
      200,
    );
    expect(body.invitation).toBeUndefined();
    expect(body.user).toMatchObject({ invited: false, blocked: false, manageable: true });
    const session = await signIn(body.user.username, PASSWORD).expect(200);
    expect(session.body.userLogged).toMatchObject({ roles: ['FBDO_READ'], tenant: admin.tenant });
  });

  it('refuses a weak password, and one made of the name', async () => {
    for (const password of ['short-1', 'Estate2026!!', 'Mario.Rossi.1980', 'gatto gatto gatto']) {
      const { body } = await save(
        admin,
        person(admin.tenantId, [], { name: 'Mario Rossi', password }),
      ).expect(400);
      expect(body).toEqual({ error: 'PASSWORD_WEAK', params: ['password'] });
    }
  });

  it('finds people by name, e-mail and state, page by page', async () => {
    const wanted = person(admin.tenantId, ['FBDO_READ'], { name: 'Zòe 100%_ Rossi', password: PASSWORD });
    await save(admin, wanted).expect(200);
    const find = async (query: string) =>
      (await app.as(admin).get(`/api/user/admin/users/get?${query}`).expect(200)).body;
    expect((await find(`search=${encodeURIComponent('100%_')}`)).items).toHaveLength(1);
    expect((await find('search=100%25%25')).items).toHaveLength(0);
    expect((await find(`search=${wanted.email.toUpperCase()}`)).total).toBe(1);
    expect((await find('blocked=true')).total).toBe(0);
    const first = await find('page=0&size=1');
    const second = await find('page=1&size=1');
    expect([first.total, second.total]).toEqual([2, 2]);
    expect(first.items[0].id).not.toBe(second.items[0].id);
    await app.as(admin).get('/api/user/admin/users/get?size=201').expect(400);
    await app.as(admin).get('/api/user/admin/users/get?unknown=1').expect(400);
  });

  it('shows a tenant administrator the own tenant and nothing of another', async () => {
    const stranger = await app.newUser(['FBDO_FIBADO']);
    const { body } = await app.as(admin).get('/api/user/admin/users/get').expect(200);
    expect(body.items.map((user: User) => user.id)).toEqual([admin.id]);
    const before = await one(root, stranger.id);
    await app.as(admin).get(`/api/user/admin/users/get/${stranger.id}`).expect(404);
    await app.as(admin).get(`/api/user/admin/users/get?tenantId=${stranger.tenantId}`).expect(404);
    await save(admin, asSaved(before, { name: 'Taken over' })).expect(404);
    await save(admin, person(stranger.tenantId, [])).expect(404);
    await app.as(admin).post('/api/user/admin/users/send-link', { id: stranger.id }).expect(404);
    await app
      .as(admin)
      .post('/api/user/admin/users/set-blocked', { id: stranger.id, version: before.version, blocked: true })
      .expect(404);
    await app.as(admin).delete(`/api/user/admin/users/delete/${stranger.id}`).expect(404);
    expect(await one(root, stranger.id)).toEqual(before);
  });

  it('lets no user give or take a role not held', async () => {
    for (const role of ['SADMIN', 'VIEW_SERVICE'] as const) {
      const { body } = await save(admin, person(admin.tenantId, [role])).expect(403);
      expect(body).toEqual({ error: 'ROLE_NOT_HELD', params: [role] });
    }
    const viewer = await one(admin, (await colleague(['VIEW_SERVICE', 'FBDO_READ'])).id);
    const without = asSaved(viewer);
    without.memberships[0]!.roles = ['FBDO_READ'];
    expect((await save(admin, without).expect(403)).body.error).toBe('ROLE_NOT_HELD');
    const more = asSaved(viewer);
    more.memberships[0]!.roles = ['VIEW_SERVICE', 'FBDO_READ', 'FBDO_FIBADO'];
    const saved = await save(admin, more).expect(200);
    expect(saved.body.user.memberships[0].effectiveRoles).toEqual([
      'FBDO_FIBADO',
      'FBDO_READ',
      'VIEW_SERVICE',
    ]);
    await app.as(admin).delete(`/api/user/admin/users/delete/${viewer.id}`).expect(403);
  });

  it('lets only users who write the finances give, manage and take the right to read them', async () => {
    const writer = await colleague(['MSF_USERS', 'FBDO_FIBADO']);
    const made = await save(writer, person(admin.tenantId, ['FBDO_READ'])).expect(200);
    const reader = await one(writer, made.body.user.id);
    expect(reader.manageable).toBe(true);
    await save(writer, asSaved(reader, { name: 'Reads only' })).expect(200);
    await app.as(writer).delete(`/api/user/admin/users/delete/${reader.id}`).expect(204);

    const outsider = await colleague(['MSF_USERS']);
    const { body } = await save(outsider, person(admin.tenantId, ['FBDO_READ'])).expect(403);
    expect(body).toEqual({ error: 'ROLE_NOT_HELD', params: ['FBDO_READ'] });
  });

  it('lets no administrator take over a user with more roles, or one of another tenant too', async () => {
    const mighty = await one(admin, (await colleague(['SADMIN'])).id);
    expect(mighty.manageable).toBe(false);
    await save(admin, asSaved(mighty, { email: 'mine@example.org' })).expect(403);
    await save(admin, asSaved(mighty, { password: PASSWORD })).expect(403);
    await app.as(admin).post('/api/user/admin/users/send-link', { id: mighty.id }).expect(403);
    const block = { id: mighty.id, version: mighty.version, blocked: true };
    await app.as(admin).post('/api/user/admin/users/set-blocked', block).expect(403);

    const both = await colleague(['FBDO_READ']);
    const other = await app.newTenant();
    await asOwner(
      app.database,
      'insert into memberships (tenant_id, user_id, roles_changed_at, created_at) values ($1, $2, now(), now())',
      [other.id, both.id],
    );
    const seen = await one(admin, both.id);
    expect(seen).toMatchObject({ manageable: false, memberships: [{ tenantId: admin.tenantId }] });
    expect((await save(admin, asSaved(seen, { name: 'Renamed' })).expect(403)).body.error).toBe('FORBIDDEN');
    await app.as(admin).delete(`/api/user/admin/users/delete/${both.id}`).expect(204);
    expect((await one(root, both.id)).memberships.map((m) => m.tenantId)).toEqual([other.id]);
  });

  it('keeps the last administrator of a tenant, and the last super-administrator', async () => {
    const me = await one(root, admin.id);
    const demoted = asSaved(me);
    demoted.memberships[0]!.roles = ['FBDO_FIBADO'];
    const refused = await save(root, demoted).expect(409);
    expect(refused.body).toEqual({ error: 'LAST_ADMINISTRATOR', params: [] });
    const block = { id: admin.id, version: me.version, blocked: true };
    await app.as(root).post('/api/user/admin/users/set-blocked', block).expect(409);
    await app.as(root).delete(`/api/user/admin/users/delete/${admin.id}`).expect(409);
    expect(await one(root, admin.id)).toEqual(me);

    await colleague(['MSF_USERS']);
    await save(root, demoted).expect(200);

    // One more, so that the last of the instance is not also oneself.
    const supers = await asOwner<{ id: string }>(
      app.database,
      `select user_id as id from memberships where 'SADMIN' = any(roles) and user_id <> $1`,
      [root.id],
    );
    await asOwner(app.database, 'update users set blocked = true where id = any($1)', [
      supers.map((s) => s.id),
    ]);
    const self = asSaved(await one(root, root.id));
    self.memberships[0]!.roles = ['VIEW_SERVICE'];
    expect((await save(root, self).expect(409)).body.error).toBe('LAST_ADMINISTRATOR');
    await app.as(root).delete(`/api/user/admin/users/delete/${root.id}`).expect(403);
  });

  it('never ends without an administrator when two are demoted at the same moment', async () => {
    const second = await colleague(['MSF_USERS']);
    const bodies = await Promise.all(
      [admin.id, second.id].map(async (id) => {
        const body = asSaved(await one(root, id));
        body.memberships[0]!.roles = [];
        return body;
      }),
    );
    const answers = await Promise.all(bodies.map((body) => save(root, body)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('tells the person whose roles changed, and only then', async () => {
    const user = await colleague(['FBDO_READ']);
    const before = await one(admin, user.id);
    await save(admin, asSaved(before, { name: 'New Name' })).expect(200);
    expect(await eventsOf(user.id)).toEqual([]);
    expect((await app.as(user).get('/api/user/account/block-changed-role').expect(200)).body).toBe('N');

    const body = asSaved(await one(admin, user.id));
    body.memberships[0]!.roles = ['FBDO_FIBADO'];
    await save(admin, body).expect(200);
    expect((await eventsOf(user.id)).map((row) => row.payload.change)).toEqual(['ROLES']);
    // Even with a clock that stands still since the token was made.
    expect((await app.as(user).get('/api/user/account/block-changed-role').expect(200)).body).toBe('Y');
    const fresh = await app.as(user).get('/api/user/account/refresh').expect(200);
    expect(fresh.body.userLogged.roles).toEqual(['FBDO_FIBADO']);
    await app.as(user).get('/api/user/account/user-logged').expect(401);
    expect((await app.as(fresh.body).get('/api/user/account/block-changed-role').expect(200)).body).toBe('N');
  });

  it('blocks at once, with every session, and unblocks', async () => {
    const user = await app.newUser(['FBDO_READ'], { id: admin.tenantId, code: admin.tenant });
    const set = async (blocked: boolean) => {
      const { version } = await one(admin, user.id);
      return app.as(admin).post('/api/user/admin/users/set-blocked', { id: user.id, version, blocked });
    };
    expect((await set(true)).body.blocked).toBe(true);
    await app.as(user).get('/api/user/account/user-logged').expect(401);
    expect((await signIn(user.username, user.password).expect(403)).body.error).toBe('USER_BLOCKED');
    expect((await eventsOf(user.id)).map((row) => row.payload.change)).toEqual(['BLOCKED']);
    await set(false);
    await signIn(user.username, user.password).expect(200);
    await app.as(user).get('/api/user/account/user-logged').expect(401);
    const { version } = await one(admin, admin.id);
    const self = { id: admin.id, version, blocked: true };
    await app.as(admin).post('/api/user/admin/users/set-blocked', self).expect(403);
  });

  it('refuses stale versions, taken names and groups of another tenant, and writes nothing', async () => {
    const user = await one(admin, (await colleague(['FBDO_READ'])).id);
    expect((await save(admin, asSaved(user, { version: 99 })).expect(409)).body.error).toBe('STALE_VERSION');
    expect((await save(admin, asSaved(user, { version: undefined })).expect(409)).body.error).toBe(
      'STALE_VERSION',
    );
    const sameName = await save(admin, asSaved(user, { username: admin.username })).expect(409);
    expect(sameName.body).toEqual({ error: 'ALREADY_EXISTS', params: ['username'] });
    const email = (await one(admin, admin.id)).email.toUpperCase();
    const sameMail = await save(admin, person(admin.tenantId, [], { email })).expect(409);
    expect(sameMail.body).toEqual({ error: 'ALREADY_EXISTS', params: ['email'] });
    const foreign = await app
      .as(root)
      .post('/api/user/admin/groups/save', { name: 'Foreign', roles: ['FBDO_READ'], memberIds: [] })
      .expect(200);
    const body = asSaved(user);
    body.memberships[0]!.groupIds = [foreign.body.id];
    expect((await save(admin, body).expect(400)).body.params).toEqual(['memberships.0.groupIds']);
    expect(await one(admin, user.id)).toEqual(user);
    expect(
      (await save(admin, person(admin.tenantId, [], { username: 'with-dash' })).expect(400)).body.params,
    ).toEqual(['username']);
  });

  it('lets a super-administrator place one person in several tenants', async () => {
    const first = await app.newTenant();
    const other = await app.newTenant();
    const body = person(first.id, ['FBDO_READ'], { password: PASSWORD });
    body.memberships.push({ tenantId: other.id, roles: ['FBDO_FIBADO'], groupIds: [] });
    const { user } = (await save(root, body).expect(200)).body;
    expect(user.memberships.map((m: { tenantId: string }) => m.tenantId).sort()).toEqual(
      [first.id, other.id].sort(),
    );
    const fewer = asSaved(user);
    fewer.memberships = fewer.memberships.filter((m) => m.tenantId === other.id);
    const left = await save(root, fewer).expect(200);
    expect(left.body.user.memberships).toHaveLength(1);
    expect((await eventsOf(user.id)).map((row) => row.payload.change)).toEqual(['REMOVED']);
    await app.as(root).delete(`/api/user/admin/users/delete/${user.id}`).expect(204);
    await app.as(root).get(`/api/user/admin/users/get/${user.id}`).expect(404);
    await signIn(user.username, PASSWORD).expect(401);
  });
});
