import { Module } from '@nestjs/common';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { RunsModule } from '../solver/runs.module.js';
import { ProblemModule } from '../problem/problem.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { TermOffersModule } from '../term-offers/term-offers.module.js';
import { InsightsController } from './insights.controller.js';
import { InsightsService } from './insights.service.js';
import { OpenQuarters } from './open-quarters.js';

@Module({
  imports: [
    SharedModule,
    ProblemModule,
    QuarterRowsModule,
    OptimizerRunsModule,
    RunsModule,
    TermOffersModule,
  ],
  controllers: [InsightsController],
  providers: [InsightsService, OpenQuarters],
  exports: [OpenQuarters],
})
export class InsightsModule {}
