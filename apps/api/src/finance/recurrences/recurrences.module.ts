import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { RecurrenceRowsModule } from '../ledger/recurrence-rows.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { DeclinedProposalEntity } from './declined-proposal.entity.js';
import { DeclinedProposalsRepository } from './declined-proposals.repository.js';
import { DeclinedProposals } from './declined-proposals.service.js';
import { RecurrenceArchive } from './recurrence-archive.js';
import { RecurrenceLearning } from './recurrence-learning.js';
import { RecurrencesController } from './recurrences.controller.js';
import { RecurrencesService } from './recurrences.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DeclinedProposalEntity]),
    SharedModule,
    SettingsModule,
    QuarterRowsModule,
    OperationRowsModule,
    RecurrenceRowsModule,
  ],
  controllers: [RecurrencesController],
  providers: [
    RecurrencesService,
    RecurrenceLearning,
    DeclinedProposals,
    DeclinedProposalsRepository,
    RecurrenceArchive,
  ],
  exports: [RecurrenceArchive, RecurrencesService],
})
export class RecurrencesModule {}
