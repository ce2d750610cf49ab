import 'reflect-metadata';
import { createInterface } from 'node:readline';
import type { EventPayload, EventTopic } from '@fibado/contracts';
import { readEnv } from '../../src/config/env.js';
import { FixedClock } from '../../src/platform/clock.js';
import { SYSTEM_ACTOR, Transactions } from '../../src/platform/database/transactions.js';
import { JobRunner } from '../../src/platform/jobs/job-runner.js';
import { NotifyTransport } from '../../src/platform/messaging/notify-transport.js';
import { Outbox } from '../../src/platform/messaging/outbox.js';
import { PublishConsumer } from '../../src/platform/messaging/publish-consumer.js';
import { InstanceSecret } from '../../src/platform/secrets.js';
import { createServer, listen } from '../../src/server.js';
import type { ProcessSettings } from './processes.js';

/**
 * The API in a process of its own. It says `ready <port>`, then takes an event a line on its standard input and says
 * `done` when it is committed. Told a moment to die at, it kills itself there the hard way.
 */
const settings = JSON.parse(process.argv[2] ?? '{}') as ProcessSettings;
const app = await createServer({
  env: readEnv({ ...settings.env }),
  clock: new FixedClock(settings.now),
  secret: new InstanceSecret(settings.secret),
  databaseUrl: settings.databaseUrl,
});
const runner = app.get(JobRunner);
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

if (settings.dieAt) {
  // The queue may hold what an earlier process left: this one causes its own event before it looks there.
  runner.onApplicationBootstrap = () => undefined;
  const transport = app.get(NotifyTransport);
  const publish = transport.publish.bind(transport);
  if (settings.dieAt === 'noting') app.get(PublishConsumer).send = die;
  if (settings.dieAt === 'publishing') transport.publish = die;
  if (settings.dieAt === 'published')
    transport.publish = async (scope, messages) => {
      await publish(scope, messages);
      return die();
    };
}
await app.init();
const port = await listen(app, 0, '127.0.0.1');
process.stdout.write(`ready ${port}\n`);

for await (const line of createInterface(process.stdin)) {
  const { tenantId, topic, payload } = JSON.parse(line) as {
    tenantId: string;
    topic: EventTopic;
    payload: EventPayload<EventTopic>;
  };
  await app
    .get(Transactions)
    .inTenant(tenantId, SYSTEM_ACTOR, (scope) => app.get(Outbox).add(scope, topic, payload));
  if (settings.dieAt === 'committed') await die();
  process.stdout.write('done\n');
  if (settings.dieAt) runner.start();
}
await app.close();
