import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { OptimizationResult, OptimizeJob } from '@fibado/optimizer';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { aProblem, anAccount, aSetup, hardProblem } from '@fibado/planning/testing';
import { WorkerPool, type WorkerPoolOptions } from '../../src/platform/jobs/worker-pool.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { QUARTER, TestHousehold } from '../support/finance.js';

const REALM = 'casa';
const OPTIMIZER = fileURLToPath(new URL('../../src/finance/solver/optimize.worker.ts', import.meta.url));

/** An identity provider's pages of one realm, which can go away and come back on the same port. */
class Provider {
  #server: Server | undefined;
  #port = 0;
  #keys: { kid: string; privateKey: CryptoKey; jwk: object }[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const base = `/realms/${REALM}`;
    this.#server = createServer((request, response) => {
      const pages: Record<string, object> = {
        [`${base}/.well-known/openid-configuration`]: { jwks_uri: `${this.url}${base}/certs` },
        [`${base}/protocol/openid-connect/certs`]: { keys: this.#keys.map((key) => key.jwk) },
      };
      const page = pages[request.url ?? ''];
      response.writeHead(page ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(page ?? {}));
    });
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  async newKey(): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const kid = randomUUID();
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
    this.#keys.push({ kid, privateKey, jwk });
  }

  token(username: string, now: Date): Promise<string> {
    const key = this.#keys.at(-1);
    if (!key) throw new Error('The realm has no key');
    const iat = Math.floor(now.getTime() / 1000);
    return new SignJWT({
      sub: `subject-of-${username}`,
      aud: 'account',
      azp: 'fibado-web',
      typ: 'Bearer',
      preferred_username: username,
      email: `${username}@example.org`,
      email_verified: true,
      name: 'Ada',
    })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
      .setIssuer(`${this.url}/realms/${REALM}`)
      .setIssuedAt(iat)
      .setExpirationTime(iat + 300)
      .sign(key.privateKey);
  }
}

describe('the identity provider killed', () => {
  const provider = new Provider();
  let app: TestApp;
  beforeAll(async () => {
    await provider.start();
    await provider.newKey();
    app = await createTestApp({ KEYCLOAK_URL: provider.url, KEYCLOAK_REALM: REALM });
  });
  afterAll(async () => {
    await app.close();
    await provider.kill();
  });

  it('stops neither open sessions nor sign-in by password; single sign-on waits and comes back', async () => {
    const user = await app.newUser(['FBDO_FIBADO']);
    const exchange = async () =>
      app.as(null).post('/api/user/token/from-keycloak-auth', {
        keycloakToken: await provider.token(user.username, app.clock.now()),
        username: user.username,
        tokenClient: 'web',
      });
    const first = await exchange();
    expect(first.status).toBe(200);
    const token = (first.body as { token: string }).token;

    await provider.kill();
    await provider.newKey();
    const home = new TestHousehold(app, { ...user, token });
    const { first: account } = await home.simple();
    await home.saveOperation(account.id);
    await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
    await app.as({ token }).get('/api/user/account/refresh').expect(200);
    const { username, password } = user;
    await app
      .as(null)
      .post('/api/user/token/generate', { username, password, tokenClient: 'web' })
      .expect(200);
    // The provider is asked about an unknown key at most every two seconds.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const refused = await exchange();
    expect([refused.status, refused.body]).toEqual([
      503,
      { error: 'IDENTITY_PROVIDER_UNAVAILABLE', params: [] },
    ]);
    const { body } = await app.as(null).get('/api/health/ready').expect(200);
    expect(body).toMatchObject({ status: 'degraded', checks: { identity: 'DOWN', database: 'UP' } });

    await provider.start();
    let again = await exchange();
    for (let i = 0; i < 100 && again.status !== 200; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      // The clock of the test stands still: who tries often is not made to wait by it.
      again = await exchange();
    }
    expect(again.status).toBe(200);
  }, 60_000);
});

describe('a solver that outgrows its memory', () => {
  const pools: WorkerPool<OptimizeJob, OptimizationResult>[] = [];
  const poolWith = (oldMb: number) => {
    const options: WorkerPoolOptions = {
      program: OPTIMIZER,
      threads: 1,
      queue: 1,
      memory: { oldMb, youngMb: 1 },
      codes: { busy: 'SOLVER_BUSY', late: 'SOLVER_BUSY', overflow: 'SOLVER_BUSY' },
    };
    const pool = new WorkerPool<OptimizeJob, OptimizationResult>(options);
    pools.push(pool);
    return pool;
  };
  afterAll(async () => {
    for (const pool of pools) await pool.close();
  });

  const job: OptimizeJob = {
    problem: aProblem({
      accounts: [
        anAccount(1),
        anAccount(2, {
          rates: [{ from: '2026-01-01', tiers: [{ upToCents: null, ratePct: 3 }], tierMode: 'MARGINAL' }],
        }),
      ],
      setups: [aSetup(1, 1_000_000), aSetup(2, 0)],
    }),
    options: {},
  };

  it('is ended alone: its caller is told, the process and the next solve go on', async () => {
    // Twice what the optimizer and a small problem need (16 MB) and less than half of what a large problem needs.
    const pool = poolWith(32);
    const large = { problem: hardProblem(60_000) };
    await expect(pool.run(large, { timeLimitMs: 30_000 })).rejects.toMatchObject({
      code: 'SOLVER_BUSY',
      reason: 'OVERFLOW',
    });
    const { status, transfers } = await pool.run(job, { timeLimitMs: 60_000 });
    expect([status, transfers.length > 0]).toEqual(['OPTIMAL', true]);
  }, 120_000);

  it('leaves an API that can plan when a plan’s thread was ended in the middle', async () => {
    const app = await createTestApp({ SOLVER_THREADS: '1' });
    const home = await TestHousehold.create(app);
    await home.simple();
    const { port } = app;
    const gone = new AbortController();
    const broken = fetch(`http://127.0.0.1:${port}/api/finance/optimizer/optimize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', msfauth: `Bearer ${home.user.token}` },
      body: JSON.stringify({ quarter: QUARTER }),
      signal: gone.signal,
    });
    setTimeout(() => gone.abort(), 60);
    await expect(broken).rejects.toThrow();
    await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
    await app.close();
  }, 60_000);
});
