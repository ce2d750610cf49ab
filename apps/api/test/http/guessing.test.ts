import { Logger } from '@nestjs/common';
import { SignInLimits } from '../../src/identity/tokens/sign-in-limits.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

/** Hundreds of password hashes, on machines with other work beside them. Milliseconds. */
const PATIENCE = 120_000;

/** Attacks on passwords over HTTP, behind a proxy whose word about addresses is believed. */
describe('guessing passwords', () => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp({ TRUST_PROXY: '1' });
    user = await app.newUser(['FBDO_READ']);
  });
  afterAll(() => app.close());
  beforeEach(() => asOwner(app.database, 'delete from rate_limits'));

  const signIn = (username: string, password: string, address: string, cookies: string[] = []) => {
    const request = app
      .as(null)
      .post('/api/user/token/generate', { username, password, tokenClient: 'test' })
      .set('x-forwarded-for', address);
    return cookies.length > 0
      ? request.set('cookie', cookies.map((one) => one.split(';')[0]).join('; '))
      : request;
  };
  const cookiesOf = (headers: Record<string, unknown>) => (headers['set-cookie'] ?? []) as string[];
  /** As if so much time had passed. */
  const pass = (seconds: number) =>
    asOwner(app.database, `update rate_limits set ends_at = ends_at - $1 * interval '1 second'`, [seconds]);

  /** Sends a request as if it took no time: otherwise delays would end while a slow machine hashes. */
  const still = async (request: ReturnType<typeof signIn>) => {
    const before = performance.now();
    const answer = await request;
    await pass((before - performance.now()) / 1000);
    return answer;
  };
  /** Guesses from many addresses until the account's wait is longer than a slow machine needs for a request. */
  const guessUntilSlow = async (username: string) => {
    for (let i = 1; ; i += 1) {
      const { status, headers } = await still(signIn(username, 'guess', `198.51.100.${i}`));
      if (status !== 429) continue;
      const wait = Number(headers['retry-after']);
      if (wait > 30) return;
      await pass(wait);
    }
  };

  it(
    'spread over 30 addresses is slowed as from one: of 150 tries ten or so are looked at',
    async () => {
      const statuses: number[] = [];
      for (let i = 0; i < 150; i += 1)
        statuses.push(
          (await still(signIn(user.username, `guess ${i}`, `198.51.100.${1 + (i % 30)}`))).status,
        );
      const looked = statuses.filter((status) => status === 401).length;
      expect(looked).toBeGreaterThanOrEqual(10);
      // The update between requests takes time, too: on a slow machine the first waits of one and two seconds end.
      expect(looked).toBeLessThanOrEqual(14);
      expect(statuses.filter((status) => status === 429)).toHaveLength(150 - looked);
    },
    PATIENCE,
  );

  it(
    'makes longer and longer delays for an account, and never a wall',
    async () => {
      const waits: number[] = [];
      for (let i = 0; i < 40; i += 1) {
        const { status, headers } = await signIn(user.username, 'guess', `198.51.100.${1 + i}`);
        if (status !== 429) continue;
        waits.push(Number(headers['retry-after']));
        await pass(waits.at(-1) ?? 0);
      }
      expect(waits.length).toBeGreaterThanOrEqual(10);
      expect([...waits].sort((a, b) => a - b)).toEqual(waits);
      expect(Math.max(...waits)).toBe(120);
    },
    PATIENCE,
  );

  it(
    'does not keep the owner out of a browser that signed in before',
    async () => {
      const { headers } = await signIn(user.username, user.password, '192.0.2.1').expect(200);
      const cookies = cookiesOf(headers);
      expect(cookies).toHaveLength(1);
      expect(cookies[0]).toMatch(/HttpOnly/);
      expect(cookies[0]).toMatch(/SameSite=Strict/);
      await guessUntilSlow(user.username);
      await signIn(user.username, user.password, '192.0.2.1').expect(429);
      await signIn(user.username, user.password, '192.0.2.1', cookies).expect(200);
      await signIn(user.username, user.password, '203.0.113.77', cookies).expect(200);
    },
    PATIENCE,
  );

  it(
    'with a stolen or forged device cookie is slowed, too',
    async () => {
      const { headers } = await signIn(user.username, user.password, '192.0.2.1').expect(200);
      const cookies = cookiesOf(headers);
      const statuses: number[] = [];
      for (let i = 0; i < 10; i += 1)
        statuses.push((await signIn(user.username, 'guess', `192.0.2.${10 + i}`, cookies)).status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      const other = await app.newUser(['FBDO_READ']);
      await guessUntilSlow(other.username);
      const [name = '', value = ''] = cookies[0]!.split(';')[0]!.split('=');
      const forged = [[name, `${value.slice(0, -2)}xx`].join('='), cookies[0]!];
      await signIn(other.username, other.password, '192.0.2.1', forged).expect(429);
    },
    PATIENCE,
  );

  it(
    'on one address that all clients share does not keep known devices out, nor new ones for long',
    async () => {
      const { headers } = await signIn(user.username, user.password, '192.0.2.1').expect(200);
      const cookies = cookiesOf(headers);
      // Counted as over HTTP, without hashing a password for each.
      const limits = app.app.get(SignInLimits);
      for (let i = 0; i < 30; i += 1) await limits.attempt(`made-up-${i}`, '192.0.2.1');
      // The waits double: on a busy machine the first ones are over before the next attempt.
      let refused = await signIn('unknown-user', 'guess', '192.0.2.1');
      for (let i = 0; i < 8 && refused.status !== 429; i += 1)
        refused = await signIn(`unknown-${i}`, 'guess', '192.0.2.1');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
      await signIn(user.username, user.password, '192.0.2.1', cookies).expect(200);
      await signIn(user.username, user.password, '192.0.2.2').expect(200);
    },
    PATIENCE,
  );

  it(
    'of many accounts from many addresses is slowed for the instance as a whole',
    async () => {
      await asOwner(app.database, 'delete from rate_limits');
      const at = (i: number) => [`made-up-${i}`, `198.51.${i % 200}.${1 + (i % 250)}`] as const;
      // Counted as over HTTP, without hashing a password for each.
      const limits = app.app.get(SignInLimits);
      for (let i = 0; i < 190; i += 1) await limits.attempt(...at(i));
      const statuses: number[] = [];
      for (let i = 190; i < 230; i += 1) {
        const [username, address] = at(i);
        statuses.push((await still(signIn(username, 'guess', address))).status);
      }
      const looked = statuses.filter((status) => status === 401).length;
      expect(looked).toBeGreaterThanOrEqual(9);
      expect(looked).toBeLessThanOrEqual(15);
      expect(statuses.filter((status) => status === 429)).toHaveLength(40 - looked);
    },
    PATIENCE,
  );

  it(
    'tells neither by status nor by its waits whether there is such an account',
    async () => {
      const tries = async (username: string) => {
        const answers: string[] = [];
        for (let i = 0; i < 20; i += 1) {
          const { status, body, headers } = await still(signIn(username, 'guess', `203.0.113.${1 + i}`));
          answers.push(JSON.stringify([status, body, 'retry-after' in headers, 'set-cookie' in headers]));
        }
        return answers.map((answer) => answer.replace(/"\d+"/g, '"n"'));
      };
      const known = await tries(user.username);
      await asOwner(app.database, 'delete from rate_limits');
      expect(await tries('there-is-no-such-account')).toEqual(known);
    },
    PATIENCE,
  );
});

describe('a reverse proxy the settings do not name', () => {
  /** What is logged from now on. */
  const hear = (lines: string[]) => {
    const note = (line: unknown) => void lines.push(String(line));
    Logger.overrideLogger({ log: note, warn: note, error: note });
  };

  it('is warned about at its first request, once', async () => {
    const said: string[] = [];
    const app = await createTestApp();
    hear(said);
    try {
      for (let i = 0; i < 3; i += 1)
        await app.as(null).get('/api/user/config').set('x-forwarded-for', '203.0.113.9').expect(200);
      expect(said.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
    } finally {
      Logger.overrideLogger(false);
      await app.close();
    }
  });

  it('is no news where it is named', async () => {
    const said: string[] = [];
    const app = await createTestApp({ TRUST_PROXY: '1' });
    hear(said);
    try {
      await app.as(null).get('/api/user/config').set('x-forwarded-for', '203.0.113.9').expect(200);
      expect(said.filter((line) => line.includes('TRUST_PROXY'))).toEqual([]);
    } finally {
      Logger.overrideLogger(false);
      await app.close();
    }
  });
});
