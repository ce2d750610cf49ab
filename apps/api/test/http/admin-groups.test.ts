import type { Group } from '@fibado/contracts';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';

describe('administration of groups', () => {
  let app: TestApp;
  let root: TestUser;
  let admin: TestUser;
  let member: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    root = await app.newUser(['SADMIN']);
  });
  beforeEach(async () => {
    admin = await app.newUser(['MSF_USERS', 'MSF_GROUPS', 'FBDO_READ']);
    member = await app.newUser([], { id: admin.tenantId, code: admin.tenant });
  });
  afterAll(() => app.close());

  const save = (by: TestUser, body: object) => app.as(by).post('/api/user/admin/groups/save', body);
  const make = async (more: object = {}): Promise<Group> =>
    (await save(admin, { name: 'Lettori', roles: ['FBDO_READ'], memberIds: [], ...more }).expect(200))
      .body as Group;
  const change = (group: Group, more: object) => ({
    id: group.id,
    version: group.version,
    name: group.name,
    roles: group.roles,
    memberIds: group.members.map((one) => one.id),
    ...more,
  });

  it('gives its roles to its members and takes them back', async () => {
    const group = await make({ memberIds: [member.id], description: 'Chi guarda' });
    expect(group).toMatchObject({ tenant: admin.tenant, version: 1, description: 'Chi guarda' });
    expect(group.members.map((one) => one.username)).toEqual([member.username]);
    expect((await app.as(member).get('/api/user/account/block-changed-role')).body).toBe('Y');
    const fresh = await app.as(member).get('/api/user/account/refresh').expect(200);
    expect(fresh.body.userLogged.roles).toEqual(['FBDO_READ']);
    await app.as(fresh.body).get('/api/finance/banks/get').expect(200);
    await save(admin, change(group, { memberIds: [] })).expect(200);
    await app.as(fresh.body).get('/api/finance/banks/get').expect(403);
  });

  it('lists groups of the own tenant, and of all for a super-administrator', async () => {
    const group = await make();
    const own = await app.as(admin).get('/api/user/admin/groups/get').expect(200);
    expect(own.body.items).toEqual([group]);
    const found = await app.as(root).get('/api/user/admin/groups/get?search=lettori').expect(200);
    expect(found.body.items.map((one: Group) => one.id)).toContain(group.id);
    const stranger = await app.newUser(['MSF_GROUPS']);
    expect((await app.as(stranger).get('/api/user/admin/groups/get').expect(200)).body.total).toBe(0);
    await app.as(stranger).get(`/api/user/admin/groups/get?tenantId=${admin.tenantId}`).expect(404);
  });

  it('shows who is in a group to the administrators of groups alone; those of people see what they can give', async () => {
    const group = await make();
    const tenant = { id: admin.tenantId, code: admin.tenant };
    const ofPeople = await app.newUser(['MSF_USERS'], tenant);
    await app.as(ofPeople).get('/api/user/admin/groups/get').expect(403);
    const { body } = await app.as(ofPeople).get('/api/user/admin/users/groups').expect(200);
    expect(body).toEqual([{ id: group.id, name: group.name, roles: group.roles }]);
    const stranger = await app.newUser(['MSF_USERS']);
    expect((await app.as(stranger).get('/api/user/admin/users/groups').expect(200)).body).toEqual([]);
    await app.as(stranger).get(`/api/user/admin/users/groups?tenantId=${admin.tenantId}`).expect(404);
    const ofGroups = await app.newUser(['MSF_GROUPS'], tenant);
    await app.as(ofGroups).get('/api/user/admin/users/groups').expect(403);
  });

  it('offers only the people of the tenant as members', async () => {
    const { body } = await app.as(admin).get('/api/user/admin/groups/candidates').expect(200);
    expect(body.items.map((one: { id: string }) => one.id).sort()).toEqual([admin.id, member.id].sort());
  });

  it('is out of reach for another tenant', async () => {
    const group = await make();
    const stranger = await app.newUser(['MSF_GROUPS', 'FBDO_READ']);
    await save(stranger, change(group, { name: 'Mine' })).expect(404);
    await app.as(stranger).delete(`/api/user/admin/groups/delete/${group.id}`).expect(404);
    await save(stranger, { name: 'X', roles: [], memberIds: [], tenantId: admin.tenantId }).expect(404);
    const withStranger = await save(admin, change(group, { memberIds: [stranger.id] })).expect(400);
    expect(withStranger.body.params).toEqual(['memberIds']);
    const { body } = await app.as(admin).get('/api/user/admin/groups/get').expect(200);
    expect(body.items).toEqual([group]);
  });

  it('carries no role its maker does not hold, in any way', async () => {
    const insider = await app.newUser(['SADMIN'], { id: admin.tenantId, code: admin.tenant });
    const mighty = (
      await save(insider, {
        name: 'Capi',
        roles: ['SADMIN'],
        memberIds: [],
        tenantId: admin.tenantId,
      }).expect(200)
    ).body as Group;
    for (const attempt of [
      save(admin, { name: 'Neu', roles: ['SADMIN'], memberIds: [] }),
      save(admin, change(mighty, { memberIds: [admin.id] })),
      save(admin, change(mighty, { roles: [] })),
      app.as(admin).delete(`/api/user/admin/groups/delete/${mighty.id}`),
    ])
      expect((await attempt.expect(403)).body).toEqual({ error: 'ROLE_NOT_HELD', params: ['SADMIN'] });
    await save(admin, change(mighty, { name: 'Capi grandi' })).expect(200);
  });

  it('keeps the last administrator who is one through a group', async () => {
    const tenant = await app.newTenant();
    const first = await app.newUser([], tenant);
    const group = (
      await save(root, {
        name: 'Admin',
        roles: ['MSF_USERS'],
        memberIds: [first.id],
        tenantId: tenant.id,
      }).expect(200)
    ).body as Group;
    for (const attempt of [change(group, { memberIds: [] }), change(group, { roles: [] })])
      expect((await save(root, attempt).expect(409)).body.error).toBe('LAST_ADMINISTRATOR');
  });

  it('refuses taken names, stale versions, and to delete while it has members', async () => {
    const group = await make({ memberIds: [member.id] });
    const twice = await save(admin, { name: 'Lettori', roles: [], memberIds: [] }).expect(409);
    expect(twice.body).toEqual({ error: 'ALREADY_EXISTS', params: ['name'] });
    expect((await save(admin, change(group, { version: 7 })).expect(409)).body.error).toBe('STALE_VERSION');
    const used = await app.as(admin).delete(`/api/user/admin/groups/delete/${group.id}`).expect(409);
    expect(used.body).toEqual({ error: 'IN_USE', params: [`users:${member.username}`] });
    await save(admin, change(group, { memberIds: [] })).expect(200);
    await app.as(admin).delete(`/api/user/admin/groups/delete/${group.id}`).expect(204);
    await app.as(admin).delete(`/api/user/admin/groups/delete/${group.id}`).expect(404);
  });
});
