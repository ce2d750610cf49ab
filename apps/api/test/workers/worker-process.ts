import 'reflect-metadata';
import { createInterface } from 'node:readline';
import { readEnv } from '../../src/config/env.js';
import { RunWorker } from '../../src/finance/solver/run-worker.js';
import { FixedClock } from '../../src/platform/clock.js';
import { JobRunner } from '../../src/platform/jobs/job-runner.js';
import { InstanceSecret } from '../../src/platform/secrets.js';
import { createWorker } from '../../src/worker.js';
import type { WorkerSettings } from './worker-processes.js';

/**
 * A worker in a process of its own. It says `ready`, `took <id>` and `left <id>`; told to, it dies the hard way with
 * every run it takes. It ends with its standard input, as on SIGTERM.
 */
const settings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings;
const say = (line: string) => process.stdout.write(`${line}\n`);

// The first run may be there before `createWorker` is done.
const { work } = RunWorker.prototype;
RunWorker.prototype.work = async function tell(item, signal, hurry) {
  say(`took ${item.id}`);
  if (settings.diesOfWork) process.kill(process.pid, 'SIGKILL');
  try {
    await work.call(this, item, signal, hurry);
  } finally {
    say(`left ${item.id}`);
  }
};
const app = await createWorker({
  env: readEnv({ ...settings.env }),
  clock: new FixedClock(settings.now),
  secret: new InstanceSecret(settings.secret),
  databaseUrl: settings.databaseUrl,
});
say('ready');
for await (const _ of createInterface(process.stdin));
await app.get(JobRunner).drain(settings.drainMs);
await app.close();
