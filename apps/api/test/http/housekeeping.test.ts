import { Housekeeping } from '../../src/identity/housekeeping.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';

const DAY_MS = 24 * 3_600_000;

describe('housekeeping', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('forgets ended sessions, old sign-ins but the last five, and expired links; and nothing else', async () => {
    const old = await app.newUser(['FBDO_READ']);
    const signIn = () =>
      app
        .as(null)
        .post('/api/user/token/generate', {
          username: old.username,
          password: old.password,
          tokenClient: 't',
        })
        .expect(200);
    for (let i = 0; i < 7; i += 1) await signIn();
    const root = await app.newUser(['SADMIN']);
    await app.as(root).post('/api/user/admin/users/send-link', { id: old.id }).expect(200);
    app.clock.advance(400 * DAY_MS);
    const current = await app.newUser(['SADMIN']);
    await app.as(current).post('/api/user/admin/users/send-link', { id: root.id }).expect(200);
    await app.app.get(Housekeeping).run();
    const count = async (table: string, where: string) =>
      (
        await asOwner<{ n: number }>(app.database, `select count(*)::int as n from ${table} where ${where}`)
      )[0]?.n;
    expect(await count('sessions', `user_id = '${old.id}'`)).toBe(0);
    expect(await count('logins', `user_id = '${old.id}'`)).toBe(5);
    expect(await count('password_links', `user_id = '${old.id}'`)).toBe(0);
    expect(await count('password_links', `user_id = '${root.id}'`)).toBe(1);
    expect(await count('sessions', `user_id = '${current.id}'`)).toBe(1);
    await app.as(current).get('/api/user/account/user-logged').expect(200);
  });
});
