import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { ComparerModule } from './comparer.module.js';
import { ConnectionsModule } from './connections/connections.module.js';
import { ImportRowsModule } from '../ledger/import-rows.module.js';
import { ImportReversal } from './import-reversal.js';
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
    OperationsModule,
    ComparerModule,
    ConnectionsModule,
  ],
  controllers: [ImportsController],
  providers: [ImportsService, ImportReversal],
})
export class ImportsModule {}
