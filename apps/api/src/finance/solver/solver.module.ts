import { Module } from '@nestjs/common';
import { InsightPool } from './insight-pool.js';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { RunResults } from './run-results.js';
import { RunStates } from './run-states.js';
import { RunWorker } from './run-worker.js';
import { SolverMetrics } from './solver-metrics.js';
import { SolverPool } from './solver-pool.js';
import { SolverWarmUp } from './solver-warm-up.js';

/** Solving what the queue hands out, in an API process or in one of its own. */
@Module({
  imports: [OptimizerRunsModule],
  providers: [SolverPool, SolverWarmUp, InsightPool, RunResults, RunStates, RunWorker, SolverMetrics],
  exports: [SolverPool, SolverWarmUp, InsightPool, RunStates, RunWorker],
})
export class SolverModule {}
