import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { ProblemModule } from '../problem/problem.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { ComparisonsService } from './comparisons.service.js';
import { ImportRowsModule } from '../ledger/import-rows.module.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { SpreadsheetReaderModule } from '../spreadsheets/spreadsheet-reader.module.js';

@Module({
  imports: [
    SharedModule,
    ImportRowsModule,
    SpreadsheetReaderModule,
    AccountsModule,
    BanksModule,
    QuarterRowsModule,
    OperationRowsModule,
    OperationsModule,
    ProblemModule,
    SettingsModule,
  ],
  controllers: [ImportsController],
  providers: [ImportsService, ComparisonsService],
})
export class ImportsModule {}
