import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SpreadsheetReaderModule } from '../spreadsheets/spreadsheet-reader.module.js';
import { OperationRowsModule } from '../ledger/operation-rows.module.js';
import { OptimizerRunsModule } from '../ledger/optimizer-runs.module.js';
import { ProblemModule } from '../problem/problem.module.js';
import { RecurrenceRowsModule } from '../ledger/recurrence-rows.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SharedModule } from '../shared/shared.module.js';
import { QuarterRowsModule } from '../ledger/quarter-rows.module.js';
import { ClosingMovements } from './closing-movements.js';
import { Openings } from './openings.js';
import { QuarterClosing } from './quarter-closing.js';
import { QuarterLife } from './quarter-life.js';
import { QuarterOpening } from './quarter-opening.js';
import { QuarterStates } from './quarter-states.js';
import { QuartersController } from './quarters.controller.js';
import { QuartersService } from './quarters.service.js';
import { ReopeningService } from './reopening.service.js';
import { SetupWriter } from './setup-writer.js';
import { SetupsImport } from './setups-import.js';
import { SetupsService } from './setups.service.js';
import { SummaryService } from './summary.service.js';

@Module({
  imports: [
    SharedModule,
    SpreadsheetReaderModule,
    AccountsModule,
    SettingsModule,
    ProblemModule,
    QuarterRowsModule,
    OperationRowsModule,
    OptimizerRunsModule,
    RecurrenceRowsModule,
  ],
  controllers: [QuartersController],
  providers: [
    QuartersService,
    QuarterLife,
    QuarterOpening,
    QuarterClosing,
    QuarterStates,
    ClosingMovements,
    ReopeningService,
    SetupWriter,
    Openings,
    SetupsImport,
    SetupsService,
    SummaryService,
  ],
  exports: [QuartersService, QuarterLife, SetupsService, SummaryService],
})
export class QuartersModule {}
