import { join } from 'node:path';
import type { Env } from './config/env.js';
import { DemoHousehold } from './finance/demo/demo-household.js';
import { DemoLogin } from './identity/demo-login.js';
import { FirstStart } from './identity/first-start.js';
import { API_FOLDER } from './platform/api-folder.js';
import { type Clock, FixedClock, SystemClock } from './platform/clock.js';
import { appUrl } from './platform/database/app-role.js';
import { migrate } from './platform/database/migrate.js';
import { appLogin } from './platform/database/owner.js';
import { drainable } from './platform/http/drain.js';
import { originAt } from './platform/http/origin.js';
import { Metrics } from './platform/metrics/metrics.js';
import type { InstanceSecret } from './platform/secrets.js';
import { createServer, listen } from './server.js';

/** Longer than a plan takes unless it was given more time; container engines kill after 30 seconds. */
const DRAIN_MS = 20_000;
const WEB_FOLDER = join(API_FOLDER, '../web/dist');

export interface ServedInstance {
  readonly env: Env;
  readonly secret: InstanceSecret;
  /** Address of the running database as its owner. */
  readonly ownerUrl: string;
}

/**
 * Schema, first people, API and web on one port.
 * @param stops gets what ends it.
 * @returns its address.
 */
export async function serve(
  { env, secret, ownerUrl }: ServedInstance,
  stops: (() => Promise<void>)[],
  tell: (line: string) => void,
): Promise<string> {
  const clock: Clock = env.FIBADO_NOW ? new FixedClock(env.FIBADO_NOW) : new SystemClock();
  const login = appLogin(env, secret, ownerUrl);
  const beforeUpgrade = async () => {
    const { backupBeforeUpgrade } = await import('./platform/backup/upgrade-backup.js');
    await backupBeforeUpgrade(env, ownerUrl, clock.now(), tell);
  };
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
  if (setUp !== undefined) tell(`Administrator ${env.ADMIN_USERNAME}: choose a password, once, at ${setUp}`);
  const demo = await app.get(DemoLogin).current();
  if (demo) tell(`Demo login: ${demo.username} / ${demo.password}`);
  return url;
}
