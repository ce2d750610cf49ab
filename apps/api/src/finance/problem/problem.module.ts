import { Module } from '@nestjs/common';
import { AccountGroupsModule } from '../account-groups/account-groups.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { RecurrenceRowsModule } from '../ledger/recurrence-rows.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { HorizonProblems } from './horizon-problems.js';
import { ProblemService } from './problem.service.js';

@Module({
  imports: [
    BanksModule,
    AccountGroupsModule,
    AccountsModule,
    SettingsModule,
    QuarterRowsModule,
    OperationRowsModule,
    RecurrenceRowsModule,
  ],
  providers: [ProblemService, HorizonProblems],
  exports: [ProblemService, HorizonProblems],
})
export class ProblemModule {}
