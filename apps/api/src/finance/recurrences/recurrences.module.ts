import { Module } from '@nestjs/common';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { RecurrenceRowsModule } from '../ledger/recurrence-rows.module.js';
import { RecurrencesController } from './recurrences.controller.js';
import { RecurrencesService } from './recurrences.service.js';

@Module({
  imports: [SharedModule, QuarterRowsModule, RecurrenceRowsModule],
  controllers: [RecurrencesController],
  providers: [RecurrencesService],
})
export class RecurrencesModule {}
