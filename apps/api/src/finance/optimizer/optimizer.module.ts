import { Module } from '@nestjs/common';
import { ProblemModule } from '../problem/problem.module.js';
import { QuarterRowsModule } from '../quarters/quarter-rows.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { OptimizerController } from './optimizer.controller.js';
import { OptimizerRunsModule } from './optimizer-runs.module.js';
import { OptimizerService } from './optimizer.service.js';
import { SolverPool } from './solver-pool.js';
import { SolverProbe } from './solver-probe.js';

@Module({
  imports: [SharedModule, ProblemModule, QuarterRowsModule, OptimizerRunsModule],
  controllers: [OptimizerController],
  providers: [OptimizerService, SolverPool, SolverProbe],
})
export class OptimizerModule {}
