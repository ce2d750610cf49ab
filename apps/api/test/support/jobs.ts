import { JobRunner } from '../../src/platform/jobs/job-runner.js';
import type { QueueName } from '../../src/platform/jobs/job.js';
import { until } from './waiting.js';
import type { TestApp } from './app.js';
import { asOwner } from './database.js';

/**
 * Makes the next attempt of a household's jobs due at once. An attempt counts from its beginning; its failure is recorded,
 * with the time of the next one, when the lease is given back, which has to come first.
 * @param attempts how many to say were made before; those that were, where nothing is said
 */
export async function retryNow(
  { app, database }: TestApp,
  queue: QueueName,
  tenantId: string,
  attempts?: number,
): Promise<void> {
  const held = `select id from jobs where queue = $1 and tenant_id = $2 and holder is not null`;
  await until('the lease is given back', async () => {
    return (await asOwner(database, held, [queue, tenantId])).length === 0;
  });
  await asOwner(
    database,
    `update jobs set available_at = now(), attempts = coalesce($3, attempts) where queue = $1 and tenant_id = $2`,
    [queue, tenantId, attempts ?? null],
  );
  app.get(JobRunner).wake(queue);
}
