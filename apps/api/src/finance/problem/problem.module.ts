import { Module } from '@nestjs/common';
import { AccountGroupsModule } from '../account-groups/account-groups.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { RecurrenceRowsModule } from '../ledger/recurrence-rows.module.js';
import { GoalsModule } from '../goals/goals.module.js';
import { LotsModule } from '../lots/lots.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { HorizonProblems } from './horizon-problems.js';
import { HouseholdFacts } from './household-facts.js';
import { ProblemService } from './problem.service.js';

@Module({
  imports: [
    BanksModule,
    AccountGroupsModule,
    AccountsModule,
    SettingsModule,
    LotsModule,
    GoalsModule,
    QuarterRowsModule,
    OperationRowsModule,
    RecurrenceRowsModule,
  ],
  providers: [HouseholdFacts, ProblemService, HorizonProblems],
  exports: [ProblemService, HorizonProblems],
})
export class ProblemModule {}
