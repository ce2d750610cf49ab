import { Module } from '@nestjs/common';
import { OptimizerRunsModule } from '../optimizer/optimizer-runs.module.js';
import { ProblemModule } from '../problem/problem.module.js';
import { QuarterRowsModule } from '../quarters/quarter-rows.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { InsightPool } from './insight-pool.js';
import { InsightsController } from './insights.controller.js';
import { InsightsService } from './insights.service.js';
import { OpenQuarters } from './open-quarters.js';

@Module({
  imports: [SharedModule, ProblemModule, QuarterRowsModule, OptimizerRunsModule],
  controllers: [InsightsController],
  providers: [InsightsService, InsightPool, OpenQuarters],
  exports: [InsightPool, OpenQuarters],
})
export class InsightsModule {}
