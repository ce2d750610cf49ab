import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountGroupsModule } from '../account-groups/account-groups.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { ImportRowsModule } from '../ledger/import-rows.module.js';
import { GoalsModule } from '../goals/goals.module.js';
import { LotsModule } from '../lots/lots.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { PersonsModule } from '../persons/persons.module.js';
import { ProblemModule } from '../problem/problem.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { ScenariosModule } from '../scenarios/scenarios.module.js';
import { RecurrencesModule } from '../recurrences/recurrences.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { TaxYearModule } from '../tax-year/tax-year.module.js';
import { AccountsArchive } from './accounts-archive.js';
import { ArchiveContents } from './archive-contents.js';
import { ArchiveFiles } from './archive-files.js';
import { CalendarContentService } from './calendar-content.js';
import { CalendarFeedEntity } from './calendar-feed.entity.js';
import { CalendarAddress } from './calendar-address.js';
import { CalendarFeedService } from './calendar-feed.service.js';
import { CalendarFeedsRepository } from './calendar-feeds.repository.js';
import { CreditTransferFiles } from './credit-transfer-files.js';
import { ExportPool } from './export-pool.js';
import { ExportsController } from './exports.controller.js';
import { HouseholdArchive } from './household-archive.js';
import { IseeExportService } from './isee-export.js';
import { LedgerArchive } from './ledger-archive.js';
import { QuarterFiles } from './quarter-files.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([CalendarFeedEntity]),
    SharedModule,
    ProblemModule,
    QuarterRowsModule,
    OperationRowsModule,
    BanksModule,
    PersonsModule,
    AccountGroupsModule,
    AccountsModule,
    LotsModule,
    GoalsModule,
    SettingsModule,
    ImportRowsModule,
    OptimizerRunsModule,
    RecurrencesModule,
    ScenariosModule,
    TaxYearModule,
  ],
  controllers: [ExportsController],
  providers: [
    QuarterFiles,
    CreditTransferFiles,
    ArchiveFiles,
    ArchiveContents,
    AccountsArchive,
    HouseholdArchive,
    LedgerArchive,
    IseeExportService,
    ExportPool,
    CalendarFeedsRepository,
    CalendarContentService,
    CalendarAddress,
    CalendarFeedService,
  ],
})
export class ExportsModule {}
