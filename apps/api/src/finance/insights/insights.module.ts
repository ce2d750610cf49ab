import { Module } from '@nestjs/common';
import { OptimizerModule } from '../optimizer/optimizer.module.js';
import { OptimizerRunsModule } from '../optimizer/optimizer-runs.module.js';
import { SolverModule } from '../optimizer/solver.module.js';
import { ProblemModule } from '../problem/problem.module.js';
import { QuarterRowsModule } from '../quarters/quarter-rows.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { InsightsController } from './insights.controller.js';
import { InsightsService } from './insights.service.js';
import { OpenQuarters } from './open-quarters.js';

@Module({
  imports: [
    SharedModule,
    ProblemModule,
    QuarterRowsModule,
    OptimizerRunsModule,
    OptimizerModule,
    SolverModule,
  ],
  controllers: [InsightsController],
  providers: [InsightsService, OpenQuarters],
  exports: [OpenQuarters],
})
export class InsightsModule {}
