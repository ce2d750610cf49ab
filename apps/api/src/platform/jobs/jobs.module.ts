import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { DatabaseWorkQueue } from './database-work-queue.js';
import { RabbitmqWorkQueue } from './rabbitmq-work-queue.js';
import { WorkItems } from './work-items.js';
import { WorkNotices } from './work-notices.js';
import { Bench, WorkQueue } from './work-queue.js';

/** Work that outlives the request that asked for it. */
@Global()
@Module({})
export class JobsModule {
  /** RabbitMQ hands work out when there is one; otherwise the database's rows are the queue. */
  static with(env: Env): DynamicModule {
    const queue = env.AMQP_URL ? RabbitmqWorkQueue : DatabaseWorkQueue;
    return {
      module: JobsModule,
      providers: [WorkItems, WorkNotices, Bench, queue, { provide: WorkQueue, useExisting: queue }],
      exports: [WorkItems, WorkNotices, Bench, WorkQueue],
    };
  }
}
