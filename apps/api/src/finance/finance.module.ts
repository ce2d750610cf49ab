import { Module } from '@nestjs/common';
import { AccountGroupsModule } from './account-groups/account-groups.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { BanksModule } from './banks/banks.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DemoModule } from './demo/demo.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { GoalsModule } from './goals/goals.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { InsightsModule } from './insights/insights.module.js';
import { LotsModule } from './lots/lots.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { OptimizerModule } from './optimizer/optimizer.module.js';
import { PersonsModule } from './persons/persons.module.js';
import { QuartersModule } from './quarters/quarters.module.js';
import { RecurrencesModule } from './recurrences/recurrences.module.js';
import { ScenariosModule } from './scenarios/scenarios.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { TermOffersModule } from './term-offers/term-offers.module.js';
import { TaxYearModule } from './tax-year/tax-year.module.js';

/** The household's money: banks, accounts, quarters, operations and the optimizer. */
@Module({
  imports: [
    BanksModule,
    PersonsModule,
    AccountGroupsModule,
    AccountsModule,
    TermOffersModule,
    LotsModule,
    GoalsModule,
    QuartersModule,
    DashboardModule,
    OperationsModule,
    RecurrencesModule,
    OptimizerModule,
    InsightsModule,
    ScenariosModule,
    ImportsModule,
    TaxYearModule,
    ExportsModule,
    SettingsModule,
    DemoModule,
  ],
})
export class FinanceModule {}
