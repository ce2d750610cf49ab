import { Module } from '@nestjs/common';
import { InsightPool } from './insight-pool.js';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { RunWorker } from './run-worker.js';
import { SolverPool } from './solver-pool.js';

/** Solving what the queue hands out, in an API process or in one of its own. */
@Module({
  imports: [OptimizerRunsModule],
  providers: [SolverPool, InsightPool, RunWorker],
  exports: [SolverPool, InsightPool, RunWorker],
})
export class SolverModule {}
