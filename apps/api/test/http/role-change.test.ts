import type { Group, User } from '@fibado/contracts';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { Line, openLine } from './notify-client.js';
import { until } from '../support/waiting.js';

/** The specification's block flow, from the administrator's click to the renewed token, over real connections. */
describe('a role change while signed in', () => {
  let app: TestApp;
  let admin: TestUser;
  let user: TestUser;
  const lines: Line[] = [];
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    admin = await app.newUser(['MSF_USERS', 'MSF_GROUPS', 'FBDO_FIBADO', 'FBDO_READ']);
    user = await app.newUser(['FBDO_FIBADO'], { id: admin.tenantId, code: admin.tenant });
  });
  afterEach(async () => {
    await Promise.all(lines.splice(0).map((line) => line.close()));
  });
  afterAll(() => app.close());

  const open = async (of: TestUser): Promise<Line> => {
    const line = await openLine(app, of);
    lines.push(line);
    return line;
  };
  const seen = async (): Promise<User> =>
    (await app.as(admin).get(`/api/user/admin/users/get/${user.id}`).expect(200)).body as User;
  /** An administrator takes every role but that of reading away. */
  const leaveReadingOnly = async () => {
    const { version, username, name, email } = await seen();
    await app
      .as(admin)
      .post('/api/user/admin/users/save', {
        id: user.id,
        version,
        username,
        name,
        email,
        memberships: [{ tenantId: user.tenantId, roles: ['FBDO_READ'], groupIds: [] }],
      })
      .expect(200);
  };
  const flag = async (by: { token: string }) =>
    (await app.as(by).get('/api/user/account/block-changed-role').expect(200)).body as unknown;

  it('reaches the open page, raises the flag, and ends with a token of the new roles', async () => {
    const line = await open(user);
    const other = await open(admin);
    await leaveReadingOnly();
    await until('the message', () => line.received.length > 0);
    expect(line.received).toEqual([{ type: 'ACCOUNT_BLOCK' }]);
    expect(other.received).toEqual([]);
    expect(await flag(user)).toBe('Y');
    // Already the old token does no more than the new roles allow.
    await app.as(user).post('/api/finance/banks/save', {}).expect(403);
    const fresh = (await app.as(user).get('/api/user/account/refresh').expect(200)).body;
    expect(fresh.userLogged.roles).toEqual(['FBDO_READ']);
    await app.as(user).get('/api/user/account/user-logged').expect(401);
    expect(await flag(fresh)).toBe('N');
  });

  it('gives no two tabs tokens of which one is dead, when both renew at the same moment', async () => {
    await leaveReadingOnly();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.as(user).get('/api/user/account/refresh')),
    );
    const renewed = answers.filter(({ status }) => status === 200);
    // A request sent after one was given still carries the old token.
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401)).toEqual(
      [],
    );
    expect(renewed.length).toBeGreaterThan(0);
    for (const { body } of renewed) await app.as(body).get('/api/user/account/user-logged').expect(200);
  });

  it('does so for a group’s members, too', async () => {
    const group = (
      await app
        .as(admin)
        .post('/api/user/admin/groups/save', { name: 'Casa', roles: [], memberIds: [user.id] })
        .expect(200)
    ).body as Group;
    const line = await open(user);
    await app
      .as(admin)
      .post('/api/user/admin/groups/save', {
        id: group.id,
        version: group.version,
        name: 'Casa',
        roles: ['FBDO_READ'],
        memberIds: [user.id],
      })
      .expect(200);
    await until('the message', () => line.received.length > 0);
    expect(await flag(user)).toBe('Y');
  });

  it('tells a blocked person, whose refresh is then refused', async () => {
    const line = await open(user);
    const { version } = await seen();
    await app
      .as(admin)
      .post('/api/user/admin/users/set-blocked', { id: user.id, version, blocked: true })
      .expect(200);
    await until('the message or the end of the line', () => line.received.length > 0 || line.closed);
    await app.as(user).get('/api/user/account/refresh').expect(401);
  });
});
