import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

describe('user names and e-mail addresses', () => {
  let app: TestApp;
  let admin: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.newUser(['MSF_USERS', 'FBDO_FIBADO']);
  });
  afterAll(() => app.close());

  let count = 0;
  const person = (more: object) => {
    count += 1;
    return {
      username: `persona${count}`,
      name: 'Persona',
      email: `persona${count}@example.org`,
      memberships: [{ tenantId: admin.tenantId, roles: [], groupIds: [] }],
      ...more,
    };
  };
  const save = (body: object) => app.as(admin).post('/api/user/admin/users/save', body);

  it('are never those of two people: no user name catches another person’s mails', async () => {
    const email = `${admin.username}@example.org`;
    const taken = await save(person({ username: email })).expect(409);
    expect(taken.body).toEqual({ error: 'ALREADY_EXISTS', params: ['username'] });
    const own = person({ username: 'own@example.org', email: 'own@example.org' });
    await save(own).expect(200);
    const other = await save(person({ email: 'OWN@example.org' })).expect(409);
    expect(other.body.params).toEqual(['email']);
    // The other way round: an address that is a user name already.
    await save(person({ username: 'name@example.net', email: 'else@example.org' })).expect(200);
    expect((await save(person({ email: 'name@example.net' })).expect(409)).body.params).toEqual(['email']);
  });

  it('stay apart when both are taken at the same moment', async () => {
    const bodies = [person({ username: 'race@example.org' }), person({ email: 'race@example.org' })];
    const answers = await Promise.all(bodies.map((body) => save(body)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });
});

describe('the private address of a calendar', () => {
  let app: TestApp;
  let user: TestUser;
  let keeper: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    keeper = await app.newUser(['FBDO_FIBADO', 'MSF_USERS']);
    user = await app.newUser(['FBDO_FIBADO'], { id: keeper.tenantId, code: keeper.tenant });
  });
  afterAll(() => app.close());

  const path = '/api/finance/exports/calendar-feed';
  const make = async (by: TestUser) =>
    new URL((await app.as(by).post(path).expect(200)).body.url as string).pathname;
  const read = (address: string) => app.as(null).get(address);

  it('is told to no key, and made by none', async () => {
    const address = await make(user);
    const { key } = (
      await app
        .as(user)
        .post('/api/user/account/api-keys/save', { name: 'x', scopes: ['FINANCE_READ', 'FINANCE_WRITE'] })
        .expect(200)
    ).body as { key: string };
    const seen = await app.as({ token: key }).get(path).expect(200);
    expect(seen.body).not.toHaveProperty('url');
    await app.as({ token: key }).post(path).expect(403);
    await app.as({ token: key }).delete(path).expect(403);
    await read(address).expect(200);
  });

  it('is told to an open session only while the person was just there', async () => {
    await make(user);
    expect((await app.as(user).get(path).expect(200)).body).toHaveProperty('url');
    app.clock.advance(6 * 60_000);
    expect((await app.as(user).get(path).expect(200)).body).not.toHaveProperty('url');
    await app.as(user).post(path).expect(403);
  });

  it('belongs to a member, and ends with the membership, the right to read, or a block', async () => {
    const others = await make(keeper);
    const addresses: string[] = [];
    const ends: ((member: TestUser) => Promise<unknown>)[] = [
      (member) =>
        asOwner(app.database, `update memberships set roles = '{}' where user_id = $1`, [member.id]),
      (member) => asOwner(app.database, 'update users set blocked = true where id = $1', [member.id]),
      (member) => app.as(keeper).delete(`/api/user/admin/users/delete/${member.id}`).expect(204),
    ];
    for (const end of ends) {
      const member = await app.newUser(['FBDO_FIBADO'], { id: keeper.tenantId, code: keeper.tenant });
      const address = await make(member);
      await read(address).expect(200);
      await end(member);
      await read(address).expect(404);
      addresses.push(address);
    }
    await read(others).expect(200);
    expect(new Set([...addresses, others]).size).toBe(4);
  });
});
