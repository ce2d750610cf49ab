import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@fibado/contracts';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { hash } from '@node-rs/argon2';
import supertest from 'supertest';
import { type Env, readEnv } from '../../src/config/env.js';
import { UserStore } from '../../src/identity/users/user-store.js';
import { SessionStore } from '../../src/platform/auth/session.store.js';
import { TokenService } from '../../src/platform/auth/token.service.js';
import { FixedClock } from '../../src/platform/clock.js';
import { SYSTEM_ACTOR, Transactions } from '../../src/platform/database/transactions.js';
import { InstanceSecret } from '../../src/platform/secrets.js';
import { createServer, listen } from '../../src/server.js';
import { createTestDatabase, type TestDatabase } from './database.js';

/** The moment tests live in unless they move it. */
export const TEST_NOW = '2026-11-21T09:00:00.000Z';

/** The secret of every instance of a test. */
export const TEST_SECRET = 'test-secret-test-secret-test-secret';

/** The least argon2 takes: the product's parameters would cost each test user 19 MiB and some 30 ms. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly tenantId: string;
  readonly tenant: string;
  /** A session token with the roles given. */
  readonly token: string;
}

export interface TestApp {
  readonly app: NestExpressApplication;
  /** Where it listens. */
  readonly port: number;
  readonly database: TestDatabase;
  readonly clock: FixedClock;
  readonly env: Env;
  readonly transactions: Transactions;
  /** A request with a user's token, or without one. */
  as(user: { token: string } | null): {
    get(path: string): supertest.Test;
    post(path: string, body?: object): supertest.Test;
    put(path: string, body?: object): supertest.Test;
    delete(path: string): supertest.Test;
  };
  newTenant(code?: string): Promise<{ id: string; code: string }>;
  /** A user with roles in a tenant (a new one unless given), signed in. */
  newUser(roles: readonly Role[], tenant?: { id: string; code: string }): Promise<TestUser>;
  close(): Promise<void>;
}

/** How a test wants the application to listen. */
export interface Listening {
  /** Loopback, by default 127.0.0.1. */
  readonly host?: string;
  /** Done to the server before it listens. */
  readonly before?: (server: Server) => void;
}

/** The whole application, listening, on a database of its own; nothing in it is replaced but the clock. */
export async function createTestApp(
  settings: Record<string, string> = {},
  listening?: Listening,
): Promise<TestApp> {
  return createTestAppOn(await createTestDatabase(), settings, listening);
}

export async function createTestAppOn(
  database: TestDatabase,
  settings: Record<string, string> = {},
  { host = '127.0.0.1', before }: Listening = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-data-'));
  const env = readEnv({
    FIBADO_DATA: folder,
    LOG_LEVEL: 'silent',
    DATABASE_POOL: '5',
    AUTOMATIC_PLANS: 'false',
    SOLVER_WARM_UP: 'false',
    ...settings,
  });
  const clock = new FixedClock(TEST_NOW);
  const app = await createServer({
    env,
    clock,
    secret: new InstanceSecret(TEST_SECRET),
    databaseUrl: database.appUrl,
  });
  before?.(app.getHttpServer());
  // Where the server does not listen, each request of a test lets it listen, and ends that afterwards.
  const port = await listen(app, 0, host);
  const transactions = app.get(Transactions);

  // Tests make thousands of requests: each on a connection of its own would take longer than most answers.
  const agent = new Agent({ keepAlive: true });
  const as: TestApp['as'] = (user) => {
    const server = app.getHttpServer() as Parameters<typeof supertest>[0];
    const sign = (test: supertest.Test) => {
      test.agent(agent);
      return user ? test.set('msfauth', `Bearer ${user.token}`) : test;
    };
    return {
      get: (path) => sign(supertest(server).get(path)),
      post: (path, body) => sign(supertest(server).post(path)).send(body),
      put: (path, body) => sign(supertest(server).put(path)).send(body),
      delete: (path) => sign(supertest(server).delete(path)),
    };
  };

  const newTenant: TestApp['newTenant'] = async (
    code = `t${randomUUID().replaceAll('-', '').slice(0, 12)}`,
  ) => {
    const id = randomUUID();
    await transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query('insert into tenants (id, code, name, created_at) values ($1, $2, $3, $4)', [
        id,
        code,
        `Tenant ${code}`,
        clock.now(),
      ]),
    );
    return { id, code };
  };

  const newUser: TestApp['newUser'] = async (roles, given) => {
    const tenant = given ?? (await newTenant());
    const id = randomUUID();
    const username = `u${id.replaceAll('-', '').slice(0, 12)}`;
    const password = `pw-${id}`;
    const passwordHash = await hash(password, CHEAP_HASH);
    const users = app.get(UserStore);
    const token = await transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const at = clock.now();
      await users.insert(scope, {
        id,
        username,
        name: 'Test User',
        email: `${username}@example.org`,
        language: 'it',
        createdAt: at,
        passwordHash,
      });
      await users.addMembership(scope, { tenantId: tenant.id, userId: id, roles, at });
      const sessions = app.get(SessionStore);
      const sessionId = await sessions.open(
        scope,
        {
          tenantId: tenant.id,
          userId: id,
          method: 'PASSWORD',
          client: 'test',
          address: '127.0.0.1',
          provedAt: clock.now(),
        },
        3_600_000,
      );
      const state = await sessions.findIn(scope, sessionId);
      if (!state) throw new Error('The session is gone');
      return (await app.get(TokenService).issue(state)).token;
    });
    return { id, username, password, tenantId: tenant.id, tenant: tenant.code, token };
  };

  return {
    app,
    port,
    database,
    clock,
    env,
    transactions,
    as,
    newTenant,
    newUser,
    close: async () => {
      agent.destroy();
      await app.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
