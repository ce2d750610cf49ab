import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrations } from '@fibado/migrations';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Env, EnvError, readEnv } from './config/env.js';
import type { AppParts } from './foundations.js';
import { type Clock, FixedClock, SystemClock } from './platform/clock.js';
import { StartError } from './platform/start-error.js';
import { appUrl } from './platform/database/app-role.js';
import { appLogin } from './platform/database/owner.js';
import { SteadyClient } from './platform/database/steady-client.js';
import { HealthPage } from './platform/health/health-page.js';
import { createLogger, FrameworkLogger } from './platform/http/logging.js';
import { JobRunner } from './platform/jobs/job-runner.js';
import { Metrics } from './platform/metrics/metrics.js';
import { loadInstanceSecret } from './platform/secrets.js';
import { WorkerModule } from './worker.module.js';

/** Grace period for running plans at shutdown; container engines kill after 30 seconds. */
const DRAIN_MS = 20_000;
/** How long the database and its schema are waited for: the API, which makes it, may be starting, too. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 500;

export interface RunningWorker {
  /** Where the health pages are. */
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts a process that solves plans for an instance.
 * @throws StartError or EnvError with one line that says what to do.
 */
export async function startWorker(env: Env): Promise<RunningWorker> {
  if (!env.DATABASE_URL)
    throw new StartError(
      "A worker needs the instance's DATABASE_URL: an embedded database is the API's own.",
    );
  // Under a secret of its own a worker could not even sign in to the database.
  if (!env.SECRET_KEY && !existsSync(join(env.dataDir, 'secret')))
    throw new StartError("A worker needs the instance's SECRET_KEY, or its data folder.");
  const secret = loadInstanceSecret(env.dataDir, env.SECRET_KEY);
  const databaseUrl = appUrl(env.DATABASE_URL, appLogin(env, secret, env.DATABASE_URL));
  await schemaAt(databaseUrl);
  const clock: Clock = env.FIBADO_NOW ? new FixedClock(env.FIBADO_NOW) : new SystemClock();
  const app = await createWorker({ env, clock, secret, databaseUrl });
  const stop = async () => {
    await app.get(JobRunner).drain(DRAIN_MS);
    await app.close();
  };
  try {
    if (env.METRICS_PORT) await app.get(Metrics).listen(env.METRICS_PORT, env.HOST);
    return { port: await app.get(HealthPage).listen(env.WORKER_PORT, env.HOST), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Builds the worker; it takes plans from now on. Tests and `startWorker` both begin here. */
export function createWorker(parts: AppParts): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(WorkerModule.from(parts), {
    logger: new FrameworkLogger(createLogger(parts.env)),
    abortOnError: false,
  });
}

/** Waits until the database has the schema this program knows. @throws StartError */
async function schemaAt(url: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const missing = await missingAt(url);
    if (missing === undefined) return;
    if (Date.now() > end) throw new StartError(`The instance's database is not ready: ${missing}.`);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

async function missingAt(url: string): Promise<string | undefined> {
  const client = new SteadyClient({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    await client.query(`select set_config('app.platform', 'on', false)`);
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map(({ name }) => name));
    return migrations.every(({ name }) => done.has(name)) ? undefined : 'its schema is older';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The program: starts, says where it is, stops on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  try {
    const starting = startWorker(readEnv());
    let stopping = false;
    const stop = (worker: RunningWorker) => {
      if (stopping) return;
      stopping = true;
      void worker.stop().finally(() => process.exit(0));
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => void starting.then(stop, () => undefined));
    const { port } = await starting;
    console.log(`A worker of Fibado is ready; its health page is on port ${port}`);
  } catch (error) {
    console.error(error instanceof StartError || error instanceof EnvError ? error.message : error);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
