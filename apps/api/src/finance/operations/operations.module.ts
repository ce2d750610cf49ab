import { Module } from '@nestjs/common';
import { ImportRowsModule } from '../ledger/import-rows.module.js';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { RecurrenceRowsModule } from '../ledger/recurrence-rows.module.js';
import { LotsModule } from '../lots/lots.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { ImportRecording } from './import-recording.js';
import { OperationWriter } from './operation-writer.js';
import { OperationsController } from './operations.controller.js';
import { OperationsService } from './operations.service.js';
import { PlanAdoption } from './plan-adoption.js';

@Module({
  imports: [
    SharedModule,
    OperationRowsModule,
    QuarterRowsModule,
    ImportRowsModule,
    OptimizerRunsModule,
    RecurrenceRowsModule,
    LotsModule,
  ],
  controllers: [OperationsController],
  providers: [OperationsService, OperationWriter, ImportRecording, PlanAdoption],
  exports: [OperationsService],
})
export class OperationsModule {}
