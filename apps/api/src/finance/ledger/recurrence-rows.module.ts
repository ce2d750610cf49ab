import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OperationRowsModule } from './operation-rows.module.js';
import { QuarterRowsModule } from './quarter-rows.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { RecurrenceStore } from './recurrence-store.js';
import { RecurrenceEntity } from './recurrence.entity.js';
import { RecurrencesRepository } from './recurrences.repository.js';

/** The rows of recurrences, below quarters and operations, which both write from them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([RecurrenceEntity]),
    AccountsModule,
    SettingsModule,
    QuarterRowsModule,
    OperationRowsModule,
  ],
  providers: [RecurrencesRepository, RecurrenceStore],
  exports: [RecurrencesRepository, RecurrenceStore],
})
export class RecurrenceRowsModule {}
