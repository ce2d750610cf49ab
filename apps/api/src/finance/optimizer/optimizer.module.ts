import { Module } from '@nestjs/common';
import { ProblemModule } from '../problem/problem.module.js';
import { QuarterRowsModule } from '../quarters/quarter-rows.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { OptimizerController } from './optimizer.controller.js';
import { OptimizerRunsModule } from './optimizer-runs.module.js';
import { OptimizerService } from './optimizer.service.js';
import { RunsService } from './runs.service.js';
import { SolverModule } from './solver.module.js';
import { InProcessSolver } from './in-process-solver.js';
import { SolverProbe } from './solver-probe.js';

@Module({
  imports: [SharedModule, ProblemModule, QuarterRowsModule, OptimizerRunsModule, SolverModule],
  controllers: [OptimizerController],
  providers: [OptimizerService, RunsService, InProcessSolver, SolverProbe],
  exports: [RunsService],
})
export class OptimizerModule {}
