import { Module } from '@nestjs/common';
import { AccountGroupsModule } from '../account-groups/account-groups.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { GoalsModule } from '../goals/goals.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { OptimizerModule } from '../optimizer/optimizer.module.js';
import { QuartersModule } from '../quarters/quarters.module.js';
import { DemoAccounts } from './demo-accounts.js';
import { DemoHousehold } from './demo-household.js';
import { DemoQuarters } from './demo-quarters.js';

@Module({
  imports: [
    BanksModule,
    AccountGroupsModule,
    AccountsModule,
    GoalsModule,
    QuartersModule,
    OperationsModule,
    OptimizerModule,
  ],
  providers: [DemoHousehold, DemoAccounts, DemoQuarters],
  exports: [DemoHousehold],
})
export class DemoModule {}
