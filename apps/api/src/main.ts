import 'reflect-metadata';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Env, EnvError, readEnv } from './config/env.js';
import { DemoHousehold } from './finance/demo/demo-household.js';
import { DemoLogin } from './identity/demo-login.js';
import { FirstStart } from './identity/first-start.js';
import { backupBeforeUpgrade } from './platform/backup/upgrade-backup.js';
import { type Clock, FixedClock, SystemClock } from './platform/clock.js';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.js';
import { appUrl } from './platform/database/app-role.js';
import { migrate } from './platform/database/migrate.js';
import { appLogin, embeddedFolder, ownerPassword } from './platform/database/owner.js';
import { Metrics } from './platform/metrics/metrics.js';
import { drainable } from './platform/http/drain.js';
import { originAt } from './platform/http/origin.js';
import { type InstanceSecret, loadInstanceSecret } from './platform/secrets.js';
import { StartError } from './platform/start-error.js';
import { createServer, listen } from './server.js';

export interface RunningInstance {
  readonly url: string;
  stop(): Promise<void>;
}

/** Longer than a plan takes unless it was given more time; container engines kill after 30 seconds. */
const DRAIN_MS = 20_000;
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Starts the product: database, schema, first people, API and web on one port.
 * @throws StartError or EnvError with one line that says what to do.
 */
export async function startInstance(env: Env, tell: (line: string) => void): Promise<RunningInstance> {
  await refuseTakenPort(env.PORT, env.HOST);
  prepareDataFolder(env.dataDir);
  const secret = loadInstanceSecret(env.dataDir, env.SECRET_KEY);
  const clock: Clock = env.FIBADO_NOW ? new FixedClock(env.FIBADO_NOW) : new SystemClock();
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  try {
    const ownerUrl = await databaseOf(env, secret, stops);
    const login = appLogin(env, secret, ownerUrl);
    const beforeUpgrade = () => backupBeforeUpgrade(env, ownerUrl, clock.now(), tell);
    await migrate(ownerUrl, login, env.UPGRADE_BACKUP ? { beforeUpgrade } : {});
    const app = await createServer({ env, clock, secret, databaseUrl: appUrl(ownerUrl, login) }, WEB_FOLDER);
    const drain = drainable(app.getHttpServer());
    stops.push(async () => {
      // First who waits for an answer, then what answers them: a plan being made is finished and kept.
      await drain(DRAIN_MS);
      await app.close();
    });
    await app.init();
    const first = await app.get(FirstStart).run();
    if (env.METRICS_PORT) await app.get(Metrics).listen(env.METRICS_PORT, env.HOST);
    if (first.demoTenantId) await app.get(DemoHousehold).create(first.demoTenantId);
    const port = await listen(app, env.PORT, env.HOST);
    const url = originAt(env.HOST, port);
    const setUp = await app.get(FirstStart).setUpLink(url);
    if (setUp !== undefined)
      tell(`Administrator ${env.ADMIN_USERNAME}: choose a password, once, at ${setUp}`);
    const demo = await app.get(DemoLogin).current();
    if (demo) tell(`Demo login: ${demo.username} / ${demo.password}`);
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
    else console.error(error);
    process.exit(1);
  }
}
