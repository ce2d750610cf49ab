import { Module } from '@nestjs/common';
import { ProblemModule } from '../problem/problem.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { OptimizerController } from './optimizer.controller.js';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { PlanStaleness } from './plan-staleness.js';
import { AutomaticPlans } from './automatic-plans.js';
import { PlanRefresh } from './plan-refresh.js';
import { SettingsModule } from '../settings/settings.module.js';
import { QuarterPlan } from './quarter-plan.js';
import { WhatIfService } from './what-if.service.js';
import { OptimizerService } from './optimizer.service.js';
import { RunsModule } from '../solver/runs.module.js';

@Module({
  imports: [SharedModule, SettingsModule, ProblemModule, QuarterRowsModule, OptimizerRunsModule, RunsModule],
  controllers: [OptimizerController],
  providers: [OptimizerService, QuarterPlan, PlanStaleness, AutomaticPlans, PlanRefresh, WhatIfService],
  exports: [AutomaticPlans],
})
export class OptimizerModule {}
