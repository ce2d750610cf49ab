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
    const old = await app.newUser([]);
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

  it('deletes abandoned trials of the optimizer, of every household, and no run of theirs', async () => {
    const homes = [await app.newUser(['FBDO_FIBADO']), await app.newUser(['FBDO_FIBADO'])];
    const keep = async (kind: string, ageMs: number) => {
      for (const { tenantId } of homes)
        await asOwner(
          app.database,
          `insert into optimizer_runs (tenant_id, id, quarter, created_at, created_by, options, problem_hash,
             input_hash, kind, state)
           values ($1, gen_random_uuid(), $2, $3, 'a-user', '{}', '', '', $4, 'FAILED')`,
          [
            tenantId,
            kind === 'TRIAL' ? null : '2026-10-01',
            new Date(app.clock.now().getTime() - ageMs),
            kind,
          ],
        );
    };
    for (const { tenantId } of homes)
      await asOwner(
        app.database,
        `insert into quarters (tenant_id, date, state, initialized_at) values ($1, '2026-10-01', 'INITIALIZED', now())`,
        [tenantId],
      );
    await keep('TRIAL', 2 * 3_600_000);
    await keep('TRIAL', 60_000);
    await keep('PLAN', DAY_MS);
    const kinds = () =>
      asOwner<{ kind: string; n: number }>(
        app.database,
        'select kind, count(*)::int as n from optimizer_runs group by kind order by kind',
      );
    await app.app.get(Housekeeping).run();
    expect(await kinds()).toEqual([
      { kind: 'PLAN', n: 2 },
      { kind: 'TRIAL', n: 2 },
    ]);
    app.clock.advance(3_600_000);
    await app.app.get(Housekeeping).run();
    expect(await kinds()).toEqual([{ kind: 'PLAN', n: 2 }]);
  });
});
