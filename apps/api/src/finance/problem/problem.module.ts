import { Module } from '@nestjs/common';
import { AccountGroupsModule } from '../account-groups/account-groups.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { ProblemService } from './problem.service.js';

@Module({
  imports: [
    BanksModule,
    AccountGroupsModule,
    AccountsModule,
    SettingsModule,
    QuarterRowsModule,
    OperationRowsModule,
  ],
  providers: [ProblemService],
  exports: [ProblemService],
})
export class ProblemModule {}
