import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { SigningKeys } from '../../src/platform/auth/signing-keys.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '../../src/platform/auth/token.service.js';
import { InstanceSecret } from '../../src/platform/secrets.js';
import { createTestApp, TEST_SECRET, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

const jest = import.meta.jest;
const HOUR_MS = 3_600_000;

describe('session tokens and their keys', () => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    user = await app.newUser(['FBDO_READ']);
  });
  afterAll(() => app.close());

  const me = (token: string) => app.as({ token }).get('/api/user/account/user-logged');
  const refresh = async (token: string) =>
    (await app.as({ token }).get('/api/user/account/refresh').expect(200)).body.token as string;
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;

  it('rotates keys without ending a session', async () => {
    await app.app.get(SigningKeys).rotate();
    await me(user.token).expect(200);
    const fresh = await refresh(user.token);
    expect(kidOf(fresh)).not.toBe(kidOf(user.token));
    await me(fresh).expect(200);
    await me(user.token).expect(200);
  });

  it('rotates by itself when a key is a month old, and forgets the old one when nothing it signed can live', async () => {
    const before = kidOf(user.token);
    app.clock.advance(31 * 24 * HOUR_MS);
    const later = await app.newUser([]);
    expect(kidOf(later.token)).not.toBe(before);
    expect(await app.app.get(SigningKeys).find(before ?? '')).toBeDefined();
    app.clock.advance(49 * HOUR_MS);
    expect(await app.app.get(SigningKeys).find(before ?? '')).toBeUndefined();
  });

  it('is understood by another process, also right after a rotation there', async () => {
    // What a second process has: the same database and secret, and a memory of its own.
    const elsewhere = new SigningKeys(app.transactions, app.clock, new InstanceSecret(TEST_SECRET));
    expect(await elsewhere.find(kidOf(user.token) ?? '')).toBeDefined();
    await elsewhere.rotate();
    const { kid, key } = await elsewhere.current();
    const claims = decodeJwt(user.token);
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(key);
    // Longer than unknown names keep the table from being read again.
    const now = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 1100);
    await me(token).expect(200);
    later.mockRestore();
  });

  it('keeps no key in the database', async () => {
    const columns = await asOwner<{ name: string }>(
      app.database,
      `select column_name as name from information_schema.columns where table_name = 'signing_keys' order by 1`,
    );
    expect(columns.map((column) => column.name)).toEqual(['created_at', 'kid', 'retires_at']);
  });

  it('takes no token signed with another secret, another algorithm, for another use, or without signature', async () => {
    const claims = decodeJwt(user.token);
    const kid = kidOf(user.token) ?? '';
    const right = new InstanceSecret(TEST_SECRET).key(`session-token:${kid}`);
    const sign = (key: Uint8Array, more: { alg?: string; kid?: string; iss?: string; aud?: string } = {}) =>
      new SignJWT({ ...claims, iss: more.iss ?? TOKEN_ISSUER, aud: more.aud ?? TOKEN_AUDIENCE })
        .setProtectedHeader({ alg: more.alg ?? 'HS256', kid: more.kid ?? kid })
        .sign(key);
    await me(await sign(right)).expect(200);
    await me(await sign(new InstanceSecret('another').key(`session-token:${kid}`))).expect(401);
    await me(await sign(right, { alg: 'HS512' })).expect(401);
    await me(await sign(right, { kid: 'unknown' })).expect(401);
    await me(await sign(right, { iss: 'another-issuer' })).expect(401);
    await me(await sign(right, { aud: 'something' })).expect(401);
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url');
    await me(`${none}.${user.token.split('.')[1]}.`).expect(401);
    await me('not.a.token').expect(401);
  });

  it('says in a token nothing that has to be believed: roles come from the database', async () => {
    expect(Object.keys(decodeJwt(user.token)).sort()).toEqual(
      ['aud', 'exp', 'gen', 'iat', 'iss', 'rot', 'sid', 'sub', 'tenant'].sort(),
    );
  });

  it('ends a session at its end, however often it is refreshed', async () => {
    let { token } = user;
    // The sessions of test users last an hour.
    for (let minutes = 0; minutes < 50; minutes += 10) {
      app.clock.advance(10 * 60_000);
      token = await refresh(token);
    }
    const { exp = 0 } = decodeJwt(token);
    app.clock.advance(9 * 60_000);
    const last = await refresh(token);
    expect(decodeJwt(last).exp).toBeLessThanOrEqual(exp + 15 * 60);
    app.clock.advance(60_000);
    await me(last).expect(401);
    await app.as({ token: last }).get('/api/user/account/refresh').expect(401);
  });
});
