import { Module } from '@nestjs/common';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { InProcessSolver } from './in-process-solver.js';
import { RunsService } from './runs.service.js';
import { SolverModule } from './solver.module.js';
import { SolverProbe } from './solver-probe.js';

/** Runs as the API process enqueues, lists and waits for them, and the solver inside that process. */
@Module({
  imports: [OptimizerRunsModule, SolverModule],
  providers: [RunsService, InProcessSolver, SolverProbe],
  exports: [RunsService],
})
export class RunsModule {}
