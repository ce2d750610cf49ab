import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

const PASSWORD = 'tempesta-libro-quaderno';

describe('administration of tenants', () => {
  let app: TestApp;
  let root: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    root = await app.newUser(['SADMIN']);
  });
  afterAll(() => app.close());

  let count = 0;
  const household = (administrator: object = {}) => {
    count += 1;
    return {
      code: `casa${count}`,
      name: `Casa ${count}`,
      administrator: {
        username: `capo${count}`,
        name: `Capo ${count}`,
        email: `capo${count}@example.org`,
        ...administrator,
      },
    };
  };
  const save = (body: object) => app.as(root).post('/api/user/admin/tenants/save', body);
  const setState = (body: object) => app.as(root).post('/api/user/admin/tenants/set-state', body);
  const signIn = (username: string) =>
    app.as(null).post('/api/user/token/generate', { username, password: PASSWORD, tokenClient: 'test' });

  it('creates a household whose first administrator can sign in and administer it', async () => {
    const body = household({ password: PASSWORD });
    const { tenant, invitation } = (await save(body).expect(200)).body;
    expect(tenant).toMatchObject({ code: body.code, state: 'ACTIVE', users: 1, version: 1 });
    expect(invitation).toBeUndefined();
    const session = (await signIn(body.administrator.username).expect(200)).body;
    expect(session.userLogged.roles).toEqual(['FBDO_FIBADO', 'MSF_GROUPS', 'MSF_USERS']);
    await app.as(session).get('/api/user/admin/users/get').expect(200);
    await app.as(session).get('/api/user/admin/tenants/get').expect(403);
  });

  it('creates nothing when any part is wrong', async () => {
    const taken = household({ password: PASSWORD });
    await save(taken).expect(200);
    const sum = () =>
      asOwner(app.database, 'select (select count(*) from tenants), (select count(*) from users)');
    const before = await sum();
    const tries: [object, number, string, string[]][] = [
      [{ ...household({ password: PASSWORD }), code: taken.code }, 409, 'ALREADY_EXISTS', ['code']],
      [
        household({ username: taken.administrator.username }),
        409,
        'ALREADY_EXISTS',
        ['administrator.username'],
      ],
      [household({ password: 'short' }), 400, 'PASSWORD_WEAK', ['administrator.password']],
      [{ ...household(), code: 'with-dash' }, 400, 'VALIDATION', ['code']],
      [{ name: 'Only a name' }, 400, 'VALIDATION', ['code']],
      [{ name: 'No one', code: 'noone' }, 400, 'VALIDATION', ['administrator']],
    ];
    for (const [body, status, error, params] of tries)
      expect((await save(body).expect(status)).body).toEqual({ error, params });
    expect(await sum()).toEqual(before);
  });

  it('renames, and keeps code and version honest', async () => {
    const { tenant } = (await save(household({ password: PASSWORD })).expect(200)).body;
    const renamed = await save({ id: tenant.id, version: 1, name: 'Casa nuova' }).expect(200);
    expect(renamed.body.tenant).toMatchObject({ name: 'Casa nuova', version: 2, code: tenant.code });
    expect((await save({ id: tenant.id, version: 1, name: 'Again' }).expect(409)).body.error).toBe(
      'STALE_VERSION',
    );
    await save({ id: tenant.id, version: 2, name: 'X', code: 'another' }).expect(400);
    await save({ id: '4a6c9a52-0f9a-4c9e-9a53-2f5b1d1c7e10', version: 1, name: 'X' }).expect(404);
    const found = await app.as(root).get('/api/user/admin/tenants/get?search=casa%20nuova').expect(200);
    expect(found.body.items).toEqual([renamed.body.tenant]);
  });

  it('suspends at once: sessions, keys and sign-in, and takes up again', async () => {
    const body = household({ password: PASSWORD });
    const { tenant } = (await save(body).expect(200)).body;
    const session = (await signIn(body.administrator.username).expect(200)).body;
    const { key } = (
      await app
        .as(session)
        .post('/api/user/account/api-keys/save', { name: 'script', scopes: ['FINANCE_READ'] })
        .expect(200)
    ).body;
    const { version } = (await setState({ id: tenant.id, version: 1, state: 'SUSPENDED' }).expect(200)).body;
    for (const token of [session.token, key]) {
      const refused = await app.as({ token }).get('/api/finance/banks/get').expect(403);
      expect(refused.body.error).toBe('TENANT_SUSPENDED');
    }
    expect((await signIn(body.administrator.username).expect(403)).body.error).toBe('TENANT_SUSPENDED');
    await setState({ id: tenant.id, version: 1, state: 'ACTIVE' }).expect(409);
    await setState({ id: tenant.id, version, state: 'ACTIVE' }).expect(200);
    await app.as(session).get('/api/finance/banks/get').expect(200);
    await app.as({ token: key }).get('/api/finance/banks/get').expect(200);
  });

  it('keeps the tenant of the last super-administrator in use', async () => {
    const [own] = await asOwner<{ version: number }>(
      app.database,
      'select version from tenants where id = $1',
      [root.tenantId],
    );
    const body = { id: root.tenantId, version: own?.version, state: 'SUSPENDED' };
    expect((await setState(body).expect(409)).body.error).toBe('LAST_ADMINISTRATOR');
  });

  it('deletes only after an export and with the name typed, and then everything', async () => {
    const body = household({ password: PASSWORD });
    const { tenant } = (await save(body).expect(200)).body;
    const session = (await signIn(body.administrator.username).expect(200)).body;
    await app
      .as(session)
      .post('/api/finance/banks/save', {
        name: 'Banca Unica',
        guaranteeScheme: 'FITD',
        stampDutyMethod: 'TWELFTHS',
      })
      .expect(200);
    const remove = (name: string) =>
      app.as(root).delete(`/api/user/admin/tenants/delete/${tenant.id}?name=${encodeURIComponent(name)}`);
    expect((await remove(tenant.name).expect(409)).body.error).toBe('NOT_EXPORTED');

    const enter = (by: TestUser) =>
      app
        .as(by)
        .post('/api/user/admin/tenants/enter', { tenantId: tenant.id, reason: 'The household moves out' })
        .expect(200);
    await enter(root);
    const file = await app.as(root).get(`/api/user/admin/tenants/export/${tenant.id}`).expect(200);
    expect(file.headers['content-disposition']).toContain(`fibado-${tenant.code}-2026-11-21.json`);
    const text = JSON.stringify(file.body);
    expect(file.body.tables.banks).toEqual([expect.objectContaining({ name: 'Banca Unica' })]);
    expect(file.body.people).toEqual([expect.objectContaining({ username: body.administrator.username })]);
    expect(file.body.tables.audit.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/argon2|password_hash|fingerprint|_sealed/);
    expect(Object.keys(file.body.tables)).not.toContain('sessions');

    expect((await remove('Casa').expect(400)).body).toEqual({ error: 'VALIDATION', params: ['name'] });
    app.clock.advance(25 * 3_600_000);
    const later = await app.newUser(['SADMIN'], { id: root.tenantId, code: root.tenant });
    const again = () =>
      app
        .as(later)
        .delete(`/api/user/admin/tenants/delete/${tenant.id}?name=${encodeURIComponent(tenant.name)}`);
    expect((await again().expect(409)).body.error).toBe('NOT_EXPORTED');
    await enter(later);
    await app.as(later).get(`/api/user/admin/tenants/export/${tenant.id}`).expect(200);
    await again().expect(204);
    await again().expect(404);

    const left = await asOwner<{ name: string }>(
      app.database,
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
    );
    for (const { name } of left) {
      const rows = await asOwner(app.database, `select 1 from "${name}" where tenant_id = $1`, [tenant.id]);
      expect({ name, rows }).toEqual({ name, rows: [] });
    }
    const people = 'select 1 from users where username = $1';
    expect(await asOwner(app.database, people, [body.administrator.username])).toEqual([]);
    const audit = await asOwner(
      app.database,
      `select actor_username as actor from audit where action = 'tenants.delete' and entity_id = $1`,
      [tenant.id],
    );
    expect(audit).toEqual([{ actor: later.username }]);
  });

  it('does not delete the tenant one is signed in to', async () => {
    const own = await app.newUser(['SADMIN']);
    const { name } = (
      await asOwner<{ name: string }>(app.database, 'select name from tenants where id = $1', [own.tenantId])
    )[0] as { name: string };
    await app.as(own).get(`/api/user/admin/tenants/export/${own.tenantId}`).expect(200);
    await app
      .as(own)
      .delete(`/api/user/admin/tenants/delete/${own.tenantId}?name=${encodeURIComponent(name)}`)
      .expect(409);
  });
});
