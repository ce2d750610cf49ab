import { Global, Module } from '@nestjs/common';
import { WorkItems } from './work-items.js';
import { WorkNotices } from './work-notices.js';
import { LeaseKeeper } from './lease-keeper.js';
import { WorkQueue } from './work-queue.js';

/** Work that outlives the request that asked for it; the database's rows are the queue. */
@Global()
@Module({
  providers: [WorkItems, WorkNotices, LeaseKeeper, WorkQueue],
  exports: [WorkItems, WorkNotices, LeaseKeeper, WorkQueue],
})
export class JobsModule {}
