import { Module } from '@nestjs/common';
import { ImportRowsModule } from '../ledger/import-rows.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { ProblemModule } from '../problem/problem.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { Comparer } from './comparer.js';
import { ComparisonsService } from './comparisons.service.js';

/** Comparing a statement with a household's operations, wherever the statement comes from. */
@Module({
  imports: [
    ImportRowsModule,
    OperationRowsModule,
    OperationsModule,
    ProblemModule,
    QuarterRowsModule,
    SettingsModule,
  ],
  providers: [Comparer, ComparisonsService],
  exports: [Comparer, ComparisonsService],
})
export class ComparerModule {}
