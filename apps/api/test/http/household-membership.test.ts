import type { Membership, MembershipRequest, Role, User } from '@fibado/contracts';
import { until } from '../support/waiting.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

const REASON = 'Ada asked by telephone to be let in again';
const BANK = { name: 'Banca Segreta', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS' };

describe('membership of a household comes from the household', () => {
  let app: TestApp;
  let root: TestUser;
  let head: TestUser;
  let partner: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    root = await app.newUser(['SADMIN']);
  });
  beforeEach(async () => {
    head = await app.newUser(['FBDO_FIBADO', 'MSF_USERS', 'MSF_GROUPS']);
    partner = await app.newUser(['FBDO_READ'], { id: head.tenantId, code: head.tenant });
    await app.as(head).post('/api/finance/banks/save', BANK).expect(200);
  });
  afterAll(() => app.close());

  const one = async (by: TestUser, id: string): Promise<User> =>
    (await app.as(by).get(`/api/user/admin/users/get/${id}`).expect(200)).body as User;
  const asSaved = (user: User, more: { tenantId: string; roles: Role[] }[] = []) => ({
    id: user.id,
    version: user.version,
    username: user.username,
    name: user.name,
    email: user.email,
    language: user.language,
    memberships: [
      ...user.memberships.map(({ tenantId, roles, groups }: Membership) => ({
        tenantId,
        roles,
        groupIds: groups.map((group) => group.id),
      })),
      ...more.map((membership) => ({ ...membership, groupIds: [] })),
    ],
  });
  const save = (by: TestUser, body: object) => app.as(by).post('/api/user/admin/users/save', body);
  const enter = (by: TestUser = root) =>
    app.as(by).post('/api/user/admin/tenants/enter', { tenantId: head.tenantId, reason: REASON });
  const actAs = (id: string) => app.as(root).get(`/api/user/account/gen-token-for-account/${id}`);
  const auditOf = async (by: TestUser) =>
    (await app.as(by).get('/api/user/admin/audit/get?size=200').expect(200)).body.items as {
      action: string;
      actor: string;
      actingFor?: string;
      after: Record<string, unknown> | null;
    }[];
  const notifications = async (by: TestUser) => {
    await until(
      'empty queues',
      async () =>
        (await asOwner(app.database, "select 1 from jobs where queue in ('EVENTS', 'MESSAGES')")).length ===
        0,
    );
    return (await app.as(by).get('/api/notify/web-notify/list/false').expect(200)).body.list as {
      kind: string;
      params: Record<string, string>;
    }[];
  };
  const membersOf = (tenantId: string) =>
    asOwner<{ id: string }>(
      app.database,
      'select user_id as id from memberships where tenant_id = $1 order by user_id',
      [tenantId],
    );

  it('lets no super-administrator make itself a member, whatever the role', async () => {
    for (const roles of [['FBDO_READ'], ['MSF_USERS'], []] as Role[][]) {
      const before = await membersOf(head.tenantId);
      const me = await one(root, root.id);
      const { body } = await save(root, asSaved(me, [{ tenantId: head.tenantId, roles }])).expect(200);
      expect(body.requests).toMatchObject([{ tenantId: head.tenantId, askedBy: root.username, roles }]);
      expect(await membersOf(head.tenantId)).toEqual(before);
      await app.as(root).get(`/api/user/account/change-tenant/${head.tenant}`).expect(404);
      const { id } = (body.requests as MembershipRequest[])[0] as MembershipRequest;
      await app.as(root).post('/api/user/admin/users/accept-request', { id }).expect(404);
    }
    const told = (await auditOf(head)).filter((entry) => entry.action === 'users.requestMembership');
    expect(told.map((entry) => entry.actor)).toEqual([root.username, root.username, root.username]);
    expect((await notifications(head)).map((item) => item.kind)).toContain('MEMBERSHIP_REQUESTED');
    expect((await notifications(partner)).map((item) => item.kind)).not.toContain('MEMBERSHIP_REQUESTED');
  });

  it('opens no way in through a group, a password, an e-mail or a link', async () => {
    const insider = await app.newUser([], { id: head.tenantId, code: head.tenant });
    const group = { tenantId: head.tenantId, name: 'Lettori', roles: ['FBDO_READ'], memberIds: [insider.id] };
    const made = await app.as(root).post('/api/user/admin/groups/save', group).expect(403);
    expect(made.body).toEqual({ error: 'ROLE_NOT_HELD', params: ['FBDO_READ'] });
    const raised = asSaved(await one(root, insider.id));
    raised.memberships[0]!.roles = ['FBDO_READ'];
    expect((await save(root, raised).expect(200)).body.requests).toHaveLength(1);
    expect((await one(head, insider.id)).memberships[0]?.effectiveRoles).toEqual([]);

    const victim = await one(root, partner.id);
    expect(victim.manageable).toBe(false);
    const needed = {
      error: 'BREAK_GLASS_REQUIRED',
      params: [head.tenantId, `Tenant ${head.tenant}`],
    };
    const attempts = [
      save(root, { ...asSaved(victim), password: 'tempesta-libro-quaderno' }),
      save(root, { ...asSaved(victim), email: 'mine@example.org' }),
      app.as(root).post('/api/user/admin/users/send-link', { id: partner.id }),
      actAs(partner.id),
      app.as(root).get(`/api/user/admin/tenants/export/${head.tenantId}`),
    ];
    for (const attempt of attempts) expect((await attempt.expect(403)).body).toEqual(needed);
    // Nor by making it empty first.
    const suspend = async (state: string) => {
      const rows = await asOwner<{ version: number }>(
        app.database,
        'select version from tenants where id = $1',
        [head.tenantId],
      );
      const body = { id: head.tenantId, version: rows[0]?.version, state };
      await app.as(root).post('/api/user/admin/tenants/set-state', body).expect(200);
    };
    await suspend('SUSPENDED');
    for (const user of [head, partner, insider])
      await app.as(root).delete(`/api/user/admin/users/delete/${user.id}`).expect(204);
    await suspend('ACTIVE');
    const me = await one(root, root.id);
    const { body } = await save(root, asSaved(me, [{ tenantId: head.tenantId, roles: ['FBDO_READ'] }]));
    expect(body.requests).toHaveLength(1);
    expect(await membersOf(head.tenantId)).toEqual([]);
  });

  it('lets a member in whom the household accepts, and invites it afresh', async () => {
    const body = {
      username: `nonna.${head.username}`,
      name: 'Nonna',
      email: `nonna.${head.username}@example.org`,
      password: 'known-to-who-asked-77',
      memberships: [{ tenantId: head.tenantId, roles: ['FBDO_READ'], groupIds: [] }],
    };
    const asked = (await save(root, body).expect(200)).body;
    expect(asked.invitation).toBeUndefined();
    expect(asked.user.memberships).toEqual([]);
    const list = (await app.as(head).get('/api/user/admin/users/requests').expect(200)).body;
    expect(list).toMatchObject([{ email: body.email, askedBy: root.username, roles: ['FBDO_READ'] }]);
    const { id } = list[0];
    // Another household sees and decides nothing of it.
    const stranger = await app.newUser(['FBDO_FIBADO', 'MSF_USERS']);
    expect((await app.as(stranger).get('/api/user/admin/users/requests').expect(200)).body).toEqual([]);
    await app.as(stranger).post('/api/user/admin/users/accept-request', { id }).expect(404);
    await app.as(stranger).delete(`/api/user/admin/users/decline-request/${id}`).expect(404);
    // Who may not give the role may not accept it.
    const keeper = await app.newUser(['MSF_USERS'], { id: head.tenantId, code: head.tenant });
    await app.as(keeper).post('/api/user/admin/users/accept-request', { id }).expect(403);

    const accepted = (await app.as(head).post('/api/user/admin/users/accept-request', { id }).expect(200))
      .body;
    expect(accepted.user.memberships[0].roles).toEqual(['FBDO_READ']);
    expect(accepted.invitation.link).toBeDefined();
    const login = { username: body.username, password: body.password, tokenClient: 'test' };
    await app.as(null).post('/api/user/token/generate', login).expect(401);
    await app.as(head).post('/api/user/admin/users/accept-request', { id }).expect(404);
  });

  it('forgets whom the household declines', async () => {
    const body = {
      username: `zio.${head.username}`,
      name: 'Zio',
      email: `zio.${head.username}@example.org`,
      memberships: [{ tenantId: head.tenantId, roles: ['FBDO_READ'], groupIds: [] }],
    };
    const { user, requests } = (await save(root, body).expect(200)).body;
    await app.as(head).delete(`/api/user/admin/users/decline-request/${requests[0].id}`).expect(204);
    await app.as(root).get(`/api/user/admin/users/get/${user.id}`).expect(404);
    expect((await auditOf(head)).map((entry) => entry.action)).toContain('users.declineMembership');
  });

  it('opens to break-glass access with a reason, for an hour, and every member is told', async () => {
    await app
      .as(root)
      .post('/api/user/admin/tenants/enter', { tenantId: head.tenantId, reason: 'help' })
      .expect(400);
    await app
      .as(head)
      .post('/api/user/admin/tenants/enter', { tenantId: head.tenantId, reason: REASON })
      .expect(403);
    const { body } = await enter().expect(200);
    expect(body.expiresAt).toBe(new Date(app.clock.now().getTime() + 3_600_000).toISOString());
    for (const member of [head, partner])
      expect((await notifications(member)).find((item) => item.kind === 'HOUSEHOLD_ENTERED')?.params).toEqual(
        {
          by: root.username,
          reason: REASON,
          until: body.expiresAt,
        },
      );
    const acting = (await actAs(head.id).expect(200)).body;
    expect((await app.as(acting).get('/api/finance/banks/get').expect(200)).body).toHaveLength(1);
    await app
      .as(acting)
      .post('/api/finance/banks/save', { ...BANK, name: 'Banca Nuova' })
      .expect(200);
    // What would outlast the hour is refused: members, roles, keys.
    const seen = await one(head, partner.id);
    await save(acting, asSaved(seen)).expect(403);
    await app
      .as(acting)
      .post('/api/user/admin/groups/save', { name: 'G', roles: [], memberIds: [] })
      .expect(403);
    const entries = await auditOf(head);
    expect(entries.find((entry) => entry.action === 'tenants.enter')).toMatchObject({
      actor: root.username,
      after: { reason: REASON },
    });
    expect(entries.find((entry) => entry.action === 'banks.save')).toMatchObject({
      actor: root.username,
      actingFor: head.username,
    });
    await app.as(root).get(`/api/user/admin/tenants/export/${head.tenantId}`).expect(200);
  });

  it('closes after its time, and before it when it is left', async () => {
    await enter().expect(200);
    const acting = (await actAs(head.id).expect(200)).body;
    await app.as(root).post('/api/user/admin/tenants/leave', { tenantId: head.tenantId }).expect(204);
    await app.as(acting).get('/api/finance/banks/get').expect(401);
    await actAs(head.id).expect(403);
    await app.as(root).post('/api/user/admin/tenants/leave', { tenantId: head.tenantId }).expect(404);
    const other = await app.newUser(['SADMIN']);
    await enter().expect(200);
    await app.as(other).get(`/api/user/account/gen-token-for-account/${head.id}`).expect(403);
  });

  it('lets break-glass access help a person back in, and make no password it knows', async () => {
    await enter().expect(200);
    const sent = await app.as(root).post('/api/user/admin/users/send-link', { id: partner.id }).expect(200);
    expect(sent.body.mailed).toBe(false);
    const victim = await one(root, partner.id);
    await save(root, { ...asSaved(victim), password: 'tempesta-libro-quaderno' }).expect(403);
    await save(root, { ...asSaved(victim), email: `new.${victim.email}` }).expect(200);
    const entries = await auditOf(head);
    for (const action of ['users.sendLink', 'users.save'])
      expect(entries.find((entry) => entry.action === action)?.actor).toBe(root.username);
    // A membership is asked for all the same.
    const me = await one(root, root.id);
    const asked = await save(root, asSaved(me, [{ tenantId: head.tenantId, roles: ['FBDO_READ'] }])).expect(
      200,
    );
    expect(asked.body.requests).toHaveLength(1);
  });

  it('writes what an outsider takes away into the household’s own audit', async () => {
    const body = asSaved(await one(root, partner.id));
    body.memberships[0]!.roles = [];
    await save(root, body).expect(200);
    expect((await auditOf(head))[0]).toMatchObject({
      action: 'users.save',
      actor: root.username,
      after: { username: partner.username, memberships: [{ roles: [] }] },
    });
    await app.as(root).delete(`/api/user/admin/users/delete/${partner.id}`).expect(204);
    expect((await auditOf(head))[0]).toMatchObject({ action: 'users.delete', actor: root.username });
  });

  it('names no other household in the audit of one', async () => {
    const other = await app.newTenant();
    await asOwner(
      app.database,
      `insert into memberships (tenant_id, user_id, roles, roles_changed_at, created_at)
       values ($1, $2, '{FBDO_READ}', now(), now())`,
      [other.id, partner.id],
    );
    await save(head, { ...asSaved(await one(head, partner.id)) }).expect(200);
    const seen = await one(root, partner.id);
    await save(root, {
      ...asSaved(seen),
      memberships: asSaved(seen).memberships.map((m) => ({ ...m, roles: [] })),
    }).expect(200);
    expect(JSON.stringify(await auditOf(head))).not.toContain(other.code);
  });

  it('lets a super-administrator give a new tenant its first members', async () => {
    const tenant = await app.newTenant();
    const made = await save(root, {
      username: `prima.${tenant.code}`,
      name: 'Prima',
      email: `prima.${tenant.code}@example.org`,
      memberships: [{ tenantId: tenant.id, roles: ['FBDO_FIBADO', 'MSF_USERS'], groupIds: [] }],
    }).expect(200);
    expect(made.body.requests).toBeUndefined();
    expect(made.body.user.memberships).toHaveLength(1);
    expect(made.body.invitation).toBeDefined();
  });
});
