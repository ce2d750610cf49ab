import { join } from 'node:path';
import type { Env } from '../../config/env.js';
import type { InstanceSecret } from '../secrets.js';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
import { type AppLogin, defaultAppRole } from './app-role.js';

/** Where the embedded server of an instance lives. */
export const embeddedFolder = (env: Env): string => join(env.dataDir, 'postgres');

export const ownerPassword = (secret: InstanceSecret): string => secret.password('postgres-owner');

/** The login the API itself works under. */
export function appLogin(env: Env, secret: InstanceSecret, ownerUrl: string): AppLogin {
  return {
    role: env.DATABASE_APP_ROLE ?? defaultAppRole(ownerUrl),
    password: env.DATABASE_APP_PASSWORD ?? secret.password('database-app-role'),
  };
}

/**
 * Runs `work` with the owner's address of the instance's database: the configured one, the embedded server of a
 * running instance, or the embedded server started for this purpose and stopped after it.
 */
export async function withOwnerDatabase<T>(
  env: Env,
  secret: InstanceSecret,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (env.DATABASE_URL) return work(env.DATABASE_URL);
  const folder = embeddedFolder(env);
  const running = await runningEmbeddedPostgres(folder, ownerPassword(secret));
  if (running) return work(running);
  const server = await startEmbeddedPostgres({ folder, password: ownerPassword(secret) });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
