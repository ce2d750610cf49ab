import { API_KEY_LIMIT } from '../../src/platform/auth/api-key-limits.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

const BANK = { name: 'Banca', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS' };
const DAY_MS = 24 * 3_600_000;

describe('API keys', () => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    user = await app.newUser(['FBDO_FIBADO', 'MSF_USERS']);
  });
  afterAll(() => app.close());

  const base = '/api/user/account/api-keys';
  const make = async (scopes: string[], more: object = {}) =>
    (
      await app
        .as(user)
        .post(`${base}/save`, { name: 'script', scopes, ...more })
        .expect(200)
    ).body as {
      apiKey: { id: string; prefix: string };
      key: string;
    };
  const by = (key: string) => app.as({ token: key });

  it('is shown once, stored as a fingerprint, and works in either header', async () => {
    const { apiKey, key } = await make(['FINANCE_READ'], { days: 30 });
    expect(key).toMatch(/^fbd_[\w-]{43}$/);
    expect(apiKey).toEqual({
      id: apiKey.id,
      name: 'script',
      prefix: key.slice(0, 10),
      scopes: ['FINANCE_READ'],
      createdAt: app.clock.now().toISOString(),
      expiresAt: new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString(),
    });
    const stored = await asOwner(app.database, 'select k::text from api_keys k');
    expect(JSON.stringify(stored)).not.toContain(key.slice(12));
    await by(key).get('/api/finance/banks/get').expect(200);
    await app.as(null).get('/api/finance/banks/get').set('Authorization', `Bearer ${key}`).expect(200);
    const { body } = await app.as(user).get(`${base}/get`).expect(200);
    expect(body).toEqual([{ ...apiKey, lastUsedAt: app.clock.now().toISOString() }]);
    const audit = await asOwner(app.database, `select a::text from audit a where action = 'apiKeys.save'`);
    expect(JSON.stringify(audit)).not.toContain(key.slice(12));
  });

  it('does what its scopes name and nothing else', async () => {
    const { key: reads } = await make(['FINANCE_READ'], { name: 'reads' });
    await by(reads).get('/api/finance/banks/get').expect(200);
    await by(reads).post('/api/finance/banks/save', BANK).expect(403);
    await by(reads).get('/api/user/admin/users/get').expect(403);
    const { key: writes } = await make(['FINANCE_WRITE'], { name: 'writes' });
    await by(writes).post('/api/finance/banks/save', BANK).expect(200);
    await by(writes).get('/api/finance/banks/get').expect(200);
    const trial = { quarter: '2031-01-01', changes: [] };
    await by(writes).post('/api/finance/scenarios/try-out', trial).expect(403);
    const { key: plans } = await make(['OPTIMIZE'], { name: 'plans' });
    await by(plans).post('/api/finance/scenarios/try-out', trial).expect(404);
    const { key: looks } = await make(['ADMIN_READ'], { name: 'looks' });
    await by(looks).get('/api/user/admin/users/get').expect(200);
    await by(looks).get('/api/finance/banks/get').expect(403);
    await by(looks).post('/api/user/admin/users/send-link', { id: user.id }).expect(403);
  });

  it('is no way to sessions, secrets or more keys', async () => {
    const { apiKey, key } = await make(['FINANCE_READ', 'FINANCE_WRITE', 'IMPORT', 'OPTIMIZE', 'ADMIN_READ']);
    await by(key).get('/api/user/account/refresh').expect(403);
    await by(key).post('/api/user/account/logout').expect(403);
    await by(key).get(`${base}/get`).expect(403);
    await by(key)
      .post(`${base}/save`, { name: 'more', scopes: ['FINANCE_READ'] })
      .expect(403);
    await by(key).delete(`${base}/delete/${apiKey.id}`).expect(403);
    const { body } = await by(key).get('/api/user/account/user-logged').expect(200);
    expect(body).toMatchObject({
      username: user.username,
      tenant: user.tenant,
      roles: ['FBDO_FIBADO', 'MSF_USERS'],
      scopes: ['FINANCE_READ', 'FINANCE_WRITE', 'IMPORT', 'OPTIMIZE', 'ADMIN_READ'],
    });
    expect(body.expirationToken).toBe(app.clock.now().getTime() + 90 * DAY_MS);
  });

  it('never does more than its person may at that moment', async () => {
    const { key } = await make(['FINANCE_WRITE', 'ADMIN_READ']);
    await asOwner(app.database, `update memberships set roles = '{FBDO_READ}' where user_id = $1`, [user.id]);
    await by(key).get('/api/finance/banks/get').expect(200);
    await by(key).post('/api/finance/banks/save', BANK).expect(403);
    await by(key).get('/api/user/admin/users/get').expect(403);
    await asOwner(app.database, 'update users set blocked = true where id = $1', [user.id]);
    expect((await by(key).get('/api/finance/banks/get').expect(403)).body.error).toBe('USER_BLOCKED');
    await asOwner(app.database, 'delete from memberships where user_id = $1', [user.id]);
    await by(key).get('/api/finance/banks/get').expect(401);
  });

  it('belongs to one tenant', async () => {
    const { key } = await make(['FINANCE_READ']);
    const other = await app.newTenant();
    const refused = await by(key).get('/api/finance/banks/get').set('CdTenant', other.code).expect(403);
    expect(refused.body.error).toBe('TENANT_MISMATCH');
  });

  it('expires, and is revoked at once', async () => {
    const { key: short } = await make(['FINANCE_READ'], { name: 'short', days: 1 });
    const { apiKey, key } = await make(['FINANCE_READ'], { name: 'long' });
    const stranger = await app.newUser(['FBDO_FIBADO']);
    await app.as(stranger).delete(`${base}/delete/${apiKey.id}`).expect(404);
    await by(key).get('/api/finance/banks/get').expect(200);
    await app.as(user).delete(`${base}/delete/${apiKey.id}`).expect(204);
    await by(key).get('/api/finance/banks/get').expect(401);
    await app.as(user).delete(`${base}/delete/${apiKey.id}`).expect(404);
    app.clock.advance(DAY_MS);
    await by(short).get('/api/finance/banks/get').expect(401);
  });

  it('refuses two of one name, none of a scope, and a life beyond a year', async () => {
    await make(['FINANCE_READ']);
    const save = (body: object) => app.as(user).post(`${base}/save`, body);
    expect((await save({ name: 'script', scopes: ['IMPORT'] }).expect(409)).body).toEqual({
      error: 'ALREADY_EXISTS',
      params: ['name'],
    });
    expect((await save({ name: 'x', scopes: [] }).expect(400)).body.params).toEqual(['scopes']);
    expect((await save({ name: 'x', scopes: ['EVERYTHING'] }).expect(400)).body.params).toEqual(['scopes.0']);
    expect((await save({ name: 'x', scopes: ['IMPORT'], days: 367 }).expect(400)).body.params).toEqual([
      'days',
    ]);
  });

  it('is bounded, and says where it stands', async () => {
    const { key } = await make(['FINANCE_READ']);
    const read = () => by(key).get('/api/finance/banks/get');
    await asOwner(app.database, 'delete from rate_limits');
    const first = await read().expect(200);
    expect(first.headers).toMatchObject({
      'ratelimit-limit': String(API_KEY_LIMIT),
      'ratelimit-remaining': String(API_KEY_LIMIT - 1),
    });
    // As if it had been used until two requests are left.
    await asOwner(app.database, 'update rate_limits set points = $1', [API_KEY_LIMIT - 2]);
    for (const left of ['1', '0'])
      expect((await read().expect(200)).headers['ratelimit-remaining']).toBe(left);
    const last = await read().expect(429);
    expect(last.body.error).toBe('TOO_MANY_REQUESTS');
    expect(Number(last.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(last.headers['ratelimit-remaining']).toBe('0');
  });
});
