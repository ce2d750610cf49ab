import 'reflect-metadata';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type Env, EnvError, readEnv } from './config/env.js';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.js';
import { embeddedFolder, ownerPassword } from './platform/database/owner.js';
import { type InstanceSecret, loadInstanceSecret } from './platform/secrets.js';
import { withSourceLines } from './platform/source-lines.js';
import { StartError } from './platform/start-error.js';

export interface RunningInstance {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the product: database, schema, first people, API and web on one port.
 * @throws StartError or EnvError with one line that says what to do.
 */
export async function startInstance(env: Env, tell: (line: string) => void): Promise<RunningInstance> {
  await refuseTakenPort(env.PORT, env.HOST);
  prepareDataFolder(env.dataDir);
  const secret = loadInstanceSecret(env.dataDir, env.SECRET_KEY);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  try {
    // The database's server starts in a process of its own meanwhile.
    const loading = import('./application.js');
    loading.catch(() => undefined);
    const ownerUrl = await databaseOf(env, secret, stops);
    const { serve } = await loading;
    const url = await serve({ env, secret, ownerUrl }, stops, tell);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function databaseOf(env: Env, secret: InstanceSecret, stops: (() => Promise<void>)[]): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const server = await startEmbeddedPostgres({
    folder: embeddedFolder(env),
    password: ownerPassword(secret),
  });
  stops.push(() => server.stop());
  return server.url;
}

function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, '.writable');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written: ${(error as Error).message}.`);
  }
}

/** Said before anything is started: half a minute of work for nothing is a poor way to learn it. */
function refuseTakenPort(port: number, host: string): Promise<void> {
  if (port === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const probe = createProbe();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code ?? error.message})`;
      reject(new StartError(`Port ${port} on ${host} ${reason}: stop what listens there, or set PORT.`));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * The program: starts, says where it is, stops on Ctrl-C or SIGTERM.
 * @param startedAt when the command was given, milliseconds on `performance`'s clock.
 */
export async function main(startedAt = 0): Promise<void> {
  let instance: RunningInstance | undefined;
  let stopping = false;
  const end = (code: number) => {
    if (stopping) return;
    stopping = true;
    void (instance?.stop() ?? Promise.resolve()).finally(() => process.exit(code));
  };
  try {
    const env = readEnv();
    const starting = startInstance(env, (line) => console.log(line));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(
        signal,
        () =>
          void starting.then(
            (running) => ((instance = running), end(0)),
            () => undefined,
          ),
      );
    instance = await starting;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`Fibado is ready at ${instance.url} (${seconds} s)`);
    console.log('Press Ctrl-C to stop.');
  } catch (error) {
    if (error instanceof StartError || error instanceof EnvError) console.error(error.message);
    else console.error(error instanceof Error ? withSourceLines(inspect(error)) : error);
    process.exit(1);
  }
}
