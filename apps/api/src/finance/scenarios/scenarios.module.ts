import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { InsightsModule } from '../insights/insights.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { ProblemModule } from '../problem/problem.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { RunsModule } from '../solver/runs.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { Promotion } from './promotion.js';
import { RealChanges } from './real-changes.js';
import { RealHousehold } from './real-household.js';
import { RealMovements } from './real-movements.js';
import { ScenarioAdoption } from './scenario-adoption.js';
import { ScenarioEntity } from './scenario.entity.js';
import { ScenariosController } from './scenarios.controller.js';
import { ScenariosRepository } from './scenarios.repository.js';
import { ScenarioRuns } from './scenario-runs.js';
import { ScenariosService } from './scenarios.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ScenarioEntity]),
    SharedModule,
    AccountsModule,
    BanksModule,
    SettingsModule,
    ProblemModule,
    QuarterRowsModule,
    OperationRowsModule,
    OperationsModule,
    OptimizerRunsModule,
    RunsModule,
    InsightsModule,
  ],
  controllers: [ScenariosController],
  providers: [
    ScenariosRepository,
    ScenariosService,
    ScenarioRuns,
    RealHousehold,
    RealMovements,
    RealChanges,
    ScenarioAdoption,
    Promotion,
  ],
  exports: [ScenariosService],
})
export class ScenariosModule {}
