import { Global, Module } from '@nestjs/common';
import { BatchRounds } from './batch-rounds.js';
import { DeadLetters } from './dead-letters.js';
import { JobNotices } from './job-notices.js';
import { JobRunner } from './job-runner.js';
import { JobStore } from './job-store.js';
import { LeaseKeeper } from './lease-keeper.js';
import { LeaseRounds } from './lease-rounds.js';
import { QueueMetrics } from './queue-metrics.js';
import { QueueState } from './queue-state.js';

/** The one queue: jobs that outlive the transaction or request that enqueued them, as rows of the database. */
@Global()
@Module({
  providers: [
    JobStore,
    QueueState,
    QueueMetrics,
    DeadLetters,
    JobNotices,
    LeaseKeeper,
    LeaseRounds,
    BatchRounds,
    JobRunner,
  ],
  exports: [JobStore, QueueState, DeadLetters, JobNotices, JobRunner],
})
export class JobsModule {}
