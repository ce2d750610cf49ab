import { API_KEY_LIMIT } from '../../src/platform/auth/api-key-limits.js';
import { RateLimits } from '../../src/platform/auth/rate-limits.js';
import { DomainError } from '../../src/platform/http/domain-error.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { Housekeeping } from '../../src/identity/housekeeping.js';
import { PasswordLinksService } from '../../src/identity/links/password-links.service.js';
import { SignInLimits } from '../../src/identity/tokens/sign-in-limits.js';
import { createTestApp, createTestAppOn, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';

/** Two processes behind one address: what one counts, the other knows. */
describe('limits of guessing', () => {
  let first: TestApp;
  let second: TestApp;
  let limits: SignInLimits;
  beforeAll(async () => {
    first = await createTestApp();
    second = await createTestAppOn(first.database);
    limits = first.app.get(SignInLimits);
  });
  afterAll(async () => {
    await second.app.close();
    await first.close();
  });
  beforeEach(() => asOwner(first.database, 'delete from rate_limits'));

  /** Seconds an attempt is refused for; 0 when it was let through and counted. */
  const attempt = async (username: string, address: string, by: TestApp = first): Promise<number> => {
    const refusal: unknown = await by.app
      .get(SignInLimits)
      .attempt(username, address)
      .catch((error: unknown) => error);
    if (refusal === undefined) return 0;
    expect(refusal).toBeInstanceOf(DomainError);
    expect((refusal as DomainError).code).toBe('TOO_MANY_REQUESTS');
    return Number((refusal as DomainError).params[0]);
  };
  /** As if so much time had passed. */
  const pass = (seconds: number) =>
    asOwner(first.database, `update rate_limits set ends_at = ends_at - $1 * interval '1 second'`, [seconds]);
  const signIn = (app: TestApp, user: { username: string }, password: string) =>
    app.as(null).post('/api/user/token/generate', { username: user.username, password, tokenClient: 'test' });

  it('lets a few mistakes pass, then makes waits that double up to a quarter of an hour', async () => {
    const waits: number[] = [];
    for (let i = 0; i < 15; i += 1) {
      expect(await attempt('ada', '10.0.0.1')).toBe(0);
      const waiting = i < 4 ? 0 : await attempt('ada', '10.0.0.1');
      waits.push(waiting);
      await pass(waiting);
    }
    expect(waits).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]);
  });

  it('counts a person and an address together: neither locks the other out', async () => {
    for (let i = 0; i < 5; i += 1) await attempt('ada', '10.0.0.1');
    expect(await attempt('ada', '10.0.0.1')).toBeGreaterThan(0);
    expect(await attempt('ada', '10.0.0.2')).toBe(0);
    expect(await attempt('bob', '10.0.0.1')).toBe(0);
  });

  it('takes the addresses of one IPv6 network for one: its holder has more of them than can be counted', async () => {
    for (let i = 0; i < 5; i += 1) expect(await attempt('ada', `2001:db8:1:2::${i + 1}`)).toBe(0);
    expect(await attempt('ada', '2001:db8:1:2:3:4:5:6')).toBeGreaterThan(0);
    expect(await attempt('ada', '2001:db8:1:3::1')).toBe(0);
  });

  it('makes an address wait that tries one password on many names', async () => {
    for (let i = 0; i < 30; i += 1) expect(await attempt(`person${i}`, '10.0.0.1')).toBe(0);
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      waits.push(await attempt('unknown-user', '10.0.0.1'));
      await pass(waits.at(-1) ?? 0);
      expect(await attempt(`another${i}`, '10.0.0.1')).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(await attempt('unknown-user', '10.0.0.2')).toBe(0);
  });

  it('forgets mistakes once the person is in, and one that was none', async () => {
    for (let i = 0; i < 4; i += 1) await attempt('ada', '10.0.0.1');
    await limits.succeeded('ada', '10.0.0.1');
    for (let i = 0; i < 4; i += 1) expect(await attempt('ada', '10.0.0.1')).toBe(0);
    await attempt('ada', '10.0.0.1');
    await limits.takeBack('ada', '10.0.0.1');
    expect(await attempt('ada', '10.0.0.1')).toBe(0);
    expect(await attempt('ada', '10.0.0.1')).toBeGreaterThan(0);
  });

  it('lets no more guesses through that are made at the same moment, in either process', async () => {
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, i) => attempt('ada', '10.0.0.1', i % 2 === 0 ? first : second)),
    );
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
  });

  it('keeps neither names nor addresses, and nothing whose time is over', async () => {
    await attempt('ada', '10.0.0.1');
    const rows = await asOwner<{ key: string }>(first.database, 'select key from rate_limits');
    // The account here, the account anywhere, the address, the instance.
    expect(rows).toHaveLength(4);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
    await pass(3600);
    await first.app.get(Housekeeping).run();
    expect(await asOwner(first.database, 'select 1 from rate_limits')).toEqual([]);
  });

  it('bounds an API key in all processes together', async () => {
    const user = await first.newUser(['FBDO_FIBADO']);
    const body = { name: 'cron', scopes: ['FINANCE_READ'], days: 30 };
    const { body: made } = await first.as(user).post('/api/user/account/api-keys/save', body).expect(200);
    const key = { token: (made as { key: string }).key };
    const asked = await first.as(key).get('/api/finance/banks/get').expect(200);
    expect(asked.headers['ratelimit-remaining']).toBe(String(API_KEY_LIMIT - 1));
    const again = await second.as(key).get('/api/finance/banks/get').expect(200);
    expect(again.headers['ratelimit-remaining']).toBe(String(API_KEY_LIMIT - 2));
    await asOwner(first.database, 'update rate_limits set points = $1', [API_KEY_LIMIT]);
    for (const app of [first, second]) await app.as(key).get('/api/finance/banks/get').expect(429);
    await pass(60);
    await second.as(key).get('/api/finance/banks/get').expect(200);
  });

  it('counts in windows of their own, from the first or from the latest', async () => {
    const counts = first.app.get(RateLimits);
    const hit = (name: string, sliding: boolean) =>
      first.transactions.onPlatform(SYSTEM_ACTOR, (scope) => counts.hit(scope, name, 60, sliding));
    for (const [name, sliding, left] of [
      ['fixed', false, 20],
      ['sliding', true, 60],
    ] as const) {
      await hit(name, sliding);
      await pass(40);
      const usage = await hit(name, sliding);
      expect(usage.points).toBe(2);
      expect(Math.round(usage.msLeft / 1000)).toBe(left);
    }
  });

  it('holds in every process, and after a restart', async () => {
    const user = await first.newUser([]);
    for (const app of [first, second, first, second, first]) await signIn(app, user, 'guess').expect(401);
    for (const app of [first, second]) {
      const refused = await signIn(app, user, user.password).expect(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    const restarted = await createTestAppOn(first.database);
    try {
      await signIn(restarted, user, user.password).expect(429);
      await pass(10);
      await signIn(restarted, user, user.password).expect(200);
    } finally {
      await restarted.app.close();
    }
  });

  it('count no person where an address asks for too many forgotten passwords', async () => {
    const links = first.app.get(PasswordLinksService);
    const rows = async () =>
      (await asOwner<{ n: number }>(first.database, 'select count(*)::int as n from rate_limits'))[0]?.n;
    const known = await first.newUser(['FBDO_READ']);
    await Promise.all(Array.from({ length: 20 }, (_, n) => links.forgot(`made_up_${n}`, '192.0.2.9')));
    expect(await rows()).toBe(21);
    for (const name of ['made_up_too', known.username])
      await expect(links.forgot(name, '192.0.2.9')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await rows()).toBe(21);
    await links.forgot(known.username, '192.0.2.10');
    expect(await rows()).toBe(23);
  });
});
