import { Module } from '@nestjs/common';
import { AccountGroupsModule } from '../account-groups/account-groups.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { GoalsModule } from '../goals/goals.module.js';
import { LotsModule } from '../lots/lots.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { QuartersModule } from '../quarters/quarters.module.js';
import { RecurrencesModule } from '../recurrences/recurrences.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TermOffersModule } from '../term-offers/term-offers.module.js';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';
import { HouseholdReader } from './household-reader.js';

@Module({
  imports: [
    BanksModule,
    AccountGroupsModule,
    AccountsModule,
    TermOffersModule,
    LotsModule,
    GoalsModule,
    SettingsModule,
    QuartersModule,
    OperationsModule,
    RecurrencesModule,
  ],
  controllers: [DashboardController],
  providers: [DashboardService, HouseholdReader],
})
export class DashboardModule {}
