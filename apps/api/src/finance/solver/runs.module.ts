import { Module } from '@nestjs/common';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { InProcessSolver } from './in-process-solver.js';
import { RunCancellation } from './run-cancellation.js';
import { RunExpiry } from './run-expiry.js';
import { RunRequests } from './run-requests.js';
import { RunTurns } from './run-turns.js';
import { RunWaiter } from './run-waiter.js';
import { RunsService } from './runs.service.js';
import { SolverModule } from './solver.module.js';
import { SolverProbe } from './solver-probe.js';
import { Trials } from './trials.js';

/** Runs as the API process enqueues, lists and waits for them, and the solver inside that process. */
@Module({
  imports: [OptimizerRunsModule, SolverModule],
  providers: [
    RunsService,
    RunRequests,
    RunWaiter,
    RunTurns,
    RunCancellation,
    RunExpiry,
    Trials,
    InProcessSolver,
    SolverProbe,
  ],
  exports: [RunsService, RunRequests, RunWaiter, Trials],
})
export class RunsModule {}
